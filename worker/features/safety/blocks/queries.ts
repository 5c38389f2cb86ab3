/** A user's own blocks. Being blocked by someone is never read here. */
import { sql } from "drizzle-orm";
import { done, type Result } from "#domain/result";
import type { Database } from "../../../db/client.ts";
import { type CursorPage, cursorList } from "../../../http/cursor-list.ts";
import { WRONG_CURSOR } from "../../../http/wrong-cursor.ts";

export interface BlockRow {
  blocked_id: string;
  full_name: string;
  at: number;
}

export const BLOCKS_PAGE = 50;

/** Returns one page of a user's blocks, latest first. */
export async function listBlocks(
  db: Database,
  blockerId: string,
  cursor: string | undefined,
): Promise<Result<CursorPage<BlockRow>>> {
  const list = cursorList("blocks", { blocker: blockerId }, cursor);
  if (!list) return WRONG_CURSOR;
  const { after } = list;
  const rows = await db.all<BlockRow>(sql`SELECT b.blocked_id, p.full_name, b.at
    FROM blocks b JOIN profiles p ON p.id = b.blocked_id
    WHERE b.blocker_id = ${blockerId} ${after ? sql`AND (b.at, b.blocked_id) < (${after.key}, ${after.id})` : sql``}
    ORDER BY b.at DESC, b.blocked_id DESC LIMIT ${BLOCKS_PAGE + 1}`);
  return done(list.page(rows, BLOCKS_PAGE, (last) => ({ key: last.at, id: last.blocked_id })));
}
