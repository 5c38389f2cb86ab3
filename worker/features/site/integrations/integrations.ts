/**
 * Checks an external service. The reply is always one of our own sentences: the service's text may contain part of a
 * key, and goes to the log, scrubbed.
 */

import { eq } from "drizzle-orm";
import Stripe from "stripe";
import type { IntegrationCheck, IntegrationName } from "#contract/site/integrations";
import { mailTransport } from "../../../adapters/email.ts";
import { priceFeed } from "../../../adapters/price-feed.ts";
import { smsSender } from "../../../adapters/sms.ts";
import { insertAuditEntry } from "../../../db/audit-log.ts";
import { profiles } from "../../../db/schema/account.ts";
import { pushSubscriptions } from "../../../db/schema/notifications.ts";
import { found } from "../../../http/errors.ts";
import { errorText, log } from "../../../log.ts";
import type { Services } from "../../../services.ts";
import { composeEmail } from "../../notifications/email/emails.ts";
import { pushKeys } from "../../notifications/push-keys.ts";
import { describeIntegration } from "./present.ts";

const TIMEOUT_MS = 8_000;

/** Thrown with a message that may be shown. */
class Plain extends Error {}

type Check = (services: Services, staff: { email: string }) => Promise<string>;

const CHECKS: Record<IntegrationName, Check> = {
  async stripe({ stripe, env }) {
    const client = stripe();
    if (!client) throw new Plain("Card payments are off. Set the 3 keys first.");
    try {
      await client.refunds.list({ limit: 1 }, { timeout: TIMEOUT_MS, maxNetworkRetries: 0 });
    } catch (error) {
      if (error instanceof Stripe.errors.StripeAuthenticationError)
        throw new Plain("Stripe doesn't recognise the secret key.");
      if (error instanceof Stripe.errors.StripePermissionError)
        throw new Plain("The secret key can't read refunds. Goodstreet needs that permission.");
      throw error;
    }
    return env.PAYMENTS === "emulator" ? "The emulator is working." : "Stripe is working and accepts the secret key.";
  },
  async google({ env }) {
    const issuer = env.GOOGLE_ISSUER.replace(/\/+$/, "");
    const reply = await fetch(`${issuer}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const metadata = reply.ok ? ((await reply.json()) as { issuer?: unknown; token_endpoint?: unknown }) : null;
    if (!reply.ok) await reply.body?.cancel();
    if (metadata?.issuer !== issuer || !metadata.token_endpoint) {
      throw new Plain(`The issuer answered ${reply.status} without its configuration.`);
    }
    return env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET
      ? "The issuer is working. The first sign-in will show whether it accepts the client."
      : "The issuer is working. Sign-in stays off until you set the client's ID and secret.";
  },
  async mail({ env }, staff) {
    const words = composeEmail({
      subject: "A test from Integrations",
      paragraphs: ["This is a test email from the live check. If you can read it, email is working."],
    });
    const outcome = await mailTransport(env).deliver({ to: staff.email, ...words, unsubscribe_url: null });
    return outcome === "sent"
      ? `The email service accepted a test email to ${staff.email}. Check that it arrives.`
      : "The outbox is working. Emails are stored here.";
  },
  async sms({ env }) {
    const sender = smsSender(env);
    if (!sender) throw new Plain("No SMS provider is set up, so nobody can confirm a phone number.");
    await sender.check();
    return env.SMS_TRANSPORT === "outbox"
      ? "The outbox is working. Texts are stored here."
      : "The SMS provider is working and accepts the token.";
  },
  async prices({ env }) {
    const feed = priceFeed(env);
    if (!feed) return "Fixed prices don't need a service.";
    await feed.read();
    return "The price feed has a price for every coin.";
  },
  async push(services) {
    const keys = await pushKeys(services);
    const raw = Uint8Array.from(atob(keys.public_key.replaceAll("-", "+").replaceAll("_", "/")), (c) =>
      c.charCodeAt(0),
    );
    await crypto.subtle.importKey("raw", raw, { name: "ECDSA", namedCurve: "P-256" }, true, ["verify"]);
    const devices = await services.db.$count(pushSubscriptions);
    return `The keys are valid. ${devices === 1 ? "One browser has" : `${devices} browsers have`} push notifications on.`;
  },
};

function sentence(error: unknown): string {
  if (error instanceof Plain) return error.message;
  if (error instanceof DOMException && error.name === "TimeoutError") return "It didn't answer in time.";
  const status = /answered (\d{3})/.exec(errorText(error))?.[1];
  return status ? `It answered with status ${status}.` : "We couldn't reach it. See the log for details.";
}

/** Checks a service for a staff member and records it in the audit log. */
export async function checkAndRecord(
  services: Services,
  staffId: string,
  name: IntegrationName,
): Promise<IntegrationCheck> {
  const { db, now } = services;
  const [staff] = await db.select({ email: profiles.email }).from(profiles).where(eq(profiles.id, staffId));
  const check = await checkIntegration(services, name, found(staff));
  const details = { ok: check.ok };
  await db.run(
    insertAuditEntry({ actor_id: staffId, action: "integration_checked", subject: name, details, at: now() }),
  );
  return check;
}

/** Checks a service. Never throws: a service that is down is a result. */
export async function checkIntegration(
  services: Services,
  name: IntegrationName,
  staff: { email: string },
): Promise<IntegrationCheck> {
  const { now, env } = services;
  const started = now();
  const done = (ok: boolean, message: string): IntegrationCheck => ({
    name,
    ok,
    ms: now() - started,
    message,
    checked_at: now(),
  });
  try {
    return done(true, await CHECKS[name](services, staff));
  } catch (error) {
    log("warn", {
      message: "integration check",
      name,
      state: describeIntegration(env, name).state,
      error: errorText(error),
    });
    return done(false, sentence(error));
  }
}
