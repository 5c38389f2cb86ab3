import { sql } from "drizzle-orm";
import { reconcileDelay } from "#domain/payments/ledger";
import { factsOf } from "../adapters/stripe-objects.ts";
import { closePayment } from "../features/payments/intents/commands.ts";
import { applyIntent } from "../features/payments/settlement/commands.ts";
import { log } from "../log.ts";
import type { Services } from "../services.ts";

const AT_ONCE = 50;
/** Age after which an unused payment form is closed. */
const ABANDONED_MS = 24 * 60 * 60_000;

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
    try {
      await db.run(sql`UPDATE payments SET next_check_at = ${at + reconcileDelay(at - row.created_at)}
        WHERE intent_id = ${row.intent_id}`);
      const facts = factsOf(await stripe.paymentIntents.retrieve(row.intent_id));
      const left = row.kind === "topup" ? at - row.created_at > ABANDONED_MS : row.awaited === 0;
      if (facts.state === "open" && left) await closePayment(services, row.intent_id);
      else await applyIntent(services, facts);
    } catch (error) {
      log("error", { job: "reconcile-intents", intent: row.intent_id, error: String(error) });
    }
  }
  return rows.length;
}
