import { DurableObject } from "cloudflare:workers";
import { MIGRATIONS } from "../worker/db/migrations.generated.ts";
import type { AppEnv } from "../worker/env.ts";

/**
 * Applies pending D1 migrations. One object of this class exists, so however many cold requests arrive together, each
 * migration runs once: its statements and the row that records it are one D1 batch, which is one transaction. The
 * record table is wrangler's own, so `wrangler d1 migrations list` agrees.
 */
export class Migrator extends DurableObject<AppEnv> {
  #running: Promise<number> | undefined;

  /** @returns how many migrations this call (or the one it joined) applied. */
  async migrate(): Promise<number> {
    this.#running ??= this.#apply().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #apply(): Promise<number> {
    const { DB } = this.env;
    await DB.prepare(
      "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
    ).run();
    const { results } = await DB.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
    const applied = new Set(results.map((row) => row.name));
    const pending = MIGRATIONS.filter((migration) => !applied.has(migration.name));
    for (const migration of pending) {
      await DB.batch([
        DB.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(migration.name),
        ...migration.statements.map((statement) => DB.prepare(statement)),
      ]);
    }
    return pending.length;
  }
}
