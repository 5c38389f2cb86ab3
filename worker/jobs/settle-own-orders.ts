import { sql } from "drizzle-orm";
import { applyStrikes } from "../features/standing/apply-strikes.ts";
import type { Services } from "../http/context.ts";
import { settleRooms } from "../http/item-room.ts";
import { closeDueIntents } from "./close-due-intents.ts";

const AT_ONCE = 20;

/** What a session load sets going for the person: their overdue orders are settled, then what they missed is counted. */
export async function sweepOwnOrders(services: Services, buyerId: string): Promise<void> {
  await settleOwnOrders(services, buyerId);
  await closeDueIntents(services, buyerId);
  await applyStrikes(services, buyerId);
}

/**
 * The sweep of one buyer's orders when their session loads (D33): each whose payment deadline has passed is settled
 * by its room. A net under the room's alarm and the cron; the index it reads holds nothing but unpaid live orders.
 */
async function settleOwnOrders(
  { db, env, now }: Pick<Services, "db" | "env" | "now">,
  buyerId: string,
): Promise<number> {
  const rows = await db.all<{ id: string }>(sql`SELECT item_id AS id FROM orders
    WHERE marked_incomplete = 0 AND status IN ('awaiting_payment','payment_pending_seller_confirmation')
      AND payment_deadline <= ${now()} AND buyer_id = ${buyerId} LIMIT ${AT_ONCE}`);
  return settleRooms(
    env,
    rows.map((row) => row.id),
  );
}
