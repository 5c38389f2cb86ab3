import { beforeAll, describe, expect, it } from "vitest";
import type { ErrorBody } from "#contract/errors";
import type { OwnItem, UpdateItemInput } from "#contract/items";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { acknowledge, createSeller, hold, transact } from "../support/workerd/deals.ts";
import { createItem, putOnSale } from "../support/workerd/listings.ts";
import { allRows, firstRow, runSql } from "../support/workerd/sql.ts";

const DAY = 86_400_000;

let seller: TestAccount;
let buyer: TestAccount;

beforeAll(async () => {
  seller = await createAccount();
  buyer = await createAccount();
});

const patch = (id: string, change: UpdateItemInput | Record<string, unknown>, who = seller) =>
  who.request("PATCH", `/api/items/${id}`, change);

async function edit(id: string, change: UpdateItemInput): Promise<OwnItem> {
  const response = await patch(id, change);
  const body = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(200);
  return body as OwnItem;
}

async function errorOf(response: Response): Promise<ErrorBody["error"] & { status: number }> {
  return { ...((await response.json()) as ErrorBody).error, status: response.status };
}

const priceHistory = async (id: string) =>
  (await allRows`SELECT from_cents, to_cents FROM price_changes WHERE item_id = ${id} ORDER BY id`).results;

describe("PATCH /api/items/:id", () => {
  it("changes only the sent fields and raises the version", async () => {
    const item = await createItem(seller);
    const edited = await edit(item.id, { title: "Brass lamp, rewired", tags: ["rewired"], version: 1 });
    const { title, tags, version, updated_at, server_now, ...rest } = edited;
    expect([title, tags, version]).toEqual(["Brass lamp, rewired", ["rewired"], 2]);
    expect(item).toMatchObject({ ...rest });
  });

  it("accepts one of two concurrent edits of the same version", async () => {
    for (const changes of [
      [{ title: "Edit A" }, { title: "Edit B" }],
      [{ price: 11 }, { price: 12 }],
      [{ title: "Edit C" }, { price: 13 }],
      [{ minimum_price: 5 }, { minimum_price: 6 }],
    ]) {
      const item = await createItem(seller, { price: 10 });
      const replies = await Promise.all(changes.map((change) => patch(item.id, { ...change, version: item.version })));
      expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409]);
      const lost = await errorOf(replies.find((reply) => reply.status === 409) as Response);
      expect(lost.code).toBe("stale");
      const won = (await replies.find((reply) => reply.status === 200)?.json()) as OwnItem;
      const now = (await (await seller.request("GET", `/api/items/${item.id}`)).json()) as OwnItem;
      const { server_now: _then, ...stored } = now;
      expect(won).toMatchObject(stored);
    }
  });

  it("refuses an old version with the current values", async () => {
    const item = await createItem(seller);
    const newer = await edit(item.id, { title: "Newer title", price: 40 });
    const error = await errorOf(await patch(item.id, { title: "Older title", version: item.version }));
    expect(error).toMatchObject({
      status: 409,
      code: "stale",
      details: { current: { version: newer.version, title: "Newer title", price: 40, status: "active" } },
    });
  });

  it("sets the previous price when the price falls, clears it when it rises, and keeps the history", async () => {
    const item = await createItem(seller, { price: 100 });
    await putOnSale(item.id, 7);
    expect(await edit(item.id, { price: 80 })).toMatchObject({ price: 80, previous_price: 100 });
    expect(await edit(item.id, { title: "Same price" })).toMatchObject({ price: 80, previous_price: 100 });
    // It was on sale at 80 for a moment only.
    expect(await edit(item.id, { price: 60.5 })).toMatchObject({ price: 60.5, previous_price: 100 });
    expect(await edit(item.id, { price: 90 })).toMatchObject({ price: 90, previous_price: null });
    expect(await priceHistory(item.id)).toEqual([
      { from_cents: 10_000, to_cents: 8_000 },
      { from_cents: 8_000, to_cents: 6_050 },
      { from_cents: 6_050, to_cents: 9_000 },
    ]);
  });

  it("strikes out only a price that it was on sale at for 7 days without a break, for 30 days [D95]", async () => {
    const item = await createItem(seller, { price: 380 });
    await putOnSale(item.id, 6.9);
    expect(await edit(item.id, { price: 95 })).toMatchObject({ previous_price: null });

    const paused = await createItem(seller, { price: 380 });
    await putOnSale(paused.id, 20);
    await edit(paused.id, { status: "inactive" });
    expect(await edit(paused.id, { price: 370 })).toMatchObject({ previous_price: null });
    await putOnSale(paused.id, 20);
    await edit(paused.id, { status: "active" });
    expect(await edit(paused.id, { price: 360 })).toMatchObject({ previous_price: null });
    await putOnSale(paused.id, 20);
    expect(await edit(paused.id, { price: 350 })).toMatchObject({ previous_price: 360 });
    const until = await firstRow`SELECT previous_price_until FROM items WHERE id = ${paused.id}`;
    expect(Number(until?.previous_price_until) / DAY).toBeCloseTo(Date.now() / DAY + 30, 1);
    await runSql`UPDATE items SET previous_price_until = ${Date.now()} WHERE id = ${paused.id}`;
    expect(await edit(paused.id, { title: "Later" })).toMatchObject({ price: 350, previous_price: null });
  });

  it("deactivates and reactivates an item", async () => {
    const item = await createItem(seller);
    expect(await edit(item.id, { status: "inactive" })).toMatchObject({
      status: "inactive",
      abilities: { edit: true },
    });
    expect((await call("GET", `/api/items/${item.id}`)).status).toBe(404);
    expect(await edit(item.id, { status: "active" })).toMatchObject({ status: "active" });
    expect((await call("GET", `/api/items/${item.id}`)).status).toBe(200);
  });

  it("keeps the minimum price within the asking price", async () => {
    const item = await createItem(seller, { price: 50, minimum_price: 40, negotiation_enabled: true });
    expect(item.negotiation_available).toBe(true);
    const problem = await errorOf(await patch(item.id, { price: 30 }));
    expect(problem).toMatchObject({ status: 422, message: "Please enter a valid minimum price." });
    for (const minimum_price of [0, 50.01]) {
      expect((await patch(item.id, { minimum_price })).status).toBe(422);
    }
    expect(await priceHistory(item.id)).toEqual([]);
    const lowered = await edit(item.id, { price: 30, minimum_price: 25, negotiation_notes: "Cash only" });
    expect(lowered).toMatchObject({ price: 30, minimum_price: 25, negotiation_notes: "Cash only", public_notes: "" });
    const updated = await edit(item.id, { public_notes: "Comes with a lock" });
    expect(updated).toMatchObject({
      negotiation_notes: "Cash only",
      public_notes: "Comes with a lock",
      minimum_price: 25,
    });
    expect(await edit(item.id, { negotiation_enabled: false })).toMatchObject({
      negotiation_available: false,
      minimum_price: 25,
    });
    expect(await edit(item.id, { minimum_price: null })).toMatchObject({ minimum_price: null });
  });

  it("updates the public location with suburb and city, and accepts null for an unset field", async () => {
    const item = await createItem(seller);
    const moved = await edit(item.id, { suburb: "Carlton", postcode: null, collection_date: null });
    expect(moved).toMatchObject({
      location: "Carlton, Melbourne VIC",
      collection_summary: "Carlton, Melbourne",
      collection_date: null,
      // A suburb and its city say which postcode.
      postcode: "3053",
    });
    const nowhere = await edit(item.id, { suburb: " ", city: null, collection_address: "" });
    expect(nowhere).toMatchObject({
      suburb: null,
      location: null,
      collection_summary: "To be arranged with seller",
      collection_address: null,
    });
  });

  it("limits the collection date to the next 210 days", async () => {
    const item = await createItem(seller);
    for (const date of [Date.now() - 60_000, Date.now() + 211 * DAY]) {
      const error = await errorOf(await patch(item.id, { collection_date: date }));
      expect(error).toMatchObject({ status: 422, details: { fields: [{ field: "collection_date" }] } });
    }
    expect((await patch(item.id, { collection_date: Date.now() + 209 * DAY })).status).toBe(200);
    expect((await patch(item.id, { collection_zone: "Europe/Berlin" })).status).toBe(422);
  });
});

describe("PATCH /api/items/:id of a held or ordered item", () => {
  it("refuses a new price, deactivation and deletion during a hold, but accepts a new description (A39)", async () => {
    const item = await createItem(seller, { price: 20 });
    await buyer.request("POST", "/api/rpc/reserve_item", { item_id: item.id, reservation_type: "buy_now" });
    for (const response of [
      await patch(item.id, { price: 10, title: "Not this either" }),
      await patch(item.id, { status: "inactive" }),
      await seller.request("DELETE", `/api/items/${item.id}`),
    ]) {
      expect(await errorOf(response)).toMatchObject({ status: 409 });
    }
    const now = (await (await seller.request("GET", `/api/items/${item.id}`)).json()) as OwnItem;
    expect(now).toMatchObject({ price: 20, title: item.title, status: "reserved" });
    expect(await edit(item.id, { description: "New words" })).toMatchObject({ description: "New words" });
  });

  it("refuses edits and deletion once the item is ordered", async () => {
    const payee = await createSeller();
    for (const [price, paymentMethod] of [
      [20, "bank_transfer"],
      [0, "free"],
    ] as const) {
      const item = await createItem(payee, { price });
      await hold(buyer, item.id);
      await acknowledge(buyer, item.id);
      expect((await transact(buyer, { itemId: item.id, paymentMethod })).status).toBe(201);
      for (const change of [{ title: "Too late" }, { price: 90 }, { status: "inactive" }, { photo_ids: [] }]) {
        const response = await payee.request("PATCH", `/api/items/${item.id}`, change);
        expect(await errorOf(response)).toMatchObject({ status: 409, code: "wrong_state" });
      }
      expect((await payee.request("DELETE", `/api/items/${item.id}`)).status).toBe(409);
      const now = (await (await payee.request("GET", `/api/items/${item.id}`)).json()) as OwnItem;
      expect(now).toMatchObject({ title: item.title, price, abilities: { edit: false, buy: false } });
      expect(["pending_payment", "sold"]).toContain(now.status);
    }
  });
});

describe("DELETE /api/items/:id", () => {
  it("removes the item from lists, and further requests for it answer 410", async () => {
    const item = await createItem(seller, { title: "Shortlived xylophone" });
    expect(await (await seller.request("DELETE", `/api/items/${item.id}`)).json()).toEqual({ ok: true });
    for (const response of [
      await call("GET", `/api/items/${item.id}`),
      await seller.request("GET", `/api/items/${item.id}`),
      await patch(item.id, { title: "Back again" }),
      await seller.request("DELETE", `/api/items/${item.id}`),
    ]) {
      expect(await errorOf(response)).toMatchObject({ status: 410, code: "gone" });
    }
    expect(await (await call("GET", "/api/items?q=xylophone")).json()).toMatchObject({ items: [] });
    const reserve = { item_id: item.id, reservation_type: "buy_now" };
    expect((await buyer.request("POST", "/api/rpc/reserve_item", reserve)).status).toBeGreaterThanOrEqual(404);
    const { count } = (await firstRow`SELECT count(*) AS count FROM items WHERE id = ${item.id}`) as {
      count: number;
    };
    expect(count).toBe(1);
  });
});

describe("permissions for items", () => {
  it("allow changes and deletion only to the owner (A02)", async () => {
    const item = await createItem(seller);
    for (const response of [
      await patch(item.id, { title: "Mine now" }, buyer),
      await patch(item.id, { price: 0 }, buyer),
      await buyer.request("DELETE", `/api/items/${item.id}`),
    ]) {
      expect(await errorOf(response)).toMatchObject({
        status: 403,
        code: "not_owner",
        message: "You can only change your own listings.",
      });
    }
    expect((await call("PATCH", `/api/items/${item.id}`, { title: "Mine now" })).status).toBe(401);
    expect((await call("DELETE", `/api/items/${item.id}`)).status).toBe(401);
    const now = (await (await seller.request("GET", `/api/items/${item.id}`)).json()) as OwnItem;
    expect(now).toMatchObject({ title: item.title, version: 1 });
    for (const id of ["itm_00000000000000000000", "demo-1", "constructor", "..%2f"]) {
      expect((await patch(id, { title: "Nobody's" })).status, id).toBe(404);
    }
  });

  it("deny new items to suspended, banned and restricted sellers", async () => {
    const suspended = await createAccount({ is_suspended: true, suspension_end_date: Date.now() + DAY });
    const banned = await createAccount({ is_banned: true, ban_reason: "Reason" });
    const restricted = await createAccount({ account_restricted: true });
    const body = { title: "Lamp", price: 1, category: "other", condition: "good" };
    const codes = [];
    for (const who of [suspended, banned, restricted]) {
      codes.push((await errorOf(await who.request("POST", "/api/items", body))).code);
    }
    expect(codes).toEqual(["suspended", "banned", "restricted"]);
  });
});
