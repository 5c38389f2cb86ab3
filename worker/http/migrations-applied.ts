import { createMiddleware } from "hono/factory";
import { MESSAGES } from "#contract/copy";
import { refuse } from "#domain/result";
import { pendingMigrations } from "../db/apply-migrations.ts";
import { MIGRATIONS } from "../db/migrations.generated.ts";
import type { AppEnv } from "../env.ts";
import { IsolateCache } from "../isolate-cache.ts";
import { errorText, log } from "../log.ts";
import type { Services } from "../services.ts";
import type { AppContext, Ctx } from "./context.ts";
import { respondRefusal } from "./errors.ts";
import { near } from "./location.ts";

/** A migration of this Worker that D1 does not have yet. Until then the database has an earlier schema. */
export interface PendingMigration {
  name: string;
  /** When this isolate checks again, epoch milliseconds. */
  retry_at: number;
}

interface MigrationServices extends Pick<Services, "now" | "defer"> {
  env: Pick<AppEnv, "DB" | "MIGRATOR" | "LOCATION_HINT">;
}

/**
 * Delay of the next check when the Migrator object did not name one, because it runs older code or could not be called.
 */
const ASK_AGAIN_MS = 5_000;

/** Result of the last check. Only "nothing pending" is valid for the lifetime of the isolate. */
const found = new IsolateCache<{ pending: PendingMigration | null }>();
const running = new IsolateCache<Promise<PendingMigration | null>>();

/**
 * Applies pending migrations. Returns null once D1 has them all. Only the first request of an isolate waits; later
 * attempts run in parallel with requests.
 */
export async function ensureMigrated(services: MigrationServices): Promise<PendingMigration | null> {
  const last = found.get();
  if (last && (last.pending === null || services.now() < last.pending.retry_at)) return last.pending;
  const check = running.get() ?? startCheck(services);
  return last ? last.pending : check;
}

/**
 * Starts a check shared by the requests of this isolate. It outlives the request that started it, which may be
 * cancelled.
 */
function startCheck(services: MigrationServices): Promise<PendingMigration | null> {
  const check = migrate(services)
    .then((pending) => {
      found.set({ pending });
      return pending;
    })
    .finally(() => running.set(undefined));
  running.set(check);
  services.defer(check.catch(() => undefined));
  return check;
}

/** Costs one read when nothing is pending. Otherwise calls the Migrator object and reads D1 again for the result. */
export async function migrate({ env, now }: Omit<MigrationServices, "defer">): Promise<PendingMigration | null> {
  const before = await pendingMigrations(env.DB, MIGRATIONS);
  if (before.length === 0) return null;
  const failure = await env.MIGRATOR.getByName("migrator", near(env))
    .migrate(before)
    .catch((error: unknown) => ({ error: errorText(error), attempts: null, retry_at: now() + ASK_AGAIN_MS }));
  const [next] = await pendingMigrations(env.DB, MIGRATIONS);
  if (next === undefined) return null;
  const pending = { name: next.name, retry_at: failure?.retry_at ?? now() + ASK_AGAIN_MS };
  log("error", {
    message: "migration pending",
    ...pending,
    attempts: failure?.attempts ?? null,
    error: failure?.error ?? "The Migrator object runs an older version.",
  });
  return pending;
}

function respondUpdating(c: Ctx, { retry_at }: PendingMigration) {
  const seconds = Math.max(1, Math.ceil((retry_at - c.get("services").now()) / 1000));
  return respondRefusal(c, refuse("unavailable", MESSAGES.updating, { retry_after: seconds }));
}

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/** While a migration is pending, reads continue with the current schema and writes are refused. */
export const migrationsApplied = createMiddleware<AppContext>(async (c, next) => {
  const pending = await ensureMigrated(c.get("services"));
  if (pending && !READS.has(c.req.method)) return respondUpdating(c, pending);
  await next();
  // A read that needs the pending schema.
  if (pending && c.error && c.res.status === 500) c.res = respondUpdating(c, pending);
});
