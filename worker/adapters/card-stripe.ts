/**
 * The `stripe` SDK, talking to Stripe or, on a developer's machine, to the emulator of it: same client, same bytes, only
 * the function that fetches differs. The emulator is never used by anything deployed.
 */
import Stripe from "stripe";
import type { PaymentsMode } from "#contract/payments";
import {
  EMULATOR_CONNECT_WEBHOOK_SECRET,
  EMULATOR_NAME,
  EMULATOR_PUBLISHABLE_KEY,
  EMULATOR_SECRET_KEY,
  EMULATOR_WEBHOOK_SECRET,
} from "#domain/stripe-emulator";
import type { AppEnv } from "../env.ts";

type PaymentsEnv = Pick<
  AppEnv,
  "APP_ENV" | "PAYMENTS" | "STRIPE_SECRET_KEY" | "STRIPE_WEBHOOK_SECRET" | "STRIPE_PUBLISHABLE_KEY"
>;

/**
 * How cards are taken. All three keys or none: without the webhook's secret no payment would ever be believed, without
 * the publishable key none could begin. An emulator asked for in production is no payments at all.
 */
export function paymentsMode(env: PaymentsEnv): PaymentsMode {
  if (env.PAYMENTS === "emulator") return env.APP_ENV === "local" ? "emulator" : "off";
  return env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET && env.STRIPE_PUBLISHABLE_KEY ? "stripe" : "off";
}

/** What the browser may know. */
export function publishableKey(env: PaymentsEnv): string | null {
  const mode = paymentsMode(env);
  if (mode === "off") return null;
  return mode === "emulator" ? EMULATOR_PUBLISHABLE_KEY : (env.STRIPE_PUBLISHABLE_KEY ?? null);
}

/** Whether the payments here are of real money: the provider's events say the same of theirs. */
export function takesLiveMoney(env: PaymentsEnv): boolean {
  return paymentsMode(env) === "stripe" && /^[sr]k_live_/.test(env.STRIPE_SECRET_KEY ?? "");
}

/** The provider signs for its own account and for sellers' accounts with different secrets, and with two while one is replaced. */
function webhookSecrets(env: PaymentsEnv): string[] {
  const mode = paymentsMode(env);
  if (mode === "off") return [];
  if (mode === "emulator") return [EMULATOR_WEBHOOK_SECRET, EMULATOR_CONNECT_WEBHOOK_SECRET];
  return (env.STRIPE_WEBHOOK_SECRET ?? "").split(/[\s,]+/).filter((secret) => secret !== "");
}

/** The client, or null when payments are off. */
export function stripeClient(env: PaymentsEnv & Pick<AppEnv, "STRIPE_EMULATOR">): Stripe | null {
  const mode = paymentsMode(env);
  if (mode === "off") return null;
  if (mode === "stripe") {
    return new Stripe(env.STRIPE_SECRET_KEY ?? "", {
      httpClient: Stripe.createFetchHttpClient(),
      maxNetworkRetries: 2,
      timeout: 15_000,
      telemetry: false,
    });
  }
  // A fresh stub for every call: an old one is dead once its object has reset.
  const inProcess = (input: RequestInfo | URL, init?: RequestInit) =>
    env.STRIPE_EMULATOR.getByName(EMULATOR_NAME).fetch(input as string, init as RequestInit);
  return new Stripe(EMULATOR_SECRET_KEY, {
    httpClient: Stripe.createFetchHttpClient(inProcess as typeof fetch),
    maxNetworkRetries: 2,
    telemetry: false,
  });
}

/** The event a webhook carries, or null when its signature does not prove that the provider sent it. */
export async function verifiedEvent(
  env: PaymentsEnv,
  body: string,
  signature: string | null,
): Promise<Stripe.Event | null> {
  if (signature === null) return null;
  for (const secret of webhookSecrets(env)) {
    try {
      return await Stripe.webhooks.constructEventAsync(body, signature, secret);
    } catch {}
  }
  return null;
}

/** Whether this is the provider's word about our request, with its code; null for anything else, such as no connection. */
export function providerRefusal(error: unknown): { code: string | null } | null {
  return error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError
    ? { code: error.code ?? null }
    : null;
}
