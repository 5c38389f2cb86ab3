import { DurableObject } from "cloudflare:workers";
import { migrationRetryDelay } from "#domain/site/migration-retry";
import { applyMigrations, type Migration, MigrationError, pendingMigrations } from "../worker/db/apply-migrations.ts";
import { MIGRATIONS } from "../worker/db/migrations.generated.ts";

export interface MigrationFailure {
  name: string;
  error: string;
  attempts: number;
  /** Earliest time of the next try, epoch milliseconds. */
  retry_at: number;
}

/** What the Worker may call on the migrator. */
export interface MigratorRpc extends Rpc.DurableObjectBranded {
  /**
   * Applies the pending migrations of `wanted`, one caller after the other. Returns null when none is pending
   * afterwards.
   */
  migrate(wanted?: Migration[]): Promise<MigrationFailure | null>;
}

/** Storage key of the last failed migration, so that a restart does not shorten the wait. */
const FAILED = "failed";

interface Failed {
  migration: Migration;
  failure: MigrationFailure;
}

const sameMigration = (a: Migration, b: Migration | undefined) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Migrates the database. There is a single object of this class, so each migration runs once, however many cold
 * requests arrive together. It runs the statements that its caller sends, because the platform may keep this object on
 * older code than the calling Worker.
 */
export class Migrator extends DurableObject<{ DB: D1Database }> implements MigratorRpc {
  #last: Promise<unknown> = Promise.resolve();

  async migrate(wanted: Migration[] = MIGRATIONS): Promise<MigrationFailure | null> {
    const run = this.#last.then(() => this.#migrate(wanted));
    this.#last = run.catch(() => undefined);
    return run;
  }

  async #migrate(wanted: Migration[]): Promise<MigrationFailure | null> {
    const { kv } = this.ctx.storage;
    const [next] = await pendingMigrations(this.env.DB, wanted);
    if (next === undefined) return null;
    const last = kv.get<Failed>(FAILED);
    // A corrected migration is a different one, and is tried at once.
    if (last && Date.now() < last.failure.retry_at && sameMigration(last.migration, next)) return last.failure;
    try {
      await applyMigrations(this.env.DB, wanted);
      kv.delete(FAILED);
      return null;
    } catch (error) {
      if (!(error instanceof MigrationError)) throw error;
      const { migration, message } = error;
      const attempts = last && sameMigration(last.migration, migration) ? last.failure.attempts + 1 : 1;
      const retry_at = Date.now() + migrationRetryDelay(attempts);
      const failure: MigrationFailure = { name: migration.name, error: message, attempts, retry_at };
      kv.put<Failed>(FAILED, { migration, failure });
      return failure;
    }
  }
}
