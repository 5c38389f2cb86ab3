import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { idOf, type Opened, openMyItems, ownBundle, ownRow, refusal } from "../support/web/my-items.tsx";

const CREATE = "POST /api/bundles";
const BUNDLES = "GET /api/bundles/mine";
const bundle = ownBundle();
const CHANGE = `PATCH /api/bundles/${bundle.id}`;
const REMOVE = `DELETE /api/bundles/${bundle.id}`;
const DAY = 86_400_000;

const rows = [ownRow(1), ownRow(2), ownRow(3), ownRow(4, { bundle: { id: "bun_other", title: "Attic" } })];
const dialogOf = async () => within(await screen.findByRole("dialog"));
const last = <T,>(list: readonly T[]) => list.at(-1);
const mine = (...items: ReturnType<typeof ownBundle>[]) => ({ body: { items, server_now: Date.now() } });

async function openNew(replies = {}): Promise<Opened & { dialog: Awaited<ReturnType<typeof dialogOf>> }> {
  const opened = openMyItems(rows, { replies });
  await screen.findByText("Thing 1");
  await userEvent.click(screen.getByRole("button", { name: "Create Bundle" }));
  const dialog = await dialogOf();
  await dialog.findByRole("checkbox", { name: /Thing 1/ });
  return { ...opened, dialog };
}
type Dialog = Awaited<ReturnType<typeof dialogOf>>;

const tick = (dialog: Dialog, n: number) =>
  userEvent.click(dialog.getByRole("checkbox", { name: new RegExp(`Thing ${n}`) }));
const fill = (dialog: Dialog, field: RegExp, text: string) =>
  fireEvent.change(dialog.getByLabelText(field), { target: { value: text } });
const save = (dialog: Dialog, name = "Create Bundle") => userEvent.click(dialog.getByRole("button", { name }));

describe("creating a bundle", () => {
  it("disables items that are being bought", async () => {
    openMyItems([ownRow(1), ownRow(2, { status: "pending_payment" }), ownRow(3, { status: "reserved" })]);
    await screen.findByText("Thing 1");
    await userEvent.click(screen.getByRole("button", { name: "Create Bundle" }));
    const dialog = await dialogOf();
    const box = async (n: number) =>
      (await dialog.findByRole("checkbox", { name: new RegExp(`Thing ${n}`) })) as HTMLInputElement;
    expect((await box(2)).closest("label")?.textContent).toContain("being bought");
    expect((await box(2)).disabled).toBe(true);
    for (const free of [1, 3]) expect((await box(free)).disabled).toBe(false);
  });

  it("shows each rule that is broken and sends nothing", async () => {
    const { dialog, toasts, sent } = await openNew();
    const says = (title: string, message: string) => {
      expect(last(toasts)).toMatchObject({ title, description: message, variant: "destructive" });
      expect(dialog.getByText(message)).toBeDefined();
    };
    await tick(dialog, 1);
    await save(dialog);
    says("Invalid Bundle", "Please select at least 2 items for the bundle.");
    await tick(dialog, 2);
    await save(dialog);
    says("Title Required", "Please enter a bundle title.");
    fill(dialog, /^Title/, "Pair");
    for (const price of ["", "0", "abc"]) {
      fill(dialog, /^Bundle price/, price);
      await save(dialog);
      says("Invalid Price", "Please enter a valid bundle price.");
    }
    fill(dialog, /^Bundle price/, "1.200");
    await save(dialog);
    says("Invalid Price", "Do you mean $1,200 or $1.20? Please type 1200 or 1.20.");
    for (const price of ["30", "30,01"]) {
      fill(dialog, /^Bundle price/, price);
      await save(dialog);
      says("Invalid Bundle Price", "Bundle price must be less than the sum of individual item prices.");
    }
    expect(sent(CREATE)).toHaveLength(0);
  });

  it("accepts a collection date up to 210 days ahead", async () => {
    const { dialog, toasts, sent } = await openNew({ [CREATE]: { status: 201, body: bundle } });
    await tick(dialog, 1);
    await tick(dialog, 2);
    fill(dialog, /^Title/, "Pair");
    fill(dialog, /^Bundle price/, "29.99");
    const date = dialog.getByLabelText(/^Pickup date/);
    const at = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 16);
    for (const wrong of [-2 * DAY, 212 * DAY]) {
      fireEvent.change(date, { target: { value: at(wrong) } });
      await save(dialog);
      expect(last(toasts)?.title, String(wrong)).toBe("Invalid Date");
    }
    expect(sent(CREATE)).toHaveLength(0);
    fireEvent.change(date, { target: { value: at(200 * DAY) } });
    await save(dialog);
    await waitFor(() => expect(sent(CREATE)).toHaveLength(1));
  });

  it("shows what buyers save, and sends the entries once", async () => {
    const { dialog, toasts, sent } = await openNew({ [CREATE]: { status: 201, body: bundle } });
    await tick(dialog, 2);
    await tick(dialog, 3);
    fill(dialog, /^Title/, " Desk set ");
    fill(dialog, /^Bundle price/, "$45");
    fill(dialog, /^Pickup address/, "1 Quiet Court");
    expect(dialog.getByText("$50")).toBeDefined();
    expect(dialog.getByText("Saves $5 (10%)")).toBeDefined();
    await save(dialog);
    await waitFor(() => expect(last(toasts)).toMatchObject({ title: "Bundle created", description: "Desk set" }));
    expect(sent(CREATE).map((call) => call.body)).toEqual([
      {
        title: "Desk set",
        description: "",
        bundle_price: 45,
        item_ids: [idOf(2), idOf(3)],
        collection_date: null,
        collection_address: "1 Quiet Court",
      },
    ]);
    expect(sent(CREATE)[0]?.key).toBeTruthy();
    const tab = screen.getByRole("tab", { name: /^Bundles/, hidden: true });
    await waitFor(() => expect(tab.getAttribute("aria-selected")).toBe("true"));
  });

  it("disables items of another bundle", async () => {
    const { dialog } = await openNew();
    const box = dialog.getByRole<HTMLInputElement>("checkbox", { name: /Thing 4/ });
    expect(box.disabled).toBe(true);
    expect(dialog.getByText(/in the bundle “Attic”/)).toBeDefined();
  });

  it("starts with the selected items that can be bundled", async () => {
    openMyItems(rows);
    await userEvent.click(await screen.findByRole("button", { name: "Select" }));
    await userEvent.click(screen.getByRole("button", { name: "Select all" }));
    await userEvent.click(screen.getByRole("button", { name: "Create Bundle" }));
    const dialog = await dialogOf();
    await dialog.findByRole("checkbox", { name: /Thing 1/ });
    expect(dialog.getByText("3 chosen")).toBeDefined();
  });

  it("shows the server's error at its field and keeps the entries", async () => {
    const message = "“Thing 1” isn't for sale, so it can't be part of a bundle.";
    const { dialog } = await openNew({
      [CREATE]: refusal(422, "invalid", message, { fields: [{ field: "item_ids", message }] }),
    });
    await tick(dialog, 1);
    await tick(dialog, 2);
    fill(dialog, /^Title/, "Pair");
    fill(dialog, /^Bundle price/, "20");
    await save(dialog);
    expect(await dialog.findByText(message)).toBeDefined();
    expect(dialog.getByLabelText<HTMLInputElement>(/^Title/).value).toBe("Pair");
  });

  it("repeats with the same idempotency key after a lost reply, so that one bundle is created", async () => {
    const { dialog, sent } = await openNew({ [CREATE]: "offline" });
    await tick(dialog, 1);
    await tick(dialog, 2);
    fill(dialog, /^Title/, "Pair");
    fill(dialog, /^Bundle price/, "20");
    await save(dialog);
    await dialog.findByText(/can't reach Goodstreet/);
    await save(dialog);
    await waitFor(() => expect(sent(CREATE)).toHaveLength(2));
    expect(sent(CREATE)[1]?.key).toBe(sent(CREATE)[0]?.key);
  });
});

describe("the Bundles tab", () => {
  const openTab = async (items: ReturnType<typeof ownBundle>[], replies = {}) => {
    const opened = openMyItems(rows, {
      address: "/MyItems?tab=bundles",
      replies: { [BUNDLES]: mine(...items), ...replies },
    });
    if (items.length > 0) await screen.findByText(items[0]?.title ?? "");
    return opened;
  };
  const pick = async (entry: string) => {
    await userEvent.click(screen.getByRole("button", { name: "Actions for Desk set" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: entry }));
  };

  it("shows price, saving and why a bundle is not on sale", async () => {
    await openTab([ownBundle({ available: false, problem: "“Thing 2” is sold." })]);
    const card = screen.getByText("Desk set").closest("li")?.textContent;
    expect(card).toContain("Not on sale");
    expect(card).toContain("$45");
    expect(card).toContain("10% off");
    expect(card).toContain("“Thing 2” is sold.");
  });

  it("offers no changes to a bundle that is being bought", async () => {
    await openTab([ownBundle({ status: "pending", editable: false, problem: "Someone is buying this bundle." })]);
    expect(screen.getByText("Being bought")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Actions for Desk set" })).toBeNull();
  });

  it("shows that there are none, or that loading failed", async () => {
    const { answer } = await openTab([], { [BUNDLES]: refusal(500, "internal", "Oops") });
    expect(await screen.findByText("Your bundles didn't load")).toBeDefined();
    answer(BUNDLES, mine());
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("No bundles yet")).toBeDefined();
  });

  it("edits a bundle from the version that was loaded", async () => {
    const { sent, toasts } = await openTab([bundle], { [CHANGE]: { body: bundle } });
    await pick("Edit");
    const dialog = await dialogOf();
    await dialog.findByRole("checkbox", { name: /Thing 1/ });
    await tick(dialog, 2);
    await tick(dialog, 1);
    fill(dialog, /^Bundle price/, "35");
    await save(dialog, "Save bundle");
    await waitFor(() => expect(last(toasts)?.title).toBe("Bundle saved"));
    expect(sent(CHANGE)[0]?.body).toMatchObject({ item_ids: [idOf(3), idOf(1)], bundle_price: 35, updated_at: 7 });
  });

  it("keeps the entries after an edit elsewhere, and lets the seller choose a version", async () => {
    const { sent, answer } = await openTab([bundle], { [CHANGE]: refusal(409, "stale", "Changed elsewhere.") });
    await pick("Edit");
    const dialog = await dialogOf();
    await dialog.findByRole("checkbox", { name: /Thing 1/ });
    fill(dialog, /^Title/, "My words");
    answer(BUNDLES, mine(ownBundle({ title: "Their words", updated_at: 8 })));
    await save(dialog, "Save bundle");
    expect(await dialog.findByText("This bundle was changed somewhere else")).toBeDefined();
    expect(await dialog.findByText(/Their words/)).toBeDefined();
    expect(dialog.getByLabelText<HTMLInputElement>(/^Title/).value).toBe("My words");
    answer(CHANGE, { body: bundle });
    await save(dialog, "Save my version");
    await waitFor(() => expect(sent(CHANGE)).toHaveLength(2));
    expect(sent(CHANGE)[1]?.body).toMatchObject({ title: "My words", updated_at: 8 });
  });

  it('deletes a bundle after a confirmation, and shows "Delete Failed" with the reason', async () => {
    const { sent, toasts, answer } = await openTab([bundle], {
      [REMOVE]: refusal(409, "wrong_state", "Someone is buying this bundle, so you can't change it right now."),
    });
    const ask = vi.fn(() => false);
    vi.stubGlobal("confirm", ask);
    await pick("Delete");
    expect(ask).toHaveBeenCalledOnce();
    expect(sent(REMOVE)).toHaveLength(0);
    ask.mockReturnValue(true);
    await pick("Delete");
    await waitFor(() =>
      expect(last(toasts)).toMatchObject({
        title: "Delete Failed",
        description: "Someone is buying this bundle, so you can't change it right now.",
      }),
    );
    answer(REMOVE, refusal(500, "internal", "Oops"));
    await pick("Delete");
    await waitFor(() => expect(last(toasts)?.description).toBe("Failed to delete bundle"));
    answer(REMOVE, { body: { ok: true } });
    await pick("Delete");
    await waitFor(() => expect(last(toasts)).toEqual({ title: "Bundle deleted", description: "Desk set" }));
  });
});
