import { sql } from "drizzle-orm";
import { sqlList, UNPAID } from "#domain/orders/order-status";
import { applyStrikes } from "../features/status/apply-strikes.ts";
import { settleRooms } from "../http/item-room.ts";
import type { Services } from "../services.ts";
import { closeDueIntents } from "./close-due-intents.ts";

const AT_ONCE = 20;

/** Settles a user's overdue orders and counts their missed payments, when their session loads. */
export async function settleOverdueOrdersOf(services: Services, buyerId: string): Promise<void> {
  await settleOwnOrders(services, buyerId);
  await closeDueIntents(services, buyerId);
  await applyStrikes(services, buyerId);
}

/**
 * Settles one buyer's orders whose payment deadline has passed (D33), in case the room's alarm and cron have missed
 * them. Its index contains only unpaid live orders.
 */
async function settleOwnOrders(
  { db, env, now }: Pick<Services, "db" | "env" | "now">,
  buyerId: string,
): Promise<number> {
  const rows = await db.all<{ id: string }>(sql`SELECT item_id AS id FROM orders
    WHERE marked_incomplete = 0 AND status IN (${sql.raw(sqlList(UNPAID))})
      AND payment_deadline <= ${now()} AND buyer_id = ${buyerId} LIMIT ${AT_ONCE}`);
  return settleRooms(
    env,
    rows.map((row) => row.id),
  );
}
