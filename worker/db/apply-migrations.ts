import { type SQL, sql } from "drizzle-orm";
import { batch, connect } from "./client.ts";
import { MIGRATIONS } from "./migrations.generated.ts";

/** Returns a query for the time of the first migration (UTC ms). */
export function firstMigrationQuery(): SQL {
  return sql`SELECT unixepoch(min(applied_at)) * 1000 AS at FROM d1_migrations`;
}

export interface Migration {
  name: string;
  statements: string[];
}

/** A migration that D1 refused. None of its statements took effect. */
export class MigrationError extends Error {
  readonly migration: Migration;
  constructor(migration: Migration, cause: unknown) {
    super(`${migration.name}: ${String(cause)}`, { cause });
    this.migration = migration;
  }
}

/** Returns the migrations that D1 has not recorded, in order. One read; on an empty database it returns all. */
export async function pendingMigrations(db: D1Database, wanted: readonly Migration[]): Promise<Migration[]> {
  const applied = await connect(db)
    .all<{ name: string }>(sql`SELECT name FROM d1_migrations`)
    .then(
      (rows) => new Set(rows.map((row) => row.name)),
      (error: Error) => {
        if (String(error.cause ?? error).includes("no such table: d1_migrations")) return new Set<string>();
        throw error;
      },
    );
  return wanted.filter((migration) => !applied.has(migration.name));
}

/**
 * Applies the pending migrations in order. Each is one D1 batch together with the row that records it, so it is applied
 * completely or not at all. The table is wrangler's, so that `wrangler d1 migrations list` agrees. Callers ensure that
 * only one call runs at a time. A restore first applies the migrations that its backup contains.
 */
export async function applyMigrations(db: D1Database, wanted: readonly Migration[] = MIGRATIONS): Promise<void> {
  const client = connect(db);
  await client.run(sql`CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
    applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`);
  for (const migration of await pendingMigrations(db, wanted)) {
    await batch(client, [
      sql`INSERT INTO d1_migrations (name) VALUES (${migration.name})`,
      ...migration.statements.map((statement) => sql.raw(statement)),
    ]).catch((error: unknown) => {
      throw new MigrationError(migration, error);
    });
  }
}
