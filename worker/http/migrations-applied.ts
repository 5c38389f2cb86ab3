import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../env.ts";
import { loadedOnce } from "../isolate-cache.ts";
import type { AppContext } from "./context.ts";

/** Once per isolate; the Migrator object makes it once altogether. */
export const ensureMigrated = loadedOnce(async (env: Pick<AppEnv, "MIGRATOR">): Promise<void> => {
  await env.MIGRATOR.getByName("migrator").migrate();
});

export const migrationsApplied = createMiddleware<AppContext>(async (c, next) => {
  await ensureMigrated(c.env);
  await next();
});
