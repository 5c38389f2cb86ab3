/** Reads and claims of orders paid at pick-up (D53). */
import { type SQL, sql } from "drizzle-orm";
import { CASH_ORDERS_MAX, HOUR_MS } from "#domain/deadlines";
import { type CashProblem, cashProblem } from "#domain/orders/cash";
import { batch, type Database } from "../../../db/client.ts";
import { countsAsNoShow } from "../../../db/no-shows.ts";

/** A claim without an order counts this long: much longer than placing an order and writing it to D1 takes. */
const CLAIM_MS = HOUR_MS;

/**
 * Counts a buyer's open orders paid at pick-up, and claims whose order D1 does not have yet. The orders of one purchase
 * count once. `except`: the hold or purchase in question.
 */
function openCash(buyerId: string, except: string, now: number): SQL {
  const cause = sql`coalesce(o.purchase_id, o.hold_id)`;
  return sql`(SELECT count(*) FROM (
    SELECT ${cause} AS id FROM orders o WHERE o.buyer_id = ${buyerId} AND +o.status = 'awaiting_collection'
    UNION
    SELECT c.id FROM cash_claims c WHERE c.buyer_id = ${buyerId} AND c.created_at > ${now - CLAIM_MS}
      AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.buyer_id = ${buyerId} AND ${cause} = c.id)
  ) WHERE id <> ${except})`;
}

/** Returns why this buyer may not pay at pick-up now, or null. `except`: the hold they would pay for. */
export async function findCashProblem(
  db: Database,
  buyerId: string,
  now: number,
  except = "",
): Promise<CashProblem | null> {
  const [row] = await db.all<{ created_at: number; completed: number; missed_at: number | null; open: number }>(
    sql`SELECT p.created_at,
        EXISTS (SELECT 1 FROM orders o WHERE o.buyer_id = p.id AND +o.status = 'completed'
          AND o.payment_method <> 'outside') AS completed,
        (SELECT max(f.created_at) FROM failed_collections f WHERE f.about_id = p.id AND ${countsAsNoShow("f")}) AS missed_at,
        ${openCash(buyerId, except, now)} AS open
      FROM profiles p WHERE p.id = ${buyerId}`,
  );
  if (!row) return "new_account";
  const facts = {
    account_created_at: row.created_at,
    has_completed: row.completed === 1,
    last_no_show_at: row.missed_at,
    open_orders: row.open,
  };
  return cashProblem(facts, now);
}

/**
 * Claims one of the buyer's places for an order paid at pick-up, under the id of its hold or purchase. One statement
 * counts and inserts, so that concurrent orders cannot exceed the limit (A118). A repeat keeps its place.
 * @returns whether the buyer has the place.
 */
export async function claimCash(db: Database, id: string, buyerId: string, now: number): Promise<boolean> {
  const [, claimed] = await batch<[object, { id: string }]>(db, [
    sql`DELETE FROM cash_claims WHERE buyer_id = ${buyerId} AND created_at <= ${now - CLAIM_MS}`,
    sql`INSERT INTO cash_claims (id, buyer_id, created_at) SELECT ${id}, ${buyerId}, ${now}
      WHERE ${openCash(buyerId, id, now)} < ${CASH_ORDERS_MAX}
      ON CONFLICT (id) DO UPDATE SET created_at = excluded.created_at RETURNING id`,
  ]);
  return claimed.length > 0;
}

/** Returns the place of an order that was not placed. */
export async function releaseCash(db: Database, id: string): Promise<void> {
  await db.run(sql`DELETE FROM cash_claims WHERE id = ${id}`);
}
