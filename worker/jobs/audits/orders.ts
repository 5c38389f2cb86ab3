/** Audits of items, holds, orders, purchases, trades and negotiations. */
import { CASH_AFTER_MS, CASH_ORDERS_MAX, MINUTE_MS } from "#domain/deadlines";
import { BOUGHT, BOUGHT_OR_DISPUTED, LIVE, sqlList, UNDONE, UNPAID, UNSETTLED } from "#domain/orders/order-status";
import type { Audits } from "./audit.ts";

/** The seller said yes to this amount of a buyer, whatever their minimum is (D64). */
const agreedBySeller = (negotiationId: string, cents: string) => `EXISTS (SELECT 1 FROM seller_questions q
  JOIN negotiation_messages m ON m.negotiation_id = q.negotiation_id AND m.seq = q.seq
  WHERE q.negotiation_id = ${negotiationId} AND q.answer IS NOT NULL
    AND json_extract(m.ask_seller, '$.amount_cents') = ${cents})`;

export const ORDERS_AUDITS: Audits = {
  "an item belongs to two orders": `
    SELECT item_id AS id FROM orders WHERE status IN (${sqlList(LIVE)}) GROUP BY item_id HAVING count(*) > 1`,
  "an order is paid and its item is not sold": `
    SELECT o.id FROM orders o JOIN items i ON i.id = o.item_id WHERE o.status IN (${sqlList(BOUGHT)}) AND i.status <> 'sold'`,
  "an item is sold by an order that is not paid": `SELECT i.id FROM items i JOIN orders o ON o.id = i.order_id
    WHERE i.status = 'sold' AND o.status NOT IN (${sqlList(BOUGHT_OR_DISPUTED)})`,
  // Rows that their room has never written (rev 0) come from an import, which may contain items sold elsewhere.
  "an item is sold and nobody bought it": `
    SELECT i.id FROM items i WHERE i.status = 'sold' AND i.sold_outside = 0 AND i.rev > 0 AND i.deleted_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.item_id = i.id AND o.status IN (${sqlList(BOUGHT_OR_DISPUTED)}))`,
  "an order waits for its payment or collection and its item is not locked": `
    SELECT o.id FROM orders o JOIN items i ON i.id = o.item_id
    WHERE o.status IN (${sqlList([...UNPAID, "awaiting_collection"])}) AND i.status <> 'pending_payment'`,
  "a user holds an item that is not for sale, or their own": `SELECT id FROM items WHERE holder_id IS NOT NULL
    AND (status <> 'active' OR deleted_at IS NOT NULL OR holder_id = seller_id)`,
  "a hold has no start, or ends before it": `SELECT id FROM items WHERE holder_id IS NOT NULL
    AND (hold_until IS NULL OR hold_started_at IS NULL OR hold_started_at >= hold_until)`,
  "an item waits for a payment nobody owes": `
    SELECT i.id FROM items i WHERE i.status = 'pending_payment' AND NOT EXISTS (SELECT 1 FROM orders o
    WHERE o.item_id = i.id AND o.status IN (${sqlList(UNSETTLED)}))`,
  "a user bought their own item":
    "SELECT o.id FROM orders o JOIN items i ON i.id = o.item_id WHERE o.buyer_id = i.seller_id",
  "an order names another seller than its item":
    "SELECT o.id FROM orders o JOIN items i ON i.id = o.item_id WHERE o.seller_id <> i.seller_id",
  "an overdue order was not swept (D33)": `
    SELECT id FROM orders WHERE status = 'awaiting_payment' AND payment_deadline < ?1 - ${10 * MINUTE_MS}
    AND coalesce(card_state, 'none') NOT IN ('open', 'closing')`,
  "a silent seller was not swept (D31)": `SELECT id FROM orders
    WHERE status = 'payment_pending_seller_confirmation' AND confirmation_deadline < ?1 - ${10 * MINUTE_MS}`,
  "an order paid at pick-up was not ended (D53)": `SELECT id FROM orders
    WHERE status = 'awaiting_collection' AND collection_ends_at < ?1 - ${CASH_AFTER_MS + 10 * MINUTE_MS}`,
  "an order paid at pick-up has a payment deadline, a payment before its code, or a missed payment (D53)": `
    SELECT o.id FROM orders o WHERE o.payment_method = 'cash' AND (o.payment_deadline IS NOT NULL
      OR o.confirmation_deadline IS NOT NULL OR o.marked_incomplete = 1 OR o.card_intent_id IS NOT NULL
      OR o.status IN (${sqlList([...UNPAID, "payment_confirmed", "refunded"])})
      OR (o.paid_at IS NULL) <> (o.completed_at IS NULL)
      OR EXISTS (SELECT 1 FROM strikes s WHERE s.order_id = o.id))`,
  "money of an order paid at pick-up passed through Goodstreet (D53)": `
    SELECT o.id FROM orders o WHERE o.payment_method = 'cash' AND (
      EXISTS (SELECT 1 FROM ledger l WHERE l.order_id = o.id)
      OR EXISTS (SELECT 1 FROM payment_parts p WHERE p.order_id = o.id)
      OR EXISTS (SELECT 1 FROM transfers t WHERE t.order_id = o.id)
      OR EXISTS (SELECT 1 FROM money_returns m WHERE m.order_id = o.id))`,
  "an item awaits a collection for an order that does not own it (D53)": `
    SELECT o.id FROM orders o JOIN items i ON i.id = o.item_id
    WHERE o.status = 'awaiting_collection' AND i.order_id IS NOT o.id`,
  "a buyer has more open orders paid at pick-up than allowed (A118)": `
    SELECT buyer_id AS id FROM orders WHERE status = 'awaiting_collection'
    GROUP BY buyer_id HAVING count(DISTINCT coalesce(purchase_id, id)) > ${CASH_ORDERS_MAX}`,
  "an order has a deadline after its collection (D55)": `
    SELECT id FROM orders WHERE status = 'awaiting_payment' AND payment_deadline > collection_date
    UNION ALL SELECT id FROM orders
      WHERE status = 'payment_pending_seller_confirmation' AND confirmation_deadline > collection_date`,
  "an item's date is not the start of its first collection window (D54)": `SELECT id FROM items
    WHERE collection_windows <> '[]' AND collection_date IS NOT json_extract(collection_windows, '$[0].from')`,
  "a collection was moved without agreement, or one party proposed twice (D54)": `
    SELECT o.id FROM order_events e JOIN orders o ON o.id = e.order_id
    WHERE e.kind = 'time_accepted' AND NOT EXISTS (SELECT 1 FROM json_each(o.proposals) p
      WHERE p.value ->> 'answer' = 'accepted' AND p.value ->> 'from' = o.collection_date
        AND p.value ->> 'until' = o.collection_ends_at)
    UNION ALL SELECT o.id FROM order_events e JOIN orders o ON o.id = e.order_id
      WHERE e.kind = 'time_proposed' GROUP BY o.id, e.actor_id HAVING count(*) > 1`,
  "a price or an end was agreed on by one party alone, after the handover, or more than twice (D82)": `
    SELECT o.id FROM orders o JOIN order_events e ON e.order_id = o.id
    WHERE (e.kind IN ('price_agreed', 'called_off_together') AND (
        EXISTS (SELECT 1 FROM order_events before WHERE before.order_id = o.id AND before.rev < e.rev
          AND before.kind IN ('completed', 'handed_over'))
        OR (SELECT asked.actor_id FROM order_events asked WHERE asked.order_id = o.id AND asked.rev < e.rev
          AND asked.kind = CASE e.kind WHEN 'price_agreed' THEN 'price_proposed' ELSE 'calling_off_asked' END
          ORDER BY asked.rev DESC LIMIT 1) IS NOT CASE e.actor_id WHEN o.buyer_id THEN o.seller_id ELSE o.buyer_id END))
    UNION ALL SELECT order_id FROM order_events WHERE kind IN ('price_proposed', 'calling_off_asked')
      GROUP BY order_id, kind HAVING count(*) > 2`,
  "a missed collection was reported and not recorded, or between others (D57)": `
    SELECT o.id FROM order_events e JOIN orders o ON o.id = e.order_id
      LEFT JOIN failed_collections f ON f.id = o.id AND f.kind = 'no_show' AND f.recorded_by = e.actor_id
        AND f.about_id IN (o.buyer_id, o.seller_id)
    WHERE e.kind = 'collection_missed' AND f.id IS NULL`,
  // A difference to an agreed price that was still owed is part of it (D82).
  "an order was undone and nobody follows its refund from seller to buyer": `
    SELECT o.id FROM orders o LEFT JOIN money_returns m ON m.order_id = o.id
      AND m.amount_cents = o.amount_cents + (SELECT coalesce(sum(c.value ->> 'from_cents' - c.value ->> 'to_cents'), 0)
        FROM json_each(coalesce(o.changes, '[]')) c WHERE c.value ->> 'kind' = 'price' AND c.value ->> 'answer' = 'accepted'
          AND (c.value ->> '$.settled.buyer' IS NULL OR c.value ->> '$.settled.seller' IS NULL))
      AND m.buyer_id = o.buyer_id AND m.seller_id = o.seller_id
    WHERE o.status = 'refunded' AND o.payment_method IN ('bank_transfer', 'crypto') AND o.amount_cents > 0
      AND m.order_id IS NULL`,
  "a refund from seller to buyer was not followed up":
    "SELECT order_id AS id FROM money_returns WHERE next_at < ?1 - 3600000",
  "an order expired although it was paid": "SELECT id FROM orders WHERE status = 'expired' AND paid_at IS NOT NULL",
  "a sale made elsewhere and its order do not agree (D36)": `SELECT i.id FROM items i JOIN orders o ON o.id = i.order_id
    WHERE i.sold_outside <> (o.payment_method = 'outside') OR (i.sold_outside = 1 AND o.status <> 'completed')`,
  "a purchase does not cost what its orders cost": `
    SELECT p.id FROM purchases p JOIN purchase_orders o ON o.purchase_id = p.id
    GROUP BY p.id, p.amount_cents HAVING sum(o.amount_cents) <> p.amount_cents`,
  "a purchase was cancelled and one of its orders stands (D38)": `
    SELECT DISTINCT p.id FROM purchases p JOIN purchase_orders po ON po.purchase_id = p.id JOIN orders o ON o.id = po.order_id
    WHERE p.decision = 'cancelled' AND o.status NOT IN (${sqlList(UNDONE)}) AND p.decided_at < ?1 - ${10 * MINUTE_MS}`,
  "a part of a bundle or group offer was cancelled and another stands (D38)": `
    SELECT o.id FROM orders o JOIN purchase_orders po ON po.order_id = o.id
      JOIN purchases p ON p.id = po.purchase_id AND p.status = 'placed'
      JOIN purchase_orders theirs ON theirs.purchase_id = p.id AND theirs.amount_cents > 0
        AND (p.kind = 'bundle' OR theirs.offer_group = po.offer_group)
      JOIN orders other ON other.id = theirs.order_id
    WHERE o.status = 'cancelled' AND o.amount_cents > 0 AND o.updated_at < ?1 - ${10 * MINUTE_MS}
      AND other.status IN ('payment_pending_seller_confirmation', 'disputed', ${sqlList(BOUGHT)})`,
  "a purchase was being paid for or cancelled and nobody finished it (D38)": `
    SELECT id FROM purchases WHERE decision IN ('committing', 'cancelling') AND decided_at < ?1 - ${10 * MINUTE_MS}`,
  // The write that frees an item offers the hold to the next in the waitlist.
  "people wait in line for an item that nobody has": `SELECT id FROM items WHERE line IS NOT NULL
    AND NOT (status = 'pending_payment' OR (status = 'active' AND holder_id IS NOT NULL))`,
  "a user waits twice, for their own item, or for one that they hold already": `
    SELECT DISTINCT i.id FROM items i JOIN json_each(i.line) place WHERE i.line IS NOT NULL
    AND (place.value ->> 'user_id' IN (i.seller_id, i.holder_id)
      OR place.value ->> 'user_id' IN (SELECT other.value ->> 'user_id' FROM json_each(i.line) other WHERE other.key <> place.key))`,
  // The job releases within minutes what a crashed Worker left.
  "an item is locked for a trade or swap circle that does not have it": `
    SELECT i.id FROM items i WHERE i.status = 'pending' AND NOT EXISTS (SELECT 1 FROM trade_items x
    JOIN trades t ON t.id = x.trade_id WHERE x.item_id = i.id AND (t.status = 'accepted' OR t.updated_at > ?1 - ${10 * MINUTE_MS}))
    AND NOT EXISTS (SELECT 1 FROM circle_legs l JOIN circles c ON c.id = l.circle_id
      WHERE l.item_id = i.id AND (l.state = 'locked' OR c.updated_at > ?1 - ${10 * MINUTE_MS}))`,
  "a trade is accepted and one of its things is not locked": `
    SELECT t.id FROM trades t JOIN trade_items x ON x.trade_id = t.id JOIN items i ON i.id = x.item_id
    WHERE t.status = 'accepted' AND i.status <> 'pending'`,
  "one thing was traded twice": `SELECT x.item_id AS id FROM trade_items x JOIN trades t ON t.id = x.trade_id
    WHERE t.status IN ('accepted', 'completed') GROUP BY x.item_id HAVING count(*) > 1`,
  "a trade is completed and one of its things is not sold": `
    SELECT t.id FROM trades t JOIN trade_items x ON x.trade_id = t.id JOIN items i ON i.id = x.item_id
    WHERE t.status = 'completed' AND i.status <> 'sold' AND t.closed_at < ?1 - ${10 * MINUTE_MS}`,
  "a user trades an item that is not theirs (A08)": `
    SELECT t.id FROM trades t JOIN trade_items x ON x.trade_id = t.id JOIN items i ON i.id = x.item_id
    WHERE i.seller_id <> CASE x.side WHEN 'target' THEN t.seller_id ELSE t.offeror_id END`,
  "a trade was called off by a user outside it, or names who did although it was not called off (D56)": `
    SELECT id FROM trades WHERE called_off_by IS NOT NULL
    AND (status <> 'failed' OR called_off_by NOT IN (offeror_id, seller_id))`,
  "an offer of a trade was not ended, or its acceptance not finished (D39)": `
    SELECT id FROM trades WHERE status = 'proposed'
    AND (expires_at < ?1 - ${10 * MINUTE_MS} OR accepting_at < ?1 - ${10 * MINUTE_MS})`,
  // An offer ends ten minutes after it was made. A minimum that was set or changed after the offer does not count.
  "Knowzee has named less than the seller's minimum (A68)": `
    SELECT n.id FROM negotiations n JOIN item_knowledge k ON k.item_id = n.item_id
    WHERE n.offer_cents < k.minimum_price_cents AND k.updated_at < n.offer_until - ${10 * MINUTE_MS}
      AND NOT ${agreedBySeller("n.id", "n.offer_cents")}`,
  "a price below the seller's minimum was accepted (D40)": `
    SELECT a.id FROM accepted_offers a JOIN item_knowledge k ON k.item_id = a.item_id
    WHERE a.amount_cents < k.minimum_price_cents AND k.updated_at < a.accepted_at - ${10 * MINUTE_MS}
      AND NOT ${agreedBySeller("a.negotiation_id", "a.amount_cents")}`,
  "a user negotiated with themselves, or accepted another user's offer (A69)": `
    SELECT n.id FROM negotiations n JOIN items i ON i.id = n.item_id WHERE n.buyer_id = i.seller_id
    UNION SELECT a.id FROM accepted_offers a JOIN negotiations n ON n.id = a.negotiation_id
    WHERE a.buyer_id <> n.buyer_id OR a.item_id <> n.item_id`,
};
