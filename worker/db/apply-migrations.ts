import { MIGRATIONS } from "./migrations.generated.ts";

/** When the database got its first migration, in UTC ms. */
export function createdStatement(db: D1Database): D1PreparedStatement {
  return db.prepare("SELECT unixepoch(min(applied_at)) * 1000 AS at FROM d1_migrations");
}

/**
 * Applies the pending migrations in order and returns how many there were. Each one is a single D1 batch with the row
 * that records it, so it happens whole or not at all. The record table is wrangler's own: `wrangler d1 migrations list`
 * agrees. Callers make sure that only one of them runs at a time. A restore applies those its backup knew first.
 */
export async function applyMigrations(db: D1Database, migrations = MIGRATIONS): Promise<number> {
  await db
    .prepare(
      "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
    )
    .run();
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map((row) => row.name));
  const pending = migrations.filter((migration) => !applied.has(migration.name));
  for (const migration of pending) {
    await db.batch([
      db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(migration.name),
      ...migration.statements.map((statement) => db.prepare(statement)),
    ]);
  }
  return pending.length;
}
