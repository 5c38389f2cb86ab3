/** Support requests with their answers, for staff. */
import { sql } from "drizzle-orm";
import type { SupportStatus } from "#contract/community/support-queue";
import { done, type Result } from "#domain/result";
import type { Database } from "../../../db/client.ts";
import { type CursorPage, cursorList } from "../../../http/cursor-list.ts";
import { WRONG_CURSOR } from "../../../http/wrong-cursor.ts";
import { userJson } from "../../safety/reports/queries.ts";
import type { Asked } from "./emails.ts";

export interface SupportRow extends Asked {
  status: SupportStatus;
  created_at: number;
  /** JSON, like `answers`. */
  account: string | null;
  answers: string;
}

const supportRows = (rest: ReturnType<typeof sql>) => sql`SELECT s.*,
    CASE WHEN p.id IS NOT NULL THEN ${userJson("p")} END AS account,
    (SELECT json_group_array(json_object('by', by_name, 'message', message, 'at', at)) FROM (
      SELECT w.full_name AS by_name, a.message, a.at FROM support_answers a JOIN profiles w ON w.id = a.staff_id
      WHERE a.request_id = s.id ORDER BY a.at)) AS answers
  FROM support_requests s LEFT JOIN profiles p ON p.id = s.user_id WHERE ${rest}`;

const PAGE = 20;

/** Returns one page of support requests of one status. */
export async function listSupport(
  db: Database,
  status: SupportStatus,
  cursor: string | undefined,
): Promise<Result<CursorPage<SupportRow>>> {
  const list = cursorList(`support-${status}`, {}, cursor);
  if (!list) return WRONG_CURSOR;
  const { after } = list;
  const [beyond, direction] = status === "open" ? [sql.raw(">"), sql.raw("ASC")] : [sql.raw("<"), sql.raw("DESC")];
  const rows = await db.all<SupportRow>(
    supportRows(sql`s.status = ${status}
      ${after ? sql`AND (s.created_at, s.id) ${beyond} (${after.key}, ${after.id})` : sql``}
      ORDER BY s.created_at ${direction}, s.id ${direction} LIMIT ${PAGE + 1}`),
  );
  return done(list.page(rows, PAGE, (last) => ({ key: last.created_at, id: last.id })));
}

export async function findSupport(db: Database, id: string): Promise<SupportRow | null> {
  const [row] = await db.all<SupportRow>(supportRows(sql`s.id = ${id}`));
  return row ?? null;
}
