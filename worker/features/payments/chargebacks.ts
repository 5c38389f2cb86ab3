/** What banks do with money by themselves: take it back in a dispute, or send a refund back that had gone through. */

import { type SQL, sql } from "drizzle-orm";
import type Stripe from "stripe";
import {
  chargebackClosed,
  chargebackOpened,
  refundedElsewhere,
  refundedElsewhereReturned,
  refundReturned,
} from "#domain/ledger";
import { batchAll } from "../../db/batch.ts";
import type { Services } from "../../http/context.ts";
import { log } from "../../log.ts";
import type { ProviderEvent } from "./apply-intent.ts";
import { findPayment, type Refund } from "./queries.ts";
import { post, posted, recordEvent } from "./statements.ts";

const idOf = (value: string | { id: string } | null): string | null =>
  typeof value === "string" ? value : (value?.id ?? null);

/** The payment of ours this is about, or null: also where it is in another currency, which can't be our payment's money. */
async function ownIntent({ db }: Services, about: Stripe.Dispute | Stripe.Refund): Promise<string | null> {
  const intentId = idOf(about.payment_intent);
  const payment = intentId === null ? null : await findPayment(db, intentId);
  if (!payment) return null;
  if (about.currency === payment.currency) return intentId;
  log("error", { problem: "currency mismatch", [about.object]: about.id, currency: about.currency });
  return null;
}

/**
 * The money is off our account until the dispute is decided, and keeps payouts back.
 * @returns false when the disputed payment is none of ours. */
export async function applyDispute(
  services: Services,
  dispute: Stripe.Dispute,
  event: ProviderEvent,
): Promise<boolean> {
  const { env, now } = services;
  const intentId = await ownIntent(services, dispute);
  if (intentId === null) return false;
  const at = now();
  const { id, amount, status } = dispute;
  const verdict = status === "won" || status === "warning_closed" ? "won" : status === "lost" ? "lost" : "open";
  const closed = sql`EXISTS (SELECT 1 FROM chargebacks WHERE dispute_id = ${id} AND status = ${verdict})`;
  await batchAll(env.DB, [
    recordEvent(event, at),
    sql`INSERT INTO chargebacks (dispute_id, intent_id, amount_cents, created_at)
      VALUES (${id}, ${intentId}, ${amount}, ${at}) ON CONFLICT (dispute_id) DO NOTHING`,
    post(chargebackOpened(id, intentId, amount), at),
    ...(verdict === "open"
      ? []
      : [
          sql`UPDATE chargebacks SET status = ${verdict}, closed_at = ${at}
            WHERE dispute_id = ${id} AND status = 'open'`,
          post(chargebackClosed(id, intentId, amount, verdict === "won"), at, closed),
        ]),
  ]);
  log("warn", { chargeback: id, intent: intentId, status });
  return true;
}

/**
 * A refund made by hand at the provider leaves our account too; one of our own is known by the id it carries. Either may come
 * back days after it went through, because the buyer's card or account is closed: then it is owed as before, and staff
 * find it among the refunds that need a person.
 */
export async function applyRefund(services: Services, refund: Stripe.Refund, event: ProviderEvent): Promise<boolean> {
  const { env, now } = services;
  const intentId = await ownIntent(services, refund);
  if (intentId === null) return false;
  const at = now();
  const ours = refund.metadata?.refund_id;
  const statements = ours === undefined ? foreign(refund, intentId, at) : await returned(services, refund, ours, at);
  await batchAll(env.DB, [recordEvent(event, at), ...statements]);
  return true;
}

function foreign({ id, amount, status }: Stripe.Refund, intentId: string, at: number): SQL[] {
  if (status === "succeeded") return [post(refundedElsewhere(id, intentId, amount), at)];
  if (status !== "failed") return [];
  return [post(refundedElsewhereReturned(id, intentId, amount), at, posted(`refund-elsewhere:${id}`))];
}

/** Ours went through and came back. One that fails before that is seen by whoever asked for it (refund-jobs). */
async function returned({ db }: Services, made: Stripe.Refund, refundId: string, at: number): Promise<SQL[]> {
  if (made.status !== "failed") return [];
  const [row] = await db.all<Refund>(sql`SELECT * FROM refunds
    WHERE id = ${refundId} AND provider_refund_id = ${made.id} AND status = 'succeeded'`);
  if (!row) return [];
  log("error", { refund: refundId, problem: "refund came back", made: made.id });
  const { intent_id: intentId, order_id: orderId, amount_cents: cents } = row;
  return [
    post(refundReturned(refundId, intentId, orderId, cents), at),
    sql`UPDATE refunds SET status = 'failed', settled_at = NULL, last_error = ${made.failure_reason ?? "returned"}
      WHERE id = ${refundId} AND provider_refund_id = ${made.id} AND status = 'succeeded'`,
  ];
}
