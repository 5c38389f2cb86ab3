import { eq } from "drizzle-orm";
import { Hono } from "hono";
import { MESSAGES } from "#contract/copy";
import { INTEGRATIONS, type IntegrationCheck, type IntegrationsReply } from "#contract/site/integrations";
import { refuse } from "#domain/result";
import { auditInsert } from "../../../db/audit-log.ts";
import { profiles } from "../../../db/schema/account.ts";
import type { AppContext } from "../../../http/context.ts";
import { respondRefusal } from "../../../http/errors.ts";
import { actorOf, requireStaff } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { checkIntegration } from "./check.ts";
import { describeIntegration } from "./state.ts";

const TEN_MINUTES = 10 * 60_000;

export const integrationRoutes = new Hono<AppContext>()
  /** List the external services and how each is configured. */
  .get("/", requireStaff, async (c) => {
    const { env, now } = c.get("services");
    const integrations = INTEGRATIONS.map((name) => describeIntegration(env, name));
    return c.json<IntegrationsReply, 200>({ integrations, server_now: now() }, 200);
  })
  /** Check an external service now. Returns whether it answered, never any key. */
  .post("/:integration/check", requireStaff, throttle("admin:integrations", 30, TEN_MINUTES, "account"), async (c) => {
    const services = c.get("services");
    const { id } = actorOf(c);
    const name = INTEGRATIONS.find((one) => one === c.req.param("integration"));
    const [staff] = await services.db.select({ email: profiles.email }).from(profiles).where(eq(profiles.id, id));
    if (!name || !staff) return respondRefusal(c, refuse("not_found", MESSAGES.notFound));
    const check = await checkIntegration(services, name, staff);
    await auditInsert(services.db, {
      actor_id: id,
      action: "integration_checked",
      subject: name,
      details: { ok: check.ok },
      at: services.now(),
    });
    return c.json<IntegrationCheck, 200>(check, 200);
  });
