import { sql } from "drizzle-orm";
import { batch } from "../db/client.ts";
import { closeDecidedRefunds } from "../features/payments/decided-refunds.ts";
import { followReversal } from "../features/payments/follow-reversal.ts";
import { closeSettledWarnings } from "../features/payments/fraud-warnings.ts";
import { findOwing, payOwedCredit } from "../features/payments/reversed-top-ups.ts";
import type { Services } from "../services.ts";
import { logRowError } from "./log-row-error.ts";

const AT_ONCE = 50;
const report = logRowError("follow-reversals");

/**
 * Applies chargebacks and dashboard refunds to orders and payouts where that is incomplete, because a Worker crashed or
 * a payout could not be claimed back.
 * @returns how many were tried.
 */
export async function followReversals(services: Services): Promise<number> {
  const { db, now } = services;
  await closeDecidedRefunds(services);
  await closeSettledWarnings(services);
  const rows = await db.all<{ id: string }>(sql`SELECT id FROM payment_reversals
    WHERE applied_status IS NOT status AND next_at <= ${now()} ORDER BY next_at LIMIT ${AT_ONCE}`);
  for (const { id } of rows) await followReversal(services, id).catch(report(id));
  // A chargeback and a top-up that ran concurrently may not have seen each other, so that owed credit was not taken.
  for (const userId of await findOwing(services, AT_ONCE)) {
    await payOwedCredit(services, userId)
      .then((owed) => batch(db, owed))
      .catch(report(userId));
  }
  return rows.length;
}
