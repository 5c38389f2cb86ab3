/** Limits of orders that cost nothing to place: those paid at pick-up (D53), and free ones. */
import { type SQL, sql } from "drizzle-orm";
import { CASH_ORDERS_MAX, DAY_MS, HOUR_MS, PICKUP_ORDERS_PER_DAY } from "#domain/deadlines";
import { type CashProblem, cashProblem } from "#domain/orders/cash";
import { type Refusal, refuse } from "#domain/result";
import { batch, type Database } from "../../../db/client.ts";
import { countsAsNoShow } from "../../../db/no-shows.ts";

/** A claim without an order counts this long: much longer than placing an order and writing it to D1 takes. */
const CLAIM_MS = HOUR_MS;

/** The condition that an order is paid at pick-up and open; `o` is the order. */
const IS_OPEN = sql`+o.status = 'awaiting_collection'`;
const isRecent = (now: number) => sql`o.payment_method = 'cash' AND o.created_at > ${now - DAY_MS}`;

/**
 * Counts a buyer's orders paid at pick-up, and claims whose order D1 does not have yet. The orders of one purchase count
 * once. `except`: the hold or purchase in question.
 */
function countCash(buyerId: string, which: SQL, except: string, now: number): SQL {
  const cause = sql`coalesce(o.purchase_id, o.hold_id)`;
  return sql`(SELECT count(*) FROM (
    SELECT ${cause} AS id FROM orders o WHERE o.buyer_id = ${buyerId} AND ${which}
    UNION
    SELECT c.id FROM cash_claims c WHERE c.buyer_id = ${buyerId} AND c.created_at > ${now - CLAIM_MS}
      AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.buyer_id = ${buyerId} AND ${cause} = c.id)
  ) WHERE id <> ${except})`;
}

/** Row of `cashQuery`. */
export interface CashRow {
  created_at: number;
  completed: number;
  missed_at: number | null;
  open: number;
  recent: number;
}

/** Returns the query whose row `cashProblemOf` reads. `except`: the hold they would pay for. */
export function cashQuery(buyerId: string, now: number, except = ""): SQL {
  return sql`SELECT p.created_at,
      EXISTS (SELECT 1 FROM orders o WHERE o.buyer_id = p.id AND +o.status = 'completed'
        AND o.payment_method <> 'outside') AS completed,
      (SELECT max(f.created_at) FROM failed_collections f WHERE f.about_id = p.id AND ${countsAsNoShow("f")}) AS missed_at,
      ${countCash(buyerId, IS_OPEN, except, now)} AS open,
      ${countCash(buyerId, isRecent(now), except, now)} AS recent
    FROM profiles p WHERE p.id = ${buyerId}`;
}

/** Returns why the buyer may not pay at pick-up now, or null. */
export function cashProblemOf(row: CashRow | undefined, now: number): CashProblem | null {
  if (!row) return "new_account";
  const facts = {
    account_created_at: row.created_at,
    has_completed: row.completed === 1,
    last_no_show_at: row.missed_at,
    open_orders: row.open,
    recent_orders: row.recent,
  };
  return cashProblem(facts, now);
}

/** Returns why this buyer may not pay at pick-up now, or null. */
export async function findCashProblem(db: Database, buyerId: string, now: number): Promise<CashProblem | null> {
  const [row] = await db.all<CashRow>(cashQuery(buyerId, now));
  return cashProblemOf(row, now);
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
      WHERE ${countCash(buyerId, IS_OPEN, id, now)} < ${CASH_ORDERS_MAX}
        AND ${countCash(buyerId, isRecent(now), id, now)} < ${PICKUP_ORDERS_PER_DAY}
      ON CONFLICT (id) DO UPDATE SET created_at = excluded.created_at RETURNING id`,
  ]);
  return claimed.length > 0;
}

/** Returns the place of an order that was not placed. */
export async function releaseCash(db: Database, id: string): Promise<void> {
  await db.run(sql`DELETE FROM cash_claims WHERE id = ${id}`);
}

const TOO_MANY_FREE = refuse(
  "holding_limit",
  `You've claimed ${PICKUP_ORDERS_PER_DAY} free items in the last 24 hours. Please try again later.`,
);

/**
 * Refuses a free order when the buyer has placed as many within 24 hours as one may, whatever became of them (A104). Orders
 * placed at the same time may exceed the limit by the items that one person can hold.
 */
export async function freeOrderRefusal(db: Database, buyerId: string, now: number): Promise<Refusal | null> {
  const [row] = await db.all<{ n: number }>(sql`SELECT count(*) AS n FROM orders
    WHERE buyer_id = ${buyerId} AND payment_method = 'free' AND created_at > ${now - DAY_MS}
      AND hold_id NOT GLOB 'gwh_*'`);
  return (row?.n ?? 0) >= PICKUP_ORDERS_PER_DAY ? TOO_MANY_FREE : null;
}
