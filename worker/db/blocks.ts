import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { blocks } from "./schema/safety.ts";

/** Returns whether the first user has blocked the second. */
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
