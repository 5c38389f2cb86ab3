/** My Items: totals, own items, bulk operations (D26, D27, D37). */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { OwnItem } from "#contract/items";
import type { Page } from "#contract/page";
import type { BulkReply, OwnItemRow, SellingSummary } from "#contract/selling/my-items";
import { lastMonths } from "#domain/selling/selling-days";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { createBundle } from "../support/workerd/browse.ts";
import { hold, insertItem, placeOrder, refusal, reply } from "../support/workerd/deals.ts";
import { createItem, putOnSale } from "../support/workerd/listings.ts";
import { firstRow, runSql } from "../support/workerd/sql.ts";

const DAY = 86_400_000;

const get = async <T>(who: TestAccount, path: string) => reply<T>(await who.request("GET", path), 200);
const post = async (who: TestAccount, path: string, body: unknown, headers?: Record<string, string>) =>
  reply<BulkReply>(await who.request("POST", `/api/items/bulk/${path}`, body, headers), 200);
const mine = async (who: TestAccount) => (await get<Page<OwnItemRow>>(who, "/api/items/mine")).items;

async function priceOf(id: string) {
  return firstRow<{
    price_cents: number;
    previous_price_cents: number | null;
    status: string;
    version: number;
    deleted_at: number | null;
  }>`SELECT
    price_cents, previous_price_cents, status, version, deleted_at FROM items WHERE id = ${id}`;
}

describe("GET /api/selling/summary", () => {
  it("counts the seller's own items, sales and value", async () => {
    const seller = await createAccount();
    await createItem(await createAccount(), { price: 999 });
    await createItem(seller, { price: 10.5 });
    const off = await createItem(seller, { price: 20 });
    await reply(await seller.request("PATCH", `/api/items/${off.id}`, { status: "inactive" }), 200);
    const gone = await createItem(seller, { price: 400 });
    await reply(await seller.request("DELETE", `/api/items/${gone.id}`), 200);
    const sold = await createItem(seller, { price: 30 });
    await reply(await seller.request("POST", `/api/items/${sold.id}/sold`, { buyer_id: null }), 200);

    const summary = await get<SellingSummary>(seller, "/api/selling/summary");
    expect(summary).toMatchObject({
      total_items: 3,
      items_sold: 1,
      total_value: 30.5,
      revenue: 30,
      counts: { all: 3, active: 1, sold: 1, inactive: 1, bundles: 0 },
    });
    expect(summary.months).toHaveLength(12);
    expect(summary.months.at(-1)).toMatchObject({ sold: 1, revenue: 30 });
    expect(summary.months.slice(0, -1).every((month) => month.sold === 0 && month.revenue === 0)).toBe(true);
    expect([...summary.months].sort((a, b) => (a.month < b.month ? -1 : 1))).toEqual(summary.months);
  });

  it("uses the amount of the order instead of the listed price, in the month of the sale", async () => {
    const { seller, itemId, order } = await placeOrder({ evidence: true });
    const before = await get<SellingSummary>(seller, "/api/selling/summary");
    expect(before).toMatchObject({ items_sold: 0, revenue: 0, total_value: 45.5 });
    const confirmations = await get<{ items: { id: string }[] }>(seller, "/api/payment-confirmations?status=pending");
    await reply(
      await seller.request("POST", "/api/rpc/confirm_payment_received", {
        confirmation_id: confirmations.items[0]?.id,
      }),
      200,
    );
    const third = lastMonths(Date.now())[2];
    await env.DB.batch([
      env.DB.prepare("UPDATE orders SET amount_cents = 4000 WHERE id = ?").bind(order.order_id),
      env.DB.prepare("UPDATE items SET sold_at = ? WHERE id = ?").bind((third?.from ?? 0) + DAY, itemId),
    ]);
    const summary = await get<SellingSummary>(seller, "/api/selling/summary");
    expect(summary).toMatchObject({ items_sold: 1, revenue: 40, total_value: 0 });
    expect(summary.months[2]).toEqual({ month: third?.month, sold: 1, revenue: 40 });
  });

  it("requires a session", async () => {
    expect((await refusal(await call("GET", "/api/selling/summary"), 401)).code).toBe("not_authenticated");
  });
});

describe("GET /api/items/mine", () => {
  it("returns the minimum price, the views of fourteen days and the number of interested users", async () => {
    const seller = await createAccount();
    const [one, two] = [await createAccount(), await createAccount()];
    const item = await createItem(seller, { price: 50, negotiation_enabled: true, minimum_price: 40.5 });
    const now = Date.now();
    const view = (viewer: string, at: number) =>
      env.DB.prepare("INSERT INTO item_views (item_id, viewer, window_start) VALUES (?, ?, ?)").bind(
        item.id,
        viewer,
        at,
      );
    await env.DB.batch([
      view("a", now),
      view("b", now),
      view("a", now - 13 * DAY),
      view("a", now - 40 * DAY),
      env.DB.prepare("INSERT INTO cart_items (buyer_id, item_id, created_at) VALUES (?, ?, 1)").bind(one.id, item.id),
      env.DB.prepare("INSERT INTO cart_items (buyer_id, item_id, created_at) VALUES (?, ?, 1)").bind(two.id, item.id),
      env.DB.prepare("INSERT INTO wish_lists (id, owner_id, name, created_at) VALUES (?, ?, 'Mine', 1)").bind(
        `wl_${one.id}`,
        one.id,
      ),
      env.DB.prepare(
        "INSERT INTO wish_list_items (list_id, item_id, added_at, price_cents_when_added) VALUES (?, ?, 1, 5000)",
      ).bind(`wl_${one.id}`, item.id),
    ]);
    const [row] = await mine(seller);
    // A user with the item both on a wish list and in the cart counts once.
    expect(row).toMatchObject({ minimum_price: 40.5, interest: 2, sale: null, bundle: null, undo_until: null });
    expect(row?.activity).toHaveLength(14);
    expect(row?.activity.at(-1)).toBe(2);
    expect(row?.activity.reduce((sum, views) => sum + views, 0)).toBe(3);
  });

  it("names the bundle of the item and its current hold", async () => {
    const seller = await createAccount();
    const items = [await createItem(seller), await createItem(seller)];
    const id = await createBundle(
      seller,
      items.map((item) => item.id),
    );
    await hold(await createAccount(), items[0]?.id ?? "");
    const rows = new Map((await mine(seller)).map((row) => [row.id, row]));
    expect(rows.get(items[0]?.id ?? "")).toMatchObject({
      status: "reserved",
      bundle: { id, title: "Everything together" },
    });
    expect(rows.get(items[1]?.id ?? "")?.status).toBe("active");
  });
});

describe("POST /api/items/bulk/price-adjust", () => {
  it("changes each price by the percentage, rounded half up, and keeps the previous price only when it falls", async () => {
    const seller = await createAccount();
    const lamp = await createItem(seller, { price: 45.5 });
    const cup = await createItem(seller, { price: 0.03 });
    await putOnSale(lamp.id, 7);
    const down = await post(seller, "price-adjust", { ids: [lamp.id, cup.id], direction: "decrease", percent: 15 });
    expect(down).toEqual({
      // 45.50 × 0.85 = 38.675; 0.03 × 0.85 = 0.0255.
      results: [
        { id: lamp.id, title: lamp.title, ok: true, from: 45.5, to: 38.68 },
        { id: cup.id, title: cup.title, ok: true, from: 0.03, to: 0.03 },
      ],
      done: 2,
      skipped: 0,
    });
    expect(await priceOf(lamp.id)).toMatchObject({ price_cents: 3_868, previous_price_cents: 4_550 });
    const up = await post(seller, "price-adjust", { ids: [lamp.id], direction: "increase", percent: 0.01 });
    expect(up.results[0]).toMatchObject({ from: 38.68, to: 38.68 });
    await post(seller, "price-adjust", { ids: [lamp.id], direction: "increase", percent: 10 });
    expect(await priceOf(lamp.id)).toMatchObject({ price_cents: 4_255, previous_price_cents: null });
  });

  it("never goes below one cent (A52)", async () => {
    const seller = await createAccount();
    const item = await createItem(seller, { price: 5 });
    const made = await post(seller, "price-adjust", { ids: [item.id], direction: "decrease", percent: 100 });
    expect(made.results[0]).toMatchObject({ ok: true, to: 0.01 });
    expect(await priceOf(item.id)).toMatchObject({ price_cents: 1 });
  });

  it("skips sold, free, held, ordered and other sellers' items, and prices below the minimum, each with a reason (A52)", async () => {
    const { seller, itemId: paying } = await placeOrder({ evidence: false });
    const other = await createAccount();
    const foreign = await createItem(other, { price: 70 });
    const good = await createItem(seller, { price: 10 });
    const free = await createItem(seller, { price: 0 });
    const held = await createItem(seller, { price: 20 });
    await hold(await createAccount(), held.id);
    const sold = await createItem(seller, { price: 30 });
    await reply(await seller.request("POST", `/api/items/${sold.id}/sold`, { buyer_id: null }), 200);
    const floor = await createItem(seller, { price: 50, negotiation_enabled: true, minimum_price: 48 });
    const ids = [foreign.id, good.id, free.id, held.id, sold.id, paying, floor.id, good.id];
    const made = await post(seller, "price-adjust", { ids, direction: "decrease", percent: 10 });
    expect(made.results.map(({ id, ok, code }) => [id, ok, code])).toEqual([
      [foreign.id, false, "not_found"],
      [good.id, true, undefined],
      [free.id, false, "invalid"],
      [held.id, false, "wrong_state"],
      [sold.id, false, "item_sold"],
      [paying, false, "wrong_state"],
      [floor.id, false, "invalid"],
    ]);
    expect(made).toMatchObject({ done: 1, skipped: 6 });
    expect(made.results[0]?.title).toBeNull();
    expect(made.results[6]?.message).toBe("That would be below your minimum price of $48.");
    expect(await priceOf(foreign.id)).toMatchObject({ price_cents: 7_000, version: 1 });
    for (const [id, cents] of [
      [free.id, 0],
      [held.id, 2_000],
      [sold.id, 3_000],
      [paying, 4_550],
      [floor.id, 5_000],
    ] as const) {
      expect((await priceOf(id))?.price_cents).toBe(cents);
    }
  });

  it("changes prices once per idempotency key, even after a lost reply", async () => {
    const seller = await createAccount();
    const item = await createItem(seller, { price: 100 });
    const body = { ids: [item.id], direction: "decrease", percent: 20 };
    const key = { "Idempotency-Key": crypto.randomUUID() };
    await post(seller, "price-adjust", body, key);
    await post(seller, "price-adjust", body, key);
    // Deletes the stored reply, as if the Worker had stopped before storing it.
    await runSql`DELETE FROM idempotency_keys WHERE account_id = ${seller.id}`;
    const again = await post(seller, "price-adjust", body, key);
    expect(again.results[0]).toMatchObject({ ok: true, from: 100, to: 80 });
    expect(await priceOf(item.id)).toMatchObject({ price_cents: 8_000 });
    await post(seller, "price-adjust", body, { "Idempotency-Key": crypto.randomUUID() });
    expect(await priceOf(item.id)).toMatchObject({ price_cents: 6_400 });
  });

  it("makes an open edit of the item stale", async () => {
    const seller = await createAccount();
    const item = await createItem(seller, { price: 100 });
    await post(seller, "price-adjust", { ids: [item.id], direction: "increase", percent: 5 });
    const late = await seller.request("PATCH", `/api/items/${item.id}`, { title: "New words", version: item.version });
    expect((await refusal(late, 409)).code).toBe("stale");
  });

  it("accepts 0.01 to 100 percent with two decimals and 1 to 100 items (A52)", async () => {
    const seller = await createAccount();
    const item = await createItem(seller);
    const good = { ids: [item.id], direction: "decrease", percent: 5 };
    for (const bad of [
      { ...good, percent: 0 },
      { ...good, percent: 100.01 },
      { ...good, percent: 1.005 },
      { ...good, percent: "5" },
      { ...good, direction: "sideways" },
      { ...good, ids: [] },
      { ...good, ids: Array.from({ length: 101 }, () => item.id) },
      { ...good, ids: ["nonsense"] },
      { ...good, price: 1 },
    ]) {
      const answer = await seller.request("POST", "/api/items/bulk/price-adjust", bad);
      expect(answer.status, JSON.stringify(bad)).toBe(422);
    }
    expect(await priceOf(item.id)).toMatchObject({ price_cents: 4_550 });
  });
});

describe("bulk deletion and status changes", () => {
  it("delete active and inactive items, and skip all others with a reason (A53)", async () => {
    const { seller, itemId: paying } = await placeOrder({ evidence: false });
    const foreign = await createItem(await createAccount());
    const active = await createItem(seller);
    const inactive = await createItem(seller);
    await reply(await seller.request("PATCH", `/api/items/${inactive.id}`, { status: "inactive" }), 200);
    const held = await createItem(seller);
    await hold(await createAccount(), held.id);
    const bundled = await createItem(seller);
    await createBundle(seller, [bundled.id], { status: "pending", title: "Two lamps" });
    const ids = [active.id, inactive.id, held.id, paying, foreign.id, bundled.id];
    const made = await post(seller, "delete", { ids, confirm: "DELETE" });
    expect(made.results.map(({ ok, code }) => code ?? ok)).toEqual([
      true,
      true,
      "wrong_state",
      "wrong_state",
      "not_found",
      "wrong_state",
    ]);
    expect(made.results[5]?.message).toBe("Someone is buying it as part of the bundle “Two lamps”.");
    expect((await refusal(await seller.request("DELETE", `/api/items/${bundled.id}`), 409)).code).toBe("wrong_state");
    const gone = await Promise.all(ids.map(async (id) => (await priceOf(id))?.deleted_at !== null));
    expect(gone).toEqual([true, true, false, false, false, false]);
    expect((await seller.request("GET", `/api/items/${active.id}`)).status).toBe(410);
    expect((await post(seller, "delete", { ids: [active.id], confirm: "DELETE" })).done).toBe(1);
  });

  it("require the exact word DELETE (A53)", async () => {
    const seller = await createAccount();
    const item = await createItem(seller);
    for (const confirm of ["delete", "DELETE ", "", undefined]) {
      const answer = await refusal(
        await seller.request("POST", "/api/items/bulk/delete", { ids: [item.id], confirm }),
        422,
      );
      expect(answer.message).toBe("Please type DELETE to confirm.");
    }
    expect((await priceOf(item.id))?.deleted_at).toBeNull();
  });

  it("take a hundred items off sale and back on sale, in one request each", async () => {
    const seller = await createAccount();
    const ids: string[] = [];
    for (let index = 0; index < 100; index++) ids.push(await insertItem(seller));
    const off = await post(seller, "status", { ids, status: "inactive" });
    expect(off).toMatchObject({ done: 100, skipped: 0 });
    expect(off.results.map((result) => result.id)).toEqual(ids);
    const left = await firstRow<{ n: number }>`SELECT count(*) AS n
      FROM items WHERE seller_id = ${seller.id} AND status = 'active'`;
    expect(left?.n).toBe(0);
    expect(await post(seller, "status", { ids: ids.slice(0, 2), status: "active" })).toMatchObject({ done: 2 });
  });

  it("are refused to a banned seller", async () => {
    const seller = await createAccount();
    const item: OwnItem = await createItem(seller);
    await runSql`UPDATE profiles SET is_banned = 1, ban_reason = 'x' WHERE id = ${seller.id}`;
    const body = { ids: [item.id], status: "inactive" };
    expect((await refusal(await seller.request("POST", "/api/items/bulk/status", body), 403)).code).toBe("banned");
  });
});
