import { type SQL, sql } from "drizzle-orm";

/**
 * Condition: a report of a missed collection counts. A contested one counts only once staff have upheld it (D56).
 * @param table alias of `failed_collections`.
 */
export function countsAsNoShow(table: string): SQL {
  const t = sql.raw(table);
  return sql`${t}.kind = 'no_show' AND (${t}.contested_at IS NULL OR ${t}.outcome = 'upheld')`;
}
