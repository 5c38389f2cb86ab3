/** Checks each part of the service by using it: writes and reads a row, stores and deletes an object, calls a room. */

import type { HealthPart, HealthPartName, HealthReport } from "#contract/site/health";
import { cronProblem, migrationProblem, paymentsProblem } from "#domain/site/health";
import { type Operator, operatorProblem } from "#domain/site/operator";
import { type PaymentsEnv, paymentsMode, stripeClient } from "../../../adapters/card-stripe.ts";
import { firstMigrationQuery } from "../../../db/apply-migrations.ts";
import { batch, connect } from "../../../db/client.ts";
import { parseState, type StateRow, type StoredState, stateQuery, storeState } from "../../../db/service-state.ts";
import { siteSettings } from "../../../db/site-settings.ts";
import type { AppEnv } from "../../../env.ts";
import { near } from "../../../http/location.ts";
import { ensureMigrated } from "../../../http/migrations-applied.ts";
import { mailProblem } from "../../../http/origin.ts";
import { errorText, log } from "../../../log.ts";
import type { Services } from "../../../services.ts";

/** A part that takes longer counts as down. */
const TIMEOUT_MS = 4_000;

export type HealthEnv = Pick<
  AppEnv,
  "DB" | "IMAGES" | "ITEM_ROOM" | "MIGRATOR" | "VERSION" | "APP_ORIGIN" | "MAIL_TRANSPORT" | "LOCATION_HINT"
> &
  PaymentsEnv;

interface ProbeServices extends Pick<Services, "now" | "defer"> {
  newKey: () => string;
}

const PROBLEMS: Record<Exclude<HealthPartName, "mail" | "operator">, string> = {
  database: "The database isn't responding or can't be written to.",
  objects: "Photo storage isn't responding or isn't saving photos.",
  rooms: "Item rooms can't be reached.",
  cron: "We don't know when it last ran.",
  payments: "Stripe isn't responding or refuses our key.",
};

/** A failure whose message may be public. */
class KnownProblem extends Error {}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

interface Tried<T> {
  part: HealthPart;
  value: T | null;
}

/** Runs a check. The error goes to the log; the public reply contains a fixed sentence. */
async function tried<T>(
  name: keyof typeof PROBLEMS,
  { now }: ProbeServices,
  work: () => Promise<T>,
): Promise<Tried<T>> {
  const started = now();
  try {
    const value = await withTimeout(work());
    return { part: { state: "ok", ms: now() - started, problem: null }, value };
  } catch (error) {
    log("error", { message: "health", part: name, error: errorText(error) });
    const problem = error instanceof KnownProblem ? error.message : PROBLEMS[name];
    return { part: { state: "down", ms: now() - started, problem }, value: null };
  }
}

interface DatabaseState {
  createdAt: number;
  lastCron: StoredState<"cron"> | null;
  lastPayments: StoredState<"payments"> | null;
  operator: Operator;
}

/** Writes a row and reads it back, with the last cron run. */
async function probeDatabase(env: HealthEnv, { now, defer }: ProbeServices, at: number): Promise<DatabaseState> {
  const pending = await ensureMigrated({ env, now, defer });
  if (pending) throw new KnownProblem(migrationProblem(pending));
  const [[written], [cron], [payments], [created]] = await batch<
    [{ at: number }, StateRow, StateRow, { at: number | null }]
  >(connect(env.DB), [storeState("health", {}, at), stateQuery("cron"), stateQuery("payments"), firstMigrationQuery()]);
  if (written?.at !== at) throw new Error("a row came back otherwise than it was written");
  return {
    createdAt: created?.at ?? 0,
    lastCron: parseState("cron", cron),
    lastPayments: parseState("payments", payments),
    operator: (await siteSettings({ db: connect(env.DB), now })).operator,
  };
}

async function probeObjects(env: HealthEnv, key: string): Promise<void> {
  const name = `health/${key}`;
  await env.IMAGES.put(name, key);
  try {
    const kept = await env.IMAGES.get(name);
    if ((await kept?.text()) !== key) throw new Error("an object came back otherwise than it was kept");
  } finally {
    await env.IMAGES.delete(name);
  }
}

/** Reads something small, also while other calls are paused. Without cards there is nothing to check. */
async function probePayments(env: HealthEnv): Promise<void> {
  await stripeClient(env)?.balance.retrieve({}, { maxNetworkRetries: 0 });
}

const checked = (problem: string | null): HealthPart => ({
  state: problem === null ? "ok" : "degraded",
  ms: 0,
  problem,
});

function cronPart(database: DatabaseState | null, now: number): HealthPart {
  if (database === null) return checked(PROBLEMS.cron);
  const { createdAt, lastCron } = database;
  return checked(cronProblem(lastCron && { at: lastCron.at, failed: lastCron.value.failed }, createdAt, now));
}

/** Other ways to pay work without Stripe, so this part is never down. */
function paymentsPart(env: HealthEnv, asked: HealthPart, database: DatabaseState | null, now: number): HealthPart {
  if (asked.state === "down") return { ...asked, state: "degraded" };
  const last = database?.lastPayments;
  if (!last || paymentsMode(env) === "off") return asked;
  const problem = paymentsProblem({ at: last.at, ...last.value }, now);
  return problem === null ? asked : { ...asked, state: "degraded", problem };
}

/** Nobody opens a developer's machine. */
function operatorPart(env: HealthEnv, database: DatabaseState | null): HealthPart {
  return checked(env.APP_ENV === "local" || database === null ? null : operatorProblem(database.operator));
}

export async function probe(env: HealthEnv, services: ProbeServices): Promise<HealthReport> {
  const at = services.now();
  const [database, objects, rooms, payments] = await Promise.all([
    tried("database", services, () => probeDatabase(env, services, at)),
    tried("objects", services, () => probeObjects(env, services.newKey())),
    tried("rooms", services, async () => env.ITEM_ROOM.getByName("health", near(env)).ping()),
    tried("payments", services, () => probePayments(env)),
  ]);
  const parts = {
    database: database.part,
    objects: objects.part,
    rooms: rooms.part,
    cron: cronPart(database.value, at),
    mail: checked(mailProblem(env)),
    payments: paymentsPart(env, payments.part, database.value, at),
    operator: operatorPart(env, database.value),
  };
  const states = Object.values(parts).map((part) => part.state);
  return {
    status: states.includes("down") ? "down" : states.includes("degraded") ? "degraded" : "ok",
    parts,
    version: env.VERSION.id,
    server_now: at,
  };
}
