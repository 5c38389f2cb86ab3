import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../env.ts";
import type { AppContext } from "./context.ts";

let applied: Promise<void> | undefined;

/** Once per isolate; the Migrator object makes it once altogether. A failure is forgotten so that the next request retries. */
export function ensureMigrated(env: Pick<AppEnv, "MIGRATOR">): Promise<void> {
  applied ??= env.MIGRATOR.getByName("migrator")
    .migrate()
    .then(() => undefined)
    .catch((error: unknown) => {
      applied = undefined;
      throw error;
    });
  return applied;
}

export const migrationsApplied = createMiddleware<AppContext>(async (c, next) => {
  await ensureMigrated(c.env);
  await next();
});
