import { type SQL, sql } from "drizzle-orm";
import { done, type Result } from "#domain/result";
import type { Database } from "../../../db/client.ts";
import { type CursorPage, cursorList } from "../../../http/cursor-list.ts";
import { WRONG_CURSOR } from "../../../http/wrong-cursor.ts";

export type AuditFilters = {
  actor?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
};

export interface AuditRow {
  id: number;
  at: number;
  action: string;
  actor_id: string;
  subject: string;
  /** The stored text, which was hashed. */
  details: string;
  actor_name: string | null;
  subject_name: string | null;
  subject_is_person: number;
  prev_hash: string | null;
  hash: string | null;
}

/** Resolves an email address to a user id; any other value is used unchanged. */
const named = (value: string) =>
  sql`coalesce((SELECT id FROM profiles WHERE email = ${value.toLowerCase()}), ${value})`;

/** Returns entries older than `beyond`, newest first. Every filter has an index ending in the date. */
export async function auditPage(
  db: Database,
  { actor, action, subject, from, to }: AuditFilters,
  beyond: { at: number; id: number } | null,
  limit: number,
): Promise<AuditRow[]> {
  const where: SQL[] = [
    ...(actor ? [sql`l.actor_id = ${named(actor)}`] : []),
    ...(action ? [sql`l.action = ${action}`] : []),
    ...(subject ? [sql`l.subject = ${named(subject)}`] : []),
    ...(from === undefined ? [] : [sql`l.at >= ${from}`]),
    ...(to === undefined ? [] : [sql`l.at < ${to}`]),
    ...(beyond ? [sql`(l.at, l.id) < (${beyond.at}, ${beyond.id})`] : []),
  ];
  return db.all<AuditRow>(sql`SELECT l.id, l.at, l.action, l.actor_id, l.subject, l.details,
      nullif(a.full_name, '') AS actor_name, nullif(p.full_name, '') AS subject_name, p.id IS NOT NULL AS subject_is_person,
      s.prev_hash, s.hash
    FROM audit_log l
    LEFT JOIN profiles a ON a.id = l.actor_id
    LEFT JOIN profiles p ON p.id = l.subject
    LEFT JOIN audit_seals s ON s.entry_id = l.id
    ${where.length > 0 ? sql`WHERE ${sql.join(where, sql` AND `)}` : sql``}
    ORDER BY l.at DESC, l.id DESC LIMIT ${limit}`);
}

const PAGE = 30;
/** Cursor ids in the form of other lists. */
const cursorId = (id: number) => `aud_${String(id).padStart(8, "0")}`;

/** Returns one page for the screen, newest first. */
export async function listAuditEntries(
  db: Database,
  filters: AuditFilters,
  cursor: string | undefined,
): Promise<Result<CursorPage<AuditRow>>> {
  const list = cursorList("audit", filters, cursor);
  if (!list) return WRONG_CURSOR;
  const beyond = list.after && { at: list.after.key, id: Number(list.after.id.slice(4)) };
  const rows = await auditPage(db, filters, beyond, PAGE + 1);
  return done(list.page(rows, PAGE, (last) => ({ key: last.at, id: cursorId(last.id) })));
}

/** Returns all existing actions by jumping through the index. */
export async function auditActions(db: Database): Promise<string[]> {
  const rows = await db.all<{ action: string }>(sql`WITH RECURSIVE found(action) AS (
      SELECT min(action) FROM audit_log
      UNION ALL SELECT (SELECT min(l.action) FROM audit_log l WHERE l.action > found.action) FROM found
        WHERE found.action IS NOT NULL)
    SELECT action FROM found WHERE action IS NOT NULL LIMIT 500`);
  return rows.map((row) => row.action);
}
