/**
 * Races between the payment deadline and the card: item, order, provider and ledger agree in either order (D20). A late
 * payment is refunded once, even when jobs run concurrently or stop half-way.
 */

import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type Stripe from "stripe";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { PaymentIntentReply } from "#contract/payments";
import { factsOf } from "../../worker/adapters/stripe-objects.ts";
import { settleDueItems, settleOverdueOrdersOf } from "../../worker/features/orders/jobs.ts";
import { closeIntent } from "../../worker/features/payments/intents/intents.ts";
import { closeDueIntents, reconcileIntents, retryRefunds } from "../../worker/features/payments/jobs.ts";
import { applyIntent } from "../../worker/features/payments/settlement.ts";
import type { Services } from "../../worker/services.ts";
import type { TestAccount } from "../support/workerd/accounts.ts";
import { advance, pause } from "../support/workerd/clock.ts";
import { createSeller, itemRow } from "../support/workerd/deals.ts";
import {
  type CardOrder,
  cardOrder,
  deliverIntentEvent,
  emulator,
  enterCard,
  intentFor,
  lateIntent,
  ledgerSums,
  orderRow,
  provider,
  refundRows,
  servicesWithSettled,
} from "../support/workerd/payments.ts";
import { firstRow } from "../support/workerd/sql.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const CENTS = 4_550;

let seller: TestAccount;

beforeAll(async () => {
  seller = await createSeller();
  // The tests deliver events themselves, at the moment of their choosing.
  await emulator().planFaults({ hold: true });
});

type Sweep = (deal: CardOrder, services: Services) => Promise<unknown>;

const roomOf = (deal: CardOrder) => env.ITEM_ROOM.getByName(deal.itemId);

/** Every way in which an unpaid order can end. */
const SWEEPS: Record<string, Sweep> = {
  "the room's deadline": async (deal, services) => {
    await roomOf(deal).settle();
    await closeDueIntents(services);
  },
  "the room's alarm": async (deal, services) => {
    await runDurableObjectAlarm(roomOf(deal));
    await closeDueIntents(services);
  },
  "the cron job": async (_deal, services) => {
    await settleDueItems(services);
    await Promise.all([closeDueIntents(services), closeDueIntents(services)]);
  },
  "the session load": (deal, services) => settleOverdueOrdersOf(services, deal.buyer.id),
  "closing the intent": (deal, services) => closeIntent(services, deal.order.order_id),
  "the buyer's cancellation": (deal) => deal.buyer.request("POST", `/api/orders/${deal.order.order_id}/cancel`),
};

/** Milliseconds by which the card payment precedes the sweep. */
const LEADS = [-25, -8, 0, 8, 25];

async function payAndTell(intent: PaymentIntentReply): Promise<void> {
  const answer = await enterCard(intent);
  if (answer.status === "succeeded")
    await Promise.all([deliverIntentEvent(intent.paymentIntentId), deliverIntentEvent(intent.paymentIntentId)]);
  else expect(answer.error).toMatchObject({ code: "payment_intent_unexpected_state" });
}

/** @returns how the race ended, after checking that order, item, provider and ledger agree. */
async function consistentOutcome(deal: CardOrder, intentId: string): Promise<"paid" | "cancelled" | "returned"> {
  const { order, itemId } = deal;
  const [intent, row, item] = await Promise.all([
    provider().paymentIntents.retrieve(intentId),
    orderRow(order.order_id),
    itemRow(itemId),
  ]);
  const refunds = await provider().refunds.list({ payment_intent: intentId });
  const returned = refunds.data.reduce((sum, refund) => sum + refund.amount, 0);
  const sums = await ledgerSums("intent_id = ?", intentId);
  if (row.status === "payment_confirmed") {
    expect(item).toMatchObject({ status: "sold", order_id: order.order_id });
    expect(row.card_state).toBe("paid");
    expect(intent).toMatchObject({ status: "succeeded", amount_received: CENTS });
    expect(returned).toBe(0);
    expect(sums).toEqual({ order_held: -CENTS, stripe_clearing: CENTS });
    return "paid";
  }
  expect(["expired", "cancelled"]).toContain(row.status);
  expect(item).toMatchObject({ status: "active", order_id: null });
  expect(sums).toEqual({});
  expect(returned, "the refund equals the charge").toBe(intent.amount_received);
  expect(refunds.data).toHaveLength(intent.amount_received > 0 ? 1 : 0);
  return intent.amount_received > 0 ? "returned" : "cancelled";
}

describe("thirty races of a sweep against a card payment", () => {
  const seen = { paid: 0, cancelled: 0, returned: 0 };

  it.each(Object.entries(SWEEPS))("%s leaves a consistent outcome", async (_name, sweep) => {
    for (const lead of LEADS) {
      const deal = await cardOrder({}, { seller });
      const intent = await intentFor(deal.buyer, deal.order.order_id);
      advance(31 * MINUTE);
      const services = servicesWithSettled();
      await Promise.all([
        pause(Math.max(0, -lead)).then(() => payAndTell(intent)),
        pause(Math.max(0, lead)).then(() => sweep(deal, services)),
      ]);
      // Runs the jobs of the next minutes.
      await roomOf(deal).settle();
      await Promise.all([closeDueIntents(services), closeDueIntents(services)]);
      advance(16 * MINUTE);
      await reconcileIntents(services);
      await retryRefunds(services);
      await services.settled();
      seen[await consistentOutcome(deal, intent.paymentIntentId)]++;
    }
  });

  it("were won by both sides, which shows that the races were real", () => {
    expect(seen.paid + seen.cancelled + seen.returned).toBe(Object.keys(SWEEPS).length * LEADS.length);
    expect(seen.paid).toBeGreaterThan(0);
    expect(seen.cancelled).toBeGreaterThan(0);
  });
});

/** Returns services that create a refund at the provider and then run `after` instead of returning. */
function crashingServices(after: () => Promise<never>): Services {
  const services = servicesWithSettled();
  const stripe = provider();
  const create = stripe.refunds.create.bind(stripe.refunds);
  stripe.refunds.create = (async (params: Stripe.RefundCreateParams, options: Stripe.RequestOptions) => {
    await create(params, options);
    return after();
  }) as typeof stripe.refunds.create;
  return { ...services, stripe: () => stripe };
}

/** Applies the payment while the provider is not configured, so that its refund stays due for the job. */
async function refundDue(intentId: string): Promise<void> {
  const facts = factsOf(await provider().paymentIntents.retrieve(intentId));
  expect(await applyIntent({ ...servicesWithSettled(), stripe: () => null }, facts)).toBe(true);
  expect(await refundRows(intentId)).toMatchObject([{ status: "due", attempts: 0 }]);
}

async function lastError(intentId: string): Promise<string | null> {
  const row = await firstRow<{ last_error: string | null }>`SELECT last_error
    FROM refunds WHERE intent_id = ${intentId}`;
  return row?.last_error ?? null;
}

async function expectRefundedOnce(intentId: string, deal: CardOrder): Promise<void> {
  expect(await refundRows(intentId)).toMatchObject([{ amount_cents: CENTS, status: "succeeded" }]);
  const { data } = await provider().refunds.list({ payment_intent: intentId });
  expect(data.map((refund) => refund.amount)).toEqual([CENTS]);
  expect(await ledgerSums("intent_id = ?", intentId)).toEqual({});
  const lines = await firstRow`SELECT count(*) AS n
    FROM ledger WHERE intent_id = ${intentId} AND txn_id LIKE 'refund-%'`;
  expect(lines, "two entries of two lines: due and sent").toEqual({ n: 4 });
  expect((await orderRow(deal.order.order_id)).status).toBe("cancelled");
  expect((await itemRow(deal.itemId))?.order_id).not.toBe(deal.order.order_id);
}

async function twiceAtOnce(): Promise<void> {
  const [one, two] = [servicesWithSettled(), servicesWithSettled()];
  await Promise.all([retryRefunds(one), retryRefunds(two)]);
  await Promise.all([one.settled(), two.settled()]);
}

describe("a card payment that succeeds after the item is gone is refunded exactly once", () => {
  it("when the refund job runs twice at the same moment (A57)", async () => {
    const { deal, intentId } = await lateIntent(seller, true);
    await refundDue(intentId);
    await twiceAtOnce();
    await twiceAtOnce();
    await expectRefundedOnce(intentId, deal);
  });

  it("when the success event arrives ten times at once while the job runs (A57)", async () => {
    const { deal, intentId } = await lateIntent(seller, true);
    await Promise.all([
      ...Array.from({ length: 10 }, () => deliverIntentEvent(intentId)),
      twiceAtOnce(),
      twiceAtOnce(),
    ]);
    advance(2 * HOUR);
    await twiceAtOnce();
    await expectRefundedOnce(intentId, deal);
  });

  // The provider forgets idempotency keys after a day. The existing refund is then found by its metadata.
  it.each([
    ["three minutes", 3 * MINUTE],
    ["two days", 48 * HOUR],
  ])("after a crash between the provider's refund and our record of it, %s later", async (_name, wait) => {
    const { deal, intentId } = await lateIntent(seller, true);
    await refundDue(intentId);
    let reached = () => {};
    const made = new Promise<void>((resolve) => {
      reached = resolve;
    });
    // Never resolves, as if the Worker had stopped.
    void retryRefunds(crashingServices(() => new Promise<never>(reached as () => void)));
    await made;
    expect((await provider().refunds.list({ payment_intent: intentId })).data).toHaveLength(1);
    // No other run touches the refund during its lease.
    await twiceAtOnce();
    expect(await refundRows(intentId)).toMatchObject([{ status: "due" }]);
    advance(wait);
    await twiceAtOnce();
    await expectRefundedOnce(intentId, deal);
  });

  it("after the provider's reply was lost", async () => {
    const { deal, intentId } = await lateIntent(seller, true);
    await refundDue(intentId);
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await retryRefunds(crashingServices(() => Promise.reject(new Error("connection lost"))));
    logged.mockRestore();
    expect(await lastError(intentId)).toContain("connection lost");
    advance(2 * HOUR);
    await twiceAtOnce();
    await expectRefundedOnce(intentId, deal);
  });
});
