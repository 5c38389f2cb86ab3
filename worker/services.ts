import type Stripe from "stripe";
import { type IdPrefix, makeId } from "#domain/ids";
import { type CallLimits, callGuard } from "./adapters/call-guard.ts";
import { IN_REQUEST, stripeBreaker, stripeClient } from "./adapters/card-stripe.ts";
import { type PasswordHasher, passwordHasher } from "./adapters/password-hash.ts";
import { connect, type Database } from "./db/client.ts";
import { type AppEnv, configuredOrigin } from "./env.ts";
import { errorText, log } from "./log.ts";

/** Dependencies of routes, commands and jobs, made once per request. Rules get clock and ids from here. */
export interface Services {
  env: AppEnv;
  db: Database;
  /** The Worker's only clock: epoch milliseconds, UTC. */
  now: () => number;
  newId: (prefix: IdPrefix) => string;
  passwords: PasswordHasher;
  /** Returns the card provider's client, or null when payments are off. */
  stripe: () => Stripe | null;
  /** Whether the card provider is not called now, because its last calls failed or took too long (D86). */
  cardsPaused: () => boolean;
  /** The address for links in emails, or "" for no links (http/origin.ts). */
  mailOrigin: string;
  /** Continues work after the response. Failures are logged. */
  defer: (work: Promise<unknown>) => void;
}

/**
 * Returns the dependencies of one request or job run. `later` must keep the Worker alive until the work has ended.
 * @param limits how long calls of the card provider may take.
 * @param mailOrigin of the request; without one, the configured address.
 */
export function createServices(
  env: AppEnv,
  later: (work: Promise<unknown>) => void,
  limits: CallLimits = IN_REQUEST,
  mailOrigin: string = configuredOrigin(env) ?? "",
): Services {
  const guard = callGuard(stripeBreaker, () => Date.now(), limits);
  return {
    env,
    db: connect(env.DB),
    now: () => Date.now(),
    newId: (prefix) => makeId(prefix, crypto.getRandomValues(new Uint8Array(20))),
    passwords: passwordHasher(env),
    stripe: () => stripeClient(env, guard),
    cardsPaused: guard.refuses,
    mailOrigin,
    defer: (work) =>
      later(
        work.catch((error: unknown) => {
          log("error", { message: "work after a reply failed", error: errorText(error) });
        }),
      ),
  };
}
