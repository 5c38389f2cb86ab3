import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { HealthReport } from "#contract/site/health";
import { app } from "../../worker/app.ts";
import { connect } from "../../worker/db/client.ts";
import type { AppEnv } from "../../worker/env.ts";
import { probe } from "../../worker/features/site/health/probe.ts";
import { runScheduledJobs } from "../../worker/jobs/schedule.ts";
import { createServices } from "../../worker/services.ts";
import { ORIGIN } from "../support/workerd/accounts.ts";
import { emulator } from "../support/workerd/payments.ts";

const MINUTE = 60_000;
let now = Date.now();
const clock = { now: () => now, defer: () => undefined, newKey: () => crypto.randomUUID() };
const services = { ...createServices(env, () => undefined), now: () => now };
const ask = (changed: Partial<AppEnv> = {}) => probe({ ...env, ...changed }, clock);

/** Returns a binding whose methods all throw. */
function broken<T extends object>(words = "secret words of the platform"): T {
  return new Proxy({} as T, {
    get: () => () => {
      throw new Error(words);
    },
  });
}

/** Returns the database, except that statements about this table throw. */
const without = (table: string) =>
  new Proxy(env.DB, {
    get(target, name) {
      if (name === "prepare") {
        return (sql: string) => {
          if (sql.includes(table)) throw new Error(`no ${table}`);
          return target.prepare(sql);
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

beforeEach(() => {
  // Longer than the isolate caches its last report.
  now += MINUTE;
});

describe("GET /api/health", () => {
  it("checks the database, object storage and a room, and leaves nothing behind", async () => {
    await runScheduledJobs(services);
    const report = await ask();
    expect(report).toMatchObject({
      status: "ok",
      parts: {
        database: { state: "ok", problem: null },
        objects: { state: "ok", problem: null },
        rooms: { state: "ok", problem: null },
        cron: { state: "ok", problem: null },
        mail: { state: "ok", problem: null },
        payments: { state: "ok", problem: null },
        operator: { state: "ok", problem: null },
      },
    });
    expect((await env.IMAGES.list({ prefix: "health/" })).objects).toEqual([]);
  });

  it("is ok before the first cron run is due, and degraded when it never runs", async () => {
    await env.DB.prepare("DELETE FROM service_state WHERE name = 'cron'").run();
    expect((await ask()).status).toBe("ok");
    const later = now + 31 * MINUTE;
    expect(await probe(env, { ...clock, now: () => later })).toMatchObject({
      status: "degraded",
      parts: { cron: { state: "degraded", problem: "It has never run. It should run every 5 minutes." } },
    });
  });

  it("is degraded in production while emails go nowhere, and without a valid APP_ORIGIN for their links", async () => {
    await runScheduledJobs(services);
    const production = { APP_ENV: "production", MAIL_TRANSPORT: "cloudflare" } as const;
    expect(
      await ask({ ...production, MAIL_TRANSPORT: "outbox", APP_ORIGIN: "https://goodstreet.example" }),
    ).toMatchObject({
      status: "degraded",
      parts: { mail: { problem: "MAIL_TRANSPORT is outbox, so emails are stored and not sent." } },
    });
    for (const APP_ORIGIN of ["", "goodstreet"]) {
      expect(await ask({ ...production, APP_ORIGIN })).toMatchObject({
        status: "degraded",
        parts: {
          mail: { state: "degraded", problem: "APP_ORIGIN is not set, so emails are sent without links." },
        },
      });
    }
    const set = await ask({ ...production, APP_ORIGIN: "https://goodstreet.example" });
    expect(set).toMatchObject({
      status: "degraded",
      parts: {
        mail: { state: "ok" },
        operator: {
          problem: expect.stringMatching(/^Not ready to open\. .*legal name, entity, abn, address, state\.$/),
        },
      },
    });
  });

  it("is degraded when the cron has stopped or one of its jobs has failed", async () => {
    await runScheduledJobs(services);
    now += 16 * MINUTE;
    expect(await ask()).toMatchObject({
      status: "degraded",
      parts: { cron: { state: "degraded", problem: "It last ran 16 minutes ago." } },
    });
    const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await runScheduledJobs({ ...services, db: connect(without("audit_seals")) });
    expect(said.mock.calls.flat().join("\n")).toContain('"request_id":"cron-');
    said.mockRestore();
    expect((await ask()).parts.cron.problem).toMatch(/^Failed in its last run: .*seal-audit-log/);
  });

  it("is degraded while Stripe does not answer, because other ways to pay work, and ok without cards", async () => {
    await runScheduledJobs(services);
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await emulator().planFaults({ failures: 1 });
    expect(await ask()).toMatchObject({
      status: "degraded",
      parts: { payments: { state: "degraded", problem: "Stripe isn't responding or refuses our key." } },
    });
    expect((await ask()).parts.payments).toMatchObject({ state: "ok", problem: null });
    await emulator().planFaults({ failures: 1 });
    expect((await ask({ PAYMENTS: "stripe" })).parts.payments).toMatchObject({ state: "ok", problem: null });
    await emulator().planFaults({ failures: 0 });
  });

  it.each([
    ["database", { DB: broken<D1Database>() }],
    ["objects", { IMAGES: broken<R2Bucket>() }],
    ["rooms", { ITEM_ROOM: broken<AppEnv["ITEM_ROOM"]>() }],
  ] as const)("is down without the %s, and does not leak the error message", async (part, missing) => {
    const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const report = await ask(missing);
    expect(report.status).toBe("down");
    expect(report.parts[part].state).toBe("down");
    expect(JSON.stringify(report)).not.toContain("secret words");
    expect(said.mock.calls.flat().join("\n")).toContain("secret words");
    said.mockRestore();
  });

  it("answers 503 when the database is down, and repeats the check after five seconds at the earliest", async () => {
    const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.useFakeTimers({ toFake: ["Date"], now });
    const get = async (changed: Partial<AppEnv>) => {
      const ctx = createExecutionContext();
      const reply = await app.fetch(new Request(`${ORIGIN}/api/health`), { ...env, ...changed }, ctx);
      await waitOnExecutionContext(ctx);
      return reply;
    };
    const down = await get({ DB: broken<D1Database>() });
    expect(down.status).toBe(503);
    expect(((await down.json()) as HealthReport).parts.database.state).toBe("down");
    expect((await get({})).status).toBe(503);
    vi.setSystemTime(now + 5_000);
    const well = await get({});
    expect(well.status).toBe(200);
    expect(well.headers.get("Cache-Control")).toBe("no-store");
    vi.useRealTimers();
    said.mockRestore();
  });
});
