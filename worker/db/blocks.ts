import { sql } from "drizzle-orm";
import type { Database } from "../http/context.ts";

/** Whether either of the two has blocked the other. Which of them is nobody's business but the blocker's. */
export async function blockedBetween(db: Database, a: string, b: string): Promise<boolean> {
  const found = await db.all(sql`SELECT 1 FROM blocks WHERE (blocker_id = ${a} AND blocked_id = ${b})
    OR (blocker_id = ${b} AND blocked_id = ${a}) LIMIT 1`);
  return found.length > 0;
}
