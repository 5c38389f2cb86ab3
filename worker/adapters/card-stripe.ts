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

/** A "thin" event of the newer API: it names what changed and says nothing more about it. */
export interface ThinEvent {
  object: "v2.core.event";
  id: string;
  type: string;
  livemode: boolean;
  related_object?: { id: string } | null;
}

/** The event a webhook carries, or null when its signature does not prove that the provider sent it. */
export async function verifiedEvent(
  env: PaymentsEnv,
  body: string,
  signature: string | null,
): Promise<Stripe.Event | ThinEvent | null> {
  if (signature === null) return null;
  for (const secret of webhookSecrets(env)) {
    try {
      await Stripe.webhooks.signature?.verifyHeaderAsync(body, signature, secret, Stripe.webhooks.DEFAULT_TOLERANCE);
      return JSON.parse(body) as Stripe.Event | ThinEvent;
    } catch {}
  }
  return null;
}

/**
 * Whether the provider has refused our request, which means that this call was not carried out. False for a lost connection,
 * for "too many requests", and for 409: another call with the same key is still being carried out.
 */
export function isRefusal(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeError && error.statusCode === 409) return false;
  const { StripeCardError, StripeIdempotencyError, StripeInvalidRequestError, StripePermissionError } = Stripe.errors;
  return [StripeInvalidRequestError, StripeCardError, StripeIdempotencyError, StripePermissionError].some(
    (kind) => error instanceof kind,
  );
}

/** The code of a refusal; null for anything else, such as a lost connection. */
export function refusalCode(error: unknown): string | null {
  return isRefusal(error) ? ((error as Stripe.errors.StripeError).code ?? null) : null;
}

/**
 * Makes something that may be made twice without harm (an intent without its secret takes no money) under the key of its cause.
 * The provider remembers a refusal, and the parameters, under a key for a day: what it refuses is asked for once more under
 * a new key, so that nobody waits a day for what was mended meanwhile.
 */
export async function createUnderKey<T>(key: string, create: (key: string) => Promise<T>): Promise<T> {
  try {
    return await create(key);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return create(`${key}:${crypto.randomUUID()}`);
  }
}
