import { type SQL, sql } from "drizzle-orm";
import type { Database } from "./client.ts";

const AT_ONCE = 1_000;
const ROUNDS = 20;

/**
 * Deletes the rows of a table that match `old`, a thousand at a time. Limited per run; the next one continues.
 * @returns how many were deleted.
 */
export async function deleteInRounds(db: Database, table: string, old: SQL): Promise<number> {
  const name = sql.identifier(table);
  let removed = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const { meta } = await db.run(
      sql`DELETE FROM ${name} WHERE rowid IN (SELECT rowid FROM ${name} WHERE ${old} LIMIT ${AT_ONCE})`,
    );
    removed += meta.changes;
    if (meta.changes < AT_ONCE) break;
  }
  return removed;
}
