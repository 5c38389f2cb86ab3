/** Runs the Stripe emulator in Node on an in-memory SQLite, for calls by the real SDK. Records every response. */
import { DatabaseSync, type StatementSync } from "node:sqlite";
import Stripe from "stripe";
import { EMULATOR_PUBLISHABLE_KEY, EMULATOR_SECRET_KEY } from "#domain/payments/stripe-emulator";
import { answerCall } from "../../scripts/stripe-emulator/api.ts";
import { payInFloat } from "../../scripts/stripe-emulator/balance.ts";
import { type Fault, Faults } from "../../scripts/stripe-emulator/faults.ts";
import { settleRefunds } from "../../scripts/stripe-emulator/refunds.ts";
import { EmulatorStore, type PendingWebhook, type Sql } from "../../scripts/stripe-emulator/store.ts";
import type { Recorded } from "./stripe-shapes.ts";

export const DAY = 24 * 60 * 60_000;

/** Implements the one method of a Durable Object's SQLite that the emulator uses. */
function sqlInMemory(): Sql {
  const database = new DatabaseSync(":memory:");
  const statements = new Map<string, StatementSync>();
  return {
    exec: <T extends Record<string, SqlStorageValue>>(query: string, ...values: (string | number | null)[]) => {
      const statement = statements.get(query) ?? database.prepare(query);
      statements.set(query, statement);
      const rows = statement.all(...values) as T[];
      return { toArray: () => rows };
    },
  };
}

export interface EmulatedStripe {
  store: EmulatorStore;
  stripe: Stripe;
  /** Returns a client that runs `before` ahead of each call. */
  client(before: () => void): Stripe;
  recorded: Recorded[];
  /** Advances the emulator's clock by this many milliseconds. */
  advance(ms: number): void;
  injectFaults(...faults: Fault[]): void;
  /** Calls the API without the SDK, by default with the publishable key, as the browser does. */
  call(path: string, form?: Record<string, string>, key?: string, headers?: Record<string, string>): Promise<Response>;
  /** Returns the webhook deliveries that are due, oldest first, and marks them as delivered. */
  deliveries(): (Omit<PendingWebhook, "body"> & { body: Record<string, unknown> })[];
}

export function emulatedStripe(): EmulatedStripe {
  let now = Date.UTC(2027, 0, 10);
  const store = new EmulatorStore(sqlInMemory(), () => now);
  payInFloat(store);
  const faults = new Faults();
  const recorded: Recorded[] = [];
  const answer = async (url: string, init: RequestInit) => {
    settleRefunds(store);
    const request = new Request(url, init);
    const response = await answerCall(store, faults, request);
    recorded.push({ from: `${request.method} ${new URL(url).pathname}`, json: await response.clone().json() });
    return response;
  };
  const client = (before: () => void) =>
    new Stripe(EMULATOR_SECRET_KEY, {
      httpClient: Stripe.createFetchHttpClient(((url: string, init: RequestInit) => {
        before();
        return answer(url, init);
      }) as typeof fetch),
      maxNetworkRetries: 0,
      telemetry: false,
    });
  return {
    store,
    recorded,
    client,
    stripe: client(() => undefined),
    advance: (ms) => {
      now += ms;
    },
    injectFaults: (...planned) => faults.plan(planned),
    call: (path, form, key = EMULATOR_PUBLISHABLE_KEY, headers = {}) =>
      answer(`http://localhost${path}`, {
        headers: { Authorization: `Bearer ${key}`, ...headers },
        ...(form && { method: "POST", body: new URLSearchParams(form) }),
      }),
    deliveries: () => {
      const due = store.dueHooks(1000, false);
      for (const hook of due) store.delivered(hook.id);
      return due.map((hook) => ({ ...hook, body: JSON.parse(hook.body) as Record<string, unknown> }));
    },
  };
}

/** Returns the error of a call that must be refused. */
export async function refusalOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Stripe.errors.StripeError)) throw new Error("was not refused");
  return error;
}
