/** Audits of strikes, ratings, messages, requests, saved searches and decisions of staff. */
import { DAY_MS, HOUR_MS } from "#domain/deadlines";
import type { Audits } from "./audit.ts";

export const PEOPLE_AUDITS: Audits = {
  "a strike count is not the number of strikes": `SELECT p.id FROM profiles p WHERE p.incomplete_transaction_count >
      (SELECT count(*) FROM strikes s WHERE s.buyer_id = p.id AND s.counted = 1)
    OR p.incomplete_transaction_count < (SELECT count(*) FROM strikes s
      WHERE s.buyer_id = p.id AND s.counted = 1 AND s.at > max(?1, p.updated_at) - 31536000000)`,
  "two strikes in a year and no ban": `
    SELECT p.id FROM profiles p WHERE p.is_banned = 0 AND p.role = 'user' AND p.incomplete_transaction_count >= 2`,
  "banned and suspended at once": `
    SELECT DISTINCT p.id FROM profiles p JOIN strikes s ON s.buyer_id = p.id AND s.counted = 1
    WHERE p.is_banned = 1 AND p.is_suspended = 1`,
  "a strike for an order that was paid or exempt": `
    SELECT s.order_id AS id FROM strikes s JOIN orders o ON o.id = s.order_id
    WHERE s.counted = 1 AND s.applied_at < ?1 - ${HOUR_MS}
      AND (o.marked_incomplete = 0 OR o.strike_exempt = 1 OR o.paid_at IS NOT NULL)`,
  "a missed order nobody counted": `
    SELECT o.id FROM orders o WHERE o.marked_incomplete = 1 AND o.strike_exempt = 0 AND o.status = 'expired'
    AND o.paid_at IS NULL AND o.updated_at < ?1 - ${HOUR_MS}
    AND NOT EXISTS (SELECT 1 FROM strikes s WHERE s.order_id = o.id)`,
  "a person's pickups are not those recorded (D56)": `SELECT p.id FROM profiles p
    LEFT JOIN (SELECT user_id, count(DISTINCT other_id || ' ' || day) AS n,
        count(DISTINCT CASE missed WHEN 1 THEN other_id || ' ' || day END) AS missed
      FROM collection_records GROUP BY user_id) r ON r.user_id = p.id
    WHERE p.pickups <> coalesce(r.n, 0) OR p.pickups_missed <> coalesce(r.missed, 0)`,
  "a rating without a completed deal, of oneself, or out of range": `
    SELECT r.id FROM ratings r LEFT JOIN transactions t ON t.id = r.transaction_id
    WHERE t.status IS NOT 'completed' OR r.rated_by_user_id = r.rated_user_id OR r.rating NOT BETWEEN 1 AND 5`,
  // Ratings of deals below $1 do not count, except for trades and swap circles (A103).
  "a seller's stars are not the mean of their ratings": `
    SELECT p.id FROM profiles p LEFT JOIN (SELECT r.rated_user_id, count(*) AS n,
      CAST(round(avg(r.rating) * 100) AS INTEGER) AS stars FROM ratings r
      JOIN transactions t ON t.id = r.transaction_id JOIN orders o ON o.id = t.order_id
      WHERE r.published_at IS NOT NULL AND r.left_out IS NULL AND (t.amount_cents >= 100 OR substr(o.hold_id, 1, 4) IN ('trd_', 'cir_')) GROUP BY r.rated_user_id) r ON r.rated_user_id = p.id
    WHERE p.rating_count <> coalesce(r.n, 0) OR p.average_rating_hundredths IS NOT r.stars`,
  "both sides of a deal have rated, and one rating is hidden (D43)": `
    SELECT r.id FROM ratings r JOIN ratings o ON o.transaction_id = r.transaction_id AND o.id <> r.id
    WHERE r.published_at IS NULL`,
  "a rating was visible before its time (D43)": `SELECT r.id FROM ratings r WHERE r.published_at < r.visible_from
    AND NOT EXISTS (SELECT 1 FROM ratings o WHERE o.transaction_id = r.transaction_id AND o.id <> r.id)`,
  "a rating is hidden although its time has come (D43)": `
    SELECT id FROM ratings WHERE published_at IS NULL AND visible_from < ?1 - ${HOUR_MS}`,
  "recovery codes of an account without a second factor (D62)": `SELECT r.account_id AS id FROM recovery_codes r
    WHERE NOT EXISTS (SELECT 1 FROM passkeys WHERE account_id = r.account_id)
      AND NOT EXISTS (SELECT 1 FROM authenticator_apps WHERE account_id = r.account_id AND confirmed_at IS NOT NULL)`,
  "a conversation has lost one of its sides": `
    SELECT c.id FROM conversations c WHERE (SELECT count(*) FROM conversation_members m
    WHERE m.conversation_id = c.id AND m.user_id IN (c.low_id, c.high_id)) <> 2`,
  "a user's unread messages are miscounted": `
    SELECT me.conversation_id || ' ' || me.user_id AS id FROM conversation_members me
    WHERE me.unread <> (SELECT count(*) FROM messages m WHERE m.conversation_id = me.conversation_id
        AND m.seq > me.last_read_seq AND m.state = 'sent' AND m.sender_id <> me.user_id)
      OR me.last_seq <> (SELECT coalesce(max(m.seq), 0) FROM messages m
        WHERE m.conversation_id = me.conversation_id AND (m.state = 'sent' OR m.sender_id = me.user_id))`,
  "a message is in the conversation of two others (A01)": `
    SELECT m.id FROM messages m WHERE m.sender_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM conversation_members me
    WHERE me.conversation_id = m.conversation_id AND me.user_id = m.sender_id)`,
  "staff have decided about a held message and it is still held": `
    SELECT m.id FROM reports r JOIN messages m ON m.id = r.subject_id
    WHERE r.kind = 'held_message' AND r.status = 'decided' AND m.state = 'held'`,
  "a message is held and in nobody's queue": `SELECT m.id FROM messages m WHERE m.state = 'held'
    AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.kind = 'held_message' AND r.subject_id = m.id)`,
  // A minute, because the room writes the status and may have to try again.
  "a listing in review is on sale (D63)": `SELECT i.id FROM reports r JOIN items i ON i.id = r.subject_id
    WHERE r.kind = 'held_listing' AND r.status = 'open' AND r.created_at < ?1 - 60000
      AND i.status <> 'inactive' AND i.deleted_at IS NULL`,
  // Tolerance of ten seconds, because different machines write the two times.
  "a user wrote to another across a block": `SELECT m.id FROM blocks b
    JOIN conversations c ON c.low_id = min(b.blocker_id, b.blocked_id) AND c.high_id = max(b.blocker_id, b.blocked_id)
    JOIN messages m ON m.conversation_id = c.id
    WHERE m.sender_id IS NOT NULL AND m.state = 'sent' AND m.at > b.at + 10000`,
  "a user watches an item that is on none of their wish lists, or their own": `
    SELECT w.item_id AS id FROM wish_watches w JOIN items i ON i.id = w.item_id
    WHERE i.seller_id = w.user_id OR NOT EXISTS (SELECT 1 FROM wish_lists l JOIN wish_list_items e
      ON e.list_id = l.id AND e.item_id = w.item_id WHERE l.owner_id = w.user_id)`,
  "an item is hidden although its seller is not away, or the reverse (D60)": `
    SELECT i.id FROM items i JOIN profiles p ON p.id = i.seller_id
    WHERE i.seller_away <> (p.away_until IS NOT NULL) AND i.status <> 'sold' AND i.deleted_at IS NULL`,
  "a saved search has found something and no notice is due":
    "SELECT id FROM saved_searches WHERE (found > 0) <> (notice_at IS NOT NULL) OR (frequency = 'off' AND found > 0)",
  "a request has found its own author's listing": `
    SELECT m.request_id AS id FROM request_matches m JOIN requests r ON r.id = m.request_id
    JOIN items i ON i.id = m.item_id WHERE i.seller_id = r.user_id`,
  "a charity is named without an ABN, or a mere cause with one (D49)":
    "SELECT item_id AS id FROM item_causes WHERE (kind = 'charity') <> (abn IS NOT NULL)",
  "staff have decided their own order, report, appeal or trade (D34)": `
    SELECT e.order_id AS id FROM order_events e JOIN orders o ON o.id = e.order_id
      WHERE e.staff = 1 AND e.actor_id IN (o.buyer_id, o.seller_id)
    UNION ALL SELECT id FROM reports WHERE decided_by IN (about_id, reporter_id)
    UNION ALL SELECT id FROM appeals WHERE decided_by = user_id
    UNION ALL SELECT t.id FROM audit_log l JOIN trades t ON t.id = l.subject
      WHERE l.action = 'trade_called_off' AND l.actor_id IN (t.offeror_id, t.seller_id)
    UNION ALL SELECT c.circle_id FROM audit_log l JOIN circle_legs c ON c.circle_id = l.subject
      WHERE l.action IN ('circle_called_off', 'circle_settled') AND l.actor_id = c.giver_id`,
  "staff have settled their own money, or decided about their own account (D34)": `
    SELECT r.id FROM audit_log l JOIN refunds r ON r.id = l.subject JOIN payments p ON p.intent_id = r.intent_id
      LEFT JOIN orders o ON o.id = r.order_id
      WHERE l.action IN ('refund_by_hand', 'refund_retried') AND l.actor_id IN (p.user_id, o.seller_id)
    UNION ALL SELECT t.order_id FROM audit_log l JOIN transfers t ON t.order_id = l.subject
      WHERE l.action IN ('payout_retried', 'payout_written_off') AND l.actor_id = t.seller_id
    UNION ALL SELECT subject FROM audit_log WHERE actor_id = subject AND action IN ('suspend', 'lift_suspension', 'ban',
      'lift_ban', 'restrict', 'lift_restriction', 'role_changed', 'payouts_held', 'payout_hold_released',
      'payout_hold_extended')`,
  "a decision of staff about an order is not in the audit log (D34)": `
    SELECT e.order_id AS id FROM order_events e WHERE e.staff = 1 AND NOT EXISTS (SELECT 1 FROM audit_log l
    WHERE l.subject = e.order_id AND l.at = e.at AND l.action = 'order_decided' AND l.actor_id = e.actor_id)`,
  "a notification has a link that acts without a session (D59)": `
    SELECT id FROM notifications WHERE at > ?1 - ${DAY_MS} AND link LIKE '%token=%'`,
  // The hashes themselves are verified in jobs/run-audits.ts, because SQL has no SHA-256.
  "the chain over the audit log has a gap (D34)": `
    SELECT s.entry_id AS id FROM audit_seals s LEFT JOIN audit_log l ON l.id = s.entry_id WHERE l.id IS NULL
    UNION ALL SELECT l.id FROM audit_log l WHERE l.id < (SELECT max(entry_id) FROM audit_seals)
      AND NOT EXISTS (SELECT 1 FROM audit_seals s WHERE s.entry_id = l.id)
    UNION ALL SELECT id FROM (SELECT entry_id AS id, prev_hash, lag(hash) OVER (ORDER BY entry_id) AS before FROM audit_seals)
      WHERE prev_hash <> coalesce(before, '${"0".repeat(64)}')`,
  "an entry of the audit log has waited an hour for its seal": `
    SELECT id FROM audit_log WHERE id > (SELECT coalesce(max(entry_id), 0) FROM audit_seals) AND at < ?1 - ${HOUR_MS}`,
};
