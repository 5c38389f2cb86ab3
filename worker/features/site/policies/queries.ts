/** Writes the policies from their documents and the site's facts (D90). */
import type { IntegrationName } from "#contract/site/integrations";
import type { PolicyPage } from "#contract/site/policies";
import { type PolicyFacts, policyValues } from "#domain/site/policies/values";
import { paymentsMode } from "../../../adapters/card-stripe.ts";
import { mapStyleUrl } from "../../../adapters/map-style.ts";
import { siteSettings, supportEmail } from "../../../db/site-settings.ts";
import type { AppEnv } from "../../../env.ts";
import { IsolateCache } from "../../../isolate-cache.ts";
import type { Services } from "../../../services.ts";
import { describeIntegration } from "../integrations/present.ts";
import accessibility from "./accessibility.md";
import automated_decisions from "./automated-decisions.md";
import howwedecide from "./how-we-decide.md";
import privacy from "./privacy.md";
import { renderPolicy } from "./render.ts";
import terms from "./terms.md";

/** By the path of their page. */
const DOCUMENTS = { privacy, terms, howwedecide, accessibility };
export type PolicyName = keyof typeof DOCUMENTS;

/** The company behind an address in the configuration; Twilio by its name. */
function companyAt(address: string): string {
  const { hostname } = new URL(address);
  return hostname === "api.twilio.com" ? "Twilio" : hostname;
}

function receiversOf(env: AppEnv): PolicyFacts["receivers"] {
  const isOn = (name: IntegrationName) => describeIntegration(env, name).state === "on";
  const style = mapStyleUrl(env);
  return {
    stripe: isOn("stripe"),
    google: isOn("google"),
    mail: isOn("mail"),
    sms: isOn("sms") ? companyAt(env.SMS_BASE_URL) : null,
    prices: isOn("prices"),
    push: isOn("push"),
    maps: style && companyAt(style),
  };
}

/** Rendered once for each version of the settings; everything else is the same for an isolate's lifetime. */
const rendered = new IsolateCache<Map<string, PolicyPage>>();

/** Returns a policy as the settings now make it. */
export async function policyPage(services: Services, name: PolicyName): Promise<PolicyPage> {
  const { env } = services;
  const settings = await siteSettings(services);
  const pages = rendered.get() ?? new Map<string, PolicyPage>();
  rendered.set(pages);
  const key = `${name} ${settings.version}`;
  const known = pages.get(key);
  if (known) return known;
  const values = policyValues({
    settings,
    support_email: await supportEmail(services),
    cards: paymentsMode(env) !== "off",
    receivers: receiversOf(env),
  });
  // The name is a condition too: /Privacy says more of each automated decision.
  const page = renderPolicy(DOCUMENTS[name], { ...values, [name]: true }, { automated_decisions });
  pages.set(key, page);
  return page;
}

/** Whether a page of this path is a policy. */
export const isPolicy = (path: string): path is PolicyName => Object.hasOwn(DOCUMENTS, path);
