/**
 * A bundle is cheaper because all of it goes (D38), and so is what met an offer on several things: those orders are
 * cancelled together or not at all, or the dearest part could be had at its share by cancelling the others.
 */
import { sql } from "drizzle-orm";
import { type Refusal, refuse } from "#contract/errors";
import type { Database, Services } from "../../http/context.ts";
import { askRoom } from "../../http/item-room.ts";

interface Sibling {
  id: string;
  item_id: string;
  amount_cents: number;
  status: string;
}

/** The other orders of the bundle, or of the offer, this order was bought in; none when its price was its own. */
async function siblingsOf(db: Database, orderId: string): Promise<Sibling[]> {
  return db.all<Sibling>(sql`SELECT o.id, o.item_id, o.amount_cents, o.status
    FROM purchase_orders mine JOIN purchases p ON p.id = mine.purchase_id
      JOIN purchase_orders po ON po.purchase_id = p.id AND po.order_id <> mine.order_id
        AND (p.kind = 'bundle' OR po.offer_group = mine.offer_group)
      JOIN orders o ON o.id = po.order_id
    WHERE mine.order_id = ${orderId}`);
}

/** Why one order of a bundle cannot be cancelled: for another part of it money has come or is on its way. */
export async function bundleStands({ db }: Services, orderId: string): Promise<Refusal | null> {
  const siblings = await siblingsOf(db, orderId);
  const open = new Set(["awaiting_payment", "cancelled", "expired"]);
  const committed = siblings.some((order) => order.amount_cents > 0 && !open.has(order.status));
  return committed
    ? refuse(
        "wrong_state",
        "This item was bought together with others that are already being paid for, so it can't be cancelled alone.",
      )
    : null;
}

/** One order of a bundle has been cancelled: the others follow, and what was a gift within it goes back. */
export async function cancelRestOfBundle(services: Services, userId: string, orderId: string): Promise<void> {
  for (const { id, item_id, amount_cents, status } of await siblingsOf(services.db, orderId)) {
    if (status === "awaiting_payment") {
      await askRoom(services.env, item_id, (room) => room.cancelOrder({ userId, orderId: id }));
    } else if (amount_cents === 0 && status === "payment_confirmed") {
      await askRoom(services.env, item_id, (room) =>
        room.refundOrder({ orderId: id, by: "service", actorId: null, relist: true }),
      );
    }
  }
}
