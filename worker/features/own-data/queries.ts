import { type SQL, sql } from "drizzle-orm";
import { OBSTACLES, type ObstacleKind } from "#domain/account/deletion";
import { adDay } from "#domain/ads/ads";
import { sqlList, UNDER_WAY } from "#domain/orders/order-status";
import { batch, type Database } from "../../db/client.ts";
import type { accountDeletions, dataExports } from "../../db/schema/own-data.ts";
import { isRefunded } from "../payments/queries.ts";

export type ExportRow = typeof dataExports.$inferSelect;

export type DeletionRow = typeof accountDeletions.$inferSelect;

const UNFINISHED_ORDERS = sql.raw(sqlList(UNDER_WAY.filter((status) => status !== "disputed")));

/** Counts what stands in the way of deleting the account; one row. */
function countObstacles(id: string, now: number): SQL {
  const counts: Record<ObstacleKind, SQL> = {
    order: sql`SELECT (SELECT count(*) FROM orders WHERE buyer_id = ${id} AND status IN (${UNFINISHED_ORDERS}))
      + (SELECT count(*) FROM orders WHERE seller_id = ${id} AND status IN (${UNFINISHED_ORDERS}))
      + (SELECT count(*) FROM purchases WHERE buyer_id = ${id} AND status = 'placing')`,
    dispute: sql`SELECT (SELECT count(*) FROM orders WHERE buyer_id = ${id} AND status = 'disputed')
      + (SELECT count(*) FROM orders WHERE seller_id = ${id} AND status = 'disputed')
      + (SELECT count(*) FROM payment_reversals r JOIN payments p ON p.intent_id = r.intent_id
          WHERE r.status = 'open' AND (p.user_id = ${id} OR EXISTS (SELECT 1 FROM payment_parts pp
            WHERE pp.intent_id = r.intent_id AND pp.seller_id = ${id})))`,
    trade: sql`SELECT (SELECT count(*) FROM trades WHERE ${id} IN (offeror_id, seller_id) AND closed_at IS NULL
          AND (status = 'accepted' OR accepting_at IS NOT NULL))
      + (SELECT count(*) FROM circle_legs l JOIN circles c ON c.id = l.circle_id
          WHERE l.giver_id = ${id} AND (c.status = 'accepted' OR c.locking_at IS NOT NULL))`,
    // A buyer who gave no account in time still can. They may also leave with that.
    refund: sql`SELECT (SELECT count(*) FROM payments p JOIN refunds r ON r.intent_id = p.intent_id
          WHERE p.user_id = ${id} AND r.status <> 'succeeded')
      + (SELECT count(*) FROM money_returns
          WHERE ${id} IN (buyer_id, seller_id) AND status IN ('account_needed', 'owed', 'sent'))
      + (SELECT count(*) FROM money_returns m JOIN profiles b ON b.id = m.buyer_id
          WHERE m.seller_id = ${id} AND m.status = 'unclaimed' AND b.erased_at IS NULL)
      + (SELECT count(*) FROM orders WHERE buyer_id = ${id} AND card_state = 'refund_due')`,
    payment: sql`SELECT count(*) FROM payments WHERE user_id = ${id} AND status = 'succeeded' AND settled_at IS NULL`,
    // Proceeds of a completed card order get their transfer from a job, unless the payment is undone.
    payout: sql`SELECT (SELECT count(*) FROM transfers WHERE seller_id = ${id} AND status IN ('payable', 'reversing'))
      + (SELECT count(*) FROM orders o WHERE o.seller_id = ${id} AND o.status = 'completed' AND o.card_state = 'paid'
          AND NOT EXISTS (SELECT 1 FROM transfers t WHERE t.order_id = o.id)
          AND NOT ${isRefunded(sql`o.id`, sql`o.card_intent_id`)}
          AND NOT EXISTS (SELECT 1 FROM payment_reversals r WHERE r.intent_id = o.card_intent_id))
      + (SELECT coalesce(sum(amount_cents), 0) <> 0 FROM ledger WHERE account = ${`seller_payable:${id}`})`,
    balance: sql`SELECT coalesce(max(seller_balance_cents), 0) FROM profiles WHERE id = ${id}`,
    promotion: sql`SELECT count(*) FROM promotions p JOIN advertisements a ON a.id = p.ad_id
      WHERE p.owner_id = ${id} AND p.cancelled_at IS NULL AND a.active = 1 AND a.ended_at IS NULL
        AND p.end_date >= ${adDay(now)}`,
    report: sql`SELECT (SELECT count(*) FROM reports WHERE about_id = ${id} AND status = 'open' AND kind <> 'held_listing')
      + (SELECT count(*) FROM failed_collections WHERE ${id} IN (about_id, recorded_by)
          AND contested_at IS NOT NULL AND outcome IS NULL)`,
    suspension: sql`SELECT count(*) FROM profiles WHERE id = ${id} AND is_suspended = 1`,
    ban: sql`SELECT count(*) FROM profiles WHERE id = ${id} AND is_banned = 1`,
    staff: sql`SELECT count(*) FROM profiles WHERE id = ${id} AND role <> 'user'`,
  };
  const columns = OBSTACLES.map((kind) => sql`(${counts[kind]}) AS ${sql.identifier(kind)}`);
  return sql`SELECT ${sql.join(columns, sql`, `)}`;
}

export type ObstacleCounts = Record<ObstacleKind, number>;

export async function obstacleCounts(db: Database, id: string, now: number): Promise<ObstacleCounts> {
  const [[counts]] = await batch<[ObstacleCounts]>(db, [countObstacles(id, now)]);
  return counts ?? ({} as ObstacleCounts);
}

const pendingDeletion = (id: string) =>
  sql`SELECT * FROM account_deletions WHERE account_id = ${id} AND erased_at IS NULL`;

/** Returns the latest export, a pending deletion, and what stands in the way of one. */
export async function readOwnData(db: Database, id: string, now: number) {
  const [[latest], [deletion], [counts]] = await batch<[ExportRow, DeletionRow, ObstacleCounts]>(db, [
    sql`SELECT * FROM data_exports WHERE account_id = ${id} ORDER BY requested_at DESC, id DESC LIMIT 1`,
    pendingDeletion(id),
    countObstacles(id, now),
  ]);
  return { latest: latest ?? null, deletion: deletion ?? null, counts: counts ?? ({} as ObstacleCounts) };
}

export async function findPendingDeletion(db: Database, id: string): Promise<DeletionRow | null> {
  const [row] = await db.all<DeletionRow>(pendingDeletion(id));
  return row ?? null;
}

/** Returns an export of this account whose file can be downloaded. */
export async function readyExport(db: Database, accountId: string, id: string, now: number): Promise<ExportRow | null> {
  const [row] = await db.all<ExportRow>(sql`SELECT * FROM data_exports
    WHERE id = ${id} AND account_id = ${accountId} AND status = 'ready' AND expires_at > ${now}`);
  return row ?? null;
}
