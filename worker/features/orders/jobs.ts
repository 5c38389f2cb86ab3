import { type SQL, sql } from "drizzle-orm";
import { CASH_AFTER_MS } from "#domain/deadlines";
import { sqlList, UNPAID } from "#domain/orders/order-status";
import { settleRooms } from "../../http/item-room.ts";
import type { Services } from "../../services.ts";
import { closeDueIntents, closingOrdersQuery } from "../payments/jobs.ts";
import { applyStrikes } from "../status/jobs.ts";
import { strikesOfPaidOrdersQuery, uncountedOrdersQuery } from "../status/queries.ts";

const PAGE = 200;
/** Limit per run; the next run, five minutes later, continues. */
const PAGES = 20;

/**
 * Settles every room with a lapsed hold, payment, confirmation or cash deadline (D33, D53), for those whose own alarm was missed.
 * Pages by id, so that a failing room does not stop the rest.
 * @returns how many rooms were settled.
 */
export async function settleDueItems({ db, env, now }: Pick<Services, "db" | "env" | "now">): Promise<number> {
  const at = now();
  let after = "";
  let settled = 0;
  for (let page = 0; page < PAGES; page++) {
    const rows = await db.all<{ id: string }>(sql`SELECT id FROM (
        SELECT id FROM items WHERE holder_id IS NOT NULL AND hold_until <= ${at}
        UNION
        SELECT item_id FROM orders WHERE status = 'awaiting_payment' AND payment_deadline <= ${at}
        UNION
        SELECT item_id FROM orders
          WHERE status = 'payment_pending_seller_confirmation' AND confirmation_deadline <= ${at}
        UNION
        SELECT item_id FROM orders WHERE status = 'awaiting_collection' AND collection_ends_at <= ${at - CASH_AFTER_MS}
      ) WHERE id > ${after} ORDER BY id LIMIT ${PAGE}`);
    settled += await settleRooms(
      env,
      rows.map((row) => row.id),
    );
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) break;
    after = last.id;
  }
  return settled;
}

const OWN_AT_ONCE = 20;

/**
 * Settles a user's overdue orders and counts their missed payments, when their session loads (D33), in case the rooms'
 * alarms and cron have missed them. Nearly always one query finds nothing to do.
 * @returns whether there was something to do.
 */
export async function settleOverdueOrdersOf(services: Services, buyerId: string): Promise<boolean> {
  const { db, env, now } = services;
  const overdue = overdueOrdersQuery(buyerId, now());
  const anyDue = [
    overdue,
    closingOrdersQuery(buyerId),
    uncountedOrdersQuery(buyerId, OWN_AT_ONCE),
    strikesOfPaidOrdersQuery(buyerId),
  ].map((query) => sql`EXISTS (${query})`);
  const { due } = await db.get<{ due: number }>(sql`SELECT ${sql.join(anyDue, sql` OR `)} AS due`);
  if (due === 0) return false;
  const rows = await db.all<{ id: string }>(overdue);
  await settleRooms(
    env,
    rows.map((row) => row.id),
  );
  await closeDueIntents(services, buyerId);
  await applyStrikes(services, buyerId);
  return true;
}

/** Returns the query of one buyer's items whose payment deadline has passed. Its index has only unpaid live orders. */
function overdueOrdersQuery(buyerId: string, now: number): SQL {
  return sql`SELECT item_id AS id FROM orders
    WHERE marked_incomplete = 0 AND status IN (${sql.raw(sqlList(UNPAID))})
      AND payment_deadline <= ${now} AND buyer_id = ${buyerId} LIMIT ${OWN_AT_ONCE}`;
}
