import { type SQL, sql } from "drizzle-orm";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";

const dialect = new SQLiteAsyncDialect();

/**
 * Runs statements in one transaction and one round trip, and returns the rows of each, in order. Drizzle's own batch
 * does not support `sql` statements with parameters, because it binds them to a prepared statement that raw queries do
 * not have.
 */
export async function batchAll<Rows extends readonly object[]>(
  d1: D1Database,
  statements: { [K in keyof Rows]: SQL },
): Promise<{ [K in keyof Rows]: Rows[K][] }> {
  const prepared = (statements as readonly SQL[]).map((statement) => {
    const query = dialect.sqlToQuery(statement);
    return d1.prepare(query.sql).bind(...query.params);
  });
  const replies = await d1.batch(prepared);
  return replies.map((reply) => reply.results) as { [K in keyof Rows]: Rows[K][] };
}

/** Converts a statement with question marks to `SQL`, for `batchAll`. */
export function boundSql(statement: { sql: string; params: readonly (string | number)[] }): SQL {
  const [first = "", ...rest] = statement.sql.split("?");
  return rest.reduce((whole, text, index) => sql`${whole}${statement.params[index]}${sql.raw(text)}`, sql.raw(first));
}
