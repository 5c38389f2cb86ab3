import { sql } from "drizzle-orm";
import { closeIntent } from "../features/payments/intents/commands.ts";
import { log } from "../log.ts";
import type { Services } from "../services.ts";

const AT_ONCE = 50;

/**
 * Cancels the open intents of card orders whose time is over; only then is the item released. A failure of one does not
 * affect the others.
 * @returns how many were closed.
 */
export async function closeDueIntents(services: Services, buyerId: string | null = null): Promise<number> {
  const own = buyerId === null ? sql`1` : sql`buyer_id = ${buyerId}`;
  const rows = await services.db.all<{ id: string }>(sql`SELECT id FROM orders
    WHERE card_state = 'closing' AND status = 'awaiting_payment' AND ${own} ORDER BY payment_deadline LIMIT ${AT_ONCE}`);
  let closed = 0;
  for (const { id } of rows) {
    try {
      const as = await closeIntent(services, id);
      if (as === "cancelled" || as === "paid") closed++;
    } catch (error) {
      log("error", { job: "close-due-intents", order: id, error: String(error) });
    }
  }
  return closed;
}
