/** Migrations of the database by a deployment, also with an older Migrator object or a failing migration. */
import { createExecutionContext, createScheduledController, reset, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import type { ErrorBody } from "#contract/errors";
import type { HealthReport } from "#contract/site/health";
import { app } from "../../worker/app.ts";
import { applyMigrations, type Migration } from "../../worker/db/apply-migrations.ts";
import { MIGRATIONS } from "../../worker/db/migrations.generated.ts";
import type { AppEnv } from "../../worker/env.ts";
import { migrate } from "../../worker/http/migrations-applied.ts";
import worker from "../../worker/index.ts";
import { clearIsolateCaches } from "../../worker/isolate-cache.ts";
import { createServices } from "../../worker/services.ts";
import { ORIGIN } from "../support/workerd/accounts.ts";
import { eventually } from "../support/workerd/clock.ts";

const ours = [...MIGRATIONS];
const extra = (name: string): Migration => ({ name, statements: [`CREATE TABLE ${name} (id INTEGER)`] });
const failing = (name: string): Migration => ({ name, statements: ["CREATE TABLE accounts (id TEXT)"] });

let now = Date.now();
let errors: MockInstance<(...words: unknown[]) => void>;
const later = (ms: number) => {
  now += ms;
  vi.setSystemTime(now);
};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now });
  errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await reset();
  await applyMigrations(env.DB);
});
afterEach(async () => {
  vi.restoreAllMocks();
  deploy([]);
  await applyMigrations(env.DB);
});

/** Imitates the deployment of code with these extra migrations, in a cold isolate. */
function deploy(migrations: Migration[]): void {
  MIGRATIONS.splice(0, MIGRATIONS.length, ...ours, ...migrations);
  clearIsolateCaches();
}

/** The Migrator object while the platform still runs the previous version of its code. */
const olderMigrator = {
  getByName: () => ({
    migrate: async () => {
      await applyMigrations(env.DB, ours);
      return 0;
    },
  }),
} as unknown as AppEnv["MIGRATOR"];

const withOlderMigrator = { MIGRATOR: olderMigrator };

async function ask(method: "GET" | "POST", path: string, changed: Partial<AppEnv> = {}): Promise<Response> {
  const ctx = createExecutionContext();
  const init = method === "GET" ? {} : { body: "{}", headers: { "Content-Type": "application/json", Origin: ORIGIN } };
  const reply = await app.fetch(new Request(ORIGIN + path, { method, ...init }), { ...env, ...changed }, ctx);
  await waitOnExecutionContext(ctx);
  return reply;
}
const read = (changed?: Partial<AppEnv>) => ask("GET", "/api/announcements", changed);
/** A 401 means that the request reached its route. */
const write = (changed?: Partial<AppEnv>) => ask("POST", "/api/cart", changed);
const health = async (changed?: Partial<AppEnv>) =>
  (await (await ask("GET", "/api/health", changed)).json()) as HealthReport;

async function applied(): Promise<string[]> {
  const { results } = await env.DB.prepare("SELECT name FROM d1_migrations ORDER BY id").all<{ name: string }>();
  return results.map((row) => row.name).slice(ours.length);
}
const logged = () => errors.mock.calls.flat().join("\n");

describe("cold isolate", () => {
  it("queries D1 once, and never calls the Migrator object, when no migration is pending", async () => {
    clearIsolateCaches();
    const prepare = vi.spyOn(env.DB, "prepare");
    const MIGRATOR = { getByName: () => expect.unreachable() } as unknown as AppEnv["MIGRATOR"];
    expect((await read({ MIGRATOR })).status).toBe(200);
    expect((await read({ MIGRATOR })).status).toBe(200);
    expect(prepare.mock.calls.flat().filter((sql) => sql.includes("d1_migrations"))).toHaveLength(1);
  });

  it("migrates an empty database once when many isolates start concurrently", async () => {
    await reset();
    const services = createServices(env, () => undefined);
    expect(await Promise.all(Array.from({ length: 20 }, () => migrate(services)))).toEqual(Array(20).fill(null));
    const { results } = await env.DB.prepare("SELECT name FROM d1_migrations ORDER BY id").all();
    expect(results.map(({ name }) => name)).toEqual(ours.map(({ name }) => name));
  });
});

describe("older Migrator object with a newer Worker", () => {
  it("allows reads and refuses writes until D1 has the Worker's last migration", async () => {
    deploy([extra("newer")]);
    expect((await read(withOlderMigrator)).status).toBe(200);
    expect((await write(withOlderMigrator)).status).toBe(503);
    expect(await health(withOlderMigrator)).toMatchObject({ status: "down", parts: { database: { state: "down" } } });
    expect(logged()).toContain("older version");
    later(5_000);
    // The attempt runs in parallel with the request that starts it.
    await read();
    await eventually(async () => expect((await write()).status).toBe(401));
    expect(await applied()).toEqual(["newer"]);
    later(5_000);
    expect((await health()).parts.database.state).toBe("ok");
  });

  it("applies migrations that a newer Worker sends", async () => {
    const newer = [...ours, extra("sent")];
    expect(await env.MIGRATOR.getByName("migrator").migrate(newer)).toBeNull();
    expect(await applied()).toEqual(["sent"]);
  });
});

describe("failing migration", () => {
  it("allows reads and refuses writes with a Retry-After header", async () => {
    deploy([failing("broken")]);
    expect((await read()).status).toBe(200);
    const refused = await write();
    expect(refused.status).toBe(503);
    expect(refused.headers.get("Retry-After")).toBe("10");
    const { error } = (await refused.json()) as ErrorBody;
    expect(error).toMatchObject({ code: "unavailable", message: expect.stringContaining("We're updating Goodstreet") });
  });

  it("answers 503 instead of 500 to a read of a missing table", async () => {
    deploy([failing("broken")]);
    await env.DB.prepare("ALTER TABLE announcements RENAME TO announcements_later").run();
    const reply = await read();
    expect(reply.status).toBe(503);
    expect(await reply.text()).not.toContain("announcements_later");
  });

  it("is shown in the health report and the log", async () => {
    deploy([failing("broken")]);
    const { status, parts } = await health();
    expect(status).toBe("down");
    expect(parts.database.problem).toBe(
      `Migration broken hasn't been applied. Reads work, but writes are refused. Next attempt: ${new Date(now + 10_000).toISOString()}. See the log for the error.`,
    );
    expect(logged()).toContain("table accounts already exists");
  });

  it("is attempted once for all isolates, and again after a wait that doubles", async () => {
    const services = createServices(env, () => undefined);
    const attempts = async () => {
      deploy([failing("broken")]);
      await Promise.all(Array.from({ length: 10 }, () => migrate(services)));
      const last = errors.mock.calls.flat().at(-1);
      return (JSON.parse(String(last)) as { attempts: number }).attempts;
    };
    expect(await attempts()).toBe(1);
    later(9_999);
    expect(await attempts()).toBe(1);
    later(1);
    expect(await attempts()).toBe(2);
    later(19_999);
    expect(await attempts()).toBe(2);
    later(1);
    expect(await attempts()).toBe(3);
  });

  it("is replaced by a corrected version at once", async () => {
    deploy([failing("broken")]);
    expect((await write()).status).toBe(503);
    deploy([extra("broken")]);
    expect((await write()).status).toBe(401);
    expect(await applied()).toEqual(["broken"]);
  });

  it("stops the cron jobs", async () => {
    deploy([failing("broken")]);
    const ctx = createExecutionContext();
    await worker.scheduled(createScheduledController(), env, ctx);
    await waitOnExecutionContext(ctx);
    expect(await env.DB.prepare("SELECT 1 FROM service_state WHERE name = 'cron'").first()).toBeNull();
  });

  it("keeps the migrations applied before it", async () => {
    deploy([extra("first"), failing("second"), extra("third")]);
    expect((await write()).status).toBe(503);
    expect(await applied()).toEqual(["first"]);
  });
});

describe("two versions of the Worker", () => {
  it("each get their migrations, and every migration is applied once", async () => {
    const migrator = env.MIGRATOR.getByName("migrator");
    const [one, two] = [extra("one"), extra("two")];
    const versions = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? [...ours, one] : [...ours, one, two]));
    expect(await Promise.all(versions.map((wanted) => migrator.migrate(wanted)))).toEqual(Array(20).fill(null));
    expect(await applied()).toEqual(["one", "two"]);
  });

  it("leave the older one writable when only the newer one's migration fails", async () => {
    deploy([failing("broken")]);
    expect((await write()).status).toBe(503);
    deploy([]);
    expect((await write()).status).toBe(401);
  });
});
