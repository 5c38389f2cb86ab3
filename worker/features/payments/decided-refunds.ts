/** Refunds made in the provider's dashboard: staff decide for each order whether the deal continues. */
import { type SQL, sql } from "drizzle-orm";
import { sqlList, UNDONE } from "#domain/orders/order-status";
import type { Services } from "../../services.ts";

/**
 * Closes refunds for which no order waits for a decision any more. The buyer keeps the money. Payouts of orders that
 * continue are no longer held back.
 */
export async function closeDecidedRefunds({ db, now }: Services, which: SQL = sql`1`): Promise<void> {
  await db.run(
    sql`UPDATE payment_reversals AS r SET status = 'lost', closed_at = ${now()}
      WHERE r.kind = 'refund' AND r.status = 'open' AND r.applied_status = 'open' AND ${which}
        AND NOT EXISTS (SELECT 1 FROM payment_parts t JOIN orders o ON o.id = t.order_id
          WHERE t.intent_id = r.intent_id AND t.outcome = 'paid' AND o.status NOT IN (${sql.raw(sqlList(UNDONE))})
            AND NOT EXISTS (SELECT 1 FROM json_each(o.reversals) one
              WHERE one.value ->> 'id' = r.id AND one.value ->> 'outcome' IS NOT NULL))`,
  );
}

/** Condition for `closeDecidedRefunds`: refunds of this order's payment. */
export const ofOrder = (orderId: string): SQL =>
  sql`r.intent_id IN (SELECT intent_id FROM payment_parts WHERE order_id = ${orderId})`;
