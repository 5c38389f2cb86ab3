import { Hono } from "hono";
import type { SessionReply } from "#contract/account/auth";
import { currentRole } from "../../../db/sessions.ts";
import type { AppContext } from "../../../http/context.ts";
import { actorOf, requireActor, writeActorCookie } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { sessionReply } from "../../account/auth/present.ts";
import { endImpersonation } from "./permissions.ts";

export const impersonationRoutes = new Hono<AppContext>()
  /** End the impersonation of a user and return the session of the staff member. */
  .post("/end", requireActor, throttle("viewing-end", 60, 10 * 60_000, "account"), async (c) => {
    const services = c.get("services");
    const { id, session_id, impersonatedBy: viewing } = actorOf(c);
    if (viewing) {
      await endImpersonation(services, session_id, viewing.by, id);
      await writeActorCookie(c, { id: viewing.by, role: await currentRole(services.db, viewing.by), session_id });
    }
    return c.json<SessionReply, 200>(await sessionReply(services, viewing?.by ?? id), 200);
  });
