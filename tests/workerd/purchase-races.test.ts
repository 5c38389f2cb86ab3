/**
 * Races between paying for a purchase and cancelling it. `heldBack` stops one side between its check and its room
 * calls. Either all orders of a bundle or group offer are live afterwards, or none.
 */

import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { PurchaseReply } from "#contract/checkout/purchases";
import type { PaymentIntentReply } from "#contract/payments";
import { DEFAULT_HOLD_MS } from "#domain/deadlines";
import { orderNumber } from "#domain/orders/order-number";
import type { Call } from "../../durable/item-room/command.ts";
import * as orders from "../../durable/item-room/commands/orders.ts";
import type { CommandName } from "../../durable/item-room/dispatch.ts";
import { finishIncompletePurchases } from "../../worker/features/checkout/purchases/jobs.ts";
import { deliverDueEmails } from "../../worker/features/notifications/email/jobs.ts";
import { cancelOrder, submitEvidence } from "../../worker/features/orders/commands.ts";
import { createIntent, type IntentRow, intentQuery } from "../../worker/features/payments/intents/intents.ts";
import { closeDueIntents, retryRefunds } from "../../worker/features/payments/jobs.ts";
import type { Services } from "../../worker/services.ts";
import type { TestAccount } from "../support/workerd/accounts.ts";
import { createBundle } from "../support/workerd/browse.ts";
import { advance, pause } from "../support/workerd/clock.ts";
import { createBuyer, createSeller, insertItem, itemRow, refusal, reply } from "../support/workerd/deals.ts";
import { emailsTo, emailTo } from "../support/workerd/email.ts";
import {
  deliverIntentEvent,
  emulator,
  enterCard,
  ledgerSums,
  orderRow,
  placeCardOrder,
  provider,
  requestIntent,
  servicesWithSettled,
} from "../support/workerd/payments.ts";
import { inRoom } from "../support/workerd/rooms.ts";
import { allRows, firstRow, runSql } from "../support/workerd/sql.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

beforeAll(async () => {
  await createBuyer();
  // These tests deliver the provider's events themselves.
  await emulator().planFaults({ hold: true });
});
afterEach(() => vi.restoreAllMocks());

interface Bought {
  seller: TestAccount;
  buyer: TestAccount;
  ids: string[];
  purchaseId: string;
  /** Most expensive first. */
  orders: { id: string; itemId: string }[];
  reference: string;
}

type Method = "bank_transfer" | "stripe";
const PRICES = [10_000, 8_000, 2_000];

async function orderAll(seller: TestAccount, buyer: TestAccount, ids: string[], body: object): Promise<Bought> {
  const made = await reply<PurchaseReply>(
    await buyer.request("POST", "/api/purchases", { acknowledged: true, ...body }),
    201,
  );
  const byItem = new Map(made.orders.map((order) => [order.item_id, order.id]));
  const orders = ids.map((itemId) => ({ id: byItem.get(itemId) ?? "", itemId }));
  const reference = made.purchase.reference_number ?? "";
  return { seller, buyer, ids, purchaseId: made.purchase.id, orders, reference };
}

async function boughtBundle(paymentMethod: Method = "bank_transfer", prices = PRICES): Promise<Bought> {
  const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
  const ids: string[] = [];
  for (const price_cents of prices) ids.push(await insertItem(seller, { price_cents }));
  const bundleId = await createBundle(seller, ids, { bundle_price_cents: 12_000 });
  return orderAll(seller, buyer, ids, { kind: "bundle", bundleId, paymentMethod });
}

/** Buys three items under a "buy 2, get 1 free" offer and a fourth item outside it. */
async function boughtCart(paymentMethod: Method = "bank_transfer"): Promise<Bought & { alone: string }> {
  const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
  const ids: string[] = [];
  for (const price_cents of [...PRICES, 700]) ids.push(await insertItem(seller, { price_cents }));
  const offer = {
    title: "Buy 2, get 1 free",
    offer_type: "bogo",
    config: { buy_quantity: 2, get_quantity: 1 },
    item_ids: ids.slice(0, 3),
  };
  await reply(await seller.request("POST", "/api/special-offers", offer), 201);
  for (const item_id of ids) await reply(await buyer.request("POST", "/api/cart", { item_id }), 201);
  const bought = await orderAll(seller, buyer, ids, { kind: "cart", paymentMethod });
  return { ...bought, alone: bought.orders[3]?.id ?? "" };
}

const cancel = ({ buyer }: Bought, orderId: string | undefined) =>
  buyer.request("POST", `/api/orders/${orderId}/cancel`);

const sendEvidence = ({ buyer, reference }: Bought, orderId: string | undefined) =>
  buyer.request("POST", `/api/orders/${orderId}/evidence`, { referenceNumber: reference });

/** Returns services whose calls of one room command wait until `open` is called. */
function heldBack(command: CommandName): { services: Services; arrived: Promise<void>; open: () => void } {
  let arrive = () => undefined as undefined;
  let open = () => undefined as undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = () => void resolve();
  });
  const gate = new Promise<void>((resolve) => {
    open = () => void resolve();
  });
  const rooms = {
    getByName: (name: string) => {
      const room = env.ITEM_ROOM.getByName(name);
      return {
        execute: async (call: Call<CommandName>) => {
          if (call.command === command) {
            arrive();
            await gate;
          }
          return room.execute(call);
        },
        settle: () => room.settle(),
      };
    },
  };
  const bindings = new Proxy(env, { get: (all, name) => (name === "ITEM_ROOM" ? rooms : Reflect.get(all, name)) });
  return { services: { ...servicesWithSettled(), env: bindings }, arrived, open };
}

/** Deletes an order from D1, as if its room's write had failed. Disables the append-only triggers meanwhile. */
async function forgetInDatabase(orderId: string): Promise<void> {
  const { results: triggers } = await allRows<{ name: string; sql: string }>`SELECT name, sql
    FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ('order_events', 'orders', 'transactions')`;
  await env.DB.batch([
    ...triggers.map(({ name }) => env.DB.prepare(`DROP TRIGGER ${name}`)),
    ...["order_events", "payment_confirmations", "transactions"].map((table) =>
      env.DB.prepare(`DELETE FROM ${table} WHERE order_id = ?`).bind(orderId),
    ),
    env.DB.prepare("DELETE FROM orders WHERE id = ?").bind(orderId),
    ...triggers.map(({ sql }) => env.DB.prepare(sql)),
  ]);
}

const LIVE = ["payment_pending_seller_confirmation", "payment_confirmed", "completed"];
const OVER = ["cancelled", "expired", "refunded"];

/** @returns whether all of the first `parts` orders are live. Fails when only some of them are. */
async function allOrNone({ orders }: Bought, parts: number): Promise<boolean> {
  const statuses: string[] = [];
  for (const { id, itemId } of orders.slice(0, parts)) {
    const { status } = await orderRow(id);
    statuses.push(status);
    const item = await itemRow(itemId);
    if (OVER.includes(status)) expect(item).toMatchObject({ status: "active", order_id: null });
    else expect(item?.order_id).toBe(id);
  }
  const live = statuses.filter((status) => LIVE.includes(status)).length;
  const over = statuses.filter((status) => OVER.includes(status)).length;
  expect([live, over], statuses.join()).toContain(parts);
  return live === parts;
}

/** Moves the clock ahead and runs every job that could settle the purchase. */
async function afterAWhile(): Promise<void> {
  advance(DEFAULT_HOLD_MS);
  const services = servicesWithSettled();
  await finishIncompletePurchases(services);
  await closeDueIntents(services);
  await retryRefunds(services);
  await services.settled();
}

const GROUPS = [
  ["a bundle", boughtBundle],
  ["a group offer", boughtCart],
] as const;

describe.each(GROUPS)("%s paid by bank transfer", (_name, make) => {
  it("is not cancelled in part when the payment arrives between the cancellation's check and its room calls", async () => {
    const bought = await make();
    const [dear, cheap] = bought.orders;
    const { services, arrived, open } = heldBack("cancel_order");
    const cancelling = cancelOrder(services, bought.buyer.id, cheap?.id ?? "");
    await Promise.race([arrived, cancelling]);
    const paid = await sendEvidence(bought, dear?.id);
    open();
    const cancelled = await cancelling;
    expect([paid.status === 200, cancelled.ok].filter(Boolean), "one of the two is refused").toHaveLength(1);
    expect(await allOrNone(bought, 3)).toBe(paid.status === 200);
    if (paid.status !== 200) expect((await refusal(paid, 409)).message).toContain("cancel");
  });

  it("is not paid in part when the cancellation arrives between the payment's check and its room calls", async () => {
    const bought = await make();
    const [dear, cheap] = bought.orders;
    const { services, arrived, open } = heldBack("submit_evidence");
    const sent = { reference: bought.reference };
    const paying = submitEvidence(services, bought.buyer.id, dear?.id ?? "", sent, null);
    await Promise.race([arrived, paying]);
    const cancelled = await cancel(bought, cheap?.id);
    open();
    const paid = await paying;
    expect([paid.ok, cancelled.status === 200].filter(Boolean), "one of the two is refused").toHaveLength(1);
    expect(await allOrNone(bought, 3)).toBe(paid.ok);
    if (cancelled.status !== 200) expect((await refusal(cancelled, 409)).message).toContain("payment");
  });

  it("is paid or cancelled as a whole in ten races of the two", async () => {
    const won = { paid: 0, cancelled: 0 };
    for (const lead of [-400, -60, -30, -15, -5, 0, 0, 5, 15, 400]) {
      const bought = await make();
      const [dear, cheap] = bought.orders;
      await Promise.all([
        pause(Math.max(0, -lead)).then(() => sendEvidence(bought, dear?.id)),
        pause(Math.max(0, lead)).then(() => cancel(bought, cheap?.id)),
      ]);
      won[(await allOrNone(bought, 3)) ? "paid" : "cancelled"]++;
    }
    expect(won.paid).toBeGreaterThan(0);
    expect(won.cancelled).toBeGreaterThan(0);
  });

  it("counts as paid with all its orders when the buyer sends evidence for one", async () => {
    const bought = await make();
    await reply(await sendEvidence(bought, bought.orders[1]?.id), 200);
    for (const { id } of bought.orders) expect((await orderRow(id)).status).toBe("payment_pending_seller_confirmation");
    // Sending it for another order is a repeat and succeeds.
    await reply(await sendEvidence(bought, bought.orders[0]?.id), 200);
    const confirmations = await firstRow`SELECT count(*) AS n
      FROM payment_confirmations WHERE buyer_id = ${bought.buyer.id} AND status = 'pending'`;
    expect(confirmations).toEqual({ n: bought.orders.length });
  });

  it("is paid together with an order that its room has not written to D1 yet", async () => {
    const bought = await make();
    const [dear, cheap] = bought.orders;
    await forgetInDatabase(cheap?.id ?? "");
    await reply(await sendEvidence(bought, dear?.id), 200);
    expect(await allOrNone(bought, 3)).toBe(true);
  });

  it("is cancelled together with an order that its room has not written to D1 yet", async () => {
    const bought = await make();
    const [dear, cheap] = bought.orders;
    await forgetInDatabase(cheap?.id ?? "");
    await reply(await cancel(bought, dear?.id), 200);
    expect(await allOrNone(bought, 3)).toBe(false);
  });

  it("can be cancelled after a wrong reference, and after the seller has not received the payment", async () => {
    const wrong = await make();
    expect((await sendEvidence({ ...wrong, reference: "GS00000000" }, wrong.orders[0]?.id)).status).toBe(409);
    await reply(await cancel(wrong, wrong.orders[0]?.id), 200);
    expect(await allOrNone(wrong, 3)).toBe(false);

    const denied = await make();
    await reply(await sendEvidence(denied, denied.orders[0]?.id), 200);
    const { items } = await reply<{ items: { id: string }[] }>(
      await denied.seller.request("GET", "/api/payment-confirmations?status=pending"),
      200,
    );
    for (const { id } of items) {
      await reply(await denied.seller.request("POST", `/api/payment-confirmations/${id}/not-received`), 200);
    }
    await reply(await cancel(denied, denied.orders[1]?.id), 200);
    expect(await allOrNone(denied, 3)).toBe(false);
  });

  it("is settled by the job when the Worker stopped while recording the payment", async () => {
    for (const rooms of [0, 1]) {
      const bought = await make();
      const [dear] = bought.orders;
      const { services, arrived } = heldBack("submit_evidence");
      void submitEvidence(services, bought.buyer.id, dear?.id ?? "", { reference: bought.reference }, null);
      await arrived;
      // The Worker has stopped. Its call to the first room may have arrived.
      if (rooms > 0) {
        await inRoom(
          dear?.itemId ?? "",
          orders.submitEvidence({
            userId: bought.buyer.id,
            orderId: dear?.id ?? "",
            confirmationId: `pcf_0000000000000000000${rooms}`,
            reference: bought.reference,
          }),
        );
      }
      expect((await cancel(bought, dear?.id)).status).toBe(409);
      await afterAWhile();
      if (rooms === 0) await reply(await cancel(bought, dear?.id), 200);
      expect(await allOrNone(bought, 3)).toBe(rooms > 0);
    }
  });

  it("is settled by the job when the Worker stopped while cancelling", async () => {
    const bought = await make();
    const [dear, cheap] = bought.orders;
    const { services, arrived } = heldBack("cancel_order");
    void cancelOrder(services, bought.buyer.id, cheap?.id ?? "");
    await arrived;
    expect((await sendEvidence(bought, dear?.id)).status).toBe(409);
    await afterAWhile();
    expect(await allOrNone(bought, 3)).toBe(false);
  });

  it("is neither paid for nor cancelled in part when the Worker stopped before all of it was placed", async () => {
    const bought = await make();
    const [dear, cheap] = bought.orders;
    await runSql`UPDATE purchases SET status = 'placing' WHERE id = ${bought.purchaseId}`;
    expect((await refusal(await sendEvidence(bought, dear?.id), 409)).code).toBe("conflict");
    expect((await refusal(await cancel(bought, cheap?.id), 409)).code).toBe("conflict");
    await afterAWhile();
    await reply(await sendEvidence(bought, dear?.id), 200);
    expect(await allOrNone(bought, 3)).toBe(true);
  });

  it("keeps the orders of a paid purchase when the Worker stopped while cancelling one of them", async () => {
    const bought = await make();
    const [dear, cheap] = bought.orders;
    await reply(await sendEvidence(bought, dear?.id), 200);
    const { items } = await reply<{ items: { id: string; order_id: string }[] }>(
      await bought.seller.request("GET", "/api/payment-confirmations?status=pending"),
      200,
    );
    for (const { id } of items.filter(({ order_id }) => order_id !== cheap?.id)) {
      await reply(await bought.seller.request("POST", `/api/payment-confirmations/${id}/not-received`), 200);
    }
    const { services, arrived } = heldBack("cancel_order");
    void cancelOrder(services, bought.buyer.id, cheap?.id ?? "");
    await arrived;
    await afterAWhile();
    expect((await orderRow(dear?.id ?? "")).status).toBe("awaiting_payment");
    expect((await orderRow(cheap?.id ?? "")).status).toBe("payment_pending_seller_confirmation");
  });
});

describe("a cart purchase", () => {
  it("can lose one item bought at its own price while the rest is paid", async () => {
    const bought = await boughtCart();
    await reply(await cancel(bought, bought.alone), 200);
    expect((await orderRow(bought.alone)).status).toBe("cancelled");
    await reply(await sendEvidence(bought, bought.orders[0]?.id), 200);
    expect(await allOrNone(bought, 3)).toBe(true);
    expect((await orderRow(bought.alone)).status).toBe("cancelled");
  });
});

describe.each(GROUPS)("%s paid by card", (_name, make) => {
  const intentFor = async ({ buyer, purchaseId }: Bought) =>
    reply<PaymentIntentReply>(await requestIntent(buyer, { purchaseId }), 200);

  it("is paid as a whole even when the intent names one of its orders", async () => {
    const bought = await make("stripe");
    const intent = await reply<PaymentIntentReply>(
      await requestIntent(bought.buyer, { orderId: bought.orders[0]?.id }),
      200,
    );
    const whole = await intentFor(bought);
    expect(intent).toEqual(whole);
    const total = await firstRow`SELECT amount_cents AS cents FROM purchases WHERE id = ${bought.purchaseId}`;
    expect(total).toEqual({ cents: whole.amount });
    const byItem = await reply<PaymentIntentReply>(
      await requestIntent(bought.buyer, { itemId: bought.orders[0]?.itemId }),
      200,
    );
    expect(byItem.amount).toBe(whole.amount);
  });

  it.each(["attach_intent", "cancel_order"] as const)(
    "is paid or cancelled as a whole when %s is delayed",
    async (command) => {
      const bought = await make("stripe");
      const { services, arrived, open } = heldBack(command);
      const [dear, cheap] = bought.orders;
      const request = { purchaseId: bought.purchaseId };
      const rows = await services.db.all<IntentRow>(intentQuery(bought.buyer.id, request));
      const slow =
        command === "cancel_order"
          ? cancelOrder(services, bought.buyer.id, cheap?.id ?? "")
          : createIntent(services, bought.buyer.id, request, null, rows);
      await Promise.race([arrived, slow]);
      const quick = await (command === "cancel_order"
        ? requestIntent(bought.buyer, { purchaseId: bought.purchaseId })
        : cancel(bought, dear?.id));
      open();
      const slowly = await slow;
      const paying = command === "cancel_order" ? quick.status === 200 : slowly.ok;
      if (paying) {
        const { paymentIntentId } = (await intentFor(bought)) satisfies PaymentIntentReply;
        await provider().paymentIntents.confirm(paymentIntentId, { payment_method: "pm_card_visa" });
        await deliverIntentEvent(paymentIntentId);
      }
      expect(await allOrNone(bought, 3)).toBe(paying);
    },
  );

  it("is not paid in part while a room has not written its order to D1 yet", async () => {
    const bought = await make("stripe");
    await forgetInDatabase(bought.orders[2]?.id ?? "");
    const asked = await requestIntent(bought.buyer, { purchaseId: bought.purchaseId });
    expect((await refusal(asked, 409)).code).toBe("conflict");
    const payments = env.DB.prepare("SELECT 1 FROM payments WHERE purchase_id = ?").bind(bought.purchaseId);
    expect((await payments.all()).results).toEqual([]);
    await reply(await cancel(bought, bought.orders[0]?.id), 200);
    expect(await allOrNone(bought, 3)).toBe(false);
  });

  it("is cancelled as a whole while its card form is open", async () => {
    const bought = await make("stripe");
    const intent = await intentFor(bought);
    await reply(await cancel(bought, bought.orders[1]?.id), 200);
    expect(await allOrNone(bought, 3)).toBe(false);
    expect((await enterCard(intent)).error).toMatchObject({ code: "payment_intent_unexpected_state" });
  });

  it("is refunded in full when a late payment arrives after another buyer took one item", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const bought = await make("stripe");
    const intent = await intentFor(bought);
    await reply(await cancel(bought, bought.orders[0]?.id), 200);
    await placeCardOrder(await createBuyer(), bought.ids[1] ?? "");
    // The provider reported the cancellation too early: the card was charged after all.
    const facts = await provider().paymentIntents.retrieve(intent.paymentIntentId);
    await provider().paymentIntents.create({ amount: intent.amount, currency: "aud" });
    await deliverIntentEvent(intent.paymentIntentId, () => ({
      ...facts,
      status: "succeeded",
      amount_received: intent.amount,
    }));
    const services = servicesWithSettled();
    await retryRefunds(services);
    await services.settled();
    for (const { id } of bought.orders.slice(0, 3)) expect(OVER).toContain((await orderRow(id)).status);
    // The items that nobody has taken are for sale again.
    for (const id of [bought.ids[0], bought.ids[2]])
      expect(await itemRow(id ?? "")).toMatchObject({ status: "active" });
    const sums = await ledgerSums("intent_id = ?", intent.paymentIntentId);
    const kept = bought.orders.length === 3 ? undefined : -700;
    expect(sums.order_held).toBe(kept);
  });
});

describe("a cancelled card intent that one room does not know about", () => {
  it("does not keep that room's item locked", async () => {
    const bought = await boughtBundle("stripe");
    const intent = await reply<PaymentIntentReply>(
      await requestIntent(bought.buyer, { purchaseId: bought.purchaseId }),
      200,
    );
    const [first] = bought.orders;
    // Cancels the intent without telling the rooms, as if their calls had been lost with the Worker.
    await provider().paymentIntents.cancel(intent.paymentIntentId);
    await runSql`UPDATE payments SET status = 'canceled', settled_at = 1 WHERE intent_id = ${intent.paymentIntentId}`;
    advance(HOUR);
    await env.ITEM_ROOM.getByName(first?.itemId ?? "").settle();
    const services = servicesWithSettled();
    await closeDueIntents(services);
    expect((await orderRow(first?.id ?? "")).status).toBe("expired");
    expect(await itemRow(first?.itemId ?? "")).toMatchObject({ status: "active" });
    for (const { itemId } of bought.orders) await env.ITEM_ROOM.getByName(itemId).settle();
    await closeDueIntents(services);
  });
});

describe("the emails of a purchase", () => {
  const subjects = async (person: TestAccount, about: string) =>
    (await emailsTo(person.email)).map(({ subject }) => subject).filter((subject) => subject.startsWith(about));

  it("are one per event and party, and name every item and the total", async () => {
    const bought = await boughtCart("stripe");
    const { buyer, seller, purchaseId } = bought;
    // The rooms add their orders to the unsent email, so emailTo waits for the complete subject.
    const all = "Brass reading lamp and 3 more items";
    const placed = await emailTo(buyer.email, `Your order: ${all}`);
    const intent = await reply<PaymentIntentReply>(await requestIntent(buyer, { purchaseId }), 200);
    const total = `$${intent.amount / 100}`;
    expect(placed.text).toContain(`You've ordered 4 items for ${total} in total.`);
    for (const { id } of bought.orders) {
      const row = await firstRow<{ title: string; cents: number }>`SELECT item_title AS title, amount_cents AS cents
        FROM orders WHERE id = ${id}`;
      expect(placed.text).toContain(`${row?.title}: $${(row?.cents ?? 0) / 100}`);
    }
    expect((await emailTo(seller.email, `New order: ${all}`)).text).toContain("4 of your items");

    await enterCard(intent, { number: "4000000000000002" });
    await deliverIntentEvent(intent.paymentIntentId);
    const declined = await emailTo(buyer.email, `Your card payment didn't go through: ${all}`);
    expect(declined.text).toContain(`Your card payment of ${total} for 4 items didn't go through`);

    await enterCard(intent);
    await deliverIntentEvent(intent.paymentIntentId);
    const paid = await emailTo(buyer.email, `Payment confirmed: ${all}`);
    expect(paid.text).toContain(`Your payment of ${total} for 4 items is confirmed.`);
    expect(paid.text).toContain("Order numbers: ");
    for (const { id } of bought.orders) expect(paid.text).toContain(orderNumber(id));
    for (const about of ["Your order", "Your card", "Payment confirmed"])
      expect(await subjects(buyer, about)).toHaveLength(1);
    for (const about of ["New order", "Payment confirmed"]) expect(await subjects(seller, about)).toHaveLength(1);
  });

  it("are sent with the orders known so far when a room is late, and once more for the late order", async () => {
    const bought = await boughtCart("stripe");
    const { paymentIntentId } = await reply<PaymentIntentReply>(
      await requestIntent(bought.buyer, { purchaseId: bought.purchaseId }),
      200,
    );
    const fail = (index: number) =>
      inRoom(
        bought.orders[index]?.itemId ?? "",
        orders.cardFailed({
          orderId: bought.orders[index]?.id ?? "",
          intentId: paymentIntentId,
        }),
      );
    await fail(0);
    await fail(1);
    const services = servicesWithSettled();
    await deliverDueEmails(services);
    const [waiting] = (await emailsTo(bought.buyer.email)).filter(({ subject }) => subject.startsWith("Your card"));
    expect(waiting?.status).toBe("queued");
    advance(MINUTE);
    await deliverDueEmails(servicesWithSettled());
    expect((await emailTo(bought.buyer.email, "Your card")).subject).toContain("and 1 more item");
    await fail(2);
    expect(await subjects(bought.buyer, "Your card")).toHaveLength(2);
  });
});
