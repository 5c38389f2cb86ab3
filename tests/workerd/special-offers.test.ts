/** Special offers: a seller's own offers, and their discount in a cart (D25, A51). */
import { describe, expect, it } from "vitest";
import type { CheckoutView } from "#contract/checkout";
import type { CartReply } from "#contract/checkout/cart";
import type { PurchaseReply } from "#contract/checkout/purchases";
import type { ItemListReply, RelatedReply } from "#contract/items/marketplace";
import type { OwnOffer, OwnOffersReply } from "#contract/selling/special-offers";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { createBuyer, createSeller, insertItem, itemRow, refusal, reply } from "../support/workerd/deals.ts";
import { runSql } from "../support/workerd/sql.ts";
import cases from "./special-offers.json" with { type: "json" };

const DAY = 86_400_000;

function draft(item_ids: string[], rest: Record<string, unknown> = {}): Record<string, unknown> {
  return { title: "Spring clear-out", offer_type: "percentage_off", config: { percentage: 20 }, item_ids, ...rest };
}

const BOGO = { offer_type: "bogo", config: { buy_quantity: 2, get_quantity: 1 } };

const save = (seller: TestAccount, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  seller.request("POST", "/api/special-offers", body, headers);
const make = async (seller: TestAccount, body: Record<string, unknown>) =>
  reply<OwnOffer>(await save(seller, body), 201);
const change = (seller: TestAccount, id: string, body: Record<string, unknown>) =>
  seller.request("PATCH", `/api/special-offers/${id}`, body);
const mine = async (seller: TestAccount) =>
  (await reply<OwnOffersReply>(await seller.request("GET", "/api/special-offers/mine"), 200)).items;
const labelOf = async (seller: TestAccount, itemId: string) => {
  const page = await reply<ItemListReply>(await call("GET", `/api/items?seller_id=${seller.id}&limit=100`), 200);
  return page.items.find((item) => item.id === itemId)?.offer_label;
};

async function put(buyer: TestAccount, ids: readonly string[]): Promise<CartReply> {
  let cart: CartReply | undefined;
  for (const item_id of ids) cart = await reply<CartReply>(await buyer.request("POST", "/api/cart", { item_id }), 201);
  if (!cart) throw new Error("nothing to put in the cart");
  return cart;
}

function buy(buyer: TestAccount, body: Record<string, unknown> = {}): Promise<Response> {
  const whole = { kind: "cart", paymentMethod: "bank_transfer", acknowledged: true, ...body };
  return buyer.request("POST", "/api/purchases", whole, { "Idempotency-Key": crypto.randomUUID() });
}

async function itemsAt(seller: TestAccount, ...cents: number[]): Promise<string[]> {
  return Promise.all(cents.map((price_cents) => insertItem(seller, { price_cents })));
}

describe("a seller's own special offers", () => {
  it("can be created, changed, paused and deleted, and are shown on their items while they run", async () => {
    const seller = await createSeller();
    const [lamp = "", rug = ""] = await itemsAt(seller, 4_000, 6_000);
    const made = await make(seller, draft([lamp, lamp], { description: " All of it. ", ends_at: Date.now() + DAY }));
    expect(made).toMatchObject({
      title: "Spring clear-out",
      description: "All of it.",
      config: { percentage: 20 },
      state: "running",
      label: "20% off at checkout",
      item_ids: [lamp],
      items: [{ price: 40, status: "active" }],
    });
    expect(await labelOf(seller, lamp)).toBe("20% off at checkout");

    const changed = await reply<OwnOffer>(
      await change(seller, made.id, {
        offer_type: "bulk_discount",
        config: { min_quantity: 2, discount_type: "dollar", discount_amount: 12.5 },
        item_ids: [lamp, rug],
      }),
      200,
    );
    expect(changed).toMatchObject({ state: "running", label: "$12.50 off 2 or more", title: "Spring clear-out" });
    expect([...changed.item_ids].sort()).toEqual([lamp, rug].sort());
    expect(await labelOf(seller, rug)).toBe("$12.50 off 2 or more");

    expect(await reply(await change(seller, made.id, { is_active: false }), 200)).toMatchObject({ state: "paused" });
    expect(await labelOf(seller, rug)).toBeNull();
    await reply(await change(seller, made.id, { is_active: true }), 200);
    expect(await mine(seller)).toHaveLength(1);
    expect(await reply(await seller.request("DELETE", `/api/special-offers/${made.id}`), 200)).toEqual({ ok: true });
    expect(await mine(seller)).toEqual([]);
    expect(await labelOf(seller, lamp)).toBeNull();
  });

  it("reduce the amount of the checkout, which also shows the listed price", async () => {
    const seller = await createSeller();
    const [lamp = "", rug = ""] = await itemsAt(seller, 40_00, 25_00);
    await make(seller, draft([lamp]));
    const buyer = await createBuyer();
    const checkout = async (id: string) => {
      await buyer.request("POST", "/api/rpc/reserve_item", { item_id: id, reservation_type: "buy_now" });
      return reply<CheckoutView>(await buyer.request("GET", `/api/items/${id}/checkout`), 200);
    };
    expect(await checkout(lamp)).toMatchObject({ amount: 32, listed: 40 });
    expect(await checkout(rug)).toMatchObject({ amount: 25, listed: 25 });
  });

  it("accept the percentage under two field names, and store it under one", async () => {
    const seller = await createSeller();
    const [lamp = ""] = await itemsAt(seller, 4_000);
    const { config } = await make(seller, draft([lamp], { config: { discount_percentage: 12.5 } }));
    expect(config).toEqual({ percentage: 12.5 });
  });

  it("cannot be read, changed or deleted by other sellers (A02)", async () => {
    const [seller, other] = await Promise.all([createSeller(), createSeller()]);
    const [lamp = ""] = await itemsAt(seller, 4_000);
    const { id } = await make(seller, draft([lamp]));
    expect(await mine(other)).toEqual([]);
    expect(await refusal(await change(other, id, { is_active: false }), 404)).toMatchObject({ code: "not_found" });
    expect(await refusal(await other.request("DELETE", `/api/special-offers/${id}`), 404)).toMatchObject({
      code: "not_found",
    });
    expect(await mine(seller)).toMatchObject([{ id, state: "running" }]);
    expect((await call("GET", "/api/special-offers/mine")).status).toBe(401);
    const suspended = await createAccount({ is_suspended: true, suspension_end_date: Date.now() + DAY });
    expect(await refusal(await save(suspended, draft([lamp])), 403)).toMatchObject({ code: "suspended" });
  });

  it("are refused for other sellers', sold and free items, and nothing is stored (A51)", async () => {
    const [seller, other] = await Promise.all([createSeller(), createSeller()]);
    const [lamp = "", free = ""] = await itemsAt(seller, 4_000, 0);
    const [theirs = ""] = await itemsAt(other, 4_000);
    const sold = await insertItem(seller, { status: "sold", sold_at: Date.now() });
    for (const ids of [[theirs], [lamp, theirs], [lamp, sold], [free], ["itm_00000000000000000000"], []]) {
      const answer = await refusal(await save(seller, draft(ids)), 422);
      expect(answer.details?.fields?.[0]?.field, ids.join()).toBe("item_ids");
    }
    expect(await mine(seller)).toEqual([]);
  });

  it.each(cases.invalid as [string, Record<string, unknown>, string][])(
    "are refused with invalid terms: %s %j",
    async (offer_type, config, field) => {
      const seller = await createSeller();
      const ids = await itemsAt(seller, 2_000, 4_000);
      const answer = await refusal(await save(seller, draft(ids, { offer_type, config })), 422);
      expect(answer.details?.fields?.map((problem) => problem.field)).toEqual([field]);
      expect(await mine(seller)).toEqual([]);
    },
  );

  it("are refused with an end in the past, and can be paused even when an item was deleted (A51)", async () => {
    const seller = await createSeller();
    const ids = await itemsAt(seller, 2_000, 3_000, 4_000);
    const late = await refusal(await save(seller, draft(ids, { ends_at: Date.now() - 1 })), 422);
    expect(late.details?.fields).toEqual([{ field: "ends_at", message: "Choose an end date in the future." }]);
    const { id } = await make(seller, draft(ids, BOGO));
    await runSql`UPDATE items SET deleted_at = 1 WHERE id = ${ids[0]}`;
    expect(await mine(seller)).toMatchObject([{ id, state: "unmet" }]);
    expect(await labelOf(seller, ids[1] ?? "")).toBeNull();
    expect(await reply(await change(seller, id, { is_active: false }), 200)).toMatchObject({ state: "paused" });
    expect(await refusal(await change(seller, id, { is_active: true }), 422)).toMatchObject({ code: "invalid" });
  });

  it("are created once when the request is repeated with its idempotency key", async () => {
    const seller = await createSeller();
    const ids = await itemsAt(seller, 2_000);
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const first = await reply<OwnOffer>(await save(seller, draft(ids), key), 201);
    await runSql`DELETE FROM idempotency_keys WHERE account_id = ${seller.id}`;
    expect((await reply<OwnOffer>(await save(seller, draft(ids), key), 201)).id).toBe(first.id);
    expect(await mine(seller)).toHaveLength(1);
  });
});

describe("an offer on several items", () => {
  it("is shown on its items while enough of them are for sale", async () => {
    const seller = await createSeller();
    const ids = await itemsAt(seller, 3_000, 2_000, 1_000);
    await make(seller, draft(ids, BOGO));
    expect(await labelOf(seller, ids[0] ?? "")).toBe("Buy 2, get 1 free");
    const related = await reply<RelatedReply>(await call("GET", `/api/items/${ids[1]}/related`), 200);
    expect(related.special_offers).toMatchObject([{ offer_type: "bogo", label: "Buy 2, get 1 free" }]);
    await runSql`UPDATE items SET status = 'inactive' WHERE id = ${ids[2]}`;
    expect(await labelOf(seller, ids[0] ?? "")).toBeNull();
  });

  it("is charged as shown in the cart: one total, split to the cent over the orders", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    const ids = await itemsAt(seller, 3_000, 2_000, 1_000);
    await make(seller, draft(ids, BOGO));
    const [first = "", second = "", third = ""] = ids;
    const two = await put(buyer, [first, second]);
    expect(two).toMatchObject({ list_total: 50, total: 50 });
    // An item shows no offer label while the cart does not meet the offer.
    expect(two.groups[0]?.lines.map((line) => line.offer_label)).toEqual([null, null]);
    const cart = await put(buyer, [third]);
    expect(cart).toMatchObject({ list_total: 60, total: 50, held_count: 3 });
    expect(cart.groups[0]?.total).toBe(50);
    const lines = new Map(cart.groups[0]?.lines.map((line) => [line.item_id, line]));
    expect(ids.map((id) => lines.get(id)?.charged)).toEqual([25, 16.67, 8.33]);
    expect(lines.get(third)).toMatchObject({ price: 10, offer_label: "Buy 2, get 1 free" });

    const stale = await refusal(await buy(buyer, { amount: 60 }), 409);
    expect(stale).toMatchObject({ code: "values_changed", details: { current: { amount: 50 } } });
    const { purchase, orders } = await reply<PurchaseReply>(await buy(buyer, { amount: 50 }), 201);
    expect(purchase.amount).toBe(50);
    expect(new Map(orders.map((order) => [order.item_id, order.amount]))).toEqual(
      new Map(ids.map((id) => [id, lines.get(id)?.charged])),
    );
  });

  it("applies to the items bought, not to everything in the cart", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    const ids = await itemsAt(seller, 3_000, 2_000, 1_000);
    await make(seller, draft(ids, BOGO));
    await put(buyer, ids);
    const two = await refusal(await buy(buyer, { itemIds: ids.slice(0, 2), amount: 41.67 }), 409);
    expect(two.details?.current).toEqual({ amount: 50 });
  });

  it("is replaced by an item's own discount where that is better, without adding up", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    const [lamp = "", rug = ""] = await itemsAt(seller, 10_000, 10_000);
    await make(seller, draft([lamp], { config: { percentage: 30 } }));
    const bulk = { offer_type: "bulk_discount", config: { min_quantity: 2, discount_percentage: 10 } };
    await make(seller, draft([lamp, rug], bulk));
    const cart = await put(buyer, [lamp, rug]);
    expect(cart.groups[0]?.lines.map((line) => line.charged)).toEqual([70, 90]);
    expect((await reply<PurchaseReply>(await buy(buyer, { amount: 160 }), 201)).purchase.amount).toBe(160);
  });

  it("does not apply to another seller's items", async () => {
    const [seller, other, buyer] = await Promise.all([createSeller(), createSeller(), createBuyer()]);
    const ids = await itemsAt(seller, 3_000, 2_000);
    const [theirs = ""] = await itemsAt(other, 1_000);
    await make(seller, draft(ids, { offer_type: "bundle", config: { bundle_price: 40 } }));
    const cart = await put(buyer, [...ids, theirs]);
    expect(cart).toMatchObject({ list_total: 60, total: 50 });
    expect(cart.groups.map((group) => group.total).sort()).toEqual([10, 40]);
  });

  it("is cancelled as a whole, without the other items of the cart", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    const ids = await itemsAt(seller, 3_000, 2_000, 1_000);
    const [alone = ""] = await itemsAt(seller, 700);
    await make(seller, draft(ids, BOGO));
    await put(buyer, [...ids, alone]);
    const { orders } = await reply<PurchaseReply>(await buy(buyer), 201);
    const dear = orders.find((order) => order.item_id === ids[0]);
    const cancelled = await buyer.request("POST", `/api/orders/${dear?.id}/cancel`);
    expect(cancelled.status, await cancelled.clone().text()).toBe(200);
    for (const id of ids) expect(await itemRow(id), id).toMatchObject({ status: "active", order_id: null });
    expect(await itemRow(alone)).toMatchObject({ status: "pending_payment" });
  });

  it("leaves every hold at its own price when the purchase fails", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    const ids = await itemsAt(seller, 3_000, 2_000, 1_000);
    await make(seller, draft(ids, BOGO));
    const half = await make(seller, draft([ids[2] ?? ""], { config: { percentage: 50 } }));
    expect(await put(buyer, ids)).toMatchObject({ list_total: 60, total: 50 });
    // The half-price offer has ended, but the holder keeps the price of the hold.
    await reply(await change(seller, half.id, { is_active: false }), 200);
    // The buyer has seen as many sellers' details as allowed per day, which is noticed after all holds are taken.
    await runSql`INSERT INTO payment_reveals (hold_id, method, item_id, buyer_id, seller_id, reference, created_at)
      SELECT 'hld_' || value || ${buyer.id}, 'bank_transfer', 'itm_x', ${buyer.id}, 'acc_' || value, 'X' || value ||
      ${buyer.id}, ${Date.now()} FROM json_each('[1,2,3,4,5,6,7,8,9,10]')`;
    expect((await buy(buyer, { amount: 50 })).status).toBe(429);
    const cart = await reply<CartReply>(await buyer.request("DELETE", `/api/cart/${ids[0]}`), 200);
    expect(cart.groups[0]?.lines.map((line) => [line.charged, line.state])).toEqual([
      [20, "held"],
      [5, "held"],
    ]);
  });

  it("is computed at the time of the purchase, so that an ended offer no longer applies", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    const ids = await itemsAt(seller, 3_000, 2_000, 1_000);
    const { id } = await make(seller, draft(ids, BOGO));
    await put(buyer, ids);
    await reply(await change(seller, id, { is_active: false }), 200);
    const late = await refusal(await buy(buyer, { amount: 50 }), 409);
    expect(late.details?.current).toEqual({ amount: 60 });
  });
});
