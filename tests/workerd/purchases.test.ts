/** Buying carts and bundles at once: all or nothing, exact to the cent, with recovery after a crash (D38). */

import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { PaymentDetailsReply } from "#contract/checkout";
import type { CartReply } from "#contract/checkout/cart";
import type { BundleCheckoutView, PurchaseReply } from "#contract/checkout/purchases";
import { DEFAULT_HOLD_MS } from "#domain/deadlines";
import { release } from "../../durable/item-room/commands/holds.ts";
import { cancelOrder } from "../../durable/item-room/commands/orders.ts";
import { finishIncompletePurchases } from "../../worker/features/checkout/purchases/jobs.ts";
import { createPurchase } from "../../worker/features/checkout/purchases/purchases.ts";
import { createServices } from "../../worker/services.ts";
import type { TestAccount } from "../support/workerd/accounts.ts";
import { createBundle } from "../support/workerd/browse.ts";
import { advance } from "../support/workerd/clock.ts";
import { createBuyer, createSeller, hold, insertItem, itemRow, refusal, reply } from "../support/workerd/deals.ts";
import { envBefore, inRoom } from "../support/workerd/rooms.ts";
import { allRows, firstRow, runSql } from "../support/workerd/sql.ts";

const MINUTE = 60_000;
const services = createServices(env, () => undefined);

type Body = Record<string, unknown>;

function buy(buyer: TestAccount, body: Body, key: string = crypto.randomUUID()): Promise<Response> {
  const whole = { paymentMethod: "bank_transfer", acknowledged: true, ...body };
  return buyer.request("POST", "/api/purchases", whole, { "Idempotency-Key": key });
}

const bought = async (buyer: TestAccount, body: Body, key?: string) =>
  reply<PurchaseReply>(await buy(buyer, body, key), 201);

async function fill(buyer: TestAccount, itemIds: readonly string[]): Promise<void> {
  for (const item_id of itemIds) {
    await reply<CartReply>(await buyer.request("POST", "/api/cart", { item_id }), 201);
  }
}

async function orderRows(buyer: TestAccount) {
  const { results } = await allRows<{
    item_id: string;
    status: string;
    amount_cents: number;
    bank_reference: string;
    purchase_id: string;
  }>`SELECT
    item_id, status, amount_cents, bank_reference, purchase_id FROM orders WHERE buyer_id = ${buyer.id} ORDER BY
    item_id`;
  return results;
}

async function bundleStatus(id: string): Promise<string | undefined> {
  const row = await firstRow<{ status: string }>`SELECT status FROM bundles WHERE id = ${id}`;
  return row?.status;
}

async function purchaseStatuses(buyer: TestAccount): Promise<string[]> {
  const { results } = await allRows<{ status: string }>`SELECT status
    FROM purchases WHERE buyer_id = ${buyer.id} ORDER BY created_at`;
  return results.map((row) => row.status);
}

async function expectFree(itemIds: readonly string[]): Promise<void> {
  for (const id of itemIds) expect(await itemRow(id)).toMatchObject({ status: "active", order_id: null });
}

/** Creates a bundle of three items at 45.50, 20.00 and 10.49 (75.99 in total) for 50.00. */
async function readyBundle(overrides: Parameters<typeof createBundle>[2] = {}) {
  const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
  const ids: string[] = [];
  for (const price_cents of [4_550, 2_000, 1_049]) ids.push(await insertItem(seller, { price_cents }));
  const bundleId = await createBundle(seller, ids, { bundle_price_cents: 5_000, ...overrides });
  return { seller, buyer, ids, bundleId };
}

describe("buying a cart", () => {
  it("creates one order per item at the held price, with one reference for one transfer", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    const ids = [await insertItem(seller), await insertItem(seller, { price_cents: 1_999 }), await insertItem(seller)];
    await fill(buyer, ids);
    const { purchase, orders } = await bought(buyer, { kind: "cart", amount: 110.99 });
    expect(purchase).toMatchObject({ kind: "cart", amount: 110.99, status: "awaiting_payment", bundle: null });
    expect(orders.map((order) => order.amount).sort((a, b) => a - b)).toEqual([19.99, 45.5, 45.5]);
    expect(new Set(orders.map((order) => order.reference_number))).toEqual(new Set([purchase.reference_number]));
    expect(purchase.reference_number).toMatch(/^GS\d{8}$/);
    expect(purchase.bank_details).toMatchObject({ bsb: "062-000" });
    expect(orders.map((order) => order.counterparty.display_name)).toEqual(Array(3).fill("Sam S."));
    for (const id of ids) expect(await itemRow(id)).toMatchObject({ status: "pending_payment" });
    expect((await orderRows(buyer)).every((row) => row.purchase_id === purchase.id)).toBe(true);
    expect(await reply<CartReply>(await buyer.request("GET", "/api/cart"), 200)).toMatchObject({ count: 0 });
    const again = await reply<PurchaseReply>(await buyer.request("GET", `/api/purchases/${purchase.id}`), 200);
    expect(again.purchase).toEqual(purchase);
  });

  it("completes free items at once and charges the rest", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    const [gift, lamp] = [await insertItem(seller, { price_cents: 0 }), await insertItem(seller)];
    await fill(buyer, [gift, lamp]);
    const { purchase, orders } = await bought(buyer, { kind: "cart" });
    expect(purchase.amount).toBe(45.5);
    expect(orders.find((order) => order.item_id === gift)).toMatchObject({
      payment_method: "free",
      status: "payment_confirmed",
      amount: 0,
    });
    expect(orders.find((order) => order.item_id === lamp)).toMatchObject({ status: "awaiting_payment" });
  });

  it("sets one payment deadline before the first collection, and offers no transfer too close to it (D55)", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    const first = Date.now() + 40 * 60 * MINUTE;
    await fill(buyer, [await insertItem(seller, { collection_date: first }), await insertItem(seller)]);
    const { orders } = await bought(buyer, { kind: "cart" });
    expect(orders.map((order) => order.payment_deadline)).toEqual([first - 24 * 60 * MINUTE, first - 24 * 60 * MINUTE]);

    await fill(buyer, [
      await insertItem(seller, { collection_date: Date.now() + 24 * 60 * MINUTE }),
      await insertItem(seller),
    ]);
    const cart = await reply<CartReply>(await buyer.request("GET", "/api/cart"), 200);
    expect(cart).toMatchObject({
      methods: ["stripe"],
      too_late: ["bank_transfer"],
      groups: [{ too_late: ["bank_transfer"] }],
    });
    expect(await refusal(await buy(buyer, { kind: "cart" }), 422)).toMatchObject({
      message: "Bank transfer needs at least a day before pickup.",
    });
  });

  it("of free items alone accepts only the method for free items", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    const gifts = [await insertItem(seller, { price_cents: 0 }), await insertItem(seller, { price_cents: 0 })];
    await fill(buyer, gifts);
    expect(await refusal(await buy(buyer, { kind: "cart" }), 422)).toMatchObject({ code: "method_not_accepted" });
    const { purchase } = await bought(buyer, { kind: "cart", paymentMethod: "free" });
    expect(purchase).toMatchObject({ amount: 0, status: "paid" });
    for (const id of gifts) expect(await itemRow(id)).toMatchObject({ status: "sold" });
  });

  it("buys nothing when one hold has lapsed, and names that item", async () => {
    const [seller, buyer, other] = await Promise.all([createSeller(), createBuyer(), createBuyer()]);
    const lamp = await insertItem(seller, { title: "The lapsed lamp" });
    await fill(buyer, [lamp]);
    advance(DEFAULT_HOLD_MS + 1_000);
    const ids = [await insertItem(seller), await insertItem(seller)];
    await fill(buyer, ids);
    const refused = await refusal(await buy(buyer, { kind: "cart", itemIds: [...ids, lamp] }), 409);
    expect(refused).toMatchObject({ code: "hold_expired", message: expect.stringContaining("The lapsed lamp") });
    expect(await orderRows(buyer)).toEqual([]);
    // The other holds remain, so that the buyer can order without the lapsed item.
    for (const id of ids) expect(await itemRow(id)).toMatchObject({ status: "active", holder_id: buyer.id });
    await hold(other, lamp);
    const { orders } = await bought(buyer, { kind: "cart" });
    expect(orders.map((order) => order.item_id).sort()).toEqual([...ids].sort());
  });

  it("allows a bank transfer for items of one seller only", async () => {
    const [sam, kim, buyer] = await Promise.all([createSeller(), createSeller(), createBuyer()]);
    const [lamp, chair] = [await insertItem(sam), await insertItem(kim)];
    await fill(buyer, [lamp, chair]);
    expect(await refusal(await buy(buyer, { kind: "cart" }), 422)).toMatchObject({ code: "method_not_accepted" });
    const { orders } = await bought(buyer, { kind: "cart", itemIds: [chair] });
    expect(orders.map((order) => order.item_id)).toEqual([chair]);
    expect(await itemRow(lamp)).toMatchObject({ status: "active", holder_id: buyer.id });
  });

  it("refuses another amount, a missing acknowledgement, and a priced cart as free", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    await fill(buyer, [await insertItem(seller)]);
    expect(await refusal(await buy(buyer, { kind: "cart", amount: 0.01 }), 409)).toMatchObject({
      code: "values_changed",
      details: { current: { amount: 45.5 } },
    });
    expect(await refusal(await buy(buyer, { kind: "cart", acknowledged: false }), 422)).toMatchObject({
      code: "acknowledgement_required",
    });
    expect(await refusal(await buy(buyer, { kind: "cart", paymentMethod: "free" }), 409)).toMatchObject({
      code: "item_not_free",
    });
    expect(await refusal(await buy(buyer, { kind: "cart", buyerId: "acc_00000000" }), 422)).toMatchObject({
      code: "unknown_field",
    });
    expect(await orderRows(buyer)).toEqual([]);
  });

  it("returns the same purchase when repeated with its idempotency key, even after a lost reply", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    await fill(buyer, [await insertItem(seller), await insertItem(seller)]);
    const key = crypto.randomUUID();
    const first = await bought(buyer, { kind: "cart" }, key);
    expect((await bought(buyer, { kind: "cart" }, key)).purchase).toEqual(first.purchase);
    await runSql`DELETE FROM idempotency_keys WHERE account_id = ${buyer.id}`;
    expect((await bought(buyer, { kind: "cart" }, key)).purchase.id).toBe(first.purchase.id);
    expect(await orderRows(buyer)).toHaveLength(2);
    // Also after it was cancelled.
    for (const { id } of first.orders) await reply(await buyer.request("POST", `/api/orders/${id}/cancel`), 200);
    await runSql`DELETE FROM idempotency_keys WHERE account_id = ${buyer.id}`;
    const { purchase } = await bought(buyer, { kind: "cart" }, key);
    expect(purchase).toMatchObject({ id: first.purchase.id, status: "cancelled" });
  });

  it("gives everything back when the room of a later item refuses, free items included, and names that item", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    const gifts = [
      await insertItem(seller, { price_cents: 0, title: "The lapsed lamp" }),
      await insertItem(seller, { price_cents: 0, title: "The lapsed lamp" }),
    ].sort();
    await fill(buyer, gifts);
    // Orders are placed in the order of the ids. The hold of the last item ends just before its order.
    const last = gifts[1] ?? "";
    const lapsing = envBefore(last, "begin_checkout", () => inRoom(last, release({ userId: buyer.id })));
    const sent = { kind: "cart", paymentMethod: "free", acknowledged: true } as const;
    expect(await createPurchase({ ...services, env: lapsing }, buyer.id, sent, null)).toMatchObject({
      code: "hold_expired",
      message: expect.stringContaining("The lapsed lamp: "),
    });
    await expectFree(gifts);
    expect((await orderRows(buyer)).map(({ status }) => status)).toEqual(["refunded"]);
    expect(await purchaseStatuses(buyer)).toEqual(["failed"]);
  });

  it("is not limited by the free items that its buyer has claimed, unless it has one (A104)", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    for (let n = 0; n < 5; n++) {
      const gift = await insertItem(seller, { price_cents: 0 });
      await fill(buyer, [gift]);
      await bought(buyer, { kind: "cart", paymentMethod: "free" });
    }
    const [lamp, gift] = [await insertItem(seller), await insertItem(seller, { price_cents: 0 })];
    await fill(buyer, [lamp, gift]);
    expect((await refusal(await buy(buyer, { kind: "cart" }), 429)).code).toBe("holding_limit");
    await bought(buyer, { kind: "cart", itemIds: [lamp] });
  });

  it("answers 404 to everyone but its buyer (A01)", async () => {
    const [seller, buyer, stranger] = await Promise.all([createSeller(), createBuyer(), createBuyer()]);
    await fill(buyer, [await insertItem(seller)]);
    const { purchase } = await bought(buyer, { kind: "cart" });
    for (const who of [seller, stranger]) {
      expect((await who.request("GET", `/api/purchases/${purchase.id}`)).status).toBe(404);
    }
  });
});

describe("the payment step of several items (D76)", () => {
  const details = (buyer: TestAccount, body: Body) =>
    buyer.request("POST", "/api/purchases/payment-details", { acknowledged: true, ...body });
  const holds = (buyer: TestAccount, bundleId: string, method: "POST" | "DELETE") =>
    buyer.request(method, `/api/bundles/${bundleId}/checkout/holds`, method === "POST" ? {} : undefined);

  it.each(["cart", "bundle"] as const)(
    "shows the holder of a %s one reference, which its orders keep",
    async (kind) => {
      const { buyer, ids, bundleId } = await readyBundle();
      const wanted = kind === "cart" ? { kind, itemIds: ids } : { kind, bundleId };
      expect((await refusal(await details(buyer, wanted), 409)).code).toBe("hold_expired");
      if (kind === "cart") await fill(buyer, ids);
      else await reply(await holds(buyer, bundleId, "POST"), 200);
      expect((await refusal(await details(buyer, { ...wanted, acknowledged: false }), 422)).code).toBe(
        "acknowledgement_required",
      );
      const shown = await reply<PaymentDetailsReply>(await details(buyer, wanted), 200);
      expect(shown).toMatchObject({ amount: kind === "cart" ? 75.99 : 50, bank_details: { bsb: "062-000" } });
      expect(await reply(await details(buyer, wanted), 200)).toMatchObject({
        reference_number: shown.reference_number,
      });
      const { orders } = await bought(buyer, wanted);
      expect(new Set(orders.map((order) => order.reference_number))).toEqual(new Set([shown.reference_number]));
    },
  );

  it("holds all items of a bundle as one hold, and gives them back", async () => {
    const { seller, buyer, ids, bundleId } = await readyBundle();
    for (let n = 0; n < 4; n++) await hold(buyer, await insertItem(seller));
    const held = await reply<BundleCheckoutView>(await holds(buyer, bundleId, "POST"), 200);
    expect(held.reserved_until).toBe(
      (await reply<BundleCheckoutView>(await holds(buyer, bundleId, "POST"), 200)).reserved_until,
    );
    expect(
      (
        await refusal(
          await buyer.request("POST", "/api/rpc/reserve_item", {
            item_id: await insertItem(seller),
            reservation_type: "buy_now",
          }),
          429,
        )
      ).code,
    ).toBe("holding_limit");
    for (const id of ids) expect(await itemRow(id)).toMatchObject({ holder_id: buyer.id });
    await reply(await holds(buyer, bundleId, "DELETE"), 200);
    for (const id of ids) expect(await itemRow(id)).toMatchObject({ holder_id: null });
  });

  it("holds none when another buyer has one, and leaves the buyer's own cart as it was", async () => {
    const { buyer, ids, bundleId } = await readyBundle();
    const [first = "", , last = ""] = ids.toSorted();
    await fill(buyer, [first]);
    await hold(await createBuyer(), last);
    await refusal(await holds(buyer, bundleId, "POST"), 409);
    expect(await itemRow(first)).toMatchObject({ holder_id: buyer.id });
    await reply(await holds(buyer, bundleId, "DELETE"), 200);
    expect(await itemRow(first)).toMatchObject({ holder_id: buyer.id });
  });
});

describe("buying a bundle", () => {
  it("splits its price to the cent over the items, and marks it as sold once everything is paid", async () => {
    const { seller, buyer, ids, bundleId } = await readyBundle();
    const view = await reply<BundleCheckoutView>(await buyer.request("GET", `/api/bundles/${bundleId}/checkout`), 200);
    expect(view).toMatchObject({
      amount: 50,
      methods: expect.arrayContaining(["bank_transfer"]),
      seller_name: "Sam S.",
    });
    expect(view.pay_by.bank_transfer).toBeGreaterThan(Date.now());
    expect(view.items.map(({ price }) => price).sort()).toEqual([10.49, 20, 45.5]);
    expect(view.title).not.toBe("");
    const { purchase, orders } = await bought(buyer, { kind: "bundle", bundleId, amount: 50 });
    expect(purchase).toMatchObject({ kind: "bundle", amount: 50, bundle: { id: bundleId } });
    const byItem = new Map((await orderRows(buyer)).map((row) => [row.item_id, row.amount_cents]));
    expect(ids.map((id) => byItem.get(id))).toEqual([2_994, 1_316, 690]);
    expect(await bundleStatus(bundleId)).toBe("pending");
    for (const order of orders) {
      const evidence = { referenceNumber: purchase.reference_number };
      await reply(await buyer.request("POST", `/api/orders/${order.id}/evidence`, evidence), 200);
    }
    const { items } = await reply<{ items: { id: string }[] }>(
      await seller.request("GET", "/api/payment-confirmations?status=pending"),
      200,
    );
    expect(items).toHaveLength(3);
    for (const { id } of items) {
      expect(await bundleStatus(bundleId)).toBe("pending");
      await reply(await seller.request("POST", "/api/rpc/confirm_payment_received", { confirmation_id: id }), 200);
    }
    expect(await bundleStatus(bundleId)).toBe("sold");
  });

  it("can be cancelled as a whole, which returns the bundle to sale", async () => {
    const { buyer, ids, bundleId } = await readyBundle();
    const { orders } = await bought(buyer, { kind: "bundle", bundleId });
    // Cancelling one order of a bundle cancels the others too.
    await reply(await buyer.request("POST", `/api/orders/${orders[0]?.id}/cancel`), 200);
    await expectFree(ids);
    expect(await bundleStatus(bundleId)).toBe("active");
    const other = await createBuyer();
    await bought(other, { kind: "bundle", bundleId });
  });

  it("cannot be cancelled in part once another part has been paid", async () => {
    const { buyer, bundleId } = await readyBundle();
    const { orders, purchase } = await bought(buyer, { kind: "bundle", bundleId });
    const [dear, cheap] = orders;
    const evidence = { referenceNumber: purchase.reference_number };
    await reply(await buyer.request("POST", `/api/orders/${dear?.id}/evidence`, evidence), 200);
    expect(await refusal(await buyer.request("POST", `/api/orders/${cheap?.id}/cancel`), 409)).toMatchObject({
      code: "wrong_state",
    });
    expect((await orderRows(buyer)).filter((row) => row.status === "cancelled")).toEqual([]);
  });

  it("is refused while another buyer holds a part, without holding the others (A50)", async () => {
    const { buyer, ids, bundleId } = await readyBundle();
    const other = await createBuyer();
    await hold(other, ids[1] ?? "");
    expect(await refusal(await buy(buyer, { kind: "bundle", bundleId }), 409)).toMatchObject({
      code: "item_unavailable",
    });
    expect(await refusal(await buyer.request("GET", `/api/bundles/${bundleId}/checkout`), 409)).toBeDefined();
    expect(await itemRow(ids[0] ?? "")).toMatchObject({ holder_id: null });
    expect(await itemRow(ids[2] ?? "")).toMatchObject({ holder_id: null });
    expect(await bundleStatus(bundleId)).toBe("active");
  });

  it("succeeds for exactly one of several concurrent buyers, and leaves the others without orders (A50)", async () => {
    const { ids, bundleId } = await readyBundle();
    const buyers = await Promise.all(Array.from({ length: 6 }, () => createBuyer()));
    const replies = await Promise.all(buyers.map((buyer) => buy(buyer, { kind: "bundle", bundleId })));
    expect(replies.map((one) => one.status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    const winner = replies.findIndex((one) => one.status === 201);
    for (const [index, buyer] of buyers.entries()) {
      expect(await orderRows(buyer)).toHaveLength(index === winner ? 3 : 0);
    }
    for (const id of ids) expect(await itemRow(id)).toMatchObject({ status: "pending_payment" });
  });

  it("at the same moment as its parts never sells an item twice or leaves one locked", async () => {
    for (let round = 0; round < 4; round++) {
      const { seller, buyer, ids, bundleId } = await readyBundle();
      const overlap = await createBundle(seller, ids.slice(1), { bundle_price_cents: 2_000 });
      const [other, single] = await Promise.all([createBuyer(), createBuyer()]);
      const [whole, part, one] = await Promise.all([
        buy(buyer, { kind: "bundle", bundleId }),
        buy(other, { kind: "bundle", bundleId: overlap }),
        single.request("POST", "/api/cart", { item_id: ids[2] }),
      ]);
      const [a, b] = [await orderRows(buyer), await orderRows(other)];
      const live = (rows: { status: string }[]) => rows.filter((row) => row.status !== "cancelled").length;
      expect(live(a), await whole.clone().text()).toBe(whole.status === 201 ? 3 : 0);
      expect(live(b), await part.clone().text()).toBe(part.status === 201 ? 2 : 0);
      expect([whole, part, one].filter((answer) => answer.status === 201).length).toBeLessThanOrEqual(1);
      for (const id of ids) {
        const row = await itemRow(id);
        if (whole.status !== 201 && part.status !== 201) expect(row?.order_id).toBeNull();
        if (row?.holder_id) expect(row.holder_id).toBe(single.id);
      }
      expect(await bundleStatus(bundleId)).toBe(whole.status === 201 ? "pending" : "active");
      expect(await bundleStatus(overlap)).toBe(part.status === 201 ? "pending" : "active");
    }
  });

  it("keeps the holds of the cart at their own price when the purchase fails", async () => {
    const { seller, buyer, ids, bundleId } = await readyBundle();
    await fill(buyer, ids.slice(0, 1));
    // The missing bank details are noticed after the holds and before the first order.
    await runSql`UPDATE profiles SET bank_details = NULL WHERE id = ${seller.id}`;
    expect((await buy(buyer, { kind: "bundle", bundleId })).status).toBe(422);
    expect(await reply<CartReply>(await buyer.request("GET", "/api/cart"), 200)).toMatchObject({
      held_count: 1,
      total: 45.5,
    });
  });

  it("is refused for its own seller, for a part below its share, and when the bundle is deleted (A30)", async () => {
    const { seller, buyer, ids, bundleId } = await readyBundle();
    expect(await refusal(await buy(seller, { kind: "bundle", bundleId }), 403)).toMatchObject({ code: "own_item" });
    await runSql`UPDATE items SET price_cents = 1 WHERE id = ${ids[0] ?? ""}`;
    expect((await buy(buyer, { kind: "bundle", bundleId })).status).toBe(409);
    await runSql`UPDATE bundles SET status = 'deleted' WHERE id = ${bundleId}`;
    expect((await buy(buyer, { kind: "bundle", bundleId })).status).toBe(404);
  });

  it("takes date and address from the bundle, and keeps the address private", async () => {
    const date = Date.now() + 9 * 86_400_000;
    const { buyer, bundleId } = await readyBundle({ collection_date: date, collection_address: "9 Bundle Court" });
    const response = await buy(buyer, { kind: "bundle", bundleId });
    const text = await response.clone().text();
    const { orders } = await reply<PurchaseReply>(response, 201);
    expect(orders.every((order) => order.collection_date === date)).toBe(true);
    expect(text).not.toContain("9 Bundle Court");
  });
});

describe("a purchase whose Worker stopped half-way", () => {
  async function halfMade(orders: number) {
    const { buyer, ids, bundleId } = await readyBundle();
    const key = crypto.randomUUID();
    const { purchase } = await bought(buyer, { kind: "bundle", bundleId }, key);
    // Restores the state before the end: the record says "placing", and the later orders do not exist.
    await runSql`UPDATE purchases SET status = 'placing' WHERE id = ${purchase.id}`;
    await runSql`DELETE FROM idempotency_keys WHERE account_id = ${buyer.id}`;
    const made = await orderRows(buyer);
    for (const row of made.slice(orders)) {
      const order = await firstRow<{ id: string }>`SELECT id
        FROM orders WHERE item_id = ${row.item_id} AND buyer_id = ${buyer.id}`;
      await inRoom(row.item_id, cancelOrder({ userId: buyer.id, orderId: order?.id ?? "" }));
    }
    return { buyer, ids, bundleId, key, purchase };
  }

  it("is completed by the job when every order exists", async () => {
    const { buyer, purchase } = await halfMade(3);
    advance(3 * MINUTE);
    expect(await finishIncompletePurchases(services)).toBe(1);
    expect(await purchaseStatuses(buyer)).toEqual(["placed"]);
    expect((await buyer.request("GET", `/api/purchases/${purchase.id}`)).status).toBe(200);
  });

  it("is undone by the job when an order is missing, which returns the bundle to sale (A50, A111)", async () => {
    const { buyer, ids, bundleId } = await halfMade(2);
    advance(3 * MINUTE);
    await finishIncompletePurchases(services);
    expect(await purchaseStatuses(buyer)).toEqual(["failed"]);
    await expectFree(ids);
    expect(await bundleStatus(bundleId)).toBe("active");
    expect(await finishIncompletePurchases(services)).toBe(0);
  });

  it("is left alone while its request may still be running", async () => {
    const { buyer } = await halfMade(2);
    expect(await finishIncompletePurchases(services)).toBe(0);
    expect(await purchaseStatuses(buyer)).toEqual(["placing"]);
    advance(3 * MINUTE);
    await finishIncompletePurchases(services);
  });

  it("is placed again, once, when the request is repeated with its idempotency key", async () => {
    const { buyer, bundleId, key } = await halfMade(1);
    const { orders } = await bought(buyer, { kind: "bundle", bundleId }, key);
    expect(orders).toHaveLength(3);
    expect((await purchaseStatuses(buyer)).sort()).toEqual(["failed", "placed"]);
    expect((await orderRows(buyer)).filter((row) => row.status === "awaiting_payment")).toHaveLength(3);
  });
});
