/**
 * Copies the database to R2 once a day while it is in use, so that the copy shows one moment, however long it takes:
 * the tables are copied page by page, then the rows that changed meanwhile, until so few are left that one transaction
 * reads them all. Its moment is the copy's. The job goes on where the last run stopped.
 *
 * Files of a copy: `<day>/pages/<n>.<table>.ndjson` with lines `[table, rowid, row]`, `<day>/changes/<n>.ndjson` with
 * the same and `null` for a deleted row, to be applied in order, and at the end `<day>/manifest.json`.
 * scripts/backup/daily.ts reads them.
 */

import { BACKUP_RETENTION_MS } from "#domain/account/retention";
import { HOUR_MS } from "#domain/deadlines";
import type { Database } from "../../db/client.ts";
import { type BackupState, parseState, type StateRow, stateQuery, storeState } from "../../db/service-state.ts";
import { columnsOf, type Row, type Table, tablesOf } from "../../db/tables.ts";
import { log } from "../../log.ts";
import type { Services } from "../../services.ts";
import { startLog, stopLog } from "./change-log.ts";

export interface DailyManifest {
  /** The moment that the copy shows. */
  taken_at: string;
  migrations: string[];
  tables: string[];
  files: string[];
}

/** At 2 or 3 in the morning in Sydney, when few people are awake. */
const BEGINS_AT_MS = 16 * HOUR_MS;
/** Something is wrong with a copy that takes longer. It begins again. */
const LONGEST_MS = 20 * HOUR_MS;

interface Sizes {
  /** Rows of a page. */
  page: number;
  /** Files that one run writes, each a page or a round of changes. */
  files: number;
  /** Changes that one transaction may read at the end. */
  last: number;
}
const SIZES: Sizes = { page: 2_000, files: 100, last: 2_000 };

/** Copies as much as one run may. */
export async function backUpDatabase(services: Services, sizes = SIZES): Promise<void> {
  const { db, env, now } = services;
  if (env.DATABASE_BACKUP !== "daily") return;
  const day = new Date(now() - BEGINS_AT_MS).toISOString().slice(0, 10);
  let state = parseState("backup", await db.get<StateRow | undefined>(stateQuery("backup")))?.value ?? null;
  if (state?.day === day && state.finished !== null) return;
  const migrations = await appliedMigrations(db);
  const stale =
    state !== null &&
    state.finished === null &&
    (now() - state.begun > LONGEST_MS || state.migrations.join() !== migrations.join());
  if (state === null || stale || state.finished !== null) {
    if (stale) log("error", { problem: "backup begun again", day: state?.day });
    state = await begin(services, day, migrations);
  }
  const tables = await tablesOf(db.$client);
  const until = state.files + sizes.files;
  while (state.files < until && state.finished === null) {
    const before: BackupState = state;
    const copy = before.table < tables.length ? copyPage : copyChanges;
    state = await copy(services, before, tables, sizes);
    // An empty table is read again if the run ends here.
    if (state.files > before.files) await db.run(storeState("backup", state, now()));
  }
}

async function appliedMigrations(db: Database): Promise<string[]> {
  const { results } = await db.$client.prepare("SELECT name FROM d1_migrations ORDER BY id").all<{ name: string }>();
  return results.map(({ name }) => name);
}

async function begin({ db, env, now }: Services, day: string, migrations: string[]): Promise<BackupState> {
  await stopLog(db.$client);
  await removeCopies(env.BACKUPS, (name) => name === day || Date.parse(name) < now() - BACKUP_RETENTION_MS);
  const triggers = startLog(await tablesOf(db.$client));
  await db.$client.batch(triggers.map((statement) => db.$client.prepare(statement)));
  const state = { day, begun: now(), finished: null, migrations, table: 0, after: -1, files: 0 };
  await db.run(storeState("backup", state, now()));
  return state;
}

/** Deletes the copies of these days. */
async function removeCopies(bucket: R2Bucket, isOver: (day: string) => boolean): Promise<void> {
  const days = await bucket.list({ delimiter: "/" });
  for (const prefix of days.delimitedPrefixes.filter((name) => isOver(name.slice(0, -1)))) {
    for (;;) {
      const { objects } = await bucket.list({ prefix, limit: 1_000 });
      if (objects.length === 0) break;
      await bucket.delete(objects.map(({ key }) => key));
    }
  }
}

type Line = [table: string, rowid: number, row: Row | null];
/** Under a name that no column has. */
const ROWID = "rowid of this";
const select = (table: Table) => `SELECT rowid AS "${ROWID}", ${columnsOf(table)} FROM "${table.name}"`;

function lineOf(table: string, { [ROWID]: rowid, ...row }: Row): Line {
  return [table, Number(rowid), row];
}

/** With leading zeros, because files are listed by name. */
const numbered = (number: number) => String(number).padStart(6, "0");

async function write({ env }: Services, key: string, lines: readonly Line[]): Promise<void> {
  await env.BACKUPS.put(key, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

async function copyPage(
  services: Services,
  state: BackupState,
  tables: Table[],
  { page }: Sizes,
): Promise<BackupState> {
  const table = tables[state.table];
  if (!table) return { ...state, table: tables.length };
  const { results } = await services.db.$client
    .prepare(`${select(table)} WHERE rowid > ? ORDER BY rowid LIMIT ?`)
    .bind(state.after, page)
    .all<Row>();
  const lines = results.map((row) => lineOf(table.name, row));
  if (lines.length > 0) {
    await write(services, `${state.day}/pages/${numbered(state.files)}.${table.name}.ndjson`, lines);
  }
  return {
    ...state,
    files: state.files + (lines.length > 0 ? 1 : 0),
    ...(lines.length < page ? { table: state.table + 1, after: -1 } : { after: lines.at(-1)?.[1] ?? state.after }),
  };
}

/** Copies the oldest changes; or all that are left, in one transaction, which ends the copy. */
async function copyChanges(
  services: Services,
  state: BackupState,
  tables: Table[],
  sizes: Sizes,
): Promise<BackupState> {
  const { env, now } = services;
  const db = services.db.$client;
  const bound = await db
    .prepare("SELECT id FROM backup_changes ORDER BY id LIMIT 1 OFFSET ?")
    .bind(sizes.last)
    .first<number>("id");
  const key = `${state.day}/changes/${numbered(state.files)}.ndjson`;
  const taken = now();
  await write(services, key, await changedRows(db, tables, bound));
  if (bound !== null) {
    // What has changed again since it was read has a higher id now.
    await db.prepare("DELETE FROM backup_changes WHERE id < ?").bind(bound).run();
    return { ...state, files: state.files + 1 };
  }
  const manifest: DailyManifest = {
    taken_at: new Date(taken).toISOString(),
    migrations: state.migrations,
    tables: tables.map(({ name }) => name),
    files: await filesOf(env.BACKUPS, state.day),
  };
  // Written last: a copy without a manifest is not finished.
  await env.BACKUPS.put(`${state.day}/manifest.json`, JSON.stringify(manifest));
  await stopLog(db);
  if (env.REQUEST_LOG !== "off")
    log("info", { message: "backup", day: state.day, files: manifest.files.length, ms: now() - state.begun });
  return { ...state, finished: now(), files: state.files + 1 };
}

/** Returns the changed rows as they are now, in one transaction: those with a lower id than `bound`, or all. */
async function changedRows(db: D1Database, tables: readonly Table[], bound: number | null): Promise<Line[]> {
  const below = bound ?? Number.MAX_SAFE_INTEGER;
  const [noted, ...replies] = await db.batch<Row>([
    db.prepare("SELECT table_name, row_id FROM backup_changes WHERE id < ? ORDER BY id").bind(below),
    ...tables.map((table) =>
      db
        .prepare(`${select(table)} WHERE rowid IN (SELECT row_id FROM backup_changes WHERE table_name = ? AND id < ?)`)
        .bind(table.name, below),
    ),
  ]);
  const rows = new Map<string, Line>();
  for (const { table_name, row_id } of noted?.results ?? []) {
    rows.set(`${table_name} ${row_id}`, [String(table_name), Number(row_id), null]);
  }
  for (const [index, { name }] of tables.entries()) {
    for (const row of replies[index]?.results ?? []) {
      const line = lineOf(name, row);
      rows.set(`${name} ${line[1]}`, line);
    }
  }
  return [...rows.values()];
}

async function filesOf(bucket: R2Bucket, day: string): Promise<string[]> {
  const files: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await bucket.list({ prefix: `${day}/`, ...(cursor !== undefined && { cursor }) });
    files.push(...page.objects.map(({ key }) => key));
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
  return files.filter((key) => key.endsWith(".ndjson"));
}
