import { sql } from "drizzle-orm";
import type { Database } from "./client.ts";

/** Returns whether either user has blocked the other. It does not say which one, because a block is private. */
export async function blockedBetween(db: Database, a: string, b: string): Promise<boolean> {
  const found = await db.all(sql`SELECT 1 FROM blocks WHERE (blocker_id = ${a} AND blocked_id = ${b})
    OR (blocker_id = ${b} AND blocked_id = ${a}) LIMIT 1`);
  return found.length > 0;
}
