/** Settles a user's overdue orders when their session is loaded, after the response (D33). */
import { createMiddleware } from "hono/factory";
import type { Actor, AppContext } from "../../http/context.ts";
import type { Services } from "../../services.ts";
import { settleOverdueOrdersOf } from "./jobs.ts";

export async function settleOrdersOf(services: Services, actor: Actor | null): Promise<void> {
  if (actor && !actor.impersonatedBy) await settleOverdueOrdersOf(services, actor.id);
}

export const settleOrdersAfterSession = createMiddleware<AppContext>(async (c, next) => {
  await next();
  const services = c.get("services");
  services.defer(settleOrdersOf(services, c.get("actor")));
});
