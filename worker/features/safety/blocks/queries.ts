/** A user's own blocks. Being blocked by someone is never read here. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import { done, type Result } from "#domain/result";
import type { Database } from "../../../db/client.ts";
import { blocks } from "../../../db/schema/safety.ts";
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

export async function hasBlocked(db: Database, blockerId: string, blockedId: string): Promise<boolean> {
  const found = await db
    .select({ at: blocks.at })
    .from(blocks)
    .where(and(eq(blocks.blocker_id, blockerId), eq(blocks.blocked_id, blockedId)));
  return found.length > 0;
}

/** Condition: one of the two users has blocked the other. Takes ids or columns. */
export function eitherBlocked(a: SQL | string, b: SQL | string): SQL {
  return sql`(EXISTS (SELECT 1 FROM blocks WHERE (blocker_id = ${a} AND blocked_id = ${b})
    OR (blocker_id = ${b} AND blocked_id = ${a}))
    OR EXISTS (SELECT 1 FROM profiles gone WHERE gone.id IN (${a}, ${b}) AND gone.erased_at IS NOT NULL))`;
}

/** Returns whether either user has blocked the other. It does not say which one, because a block is private. */
export async function blockedBetween(db: Database, a: string, b: string): Promise<boolean> {
  const [row] = await db.all<{ blocked: number }>(sql`SELECT ${eitherBlocked(a, b)} AS blocked`);
  return row?.blocked === 1;
}
