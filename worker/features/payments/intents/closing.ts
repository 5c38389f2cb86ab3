/** Card orders whose time is over, and that only wait for their intent to close at Stripe. */
import { type SQL, sql } from "drizzle-orm";
import { errorText, log } from "../../../log.ts";
import type { Services } from "../../../services.ts";
import { closeIntent } from "./intents.ts";

/** Rows per run; the next run continues. */
const AT_ONCE = 50;

/** Returns the query of card orders that only wait for their intent to close, of one buyer or of all. */
export function closingOrdersQuery(buyerId: string | null): SQL {
  // The plus keeps SQLite from reading every unpaid order: one buyer's few are found by their own index.
  const whose =
    buyerId === null ? sql`status = 'awaiting_payment'` : sql`+status = 'awaiting_payment' AND buyer_id = ${buyerId}`;
  return sql`SELECT id FROM orders
    WHERE card_state = 'closing' AND ${whose} ORDER BY payment_deadline LIMIT ${AT_ONCE}`;
}

/**
 * Cancels the open intents of card orders whose time is over; only then is the item released. A failure of one does not
 * affect the others.
 * @returns how many were closed.
 */
export async function closeDueIntents(services: Services, buyerId: string | null = null): Promise<number> {
  const rows = await services.db.all<{ id: string }>(closingOrdersQuery(buyerId));
  let closed = 0;
  for (const { id } of rows) {
    if (services.cardsPaused()) break;
    try {
      const as = await closeIntent(services, id);
      if (as === "cancelled" || as === "paid") closed++;
    } catch (error) {
      log("error", { job: "close-due-intents", order: id, error: errorText(error) });
    }
  }
  return closed;
}
