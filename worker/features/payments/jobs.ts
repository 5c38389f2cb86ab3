/** Jobs about card payments: each repeats what a lost webhook or a crashed Worker may have missed. */
import { type SQL, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { DAY_MS, MINUTE_MS } from "#domain/deadlines";
import { chargeFee, reconcileDelay } from "#domain/payments/ledger";
import { isOutage } from "../../adapters/card-stripe.ts";
import { factsOf } from "../../adapters/stripe-objects.ts";
import { batch } from "../../db/client.ts";
import { insertLedgerTransaction } from "../../db/ledger.ts";
import { type EventsState, parseState, type StateRow, stateQuery, storeState } from "../../db/service-state.ts";
import { errorText, log, logRowError } from "../../log.ts";
import type { Services } from "../../services.ts";
import { closeIntent, closePayment } from "./intents/intents.ts";
import { checkPayoutAccounts } from "./payout-accounts.ts";
import { claimBackDue } from "./payout-claims.ts";
import { accrueProceeds, sendDueTransfers } from "./payouts/payouts.ts";
import { isPriceRefund, mayRunRefund } from "./queries.ts";
import { markRefundedInRoom, refundCardOrder, runRefund } from "./refunds.ts";
import { closeDecidedReversals, followReversal } from "./reversals/following.ts";
import { applyFraudWarning, settleWarnings } from "./reversals/fraud-warnings.ts";
import { applyDispute, applyRefund } from "./reversals/reversals.ts";
import { shareOverdue } from "./reversals/share-chargeback.ts";
import { applyIntent } from "./settlement.ts";
import { payOwedCredit } from "./top-ups/credit.ts";
import { findOwing } from "./top-ups/queries.ts";

/** Rows per run of most jobs; the next run continues. */
const AT_ONCE = 50;

/** Returns the query of card orders that only wait for their intent to close, of one buyer or of all. */
export function closingOrdersQuery(buyerId: string | null): SQL {
  // The plus keeps SQLite from reading every unpaid order: one buyer's few are found by their own index.
  const whose =
    buyerId === null ? sql`status = 'awaiting_payment'` : sql`+status = 'awaiting_payment' AND buyer_id = ${buyerId}`;
  return sql`SELECT id FROM orders
    WHERE card_state = 'closing' AND ${whose} ORDER BY payment_deadline LIMIT ${AT_ONCE}`;
}

/**
 * Cancels the open intents of card orders whose time is over; only then is the item released. A failure of one does not
 * affect the others.
 * @returns how many were closed.
 */
export async function closeDueIntents(services: Services, buyerId: string | null = null): Promise<number> {
  const rows = await services.db.all<{ id: string }>(closingOrdersQuery(buyerId));
  let closed = 0;
  for (const { id } of rows) {
    if (services.cardsPaused()) break;
    try {
      const as = await closeIntent(services, id);
      if (as === "cancelled" || as === "paid") closed++;
    } catch (error) {
      log("error", { job: "close-due-intents", order: id, error: errorText(error) });
    }
  }
  return closed;
}

/** Age after which an unused payment form is closed. */
const FORM_ABANDONED_MS = DAY_MS;

interface Unsettled {
  intent_id: string;
  kind: string;
  status: string;
  created_at: number;
  /** An order still waits for this payment. */
  awaited: number;
}

/**
 * Reads intents that are not settled here from the provider, because a webhook may be lost or a Worker may have
 * crashed, and applies their state.
 * @returns how many were read.
 */
export async function reconcileIntents(services: Services): Promise<number> {
  const { db, now } = services;
  const stripe = services.stripe();
  if (!stripe) return 0;
  const at = now();
  const rows = await db.all<Unsettled>(sql`SELECT intent_id, kind, status, created_at,
      EXISTS (SELECT 1 FROM payment_parts p JOIN orders o ON o.id = p.order_id
        WHERE p.intent_id = payments.intent_id AND o.status = 'awaiting_payment') AS awaited
    FROM payments WHERE settled_at IS NULL AND next_check_at <= ${at} ORDER BY next_check_at LIMIT ${AT_ONCE}`);
  for (const row of rows) {
    if (services.cardsPaused()) break;
    try {
      await db.run(sql`UPDATE payments SET next_check_at = ${at + reconcileDelay(at - row.created_at)}
        WHERE intent_id = ${row.intent_id}`);
      const facts = factsOf(await stripe.paymentIntents.retrieve(row.intent_id));
      const left = row.kind === "topup" ? at - row.created_at > FORM_ABANDONED_MS : row.awaited === 0;
      if (facts.state === "open" && left) await closePayment(services, row.intent_id);
      else await applyIntent(services, facts);
    } catch (error) {
      log("error", { job: "reconcile-intents", intent: row.intent_id, error: errorText(error) });
      // Not its own fault, so it does not wait longer for it.
      if (isOutage(error))
        await db.run(sql`UPDATE payments SET next_check_at = ${at} WHERE intent_id = ${row.intent_id}`);
    }
  }
  return rows.length;
}

/** Events of banks that no other job polls: refunds, disputes and warnings. */
const KINDS = [
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "charge.dispute.closed",
  "radar.early_fraud_warning.created",
] as const;

/** How often events are read. */
const EVERY_MS = 60 * MINUTE_MS;
/** A younger event may still be on its way. */
const GRACE_MS = 10 * MINUTE_MS;
/** How long the provider keeps events. */
const EVENT_RETENTION_MS = 30 * DAY_MS;
/** Events read per run: the provider's maximum. */
const PAGE = 100;

/**
 * Returns the span of time whose events are read now: the rest of the last span or, an hour after it, the time since.
 * Null when the hour has not passed.
 */
export function nextReading(last: EventsState | null, now: number): EventsState | null {
  if (last !== null && last.after !== null) return last;
  const to = now - GRACE_MS;
  if (last !== null && to - last.to < EVERY_MS) return null;
  return { from: Math.max(to - EVENT_RETENTION_MS, last?.failed ?? last?.to ?? 0), to, after: null, failed: null };
}

/**
 * Reads the provider's list of events and applies those about refunds, disputes and warnings that never arrived.
 * @returns how many were found.
 */
export async function findLostEvents(services: Services): Promise<number> {
  const { db, now } = services;
  const stripe = services.stripe();
  if (!stripe) return 0;
  const at = now();
  const [row] = await db.all<StateRow>(stateQuery("events"));
  const reading = nextReading(parseState("events", row)?.value ?? null, at);
  if (reading === null) return 0;
  const { data, has_more } = await stripe.events.list({
    types: [...KINDS],
    created: { gte: Math.floor(reading.from / 1000), lt: Math.floor(reading.to / 1000) },
    limit: PAGE,
    ...(reading.after !== null && { starting_after: reading.after }),
  });
  const lost = await notReceived(services, data);
  let { failed } = reading;
  for (const event of lost) {
    try {
      if (await applyLostEvent(services, event)) log("warn", { lost_event: event.id, kind: event.type });
    } catch (error) {
      failed = Math.min(failed ?? Number.POSITIVE_INFINITY, event.created * 1000);
      logRowError("find-lost-events")(event.id)(error);
    }
  }
  const after = has_more ? (data.at(-1)?.id ?? null) : null;
  await db.run(storeState("events", { ...reading, after, failed }, at));
  return lost.length;
}

async function notReceived({ db }: Services, events: readonly Stripe.Event[]): Promise<Stripe.Event[]> {
  const rows = await db.all<{ event_id: string }>(sql`SELECT event_id FROM provider_events
    WHERE provider = 'stripe' AND event_id IN (SELECT value FROM json_each(${JSON.stringify(events.map(({ id }) => id))}))`);
  const received = new Set(rows.map((row) => row.event_id));
  return events.filter(({ id }) => !received.has(id));
}

/**
 * Applies an event.
 * @returns false when its payment is not one of ours.
 */
async function applyLostEvent(services: Services, event: Stripe.Event): Promise<boolean> {
  switch (event.type) {
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      return applyRefund(services, event.data.object, event);
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
    case "charge.dispute.closed":
      return applyDispute(services, event.data.object, event);
    case "radar.early_fraud_warning.created":
      return applyFraudWarning(services, event.data.object, event);
    default:
      return false;
  }
}

/**
 * Applies chargebacks and dashboard refunds to orders and payouts where that is incomplete, because a Worker crashed or
 * a payout could not be claimed back.
 * @returns how many were tried.
 */
export async function followReversals(services: Services): Promise<number> {
  const { db, now } = services;
  await closeDecidedReversals(services);
  await settleWarnings(services);
  await shareOverdue(services);
  const rows = await db.all<{ id: string }>(sql`SELECT id FROM payment_reversals
    WHERE applied_status IS NOT status AND next_at <= ${now()} ORDER BY next_at LIMIT ${AT_ONCE}`);
  for (const { id } of rows) {
    if (services.cardsPaused()) break;
    await followReversal(services, id).catch(logRowError("follow-reversals")(id));
  }
  // A chargeback and a top-up that ran concurrently may not have seen each other, so that owed credit was not taken.
  for (const userId of await findOwing(services, AT_ONCE)) {
    await payOwedCredit(services, userId)
      .then((owed) => batch(db, owed))
      .catch(logRowError("follow-reversals")(userId));
  }
  return rows.length;
}

/**
 * Starts missing refunds of refunded orders, continues incomplete ones, and tells the rooms about finished ones.
 * Refunds follow from an order's state, so a crash at any point loses nothing.
 * @returns how many were tried.
 */
export async function retryRefunds(services: Services): Promise<number> {
  const { db, now } = services;
  const owed = await db.all<{ id: string }>(sql`SELECT o.id FROM orders o
    JOIN payment_parts p ON p.order_id = o.id AND p.outcome = 'paid' AND p.intent_id = o.card_intent_id
    WHERE o.card_state = 'refund_due' AND o.status = 'refunded'
      AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.cause = 'order:' || o.id) LIMIT ${AT_ONCE}`);
  for (const { id } of owed) await refundCardOrder(services, id).catch(logRowError("retry-refunds")(id));
  const due = await db.all<{ id: string }>(sql`SELECT id FROM refunds
    WHERE status IN ('due','sent') AND next_at <= ${now()} AND ${mayRunRefund}
    ORDER BY next_at LIMIT ${AT_ONCE}`);
  for (const { id } of due) await runRefund(services, id).catch(logRowError("retry-refunds")(id));
  const unreported = await db.all<{ id: string; intent_id: string }>(sql`SELECT o.id, r.intent_id FROM orders o
    JOIN refunds r ON r.order_id = o.id AND r.intent_id = o.card_intent_id AND r.status = 'succeeded'
      AND NOT ${isPriceRefund(sql`r`)}
    WHERE o.card_state = 'refund_due' LIMIT ${AT_ONCE}`);
  for (const { id, intent_id } of unreported)
    await markRefundedInRoom(services, intent_id, id).catch(logRowError("retry-refunds")(id));
  return owed.length + due.length + unreported.length;
}

const PAYOUTS_AT_ONCE = 100;
const ACCOUNTS_AT_ONCE = 20;

/**
 * Makes the proceeds of finished card orders due, sends them to sellers' accounts, and claims back what is not the
 * seller's after all.
 * @returns how many were sent.
 */
export async function releasePayouts(services: Services): Promise<number> {
  await checkPayoutAccounts(services, ACCOUNTS_AT_ONCE);
  await accrueProceeds(services, PAYOUTS_AT_ONCE);
  const sent = await sendDueTransfers(services, PAYOUTS_AT_ONCE);
  await claimBackDue(services, PAYOUTS_AT_ONCE);
  return sent;
}

interface Unknown {
  intent_id: string;
  charge_id: string;
  updated_at: number;
}

/**
 * Books the provider's fee of each payment. Its balance transaction may appear some time after the payment, so it is
 * polled with growing intervals.
 * @returns how many fees are known now.
 */
export async function recordChargeFees(services: Services): Promise<number> {
  const { db, now } = services;
  const stripe = services.stripe();
  if (!stripe) return 0;
  const at = now();
  const rows = await db.all<Unknown>(sql`SELECT intent_id, charge_id, updated_at FROM payments
    WHERE fee_check_at <= ${at} AND charge_id IS NOT NULL ORDER BY fee_check_at LIMIT ${AT_ONCE}`);
  let known = 0;
  for (const { intent_id: intentId, charge_id: chargeId, updated_at: since } of rows) {
    if (services.cardsPaused()) break;
    try {
      await db.run(sql`UPDATE payments SET fee_check_at = ${at + reconcileDelay(at - since)}
        WHERE intent_id = ${intentId} AND fee_check_at IS NOT NULL`);
      const { balance_transaction: balance } = await stripe.charges.retrieve(chargeId, {
        expand: ["balance_transaction"],
      });
      if (typeof balance !== "object" || balance === null) continue;
      // An Australian account settles in its own currency; another currency cannot be booked in this ledger.
      const ours = balance.currency === "aud";
      if (!ours) log("error", { problem: "fee in another currency", intent: intentId, currency: balance.currency });
      await batch(db, [
        ...(ours && balance.fee > 0
          ? [insertLedgerTransaction(chargeFee(intentId, balance.fee), balance.created * 1000)]
          : []),
        sql`UPDATE payments SET fee_check_at = NULL WHERE intent_id = ${intentId}`,
      ]);
      known++;
    } catch (error) {
      logRowError("record-charge-fees")(intentId)(error);
    }
  }
  return known;
}
