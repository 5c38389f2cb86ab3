/**
 * Platform fee of a card sale: fixed when the order's payment begins, charged when the proceeds fall due, and returned
 * when the price goes back to the buyer.
 */

import { type SQL, sql } from "drizzle-orm";
import {
  feeReturned,
  feeReturnedId,
  feeTaken,
  feeTakenAgain,
  feeTakenId,
  type OrderFee,
} from "#domain/payments/ledger";
import { lastMonths } from "#domain/selling/selling-days";
import { insertLedgerTransaction } from "../../db/ledger.ts";
import type { Services } from "../../services.ts";
import { isInLedger, isRefunded } from "./queries.ts";

/** Fee rate in force at a moment. Saved settings never change, so an order's rate can be read at any later time. */
export const rateAt = (at: SQL): SQL => sql`coalesce((SELECT s.settings ->> '$.numbers.platform_fee_bp'
  FROM site_settings s WHERE s.saved_at <= ${at} ORDER BY s.version DESC LIMIT 1), 0)`;

/** Charges the fee. For the batch that writes the proceeds. */
export function takeFee(part: OrderFee, at: number, guard: SQL): SQL[] {
  return part.fee_cents > 0 ? [insertLedgerTransaction(feeTaken(part), at, guard)] : [];
}

/**
 * Returns the fee. For the same batch, before the price is taken from the seller's proceeds. No-op where no fee was
 * charged.
 */
export function returnFee(part: OrderFee, at: number, guard: SQL = sql`1`): SQL[] {
  if (part.fee_cents === 0) return [];
  return [insertLedgerTransaction(feeReturned(part), at, sql`${isInLedger(feeTakenId(part.order_id))} AND ${guard}`)];
}

/** Charges the fee again with proceeds that are the seller's again, after an appeal against a lost chargeback. */
export function takeFeeAgain(part: OrderFee, at: number): SQL[] {
  if (part.fee_cents === 0) return [];
  const refunded = isRefunded(sql`${part.order_id}`, sql`${part.intent_id}`);
  return [
    insertLedgerTransaction(
      feeTakenAgain(part),
      at,
      sql`${isInLedger(feeReturnedId(part.order_id))} AND NOT ${refunded}`,
    ),
  ];
}

export interface MonthOfFees {
  month: string;
  card: number;
  disputes: number;
  platform: number;
}

/** Returns the provider's fees and the platform fees in cents, for last month and this month. */
export async function feesByMonth({ db, now }: Services): Promise<MonthOfFees[]> {
  const months = JSON.stringify(lastMonths(now()).slice(-2));
  // Spent ad credit (`credit:`) is in the same account.
  return db.all<MonthOfFees>(sql`SELECT m.value ->> 'month' AS month,
      coalesce(sum(CASE WHEN l.txn_id LIKE 'charge-fee:%' THEN l.amount_cents END), 0) AS card,
      coalesce(sum(CASE WHEN l.account = 'fees' AND l.txn_id NOT LIKE 'charge-fee:%' AND l.txn_id NOT LIKE 'credit:%'
        THEN l.amount_cents END), 0) AS disputes,
      -coalesce(sum(CASE WHEN l.account = 'platform_fees' THEN l.amount_cents END), 0) AS platform
    FROM json_each(${months}) m LEFT JOIN ledger l ON l.account IN ('fees', 'platform_fees')
      AND l.at >= m.value ->> 'from' AND l.at < m.value ->> 'to'
    GROUP BY 1 ORDER BY 1`);
}
