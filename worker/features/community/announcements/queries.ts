/** Reads of announcements: what is published now, newest first, and how much of it is unread. */
import { sql } from "drizzle-orm";
import type { StaffAnnouncement } from "#contract/community/announcements";
import { done, type Result } from "#domain/result";
import { isShown, seenBy } from "../../../db/bar-counts.ts";
import type { Database } from "../../../db/client.ts";
import { type CursorPage, cursorList } from "../../../http/cursor-list.ts";
import { WRONG_CURSOR } from "../../../http/wrong-cursor.ts";

export interface AnnouncementRow extends Omit<StaffAnnouncement, "author"> {
  author_name: string;
}

interface ListedRow {
  id: string;
  title: string;
  source: string;
  published_at: number;
  seen_at: number | null;
}

/** Returns one page of published announcements, with how far the viewer has read. */
export async function listPublished(
  db: Database,
  { viewerId, cursor, limit, now }: { viewerId: string | null; cursor: string | undefined; limit: number; now: number },
): Promise<Result<CursorPage<ListedRow>>> {
  const list = cursorList("announcements", {}, cursor);
  if (!list) return WRONG_CURSOR;
  const { after } = list;
  const rows = await db.all<ListedRow>(
    sql`SELECT a.id, a.title, a.source, a.published_at,
      ${seenBy(viewerId)} AS seen_at
    FROM announcements a WHERE ${isShown(now)}
      ${after ? sql`AND (a.published_at, a.id) < (${after.key}, ${after.id})` : sql``}
    ORDER BY a.published_at DESC, a.id DESC LIMIT ${limit + 1}`,
  );
  return done(list.page(rows, limit, (last) => ({ key: last.published_at, id: last.id })));
}

/** Returns an announcement that is published now, or null. */
export async function findPublished(
  db: Database,
  id: string,
  now: number,
): Promise<{ id: string; title: string; source: string; published_at: number; updated_at: number } | null> {
  const [row] = await db.all<{ id: string; title: string; source: string; published_at: number; updated_at: number }>(
    sql`SELECT a.id, a.title, a.source, a.published_at, a.updated_at FROM announcements a
      WHERE a.id = ${id} AND ${isShown(now)}`,
  );
  return row ?? null;
}

const staffColumns = sql`a.id, a.title, a.source, a.html, a.published_at, a.ends_at, a.created_at, a.updated_at,
  p.full_name AS author_name`;

/** For staff: includes drafts and ended announcements, newest first. */
export async function listForStaff(
  db: Database,
  cursor: string | undefined,
  limit: number,
): Promise<Result<CursorPage<AnnouncementRow>>> {
  const list = cursorList("announcements-staff", {}, cursor);
  if (!list) return WRONG_CURSOR;
  const { after } = list;
  const rows = await db.all<AnnouncementRow>(sql`SELECT ${staffColumns} FROM announcements a
    JOIN profiles p ON p.id = a.author_id
    ${after ? sql`WHERE (a.created_at, a.id) < (${after.key}, ${after.id})` : sql``}
    ORDER BY a.created_at DESC, a.id DESC LIMIT ${limit + 1}`);
  return done(list.page(rows, limit, (last) => ({ key: last.created_at, id: last.id })));
}

export async function findForStaff(db: Database, id: string): Promise<AnnouncementRow | null> {
  const [row] = await db.all<AnnouncementRow>(sql`SELECT ${staffColumns} FROM announcements a
    JOIN profiles p ON p.id = a.author_id WHERE a.id = ${id}`);
  return row ?? null;
}
