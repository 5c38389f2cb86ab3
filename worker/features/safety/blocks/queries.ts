/** A user's own blocks. Being blocked by someone is never read here. */
import { and, eq, sql } from "drizzle-orm";
import { decodeCursor, encodeCursor } from "#domain/cursor";
import type { Database } from "../../../db/client.ts";
import { blocks } from "../../../db/schema/safety.ts";

export interface BlockRow {
  blocked_id: string;
  full_name: string;
  at: number;
}

const ORDER = "blocks";
export const BLOCKS_PAGE = 50;

/** Lists a user's blocks, latest first. Null for a cursor of another list. */
export async function listBlocks(db: Database, blockerId: string, cursor: string | undefined) {
  const filters = { blocker: blockerId };
  const after = cursor === undefined ? null : decodeCursor(cursor, ORDER, filters);
  if (cursor !== undefined && after === null) return null;
  const rows = await db.all<BlockRow>(sql`SELECT b.blocked_id, p.full_name, b.at
    FROM blocks b JOIN profiles p ON p.id = b.blocked_id
    WHERE b.blocker_id = ${blockerId} ${after ? sql`AND (b.at, b.blocked_id) < (${after.key}, ${after.id})` : sql``}
    ORDER BY b.at DESC, b.blocked_id DESC LIMIT ${BLOCKS_PAGE + 1}`);
  const shown = rows.slice(0, BLOCKS_PAGE);
  const last = rows.length > BLOCKS_PAGE ? shown.at(-1) : undefined;
  return {
    rows: shown,
    next_cursor: last ? encodeCursor(ORDER, filters, { key: last.at, id: last.blocked_id }) : null,
  };
}

export async function hasBlocked(db: Database, blockerId: string, blockedId: string): Promise<boolean> {
  const found = await db
    .select({ at: blocks.at })
    .from(blocks)
    .where(and(eq(blocks.blocker_id, blockerId), eq(blocks.blocked_id, blockedId)));
  return found.length > 0;
}
