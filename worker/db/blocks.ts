import { type SQL, sql } from "drizzle-orm";
import type { Database } from "./client.ts";

/** Condition: one of the two users has blocked the other. Takes ids or columns. */
export function eitherBlocked(a: SQL | string, b: SQL | string): SQL {
  return sql`EXISTS (SELECT 1 FROM blocks WHERE (blocker_id = ${a} AND blocked_id = ${b})
    OR (blocker_id = ${b} AND blocked_id = ${a}))`;
}

/** Returns whether either user has blocked the other. It does not say which one, because a block is private. */
export async function blockedBetween(db: Database, a: string, b: string): Promise<boolean> {
  const [row] = await db.all<{ blocked: number }>(sql`SELECT ${eitherBlocked(a, b)} AS blocked`);
  return row?.blocked === 1;
}
