/** Limits of orders that cost nothing to place: those paid at pick-up (D53), and free ones. */
import { type SQL, sql } from "drizzle-orm";
import { CASH_ORDERS_MAX, DAY_MS, PICKUP_ORDERS_PER_DAY } from "#domain/deadlines";
import { type CashProblem, cashProblem } from "#domain/orders/cash";
import { type Refusal, refuse } from "#domain/result";
import type { Database } from "../../db/client.ts";
import { type ClaimedLimit, claimPlaces, countWithClaims, releaseClaims } from "../../db/limit-claims.ts";
import { countsAsNoShow } from "../../db/no-shows.ts";

/** The condition that an order is paid at pick-up and open; `o` is the order. */
const IS_OPEN = sql`+o.status = 'awaiting_collection'`;
const isRecent = (now: number) => sql`o.payment_method = 'cash' AND o.created_at > ${now - DAY_MS}`;

/** A buyer's orders paid at pick-up. The orders of one purchase count once, under its id; others under that of their hold. */
function cashLimit(userId: string, which: SQL): ClaimedLimit {
  const cause = sql`coalesce(o.purchase_id, o.hold_id)`;
  return {
    kind: "cash",
    userId,
    stored: sql`SELECT ${cause} AS subject FROM orders o WHERE o.buyer_id = ${userId} AND ${which}`,
    settled: sql`EXISTS (SELECT 1 FROM orders o WHERE o.buyer_id = ${userId} AND ${cause} = c.subject)`,
  };
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
      ${countWithClaims(cashLimit(buyerId, IS_OPEN), [except], now)} AS open,
      ${countWithClaims(cashLimit(buyerId, isRecent(now)), [except], now)} AS recent
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
 * Claims one of the buyer's places for an order paid at pick-up, under the id of its hold or purchase, so that concurrent
 * orders cannot exceed the limit (A118). A repeat keeps its place.
 * @returns whether the buyer has the place.
 */
export function claimCash(db: Database, id: string, buyerId: string, now: number): Promise<boolean> {
  const limits = [
    { limit: cashLimit(buyerId, IS_OPEN), most: CASH_ORDERS_MAX },
    { limit: cashLimit(buyerId, isRecent(now)), most: PICKUP_ORDERS_PER_DAY },
  ] as const;
  return claimPlaces(db, id, [id], limits, now);
}

/** Returns the place of an order that was not placed. */
export const releaseCash = (db: Database, id: string) => releaseClaims(db, "cash", id);

const TOO_MANY_FREE = refuse(
  "holding_limit",
  `You can claim ${PICKUP_ORDERS_PER_DAY} free items in 24 hours. Please try again later.`,
);

/**
 * Claims places for free orders, of which a buyer may place some within 24 hours, whatever became of them (A104).
 * @param id of the attempt: the hold, or the purchase.
 * @returns the refusal when there are not enough places.
 */
export async function claimFree(
  db: Database,
  id: string,
  holdIds: readonly string[],
  buyerId: string,
  now: number,
): Promise<Refusal | null> {
  const limit: ClaimedLimit = {
    kind: "free_order",
    userId: buyerId,
    stored: sql`SELECT o.hold_id AS subject FROM orders o WHERE o.buyer_id = ${buyerId} AND o.payment_method = 'free'
      AND o.created_at > ${now - DAY_MS} AND o.hold_id NOT GLOB 'gwh_*'`,
    settled: sql`EXISTS (SELECT 1 FROM orders o WHERE o.buyer_id = ${buyerId} AND o.hold_id = c.subject)`,
  };
  const claimed = await claimPlaces(db, id, holdIds, [{ limit, most: PICKUP_ORDERS_PER_DAY }], now);
  return claimed ? null : TOO_MANY_FREE;
}

/** Returns the places of free orders that were not placed. */
export const releaseFree = (db: Database, id: string) => releaseClaims(db, "free_order", id);
