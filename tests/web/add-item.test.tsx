import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Route, Routes } from "react-router-dom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { OwnProfile } from "#contract/account/profiles";
import { draftsOf, type ItemDraft, newDraft, saveDraft } from "../../web/features/selling/drafts/drafts.ts";
import AddItemScreen from "../../web/features/selling/listing-form/add-item-screen.tsx";
import { startingValues } from "../../web/features/selling/listing-form/item-form-values.ts";
import MyItemsScreen from "../../web/features/selling/my-items/my-items-screen.tsx";
import { person } from "../support/web/api.ts";
import { PHOTO } from "../support/web/item-and-order.ts";
import { renderAt } from "../support/web/render.tsx";
import { Where, where } from "../support/web/where.tsx";

const OWNER = "acc_seller0001";

/** Replies to POST /api/items; all other requests are answered as for a signed-in seller. */
let create: (body: unknown, key: string | null) => Response | Promise<Response>;
/** The seller's profile; null while it could not be read. */
let profile: OwnProfile | null = null;
const sent: { body: unknown; key: string | null }[] = [];

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refusal = (status: number, code: string, fields: { field: string; message: string }[] = []) =>
  json({ error: { code, message: "No.", details: { fields }, request_id: "r" } }, status);

beforeEach(() => {
  localStorage.clear();
  sent.length = 0;
  profile = null;
  create = () => json({ id: "itm_new0000001", title: "Bike", version: 1 }, 201);
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = String(input);
    if (url.startsWith("/api/auth/session")) {
      return json({
        user: { id: OWNER, email: "s@example.com", email_verified: true },
        profile,
        google: false,
        server_now: Date.now(),
      });
    }
    if (url === "/api/profile" && init?.method === "PATCH") {
      const change = JSON.parse(String(init.body)) as Partial<OwnProfile>;
      sent.push({ body: change, key: null });
      profile = profile && { ...profile, ...change };
      return json(profile);
    }
    if (url.startsWith("/api/items/mine")) return json({ items: [], next_cursor: null, server_now: Date.now() });
    if (url === "/api/items" && init?.method === "POST") {
      const call = { body: JSON.parse(String(init.body)), key: new Headers(init.headers).get("Idempotency-Key") };
      sent.push(call);
      return create(call.body, call.key);
    }
    throw new Error(`unexpected request: ${init?.method} ${url}`);
  });
});

function open(path: string) {
  return renderAt(
    path,
    <>
      <Where />
      <Routes>
        <Route path="/AddItem" element={<AddItemScreen />} />
        <Route path="/MyItems" element={<MyItemsScreen />} />
        <Route path="/ItemDetail/:id" element={<h1>The item</h1>} />
      </Routes>
    </>,
  );
}

function storeDraft(change: Partial<ItemDraft> = {}): ItemDraft {
  const now = Date.now();
  const values = { ...startingValues(null, now), title: "Bike", price: "240", category: "sports", condition: "good" };
  const draft = { ...newDraft(OWNER, values, now), photos: [PHOTO], ...change };
  saveDraft(draft);
  return draft;
}

const publish = () => screen.getByRole("button", { name: "Publish listing" });
const retry = () => screen.findByRole("button", { name: "Not saved – Retry" });

describe("AddItemScreen", () => {
  it("sends nothing and shows what is missing at each field", async () => {
    open("/AddItem");
    await userEvent.click(await screen.findByRole("button", { name: "Publish listing" }));
    for (const message of [
      "Add at least one photo.",
      "Please enter a title of at least 3 characters.",
      "Please choose a category.",
      "Please choose a condition.",
      "Enter an amount in dollars, such as 45 or 45.50.",
    ]) {
      expect(await screen.findByText(message)).toBeDefined();
    }
    expect(sent).toEqual([]);
    expect(document.activeElement?.id).toBe("listing-photos");
  });

  it("restores the listing being written, also after the page was closed", async () => {
    const first = open("/AddItem");
    await userEvent.type(await screen.findByLabelText("Title"), "Reid bike");
    await waitFor(() => expect(draftsOf(OWNER)[0]?.values.title).toBe("Reid bike"));
    first.unmount();
    open("/AddItem");
    expect(await screen.findByText(/We saved the listing you started/)).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Reid bike");
  });

  it("publishes, deletes the draft and shows the item", async () => {
    storeDraft();
    open("/AddItem");
    await screen.findByText(/We saved the listing/);
    await userEvent.click(publish());
    expect(await screen.findByText("The item")).toBeDefined();
    expect(sent[0]?.body).toMatchObject({ title: "Bike", price: 240, photo_ids: [PHOTO.id] });
    expect(sent[0]?.body).not.toHaveProperty("free");
    expect(draftsOf(OWNER)).toEqual([]);
  });

  it("asks at the first publish how the seller wants to be paid, and saves what they chose", async () => {
    profile = person({ accepted_payment_methods: ["bank_transfer", "stripe", "crypto"] }).profile;
    create = () => json({ id: "itm_new0000001", title: "Bike", price: 240, version: 1 }, 201);
    storeDraft();
    open("/AddItem");
    await screen.findByText(/We saved the listing/);
    await userEvent.click(publish());
    const dialog = within(await screen.findByRole("dialog", { name: "How do you want to be paid?" }));
    await userEvent.click(dialog.getByRole("checkbox", { name: /^Cash or PayID/ }));
    await userEvent.click(dialog.getByRole("checkbox", { name: /^Bank transfer/ }));
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    expect(await dialog.findByText("Enter your account, or untick bank transfer.")).toBeDefined();
    await userEvent.type(dialog.getByLabelText("Account name"), "Nina Novak");
    await userEvent.type(dialog.getByLabelText("BSB"), "062000");
    await userEvent.type(dialog.getByLabelText("Account number"), "12345678");
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("The item")).toBeDefined();
    expect(sent.at(-1)?.body).toEqual({
      accepted_payment_methods: ["bank_transfer", "stripe", "cash"],
      bank_details: { account_name: "Nina Novak", bsb: "062-000", account_number: "12345678" },
    });
  });

  it("keeps a listing whose creation failed and retries with the same idempotency key", async () => {
    storeDraft();
    create = () => Promise.reject(new TypeError("Failed to fetch"));
    const first = open("/AddItem");
    await screen.findByText(/We saved the listing/);
    await userEvent.click(publish());
    await retry();
    const draft = draftsOf(OWNER)[0];
    expect(draft).toMatchObject({ unsynced: true, seller_id: OWNER });
    // The router changes the address in a transition, possibly a moment after the message.
    await waitFor(() => expect(where()).toBe(`/AddItem?draft=${draft?.id}`));

    first.unmount();
    create = () => json({ id: "itm_new0000001", title: "Bike", version: 1 }, 201);
    open(`/AddItem?draft=${draft?.id}`);
    await userEvent.click(await retry());
    expect(await screen.findByText("The item")).toBeDefined();
    expect(sent).toHaveLength(2);
    expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(sent[1]).toEqual(sent[0]);
  });

  it("shows the server's errors at their fields and keeps the entries", async () => {
    storeDraft();
    create = () =>
      refusal(422, "invalid", [
        { field: "collection_date", message: "The pickup date can't be in the past." },
        { field: "photo_ids", message: "One of the photos is not yours." },
      ]);
    open("/AddItem");
    await screen.findByText(/We saved the listing/);
    await userEvent.click(publish());
    expect(await screen.findByText("The pickup date can't be in the past.")).toBeDefined();
    expect(screen.getByText("One of the photos is not yours.")).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Bike");
    expect(publish()).toBeDefined();
    expect(draftsOf(OWNER)[0]?.unsynced).toBe(false);
  });

  it("sets the price to 0 for a giveaway and restores the typed price when it is unchecked", async () => {
    open("/AddItem");
    const price = await screen.findByLabelText<HTMLInputElement>("Price in AUD");
    await userEvent.type(price, "80");
    const free = screen.getByRole("checkbox", { name: /Give it away/ });
    await userEvent.click(free);
    expect(screen.getByLabelText<HTMLInputElement>("Price in AUD")).toMatchObject({ value: "0", disabled: true });
    await userEvent.click(free);
    expect(screen.getByLabelText<HTMLInputElement>("Price in AUD")).toMatchObject({ value: "80", disabled: false });
  });
});

describe("MyItemsScreen", () => {
  it("shows an unsaved listing to its author and saves it from there", async () => {
    storeDraft({ unsynced: true, problem: "We can't reach Goodstreet.", attempt: null });
    storeDraft({ id: "local-theirs", seller_id: "acc_other00001" });
    open("/MyItems");
    await userEvent.click(await retry());
    await waitFor(() => expect(draftsOf(OWNER)).toEqual([]));
    expect(sent).toHaveLength(1);
    expect(screen.queryByText("local-theirs")).toBeNull();
  });
});
