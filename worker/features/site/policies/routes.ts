import { Hono } from "hono";
import type { PolicyFacts } from "#contract/site/policies";
import { RECEIVER_TEXTS, RECEIVERS, type Receiver } from "#domain/site/policies/receivers";
import { paymentsMode } from "../../../adapters/card-stripe.ts";
import { mapStyleUrl } from "../../../adapters/map-style.ts";
import { siteSettings, supportEmail } from "../../../db/site-settings.ts";
import type { AppEnv } from "../../../env.ts";
import type { AppContext } from "../../../http/context.ts";
import { describeIntegration } from "../integrations/present.ts";

/** The company behind an address in the configuration; Twilio by its name. */
function companyAt(address: string): string {
  const { hostname } = new URL(address);
  return hostname === "api.twilio.com" ? "Twilio" : hostname;
}

/** Returns the receiver with its name, or nothing while it is switched off. */
function receiver(env: AppEnv, id: Receiver): PolicyFacts["receivers"] {
  const style = mapStyleUrl(env);
  const isOn = id === "host" || (id === "maps" ? style !== null : describeIntegration(env, id).state === "on");
  if (!isOn) return [];
  const address = id === "maps" ? style : env.SMS_BASE_URL;
  return [{ id, name: RECEIVER_TEXTS[id].name ?? companyAt(address ?? "") }];
}

export const policyRoutes = new Hono<AppContext>()
  /** Get what the policies state: settings, operator, and the companies that receive data. */
  .get("/", async (c) => {
    const services = c.get("services");
    const { env } = services;
    return c.json<PolicyFacts, 200>(
      {
        settings: await siteSettings(services),
        support_email: await supportEmail(services),
        receivers: RECEIVERS.flatMap((id) => receiver(env, id)),
        cards: paymentsMode(env) !== "off",
      },
      200,
    );
  });
