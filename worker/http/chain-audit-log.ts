import { createMiddleware } from "hono/factory";
import { chainAuditLog } from "../db/audit-log.ts";
import { errorText, log } from "../log.ts";
import type { AppContext } from "./context.ts";

/** Adds an action of staff, or the use of a link, to the hash chain after the response; cron adds entries that were missed. */
export const chainAuditLogAfterResponse = createMiddleware<AppContext>(async (c, next) => {
  await next();
  if (c.req.method === "GET" || c.req.method === "HEAD" || !c.res.ok) return;
  const { db, defer } = c.get("services");
  defer(
    chainAuditLog(db).catch((error: unknown) => {
      log("warn", { message: "audit log not sealed yet", error: errorText(error) });
    }),
  );
});
