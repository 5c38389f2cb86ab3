/** Items marked as sold outside Goodstreet: the buyer, the ten minutes to undo, and the statistics (D36, D43). */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Page } from "#contract/page";
import type { MarkedReply, OwnItemRow, SellingSummary, SoldCandidatesReply } from "#contract/selling/my-items";
import { createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import {
  acknowledge,
  createBuyer,
  createSeller,
  hold,
  insertItem,
  paymentDetails,
  placeOrder,
  readOrder,
  refusal,
  reply,
} from "../support/workerd/deals.ts";
import { firstRow, runSql } from "../support/workerd/sql.ts";

const TEN_MINUTES = 600_000;

const sell = (who: TestAccount, id: string, buyer_id: string | null, headers?: Record<string, string>) =>
  who.request("POST", `/api/items/${id}/sold`, { buyer_id }, headers);
const sold = async (who: TestAccount, id: string, buyerId: string | null) =>
  reply<MarkedReply>(await sell(who, id, buyerId), 200);
const answer = (who: TestAccount, orderId: string | null, mine: boolean) =>
  who.request("POST", `/api/orders/${orderId}/sale-answer`, { mine });
const undo = (who: TestAccount, id: string) => who.request("POST", `/api/items/${id}/sold/undo`);
const candidates = async (who: TestAccount, id: string) =>
  (await reply<SoldCandidatesReply>(await who.request("GET", `/api/items/${id}/sold-candidates`), 200)).items;

async function rowOf(who: TestAccount, id: string) {
  const page = await reply<Page<OwnItemRow>>(await who.request("GET", "/api/items/mine"), 200);
  return page.items.find((item) => item.id === id);
}

async function statusOf(id: string) {
  return firstRow`SELECT status, order_id, sold_at, sold_outside FROM items WHERE id = ${id}`;
}

/** Creates a buyer who held the item, saw the bank details and released the hold. */
async function interested(seller: TestAccount, itemId: string): Promise<TestAccount> {
  const buyer = await createBuyer({ full_name: "Billie Buyer" });
  await hold(buyer, itemId);
  await acknowledge(buyer, itemId);
  await reply(await paymentDetails(buyer, itemId), 200);
  await reply(await buyer.request("DELETE", `/api/items/${itemId}/reservation`), 200);
  expect(seller.id).not.toBe(buyer.id);
  return buyer;
}

describe("POST /api/items/:id/sold", () => {
  it("offers the users who ordered or held the item as buyers", async () => {
    const seller = await createSeller();
    const itemId = await insertItem(seller);
    expect(await candidates(seller, itemId)).toEqual([]);
    const held = await interested(seller, itemId);
    const ordered = await interested(seller, itemId);
    await runSql`INSERT INTO cart_items (buyer_id, item_id, created_at)
      VALUES (${ordered.id}, ${itemId}, ${Date.now() + 5_000})`;
    const found = await candidates(seller, itemId);
    expect(found.map(({ id, display_name, because }) => [id, display_name, because])).toEqual([
      [ordered.id, "Billie B.", "held"],
      [held.id, "Billie B.", "held"],
    ]);
    expect(JSON.stringify(found)).not.toContain("@");
    const { seller: shop, itemId: bought, buyer, order } = await placeOrder({ evidence: false });
    await reply(await buyer.request("POST", `/api/orders/${order.order_id}/cancel`), 200);
    expect(await candidates(shop, bought)).toMatchObject([{ id: buyer.id, because: "ordered" }]);
    expect((await seller.request("GET", `/api/items/${bought}/sold-candidates`)).status).toBe(404);
  });

  it("creates a completed order for a known buyer that both may rate, and emails the buyer", async () => {
    const seller = await createSeller();
    const itemId = await insertItem(seller);
    const buyer = await interested(seller, itemId);
    const marked = await sold(seller, itemId, buyer.id);
    expect(marked).toMatchObject({ status: "sold", undo_until: (marked.sold_at ?? 0) + TEN_MINUTES });
    const orderId = marked.order_id ?? "";
    expect(await rowOf(seller, itemId)).toMatchObject({
      status: "sold",
      undo_until: marked.undo_until,
      sale: {
        order_id: orderId,
        transaction_id: marked.transaction_id,
        buyer: { id: buyer.id, display_name: "Billie B." },
        completed: false,
        disputed: null,
        rated_by_you: false,
      },
    });
    expect(await readOrder(buyer, orderId)).toMatchObject({
      status: "completed",
      payment_method: "outside",
      collection_address_text: "Arranged between yourselves",
      events: [{ kind: "placed" }, { kind: "sold_outside" }],
    });
    const mail = await env.DB.prepare("SELECT to_address, subject FROM mail_outbox WHERE dedupe_key LIKE ?")
      .bind(`order:${orderId}:%`)
      .all<{ to_address: string; subject: string }>();
    expect(mail.results).toEqual([{ to_address: buyer.email, subject: "Marked as sold to you: Brass reading lamp" }]);
    const rating = { transaction_id: marked.transaction_id, rating: 5 };
    // Until the named buyer confirms it, nobody can rate it (D88).
    for (const who of [seller, buyer]) {
      expect((await refusal(await who.request("POST", "/api/ratings", rating), 409)).message).toContain("confirmed");
    }
    expect((await refusal(await answer(seller, orderId, true), 403)).code).toBe("forbidden");
    expect((await readOrder(buyer, orderId)).sale_answer_until).toBeGreaterThan(Date.now() + 13 * 86_400_000);
    for (let n = 0; n < 2; n++) {
      expect(await reply(await answer(buyer, orderId, true), 200)).toMatchObject({
        status: "completed",
        sale_answer_until: null,
        events: [{ kind: "placed" }, { kind: "sold_outside" }, { kind: "sale_confirmed" }],
      });
    }
    expect((await refusal(await answer(buyer, orderId, false), 409)).code).toBe("wrong_state");
    expect((await rowOf(seller, itemId))?.sale?.completed).toBe(true);
    expect((await seller.request("POST", "/api/ratings", rating)).status).toBeLessThan(300);
    expect((await buyer.request("POST", "/api/ratings", { ...rating, rating: 4 })).status).toBeLessThan(300);
    expect((await rowOf(seller, itemId))?.sale?.rated_by_you).toBe(true);
    // Who was rated can't take the deal back, and the rating with it, nor is it offered.
    expect((await rowOf(seller, itemId))?.undo_until).toBeNull();
    expect((await refusal(await undo(seller, itemId), 409)).code).toBe("wrong_state");
  });

  it("loses the name of a person who says it wasn't them, and stays sold (D88)", async () => {
    const seller = await createSeller();
    const itemId = await insertItem(seller);
    const buyer = await interested(seller, itemId);
    const { order_id, transaction_id } = await sold(seller, itemId, buyer.id);
    for (let n = 0; n < 2; n++) {
      expect(await reply(await answer(buyer, order_id, false), 200)).toMatchObject({
        status: "cancelled",
        events: [{ kind: "placed" }, { kind: "sold_outside" }, { kind: "sale_disowned" }],
      });
    }
    expect(await statusOf(itemId)).toMatchObject({ status: "sold", order_id: null, sold_outside: 1 });
    expect((await rowOf(seller, itemId))?.sale).toBeNull();
    expect((await refusal(await answer(buyer, order_id, true), 409)).code).toBe("wrong_state");
    for (const who of [seller, buyer]) {
      expect((await who.request("POST", "/api/ratings", { transaction_id, rating: 1 })).status).toBe(409);
    }
    // The seller may still undo the sale itself.
    expect(await reply(await undo(seller, itemId), 200)).toMatchObject({ status: "active" });
  });

  it("counts a sale to someone else at the asking price, without an order", async () => {
    const seller = await createSeller();
    const itemId = await insertItem(seller);
    const marked = await sold(seller, itemId, null);
    expect(marked).toMatchObject({ order_id: null, transaction_id: null });
    expect(await rowOf(seller, itemId)).toMatchObject({ status: "sold", sale: null, undo_until: marked.undo_until });
    const summary = async () => reply<SellingSummary>(await seller.request("GET", "/api/selling/summary"), 200);
    expect(await summary()).toMatchObject({ items_sold: 1, revenue: 45.5 });
    expect(await reply(await undo(seller, itemId), 200)).toMatchObject({ status: "active", undo_until: null });
    expect(await summary()).toMatchObject({ items_sold: 0, revenue: 0, total_value: 45.5 });
    expect(await statusOf(itemId)).toEqual({ status: "active", order_id: null, sold_at: null, sold_outside: 0 });
  });

  it("refuses an item with an open order, with another user's hold, or already sold", async () => {
    const { seller, itemId, buyer } = await placeOrder({ evidence: false });
    expect((await refusal(await sell(seller, itemId, null), 409)).code).toBe("wrong_state");
    expect((await refusal(await sell(seller, itemId, buyer.id), 409)).code).toBe("wrong_state");
    const held = await insertItem(seller);
    await hold(buyer, held);
    expect((await refusal(await sell(seller, held, null), 409)).details?.until).toBeGreaterThan(Date.now());
    // A sale to the holder is allowed.
    expect((await sold(seller, held, buyer.id)).status).toBe("sold");
    expect((await refusal(await sell(seller, held, null), 409)).code).toBe("item_sold");
  });

  it("refuses other users, and buyers who neither ordered nor held the item", async () => {
    const seller = await createSeller();
    const itemId = await insertItem(seller);
    const stranger = await createAccount();
    expect((await sell(stranger, itemId, null)).status).toBe(404);
    expect((await undo(stranger, itemId)).status).toBe(404);
    for (const buyerId of [stranger.id, seller.id, "acc_00000000000000000000"]) {
      expect((await refusal(await sell(seller, itemId, buyerId), 422)).details?.fields?.[0]?.field).toBe("buyer_id");
    }
    expect((await seller.request("POST", `/api/items/${itemId}/sold`, {})).status).toBe(422);
    expect(await statusOf(itemId)).toMatchObject({ status: "active" });
  });

  it("creates one order for a repeated request", async () => {
    const seller = await createSeller();
    const itemId = await insertItem(seller);
    const buyer = await interested(seller, itemId);
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const first = await reply<MarkedReply>(await sell(seller, itemId, buyer.id, key), 200);
    await runSql`DELETE FROM idempotency_keys WHERE account_id = ${seller.id}`;
    const again = await reply<MarkedReply>(await sell(seller, itemId, buyer.id, key), 200);
    expect({ ...again, server_now: 0 }).toEqual({ ...first, server_now: 0 });
    const deals = await firstRow`SELECT count(*) AS n FROM orders WHERE item_id = ${itemId}`;
    expect(deals).toEqual({ n: 1 });
  });
});

describe("POST /api/items/:id/sold/undo", () => {
  it("cancels an order that nobody confirmed and restores the item's status", async () => {
    const seller = await createSeller();
    const itemId = await insertItem(seller);
    const buyer = await interested(seller, itemId);
    await reply(await seller.request("PATCH", `/api/items/${itemId}`, { status: "inactive" }), 200);
    const { transaction_id, order_id } = await sold(seller, itemId, buyer.id);
    expect(await reply(await undo(seller, itemId), 200)).toMatchObject({ status: "inactive", order_id: null });
    expect(await readOrder(buyer, order_id ?? "")).toMatchObject({
      status: "cancelled",
      events: [{ kind: "placed" }, { kind: "sold_outside" }, { kind: "sale_undone" }],
    });
    expect((await seller.request("POST", "/api/ratings", { transaction_id, rating: 5 })).status).toBe(409);
    // A repeated undo succeeds, and the item can be sold again.
    expect((await undo(seller, itemId)).status).toBe(200);
    expect((await sold(seller, itemId, buyer.id)).order_id).not.toBe(order_id);
  });

  it("and marking it again are limited for one buyer, who gets an email each time (A85)", async () => {
    const [seller, itemId] = await createSeller().then(async (who) => [who, await insertItem(who)] as const);
    const [buyer, other] = [await interested(seller, itemId), await interested(seller, itemId)];
    for (let n = 0; n < 10; n++) {
      await sold(seller, itemId, buyer.id);
      await reply(await undo(seller, itemId), 200);
    }
    expect((await sell(seller, itemId, buyer.id)).status).toBe(429);
    await sold(seller, itemId, other.id);
  });

  it("refuses after ten minutes, also when the item was not read meanwhile", async () => {
    const seller = await createSeller();
    const long = await insertItem(seller, { status: "sold", sold_outside: true, sold_at: Date.now() - TEN_MINUTES });
    const just = await insertItem(seller, { status: "sold", sold_outside: true, sold_at: Date.now() - 60_000 });
    expect((await rowOf(seller, long))?.undo_until).toBeNull();
    expect((await rowOf(seller, just))?.undo_until).toBeGreaterThan(Date.now());
    const late = await refusal(await undo(seller, long), 409);
    expect(late.message).toBe("You can only undo a sale within 10 minutes.");
    expect(await statusOf(long)).toMatchObject({ status: "sold" });
    // The earlier status is unknown here, so the item becomes inactive rather than active.
    expect(await reply(await undo(seller, just), 200)).toMatchObject({ status: "inactive" });
  });

  it("refuses a sale made through Goodstreet", async () => {
    const { seller, itemId } = await placeOrder({ evidence: true });
    const { items } = await reply<{ items: { id: string }[] }>(
      await seller.request("GET", "/api/payment-confirmations?status=pending"),
      200,
    );
    await reply(
      await seller.request("POST", "/api/rpc/confirm_payment_received", { confirmation_id: items[0]?.id }),
      200,
    );
    expect((await refusal(await undo(seller, itemId), 409)).code).toBe("item_sold");
    expect(await rowOf(seller, itemId)).toMatchObject({ undo_until: null, sale: { completed: false } });
  });
});

describe("concurrent hold and marked sale", () => {
  it("end with the item either held or sold", async () => {
    const seller = await createSeller();
    for (let round = 0; round < 5; round++) {
      const itemId = await insertItem(seller);
      const buyer = await createBuyer();
      const [marked, held] = await Promise.all([
        sell(seller, itemId, null),
        buyer.request("POST", "/api/rpc/reserve_item", { item_id: itemId, reservation_type: "buy_now" }),
      ]);
      const row = await firstRow<{ status: string; holder_id: string | null }>`SELECT status, holder_id
        FROM items WHERE id = ${itemId}`;
      if (marked.status === 200) expect(row).toEqual({ status: "sold", holder_id: null });
      else expect(row).toEqual({ status: "active", holder_id: buyer.id });
      expect([marked.status, held.status].filter((status) => status === 200)).toHaveLength(1);
    }
  });
});
