/** Chargebacks: a bank took money back. It is off our account until the dispute is decided, and keeps payouts back. */

import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import { chargebackClosed, chargebackOpened, refundedElsewhere } from "#domain/ledger";
import { batchAll } from "../../db/batch.ts";
import type { Services } from "../../http/context.ts";
import { log } from "../../log.ts";
import type { ProviderEvent } from "./apply-intent.ts";
import { findPayment } from "./queries.ts";
import { post, recordEvent } from "./statements.ts";

const idOf = (value: string | { id: string } | null): string | null =>
  typeof value === "string" ? value : (value?.id ?? null);

/** @returns false when the disputed payment is none of ours. */
export async function applyDispute(
  services: Services,
  dispute: Stripe.Dispute,
  event: ProviderEvent,
): Promise<boolean> {
  const { env, db, now } = services;
  const intentId = idOf(dispute.payment_intent);
  if (intentId === null || !(await findPayment(db, intentId))) return false;
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

/** A refund made by hand at the provider leaves our account too; one of our own is known by the id it carries. */
export async function applyForeignRefund(
  services: Services,
  refund: Stripe.Refund,
  event: ProviderEvent,
): Promise<boolean> {
  const { env, db, now } = services;
  const intentId = idOf(refund.payment_intent);
  if (intentId === null || !(await findPayment(db, intentId))) return false;
  const at = now();
  const foreign = refund.metadata?.refund_id === undefined && refund.status === "succeeded";
  await batchAll(env.DB, [
    recordEvent(event, at),
    ...(foreign ? [post(refundedElsewhere(refund.id, intentId, refund.amount), at)] : []),
  ]);
  return true;
}
