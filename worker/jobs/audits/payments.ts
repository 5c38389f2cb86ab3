/** Audits of card payments, payouts, chargebacks, ad credit and promotions. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/deadlines";
import { BOUGHT, sqlList } from "#domain/orders/order-status";
import type { Audits } from "./audit.ts";

/** Cents that were kept from, or for, the payout `t` (D72). */
const KEPT = `(SELECT coalesce(sum(s.amount_cents), 0) FROM payout_set_offs s
  WHERE s.kept_order_id = t.order_id AND s.undone_at IS NULL)`;
const SET_OFF = `(SELECT coalesce(sum(s.amount_cents), 0) FROM payout_set_offs s
  WHERE s.owed_order_id = t.order_id AND s.undone_at IS NULL)`;

/** What the seller need not give back of a payout that is claimed: that, and their part of a sale (D69). */
const NOT_OWED = `(t.keeps_cents + ${SET_OFF})`;

export const PAYMENTS_AUDITS: Audits = {
  "a balance is not the sum of its ledger": `SELECT p.id FROM profiles p WHERE p.seller_balance_cents <>
    (SELECT coalesce(sum(b.amount_cents), 0) FROM balance_transactions b WHERE b.user_id = p.id)`,
  "a movement of money does not add up to nothing":
    "SELECT txn_id AS id FROM ledger GROUP BY txn_id HAVING sum(amount_cents) <> 0",
  "ad credit differs between the statement and the double entry (D19)": `
    SELECT p.id FROM profiles p WHERE p.seller_balance_cents <> -(SELECT coalesce(sum(l.amount_cents), 0)
      FROM ledger l WHERE l.account = 'ad_credit:' || p.id)
    AND EXISTS (SELECT 1 FROM balance_transactions b WHERE b.user_id = p.id)`,
  "money came in and has no outcome": `SELECT intent_id AS id FROM payments
    WHERE status = 'succeeded' AND settled_at IS NULL AND updated_at < ?1 - ${10 * MINUTE_MS}`,
  "a top-up was paid and not credited": `SELECT p.intent_id AS id FROM payments p
    WHERE p.kind = 'topup' AND p.status = 'succeeded' AND p.settled_at IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM balance_transactions b
        WHERE b.ref = 'topup:' || p.intent_id AND b.user_id = p.user_id AND b.amount_cents = p.amount_cents)
      AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.intent_id = p.intent_id)`,
  "a card was charged in another currency": "SELECT intent_id AS id FROM payments WHERE currency <> 'aud'",
  "an order was paid twice":
    "SELECT order_id AS id FROM payment_parts WHERE outcome = 'paid' GROUP BY order_id HAVING count(*) > 1",
  "a card took money for an order that does not know it": `
    SELECT p.order_id AS id FROM payment_parts p JOIN orders o ON o.id = p.order_id
    WHERE p.outcome = 'paid' AND o.paid_at IS NULL`,
  "a card took another amount than its orders cost": `
    SELECT p.intent_id AS id FROM payments p JOIN payment_parts t ON t.intent_id = p.intent_id
    WHERE p.kind <> 'topup' AND p.status = 'succeeded' GROUP BY p.intent_id, p.amount_cents
    HAVING sum(t.amount_cents + t.lowered_cents) <> p.amount_cents`,
  "a card order's price differs from its payment, or a lower price was not refunded (D82)": `
    SELECT o.id FROM orders o JOIN payment_parts p ON p.order_id = o.id AND p.outcome = 'paid'
    WHERE (o.amount_cents <> p.amount_cents AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.cause = 'order:' || o.id))
      OR p.lowered_cents <> (SELECT coalesce(-sum(l.amount_cents), 0) FROM ledger l WHERE l.account = 'refunds'
        AND l.intent_id = p.intent_id AND l.order_id = o.id AND l.txn_id LIKE 'refund-owed:%p_'
        AND EXISTS (SELECT 1 FROM refunds r WHERE l.txn_id = 'refund-owed:' || r.id AND r.cause LIKE 'price:%'))`,
  "more was given back than came in": `
    SELECT r.intent_id AS id FROM refunds r JOIN payments p ON p.intent_id = r.intent_id
    WHERE r.status <> 'failed' GROUP BY r.intent_id, p.amount_cents HAVING sum(r.amount_cents) > p.amount_cents`,
  "card money came in, has its outcome, and lies nowhere": `
    SELECT p.intent_id AS id FROM payments p WHERE p.kind <> 'topup' AND p.status = 'succeeded'
    AND p.settled_at IS NOT NULL AND (SELECT sum(l.amount_cents) FROM ledger l
      WHERE l.intent_id = p.intent_id AND l.account = 'card_received') IS NOT 0`,
  "what is owed back differs between refunds and ledger": `SELECT r.intent_id AS id FROM refunds r GROUP BY r.intent_id
    HAVING sum(CASE r.status WHEN 'succeeded' THEN 0 ELSE r.amount_cents END) <>
      -(SELECT coalesce(sum(l.amount_cents), 0) FROM ledger l
        WHERE l.intent_id = r.intent_id AND l.account = 'refunds')`,
  // While proceeds are being claimed back, what the seller still has is a debt.
  "a seller's proceeds were sent without being due": `
    SELECT l.account AS id FROM ledger l WHERE l.account LIKE 'seller_payable:%' GROUP BY l.account
    HAVING sum(l.amount_cents) > (SELECT coalesce(sum(t.at_seller_cents - ${NOT_OWED}), 0) FROM transfers t
      WHERE 'seller_payable:' || t.seller_id = l.account AND t.status = 'reversing')`,
  "a seller was sent more for an order than it brought in": `
    SELECT l.order_id AS id FROM ledger l WHERE l.order_id IS NOT NULL AND l.account LIKE 'seller_payable:%'
    GROUP BY l.order_id, l.account HAVING sum(l.amount_cents) > coalesce((SELECT t.at_seller_cents FROM transfers t
      WHERE t.order_id = l.order_id AND t.status = 'reversing'), 0)`,
  "what a seller has of an order differs between transfers and ledger": `
    SELECT t.order_id AS id FROM transfers t WHERE t.at_seller_cents <>
    (SELECT coalesce(sum(CASE l.account WHEN 'stripe_clearing' THEN -l.amount_cents END), 0) FROM ledger l
      WHERE l.order_id = t.order_id AND (l.txn_id LIKE 'transfer:%' OR l.txn_id LIKE 'transfer-reversed:%'))`,
  "a payout says it was sent and the seller has another amount": `
    SELECT t.order_id AS id FROM transfers t WHERE (t.status = 'sent' AND t.at_seller_cents <> t.amount_cents - ${KEPT})
    OR (t.status = 'reversed' AND t.at_seller_cents <> t.written_off_cents + ${NOT_OWED})`,
  "what was kept for a seller's debts differs between set-offs and ledger, or from a payout that was stopped (D72)": `
    SELECT t.order_id AS id FROM transfers t WHERE ${KEPT} - ${SET_OFF} <>
      -(SELECT coalesce(sum(l.amount_cents), 0) FROM ledger l WHERE l.order_id = t.order_id AND l.account = 'set_off')
    OR (t.status IN ('reversing', 'reversed') AND ${KEPT} > 0)`,
  "proceeds that are to be fetched back have not been tried for a day": `
    SELECT order_id AS id FROM transfers WHERE status = 'reversing' AND next_at < ?1 - ${DAY_MS}`,
  // After a lost chargeback was won on appeal, the proceeds are the seller's again.
  "a seller refunded a buyer and still has the proceeds (D68)": `
    SELECT t.order_id AS id FROM seller_refunds s JOIN transfers t ON t.order_id = s.order_id
    WHERE s.status = 'refunded' AND t.at_seller_cents > 0
      AND NOT EXISTS (SELECT 1 FROM payment_reversals r WHERE r.intent_id = t.intent_id)`,
  // A bank has taken part of the price (D69), or returned what it took after an appeal.
  "proceeds and platform fee are not the price of the order": `SELECT t.order_id AS id FROM transfers t
      JOIN payment_parts p ON p.order_id = t.order_id AND p.outcome = 'paid'
    WHERE t.amount_cents + p.fee_cents <> p.amount_cents AND NOT EXISTS (SELECT 1 FROM ledger l
      WHERE l.order_id = t.order_id AND l.txn_id LIKE 'recovered%')`,
  // Charged when the proceeds fall due, and returned in the batch that takes the price from the seller.
  "a platform fee is not in the ledger, or was kept although the buyer has the price back": `
    SELECT p.order_id AS id FROM payment_parts p WHERE p.outcome = 'paid' AND p.fee_cents > 0
    AND -(SELECT coalesce(sum(l.amount_cents), 0) FROM ledger l WHERE l.intent_id = p.intent_id
        AND l.order_id = p.order_id AND l.account = 'platform_fees') <>
      CASE WHEN NOT EXISTS (SELECT 1 FROM transfers t WHERE t.order_id = p.order_id)
        OR EXISTS (SELECT 1 FROM refunds r WHERE r.cause = 'order:' || p.order_id)
        OR (SELECT sum(l.amount_cents) FROM ledger l WHERE l.intent_id = p.intent_id AND l.order_id = p.order_id
          AND l.account LIKE 'seller_payable:%' AND l.txn_id LIKE 'recovered%') > 0 THEN 0 ELSE p.fee_cents END`,
  "what the card provider charged for a payment is unknown after a week": `
    SELECT intent_id AS id FROM payments WHERE fee_check_at IS NOT NULL AND updated_at < ?1 - ${7 * DAY_MS}`,
  // An order that staff have decided to continue is no longer stopped.
  "a payment was taken back and its order goes on (A65)": `SELECT o.id FROM payment_reversals r
      JOIN payment_parts t ON t.intent_id = r.intent_id AND t.outcome = 'paid' JOIN orders o ON o.id = t.order_id
    WHERE r.status = 'open' AND r.applied_status = 'open' AND o.status IN (${sqlList(BOUGHT)})
      AND (r.kind <> 'chargeback' OR EXISTS (SELECT 1 FROM chargeback_shares s
          WHERE s.reversal_id = r.id AND s.order_id = o.id)
        OR (r.shared_at IS NULL AND o.completed_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM transfers t2 WHERE t2.order_id = o.id)))
      AND (r.kind = 'chargeback' OR NOT EXISTS (SELECT 1 FROM json_each(o.reversals) one
        WHERE one.value ->> 'id' = r.id AND one.value ->> 'outcome' IS NOT NULL))`,
  "an item was handed over while a bank had its payment (A65)": `
    SELECT e.order_id AS id FROM order_events e WHERE e.kind IN ('handed_over', 'completed')
    AND (SELECT before.kind FROM order_events before WHERE before.order_id = e.order_id AND before.rev < e.rev
      AND before.kind IN ('inquiry_opened', 'chargeback_opened', 'chargeback_won', 'chargeback_lost')
      ORDER BY before.rev DESC LIMIT 1) IN ('inquiry_opened', 'chargeback_opened')`,
  "a seller has the proceeds of a payment that was charged back": `
    SELECT t.order_id AS id FROM transfers t JOIN payment_reversals r ON r.intent_id = t.intent_id
      JOIN chargeback_shares s ON s.reversal_id = r.id AND s.order_id = t.order_id
      JOIN payment_parts p ON p.order_id = t.order_id AND p.outcome = 'paid'
    WHERE t.status = 'sent' AND r.kind = 'chargeback' AND r.status <> 'won' AND r.applied_status = r.status
      AND (r.status = 'open' OR s.amount_cents = p.amount_cents)`,
  "a lost chargeback left money for its orders": `
    SELECT r.id FROM payment_reversals r WHERE r.kind = 'chargeback' AND r.status = 'lost' AND r.applied_status = 'lost'
    AND (SELECT sum(l.amount_cents) FROM ledger l JOIN chargeback_shares s ON s.order_id = l.order_id
      WHERE s.reversal_id = r.id AND l.intent_id = r.intent_id AND l.account = 'order_held') <> 0`,
  "a reversal was not carried out for an hour": `SELECT id FROM payment_reversals WHERE applied_status IS NOT status
    AND coalesce(closed_at, created_at) < ?1 - ${HOUR_MS}`,
  "what banks have of our money differs between chargebacks and ledger": `
    SELECT 'dispute_hold' AS id WHERE (SELECT coalesce(sum(amount_cents), 0) FROM ledger WHERE account = 'dispute_hold')
    <> (SELECT coalesce(sum(withdrawn_cents), 0) FROM payment_reversals WHERE kind = 'chargeback')
      - (SELECT coalesce(sum(amount_cents), 0) FROM ledger WHERE account = 'chargeback_losses' AND txn_id LIKE 'chargeback-%')`,
  "ad credit taken back differs between a reversal and the statement (D28)": `
    SELECT r.id FROM payment_reversals r WHERE r.taken_cents NOT BETWEEN 0 AND r.amount_cents
    OR (SELECT coalesce(sum(b.amount_cents), 0) FROM balance_transactions b
        WHERE b.ref BETWEEN 'topup-' || r.kind || ':' || r.id || ':' AND 'topup-' || r.kind || ':' || r.id || ';'
          OR b.ref = 'topup-returned:' || r.id) <> CASE r.status WHEN 'won' THEN 0 ELSE -r.taken_cents END`,
  "a user has ad credit while they owe some (D28)": `
    SELECT DISTINCT u.id FROM profiles u JOIN payments p ON p.user_id = u.id AND p.kind = 'topup'
      JOIN payment_reversals r ON r.intent_id = p.intent_id AND r.kind = 'chargeback' AND r.status <> 'won'
    WHERE u.seller_balance_cents > 0 AND r.taken_cents < r.amount_cents
      AND EXISTS (SELECT 1 FROM balance_transactions b WHERE b.ref = 'topup:' || p.intent_id)`,
  // By hash only: ether and its tokens share a chain, and hashes of different chains do not collide.
  "one crypto payment pays two orders": `
    SELECT lower(crypto_tx_hash) AS id FROM transactions WHERE crypto_tx_hash IS NOT NULL
    GROUP BY lower(crypto_tx_hash) HAVING count(*) > 1`,
  "a promotion was not paid for once, or given back otherwise than it says": `
    SELECT p.id FROM promotions p WHERE p.refunded_cents - p.amount_cents <>
    (SELECT coalesce(sum(b.amount_cents), 0) FROM balance_transactions b
      WHERE b.ref IN ('promotion:' || p.id, 'promotion-refund:' || p.id))`,
};
