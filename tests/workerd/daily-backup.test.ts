/** The daily copy of the database: made while people use the site, and still of one moment. */
import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { findDailyCopy, rowsOfCopy } from "../../scripts/backup/daily.ts";
import { snapshot, tablesOf } from "../../worker/db/tables.ts";
import { backUpDatabase } from "../../worker/jobs/backup/copy-database.ts";
import { createServices } from "../../worker/services.ts";
import { createAccount } from "../support/workerd/accounts.ts";
import { insertItem } from "../support/workerd/rooms.ts";
import { createRandom } from "../support/workerd/seeded-random.ts";
import { runSql } from "../support/workerd/sql.ts";

const DAY = 86_400_000;
let clock = Date.UTC(2026, 10, 28, 17);
const day = () => new Date(clock - 16 * 3_600_000).toISOString().slice(0, 10);
const SMALL = { page: 7, files: 1, last: 5 };

/** Services whose bucket calls `between` during each write, when other requests would run. */
function servicesWith(between: (key: string) => Promise<void>) {
  const bucket = new Proxy(env.BACKUPS, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name === "put") {
        return async (key: string, content: string) => {
          await target.put(key, content);
          await between(key);
        };
      }
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const bindings = { ...env, DATABASE_BACKUP: "daily" as const, BACKUPS: bucket };
  return { ...createServices(bindings, () => undefined), now: () => clock };
}

/** Every row of the database, by table, except what the copying itself writes. */
async function everything(): Promise<Record<string, unknown[]>> {
  const all = Object.fromEntries((await snapshot(env.DB, await tablesOf(env.DB))) ?? []);
  return withoutProgress(all);
}
function withoutProgress(all: Record<string, unknown[]>): Record<string, unknown[]> {
  const state = all.service_state as { name: string }[];
  return { ...all, service_state: state.filter(({ name }) => name !== "backup") };
}
async function copied(of = day()): Promise<Record<string, unknown[]>> {
  const { manifest } = await findDailyCopy(env.BACKUPS, of);
  const all: Record<string, unknown[]> = {};
  for await (const [table, rows] of rowsOfCopy(env.BACKUPS, manifest)) all[table] = [...rows];
  return withoutProgress(all);
}
const progress = async () =>
  JSON.parse(
    (await env.DB.prepare("SELECT value FROM service_state WHERE name = 'backup'").first<string>("value")) ?? "null",
  ) as { finished: number | null; files: number } | null;
const triggers = () =>
  env.DB.prepare("SELECT count(*) AS n FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'backup%'").first("n");

afterEach(async () => {
  await runSql`DELETE FROM service_state WHERE name = 'backup'`;
});

it.each([1, 2, 3])(
  "is the database of one moment although people used it all the time (seed %i)",
  async (seed) => {
    const random = createRandom(seed);
    const seller = await createAccount();
    const items: string[] = [];
    for (let n = 0; n < 30; n++) items.push(await insertItem(seller, { title: `Thing ${n}` }));

    /** One write of another request: a new item, a change, a new or the same counter, a deletion. */
    async function write(): Promise<void> {
      const counter = `backup-test:${random.below(5)}`;
      switch (random.below(4)) {
        case 0:
          items.push(await insertItem(seller, { title: `New ${random.below(1e6)}` }));
          return;
        case 1: {
          const title = `Changed ${random.below(1e6)}`;
          await runSql`UPDATE items SET title = ${title} WHERE id = ${random.pick(items)}`;
          return;
        }
        case 2:
          await runSql`INSERT OR IGNORE INTO throttles (key, count, since) VALUES (${counter}, 1, 1)`;
          return;
        default:
          await runSql`DELETE FROM throttles WHERE key = ${counter}`;
      }
    }

    let busy = true;
    let moment: Record<string, unknown[]> = {};
    const services = servicesWith(async (key) => {
      for (let n = 0; n < 3 && busy; n++) await write();
      if (key.endsWith("manifest.json")) await write();
    });
    for (let run = 0; run < 2_000; run++) {
      // Near the end people pause, so that few changes are left and the moment is known.
      if (run > 400) busy = false;
      moment = await everything();
      await backUpDatabase(services, SMALL);
      const state = await progress();
      if (state?.finished !== null) break;
      if (busy) await write();
    }
    expect((await progress())?.finished).not.toBeNull();
    expect(await copied()).toEqual(moment);
    // What was written after the moment is not in it, and nothing notes changes any more.
    expect(await everything()).not.toEqual(moment);
    expect(await triggers()).toBe(0);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM backup_changes").first("n")).toBe(0);
    clock += DAY;
  },
  120_000,
);

it("is made once a day in one run when there is little, and kept for two weeks", async () => {
  const services = servicesWith(async () => undefined);
  for (let n = 0; n < 17; n++) {
    clock += DAY;
    await backUpDatabase(services);
    const { files } = (await progress()) ?? {};
    await backUpDatabase(services);
    expect((await progress())?.files).toBe(files);
  }
  const { delimitedPrefixes } = await env.BACKUPS.list({ delimiter: "/" });
  expect(delimitedPrefixes).toHaveLength(14);
  expect((await findDailyCopy(env.BACKUPS, undefined)).day).toBe(day());
});

it("goes on after a run that died anywhere, and begins again after a migration", async () => {
  clock += DAY;
  const seller = await createAccount();
  for (let n = 0; n < 20; n++) await insertItem(seller, { title: `Thing ${n}` });
  let puts = 0;
  const dying = servicesWith(async () => {
    puts++;
    // Every third write is done, and then the Worker is gone.
    if (puts % 3 === 0) throw new Error("The Worker is gone.");
  });
  for (let run = 0; run < 400 && ((await progress())?.finished ?? null) === null; run++) {
    await backUpDatabase(dying, { page: 7, files: 20, last: 5 }).catch(() => undefined);
  }
  expect(await copied()).toEqual(await everything());

  clock += DAY;
  const complaints = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const services = servicesWith(async () => undefined);
  await backUpDatabase(services, SMALL);
  await runSql`INSERT INTO d1_migrations (id, name, applied_at) VALUES (9999, '9999_new', 1)`;
  await backUpDatabase(services);
  await runSql`DELETE FROM d1_migrations WHERE id = 9999`;
  expect(complaints.mock.calls.flat().join()).toContain("backup begun again");
  expect((await findDailyCopy(env.BACKUPS, day())).manifest.migrations).toContain("9999_new");
  expect(await copied()).toEqual(await everything());
});

it("is not made where it is off", async () => {
  clock += DAY;
  await backUpDatabase({ ...createServices(env, () => undefined), now: () => clock });
  expect(await progress()).toBeNull();
  await expect(findDailyCopy(env.BACKUPS, day())).rejects.toThrow(`There is no finished copy of ${day()}.`);
});
