/** Stuck records by kind. Each kind is one query on an index that contains few rows besides the stuck ones. */
import { type SQL, sql } from "drizzle-orm";
import type { BaggageKind } from "#contract/admin/baggage";
import { CASH_AFTER_MS, DAY_MS, DISPUTE_MS, MINUTE_MS } from "#domain/deadlines";
import { sqlList, TO_COLLECT, UNDONE } from "#domain/orders/order-status";
import { done, type Result } from "#domain/result";
import type { LegState } from "#domain/trades/circle";
import type { Database } from "../../../db/client.ts";
import { type CursorPage, cursorList } from "../../../http/cursor-list.ts";
import { WRONG_CURSOR } from "../../../http/wrong-cursor.ts";
import { UNUSED_PHOTO } from "../../items/images/jobs.ts";
import { WAITING_LONG_MS, waitsForAccount } from "../../payments/payouts/reminders.ts";
import { isRefundedBySeller, keptCents, notOwedCents } from "../../payments/queries.ts";
import { notEarned } from "../../payments/reversals/fraud-warnings.ts";
import { userJson } from "../../safety/reports/queries.ts";

export interface BaggageRow {
  id: string;
  since: number;
  title: string;
  detail: string;
  cents: number | null;
  /** JSON of the first and second user; their roles depend on the kind. */
  first: string | null;
  second: string | null;
}

/** Cron runs every five minutes, so anything older than this was not settled by it. */
const CRON_LATE_MS = 15 * MINUTE_MS;
const DISPUTE_OLD_MS = 3 * DAY_MS;
const PHOTO_OLD_MS = 2 * DAY_MS;

/** The three legs of a circle in a sentence. */
const circleDetail = sql`(SELECT group_concat(p.full_name || ' gives ' || i.title
      || CASE l.state WHEN 'handed_over' THEN ' (handed over)' ELSE '' END, '; ')
    FROM circle_legs l JOIN items i ON i.id = l.item_id JOIN profiles p ON p.id = l.giver_id WHERE l.circle_id = c.id)`;

/** The person of a circle whose own item has the one state, and the item they were to get the other. */
const unevenPerson = (gave: LegState, got: LegState) => sql`(SELECT g.giver_id FROM circle_legs g JOIN circle_legs r
    ON r.circle_id = g.circle_id AND r.receiver_id = g.giver_id
    WHERE g.circle_id = c.id AND g.state = ${gave} AND r.state = ${got})`;

/** Columns: id, since, title, detail, cents, a, b (user ids). */
const KINDS: Record<BaggageKind, (now: number) => SQL> = {
  uncollected: (now) => sql`SELECT id, collection_date AS since, item_title AS title, payment_method AS detail,
      amount_cents AS cents, buyer_id AS a, seller_id AS b
    FROM orders WHERE status IN (${sql.raw(sqlList(TO_COLLECT))}) AND status = 'payment_confirmed'
      AND collection_date < ${now - DISPUTE_MS} AND coalesce(paid_at, 0) < ${now - DISPUTE_MS}`,
  trades: () => sql`SELECT t.id, t.accepted_at AS since, i.title, t.message AS detail, nullif(t.cash_cents, 0) AS cents,
      t.offeror_id AS a, t.seller_id AS b
    FROM trades t JOIN items i ON i.id = t.target_item_id WHERE t.status = 'accepted'`,
  // The people of a circle are named in its detail, because there are three.
  circles:
    () => sql`SELECT c.id, c.accepted_at AS since, 'Swap circle' AS title, ${circleDetail} AS detail, NULL AS cents,
      NULL AS a, NULL AS b
    FROM circles c WHERE c.status = 'accepted'`,
  circle_cases:
    () => sql`SELECT c.id, c.closed_at AS since, 'Swap circle' AS title, ${circleDetail} AS detail, NULL AS cents,
      ${unevenPerson("handed_over", "reopened")} AS a, ${unevenPerson("reopened", "handed_over")} AS b
    FROM circles c WHERE c.status = 'failed' AND c.settled_at IS NULL`,
  // One entry for a visit: the decision counts for its other orders too.
  no_shows: () => sql`SELECT f.id, f.contested_at AS since, o.item_title AS title,
      CASE f.recorded_by WHEN o.buyer_id THEN 'The buyer' ELSE 'The seller' END || ' reports a missed collection. The other side: '
        || f.contest_reason AS detail, nullif(o.amount_cents, 0) AS cents, o.buyer_id AS a, o.seller_id AS b
    FROM failed_collections f JOIN orders o ON o.id = f.id WHERE f.contested_at IS NOT NULL AND f.outcome IS NULL
      AND NOT EXISTS (SELECT 1 FROM orders x JOIN failed_collections g ON g.id = x.id
        WHERE x.purchase_id = o.purchase_id AND x.id < o.id AND g.recorded_by = f.recorded_by
          AND g.contested_at IS NOT NULL AND g.outcome IS NULL)`,
  disputes: (now) => sql`SELECT id, coalesce(json_extract(dispute, '$.opened_at'), updated_at) AS since,
      item_title AS title, coalesce(json_extract(dispute, '$.reason'), '') AS detail, amount_cents AS cents,
      buyer_id AS a, seller_id AS b
    FROM orders o WHERE status = 'disputed' AND NOT EXISTS (SELECT 1 FROM payment_reversals r
        WHERE r.intent_id = o.card_intent_id AND r.kind IN ('chargeback', 'fraud_warning') AND r.status = 'open')
      AND coalesce(json_extract(dispute, '$.opened_at'), updated_at) < ${now - DISPUTE_OLD_MS}`,
  money_back: (now) => sql`SELECT m.order_id AS id, m.created_at AS since, o.item_title AS title,
      CASE m.status WHEN 'account_needed' THEN 'The buyer has to name an account' WHEN 'owed' THEN 'The seller has to send it'
        ELSE 'Sent, the buyer has to confirm it' END
        || CASE WHEN m.due_at < ${now} THEN ' (overdue)' ELSE '' END
        || coalesce('. To ' || json_extract(m.account, '$.account_name') || ', BSB ' || json_extract(m.account, '$.bsb')
          || ', account ' || json_extract(m.account, '$.account_number'), '') AS detail,
      m.amount_cents AS cents, m.buyer_id AS a, m.seller_id AS b
    FROM money_returns m JOIN orders o ON o.id = m.order_id WHERE m.status IN ('account_needed','owed','sent')`,
  seller_refunds: () => sql`SELECT r.order_id AS id, r.requested_at AS since, o.item_title AS title,
      CASE r.problem WHEN 'limit' THEN 'Over the seller''s daily limit.'
        ELSE 'Stripe could not take the money back from the seller.' END AS detail,
      r.amount_cents AS cents, r.buyer_id AS a, r.seller_id AS b
    FROM seller_refunds r JOIN orders o ON o.id = r.order_id
    WHERE r.status = 'asked' AND r.problem IS NOT NULL AND o.status IN ('payment_confirmed', 'disputed')
      AND o.card_state = 'paid'`,
  refunds: (now) => sql`SELECT r.id, r.created_at AS since, coalesce(o.item_title, 'Top-up') AS title,
      r.status || ': ' || coalesce(r.last_error, 'no answer yet') AS detail, r.amount_cents AS cents,
      p.user_id AS a, o.seller_id AS b
    FROM refunds r JOIN payments p ON p.intent_id = r.intent_id LEFT JOIN orders o ON o.id = r.order_id
    WHERE r.status = 'failed' OR (r.status IN ('due','sent') AND r.created_at < ${now - DAY_MS})`,
  payouts: () => sql`SELECT t.order_id AS id, t.created_at AS since, o.item_title AS title,
      CASE WHEN p.status = 'closed' THEN 'The seller''s account at the card provider is closed.' ELSE t.last_error END AS detail,
      t.amount_cents AS cents, NULL AS a, t.seller_id AS b
    FROM transfers t JOIN orders o ON o.id = t.order_id LEFT JOIN payout_accounts p ON p.seller_id = t.seller_id
    WHERE t.status = 'payable' AND (t.last_error IS NOT NULL OR p.status = 'closed')`,
  waiting_proceeds: (now) => sql`SELECT t.order_id AS id, t.created_at AS since, o.item_title AS title,
      CASE a.status WHEN 'unfinished' THEN 'The seller has not finished setting up payouts.'
        WHEN 'closed' THEN 'The seller''s account at the card provider is closed.' ELSE 'The seller has not set up payouts.' END
        AS detail, t.amount_cents - t.at_seller_cents - ${keptCents(sql`t.order_id`)} AS cents, NULL AS a, t.seller_id AS b
    FROM transfers t JOIN orders o ON o.id = t.order_id LEFT JOIN payout_accounts a ON a.seller_id = t.seller_id
    WHERE ${waitsForAccount(now)} AND t.created_at <= ${now - WAITING_LONG_MS}`,
  payout_claims:
    () => sql`SELECT t.order_id AS id, t.created_at AS since, o.item_title AS title, t.last_error AS detail,
      t.at_seller_cents - ${notOwedCents(sql`t.order_id`)} AS cents, NULL AS a, t.seller_id AS b
    FROM transfers t JOIN orders o ON o.id = t.order_id WHERE t.status = 'reversing' AND t.last_error IS NOT NULL
      AND NOT ${isRefundedBySeller(sql`t.order_id`)}`,
  fraud_warnings: () => sql`SELECT o.id, r.created_at AS since, o.item_title AS title,
      CASE WHEN ${notEarned} THEN 'Not collected yet. Refunded 48 hours after the warning.'
        WHEN EXISTS (SELECT 1 FROM transfers p WHERE p.order_id = o.id AND p.at_seller_cents > 0)
          THEN 'Collected and paid out. A refund claims the money back from the seller.'
        ELSE 'Collected. The payout waits, for 14 days at most.' END AS detail,
      t.amount_cents AS cents, o.buyer_id AS a, o.seller_id AS b
    FROM payment_reversals r JOIN payment_parts t ON t.intent_id = r.intent_id AND t.outcome = 'paid'
      JOIN orders o ON o.id = t.order_id AND o.status NOT IN (${sql.raw(sqlList(UNDONE))})
    WHERE r.kind = 'fraud_warning' AND r.status = 'open'`,
  mails:
    () => sql`SELECT id, created_at AS since, iif(private_kind IS NULL, subject, 'Email between two people') AS title,
      'To ' || to_address || ': ' || coalesce(last_error, '') AS detail, NULL AS cents, NULL AS a, NULL AS b
    FROM mail_outbox WHERE status = 'failed'`,
  half_made: (
    now,
  ) => sql`SELECT id, created_at AS since, 'Purchase (' || kind || ')' AS title, payment_method AS detail,
      amount_cents AS cents, buyer_id AS a, NULL AS b
    FROM purchases WHERE status = 'placing' AND created_at < ${now - CRON_LATE_MS}
    UNION ALL SELECT id, decided_at, 'Purchase (' || kind || ')', decision, amount_cents, buyer_id, NULL
    FROM purchases WHERE decision IN ('committing', 'cancelling') AND decided_at < ${now - CRON_LATE_MS}
    UNION ALL SELECT t.id, t.accepting_at, 'Trade for ' || i.title, 'being accepted', NULL, t.offeror_id, t.seller_id
    FROM trades t JOIN items i ON i.id = t.target_item_id
    WHERE t.accepting_at IS NOT NULL AND t.accepting_at < ${now - CRON_LATE_MS}
    UNION ALL SELECT id, locking_at, 'Swap circle', 'being accepted', NULL, NULL, NULL
    FROM circles WHERE locking_at IS NOT NULL AND locking_at < ${now - CRON_LATE_MS}`,
  orders: (now) => sql`SELECT id, payment_deadline AS since, item_title AS title, payment_method AS detail,
      amount_cents AS cents, buyer_id AS a, seller_id AS b
    FROM orders WHERE marked_incomplete = 0 AND status = 'awaiting_payment' AND payment_deadline < ${now - CRON_LATE_MS}
    UNION ALL SELECT id, confirmation_deadline, item_title, payment_method, amount_cents, buyer_id, seller_id
    FROM orders WHERE status = 'payment_pending_seller_confirmation' AND confirmation_deadline < ${now - CRON_LATE_MS}
    UNION ALL SELECT id, collection_ends_at, item_title, payment_method, amount_cents, buyer_id, seller_id
    FROM orders WHERE status = 'awaiting_collection' AND collection_ends_at < ${now - CASH_AFTER_MS - CRON_LATE_MS}`,
  holds: (now) => sql`SELECT id, hold_until AS since, title, hold_kind AS detail, price_cents AS cents,
      holder_id AS a, seller_id AS b
    FROM items WHERE holder_id IS NOT NULL AND hold_until < ${now - CRON_LATE_MS}`,
  photos: (now) => sql`SELECT id, created_at AS since, 'Photo' AS title, width || ' × ' || height AS detail,
      NULL AS cents, owner_id AS a, NULL AS b
    FROM images WHERE (item_id = 'removing' OR (item_id IS NULL AND ${UNUSED_PHOTO}))
      AND created_at < ${now - PHOTO_OLD_MS}`,
};

const PAGE = 20;
const MANY = 99;

/** Returns one page, longest waiting first. */
export async function listBaggage(
  db: Database,
  kind: BaggageKind,
  cursor: string | undefined,
  now: number,
): Promise<Result<CursorPage<BaggageRow>>> {
  const list = cursorList(`baggage-${kind}`, {}, cursor);
  if (!list) return WRONG_CURSOR;
  const { after } = list;
  const rows = await db.all<BaggageRow>(sql`SELECT n.id, n.since, n.title, n.detail, n.cents,
      CASE WHEN ap.id IS NOT NULL THEN ${userJson("ap")} END AS first,
      CASE WHEN bp.id IS NOT NULL THEN ${userJson("bp")} END AS second
    FROM (SELECT * FROM (${KINDS[kind](now)}) ${after ? sql`WHERE (since, id) > (${after.key}, ${after.id})` : sql``}
        ORDER BY since, id LIMIT ${PAGE + 1}) n
      LEFT JOIN profiles ap ON ap.id = n.a LEFT JOIN profiles bp ON bp.id = n.b ORDER BY n.since, n.id`);
  return done(list.page(rows, PAGE, (last) => ({ key: last.since, id: last.id })));
}

/** Counts the stuck records of each kind, up to a limit. */
export async function countBaggage(db: Database, now: number): Promise<Record<BaggageKind, number>> {
  const kinds = Object.keys(KINDS) as BaggageKind[];
  const counts = kinds.map(
    (kind) => sql`(SELECT count(*) FROM (SELECT 1 FROM (${KINDS[kind](now)}) LIMIT ${MANY})) AS ${sql.raw(kind)}`,
  );
  const [row] = await db.all<Record<BaggageKind, number>>(sql`SELECT ${sql.join(counts, sql`, `)}`);
  if (!row) throw new Error("no counts");
  return row;
}

/** Returns the users of a record that is still stuck; null when it has been settled. */
export async function findStuck(
  db: Database,
  kind: BaggageKind,
  id: string,
  now: number,
): Promise<(string | null)[] | null> {
  const [row] = await db.all<{ a: string | null; b: string | null }>(
    sql`SELECT a, b FROM (${KINDS[kind](now)}) WHERE id = ${id} LIMIT 1`,
  );
  return row ? [row.a, row.b] : null;
}

export interface UncollectedOrder {
  id: string;
  item_title: string;
  buyer_id: string;
  seller_id: string;
  buyer_name: string;
  buyer_email: string;
  seller_name: string;
  seller_email: string;
}

/** Returns a paid order that was not reported as collected, with its parties' email addresses, or null. */
export async function findUncollected(db: Database, id: string): Promise<UncollectedOrder | null> {
  const [row] = await db.all<UncollectedOrder>(sql`SELECT o.id, o.item_title, o.buyer_id, o.seller_id,
      b.full_name AS buyer_name, b.email AS buyer_email, s.full_name AS seller_name, s.email AS seller_email
    FROM orders o JOIN profiles b ON b.id = o.buyer_id JOIN profiles s ON s.id = o.seller_id
    WHERE o.id = ${id} AND o.status = 'payment_confirmed'`);
  return row ?? null;
}
