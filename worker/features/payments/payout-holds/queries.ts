import { sql } from "drizzle-orm";
import { batch, type Database } from "../../../db/client.ts";
import type { payoutHolds } from "../../../db/schema/payments.ts";
import { isInForce, keptCents, notOwedCents } from "../queries.ts";

export type PayoutHold = typeof payoutHolds.$inferSelect;
export type HoldRow = PayoutHold & { title: string | null };

/** Returns a seller's holds in force, the one that ends first at the top, with the cents due and owed. */
export async function sellersHolds(db: Database, sellerId: string, now: number) {
  const [holds, [money]] = await batch<[HoldRow, { due: number; owes: number }]>(db, [
    sql`SELECT h.*, o.item_title AS title FROM payout_holds h LEFT JOIN orders o ON o.id = h.order_id
      WHERE h.seller_id = ${sellerId} AND ${isInForce(now)} ORDER BY h.ends_at, h.id`,
    sql`SELECT coalesce(sum(CASE status WHEN 'payable' THEN amount_cents - at_seller_cents - ${keptCents(sql`t.order_id`)} END), 0) AS due,
        coalesce(sum(CASE status WHEN 'reversing' THEN at_seller_cents - ${notOwedCents(sql`t.order_id`)} END), 0) AS owes
      FROM transfers t WHERE seller_id = ${sellerId}`,
  ]);
  return { holds, due: money?.due ?? 0, owes: money?.owes ?? 0 };
}

/** Returns a hold in force with the people it concerns; null for another. */
export async function findHold(db: Database, id: string, now: number) {
  const row = await db.get<PayoutHold & { buyer_id: string | null }>(sql`SELECT h.*, o.buyer_id
    FROM payout_holds h LEFT JOIN orders o ON o.id = h.order_id WHERE h.id = ${id} AND ${isInForce(now)}`);
  return row ?? null;
}
