import { DurableObject } from "cloudflare:workers";
import { applyMigrations } from "../worker/db/apply-migrations.ts";
import type { AppEnv } from "../worker/env.ts";

/**
 * The one place that migrates the database. A single object of this class exists, so however many cold requests arrive
 * together, each migration runs once.
 */
export class Migrator extends DurableObject<AppEnv> {
  #running: Promise<number> | undefined;

  /** @returns how many migrations this call (or the one it joined) applied. */
  async migrate(): Promise<number> {
    this.#running ??= applyMigrations(this.env.DB).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }
}
