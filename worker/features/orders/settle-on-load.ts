/** Settles a user's overdue orders when their session loads and when they sign in, before the reply (D33). */
import { createMiddleware } from "hono/factory";
import type { SessionReply } from "#contract/account/auth";
import type { Actor, AppContext } from "../../http/context.ts";
import { errorText, log } from "../../log.ts";
import type { Services } from "../../services.ts";
import { currentSession } from "../account/auth/present.ts";
import { settleOverdueOrdersOf } from "./jobs.ts";

/** Whether something was settled. A failure must not keep the user out; cron tries again. */
async function settleOrdersOf(services: Services, actor: Actor): Promise<boolean> {
  if (actor.impersonatedBy) return false;
  try {
    return await settleOverdueOrdersOf(services, actor.id);
  } catch (error) {
    log("error", { message: "overdue orders not settled", user: actor.id, error: errorText(error) });
    return false;
  }
}

/** Returns the session of the request's user, as it is after their overdue orders have been settled. */
export async function settledSession(services: Services, actor: Actor | null): Promise<SessionReply> {
  if (!actor) return currentSession(services, null);
  const [session, settled] = await Promise.all([currentSession(services, actor), settleOrdersOf(services, actor)]);
  return settled ? currentSession(services, actor) : session;
}

/** For routes that reply with a session: makes the reply anew if something was overdue. */
export const settleOrdersWithSession = createMiddleware<AppContext>(async (c, next) => {
  await next();
  const services = c.get("services");
  const actor = c.get("actor");
  // Another status has no session: a refusal, or a second factor that comes first.
  if (!actor || c.res.status !== 200 || !(await settleOrdersOf(services, actor))) return;
  c.res = Response.json(await currentSession(services, actor));
});
