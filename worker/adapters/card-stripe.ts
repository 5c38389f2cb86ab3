/**
 * The `stripe` SDK, connected to Stripe or, on a developer's machine, to the local emulator; only the fetch function
 * differs. A deployment has no emulator.
 */
import Stripe from "stripe";
import type { PaymentsMode } from "#contract/payments";
import {
  EMULATOR_CONNECT_WEBHOOK_SECRET,
  EMULATOR_NAME,
  EMULATOR_PUBLISHABLE_KEY,
  EMULATOR_SECRET_KEY,
  EMULATOR_WEBHOOK_SECRET,
} from "#domain/payments/stripe-emulator";
import type { AppEnv } from "../env.ts";
import type { CallGuard, CallLimits } from "./call-guard.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";

export type PaymentsEnv = Pick<
  AppEnv,
  "APP_ENV" | "PAYMENTS" | "STRIPE_EMULATOR" | "STRIPE_SECRET_KEY" | "STRIPE_WEBHOOK_SECRET" | "STRIPE_PUBLISHABLE_KEY"
>;

/** The version of Stripe's API that our types describe. Endpoints in Stripe's dashboard must have the same. */
export const API_VERSION = Stripe.API_VERSION;

/**
 * Returns how cards are processed. Requires all three keys: without the webhook secret no payment could be verified,
 * without the publishable key none could start. The emulator is refused in production.
 */
export function paymentsMode(env: PaymentsEnv): PaymentsMode {
  if (env.PAYMENTS === "emulator") return env.STRIPE_EMULATOR && env.APP_ENV === "local" ? "emulator" : "off";
  return env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET && env.STRIPE_PUBLISHABLE_KEY ? "stripe" : "off";
}

/** Returns the key for the browser. */
export function publishableKey(env: PaymentsEnv): string | null {
  const mode = paymentsMode(env);
  if (mode === "off") return null;
  return mode === "emulator" ? EMULATOR_PUBLISHABLE_KEY : (env.STRIPE_PUBLISHABLE_KEY ?? null);
}

/** Whether payments use real money; the provider's events have the same flag. */
export function takesLiveMoney(env: PaymentsEnv): boolean {
  return paymentsMode(env) === "stripe" && /^[sr]k_live_/.test(env.STRIPE_SECRET_KEY ?? "");
}

/** Returns the address of the provider's dashboard; the emulator has none. */
export function dashboardUrl(env: PaymentsEnv): string | null {
  if (paymentsMode(env) !== "stripe") return null;
  return takesLiveMoney(env) ? "https://dashboard.stripe.com" : "https://dashboard.stripe.com/test";
}

/**
 * The provider signs events of its own account and of sellers' accounts with different secrets, and uses two while one
 * is rotated.
 */
function webhookSecrets(env: PaymentsEnv): string[] {
  const mode = paymentsMode(env);
  if (mode === "off") return [];
  if (mode === "emulator") return [EMULATOR_WEBHOOK_SECRET, EMULATOR_CONNECT_WEBHOOK_SECRET];
  return (env.STRIPE_WEBHOOK_SECRET ?? "").split(/[\s,]+/).filter((secret) => secret !== "");
}

/** Shared by all calls of an isolate: two failures in a row, of whatever call, pause them all (D86). */
export const stripeBreaker = new CircuitBreaker({ failuresMax: 2, pauseMs: 60_000 });

/** A person waits for at most two tries. */
export const IN_REQUEST: CallLimits = { callMs: 5_000, retries: 1, totalMs: 10_000 };
/** Jobs come back every five minutes, so a run ends before the next one and repeats nothing itself. */
export const IN_JOB: CallLimits = { callMs: 5_000, retries: 0, totalMs: 4 * 60_000 };

/** Returns the client, or null when payments are off. Without a guard every call is made, for checks of the provider. */
export function stripeClient(env: PaymentsEnv, guard?: CallGuard): Stripe | null {
  const mode = paymentsMode(env);
  const { STRIPE_EMULATOR: emulator } = env;
  if (mode === "off") return null;
  // A new stub for every call, because an old one is unusable after its object resets.
  const call: typeof fetch =
    mode === "emulator" && emulator
      ? (input, init) => emulator.getByName(EMULATOR_NAME).fetch(input as string, init as RequestInit)
      : (input, init) => fetch(input, init);
  const { callMs, retries } = guard?.limits ?? IN_REQUEST;
  return new Stripe(mode === "emulator" ? EMULATOR_SECRET_KEY : (env.STRIPE_SECRET_KEY ?? ""), {
    httpClient: Stripe.createFetchHttpClient(guard ? guard.fetch(call) : call),
    maxNetworkRetries: retries,
    timeout: callMs,
    telemetry: false,
  });
}

/** A "thin" event of the newer API, which only names what changed. */
export interface ThinEvent {
  object: "v2.core.event";
  id: string;
  type: string;
  livemode: boolean;
  related_object?: { id: string } | null;
}

/** Returns the event of a webhook, or null when its signature is invalid. */
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
 * Whether the provider refused the request, so that it was not executed. False for a lost connection, for "too many
 * requests", and for 409, when another call with the same key is still running.
 */
export function isRefusal(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeError && error.statusCode === 409) return false;
  const { StripeCardError, StripeIdempotencyError, StripeInvalidRequestError, StripePermissionError } = Stripe.errors;
  return [StripeInvalidRequestError, StripeCardError, StripeIdempotencyError, StripePermissionError].some(
    (kind) => error instanceof kind,
  );
}

/** Whether the provider is silent, unreachable or broken. The request may or may not have been executed. */
export function isOutage(error: unknown): boolean {
  const { StripeConnectionError, StripeError } = Stripe.errors;
  return error instanceof StripeConnectionError || (error instanceof StripeError && (error.statusCode ?? 0) >= 500);
}

/** Returns the code of a refusal; null for other errors. */
export function refusalCode(error: unknown): string | null {
  return isRefusal(error) ? ((error as Stripe.errors.StripeError).code ?? null) : null;
}

/**
 * Creates something that may safely be created twice (an intent without its secret cannot be paid) with an idempotency
 * key. The provider replays a refusal for the same key for a day, so a refused call is repeated once with a new key.
 */
export async function createUnderKey<T>(key: string, create: (key: string) => Promise<T>): Promise<T> {
  try {
    return await create(key);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return create(`${key}:${crypto.randomUUID()}`);
  }
}
