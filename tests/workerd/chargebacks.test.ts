/**
 * Chargebacks, and refunds made at the provider (A65): handover and payouts stop at once, buyer, seller and staff are
 * notified, and the bank's verdict resumes or ends the order. The tests deliver the webhook events themselves.
 */
import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { BaggageEntry } from "#contract/admin/baggage";
import type { OverviewReply } from "#contract/admin/overview";
import type {
  AdminPayment,
  AdminPaymentDetail,
  AdminReversal,
  PaymentQueueCounts,
} from "#contract/admin/payment-queue";
import type { PurchaseReply } from "#contract/checkout/purchases";
import type { OrderView } from "#contract/orders";
import type { Page } from "#contract/page";
import type { BalanceReply, PaymentIntentReply } from "#contract/payments";
import type { OwnItemRow } from "#contract/selling/my-items";
import { proceedsDue } from "#domain/payments/ledger";
import { refundOrder } from "../../durable/item-room/commands/orders.ts";
import { batch } from "../../worker/db/client.ts";
import { insertLedgerTransaction } from "../../worker/db/ledger.ts";
import { refundCardOrder, runRefund } from "../../worker/features/payments/refunds.ts";
import { remindOfEvidence } from "../../worker/features/payments/reversals/evidence-reminders.ts";
import { applyDispute, applyRefund } from "../../worker/features/payments/reversals/reversals.ts";
import { stableId } from "../../worker/stable-id.ts";
import { createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { advance, pollUntil } from "../support/workerd/clock.ts";
import {
  createBuyer,
  createSeller,
  DAY,
  insertItem,
  itemRow,
  readOrder,
  refusal,
  reply,
} from "../support/workerd/deals.ts";
import { emailsTo } from "../support/workerd/email.ts";
import { notificationTitlesOf } from "../support/workerd/notifications.ts";
import {
  allEvents,
  cardOrder,
  deliver,
  emulator,
  endOutage,
  intentFor,
  ledgerSums,
  openPayoutAccount,
  orderRow,
  paidCardOrder,
  payOut,
  placeCardOrder,
  provider,
  providerBalance,
  refundRows,
  requestIntent,
  runCardJobs,
  servicesWhileRestoring,
  servicesWithSettled,
  topupIntent,
} from "../support/workerd/payments.ts";
import { inRoom } from "../support/workerd/rooms.ts";
import { allRows, firstRow, runSql } from "../support/workerd/sql.ts";

const CENTS = 4_550;
const FEE = 2_500;
const MINUTE = 60_000;

let staff: TestAccount;

beforeAll(async () => {
  staff = await createAccount({ role: "admin" });
});
beforeEach(async () => {
  await emulator().planFaults({ hold: true });
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const heard = new Set<string>();
/** Returns the events about this payment that have not been delivered yet, oldest first. */
async function unheard(intentId: string): Promise<Stripe.Event[]> {
  const about = ({ id, payment_intent }: { id: string; payment_intent?: string }) => [id, payment_intent];
  return (await allEvents()).filter((event) => {
    const of = event.data.object as { id: string; payment_intent?: string };
    return about(of).includes(intentId) && !heard.has(event.id);
  });
}

async function hear(intentId: string): Promise<void> {
  for (const event of await unheard(intentId)) {
    heard.add(event.id);
    expect(await deliver(event)).toBe(200);
  }
}

async function chargedBack(intentId: string, amount?: number): Promise<void> {
  expect(await emulator().disputePayment(intentId, amount)).toBe(true);
  await hear(intentId);
}

async function judged(intentId: string, verdict: "won" | "lost"): Promise<void> {
  expect(await emulator().closeDispute(intentId, verdict)).toBe(true);
  await hear(intentId);
}

/** Waits for the refunds, which run after the response, and then for the orders they end. */
async function refundsDone(intentId: string): Promise<void> {
  await runCardJobs();
  await pollUntil(
    () => refundRows(intentId),
    (rows) => rows.length > 0 && rows.every(({ status }) => status === "succeeded"),
  );
  await runCardJobs();
}

const transferOf = (orderId: string) =>
  firstRow<{ status: string; generation: number }>`SELECT status, generation
    FROM transfers WHERE order_id = ${orderId}`;

/** Waits until the payout has been reversed, which happens after the response. */
const fetchedBack = (orderId: string) =>
  pollUntil(
    () => transferOf(orderId),
    (row) => row?.status === "reversed",
  );

const stuckPayout = async (orderId: string) => {
  const { items } = await reply<Page<BaggageEntry>>(
    await staff.request("GET", "/api/admin/baggage/payout_claims"),
    200,
  );
  return items.find(({ id }) => id === orderId);
};

const reversalOf = (intentId: string) =>
  firstRow<{ id: string; status: string; applied_status: string | null; last_error: string | null }>`SELECT *
    FROM payment_reversals WHERE intent_id = ${intentId}`;

const subjects = async (who: TestAccount) => (await emailsTo(who.email)).map(({ subject }) => subject);
const ask = async <T>(path: string) => reply<T>(await staff.request("GET", `/api/admin/payments${path}`), 200);

/** Creates an order that is paid, collected and paid out to the seller. */
async function paidOut() {
  const deal = await paidCardOrder();
  await hear(deal.intentId);
  await openPayoutAccount(deal.seller.id);
  await reply(await deal.buyer.request("POST", `/api/orders/${deal.order.order_id}/collected`), 200);
  await payOut(servicesWithSettled());
  expect(await transferOf(deal.order.order_id)).toMatchObject({ status: "sent" });
  return { ...deal, id: deal.order.order_id };
}

async function paid(...args: Parameters<typeof paidCardOrder>) {
  const deal = await paidCardOrder(...args);
  await hear(deal.intentId);
  return { ...deal, id: deal.order.order_id };
}

describe("chargeback of an order before collection", () => {
  it("stops the handover and notifies buyer, seller and staff", async () => {
    const { buyer, seller, id, intentId, itemId } = await paid();
    const { handover } = await readOrder(buyer, id);
    await chargedBack(intentId);

    expect(await orderRow(id)).toMatchObject({ status: "disputed", card_state: "paid" });
    expect(await itemRow(itemId)).toMatchObject({ status: "sold", order_id: id });
    const [theirs, ours] = [await readOrder(buyer, id), await readOrder(seller, id)];
    expect(theirs).toMatchObject({ handover: null, reversal: { kind: "chargeback", outcome: null } });
    expect(ours).toMatchObject({ handover_check: null, reversal: { kind: "chargeback", outcome: null } });
    const mine = await reply<Page<OwnItemRow>>(await seller.request("GET", "/api/items/mine"), 200);
    expect(mine.items.find((item) => item.id === itemId)?.sale).toMatchObject({ order_id: id, disputed: "bank" });
    const lists = await Promise.all([
      reply<Page<OrderView>>(await buyer.request("GET", "/api/orders"), 200),
      reply<Page<OrderView>>(await seller.request("GET", "/api/orders?role=seller"), 200),
    ]);
    for (const { items } of lists)
      expect(items.find((order) => order.id === id)?.reversal).toMatchObject({ kind: "chargeback", outcome: null });
    for (const order of [theirs, ours]) expect(Object.values(order.abilities).filter(Boolean)).toEqual([]);
    const secret = handover?.qr.split(".").at(-1);
    for (const proof of [{ code: handover?.code }, { secret }]) {
      const refused = await refusal(await seller.request("POST", `/api/orders/${id}/handover`, proof), 409);
      expect(refused).toMatchObject({ code: "wrong_state", message: expect.stringContaining("taken back") });
    }
    expect((await buyer.request("POST", `/api/orders/${id}/collected`)).status).toBe(409);
    expect((await seller.request("POST", `/api/orders/${id}/refund`, {})).status).toBe(409);
    expect((await orderRow(id)).status).toBe("disputed");

    for (const who of [buyer, seller]) {
      expect((await subjects(who)).filter((subject) => subject.startsWith("Payment disputed"))).toHaveLength(1);
      expect(await notificationTitlesOf(who)).toContain("Payment disputed: Brass reading lamp");
    }
    const [first] = (await ask<Page<AdminReversal>>("/reversals")).items;
    expect(first).toMatchObject({
      kind: "chargeback",
      status: "open",
      amount: 45.5,
      fee: 25,
      payer: { id: buyer.id },
      orders: [{ id, status: "disputed" }],
      problem: null,
    });
    expect(first?.due_at).toBeGreaterThan(Date.now() + 8 * DAY);
    expect((await ask<PaymentQueueCounts>("/counts")).chargebacks).toBeGreaterThan(0);
    // The bank decides, so the order is in neither of the queues in which staff decide.
    for (const queue of ["overdue", "disputed"]) {
      const { items } = await ask<Page<AdminPayment>>(`?queue=${queue}`);
      expect(items.map(({ order_id }) => order_id)).not.toContain(id);
    }
    const detail = await ask<AdminPaymentDetail>(`/${id}`);
    expect(detail).toMatchObject({
      decidable: false,
      card_payments: [{ id: intentId, status: "succeeded", url: null }],
      reversals: [{ kind: "chargeback", status: "open", amount: 45.5 }],
    });
    const note = "We have looked at the photos.";
    const decided = await staff.request("POST", `/api/admin/orders/${id}/resolve`, { outcome: "release", note });
    expect((await refusal(decided, 409)).code).toBe("wrong_state");
    expect(await ledgerSums("intent_id = ?", intentId)).toEqual({
      order_held: -CENTS,
      dispute_hold: CENTS,
      fees: FEE,
      stripe_clearing: -FEE,
    });
    await judged(intentId, "won");
  });

  it("reminds staff who are no party once, two days before evidence is due, unless Stripe has some", async () => {
    const remind = async () => {
      const services = servicesWithSettled();
      await remindOfEvidence(services);
      await services.settled();
    };
    const seller = await createSeller();
    const [silent, answered] = [
      await paidCardOrder({ title: "Silent lamp" }, { seller }),
      await paidCardOrder({ title: "Answered lamp" }, { seller }),
    ];
    await runSql`UPDATE profiles SET role = 'admin' WHERE id = ${seller.id}`;
    for (const { intentId } of [silent, answered]) await chargedBack(intentId);
    expect(await emulator().answerDispute(answered.intentId)).toBe(true);
    await hear(answered.intentId);
    const titles = async (who: TestAccount) =>
      (await notificationTitlesOf(who)).filter((title) => /^Evidence due: .* lamp$/.test(title));
    advance(7 * DAY - MINUTE);
    await remind();
    expect(await titles(staff)).toEqual([]);
    vi.useRealTimers();
    advance(7 * DAY + MINUTE);
    await remind();
    await remind();
    expect(await titles(staff)).toEqual(["Evidence due: Silent lamp"]);
    expect(await titles(seller)).toEqual([]);
  });

  it("resumes the order when the seller wins, and pays it out", async () => {
    const { buyer, seller, id, intentId } = await paid();
    const { handover } = await readOrder(buyer, id);
    await openPayoutAccount(seller.id);
    await chargedBack(intentId);
    await runCardJobs();
    expect(await transferOf(id)).toBeNull();
    await judged(intentId, "won");
    expect(await readOrder(buyer, id)).toMatchObject({
      status: "payment_confirmed",
      handover: { code: handover?.code },
      reversal: { outcome: "won" },
    });
    for (const who of [buyer, seller]) expect((await subjects(who)).join()).toContain("Payment dispute closed");
    const handed = await seller.request("POST", `/api/orders/${id}/handover`, { code: handover?.code });
    expect(await reply<{ status: string }>(handed, 200)).toMatchObject({ status: "completed" });
    await runCardJobs();
    expect(await transferOf(id)).toMatchObject({ status: "sent" });
    expect(await ledgerSums("intent_id = ?", intentId)).toEqual({ fees: FEE, stripe_clearing: -FEE });
  });

  it("ends the order when the buyer wins, without a payout or a second refund", async () => {
    const { buyer, seller, id, intentId, itemId } = await paid();
    await openPayoutAccount(seller.id);
    await chargedBack(intentId);
    await judged(intentId, "lost");
    advance(30 * DAY);
    await runCardJobs();
    vi.useRealTimers();
    expect(await orderRow(id)).toMatchObject({ status: "refunded", card_state: "refunded" });
    // The seller still has the item and decides whether to list it again.
    expect(await itemRow(itemId)).toMatchObject({ status: "inactive", order_id: null });
    expect(await transferOf(id)).toBeNull();
    expect(await refundRows(intentId)).toEqual([]);
    expect((await provider().refunds.list({ payment_intent: intentId })).data).toEqual([]);
    expect(await ledgerSums("intent_id = ?", intentId)).toEqual({ fees: FEE, stripe_clearing: -FEE });
    for (const who of [buyer, seller]) expect((await subjects(who)).join()).toContain("Order closed");
    const [shown] = (await ask<Page<AdminReversal>>("/reversals")).items.filter(
      ({ payment_id }) => payment_id === intentId,
    );
    expect(shown).toMatchObject({ status: "lost", closed_at: expect.any(Number) });
  });

  it("books every fee of it, also one without a movement of money, and one that is returned", async () => {
    const { intentId, order } = await paidCardOrder();
    await chargedBack(intentId);
    const charged = async (fee: number) => {
      expect(await emulator().chargeDisputeFee(intentId, fee)).toBe(true);
      await hear(intentId);
      const { fees } = await ledgerSums("intent_id = ? AND txn_id NOT LIKE 'charge-fee:%'", intentId);
      return fees ?? 0;
    };
    expect(await charged(1_500)).toBe(FEE + 1_500);
    expect(await charged(-1_500)).toBe(FEE);
    expect(await orderRow(order.order_id)).toMatchObject({ status: "disputed" });
  });

  it("leaves a problem reported by the buyer to staff once the seller has won", async () => {
    const { buyer, id, intentId } = await paid();
    await reply(await buyer.request("POST", `/api/orders/${id}/dispute`, { reason: "The lamp is broken." }), 200);
    await chargedBack(intentId);
    const decision = { outcome: "refund", note: "The photos show it broken." };
    expect((await staff.request("POST", `/api/admin/orders/${id}/resolve`, decision)).status).toBe(409);
    await judged(intentId, "won");
    expect((await orderRow(id)).status).toBe("disputed");
    await reply(await staff.request("POST", `/api/admin/orders/${id}/resolve`, decision), 200);
    await refundsDone(intentId);
    expect(await refundRows(intentId)).toMatchObject([{ status: "succeeded", amount_cents: CENTS }]);
  });
});

describe("chargeback after collection", () => {
  it("reverses the payout, and sends it again when the seller wins (A65)", async () => {
    const { id, intentId, itemId, seller } = await paidOut();
    await chargedBack(intentId);
    expect((await orderRow(id)).status).toBe("disputed");
    expect(await itemRow(itemId)).toMatchObject({ status: "sold" });
    await fetchedBack(id);
    expect(await ledgerSums("intent_id = ?", intentId)).toMatchObject({ [`seller_payable:${seller.id}`]: -CENTS });
    const payouts = () => seller.request("GET", "/api/seller-hub/payouts").then((r) => reply<Page<object>>(r, 200));
    expect((await payouts()).items).toMatchObject([{ order_id: id, status: "held" }]);
    await runCardJobs();
    await fetchedBack(id);

    await judged(intentId, "won");
    expect((await orderRow(id)).status).toBe("completed");
    await runCardJobs();
    await runCardJobs();
    expect(await transferOf(id)).toMatchObject({ status: "sent", generation: 1 });
    const { data } = await provider().transfers.list({ transfer_group: id });
    expect(data.map(({ amount, amount_reversed }) => amount - amount_reversed).sort()).toEqual([0, CENTS]);
    expect(await ledgerSums("intent_id = ?", intentId)).toEqual({ fees: FEE, stripe_clearing: -FEE });
  });

  it("keeps the reversed payout and the rating when the buyer wins (A65)", async () => {
    const { id, intentId, itemId, buyer, seller, order } = await paidOut();
    const rating = { order_id: order.order_id, rating: 5, comment: "Thank you" };
    const rated = await buyer.request("POST", "/api/ratings", rating);
    expect([200, 201], await rated.clone().text()).toContain(rated.status);
    await chargedBack(intentId);
    await judged(intentId, "lost");
    await runCardJobs();
    expect(await orderRow(id)).toMatchObject({ status: "refunded", card_state: "refunded" });
    expect(await itemRow(itemId)).toMatchObject({ status: "inactive" });
    await fetchedBack(id);
    expect(await ledgerSums("intent_id = ?", intentId)).toEqual({ fees: FEE, stripe_clearing: -FEE });
    const ratings = await firstRow`SELECT count(*) AS n FROM ratings WHERE rated_user_id = ${seller.id}`;
    expect(ratings).toEqual({ n: 1 });
  });

  it("sends the payout again when the Worker crashed during the reversal and the verdict came first", async () => {
    const { id, intentId } = await paidOut();
    await emulator().disputePayment(intentId);
    const [opened] = await unheard(intentId);
    const dispute = opened?.data.object as Stripe.Dispute;
    const { results } = await allRows<{ sent_as: string }>`SELECT provider_transfer_id AS sent_as
      FROM transfers WHERE order_id = ${id}`;
    await env.DB.batch([
      env.DB.prepare(
        "INSERT INTO payment_reversals (id, kind, intent_id, amount_cents, attempts, next_at, created_at) VALUES (?, 'chargeback', ?, ?, 1, 0, 0)",
      ).bind(dispute.id, intentId, dispute.amount),
      env.DB.prepare("UPDATE transfers SET status = 'reversing', attempts = 2, next_at = 1 WHERE order_id = ?").bind(
        id,
      ),
    ]);
    await provider().transfers.createReversal(
      results[0]?.sent_as ?? "",
      { amount: CENTS, metadata: { order_id: id } },
      { idempotencyKey: `transfer-reversal:${id}` },
    );
    await emulator().closeDispute(intentId, "won");
    for (const event of (await unheard(intentId)).toReversed()) expect(await deliver(event)).toBe(200);
    await runCardJobs();
    await runCardJobs();
    expect((await orderRow(id)).status).toBe("completed");
    expect(await transferOf(id)).toMatchObject({ status: "sent", generation: 1 });
    const { data } = await provider().transfers.list({ transfer_group: id });
    expect(data.map(({ amount, amount_reversed }) => amount - amount_reversed).sort()).toEqual([0, CENTS]);
  });

  it("sends no payout for an order that is refunded at the moment the payout falls due", async () => {
    const { id, seller, itemId, intentId } = await paid();
    await openPayoutAccount(seller.id);
    await inRoom(itemId, refundOrder({ orderId: id, by: "service", actorId: null, relist: false }));
    const services = servicesWithSettled();
    let fell = false;
    const db = new Proxy(services.db, {
      get: (all, name) => {
        const value: unknown = Reflect.get(all, name);
        if (name !== "all" || typeof value !== "function") return value;
        return async (...args: unknown[]) => {
          const rows: unknown = await value.apply(all, args);
          if (!fell && JSON.stringify(rows) === "[]") {
            fell = true;
            await batch(services.db, [
              sql`INSERT INTO transfers (order_id, seller_id, intent_id, amount_cents, next_at, created_at)
                VALUES (${id}, ${seller.id}, ${intentId}, ${CENTS}, 0, 0)`,
              insertLedgerTransaction(proceedsDue(intentId, id, seller.id, CENTS), Date.now()),
            ]);
          }
          return rows;
        };
      },
    });
    await refundCardOrder({ ...services, db }, id);
    expect(fell).toBe(true);
    await runCardJobs();
    await runCardJobs();
    await fetchedBack(id);
    const { data } = await provider().transfers.list({ transfer_group: id });
    expect(data).toEqual([]);
    expect(await orderRow(id)).toMatchObject({ status: "refunded", card_state: "refunded" });
  });

  it("stops the order and shows staff the payout when its reversal fails for now", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { id, intentId } = await paidOut();
    await emulator().disputePayment(intentId);
    const events = await unheard(intentId);
    await emulator().planFaults({ faults: [{ path: "/v1/transfers", answer: "outage", times: 2 }] });
    for (const event of events) expect(await deliver(event)).toBe(200);
    expect((await orderRow(id)).status).toBe("disputed");
    await pollUntil(
      () => stuckPayout(id),
      (entry) => entry !== undefined,
    );
    expect(await stuckPayout(id)).toMatchObject({ amount: CENTS / 100, actions: ["retry", "write_off"] });
    expect(logged).toHaveBeenCalled();
    advance(2 * MINUTE);
    await runCardJobs();
    await fetchedBack(id);
    expect(await stuckPayout(id)).toBeUndefined();
    expect(await reversalOf(intentId)).toMatchObject({ applied_status: "open", last_error: null });
    await judged(intentId, "lost");
  });
});

describe("an inquiry of the buyer's bank (D73)", () => {
  const asked = async (intentId: string) => {
    expect(await emulator().disputePayment(intentId, { inquiry: true })).toBe(true);
    await hear(intentId);
  };

  it.each([
    [
      "its seller",
      async (deal: Awaited<ReturnType<typeof paid>>) =>
        deal.seller.request("POST", `/api/orders/${deal.id}/refund`, {}),
    ],
    [
      "staff",
      async (deal: Awaited<ReturnType<typeof paid>>) =>
        staff.request("POST", `/api/admin/orders/${deal.id}/resolve`, { outcome: "refund", note: "The bank asks." }),
    ],
  ])("is answered by a refund of %s, and costs no dispute", async (_who, refund) => {
    const deal = await paid();
    const { buyer, seller, id, intentId } = deal;
    await asked(intentId);
    expect(await orderRow(id)).toMatchObject({ status: "disputed" });
    expect(await readOrder(buyer, id)).toMatchObject({ reversal: { kind: "inquiry" }, abilities: { refund: false } });
    expect(await readOrder(seller, id)).toMatchObject({ reversal: { kind: "inquiry" }, abilities: { refund: true } });
    expect((await subjects(seller)).join()).toContain("Payment questioned");
    expect(await ask<AdminPaymentDetail>(`/${id}`)).toMatchObject({
      decidable: true,
      reversals: [{ kind: "inquiry", status: "open" }],
    });
    // Only the bank can let the payment stand.
    const release = { outcome: "release", note: "The buyer has the lamp." };
    expect((await staff.request("POST", `/api/admin/orders/${id}/resolve`, release)).status).toBe(409);
    await reply(await refund(deal), 200);
    await refundsDone(intentId);
    expect(await orderRow(id)).toMatchObject({ status: "refunded", card_state: "refunded" });
    await emulator().closeDispute(intentId, "warning_closed");
    await hear(intentId);
    expect(await orderRow(id)).toMatchObject({ status: "refunded" });
    expect(await ledgerSums("intent_id = ?", intentId)).toEqual({});
  });

  it("becomes a chargeback when the bank takes the money, and then nobody can refund it", async () => {
    const { seller, id, intentId } = await paid();
    await asked(intentId);
    await chargedBack(intentId);
    expect(await readOrder(seller, id)).toMatchObject({
      reversal: { kind: "chargeback" },
      abilities: { refund: false },
    });
    expect((await seller.request("POST", `/api/orders/${id}/refund`, {})).status).toBe(409);
    await judged(intentId, "lost");
    expect(await orderRow(id)).toMatchObject({ status: "refunded", card_state: "refunded" });
  });
});

describe("webhook events of a chargeback", () => {
  it("are read with the 150,000 characters of evidence that Stripe allows (A89)", async () => {
    const { intentId } = await paidCardOrder();
    await emulator().disputePayment(intentId);
    const [event] = (await unheard(intentId)).filter(({ type }) => type === "charge.dispute.created");
    if (!event) throw new Error("no dispute");
    const evidence = { uncategorized_text: "é".repeat(150_000) };
    const large = { ...event, data: { object: { ...event.data.object, evidence } } };
    expect(await deliver(large)).toBe(200);
    await hear(intentId);
  });

  it.each(["won", "lost"] as const)("have the same result in any order and when repeated: %s", async (verdict) => {
    const end = async (shuffle: (events: Stripe.Event[]) => Stripe.Event[]) => {
      const deal = await cardOrder();
      const { paymentIntentId: intentId } = await intentFor(deal.buyer, deal.order.order_id);
      await provider().paymentIntents.confirm(intentId, { payment_method: "pm_card_visa" });
      await emulator().disputePayment(intentId);
      await emulator().closeDispute(intentId, verdict);
      const events = (await unheard(intentId)).filter(({ type }) => type !== "payment_intent.created");
      for (const event of shuffle(events)) expect(await deliver(event)).toBe(200);
      await runCardJobs();
      const told = (await emailsTo(deal.buyer.email))
        .map(({ subject }) => subject)
        .filter((text) => !text.startsWith("Your order"));
      const { status, card_state } = await orderRow(deal.order.order_id);
      return { status, card_state, sums: await ledgerSums("intent_id = ?", intentId), told: told.sort() };
    };
    const straight = await end((events) => events);
    expect(straight.status).toBe(verdict === "won" ? "payment_confirmed" : "refunded");
    expect(await end((events) => events.flatMap((event) => [event, event, { ...event, id: `${event.id}x` }]))).toEqual(
      straight,
    );
    const backwards = await end((events) => [...events.toReversed(), ...events]);
    expect({ ...backwards, told: [] }).toEqual({ ...straight, told: [] });
    // When the closing event comes before the opening one, the verdict stays.
    const first = ["charge.dispute.closed", "charge.dispute.created"];
    const closedFirst = (events: Stripe.Event[]) => [
      ...first.flatMap((type) => events.filter((event) => event.type === type)),
      ...events.filter(({ type }) => !first.includes(type)),
    ];
    expect((await end(closedFirst)).status).toBe(straight.status);
  });

  it("are handled by the job when the Worker crashed before handling them", async () => {
    const { id, intentId } = await paid();
    await emulator().disputePayment(intentId);
    const [event] = await unheard(intentId);
    const dispute = event?.data.object as Stripe.Dispute;
    await env.DB.batch([
      env.DB.prepare(
        "INSERT INTO provider_events (provider, event_id, kind, received_at) VALUES ('stripe', ?, ?, 0)",
      ).bind(event?.id, event?.type),
      env.DB.prepare(
        "INSERT INTO payment_reversals (id, kind, intent_id, amount_cents, next_at, created_at) VALUES (?, 'chargeback', ?, ?, 0, 0)",
      ).bind(dispute.id, intentId, dispute.amount),
    ]);
    await runCardJobs();
    expect((await orderRow(id)).status).toBe("disputed");
    await hear(intentId);
    await judged(intentId, "won");
    expect((await orderRow(id)).status).toBe("payment_confirmed");
  });
});

describe("chargeback that the item's room can't follow yet", () => {
  it("stops the order when the job tries again", async () => {
    const { id, intentId } = await paid();
    await emulator().disputePayment(intentId);
    const [event] = await unheard(intentId);
    if (!event) throw new Error("no event");
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await applyDispute(servicesWhileRestoring(), event.data.object as Stripe.Dispute, event);
    expect(await reversalOf(intentId)).toMatchObject({ status: "open", applied_status: null });
    advance(60 * MINUTE);
    await runCardJobs();
    expect((await orderRow(id)).status).toBe("disputed");
  });
});

/** Buys items of these prices with one card payment; each of its own seller, or all of one. */
async function boughtTwo(prices = [1_000, 3_000], people: TestAccount[] = []) {
  const [seller, buyer] = [people[0] ?? (await createSeller()), await createBuyer()];
  for (const [n, price_cents] of prices.entries()) {
    const item_id = await insertItem(people[n] ?? seller, { price_cents });
    await reply(await buyer.request("POST", "/api/cart", { item_id }), 201);
  }
  const { purchase, orders } = await reply<PurchaseReply>(
    await buyer.request("POST", "/api/purchases", { kind: "cart", paymentMethod: "stripe", acknowledged: true }),
    201,
  );
  const intent = await reply<PaymentIntentReply>(await requestIntent(buyer, { purchaseId: purchase.id }), 200);
  await provider().paymentIntents.confirm(intent.paymentIntentId, { payment_method: "pm_card_visa" });
  await hear(intent.paymentIntentId);
  return { seller, buyer, intentId: intent.paymentIntentId, ids: orders.map(({ id }) => id) };
}

describe("chargeback of a purchase of several orders", () => {
  it("stops every order, and resumes every order when the seller wins", async () => {
    const { ids, intentId } = await boughtTwo();
    await chargedBack(intentId);
    for (const id of ids) expect((await orderRow(id)).status).toBe("disputed");
    await judged(intentId, "won");
    for (const id of ids) expect((await orderRow(id)).status).toBe("payment_confirmed");
  });

  const shareOut = async (intentId: string, shares: { order_id: string; amount: number }[], who = staff) =>
    who.request("POST", `/api/admin/payments/reversals/${(await reversalOf(intentId))?.id}/shares`, {
      shares,
      note: "The bank names the first item.",
    });
  /** Three sellers, all collected and paid out. */
  async function threePaidOut() {
    const sellers = [await createSeller(), await createSeller(), await createSeller()];
    const deal = await boughtTwo([5_000, 10_000, 15_000], sellers);
    for (const seller of sellers) await openPayoutAccount(seller.id);
    for (const id of deal.ids) await reply(await deal.buyer.request("POST", `/api/orders/${id}/collected`), 200);
    await payOut(servicesWithSettled());
    const rows = await allRows<{ id: string; seller_id: string; amount_cents: number }>`SELECT id, seller_id,
      amount_cents FROM orders WHERE card_intent_id = ${deal.intentId} ORDER BY 3`;
    return { ...deal, sellers, sold: rows.results };
  }
  const sentTo = async (orderId: string) => {
    const { data } = await provider().transfers.list({ limit: 100 });
    return data
      .filter(({ metadata }) => metadata.order_id === orderId)
      .reduce((sum, { amount, amount_reversed }) => sum + amount - amount_reversed, 0);
  };

  it("takes nothing from anyone until staff have said whose part the bank took (D69, A153)", async () => {
    const { intentId, sold, sellers } = await threePaidOut();
    const [first, second, third] = sold.map(({ id }) => id) as [string, string, string];
    await chargedBack(intentId, 5_000);
    await runCardJobs();
    for (const { id, amount_cents } of sold) {
      expect((await orderRow(id)).status).toBe("completed");
      expect(await sentTo(id)).toBe(amount_cents);
    }
    await judged(intentId, "lost");
    await runCardJobs();
    for (const { id } of sold) expect((await orderRow(id)).status).toBe("completed");
    expect(await ledgerSums("intent_id = ?", intentId)).toMatchObject({ chargeback_losses: 5_000 });
    const [listed] = (await ask<Page<AdminReversal>>("/reversals")).items;
    expect(listed).toMatchObject({ payment_id: intentId, to_share: { amount: 50 } });
    const waiting = async () =>
      (await reply<OverviewReply>(await staff.request("GET", "/api/admin/overview"), 200)).queues.chargebacks;
    const before = await waiting();
    expect(listed?.to_share?.orders.map(({ price, collected }) => [price, collected])).toEqual([
      [50, true],
      [100, true],
      [150, true],
    ]);

    expect((await shareOut(intentId, [{ order_id: first, amount: 51 }])).status).toBe(422);
    expect((await shareOut(intentId, [{ order_id: "ord_00000000000000000000", amount: 5 }])).status).toBe(422);
    expect((await shareOut(intentId, [{ order_id: second, amount: 50.01 }])).status).toBe(422);
    await runSql`UPDATE profiles SET role = 'admin' WHERE id = ${sellers[1]?.id}`;
    expect((await shareOut(intentId, [{ order_id: first, amount: 50 }], sellers[1])).status).toBe(403);
    await reply(await shareOut(intentId, [{ order_id: first, amount: 50 }]), 200);
    expect((await shareOut(intentId, [{ order_id: second, amount: 50 }])).status).toBe(409);
    expect(await waiting()).toBe(before - 1);
    await runCardJobs();
    await fetchedBack(first);
    await runCardJobs();
    expect(await orderRow(first)).toMatchObject({ status: "refunded", card_state: "refunded" });
    for (const id of [second, third]) expect((await orderRow(id)).status).toBe("completed");
    expect(await Promise.all([first, second, third].map(sentTo))).toEqual([0, 10_000, 15_000]);
    expect(await refundRows(intentId)).toEqual([]);
    expect(await ledgerSums("intent_id = ?", intentId)).toEqual({ fees: FEE, stripe_clearing: -FEE });
  });

  it("leaves a collected order its sale, less what the bank took, and gives that back on appeal (D69)", async () => {
    const { intentId, sold, seller } = await threePaidOut();
    const [first = "", second = ""] = sold.map(({ id }) => id);
    await chargedBack(intentId, 6_000);
    await reply(await shareOut(intentId, [{ order_id: second, amount: 40 }]), 200);
    expect((await orderRow(second)).status).toBe("disputed");
    expect((await orderRow(first)).status).toBe("completed");
    await fetchedBack(second);
    await judged(intentId, "lost");
    await runCardJobs();
    await runCardJobs();
    expect(await orderRow(second)).toMatchObject({ status: "completed", card_state: "paid" });
    expect(await refundRows(intentId)).toEqual([]);
    expect(await Promise.all(sold.map(({ id }) => sentTo(id)))).toEqual([5_000, 6_000, 15_000]);
    // The operator bears what staff gave to nobody.
    expect(await ledgerSums("intent_id = ?", intentId)).toEqual({
      chargeback_losses: 2_000,
      fees: FEE,
      stripe_clearing: -FEE - 2_000,
    });
    expect((await subjects(seller)).join()).not.toContain("Order closed");
    await emulator().appealDispute(intentId, "won");
    await hear(intentId);
    await runCardJobs();
    await runCardJobs();
    expect(await sentTo(second)).toBe(10_000);
    expect(await ledgerSums("intent_id = ?", intentId)).toEqual({ fees: FEE, stripe_clearing: -FEE });
  });

  it("claims from a seller without money only what the bank took, also of a single order (D69)", async () => {
    const { id, intentId, seller } = await paidOut();
    const account = await firstRow<{ id: string }>`SELECT provider_account_id AS id
      FROM payout_accounts WHERE seller_id = ${seller.id}`;
    await emulator().payOutAccount(account?.id ?? "");
    await chargedBack(intentId, 1_000);
    await judged(intentId, "lost");
    await runCardJobs();
    expect((await orderRow(id)).status).toBe("completed");
    expect(await stuckPayout(id)).toMatchObject({ amount: 10 });
    expect(await refundRows(intentId)).toEqual([]);
  });

  it("ends an order that was not collected, with the rest for the buyer, and no other (D69)", async () => {
    const { ids, intentId } = await boughtTwo();
    await chargedBack(intentId, 1_500);
    for (const id of ids) expect((await orderRow(id)).status).toBe("disputed");
    await judged(intentId, "lost");
    await runCardJobs();
    for (const id of ids) expect((await orderRow(id)).status).toBe("disputed");
    const dear = await firstRow<{ id: string }>`SELECT id
      FROM orders WHERE card_intent_id = ${intentId} AND amount_cents = 3000`;
    await reply(await shareOut(intentId, [{ order_id: dear?.id ?? "", amount: 15 }]), 200);
    await refundsDone(intentId);
    expect(await orderRow(dear?.id ?? "")).toMatchObject({ status: "refunded", card_state: "refunded" });
    expect(await refundRows(intentId)).toMatchObject([{ amount_cents: 1_500, status: "succeeded" }]);
    const other = ids.find((id) => id !== dear?.id) ?? "";
    expect((await orderRow(other)).status).toBe("payment_confirmed");
  });

  it("leaves a refund that the charge has no money for to staff, to pay another way (D69)", async () => {
    const { ids, intentId, seller } = await boughtTwo();
    await chargedBack(intentId, 1_500);
    await judged(intentId, "lost");
    await reply(await shareOut(intentId, []), 200);
    for (const id of ids) expect((await orderRow(id)).status).toBe("payment_confirmed");
    for (const id of ids) await reply(await seller.request("POST", `/api/orders/${id}/refund`, {}), 200);
    const rows = await pollUntil(
      () => refundRows(intentId),
      (seen) => seen.length === 2 && seen.every(({ status }) => status === "succeeded" || status === "failed"),
    );
    const failed = rows.filter(({ status }) => status === "failed");
    expect(failed).toHaveLength(1);
    const paid = { action: "by_hand", note: "Sent to the buyer's bank account." };
    await reply(await staff.request("POST", `/api/admin/baggage/refunds/${failed[0]?.id}`, paid), 200);
    await runCardJobs();
    for (const id of ids) expect(await orderRow(id)).toMatchObject({ status: "refunded", card_state: "refunded" });
  });

  it("is borne by the operator when staff say nothing for 14 days after the verdict (D69)", async () => {
    const { ids, intentId } = await boughtTwo();
    await chargedBack(intentId, 1_500);
    await judged(intentId, "lost");
    advance(14 * DAY);
    await runCardJobs();
    vi.useRealTimers();
    for (const id of ids) expect((await orderRow(id)).status).toBe("payment_confirmed");
    expect(await ledgerSums("intent_id = ?", intentId)).toMatchObject({ chargeback_losses: 1_500 });
  });
});

describe("refund that Stripe made although its answer was lost", () => {
  /** Refunds one of two orders; Stripe makes the refund, and no answer and no event arrives. */
  async function refundedUnheard() {
    const deal = await boughtTwo();
    const { seller, ids, intentId } = deal;
    // The one whose refund a reversal is counted towards first.
    const refundIds = await Promise.all(ids.map((id) => stableId("ref", `order:${id}`)));
    const [first, second] = refundIds.join() === refundIds.toSorted().join() ? ids : ids.toReversed();
    const cents = async (id = "") => (await readOrder(seller, id)).amount * 100;
    await emulator().planFaults({
      hold: true,
      faults: [{ path: "/v1/refunds", method: "POST", times: 3, answer: "lost" }],
    });
    await reply(await seller.request("POST", `/api/orders/${first}/refund`, {}), 200);
    await pollUntil(
      () => refundRows(intentId),
      ([row]) => row?.last_error != null,
    );
    await emulator().planFaults({ hold: true, faults: [] });
    endOutage();
    const { data } = await provider().refunds.list({ payment_intent: intentId });
    expect(data).toMatchObject([{ amount: await cents(first), status: "succeeded" }]);
    return { ...deal, made: data[0]?.id, second, rest: await cents(second) };
  }
  const settled = async (intentId: string) => {
    for (let hours = 0; hours < 48; hours += 12) {
      advance(12 * 60 * MINUTE);
      await runCardJobs();
    }
    vi.useRealTimers();
    return refundRows(intentId);
  };

  it("is booked although the buyer's bank has taken back the rest and not decided yet", async () => {
    const { intentId, made } = await refundedUnheard();
    await chargedBack(intentId);
    expect(await settled(intentId)).toMatchObject([{ status: "succeeded", provider_refund_id: made }]);
    expect((await provider().refunds.list({ payment_intent: intentId })).data).toHaveLength(1);
  });

  it("is looked for again when its answer fails after another run has found nothing", async () => {
    const { intentId } = await refundedUnheard();
    await chargedBack(intentId);
    const [row] = await refundRows(intentId);
    const id = row?.id ?? "";
    const { promise, reject } = Promise.withResolvers<never>();
    const services = servicesWithSettled();
    const stalled = { refunds: { list: () => ({ autoPagingToArray: () => promise }) } };
    advance(2 * 60 * MINUTE);
    const first = runRefund({ ...services, stripe: () => stalled as unknown as Stripe }, id);
    await pollUntil(
      () => refundRows(intentId),
      ([again]) => again?.attempts === 2,
    );
    advance(5 * MINUTE);
    const nothing = { refunds: { list: () => ({ autoPagingToArray: async () => [] }) } };
    await runRefund({ ...services, stripe: () => nothing as unknown as Stripe }, id);
    expect(await refundRows(intentId)).toMatchObject([{ attempts: 0 }]);
    reject(new Error("lost"));
    await first;
    expect(await refundRows(intentId)).toMatchObject([{ status: "due", attempts: 2 }]);
    expect(await settled(intentId)).toMatchObject([{ status: "succeeded" }]);
  });

  it.each([
    ["", false],
    [", though a restored database has forgotten the tries (D74)", true],
  ])("is not counted as covered by a refund made at Stripe for another order%s", async (_, forgotten) => {
    const { intentId, made, seller, second, rest } = await refundedUnheard();
    await emulator().planFaults({
      hold: true,
      faults: [{ path: "/v1/refunds", method: "POST", times: 3, answer: { status: 400, message: "Not just now." } }],
    });
    await reply(await seller.request("POST", `/api/orders/${second}/refund`, {}), 200);
    await pollUntil(
      () => refundRows(intentId),
      (rows) => rows.length === 2 && rows.every(({ last_error }) => last_error !== null),
    );
    await emulator().planFaults({ hold: true, faults: [] });
    const { id: elsewhere } = await provider().refunds.create({ payment_intent: intentId, amount: rest });
    if (forgotten) await runSql`UPDATE refunds SET attempts = 0, last_error = NULL WHERE intent_id = ${intentId}`;
    await hear(intentId);
    const rows = await settled(intentId);
    expect(rows.find(({ order_id }) => order_id !== second)).toMatchObject({ provider_refund_id: made });
    expect(rows.find(({ order_id }) => order_id === second)).toMatchObject({ provider_refund_id: elsewhere });
    expect(rows.map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
    expect(await ledgerSums("intent_id = ?", intentId)).toEqual({});
  });
});

describe("chargeback of a payment that is already owed back", () => {
  it("delays the refund until the verdict, and never pays the buyer twice", async () => {
    for (const verdict of ["lost", "won"] as const) {
      const deal = await cardOrder();
      const { paymentIntentId: intentId } = await intentFor(deal.buyer, deal.order.order_id);
      await reply(await deal.buyer.request("POST", `/api/orders/${deal.order.order_id}/cancel`), 200);
      await placeCardOrder(await createBuyer(), deal.itemId);
      // A payment that arrives too late is owed back, and the bank takes it back at the same time.
      const late = await provider().paymentIntents.create({ amount: CENTS, currency: "aud" });
      await env.DB.batch([
        env.DB.prepare("UPDATE payment_parts SET intent_id = ?1 WHERE intent_id = ?2 AND 0").bind(late.id, intentId),
        env.DB.prepare(
          `INSERT INTO payments (intent_id, kind, order_id, user_id, amount_cents, created_at, updated_at, next_check_at)
            VALUES (?, 'order', ?, ?, ?, 0, 0, 0)`,
        ).bind(late.id, deal.order.order_id, deal.buyer.id, CENTS),
        env.DB.prepare(
          "INSERT INTO payment_parts (intent_id, order_id, item_id, seller_id, amount_cents) VALUES (?, ?, ?, ?, ?)",
        ).bind(late.id, deal.order.order_id, deal.itemId, deal.seller.id, CENTS),
      ]);
      await provider().paymentIntents.confirm(late.id, { payment_method: "pm_card_visa" });
      await emulator().disputePayment(late.id);
      await hear(late.id);
      await runCardJobs();
      expect(await refundRows(late.id)).toMatchObject([{ status: "due" }]);
      await judged(late.id, verdict);
      // Within 24 hours, while the provider still answers the same idempotency key with its first refusal.
      advance(120 * MINUTE);
      await refundsDone(late.id);
      vi.useRealTimers();
      expect(await refundRows(late.id)).toMatchObject([{ status: "succeeded" }]);
      const { data } = await provider().refunds.list({ payment_intent: late.id });
      expect(data).toHaveLength(verdict === "won" ? 1 : 0);
      expect(await ledgerSums("intent_id = ?", late.id)).toEqual({ fees: FEE, stripe_clearing: -FEE });
    }
  });
});

describe("chargeback of a top-up", () => {
  const balanceOf = async (user: TestAccount) =>
    (await reply<BalanceReply>(await user.request("GET", "/api/balance"), 200)).balance;

  async function toppedUp(user: TestAccount, cents: number): Promise<string> {
    const { paymentIntentId: id } = await topupIntent(user, cents);
    await provider().paymentIntents.confirm(id, { payment_method: "pm_card_visa" });
    await hear(id);
    return id;
  }

  async function promotion(user: TestAccount, days: number) {
    const item_id = await insertItem(user, { title: "Promoted lamp" });
    const day = (ahead: number) =>
      new Date(Date.now() + ahead * DAY).toLocaleDateString("en-CA", { timeZone: "Australia/Sydney" });
    const body = { item_id, placement: "bottom_banner", start_date: day(1), end_date: day(days) };
    return user.request("POST", "/api/promotions", body);
  }

  it("takes the remaining credit, records the rest as owed, and restores both when the user wins", async () => {
    const user = await createSeller();
    const intentId = await toppedUp(user, 2_500);
    await reply(await promotion(user, 10), 201);
    expect(await balanceOf(user)).toBe(15);
    await chargedBack(intentId);
    expect(await balanceOf(user)).toBe(0);
    const page = await reply<{ owed: number; balance: number }>(await user.request("GET", "/api/promotions"), 200);
    expect(page).toMatchObject({ owed: 10, balance: 0 });
    expect((await subjects(user)).join()).toContain("Your bank took back a top-up of $25");
    const [shown] = (await ask<Page<AdminReversal>>("/reversals")).items;
    expect(shown).toMatchObject({ payment_id: intentId, orders: [], owed: 10, payer: { id: user.id } });
    // Repeated events take nothing more.
    for (const event of (await allEvents()).filter(({ type }) => type === "charge.dispute.created").slice(-1)) {
      await deliver(event);
      await deliver({ ...event, id: `${event.id}again` });
    }
    expect(await balanceOf(user)).toBe(0);

    await judged(intentId, "won");
    expect(await balanceOf(user)).toBe(15);
    expect(await ledgerSums("account = ?", `ad_credit:${user.id}`)).toEqual({ [`ad_credit:${user.id}`]: -1_500 });
    const after = await reply<{ owed: number }>(await user.request("GET", "/api/promotions"), 200);
    expect(after.owed).toBe(0);
    expect((await subjects(user)).join()).toContain("is back");
  });

  it("blocks promotions until the owed amount is paid from the next credit", async () => {
    const user = await createSeller();
    const intentId = await toppedUp(user, 2_000);
    const bought = await reply<{ promotion: { id: string } }>(await promotion(user, 20), 201);
    await chargedBack(intentId);
    await judged(intentId, "lost");
    expect(await balanceOf(user)).toBe(0);
    const refused = await refusal(await promotion(user, 1), 402);
    expect(refused).toMatchObject({ code: "insufficient_credit", message: expect.stringContaining("$20") });
    // The refund for unused days pays off the debt.
    await reply(await user.request("POST", `/api/promotions/${bought.promotion.id}/cancel`), 200);
    expect(await balanceOf(user)).toBe(0);
    const before = await reply<{ owed: number }>(await user.request("GET", "/api/promotions"), 200);
    expect(before.owed).toBe(0);
    await toppedUp(user, 1_000);
    expect(await balanceOf(user)).toBe(10);
    await reply(await promotion(user, 1), 201);
  });

  it("takes the credit when the chargeback arrives before the payment", async () => {
    const user = await createSeller();
    const { paymentIntentId: id } = await topupIntent(user, 3_000);
    await provider().paymentIntents.confirm(id, { payment_method: "pm_card_visa" });
    await emulator().disputePayment(id);
    const events = await unheard(id);
    for (const event of events.toReversed()) {
      heard.add(event.id);
      await deliver(event);
    }
    expect(await balanceOf(user)).toBe(0);
    const page = await reply<{ owed: number }>(await user.request("GET", "/api/promotions"), 200);
    expect(page.owed).toBe(0);

    const other = await toppedUp(user, 2_000);
    await reply(await promotion(user, 12), 201);
    await chargedBack(other);
    await toppedUp(user, 2_000);
    expect(await balanceOf(user)).toBe(8);
  });
});

describe("refund made at the provider", () => {
  const refund = async (intentId: string, amount?: number) => {
    const made = await provider().refunds.create({ payment_intent: intentId, ...(amount !== undefined && { amount }) });
    await hear(intentId);
    return made;
  };
  const decide = async (id: string, outcome: "release" | "refund") =>
    reply(
      await staff.request("POST", `/api/admin/orders/${id}/resolve`, {
        outcome,
        note: "Agreed with the buyer by phone.",
      }),
      200,
    );

  it("stops handover and payout, and waits for staff in the payment queue (A65)", async () => {
    const { buyer, seller, id, intentId } = await paid();
    await openPayoutAccount(seller.id);
    await refund(intentId);
    expect((await orderRow(id)).status).toBe("disputed");
    expect(await readOrder(seller, id)).toMatchObject({ reversal: { kind: "refund", outcome: null } });
    for (const who of [buyer, seller]) expect((await subjects(who)).join()).toContain("Refund being checked");
    advance(30 * DAY);
    await runCardJobs();
    vi.useRealTimers();
    expect(await transferOf(id)).toBeNull();
    const { items } = await ask<Page<AdminPayment>>("?queue=disputed");
    expect(items.find(({ order_id }) => order_id === id)).toMatchObject({
      reversal: { kind: "refund", outcome: null },
    });

    await decide(id, "refund");
    await runCardJobs();
    expect(await orderRow(id)).toMatchObject({ status: "refunded", card_state: "refunded" });
    // The buyer has the money already, so there is no second refund.
    expect(await refundRows(intentId)).toEqual([]);
    expect(await ledgerSums("intent_id = ?", intentId)).toEqual({});
    expect(await reversalOf(intentId)).toMatchObject({ status: "lost", applied_status: "lost" });
  });

  it("is completed by the rest when it was partial and staff undo the order", async () => {
    const { id, intentId, itemId } = await paid();
    await refund(intentId, 1_000);
    await decide(id, "refund");
    await refundsDone(intentId);
    // It was paid for, so its seller decides whether to list it again.
    expect(await itemRow(itemId)).toMatchObject({ status: "inactive", order_id: null });
    expect(await refundRows(intentId)).toMatchObject([{ amount_cents: CENTS - 1_000, status: "succeeded" }]);
    expect(await ledgerSums("intent_id = ?", intentId)).toEqual({});
    expect(await orderRow(id)).toMatchObject({ status: "refunded", card_state: "refunded" });
  });

  it("counts several of them towards the order of a cart that is undone first, and the rest towards the next", async () => {
    const { ids, intentId } = await boughtTwo();
    for (const amount of [600, 1_000]) await refund(intentId, amount);
    const rows = await allRows<{ id: string }>`SELECT id
      FROM orders WHERE card_intent_id = ${intentId} ORDER BY amount_cents`;
    const [cheap = "", dear = ""] = rows.results.map(({ id }) => id);
    expect([cheap, dear].toSorted()).toEqual(ids.toSorted());
    // 10 of 16 dollars pay back the first order, the other 6 the second.
    await decide(cheap, "refund");
    await runCardJobs();
    expect(await orderRow(cheap)).toMatchObject({ status: "refunded", card_state: "refunded" });
    expect(await refundRows(intentId)).toEqual([]);
    await decide(dear, "refund");
    await refundsDone(intentId);
    expect(await refundRows(intentId)).toMatchObject([{ order_id: dear, amount_cents: 2_400 }]);
    // A run that is repeated after a crash changes nothing.
    for (const id of ids) await refundCardOrder(servicesWithSettled(), id);
    expect(await refundRows(intentId)).toHaveLength(1);
    expect(await ledgerSums("intent_id = ?", intentId)).toEqual({});
  });

  it("lets the order go on when staff release it, and the seller is paid in full", async () => {
    const { buyer, seller, id, intentId } = await paid();
    await openPayoutAccount(seller.id);
    await refund(intentId, 1_000);
    await decide(id, "release");
    expect(await readOrder(buyer, id)).toMatchObject({ status: "payment_confirmed", reversal: { outcome: "won" } });
    await reply(await buyer.request("POST", `/api/orders/${id}/collected`), 200);
    await runCardJobs();
    expect(await transferOf(id)).toMatchObject({ status: "sent" });
    // The charge has less than the price left, so the transfer is paid from the platform's balance.
    expect((await provider().transfers.list({ transfer_group: id })).data).toMatchObject([
      { source_transaction: null },
    ]);
    expect(await ledgerSums("intent_id = ?", intentId)).toEqual({ external_refunds: 1_000, stripe_clearing: -1_000 });
  });

  it("holds the order while it is pending, counts once it succeeds, and no more when it is cancelled (D73)", async () => {
    const { id, intentId } = await paid();
    const made = await provider().refunds.create({ payment_intent: intentId, amount: 1_000 });
    // The emulator's refunds are never cancelled.
    const read = (status: string) => {
      const stripe = { refunds: { retrieve: async () => ({ ...made, status }) } } as unknown as Stripe;
      return applyRefund({ ...servicesWithSettled(), stripe: () => stripe }, made, {
        id: `evt_${made.id}_${status}`,
        type: "refund.updated",
      });
    };
    expect(await read("pending")).toBe(true);
    expect(await reversalOf(intentId)).toMatchObject({ status: "open" });
    expect((await orderRow(id)).status).toBe("disputed");
    expect(await ledgerSums("intent_id = ?", intentId)).not.toHaveProperty("external_refunds");
    await read("succeeded");
    expect(await ledgerSums("intent_id = ?", intentId)).toMatchObject({ external_refunds: 1_000 });
    await emulator().returnRefund(made.id);
    await read("canceled");
    expect(await reversalOf(intentId)).toMatchObject({ status: "won" });
    expect(await ledgerSums("intent_id = ?", intentId)).toMatchObject({ stripe_clearing: CENTS });
    await hear(intentId);
    expect((await orderRow(id)).status).toBe("payment_confirmed");
  });

  it("holds a due payout, and lets the order go on when the refund is returned", async () => {
    const { buyer, seller, id, intentId } = await paid();
    await reply(await buyer.request("POST", `/api/orders/${id}/collected`), 200);
    await runCardJobs();
    expect(await transferOf(id)).toMatchObject({ status: "payable" });
    const made = await refund(intentId);
    expect((await orderRow(id)).status).toBe("disputed");
    await openPayoutAccount(seller.id);
    await runCardJobs();
    expect(await transferOf(id)).toMatchObject({ status: "payable" });
    await emulator().returnRefund(made.id);
    await hear(intentId);
    expect((await orderRow(id)).status).toBe("completed");
    expect(await ledgerSums("intent_id = ?", intentId)).toMatchObject({ stripe_clearing: CENTS });
  });

  it("counts towards the price when the bank later takes the rest back", async () => {
    const { id, intentId } = await paid();
    await refund(intentId, 1_000);
    await decide(id, "release");
    await chargedBack(intentId);
    await judged(intentId, "lost");
    await runCardJobs();
    expect(await orderRow(id)).toMatchObject({ status: "refunded", card_state: "refunded" });
    expect(await refundRows(intentId)).toEqual([]);
    expect(await ledgerSums("intent_id = ?", intentId)).toEqual({ fees: FEE, stripe_clearing: -FEE });
  });

  it("takes back the refunded amount of a top-up from the credit, and no more", async () => {
    const user = await createSeller();
    const { paymentIntentId: intentId } = await topupIntent(user, 2_500);
    await provider().paymentIntents.confirm(intentId, { payment_method: "pm_card_visa" });
    await hear(intentId);
    await refund(intentId, 1_500);
    const balance = async () => (await reply<BalanceReply>(await user.request("GET", "/api/balance"), 200)).balance;
    expect(await balance()).toBe(10);
    await refund(intentId, 1_000);
    expect(await balance()).toBe(0);
    const page = await reply<{ owed: number }>(await user.request("GET", "/api/promotions"), 200);
    expect(page.owed).toBe(0);
    const [shown] = (await ask<Page<AdminReversal>>("/reversals")).items.filter(
      ({ payment_id }) => payment_id === intentId,
    );
    expect(shown).toMatchObject({ kind: "refund", status: "lost", owed: 0 });
  });
});

describe("ledger after all chargebacks", () => {
  it("matches the provider's balance", async () => {
    await runCardJobs();
    const sums = await ledgerSums();
    expect(Object.values(sums).reduce((sum, cents) => sum + cents, 0)).toBe(0);
    const open = await firstRow<{ cents: number | null }>`SELECT sum(amount_cents) AS cents
      FROM payment_reversals WHERE kind = 'chargeback' AND status = 'open'`;
    expect(sums.dispute_hold ?? 0).toBe(open?.cents ?? 0);
    expect(sums.stripe_clearing).toBe(await providerBalance());
  });
});
