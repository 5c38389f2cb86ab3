/** What a chargeback takes from each order of its payment, as far as it is known (D69). */
import { type SQL, sql } from "drizzle-orm";
import { sqlList, UNDONE } from "#domain/orders/order-status";
import { evidentShares, type OrderCents } from "#domain/payments/chargeback-shares";
import { batch, type Database } from "../../../db/client.ts";
import type { Services } from "../../../services.ts";
import type { PaymentPart, Reversal } from "../queries.ts";

/** The cents that a chargeback takes from each order; null while staff have to say it. */
export type Shares = ReadonlyMap<string, number> | null;

/** Reads the shares, after fixing those that follow from the sum alone: of one order, or of every order in full. */
export async function sharesOf(services: Services, reversal: Reversal, paid: readonly PaymentPart[]): Promise<Shares> {
  const { db, now } = services;
  if (reversal.kind !== "chargeback") return new Map();
  if (reversal.shared_at === null) {
    const standing = await standingOf(db, reversal.intent_id);
    const parts = paid.filter(({ order_id }) => standing.has(order_id));
    const evident = evidentShares(
      parts.map(({ order_id, amount_cents: cents }) => ({ order_id, cents })),
      reversal.amount_cents,
    );
    if (evident === null) return null;
    await batch(db, [
      ...insertShares(reversal.id, evident),
      sql`UPDATE payment_reversals SET shared_at = ${now()} WHERE id = ${reversal.id} AND shared_at IS NULL`,
    ]);
  }
  const rows = await db.all<{ order_id: string; amount_cents: number }>(
    sql`SELECT order_id, amount_cents FROM chargeback_shares WHERE reversal_id = ${reversal.id}`,
  );
  return new Map(rows.map(({ order_id, amount_cents }) => [order_id, amount_cents]));
}

/** Returns the ids of the payment's orders that stand and were not refunded. */
async function standingOf(db: Database, intentId: string): Promise<Set<string>> {
  const rows = await db.all<{ id: string }>(sql`SELECT o.id FROM payment_parts t JOIN orders o ON o.id = t.order_id
    WHERE t.intent_id = ${intentId} AND t.outcome = 'paid' AND o.status NOT IN (${sql.raw(sqlList(UNDONE))})`);
  return new Set(rows.map(({ id }) => id));
}

/** Inserts the shares, unless another decision came first. */
export function insertShares(id: string, shares: readonly OrderCents[]): SQL[] {
  const open = sql`EXISTS (SELECT 1 FROM payment_reversals WHERE id = ${id} AND shared_at IS NULL)`;
  return shares
    .filter(({ cents }) => cents > 0)
    .map(
      ({ order_id, cents }) => sql`INSERT INTO chargeback_shares (reversal_id, order_id, amount_cents)
        SELECT ${id}, ${order_id}, ${cents} WHERE ${open} ON CONFLICT DO NOTHING`,
    );
}
