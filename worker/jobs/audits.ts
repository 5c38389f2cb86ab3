/**
 * Invariants of the marketplace as SQL queries. Each must return no row; a row names something that should be
 * impossible and needs a person. Cron runs them hourly, and tests after every file that uses the database. Pure SQL, so
 * that they can be run by hand on an export.
 */

interface Audit {
  name: string;
  /** `?1` is the current time. Returns the ids of violations. */
  sql: string;
}

const OWNING = `'awaiting_payment','payment_pending_seller_confirmation','payment_confirmed','shipped',
  'collection_arranged','completed','disputed'`;
const SOLD = "'payment_confirmed','shipped','collection_arranged','completed'";
const OVER = "'cancelled','expired','refunded'";
const MINUTES = 60_000;

const AUDITS: readonly Audit[] = [
  {
    name: "an item belongs to two orders (ITEM-1)",
    sql: `SELECT item_id AS id FROM orders WHERE status IN (${OWNING}) GROUP BY item_id HAVING count(*) > 1`,
  },
  {
    name: "an order is paid and its item is not sold",
    sql: `SELECT o.id FROM orders o JOIN items i ON i.id = o.item_id WHERE o.status IN (${SOLD}) AND i.status <> 'sold'`,
  },
  {
    name: "an item is sold by an order that is not paid",
    sql: `SELECT i.id FROM items i JOIN orders o ON o.id = i.order_id
      WHERE i.status = 'sold' AND o.status NOT IN (${SOLD}, 'disputed')`,
  },
  {
    // Rows that their room has never written (rev 0) come from an import, which may contain items sold elsewhere.
    name: "an item is sold and nobody bought it",
    sql: `SELECT i.id FROM items i WHERE i.status = 'sold' AND i.sold_outside = 0 AND i.rev > 0 AND i.deleted_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.item_id = i.id AND o.status IN (${SOLD}, 'disputed'))`,
  },
  {
    name: "an order waits for its payment and its item is not locked",
    sql: `SELECT o.id FROM orders o JOIN items i ON i.id = o.item_id
      WHERE o.status IN ('awaiting_payment','payment_pending_seller_confirmation') AND i.status <> 'pending_payment'`,
  },
  {
    name: "somebody holds what is not for sale, or their own (RES-1)",
    sql: `SELECT id FROM items WHERE holder_id IS NOT NULL
      AND (status <> 'active' OR deleted_at IS NOT NULL OR holder_id = seller_id)`,
  },
  {
    name: "a hold has no start, or ends before it (RES-1)",
    sql: `SELECT id FROM items WHERE holder_id IS NOT NULL
      AND (hold_until IS NULL OR hold_started_at IS NULL OR hold_started_at >= hold_until)`,
  },
  {
    name: "an item waits for a payment nobody owes",
    sql: `SELECT i.id FROM items i WHERE i.status = 'pending_payment' AND NOT EXISTS (SELECT 1 FROM orders o
      WHERE o.item_id = i.id AND o.status IN ('awaiting_payment','payment_pending_seller_confirmation','disputed'))`,
  },
  {
    name: "somebody bought from themselves (ORD-1)",
    sql: "SELECT o.id FROM orders o JOIN items i ON i.id = o.item_id WHERE o.buyer_id = i.seller_id",
  },
  {
    name: "an order names another seller than its item",
    sql: "SELECT o.id FROM orders o JOIN items i ON i.id = o.item_id WHERE o.seller_id <> i.seller_id",
  },
  {
    name: "an overdue order was not swept (D33)",
    sql: `SELECT id FROM orders WHERE status = 'awaiting_payment' AND payment_deadline < ?1 - ${10 * MINUTES}
      AND coalesce(card_state, 'none') NOT IN ('open', 'closing')`,
  },
  {
    name: "a silent seller was not swept (D31)",
    sql: `SELECT id FROM orders
      WHERE status = 'payment_pending_seller_confirmation' AND confirmation_deadline < ?1 - ${10 * MINUTES}`,
  },
  {
    name: "an order has a deadline after its collection (D55)",
    sql: `SELECT id FROM orders WHERE status = 'awaiting_payment' AND payment_deadline > collection_date
      UNION ALL SELECT id FROM orders
        WHERE status = 'payment_pending_seller_confirmation' AND confirmation_deadline > collection_date`,
  },
  {
    name: "a missed collection was reported and not recorded, or between others (D57)",
    sql: `SELECT o.id FROM order_events e JOIN orders o ON o.id = e.order_id
        LEFT JOIN failed_collections f ON f.id = o.id AND f.kind = 'no_show' AND f.recorded_by = e.actor_id
          AND f.about_id IN (o.buyer_id, o.seller_id)
      WHERE e.kind = 'collection_missed' AND f.id IS NULL`,
  },
  {
    name: "an order was undone and nobody follows its refund from seller to buyer",
    sql: `SELECT o.id FROM orders o LEFT JOIN money_returns m ON m.order_id = o.id AND m.amount_cents = o.amount_cents
        AND m.buyer_id = o.buyer_id AND m.seller_id = o.seller_id
      WHERE o.status = 'refunded' AND o.payment_method IN ('bank_transfer', 'crypto') AND o.amount_cents > 0
        AND m.order_id IS NULL`,
  },
  {
    name: "a refund from seller to buyer was not followed up",
    sql: "SELECT order_id AS id FROM money_returns WHERE next_at < ?1 - 3600000",
  },
  {
    name: "an order expired although it was paid (PEN-3)",
    sql: "SELECT id FROM orders WHERE status = 'expired' AND paid_at IS NOT NULL",
  },
  {
    name: "a balance is not the sum of its ledger (LED-1)",
    sql: `SELECT p.id FROM profiles p WHERE p.seller_balance_cents <>
      (SELECT coalesce(sum(b.amount_cents), 0) FROM balance_transactions b WHERE b.user_id = p.id)`,
  },
  {
    name: "a movement of money does not add up to nothing",
    sql: "SELECT txn_id AS id FROM ledger GROUP BY txn_id HAVING sum(amount_cents) <> 0",
  },
  {
    name: "ad credit differs between the statement and the double entry (D19)",
    sql: `SELECT p.id FROM profiles p WHERE p.seller_balance_cents <> -(SELECT coalesce(sum(l.amount_cents), 0)
        FROM ledger l WHERE l.account = 'ad_credit:' || p.id)
      AND EXISTS (SELECT 1 FROM balance_transactions b WHERE b.user_id = p.id)`,
  },
  {
    name: "money came in and has no outcome (PAY-1)",
    sql: `SELECT intent_id AS id FROM payments
      WHERE status = 'succeeded' AND settled_at IS NULL AND updated_at < ?1 - ${10 * MINUTES}`,
  },
  {
    name: "a top-up was paid and not credited (LED-3)",
    sql: `SELECT p.intent_id AS id FROM payments p
      WHERE p.kind = 'topup' AND p.status = 'succeeded' AND p.settled_at IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM balance_transactions b
          WHERE b.ref = 'topup:' || p.intent_id AND b.user_id = p.user_id AND b.amount_cents = p.amount_cents)
        AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.intent_id = p.intent_id)`,
  },
  {
    name: "a card was charged in another currency (PAY-1)",
    sql: "SELECT intent_id AS id FROM payments WHERE currency <> 'aud'",
  },
  {
    name: "an order was paid twice (PAY-2)",
    sql: "SELECT order_id AS id FROM payment_parts WHERE outcome = 'paid' GROUP BY order_id HAVING count(*) > 1",
  },
  {
    name: "a card took money for an order that does not know it",
    sql: `SELECT p.order_id AS id FROM payment_parts p JOIN orders o ON o.id = p.order_id
      WHERE p.outcome = 'paid' AND o.paid_at IS NULL`,
  },
  {
    name: "a card took another amount than its orders cost",
    sql: `SELECT p.intent_id AS id FROM payments p JOIN payment_parts t ON t.intent_id = p.intent_id
      WHERE p.kind <> 'topup' AND p.status = 'succeeded' GROUP BY p.intent_id, p.amount_cents
      HAVING sum(t.amount_cents) <> p.amount_cents`,
  },
  {
    name: "more was given back than came in",
    sql: `SELECT r.intent_id AS id FROM refunds r JOIN payments p ON p.intent_id = r.intent_id
      WHERE r.status <> 'failed' GROUP BY r.intent_id, p.amount_cents HAVING sum(r.amount_cents) > p.amount_cents`,
  },
  {
    name: "card money came in, has its outcome, and lies nowhere",
    sql: `SELECT p.intent_id AS id FROM payments p WHERE p.kind <> 'topup' AND p.status = 'succeeded'
      AND p.settled_at IS NOT NULL AND (SELECT sum(l.amount_cents) FROM ledger l
        WHERE l.intent_id = p.intent_id AND l.account = 'card_received') IS NOT 0`,
  },
  {
    name: "what is owed back differs between refunds and ledger",
    sql: `SELECT r.intent_id AS id FROM refunds r GROUP BY r.intent_id
      HAVING sum(CASE r.status WHEN 'succeeded' THEN 0 ELSE r.amount_cents END) <>
        -(SELECT coalesce(sum(l.amount_cents), 0) FROM ledger l
          WHERE l.intent_id = r.intent_id AND l.account = 'refunds')`,
  },
  {
    name: "a seller's proceeds were sent without being due",
    // While proceeds are being claimed back, what the seller still has is a debt.
    sql: `SELECT l.account AS id FROM ledger l WHERE l.account LIKE 'seller_payable:%' GROUP BY l.account
      HAVING sum(l.amount_cents) > (SELECT coalesce(sum(t.at_seller_cents), 0) FROM transfers t
        WHERE 'seller_payable:' || t.seller_id = l.account AND t.status = 'reversing')`,
  },
  {
    name: "a seller was sent more for an order than it brought in",
    sql: `SELECT l.order_id AS id FROM ledger l WHERE l.order_id IS NOT NULL AND l.account LIKE 'seller_payable:%'
      GROUP BY l.order_id, l.account HAVING sum(l.amount_cents) > coalesce((SELECT t.at_seller_cents FROM transfers t
        WHERE t.order_id = l.order_id AND t.status = 'reversing'), 0)`,
  },
  {
    name: "what a seller has of an order differs between transfers and ledger",
    sql: `SELECT t.order_id AS id FROM transfers t WHERE t.at_seller_cents <>
      (SELECT coalesce(sum(CASE l.account WHEN 'stripe_clearing' THEN -l.amount_cents END), 0) FROM ledger l
        WHERE l.order_id = t.order_id AND (l.txn_id LIKE 'transfer:%' OR l.txn_id LIKE 'transfer-reversed:%'))`,
  },
  {
    name: "a payout says it was sent and the seller has another amount",
    sql: `SELECT order_id AS id FROM transfers WHERE (status = 'sent' AND at_seller_cents <> amount_cents)
      OR (status = 'reversed' AND at_seller_cents <> written_off_cents)`,
  },
  {
    name: "proceeds that are to be fetched back have not been tried for a day",
    sql: `SELECT order_id AS id FROM transfers WHERE status = 'reversing' AND next_at < ?1 - ${24 * 60 * MINUTES}`,
  },
  {
    // After a lost chargeback was won on appeal, the seller only gets what the bank returned.
    name: "proceeds and platform fee are not the price of the order",
    sql: `SELECT t.order_id AS id FROM transfers t
        JOIN payment_parts p ON p.order_id = t.order_id AND p.outcome = 'paid'
      WHERE t.amount_cents + p.fee_cents <> p.amount_cents AND NOT EXISTS (SELECT 1 FROM ledger l
        WHERE l.order_id = t.order_id AND l.txn_id LIKE 'recovered-undone:%')`,
  },
  {
    // Charged when the proceeds fall due, and returned in the batch that takes the price from the seller.
    name: "a platform fee is not in the ledger, or was kept although the buyer has the price back",
    sql: `SELECT p.order_id AS id FROM payment_parts p WHERE p.outcome = 'paid' AND p.fee_cents > 0
      AND -(SELECT coalesce(sum(l.amount_cents), 0) FROM ledger l WHERE l.intent_id = p.intent_id
          AND l.order_id = p.order_id AND l.account = 'platform_fees') <>
        CASE WHEN NOT EXISTS (SELECT 1 FROM transfers t WHERE t.order_id = p.order_id)
          OR EXISTS (SELECT 1 FROM refunds r WHERE r.cause = 'order:' || p.order_id)
          OR (SELECT sum(l.amount_cents) FROM ledger l WHERE l.intent_id = p.intent_id AND l.order_id = p.order_id
            AND l.account LIKE 'seller_payable:%' AND l.txn_id LIKE 'recovered%') > 0 THEN 0 ELSE p.fee_cents END`,
  },
  {
    name: "what the card provider charged for a payment is unknown after a week",
    sql: `SELECT intent_id AS id FROM payments WHERE fee_check_at IS NOT NULL AND updated_at < ?1 - ${7 * 24 * 60 * MINUTES}`,
  },
  {
    // An order that staff have decided to continue is no longer stopped.
    name: "a payment was taken back and its order goes on (A65)",
    sql: `SELECT o.id FROM payment_reversals r
        JOIN payment_parts t ON t.intent_id = r.intent_id AND t.outcome = 'paid' JOIN orders o ON o.id = t.order_id
      WHERE r.status = 'open' AND r.applied_status = 'open' AND o.status IN (${SOLD})
        AND (r.kind = 'chargeback' OR r.kind = 'refund' AND NOT EXISTS (SELECT 1 FROM json_each(o.reversals) one
          WHERE one.value ->> 'id' = r.id AND one.value ->> 'outcome' IS NOT NULL))`,
  },
  {
    name: "an item was handed over while a bank had its payment (A65)",
    sql: `SELECT e.order_id AS id FROM order_events e WHERE e.kind IN ('handed_over', 'completed')
      AND (SELECT before.kind FROM order_events before WHERE before.order_id = e.order_id AND before.rev < e.rev
        AND before.kind IN ('chargeback_opened', 'chargeback_won', 'chargeback_lost')
        ORDER BY before.rev DESC LIMIT 1) = 'chargeback_opened'`,
  },
  {
    name: "a seller has the proceeds of a payment that was charged back",
    sql: `SELECT t.order_id AS id FROM transfers t JOIN payment_reversals r ON r.intent_id = t.intent_id
      WHERE t.status = 'sent' AND r.kind = 'chargeback' AND r.status <> 'won' AND r.applied_status = r.status`,
  },
  {
    name: "a lost chargeback left money for its orders",
    sql: `SELECT r.id FROM payment_reversals r WHERE r.kind = 'chargeback' AND r.status = 'lost' AND r.applied_status = 'lost'
      AND (SELECT sum(l.amount_cents) FROM ledger l WHERE l.intent_id = r.intent_id AND l.account = 'order_held') <> 0`,
  },
  {
    name: "a reversal was not carried out for an hour",
    sql: `SELECT id FROM payment_reversals WHERE applied_status IS NOT status
      AND coalesce(closed_at, created_at) < ?1 - ${60 * MINUTES}`,
  },
  {
    name: "what banks have of our money differs between chargebacks and ledger",
    sql: `SELECT 'dispute_hold' AS id WHERE (SELECT coalesce(sum(amount_cents), 0) FROM ledger WHERE account = 'dispute_hold')
      <> (SELECT coalesce(sum(withdrawn_cents), 0) FROM payment_reversals WHERE kind = 'chargeback')
        - (SELECT coalesce(sum(amount_cents), 0) FROM ledger WHERE account = 'chargeback_losses' AND txn_id LIKE 'chargeback-%')`,
  },
  {
    name: "ad credit taken back differs between a reversal and the statement (D28)",
    sql: `SELECT r.id FROM payment_reversals r WHERE r.taken_cents NOT BETWEEN 0 AND r.amount_cents
      OR (SELECT coalesce(sum(b.amount_cents), 0) FROM balance_transactions b
          WHERE b.ref BETWEEN 'topup-' || r.kind || ':' || r.id || ':' AND 'topup-' || r.kind || ':' || r.id || ';'
            OR b.ref = 'topup-returned:' || r.id) <> CASE r.status WHEN 'won' THEN 0 ELSE -r.taken_cents END`,
  },
  {
    name: "somebody has ad credit while they owe some (D28)",
    sql: `SELECT DISTINCT u.id FROM profiles u JOIN payments p ON p.user_id = u.id AND p.kind = 'topup'
        JOIN payment_reversals r ON r.intent_id = p.intent_id AND r.kind = 'chargeback' AND r.status <> 'won'
      WHERE u.seller_balance_cents > 0 AND r.taken_cents < r.amount_cents
        AND EXISTS (SELECT 1 FROM balance_transactions b WHERE b.ref = 'topup:' || p.intent_id)`,
  },
  {
    // By hash only: ether and its tokens share a chain, and hashes of different chains do not collide.
    name: "one crypto payment pays two orders (PAY-4)",
    sql: `SELECT lower(crypto_tx_hash) AS id FROM transactions WHERE crypto_tx_hash IS NOT NULL
      GROUP BY lower(crypto_tx_hash) HAVING count(*) > 1`,
  },
  {
    name: "a sale made elsewhere and its order do not agree (D36)",
    sql: `SELECT i.id FROM items i JOIN orders o ON o.id = i.order_id
      WHERE i.sold_outside <> (o.payment_method = 'outside') OR (i.sold_outside = 1 AND o.status <> 'completed')`,
  },
  {
    name: "a purchase does not cost what its orders cost",
    sql: `SELECT p.id FROM purchases p JOIN purchase_orders o ON o.purchase_id = p.id
      GROUP BY p.id, p.amount_cents HAVING sum(o.amount_cents) <> p.amount_cents`,
  },
  {
    name: "a purchase was cancelled and one of its orders stands (D38)",
    sql: `SELECT DISTINCT p.id FROM purchases p JOIN purchase_orders po ON po.purchase_id = p.id JOIN orders o ON o.id = po.order_id
      WHERE p.decision = 'cancelled' AND o.status NOT IN (${OVER}) AND p.decided_at < ?1 - ${10 * MINUTES}`,
  },
  {
    name: "a part of a bundle or group offer was cancelled and another stands (D38)",
    sql: `SELECT o.id FROM orders o JOIN purchase_orders po ON po.order_id = o.id
        JOIN purchases p ON p.id = po.purchase_id AND p.status = 'placed'
        JOIN purchase_orders theirs ON theirs.purchase_id = p.id AND theirs.amount_cents > 0
          AND (p.kind = 'bundle' OR theirs.offer_group = po.offer_group)
        JOIN orders other ON other.id = theirs.order_id
      WHERE o.status = 'cancelled' AND o.amount_cents > 0 AND o.updated_at < ?1 - ${10 * MINUTES}
        AND other.status IN ('payment_pending_seller_confirmation', 'disputed', ${SOLD})`,
  },
  {
    name: "a purchase was being paid for or cancelled and nobody finished it (D38)",
    sql: `SELECT id FROM purchases WHERE decision IN ('committing', 'cancelling') AND decided_at < ?1 - ${10 * MINUTES}`,
  },
  {
    name: "a strike count is not the number of strikes (PEN-1)",
    sql: `SELECT p.id FROM profiles p WHERE p.incomplete_transaction_count >
        (SELECT count(*) FROM strikes s WHERE s.buyer_id = p.id AND s.counted = 1)
      OR p.incomplete_transaction_count < (SELECT count(*) FROM strikes s
        WHERE s.buyer_id = p.id AND s.counted = 1 AND s.at > max(?1, p.updated_at) - 31536000000)`,
  },
  {
    name: "two strikes in a year and no ban (PEN-2)",
    sql: `SELECT p.id FROM profiles p WHERE p.is_banned = 0 AND p.role = 'user' AND p.incomplete_transaction_count >= 2`,
  },
  {
    name: "banned and suspended at once (PEN-2)",
    sql: `SELECT DISTINCT p.id FROM profiles p JOIN strikes s ON s.buyer_id = p.id AND s.counted = 1
      WHERE p.is_banned = 1 AND p.is_suspended = 1`,
  },
  {
    name: "a strike for an order that was paid or exempt (PEN-3)",
    sql: `SELECT s.order_id AS id FROM strikes s JOIN orders o ON o.id = s.order_id
      WHERE s.counted = 1 AND s.applied_at < ?1 - ${60 * MINUTES}
        AND (o.marked_incomplete = 0 OR o.strike_exempt = 1 OR o.paid_at IS NOT NULL)`,
  },
  {
    name: "a missed order nobody counted",
    sql: `SELECT o.id FROM orders o WHERE o.marked_incomplete = 1 AND o.strike_exempt = 0 AND o.status = 'expired'
      AND o.paid_at IS NULL AND o.updated_at < ?1 - ${60 * MINUTES}
      AND NOT EXISTS (SELECT 1 FROM strikes s WHERE s.order_id = o.id)`,
  },
  {
    name: "a rating without a completed deal, of oneself, or out of range (RAT-1)",
    sql: `SELECT r.id FROM ratings r LEFT JOIN transactions t ON t.id = r.transaction_id
      WHERE t.status IS NOT 'completed' OR r.rated_by_user_id = r.rated_user_id OR r.rating NOT BETWEEN 1 AND 5`,
  },
  {
    // Ratings of deals below $1 do not count, except for trades (A103).
    name: "a seller's stars are not the mean of their ratings (RAT-1)",
    sql: `SELECT p.id FROM profiles p LEFT JOIN (SELECT r.rated_user_id, count(*) AS n,
        CAST(round(avg(r.rating) * 100) AS INTEGER) AS stars FROM ratings r
        JOIN transactions t ON t.id = r.transaction_id JOIN orders o ON o.id = t.order_id
        WHERE t.amount_cents >= 100 OR o.hold_id LIKE 'trd_%' GROUP BY r.rated_user_id) r ON r.rated_user_id = p.id
      WHERE p.rating_count <> coalesce(r.n, 0) OR p.average_rating_hundredths IS NOT r.stars`,
  },
  {
    // The write that frees an item offers the hold to the next in the waitlist.
    name: "people wait in line for an item that nobody has",
    sql: `SELECT id FROM items WHERE line IS NOT NULL
      AND NOT (status = 'pending_payment' OR (status = 'active' AND holder_id IS NOT NULL))`,
  },
  {
    name: "somebody waits twice, for their own item, or for what they hold already",
    sql: `SELECT DISTINCT i.id FROM items i JOIN json_each(i.line) place WHERE i.line IS NOT NULL
      AND (place.value ->> 'user_id' IN (i.seller_id, i.holder_id)
        OR place.value ->> 'user_id' IN (SELECT other.value ->> 'user_id' FROM json_each(i.line) other WHERE other.key <> place.key))`,
  },
  {
    // The job releases within minutes what a crashed Worker left.
    name: "an item is locked for a trade that does not have it (TRD-1)",
    sql: `SELECT i.id FROM items i WHERE i.status = 'pending' AND NOT EXISTS (SELECT 1 FROM trade_items x
      JOIN trades t ON t.id = x.trade_id WHERE x.item_id = i.id AND (t.status = 'accepted' OR t.updated_at > ?1 - ${10 * MINUTES}))`,
  },
  {
    name: "a trade is accepted and one of its things is not locked (TRD-1)",
    sql: `SELECT t.id FROM trades t JOIN trade_items x ON x.trade_id = t.id JOIN items i ON i.id = x.item_id
      WHERE t.status = 'accepted' AND i.status <> 'pending'`,
  },
  {
    name: "one thing was traded twice",
    sql: `SELECT x.item_id AS id FROM trade_items x JOIN trades t ON t.id = x.trade_id
      WHERE t.status IN ('accepted', 'completed') GROUP BY x.item_id HAVING count(*) > 1`,
  },
  {
    name: "a trade is completed and one of its things is not sold",
    sql: `SELECT t.id FROM trades t JOIN trade_items x ON x.trade_id = t.id JOIN items i ON i.id = x.item_id
      WHERE t.status = 'completed' AND i.status <> 'sold' AND t.closed_at < ?1 - ${10 * MINUTES}`,
  },
  {
    name: "somebody trades what is not theirs (A08)",
    sql: `SELECT t.id FROM trades t JOIN trade_items x ON x.trade_id = t.id JOIN items i ON i.id = x.item_id
      WHERE i.seller_id <> CASE x.side WHEN 'target' THEN t.seller_id ELSE t.offeror_id END`,
  },
  {
    name: "a trade was called off by somebody who is not in it, or names who did although it was not called off (D56)",
    sql: `SELECT id FROM trades WHERE called_off_by IS NOT NULL
      AND (status <> 'failed' OR called_off_by NOT IN (offeror_id, seller_id))`,
  },
  {
    name: "an offer of a trade was not ended, or its acceptance not finished (D39)",
    sql: `SELECT id FROM trades WHERE status = 'proposed'
      AND (expires_at < ?1 - ${10 * MINUTES} OR accepting_at < ?1 - ${10 * MINUTES})`,
  },
  {
    name: "a promotion was not paid for once, or given back otherwise than it says (LED-3)",
    sql: `SELECT p.id FROM promotions p WHERE p.refunded_cents - p.amount_cents <>
      (SELECT coalesce(sum(b.amount_cents), 0) FROM balance_transactions b
        WHERE b.ref IN ('promotion:' || p.id, 'promotion-refund:' || p.id))`,
  },
  {
    // An offer ends ten minutes after it was made. A minimum that was set or changed after the offer does not count.
    name: "Knowzee has named less than the seller's minimum (A68)",
    sql: `SELECT n.id FROM negotiations n JOIN item_knowledge k ON k.item_id = n.item_id
      WHERE n.offer_cents < k.minimum_price_cents AND k.updated_at < n.offer_until - ${10 * MINUTES}`,
  },
  {
    name: "a price below the seller's minimum was accepted (D40)",
    sql: `SELECT a.id FROM accepted_offers a JOIN item_knowledge k ON k.item_id = a.item_id
      WHERE a.amount_cents < k.minimum_price_cents AND k.updated_at < a.accepted_at - ${10 * MINUTES}`,
  },
  {
    name: "somebody negotiated with themselves, or accepted what another was offered (A69)",
    sql: `SELECT n.id FROM negotiations n JOIN items i ON i.id = n.item_id WHERE n.buyer_id = i.seller_id
      UNION SELECT a.id FROM accepted_offers a JOIN negotiations n ON n.id = a.negotiation_id
      WHERE a.buyer_id <> n.buyer_id OR a.item_id <> n.item_id`,
  },
  {
    name: "a conversation has lost one of its sides",
    sql: `SELECT c.id FROM conversations c WHERE (SELECT count(*) FROM conversation_members m
      WHERE m.conversation_id = c.id AND m.user_id IN (c.low_id, c.high_id)) <> 2`,
  },
  {
    name: "what somebody has to read is miscounted",
    sql: `SELECT me.conversation_id || ' ' || me.user_id AS id FROM conversation_members me
      WHERE me.unread <> (SELECT count(*) FROM messages m WHERE m.conversation_id = me.conversation_id
          AND m.seq > me.last_read_seq AND m.state = 'sent' AND m.sender_id <> me.user_id)
        OR me.last_seq <> (SELECT coalesce(max(m.seq), 0) FROM messages m
          WHERE m.conversation_id = me.conversation_id AND (m.state = 'sent' OR m.sender_id = me.user_id))`,
  },
  {
    name: "a message is in the conversation of two others (A01)",
    sql: `SELECT m.id FROM messages m WHERE m.sender_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM conversation_members me
      WHERE me.conversation_id = m.conversation_id AND me.user_id = m.sender_id)`,
  },
  {
    name: "staff have decided about a held message and it is still held",
    sql: `SELECT m.id FROM reports r JOIN messages m ON m.id = r.subject_id
      WHERE r.kind = 'held_message' AND r.status = 'decided' AND m.state = 'held'`,
  },
  {
    name: "a message is held and in nobody's queue",
    sql: `SELECT m.id FROM messages m WHERE m.state = 'held'
      AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.kind = 'held_message' AND r.subject_id = m.id)`,
  },
  {
    // Tolerance of ten seconds, because different machines write the two times.
    name: "somebody was written to across a block",
    sql: `SELECT m.id FROM blocks b
      JOIN conversations c ON c.low_id = min(b.blocker_id, b.blocked_id) AND c.high_id = max(b.blocker_id, b.blocked_id)
      JOIN messages m ON m.conversation_id = c.id
      WHERE m.sender_id IS NOT NULL AND m.state = 'sent' AND m.at > b.at + 10000`,
  },
  {
    name: "somebody is told about a thing that is on none of their wish lists, or their own",
    sql: `SELECT w.item_id AS id FROM wish_watches w JOIN items i ON i.id = w.item_id
      WHERE i.seller_id = w.user_id OR NOT EXISTS (SELECT 1 FROM wish_lists l JOIN wish_list_items e
        ON e.list_id = l.id AND e.item_id = w.item_id WHERE l.owner_id = w.user_id)`,
  },
  {
    name: "a saved search has found something and no notice is due",
    sql: "SELECT id FROM saved_searches WHERE (found > 0) <> (notice_at IS NOT NULL) OR (frequency = 'off' AND found > 0)",
  },
  {
    name: "a request has found its own author's listing",
    sql: `SELECT m.request_id AS id FROM request_matches m JOIN requests r ON r.id = m.request_id
      JOIN items i ON i.id = m.item_id WHERE i.seller_id = r.user_id`,
  },
  {
    name: "a charity is named without an ABN, or a mere cause with one (D49)",
    sql: "SELECT item_id AS id FROM item_causes WHERE (kind = 'charity') <> (abn IS NOT NULL)",
  },
  {
    name: "staff have decided their own order, report, appeal or trade (D34)",
    sql: `SELECT e.order_id AS id FROM order_events e JOIN orders o ON o.id = e.order_id
        WHERE e.staff = 1 AND e.actor_id IN (o.buyer_id, o.seller_id)
      UNION ALL SELECT id FROM reports WHERE decided_by IN (about_id, reporter_id)
      UNION ALL SELECT id FROM appeals WHERE decided_by = user_id
      UNION ALL SELECT t.id FROM audit_log l JOIN trades t ON t.id = l.subject
        WHERE l.action = 'trade_called_off' AND l.actor_id IN (t.offeror_id, t.seller_id)`,
  },
  {
    name: "staff have settled their own money, or decided about their own account (D34)",
    sql: `SELECT r.id FROM audit_log l JOIN refunds r ON r.id = l.subject JOIN payments p ON p.intent_id = r.intent_id
        LEFT JOIN orders o ON o.id = r.order_id
        WHERE l.action IN ('refund_by_hand', 'refund_retried') AND l.actor_id IN (p.user_id, o.seller_id)
      UNION ALL SELECT t.order_id FROM audit_log l JOIN transfers t ON t.order_id = l.subject
        WHERE l.action IN ('payout_retried', 'payout_written_off') AND l.actor_id = t.seller_id
      UNION ALL SELECT subject FROM audit_log WHERE actor_id = subject AND action IN ('suspend', 'lift_suspension', 'ban',
        'lift_ban', 'restrict', 'lift_restriction', 'role_changed')`,
  },
  {
    name: "a decision of staff about an order is not in the audit log (D34)",
    sql: `SELECT e.order_id AS id FROM order_events e WHERE e.staff = 1 AND NOT EXISTS (SELECT 1 FROM audit_log l
      WHERE l.subject = e.order_id AND l.at = e.at AND l.action = 'order_decided' AND l.actor_id = e.actor_id)`,
  },
  {
    // The hashes themselves are verified in jobs/run-audits.ts, because SQL has no SHA-256.
    name: "the chain over the audit log has a gap (D34)",
    sql: `SELECT s.entry_id AS id FROM audit_seals s LEFT JOIN audit_log l ON l.id = s.entry_id WHERE l.id IS NULL
      UNION ALL SELECT l.id FROM audit_log l WHERE l.id < (SELECT max(entry_id) FROM audit_seals)
        AND NOT EXISTS (SELECT 1 FROM audit_seals s WHERE s.entry_id = l.id)
      UNION ALL SELECT id FROM (SELECT entry_id AS id, prev_hash, lag(hash) OVER (ORDER BY entry_id) AS before FROM audit_seals)
        WHERE prev_hash <> coalesce(before, '${"0".repeat(64)}')`,
  },
  {
    name: "an entry of the audit log has waited an hour for its seal",
    sql: `SELECT id FROM audit_log WHERE id > (SELECT coalesce(max(entry_id), 0) FROM audit_seals) AND at < ?1 - ${60 * MINUTES}`,
  },
];

export interface Finding {
  audit: string;
  ids: string[];
}

/** Enough to start an investigation. */
const IDS_SHOWN = 20;

/** Returns the queries with their parameters. */
export function auditStatements(now: number): { name: string; sql: string; params: number[] }[] {
  return AUDITS.map(({ name, sql }) => ({
    name,
    sql: `SELECT id FROM (${sql}) LIMIT ${IDS_SHOWN}`,
    params: sql.includes("?1") ? [now] : [],
  }));
}

/**
 * Runs all queries in one batch.
 * @returns the violated ones.
 */
export async function runAudits(db: D1Database, now: number): Promise<Finding[]> {
  const questions = auditStatements(now);
  const replies = await db.batch<{ id: string }>(questions.map(({ sql, params }) => db.prepare(sql).bind(...params)));
  return replies.flatMap(({ results }, index) => {
    const question = questions[index];
    return question && results.length > 0 ? [{ audit: question.name, ids: results.map((row) => String(row.id)) }] : [];
  });
}
