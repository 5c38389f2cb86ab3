/** Paying in cash or by PayID at pick-up (D53, A118, A119). */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { CheckoutView, TransactionView } from "#contract/checkout";
import type { CartReply } from "#contract/checkout/cart";
import type { PurchaseReply } from "#contract/checkout/purchases";
import { CASH_PROBLEMS } from "#contract/copy";
import type { OrderView } from "#contract/orders";
import { CASH_ORDERS_MAX } from "#domain/deadlines";
import { release } from "../../durable/item-room/commands/holds.ts";
import { endCollection } from "../../durable/item-room/commands/orders.ts";
import { app } from "../../worker/app.ts";
import { claimCash, findCashProblem } from "../../worker/features/checkout/cash-queries.ts";
import { settleDecision } from "../../worker/features/purchases/purchases.ts";
import { createAccount, ORIGIN, type TestAccount } from "../support/workerd/accounts.ts";
import { createBundle } from "../support/workerd/browse.ts";
import {
  actOn,
  cashOrder,
  cashSeller,
  heldItem,
  moneyRows,
  oldBuyer,
  payCash,
  WINDOW,
} from "../support/workerd/cash.ts";
import { stopClock } from "../support/workerd/clock.ts";
import {
  ADDRESS,
  acknowledge,
  createBuyer,
  createSeller,
  DAY,
  hold,
  insertItem,
  itemRow,
  readOrder,
  refusal,
  reply,
  transact,
} from "../support/workerd/deals.ts";
import { emailTo } from "../support/workerd/email.ts";
import { runCron, testServices } from "../support/workerd/missed-payments.ts";
import { envBefore, inRoom } from "../support/workerd/rooms.ts";
import { allRows, firstRow, runSql } from "../support/workerd/sql.ts";

beforeEach(() => stopClock());

const at = (ms: number) => vi.setSystemTime(ms);
const order200 = async (response: Promise<Response>) => reply<OrderView>(await response, 200);
const checkoutOf = async (buyer: TestAccount, itemId: string) =>
  reply<CheckoutView>(await buyer.request("GET", `/api/items/${itemId}/checkout`), 200);

async function openCash(buyer: TestAccount): Promise<number> {
  const row = await firstRow<{ n: number }>`SELECT count(*) AS n
    FROM orders WHERE buyer_id = ${buyer.id} AND status = 'awaiting_collection'`;
  return row?.n ?? -1;
}

describe("an order paid at pick-up", () => {
  it("locks the item without a payment deadline, and is completed and paid by the buyer's code", async () => {
    const { seller, buyer, itemId, order, starts } = await cashOrder();
    expect(order).toMatchObject({ payment_method: "cash", payment_status: "pending", payment_deadline: null });
    expect(await itemRow(itemId)).toMatchObject({ status: "pending_payment", order_id: order.order_id });
    expect((await emailTo(buyer.email, "It's reserved for you")).text).toContain("in cash or by PayID");
    expect((await emailTo(seller.email, "New order, paid at pickup")).text).toContain("Once you have the money");

    const own = await readOrder(buyer, order.order_id);
    expect(own).toMatchObject({ status: "awaiting_collection", bank_details: null, collection_address: null });
    expect(own.abilities).toMatchObject({ call_off: true, cancel: false, collect: false, open_dispute: false });
    at(starts - DAY);
    expect((await readOrder(buyer, order.order_id)).collection_address).toBe(ADDRESS);

    at(starts + 60_000);
    for (const verb of ["collected", "cancel"]) {
      expect((await refusal(await actOn(buyer, order, verb), 409)).code).toBe("wrong_state");
    }
    const code = own.handover?.code ?? "";
    const done = await order200(actOn(seller, order, "handover", { code }));
    expect(done).toMatchObject({ status: "completed" });
    expect(await itemRow(itemId)).toMatchObject({ status: "sold" });
    const transaction = await firstRow`SELECT payment_status, status
      FROM transactions WHERE order_id = ${order.order_id}`;
    expect(transaction).toEqual({ payment_status: "completed", status: "completed" });
    expect(await moneyRows(order.order_id)).toBe(0);
    const rating = await buyer.request("POST", "/api/ratings", {
      transaction_id: done.transaction_id,
      rating: 5,
      comment: "Easy.",
    });
    expect(rating.status, await rating.text()).toBe(201);
  });

  it("ends 24 hours after the window, returns the item to sale, and gives no strike", async () => {
    const { seller, buyer, itemId, order, ends } = await cashOrder();
    at(ends + DAY - 1);
    await runCron();
    expect((await readOrder(seller, order.order_id)).status).toBe("awaiting_collection");
    at(ends + DAY);
    await runCron();
    const over = await readOrder(buyer, order.order_id);
    expect(over).toMatchObject({
      status: "expired",
      marked_incomplete: false,
      handover: null,
      collection_address: null,
      abilities: { report_missed: true, call_off: false },
    });
    expect(over.events.at(-1)).toMatchObject({ kind: "not_collected" });
    expect(await itemRow(itemId)).toMatchObject({ status: "active", order_id: null });
    expect((await emailTo(seller.email, "Not picked up")).text).toContain("mark it as sold");
    const { results } = await allRows`SELECT 1 FROM strikes WHERE buyer_id = ${buyer.id}`;
    expect(results).toEqual([]);
    expect((await refusal(await actOn(seller, order, "handover", { code: "000000" }), 409)).code).toBe("wrong_state");
  });

  it.each(["buyer", "seller"] as const)(
    "is called off by its %s before the collection, as a giveaway is",
    async (side) => {
      const deal = await cashOrder();
      const [caller, other] = side === "buyer" ? [deal.buyer, deal.seller] : [deal.seller, deal.buyer];
      const off = await order200(actOn(caller, deal.order, "call-off"));
      expect(off).toMatchObject({ status: "cancelled" });
      expect(off.events.at(-1)).toMatchObject({ kind: "called_off", by: side });
      expect(await itemRow(deal.itemId)).toMatchObject({ status: "active", order_id: null });
      expect((await emailTo(other.email, "Pickup called off")).text).toContain("has called it off");
      expect(await openCash(deal.buyer)).toBe(0);
    },
  );

  it("can be moved, reminded of and added to a calendar like a paid order", async () => {
    const { seller, buyer, order, starts, ends } = await cashOrder();
    const window = { from: starts + DAY, until: ends + DAY };
    const asked = await order200(actOn(seller, order, "proposals", window));
    const moved = await order200(actOn(buyer, order, `proposals/${asked.proposal?.id}`, { accept: true }));
    expect(moved).toMatchObject({ collection_date: window.from, status: "awaiting_collection" });
    const calendar = await buyer.request("GET", `/api/orders/${order.order_id}/calendar.ics`);
    expect(await calendar.text()).toContain("Pick up");
    at(window.from - DAY);
    await runCron();
    const { results } = await env.DB.prepare("SELECT user_id FROM notifications WHERE dedupe_key LIKE ?")
      .bind(`pickup:day:${order.order_id}:%`)
      .all<{ user_id: string }>();
    expect(results.map(({ user_id }) => user_id).sort()).toEqual([buyer.id, seller.id].sort());
    expect((await order200(actOn(buyer, order, "coming"))).coming).toEqual({ you: true, them: false });
  });

  it("is refused where the seller does not take cash, and where the item is free", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), oldBuyer()]);
    const itemId = await heldItem(seller, buyer);
    expect((await checkoutOf(buyer, itemId)).methods).not.toContain("cash");
    expect((await refusal(await payCash(buyer, itemId), 422)).code).toBe("method_not_accepted");
    const free = await heldItem(await cashSeller(), buyer, { price_cents: 0 });
    expect((await refusal(await payCash(buyer, free), 422)).code).toBe("method_not_accepted");
  });

  it("is placed once when the request is repeated", async () => {
    const [seller, buyer] = await Promise.all([cashSeller(), oldBuyer()]);
    const itemId = await heldItem(seller, buyer);
    const key = crypto.randomUUID();
    const made = await Promise.all([payCash(buyer, itemId, key), payCash(buyer, itemId, key)]);
    expect(made.some(({ status }) => status === 201)).toBe(true);
    const again = await reply<TransactionView>(await payCash(buyer, itemId, key), 201);
    expect(again.order_status).toBe("awaiting_collection");
    expect(await openCash(buyer)).toBe(1);
  });
});

describe("who may pay at pick-up (A118)", () => {
  it("does not count the place that an interrupted try of the same order has taken", async () => {
    const [seller, buyer] = await Promise.all([cashSeller(), oldBuyer()]);
    for (let orders = 1; orders < CASH_ORDERS_MAX; orders++) await cashOrder({ seller, buyer });
    const itemId = await heldItem(seller, buyer);
    const held = await firstRow<{ hold_id: string }>`SELECT hold_id FROM items WHERE id = ${itemId}`;
    expect(await claimCash(testServices().services.db, held?.hold_id ?? "", buyer.id, Date.now())).toBe(true);
    expect(await checkoutOf(buyer, itemId)).toMatchObject({ cash_problem: null });
    await reply(await payCash(buyer, itemId), 201);
    expect(await openCash(buyer)).toBe(CASH_ORDERS_MAX);
    const more = await heldItem(seller, buyer);
    expect((await refusal(await payCash(buyer, more), 422)).message).toBe(CASH_PROBLEMS.limit);
  });

  it("is offered prepaid methods only with a new account, until it is a week old or has completed an order (A118)", async () => {
    const seller = await cashSeller();
    const buyer = await createBuyer();
    const itemId = await heldItem(seller, buyer);
    expect(await checkoutOf(buyer, itemId)).toMatchObject({ methods: ["bank_transfer"], cash_problem: "new_account" });
    expect((await refusal(await payCash(buyer, itemId), 422)).message).toBe(CASH_PROBLEMS.new_account);
    await runSql`UPDATE profiles SET created_at = ${Date.now() - 7 * DAY} WHERE id = ${buyer.id}`;
    expect(await checkoutOf(buyer, itemId)).toMatchObject({ methods: ["bank_transfer", "cash"], cash_problem: null });
    await reply(await payCash(buyer, itemId), 201);
  });

  it("is offered prepaid methods only for 90 days after a no-show, while the report counts (A119)", async () => {
    const { seller, buyer, order, ends } = await cashOrder();
    at(ends);
    await order200(actOn(seller, order, "missed"));
    const itemId = await heldItem(seller, buyer);
    expect(await checkoutOf(buyer, itemId)).toMatchObject({ methods: ["bank_transfer"], cash_problem: "no_show" });
    expect((await refusal(await payCash(buyer, itemId), 422)).message).toBe(CASH_PROBLEMS.no_show);
    await order200(actOn(buyer, order, "contest", { reason: "I was there at ten and rang the bell twice." }));
    expect((await checkoutOf(buyer, itemId)).cash_problem).toBeNull();
    const decided = "UPDATE failed_collections SET outcome = 'upheld', decided_by = ?, decided_at = ? WHERE id = ?";
    await env.DB.prepare(decided).bind(seller.id, Date.now(), order.order_id).run();
    expect((await checkoutOf(buyer, itemId)).cash_problem).toBe("no_show");
    const { db } = testServices().services;
    expect(await findCashProblem(db, buyer.id, ends + 90 * DAY - 1)).toBe("no_show");
    expect(await findCashProblem(db, buyer.id, ends + 90 * DAY)).toBeNull();
  });

  it("may have two orders open, and a third once one of them has ended (A118)", async () => {
    const seller = await cashSeller();
    const buyer = await oldBuyer();
    const first = await cashOrder({ seller, buyer });
    await cashOrder({ seller, buyer });
    const itemId = await heldItem(seller, buyer);
    expect(await checkoutOf(buyer, itemId)).toMatchObject({ methods: ["bank_transfer"], cash_problem: "limit" });
    expect((await refusal(await payCash(buyer, itemId), 422)).message).toBe(CASH_PROBLEMS.limit);
    await order200(actOn(buyer, first.order, "call-off"));
    await reply(await payCash(buyer, itemId), 201);
    expect(await openCash(buyer)).toBe(2);
  });

  it("may place five orders in 24 hours, also when they are called off (A118)", async () => {
    const [seller, buyer] = await Promise.all([cashSeller(), oldBuyer()]);
    for (let n = 0; n < 5; n++) {
      const { order } = await cashOrder({ seller, buyer });
      await order200(actOn(buyer, order, "call-off"));
    }
    const itemId = await heldItem(seller, buyer);
    expect((await checkoutOf(buyer, itemId)).cash_problem).toBe("daily_limit");
    expect((await refusal(await payCash(buyer, itemId), 422)).code).toBe("method_not_accepted");
    at(Date.now() + DAY + 1);
    expect(await findCashProblem(testServices().services.db, buyer.id, Date.now())).toBeNull();
  });

  it("may place five free orders in 24 hours, also when they are called off (A104, A105)", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    const claim = async () => {
      const itemId = await heldItem(seller, buyer, { price_cents: 0 });
      return transact(buyer, { itemId, paymentMethod: "free", amount: 0 });
    };
    for (let n = 0; n < 5; n++) {
      const order = await reply<TransactionView>(await claim(), 201);
      await order200(actOn(buyer, order, "call-off"));
    }
    expect((await refusal(await claim(), 429)).message).toContain("5 free items in 24 hours");
    at(Date.now() + DAY + 1);
    await reply(await claim(), 201);
  });

  it("cannot exceed two orders with orders placed at the same time (A118)", async () => {
    const seller = await cashSeller();
    const buyer = await oldBuyer();
    const items: string[] = [];
    for (let n = 0; n < 5; n++) items.push(await heldItem(seller, buyer));
    const statuses = (await Promise.all(items.map((id) => payCash(buyer, id)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 201, 422, 422, 422]);
    expect(await openCash(buyer)).toBe(2);
    // A refused order keeps no place.
    const { results } = await allRows`SELECT id FROM limit_claims WHERE user_id = ${buyer.id}`;
    expect(results).toHaveLength(2);
  });

  it("does not count an order that the item's room refuses after the place was claimed", async () => {
    const [seller, buyer] = [await cashSeller(), await oldBuyer()];
    const itemId = await heldItem(seller, buyer);
    const lapsing = envBefore(itemId, "begin_checkout", () => inRoom(itemId, release({ userId: buyer.id })));
    const context = createExecutionContext();
    const refused = await app.request(
      "/api/transactions",
      {
        method: "POST",
        headers: { "Content-Type": "application/json", Origin: ORIGIN, ...buyer.headers },
        body: JSON.stringify({ itemId, paymentMethod: "cash" }),
      },
      lapsing,
      context,
    );
    await waitOnExecutionContext(context);
    expect((await refusal(refused, 409)).code).toBe("hold_expired");
    expect(await firstRow`SELECT id FROM limit_claims WHERE user_id = ${buyer.id}`).toBeNull();
  });

  it("returns the place of an order that the room refuses", async () => {
    const [seller, buyer] = await Promise.all([cashSeller(), oldBuyer()]);
    const itemId = await insertItem(seller, { collection_date: Date.now() + 2 * DAY });
    await hold(buyer, itemId);
    await acknowledge(buyer, itemId);
    const sent = { itemId, paymentMethod: "cash", amount: 1 };
    expect((await refusal(await buyer.request("POST", "/api/transactions", sent), 409)).code).toBe("values_changed");
    const { results } = await allRows`SELECT id FROM limit_claims WHERE user_id = ${buyer.id}`;
    expect(results).toEqual([]);
  });
});

describe("a missed collection with cash (A119)", () => {
  const REASON = { reason: "I stood at the door for an hour and rang twice." };

  it("is reported by one party; the other contests it instead of reporting back (A119)", async () => {
    const { seller, buyer, itemId, order, ends } = await cashOrder();
    at(ends - 1);
    expect((await refusal(await actOn(seller, order, "missed"), 409)).code).toBe("wrong_state");
    at(ends);
    await order200(actOn(seller, order, "missed"));
    await order200(actOn(seller, order, "missed"));
    expect((await refusal(await actOn(buyer, order, "missed"), 409)).code).toBe("wrong_state");
    const { results } = await allRows`SELECT about_id, recorded_by
      FROM failed_collections WHERE id = ${order.order_id}`;
    expect(results).toEqual([{ about_id: buyer.id, recorded_by: seller.id }]);
    expect(await itemRow(itemId)).toMatchObject({ status: "active" });
    expect((await order200(actOn(buyer, order, "contest", REASON))).no_show).toMatchObject({ contested_at: ends });
  });

  it("is recorded once when both report at the same moment (A119)", async () => {
    const { seller, buyer, order, ends } = await cashOrder();
    at(ends);
    const sent = await Promise.all([actOn(seller, order, "missed"), actOn(buyer, order, "missed")]);
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("can still be reported after the order has ended by itself, for 3 days after the window", async () => {
    const { seller, buyer, order, ends } = await cashOrder();
    at(ends + 3 * DAY - 1);
    await runCron();
    expect((await readOrder(buyer, order.order_id)).status).toBe("expired");
    const reported = await order200(actOn(buyer, order, "missed"));
    expect(reported).toMatchObject({ status: "cancelled", no_show: { about: "seller" } });
    const other = await cashOrder({ seller, buyer: await oldBuyer() });
    at(other.ends + 3 * DAY);
    expect((await refusal(await actOn(seller, other.order, "missed"), 409)).code).toBe("wrong_state");
  });

  it("does not take the item from the buyer who has ordered it since", async () => {
    const { seller, itemId, order, ends } = await cashOrder();
    at(ends + DAY);
    await runCron();
    const next = await oldBuyer();
    await hold(next, itemId);
    await acknowledge(next, itemId);
    const second = await reply<TransactionView>(await payCash(next, itemId), 201);
    await order200(actOn(seller, order, "missed"));
    expect(await itemRow(itemId)).toMatchObject({ status: "pending_payment", order_id: second.order_id });
  });
});

describe("several items paid at pick-up", () => {
  const buy = (buyer: TestAccount, body: Record<string, unknown>) =>
    buyer.request(
      "POST",
      "/api/purchases",
      { paymentMethod: "cash", acknowledged: true, ...body },
      { "Idempotency-Key": crypto.randomUUID() },
    );

  async function cartOf(sellers: TestAccount[], buyer: TestAccount): Promise<string[]> {
    const ids: string[] = [];
    for (const seller of sellers) {
      const item_id = await insertItem(seller);
      await reply<CartReply>(await buyer.request("POST", "/api/cart", { item_id }), 201);
      ids.push(item_id);
    }
    return ids;
  }

  async function bundle() {
    const [seller, buyer] = await Promise.all([cashSeller(), oldBuyer()]);
    const ids = [await insertItem(seller), await insertItem(seller, { price_cents: 2_000 })];
    const bundleId = await createBundle(seller, ids, { bundle_price_cents: 5_000 });
    const { purchase, orders } = await reply<PurchaseReply>(await buy(buyer, { kind: "bundle", bundleId }), 201);
    return { seller, buyer, ids, bundleId, purchase, orders };
  }

  it("count as one open order, and need one seller", async () => {
    const seller = await cashSeller();
    const buyer = await oldBuyer();
    await cartOf([seller, seller], buyer);
    const cart = await reply<CartReply>(await buyer.request("GET", "/api/cart"), 200);
    expect(cart).toMatchObject({ methods: ["bank_transfer", "cash"], cash_problem: null });
    const made = await reply<PurchaseReply>(await buy(buyer, { kind: "cart" }), 201);
    expect(made.purchase).toMatchObject({ status: "awaiting_collection", payment_deadline: null, due: 0 });
    await cashOrder({ seller, buyer });
    expect(await openCash(buyer)).toBe(3);
    await cartOf([seller], buyer);
    expect((await refusal(await buy(buyer, { kind: "cart" }), 422)).message).toBe(CASH_PROBLEMS.limit);
    const [two, other] = await Promise.all([oldBuyer(), cashSeller()]);
    await cartOf([seller, other], two);
    expect((await reply<CartReply>(await two.request("GET", "/api/cart"), 200)).not_together).toContain(
      "cash_one_seller",
    );
    expect((await refusal(await buy(two, { kind: "cart" }), 422)).code).toBe("method_not_accepted");
  });

  it("are called off as a whole by either party of a bundle", async () => {
    const { seller, ids, bundleId, orders } = await bundle();
    const [first] = orders;
    await order200(actOn(seller, { order_id: first?.id ?? "" }, "call-off"));
    for (const id of ids) expect(await itemRow(id)).toMatchObject({ status: "active", order_id: null });
    const row = await firstRow`SELECT status FROM bundles WHERE id = ${bundleId}`;
    expect(row).toEqual({ status: "active" });
  });

  it("are ended as a whole after a crash between the orders of a bundle, in the name of the party who asked", async () => {
    const { seller, ids, purchase, orders } = await bundle();
    const [first, second] = orders;
    const orderId = first?.id ?? "";
    // The Worker stops after it has claimed the purchase and ended the first order.
    await runSql`UPDATE purchases SET decision = 'cancelling', decided_at = ${Date.now() - 5 * 60_000}, decided_order_id
      = ${orderId} WHERE id = ${purchase.id}`;
    const ended = await inRoom(first?.item_id ?? "", endCollection({ orderId, userId: seller.id, how: "call_off" }));
    expect(ended.ok).toBe(true);
    expect((await readOrder(seller, second?.id ?? "")).status).toBe("awaiting_collection");
    await settleDecision(testServices().services, purchase.id);
    const other = await readOrder(seller, second?.id ?? "");
    expect(other.events.at(-1)).toMatchObject({ kind: "called_off", by: "seller" });
    const row = await firstRow`SELECT decision FROM purchases WHERE id = ${purchase.id}`;
    expect(row).toEqual({ decision: "cancelled" });
    for (const id of ids) expect(await itemRow(id)).toMatchObject({ status: "active" });
  });

  it("stay as they are after a crash before the first order of a bundle was ended", async () => {
    const { ids, purchase, orders } = await bundle();
    await runSql`UPDATE purchases SET decision = 'cancelling', decided_at = ${Date.now() - 5 * 60_000}, decided_order_id
      = ${orders[0]?.id ?? ""} WHERE id = ${purchase.id}`;
    await settleDecision(testServices().services, purchase.id);
    for (const id of ids) expect(await itemRow(id)).toMatchObject({ status: "pending_payment" });
    const row = await firstRow`SELECT decision FROM purchases WHERE id = ${purchase.id}`;
    expect(row).toEqual({ decision: "open" });
  });

  it("are called off without the one of a bundle that was handed over", async () => {
    const { seller, buyer, ids, purchase, orders } = await bundle();
    const [first, second] = orders;
    const { handover } = await readOrder(buyer, first?.id ?? "");
    await order200(actOn(seller, { order_id: first?.id ?? "" }, "handover", { code: handover?.code }));
    await order200(actOn(buyer, { order_id: second?.id ?? "" }, "call-off"));
    expect((await readOrder(buyer, first?.id ?? "")).status).toBe("completed");
    const byId = await Promise.all(ids.map(async (id) => (await itemRow(id))?.status));
    expect(byId.sort()).toEqual(["active", "sold"]);
    const row = await firstRow`SELECT decision FROM purchases WHERE id = ${purchase.id}`;
    expect(row).toEqual({ decision: "committed" });
  });

  it("are contested and decided together after one missed visit", async () => {
    const { seller, buyer, orders } = await bundle();
    const staff = await createAccount({ role: "admin" });
    const [first, second] = orders.map(({ id }) => ({ order_id: id }));
    if (!first || !second) throw new Error("two orders expected");
    at((await readOrder(buyer, second.order_id)).collection_ends_at);
    await order200(actOn(seller, first, "missed"));
    await order200(actOn(buyer, first, "contest", { reason: "I stood at the door for an hour and rang twice." }));
    expect((await readOrder(buyer, second.order_id)).no_show).toMatchObject({ contested_at: Date.now() });
    const queue = await reply<{ items: { id: string }[] }>(
      await staff.request("GET", "/api/admin/baggage/no_shows"),
      200,
    );
    const ids = [first.order_id, second.order_id];
    const entries = queue.items.filter(({ id }) => ids.includes(id));
    expect(entries).toHaveLength(1);
    const note = { action: "dismiss", note: "The seller had given the wrong address." };
    await reply(await staff.request("POST", `/api/admin/baggage/no_shows/${entries[0]?.id}`, note), 200);
    for (const id of ids) expect((await readOrder(buyer, id)).no_show).toMatchObject({ outcome: "dismissed" });
  });

  it("can be reported as missed when another one of the bundle was handed over", async () => {
    const { seller, buyer, orders } = await bundle();
    const [first, second] = orders;
    const { handover } = await readOrder(buyer, first?.id ?? "");
    await order200(actOn(seller, { order_id: first?.id ?? "" }, "handover", { code: handover?.code }));
    at((await readOrder(buyer, second?.id ?? "")).collection_ends_at);
    const missed = await order200(actOn(seller, { order_id: second?.id ?? "" }, "missed"));
    expect(missed.status).toBe("cancelled");
  });
});

it("a window that has begun is not offered with cash", async () => {
  const [seller, buyer] = await Promise.all([cashSeller(), oldBuyer()]);
  const starts = Date.now() + 5 * 60_000;
  const itemId = await heldItem(seller, buyer, { collection_date: starts });
  expect((await checkoutOf(buyer, itemId)).methods).toEqual(["cash"]);
  at(starts + WINDOW / 10);
  expect((await refusal(await payCash(buyer, itemId), 422)).code).toBe("method_not_accepted");
});
