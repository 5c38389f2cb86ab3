/**
 * `npm run drill:skew`: runs the previous release beside this one, as during a deployment and after a rollback. Rooms of
 * either release are called by Workers of either, on a database that the previous release has filled. Nothing may fail
 * with a 500 or be lost. Needs the history of git; previous-release.txt names the commit.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";
import { ApiUser } from "../support/node/api-user.ts";
import { auditState, databaseFile } from "../support/node/audit-state.ts";
import { begin, createPeople, type Deal, finish, type People, refused } from "./deals.ts";
import { build, changed, editedMigrations, type Release, unpackPrevious } from "./releases.ts";
import { type Front, sideBySide } from "./side-by-side.ts";

const folder = mkdtempSync(join(tmpdir(), "goodstreet-skew-"));
const [tree, state] = [join(folder, "tree"), join(folder, "state")] as const;

const problems: string[] = [];
function check(what: string, found: readonly string[] = []): void {
  console.log(`${found.length === 0 ? "✓" : "✗"} ${what} (${Math.round(performance.now() / 1_000)} s)`);
  problems.push(...found.map((problem) => `${what}: ${problem}`));
}

/** Returns rows of a copy that the database no longer has as they were; added columns do not count. */
function lostRows(copy: string): string[] {
  const database = new DatabaseSync(databaseFile(state));
  try {
    database.exec(`ATTACH '${copy}' AS copy`);
    const tables = database.prepare(`SELECT name, (SELECT group_concat('"' || c.name || '"')
      FROM pragma_table_info(t.name, 'copy') c) AS columns FROM pragma_table_list t
      WHERE schema = 'copy' AND type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' AND name <> 'throttles'`);
    return tables.all().flatMap(({ name, columns }) =>
      database
        .prepare(`SELECT ${columns} FROM copy."${name}" EXCEPT SELECT ${columns} FROM main."${name}" LIMIT 3`)
        .all()
        .map((row) => `${name} lost ${JSON.stringify(row)}`),
    );
  } finally {
    database.close();
  }
}

/** Migrates the database to the newer release while the previous one serves requests. */
async function upgrade(previous: Release, newer: Release): Promise<string[]> {
  const copy = join(folder, "before.sqlite");
  const database = new DatabaseSync(databaseFile(state));
  database.exec(`VACUUM INTO '${copy}'`);
  database.close();
  await sideBySide(state, previous, [previous, newer], async ([old, next = old]) => {
    /** Saves the next version of a draft with each call, and returns the status. */
    const writer = async ({ origin }: Front) => {
      const person = new ApiUser(old.origin, "198.51.100.9");
      await person.signIn("seller@demo.local", DEMO_PASSWORD);
      person.origin = origin;
      const path = `/api/drafts/local-${crypto.randomUUID()}`;
      let version = 0;
      return async () => {
        const draft = { version, values: { title: "Garden chair" }, photo_ids: [], missing_photos: 0 };
        const { status } = await person.request("PUT", path, draft);
        if (status === 200) version++;
        return status;
      };
    };
    const [write, writeNew] = [await writer(old), await writer(next)];
    let isMigrated = false;
    const serve = async () => {
      while (!isMigrated) {
        const [{ status }, written] = [await fetch(`${old.origin}/api/items?limit=5`), await write()];
        if (status !== 200 || written !== 200) throw new Error(`The previous Worker answered ${status}, ${written}.`);
      }
    };
    // A write that succeeds proves that the database has all migrations.
    const migrate = async () => {
      for (let attempt = 0, status = 503; status !== 200; attempt++) {
        status = await writeNew();
        if (status !== 200 && (status !== 503 || attempt === 50)) throw new Error(`The new Worker answered ${status}.`);
      }
      isMigrated = true;
    };
    await Promise.all([serve(), migrate()]);
  });
  return lostRows(copy);
}

interface Stage {
  what: string;
  rooms: Release;
  workers: [Release, ...Release[]];
}

/** Which release the rooms run, and which Workers call them. Each stage finishes the deals that the last one began. */
function stagesOf(previous: Release, current: Release): Stage[] {
  const [newer, older] = [changed(current, "newer"), changed(current, "older")];
  return [
    { what: "a deployment begins", rooms: previous, workers: [previous, current] },
    { what: "the rooms have restarted", rooms: current, workers: [current, previous] },
    { what: "a rollback begins, and the rooms have restarted", rooms: previous, workers: [current, previous] },
    { what: "rooms and Workers know things of a next release", rooms: newer, workers: [current, newer] },
    { what: "rooms find what an earlier release stored", rooms: older, workers: [current] },
  ];
}

async function play(stages: readonly Stage[]): Promise<void> {
  let people: People | null = null;
  let open: Deal[] = [];
  for (const { what, rooms, workers } of stages) {
    const isLast = what === stages.at(-1)?.what;
    open = await sideBySide(state, rooms, workers, async (fronts) => {
      const begun: Deal[] = [];
      const [first] = fronts;
      people ??= await createPeople(first);
      for (const [index, deal] of open.entries()) await finish(fronts[index] ?? first, people, deal);
      for (const front of fronts) {
        if (!isLast) begun.push(await begin(front, people));
        await front.runJobs();
      }
      return begun;
    });
    check(`${what}: ${workers.map(({ name }) => name).join(" and ")} Worker on ${rooms.name} rooms`, auditState(state));
  }
}

try {
  unpackPrevious(tree);
  const root = resolve(import.meta.dirname, "../..");
  const previous = build("previous", tree, join(folder, "previous"));
  const current = build("current", root, join(folder, "current"));
  check("both releases are built");
  check("no migration of the previous release was edited", editedMigrations());
  execFileSync(process.execPath, ["scripts/seed-demo.ts"], { cwd: tree, env: { ...process.env, STATE_DIR: state } });
  check("the previous release has filled the database");
  check("the database is upgraded while requests go on", await upgrade(previous, changed(current, "newer")));
  await play(stagesOf(previous, current));
  check("rooms refuse what they do not know", refused.commands > 0 ? [] : ["nothing was refused"]);
} catch (error) {
  problems.push(error instanceof Error ? error.message : String(error));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems.slice(0, 20)) console.error(`✗ ${problem}`);
console.log(`skew: ${problems.length} failed`);
process.exit(problems.length === 0 ? 0 : 1);
