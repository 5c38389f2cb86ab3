/**
 * Ad credit whose payment was reversed: the remaining credit is taken at once, and after a chargeback the spent part
 * stays owed. The balance never goes below zero, and promotions are blocked while anything is owed (D28).
 */
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import type { Services } from "../../../services.ts";

/** Top-ups that added credit and were reversed, of which something is still to be taken. */
export const UNPAID = sql`p.kind = 'topup' AND r.status <> 'won' AND r.taken_cents < r.amount_cents
  AND EXISTS (SELECT 1 FROM balance_transactions b WHERE b.ref = 'topup:' || p.intent_id)`;

/** Rows of what this user owes: `r` is the chargeback. */
const owedBy = (userId: SQL | string) => sql`FROM payments p JOIN payment_reversals r ON r.intent_id = p.intent_id
  WHERE p.user_id = ${userId} AND r.kind = 'chargeback' AND ${UNPAID}`;

/** Guard: this user owes credit. */
export const owesCredit = (userId: string): SQL => sql`EXISTS (SELECT 1 ${owedBy(userId)})`;

/** Returns the ad credit a user owes, in cents. */
export async function owedCents(db: Database, userId: string): Promise<number> {
  const row = await db.get<{ cents: number }>(
    sql`SELECT coalesce(sum(r.amount_cents - r.taken_cents), 0) AS cents ${owedBy(userId)}`,
  );
  return row?.cents ?? 0;
}

/** Returns users who owe credit and have some. */
export async function findOwing({ db }: Services, limit: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`SELECT DISTINCT p.user_id AS id FROM payment_reversals r
      JOIN payments p ON p.intent_id = r.intent_id JOIN profiles u ON u.id = p.user_id
    WHERE r.kind = 'chargeback' AND u.seller_balance_cents > 0 AND ${UNPAID} LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}
