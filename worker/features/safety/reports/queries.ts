import { type SQL, sql } from "drizzle-orm";
import type { ReportSubject } from "#contract/safety";
import { done, type Result } from "#domain/result";
import type { AccountStatus } from "#domain/status/account-status";
import type { Database } from "../../../db/client.ts";
import type { reports } from "../../../db/schema/safety.ts";
import { type CursorPage, cursorList } from "../../../http/cursor-list.ts";
import { WRONG_CURSOR } from "../../../http/wrong-cursor.ts";

type StoredReport = typeof reports.$inferSelect;

/** Limit of the copied text of a reported subject. */
const EXCERPT_MAX = 1_000;

/** A subject as its reporter sees it. */
export interface Reported {
  about_id: string;
  excerpt: string;
  conversation_id: string | null;
}

const cut = (words: SQL) => sql`substr(${words}, 1, ${EXCERPT_MAX})`;

/** Returns null for what the reporter cannot see, such as another user's message thread (A01). */
export async function findReported(
  db: Database,
  reporterId: string,
  type: ReportSubject,
  id: string,
): Promise<Reported | null> {
  const statements: Record<ReportSubject, SQL> = {
    // Knowzee repeats the public notes to buyers, so a report may be about them.
    item: sql`SELECT seller_id AS about_id, ${cut(sql`title || char(10) || description
          || coalesce(char(10) || (SELECT nullif(public_notes, '') FROM item_knowledge WHERE item_id = items.id), '')`)}
        AS excerpt, NULL AS conversation_id
      FROM items WHERE id = ${id} AND deleted_at IS NULL AND (status <> 'inactive' OR seller_id = ${reporterId})`,
    user: sql`SELECT id AS about_id, full_name AS excerpt, NULL AS conversation_id FROM profiles WHERE id = ${id}`,
    message: sql`SELECT m.sender_id AS about_id, ${cut(sql`m.text`)} AS excerpt, m.conversation_id
      FROM messages m JOIN conversation_members me ON me.conversation_id = m.conversation_id AND me.user_id = ${reporterId}
      WHERE m.id = ${id} AND m.sender_id IS NOT NULL AND (m.state = 'sent' OR m.sender_id = ${reporterId})`,
    conversation: sql`SELECT me.other_id AS about_id, coalesce((SELECT ${cut(sql`group_concat(text, char(10))`)} FROM (
          SELECT m.text FROM messages m WHERE m.conversation_id = me.conversation_id AND m.sender_id = me.other_id
            AND m.state = 'sent' ORDER BY m.seq DESC LIMIT 5)), '') AS excerpt, me.conversation_id
      FROM conversation_members me WHERE me.conversation_id = ${id} AND me.user_id = ${reporterId}`,
    review: sql`SELECT rated_by_user_id AS about_id, comment AS excerpt, NULL AS conversation_id
      FROM ratings WHERE id = ${id} AND published_at IS NOT NULL`,
    reply: sql`SELECT rated_user_id AS about_id, reply AS excerpt, NULL AS conversation_id
      FROM ratings WHERE id = ${id} AND reply <> ''`,
    request: sql`SELECT user_id AS about_id, ${cut(sql`title || char(10) || description`)} AS excerpt,
        NULL AS conversation_id
      FROM requests WHERE id = ${id} AND (status = 'open' OR user_id = ${reporterId})`,
    sale: sql`SELECT seller_id AS about_id, ${cut(sql`title || char(10) || description`)} AS excerpt,
        NULL AS conversation_id
      FROM moving_sales WHERE id = ${id} AND status <> 'removed'`,
  };
  const [row] = await db.all<Reported>(statements[type]);
  return row ?? null;
}

export interface UserRow extends AccountStatus {
  id: string;
  full_name: string;
  email: string;
}

/** As returned by the database: lists are JSON, booleans numbers. */
export interface ReportRow extends Omit<StoredReport, "shield_reasons"> {
  shield_reasons: string;
  reporter: string | null;
  about: string;
  /** User whose page shows the review, or who received the message. */
  place_id: string | null;
  /** Title of the listing, request or rated deal; null for other subjects, and after deletion. */
  subject_title: string | null;
  open_about_them: number;
  /** The last draw of a reported item. */
  draw_id: string | null;
  /** JSON of the listing in review, in `findReport` only. */
  listing: string | null;
  /** JSON of earlier decisions about the seller's listings, in `findReport` only. */
  earlier: string | null;
}

/** A user with their account status, as JSON; see `presentPerson`. */
export const userJson = (alias: string) =>
  sql.raw(`json_object('id', ${alias}.id, 'full_name', ${alias}.full_name, 'email', ${alias}.email, 'role', ${alias}.role,
    'is_suspended', ${alias}.is_suspended, 'suspension_end_date', ${alias}.suspension_end_date,
    'is_banned', ${alias}.is_banned, 'ban_reason', ${alias}.ban_reason,
    'account_restricted', ${alias}.account_restricted, 'restriction_reason', ${alias}.restriction_reason)`);

const LISTING = sql`CASE r.kind WHEN 'held_listing' THEN (SELECT json_object('title', i.title, 'description',
    i.description, 'tags', i.tags, 'public_notes', k.public_notes, 'category', i.category, 'price_cents', i.price_cents,
    'photos', json(i.photos), 'location', i.location) FROM items i LEFT JOIN item_knowledge k ON k.item_id = i.id
  WHERE i.id = r.subject_id AND i.deleted_at IS NULL) END`;

/** The last decisions about listings of the same seller. */
const EARLIER = sql`CASE r.kind WHEN 'held_listing' THEN (SELECT json_group_array(json_object('title', d.title,
    'approved', d.outcome = 'released', 'keys', json(d.shield_reasons), 'note', d.note, 'decided_at', d.decided_at))
  FROM (SELECT e.*, i.title FROM reports e LEFT JOIN items i ON i.id = e.subject_id AND i.deleted_at IS NULL
    WHERE e.about_id = r.about_id AND e.status = 'decided' AND e.kind = 'held_listing' AND e.outcome <> 'withdrawn'
    ORDER BY e.decided_at DESC LIMIT 5) d) END`;

const ratedTitle = sql.raw(`(SELECT o.item_title FROM ratings g JOIN transactions t ON t.id = g.transaction_id
  JOIN orders o ON o.id = t.order_id WHERE g.id = r.subject_id)`);

const reportsWith = (
  rest: SQL,
  { listing, earlier } = { listing: sql`NULL`, earlier: sql`NULL` },
) => sql`SELECT r.*, CASE WHEN r.reporter_id IS NOT NULL THEN ${userJson("rp")} END AS reporter,
    ${userJson("ap")} AS about,
    CASE WHEN r.subject_type IN ('review', 'reply') THEN (SELECT rated_user_id FROM ratings WHERE id = r.subject_id) END
      AS place_id,
    CASE r.subject_type WHEN 'item' THEN (SELECT title FROM items WHERE id = r.subject_id)
      WHEN 'request' THEN (SELECT title FROM requests WHERE id = r.subject_id)
      WHEN 'sale' THEN (SELECT title FROM moving_sales WHERE id = r.subject_id)
      WHEN 'review' THEN ${ratedTitle} WHEN 'reply' THEN ${ratedTitle} END AS subject_title,
    CASE r.subject_type WHEN 'item' THEN (SELECT id FROM giveaways WHERE item_id = r.subject_id AND mode = 'draw'
      ORDER BY opened_at DESC LIMIT 1) END AS draw_id,
    (SELECT count(*) FROM reports o WHERE o.about_id = r.about_id AND o.status = 'open') AS open_about_them,
    ${listing} AS listing, ${earlier} AS earlier
  FROM reports r LEFT JOIN profiles rp ON rp.id = r.reporter_id JOIN profiles ap ON ap.id = r.about_id
  WHERE ${rest}`;

const REPORTS_PAGE = 20;

/** Returns open reports oldest first, or decided ones newest first. */
export async function listReports(
  db: Database,
  {
    status,
    kind,
    cursor,
  }: { status: "open" | "decided"; kind: StoredReport["kind"] | undefined; cursor: string | undefined },
): Promise<Result<CursorPage<ReportRow>>> {
  const list = cursorList(`reports-${status}`, { kind }, cursor);
  if (!list) return WRONG_CURSOR;
  const { after } = list;
  const [beyond, direction] = status === "open" ? [sql.raw(">"), sql.raw("ASC")] : [sql.raw("<"), sql.raw("DESC")];
  const rows = await db.all<ReportRow>(
    reportsWith(sql`r.status = ${status} ${kind === undefined ? sql`` : sql`AND r.kind = ${kind}`}
      ${after ? sql`AND (r.created_at, r.id) ${beyond} (${after.key}, ${after.id})` : sql``}
      ORDER BY r.created_at ${direction}, r.id ${direction} LIMIT ${REPORTS_PAGE + 1}`),
  );
  return done(list.page(rows, REPORTS_PAGE, (last) => ({ key: last.created_at, id: last.id })));
}

export async function findReport(db: Database, id: string): Promise<ReportRow | null> {
  const [row] = await db.all<ReportRow>(reportsWith(sql`r.id = ${id}`, { listing: LISTING, earlier: EARLIER }));
  return row ?? null;
}

export interface DecidedListing {
  outcome: "released" | "removed" | "acted";
  /** JSON of what the rules found. */
  keys: string;
}

const FIGURES_READ = 2_000;

/** Returns the latest decisions of staff about listings since then. */
export async function decidedListings(db: Database, since: number): Promise<DecidedListing[]> {
  return db.all<DecidedListing>(sql`SELECT outcome, shield_reasons AS keys
    FROM reports INDEXED BY reports_queue_of_a_kind
    WHERE status = 'decided' AND kind = 'held_listing' AND created_at >= ${since} AND outcome <> 'withdrawn'
    ORDER BY created_at DESC LIMIT ${FIGURES_READ}`);
}

export interface ContextRow {
  sender_id: string | null;
  text: string;
  state: "sent" | "held" | "declined";
  at: number;
}

const CONTEXT_MESSAGES = 10;

/** Returns the surrounding messages, oldest first: the last ones up to the reported message, or of the thread. */
export async function contextOf(db: Database, { conversation_id, subject_type, subject_id }: ReportRow) {
  if (conversation_id === null) return [];
  const until =
    subject_type === "message" ? sql`AND seq <= (SELECT seq FROM messages WHERE id = ${subject_id})` : sql``;
  const rows = await db.all<ContextRow>(sql`SELECT sender_id, text, state, at FROM messages
    WHERE conversation_id = ${conversation_id} ${until} ORDER BY seq DESC LIMIT ${CONTEXT_MESSAGES}`);
  return rows.reverse();
}

/** Returns other open reports of the same subject, which one decision answers too. */
export async function otherReportersOf(db: Database, { id, subject_type, subject_id }: ReportRow) {
  return db.all<{ id: string; reporter_id: string }>(sql`SELECT id, reporter_id FROM reports
    WHERE reporter_id IS NOT NULL AND about_id = (SELECT about_id FROM reports WHERE id = ${id}) AND status = 'open'
      AND kind = 'report' AND subject_type = ${subject_type} AND subject_id = ${subject_id} AND id <> ${id} LIMIT 50`);
}

/**
 * Returns the users concerned besides the subject's author: reporters, the other side of a message, both sides of a rating.
 */
export async function partiesOf(db: Database, row: ReportRow): Promise<string[]> {
  const found = await db.all<{ id: string }>(sql`SELECT reporter_id AS id FROM reports
      WHERE reporter_id IS NOT NULL AND (id = ${row.id} OR (about_id = ${row.about_id} AND status = 'open'
        AND subject_type = ${row.subject_type} AND subject_id = ${row.subject_id}))
    UNION SELECT user_id FROM conversation_members WHERE conversation_id = ${row.conversation_id}
    UNION SELECT rated_user_id FROM ratings WHERE ${row.subject_type} = 'review' AND id = ${row.subject_id}
    UNION SELECT rated_by_user_id FROM ratings WHERE ${row.subject_type} = 'reply' AND id = ${row.subject_id}`);
  return found.map(({ id }) => id);
}
