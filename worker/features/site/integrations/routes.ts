import { Hono } from "hono";
import { INTEGRATIONS, type IntegrationCheck, type IntegrationsReply } from "#contract/site/integrations";
import type { AppContext } from "../../../http/context.ts";
import { found } from "../../../http/errors.ts";
import { actorOf, requireStaff } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { checkAndRecord } from "./integrations.ts";
import { describeIntegration } from "./present.ts";

export const integrationRoutes = new Hono<AppContext>()
  /** List the external services and how each is configured. */
  .get("/", requireStaff, async (c) => {
    const { env, now } = c.get("services");
    const integrations = INTEGRATIONS.map((name) => describeIntegration(env, name));
    return c.json<IntegrationsReply, 200>({ integrations, server_now: now() }, 200);
  })
  /** Check an external service now. Returns whether it answered, never any key. */
  .post("/:integration/check", requireStaff, throttle("admin:integrations"), async (c) => {
    const services = c.get("services");
    const { id } = actorOf(c);
    const name = INTEGRATIONS.find((one) => one === c.req.param("integration"));
    return c.json<IntegrationCheck, 200>(await checkAndRecord(services, id, found(name)), 200);
  });
