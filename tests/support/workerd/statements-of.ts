import { type Database, type Query, toText } from "../../../worker/db/client.ts";

/** Returns the statements that `read` runs, against a database that returns no rows. */
export async function statementsOf(read: (db: Database) => Promise<unknown>) {
  const statements: { sql: string; params: unknown[] }[] = [];
  const db = {
    all: (statement: Query) => {
      statements.push(toText(statement));
      return Promise.resolve([]);
    },
    $client: {
      prepare: (sql: string) => ({ bind: (...params: unknown[]) => ({ sql, params }) }),
      batch: (list: { sql: string; params: unknown[] }[]) => {
        statements.push(...list);
        return Promise.resolve(list.map(() => ({ results: [] })));
      },
    },
  };
  await read(db as unknown as Database);
  return statements;
}
