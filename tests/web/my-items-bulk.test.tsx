import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { BulkReply, OwnItemRow } from "../../worker/contract/selling/my-items.ts";
import { idOf, type Opened, openMyItems, ownRow, refusal } from "../support/web/my-items.tsx";

const PRICES = "POST /api/items/bulk/price-adjust";
const DELETE = "POST /api/items/bulk/delete";
const STATUS = "POST /api/items/bulk/status";

const done = (...ns: number[]): { body: BulkReply } => ({
  body: { results: ns.map((n) => ({ id: idOf(n), title: `Thing ${n}`, ok: true })), done: ns.length, skipped: 0 },
});
const someLeft: { body: BulkReply } = {
  body: {
    results: [
      { id: idOf(1), title: "Thing 1", ok: true, from: 10, to: 9 },
      { id: idOf(2), title: "Thing 2", ok: false, code: "wrong_state", message: "Someone is holding this item." },
      { id: idOf(3), title: null, ok: false, code: "not_found", message: "Not found." },
    ],
    done: 1,
    skipped: 2,
  },
};
const offline = "offline" as const;

/** Opens My Items in bulk-select mode with these items selected ("all", or their numbers). */
async function choose(rows: readonly OwnItemRow[], which: "all" | number[], replies = {}): Promise<Opened> {
  const opened = openMyItems(rows, { replies });
  await userEvent.click(await screen.findByText("Select"));
  if (which === "all") await userEvent.click(screen.getByRole("button", { name: "Select all" }));
  else for (const n of which) await userEvent.click(screen.getByRole("checkbox", { name: `Select Thing ${n}` }));
  return opened;
}
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const dialogOf = async () => within(await screen.findByRole("dialog"));
const chosen = () =>
  [...document.querySelectorAll("input[data-row]:checked")].map((box) => box.getAttribute("aria-label"));
const last = <T,>(list: readonly T[]) => list.at(-1);

describe("bulk-select mode", () => {
  const rows = [1, 2, 3, 4, 5].map((n) => ownRow(n));

  it("selects one by one, all and none", async () => {
    await choose(rows, [2, 4]);
    expect(chosen()).toEqual(["Select Thing 2", "Select Thing 4"]);
    expect(screen.getByText("2 items selected")).toBeDefined();
    await press("Select all");
    expect(screen.getByText("5 items selected")).toBeDefined();
    await press("Select none");
    expect(chosen()).toEqual([]);
  });

  it("selects a range with Shift", async () => {
    await choose(rows, [2]);
    const user = userEvent.setup();
    await user.keyboard("{Shift>}");
    await user.click(screen.getByRole("checkbox", { name: "Select Thing 4" }));
    await user.keyboard("{/Shift}");
    expect(chosen()).toEqual(["Select Thing 2", "Select Thing 3", "Select Thing 4"]);
  });

  it("works by keyboard: arrows, Space, Ctrl+A, Escape", async () => {
    await choose(rows, []);
    screen.getByRole("checkbox", { name: "Select Thing 1" }).focus();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowUp} ");
    expect(chosen()).toEqual(["Select Thing 2"]);
    await userEvent.keyboard("{Control>}a{/Control}");
    expect(chosen()).toHaveLength(5);
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("checkbox")).toBeNull();
    await press("Select");
    expect(chosen()).toEqual([]);
  });

  it("selects at most as many items as one operation allows, and says so", async () => {
    await choose(
      Array.from({ length: 102 }, (_, index) => ownRow(index + 1)),
      [],
    );
    // By text and label, because a query by role walks all rows.
    await userEvent.click(screen.getByText("Select first 100"));
    expect(screen.getByText(/100 items selected/).textContent).toContain("that's the maximum");
    await userEvent.click(screen.getByLabelText("Select Thing 101"));
    expect(chosen()).toHaveLength(100);
  });

  it("ends when another tab is opened, so that no hidden item is changed", async () => {
    await choose(rows, "all");
    await userEvent.click(screen.getByRole("tab", { name: /^Active/ }));
    expect(screen.queryByRole("region", { name: "Selected items" })).toBeNull();
  });

  it('shows "No Items Selected" when nothing is selected', async () => {
    const { toasts, calls } = await choose(rows, []);
    for (const action of ["Adjust prices", "Put on sale", "Take off sale", "Delete"]) await press(action);
    expect(toasts.map((toast) => toast.title)).toEqual(new Array(4).fill("No Items Selected"));
    expect(calls.some((call) => call.name.startsWith("POST"))).toBe(false);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("takes items off sale in one request", async () => {
    const { sent, toasts } = await choose(rows, [1, 3], { [STATUS]: done(1, 3) });
    await press("Take off sale");
    await waitFor(() => expect(last(toasts)?.title).toBe("2 items taken off sale"));
    expect(sent(STATUS).map((call) => call.body)).toEqual([{ ids: [idOf(1), idOf(3)], status: "inactive" }]);
    expect(screen.queryByRole("checkbox")).toBeNull();
  });

  it("reports each item that was not changed, with the reason", async () => {
    const { toasts } = await choose(rows, [1, 2, 3], { [STATUS]: someLeft });
    await press("Put on sale");
    const dialog = await dialogOf();
    expect(dialog.getByText("1 item back on sale")).toBeDefined();
    expect(dialog.getByText("2 items weren't changed:")).toBeDefined();
    expect(dialog.getAllByRole("listitem").map((entry) => entry.textContent)).toEqual([
      "Thing 2Someone is holding this item.",
      "An item that's no longer listedNot found.",
      "Thing 1$10 → $9",
    ]);
    expect(last(toasts)).toMatchObject({ title: "Update Failed", description: "Some items couldn't be put on sale" });
  });
});

describe("adjusting prices", () => {
  const prices = async () => {
    const list = within((await dialogOf()).getByRole("region", { name: "New prices" }));
    return list.getAllByRole("listitem").map((entry) => entry.textContent);
  };
  const percentage = async () => (await dialogOf()).getByRole("textbox", { name: "Percentage" });
  const type = async (text: string) => fireEvent.change(await percentage(), { target: { value: text } });
  const submit = async (n: number) =>
    userEvent.click((await dialogOf()).getByRole("button", { name: n === 1 ? "Update price" : `Update ${n} prices` }));

  it("offers five presets and previews every new price, rounded half up to the cent", async () => {
    await choose([ownRow(1, { price: 19.99 }), ownRow(2, { price: 0.3 }), ownRow(3, { price: 100 })], "all");
    await press("Adjust prices");
    const dialog = await dialogOf();
    const presets = within(dialog.getByRole("group", { name: "By" })).getAllByRole("button");
    expect(presets.map((preset) => preset.textContent)).toEqual(["5%", "10%", "15%", "20%", "25%"]);
    await userEvent.click(dialog.getByRole("button", { name: "15%" }));
    // 16.9915, 0.255 and 85.
    expect(await prices()).toEqual([
      "Thing 1from $19.99→ to $16.99",
      "Thing 2from $0.30→ to $0.26",
      "Thing 3from $100→ to $85",
    ]);
    await userEvent.click(dialog.getByRole("radio", { name: "Increase" }));
    await type("12.5");
    expect(await prices()).toEqual([
      "Thing 1from $19.99→ to $22.49",
      "Thing 2from $0.30→ to $0.34",
      "Thing 3from $100→ to $112.50",
    ]);
  });

  it("never goes below one cent", async () => {
    await choose([ownRow(1)], "all");
    await press("Adjust prices");
    await type("100");
    expect(await prices()).toEqual(["Thing 1from $10→ to $0.01"]);
  });

  it("excludes sold, free and held items, and shows how many", async () => {
    const { sent, toasts } = await choose(
      [
        ownRow(1),
        ownRow(2, { status: "sold" }),
        ownRow(3, { status: "sold" }),
        ownRow(4, { price: 0 }),
        ownRow(5, { status: "reserved", reserved_until: Date.now() + 60_000 }),
        ownRow(6, { minimum_price: 58 }),
        // Its hold has expired.
        ownRow(7, { status: "reserved", reserved_until: Date.now() - 1_000 }),
      ],
      "all",
      { [PRICES]: done(1, 7) },
    );
    await press("Adjust prices");
    const dialog = await dialogOf();
    expect(dialog.getByText("2 sold item(s) will be excluded")).toBeDefined();
    expect(dialog.getByText("1 free item(s) will be excluded")).toBeDefined();
    expect(dialog.getByText("1 reserved item(s) will be excluded")).toBeDefined();
    expect((await prices()).slice(0, 2)).toEqual(["Thing 1from $10→ to $9", "Thing 7from $70→ to $63"]);
    expect(await prices()).toContain("Thing 6That would be below your minimum price of $58.$60");
    await submit(2);
    await waitFor(() => expect(last(toasts)?.title).toBe("2 items repriced"));
    expect(sent(PRICES).map((call) => call.body)).toEqual([
      { ids: [idOf(1), idOf(7)], direction: "decrease", percent: 10 },
    ]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it('shows "No Adjustable Items" when no selected item has a price that can change', async () => {
    const { toasts } = await choose([ownRow(1, { status: "sold" }), ownRow(2, { price: 0 })], "all");
    await press("Adjust prices");
    expect(last(toasts)?.title).toBe("No Adjustable Items");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("accepts percentages from 0.01 to 100 with two decimals, and sends no others", async () => {
    const { sent } = await choose([ownRow(1)], "all", { [PRICES]: done(1) });
    await press("Adjust prices");
    const dialog = await dialogOf();
    for (const [typed, says] of [
      ["0", "Enter a percentage between 0.01 and 100."],
      ["100.01", "Enter a percentage between 0.01 and 100."],
      ["-5", "Enter a percentage between 0.01 and 100."],
      ["ten", "Enter a percentage between 0.01 and 100."],
      ["", "Enter a percentage between 0.01 and 100."],
      ["1.005", "Use at most 2 decimal places."],
    ] as const) {
      await type(typed);
      await submit(1);
      expect(await dialog.findByText(says), typed).toBeDefined();
    }
    expect(sent(PRICES)).toHaveLength(0);
    await type("0,01");
    await submit(1);
    await waitFor(() => expect(sent(PRICES)[0]?.body).toMatchObject({ percent: 0.01 }));
  });

  it("shows that some updates failed, and which", async () => {
    const { toasts } = await choose(
      [1, 2, 3].map((n) => ownRow(n)),
      "all",
      { [PRICES]: someLeft },
    );
    await press("Adjust prices");
    await submit(3);
    await screen.findByText("1 item repriced");
    expect(last(toasts)).toEqual({
      title: "Update Failed",
      description: "Some price updates failed",
      variant: "destructive",
    });
    expect((await dialogOf()).getByText("Someone is holding this item.")).toBeDefined();
  });

  it("repeats with the same idempotency key after a lost reply", async () => {
    const { sent, toasts, answer } = await choose([ownRow(1)], "all", { [PRICES]: offline });
    await press("Adjust prices");
    await submit(1);
    await waitFor(() =>
      expect(last(toasts)).toMatchObject({ title: "Update Failed", description: "Failed to update prices" }),
    );
    answer(PRICES, done(1));
    await submit(1);
    await waitFor(() => expect(sent(PRICES)).toHaveLength(2));
    const [first, second] = sent(PRICES);
    expect(first?.key).toBeTruthy();
    expect(second?.key).toBe(first?.key);
  });

  it("uses a new idempotency key for another percentage", async () => {
    const { sent } = await choose([ownRow(1)], "all", { [PRICES]: offline });
    await press("Adjust prices");
    await submit(1);
    await waitFor(() => expect(sent(PRICES)).toHaveLength(1));
    await type("20");
    await submit(1);
    await waitFor(() => expect(sent(PRICES)).toHaveLength(2));
    expect(sent(PRICES)[1]?.key).not.toBe(sent(PRICES)[0]?.key);
  });

  it("works for one item from its menu", async () => {
    const { sent } = openMyItems([ownRow(1), ownRow(2)], { replies: { [PRICES]: done(2) } });
    await userEvent.click(await screen.findByRole("button", { name: "Actions for Thing 2" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Adjust price" }));
    await submit(1);
    await waitFor(() => expect(sent(PRICES)[0]?.body).toMatchObject({ ids: [idOf(2)] }));
  });
});

describe("deleting several items", () => {
  const rows = [
    ownRow(1),
    ownRow(2, { status: "inactive" }),
    ownRow(3, { status: "sold" }),
    ownRow(4, { status: "reserved", reserved_until: Date.now() + 600_000 }),
    ownRow(5, { status: "pending_payment" }),
  ];
  const open = async (which: "all" | number[], replies = {}) => {
    const opened = await choose(rows, which, replies);
    await press("Delete");
    return { ...opened, dialog: await dialogOf() };
  };

  it("requires the checkbox and the exact confirmation word", async () => {
    const { dialog, toasts, sent } = await open("all", { [DELETE]: done(1, 2) });
    expect(dialog.getByText("3 reserved or sold item(s) will be skipped.")).toBeDefined();
    const button = dialog.getByRole("button", { name: "Delete 2 items" });
    const word = dialog.getByRole("textbox", { name: "Type DELETE to confirm" });
    await userEvent.type(word, "DELETE");
    await userEvent.click(button);
    expect(last(toasts)?.title).toBe("Confirmation Required");
    await userEvent.click(dialog.getByRole("checkbox"));
    for (const wrong of ["delete", "DELETE ", "DELET"]) {
      fireEvent.change(word, { target: { value: wrong } });
      await userEvent.click(button);
      expect(last(toasts), wrong).toMatchObject({
        title: "Invalid Confirmation",
        description: "Please type DELETE to confirm.",
      });
    }
    expect(sent(DELETE)).toHaveLength(0);
    await userEvent.clear(word);
    await userEvent.type(word, "DELETE");
    await userEvent.click(button);
    await waitFor(() => expect(last(toasts)?.title).toBe("2 items deleted"));
    expect(sent(DELETE).map((call) => call.body)).toEqual([{ ids: [idOf(1), idOf(2)], confirm: "DELETE" }]);
  });

  it("is disabled when no selected item may be deleted", async () => {
    const { dialog } = await open([3, 4, 5]);
    expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Delete" }).disabled).toBe(true);
    expect(dialog.getByText(/You can only delete active and inactive items/)).toBeDefined();
  });

  it('shows "Delete Failed" with the text of the server, or a general one', async () => {
    const { dialog, toasts, answer } = await open([1], {
      [DELETE]: refusal(429, "too_many_requests", "Too many requests. Please try again later."),
    });
    await userEvent.click(dialog.getByRole("checkbox"));
    await userEvent.type(dialog.getByRole("textbox"), "DELETE");
    const button = dialog.getByRole("button", { name: "Delete 1 item" });
    await userEvent.click(button);
    await waitFor(() =>
      expect(last(toasts)).toMatchObject({
        title: "Delete Failed",
        description: "Too many requests. Please try again later.",
      }),
    );
    answer(DELETE, refusal(500, "internal", "Oops"));
    await userEvent.click(button);
    await waitFor(() => expect(last(toasts)?.description).toBe("Failed to delete items"));
    expect(dialog.getByText("Failed to delete items")).toBeDefined();
  });
});
