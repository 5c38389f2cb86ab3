/**
 * Writes a backup folder from a database and bucket, and restores it. docs/operations.md describes what a backup
 * contains.
 */

import { createHash } from "node:crypto";
import { createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { finished } from "node:stream/promises";
import { namesOf, obstaclesTo } from "#domain/account/deletion";
import { applyMigrations } from "../../worker/db/apply-migrations.ts";
import { verifyAuditLog } from "../../worker/db/audit-verification.ts";
import { connect } from "../../worker/db/client.ts";
import { MIGRATIONS } from "../../worker/db/migrations.generated.ts";
import { type Row, rowsOf, snapshot, type Table, tablesOf } from "../../worker/db/tables.ts";
import {
  eraseStored,
  listErased,
  notErasedYet,
  restartDeletions,
} from "../../worker/features/own-data/erase-stored.ts";
import { obstacleCounts } from "../../worker/features/own-data/queries.ts";
import { runAudits } from "../../worker/jobs/run-audits.ts";
import { findDailyCopy, rowsOfCopy } from "./daily.ts";
import type { Storage } from "./storage.ts";

interface StoredObject {
  key: string;
  sha256: string;
  content_type: string | null;
}

export interface Manifest {
  format: 1;
  taken_at: string;
  /**
   * Whether all tables are from the same moment; false when they were read one after the other while the site was in
   * use.
   */
  one_moment: boolean;
  /** Migrations applied to the database. A restore applies these, inserts the rows, then applies newer ones. */
  migrations: string[];
  tables: Record<string, { rows: number; sha256: string }>;
  objects: StoredObject[];
}

const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");

/** Only the owner may read the files, because a backup contains private data. */
const PRIVATE = { mode: 0o600 } as const;
const folder = (path: string) => mkdirSync(path, { recursive: true, mode: 0o700 });

/**
 * Backs up database and bucket. If the database is too large for one snapshot, referencing tables are read before
 * referenced ones, so that rows added meanwhile cannot leave a row without its parent. Photos come last, so that every
 * photo of a row exists; a photo never changes under its key.
 */
export async function backUp({ DB, IMAGES }: Storage, to: string): Promise<Manifest> {
  startFolder(to);
  const applied = await DB.prepare("SELECT name FROM d1_migrations ORDER BY id").all<{ name: string }>();
  const manifest: Manifest = {
    format: 1,
    taken_at: new Date().toISOString(),
    one_moment: false,
    migrations: applied.results.map((row) => row.name),
    tables: {},
    objects: [],
  };
  const tables = (await tablesOf(DB)).reverse();
  const rows = await snapshot(DB, tables);
  manifest.one_moment = rows !== null;
  for (const table of tables) {
    manifest.tables[table.name] = await writeTable(to, table.name, rows?.get(table.name) ?? rowsOf(DB, table));
  }
  manifest.objects = await saveObjects(IMAGES, to);
  const erased = await DB.prepare("SELECT account_id FROM account_deletions WHERE erased_at IS NOT NULL").all<Row>();
  return endFolder(to, manifest, erased.results);
}

/**
 * Writes a daily copy of the database (worker/jobs/backup/copy-database.ts) as a backup folder. The copy shows one
 * moment. Photos are read now, because a photo never changes under its key; without them, restore into the same bucket.
 */
export async function saveDailyCopy(
  { BACKUPS, IMAGES }: Storage,
  to: string,
  { day, photos }: { day: string | undefined; photos: boolean },
): Promise<Manifest> {
  const copy = await findDailyCopy(BACKUPS, day);
  startFolder(to);
  const manifest: Manifest = {
    format: 1,
    taken_at: copy.manifest.taken_at,
    one_moment: true,
    migrations: copy.manifest.migrations,
    tables: {},
    objects: [],
  };
  let erased: Row[] = [];
  for await (const [name, rows] of rowsOfCopy(BACKUPS, copy.manifest)) {
    manifest.tables[name] = await writeTable(to, name, rows);
    if (name === "account_deletions") erased = [...rows].filter((row) => row.erased_at !== null);
  }
  if (photos) manifest.objects = await saveObjects(IMAGES, to);
  return endFolder(to, manifest, erased);
}

function startFolder(to: string): void {
  if (existsSync(join(to, "manifest.json"))) throw new Error(`${to} already holds a backup.`);
  folder(join(to, "tables"));
}

/** @param erased rows of the accounts that were erased, for a restore of an older backup. */
function endFolder(to: string, manifest: Manifest, erased: readonly Row[]): Manifest {
  writeFileSync(join(to, "erased.txt"), erased.map((row) => `${row.account_id}\n`).join(""), PRIVATE);
  // Written last: a folder without a manifest is an incomplete backup.
  writeFileSync(join(to, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`, PRIVATE);
  return manifest;
}

type Rows = AsyncIterable<Row> | Iterable<Row>;

async function writeTable(to: string, name: string, rows: Rows) {
  const file = createWriteStream(join(to, "tables", `${name}.ndjson`), PRIVATE);
  const written = await digest(rows, (line) => file.write(line));
  file.end();
  await finished(file);
  return written;
}

async function digest(rows: Rows, write: (line: string) => unknown) {
  const hash = createHash("sha256");
  let count = 0;
  for await (const row of rows) {
    const line = `${JSON.stringify(row)}\n`;
    hash.update(line);
    write(line);
    count++;
  }
  return { rows: count, sha256: hash.digest("hex") };
}

async function saveObjects(bucket: R2Bucket, to: string): Promise<StoredObject[]> {
  const saved: StoredObject[] = [];
  let cursor: string | undefined;
  do {
    const page = await bucket.list({ limit: 500, ...(cursor !== undefined && { cursor }) });
    for (const { key } of page.objects) {
      const object = await bucket.get(key);
      // Deleted since it was listed.
      if (!object) continue;
      const bytes = new Uint8Array(await object.arrayBuffer());
      const path = join(to, "objects", key);
      folder(dirname(path));
      writeFileSync(path, bytes, PRIVATE);
      saved.push({ key, sha256: sha256(bytes), content_type: object.httpMetadata?.contentType ?? null });
    }
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
  return saved;
}

/** Rows per batch. Each row has its own statement, and a batch is one transaction. */
const BATCH = 100;

/**
 * Restores a backup into an empty database and bucket, and erases again the accounts that were erased since: those
 * given, and those of the list in the private bucket (D61). Pending deletions start again. @returns the differences from the backup; empty when it is
 * complete.
 */
export async function restore(
  { DB, IMAGES, PRIVATE_FILES }: Storage,
  from: string,
  now: number,
  erased: readonly string[] = [],
): Promise<string[]> {
  const manifest = JSON.parse(readFileSync(join(from, "manifest.json"), "utf8")) as Manifest;
  const unknown = manifest.migrations.filter((name) => !MIGRATIONS.some((migration) => migration.name === name));
  if (unknown.length > 0) throw new Error(`The backup is of a newer version, with ${unknown.join(", ")}.`);
  await refuseUnlessEmpty(DB);

  await applyMigrations(
    DB,
    MIGRATIONS.filter((migration) => manifest.migrations.includes(migration.name)),
  );
  const tables = await tablesOf(DB);
  // Drop the triggers while inserting: they would count, notify and reject, but the rows already contain their effects.
  const { results: triggers } = await DB.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all<{
    name: string;
    sql: string;
  }>();
  await run(
    DB,
    triggers.map(({ name }) => DB.prepare(`DROP TRIGGER "${name}"`)),
  );
  // Rows that migrations have inserted.
  await run(
    DB,
    [...tables].reverse().map(({ name }) => DB.prepare(`DELETE FROM "${name}"`)),
  );
  for (const table of tables) await fill(DB, table, join(from, "tables", `${table.name}.ndjson`));
  await run(DB, [DB.prepare("INSERT INTO items_fts(items_fts) VALUES ('rebuild')")]);
  await run(
    DB,
    triggers.map(({ sql }) => DB.prepare(sql)),
  );

  const problems = [...(await differences(DB, manifest)), ...(await restoreObjects(IMAGES, from, manifest))];
  await applyMigrations(DB);
  const db = connect(DB);
  for (const id of erased) await listErased(PRIVATE_FILES, id);
  for (const id of await notErasedYet(db, PRIVATE_FILES)) {
    const obstacles = obstaclesTo(await obstacleCounts(db, id, now), true);
    if (obstacles.length > 0) {
      problems.push(
        `erased account ${id} is back. Close this first: ${namesOf(obstacles)}. It is then erased by a job.`,
      );
      continue;
    }
    try {
      await eraseStored(db, { IMAGES, PRIVATE_FILES }, id, now);
    } catch (error) {
      problems.push(`erased account ${id} is back: ${String(error)}`);
    }
  }
  await restartDeletions(db, now);
  for (const { audit, ids } of await runAudits(connect(DB), now)) problems.push(`${audit}: ${ids.join(", ")}`);
  const chain = await verifyAuditLog(connect(DB), { limit: Number.MAX_SAFE_INTEGER });
  if (chain.broken) problems.push(`audit log: entry ${chain.broken.entry_id} is ${chain.broken.problem}`);
  return problems;
}

async function refuseUnlessEmpty(db: D1Database): Promise<void> {
  const table = await db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'accounts'").first();
  if (table && (await db.prepare("SELECT 1 FROM accounts LIMIT 1").first())) {
    throw new Error("There are people in this database. A backup is restored into an empty one only.");
  }
}

/** Runs the statements in one transaction, in which a row may precede the row it references. */
async function run(db: D1Database, statements: D1PreparedStatement[]): Promise<void> {
  if (statements.length > 0) await db.batch([db.prepare("PRAGMA defer_foreign_keys = on"), ...statements]);
}

async function fill(db: D1Database, { name, columns }: Table, file: string): Promise<void> {
  if (!existsSync(file)) return;
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  const sql = `INSERT INTO "${name}" (${columns.map((column) => `"${column}"`).join(", ")})
    VALUES (${columns.map(() => "?").join(", ")})`;
  for (let start = 0; start < lines.length; start += BATCH) {
    await run(
      db,
      lines.slice(start, start + BATCH).map((line) => {
        const row = JSON.parse(line) as Row;
        return db.prepare(sql).bind(...columns.map((column) => row[column] ?? null));
      }),
    );
  }
}

/** Reads every table back and compares it with the backup. */
async function differences(db: D1Database, manifest: Manifest): Promise<string[]> {
  const problems: string[] = [];
  const tables = await tablesOf(db);
  for (const [name, saved] of Object.entries(manifest.tables)) {
    const table = tables.find((candidate) => candidate.name === name);
    const now = table ? await digest(rowsOf(db, table), () => undefined) : null;
    if (now?.sha256 !== saved.sha256) problems.push(`${name}: ${now?.rows ?? "no"} rows, not the ${saved.rows} saved`);
  }
  return problems;
}

async function restoreObjects(bucket: R2Bucket, from: string, { objects }: Manifest): Promise<string[]> {
  const problems: string[] = [];
  for (const { key, sha256: saved, content_type } of objects) {
    const bytes = readFileSync(join(from, "objects", key));
    if (sha256(bytes) !== saved) problems.push(`picture ${key} is damaged`);
    await bucket.put(key, bytes, content_type === null ? {} : { httpMetadata: { contentType: content_type } });
  }
  return problems;
}
