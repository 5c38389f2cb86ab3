/**
 * Seeded states of the benchmark under .state/bench, reused between runs. The app creates the database itself; the rows
 * are then inserted directly, with all triggers, constraints and indexes.
 */
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { catalogueTables, type Row } from "./catalogue.ts";
import { startRuntime } from "./runtime.ts";

const BENCH = resolve(import.meta.dirname, "../../.state/bench");
const DAY = 86_400_000;

/** Buyers of a run: many, because holds and requests are limited per account. */
export const BUYERS = 6_000;

export interface Buyer {
  id: string;
  sessionId: string;
}

export function buyerOf(index: number): Buyer {
  const name = createHash("sha256").update(`buyer ${index}`).digest("hex").slice(0, 20);
  return { id: `acc_${name}`, sessionId: `ses_${name}` };
}

function* buyers(row: (buyer: Buyer, index: number) => Row): Generator<Row> {
  for (let index = 0; index < BUYERS; index++) yield row(buyerOf(index), index);
}

function peopleTables(now: number) {
  const at = { created_at: now - DAY };
  const email = (index: number) => `b${index}@example.com`;
  return [
    { table: "accounts", rows: buyers(({ id }, index) => ({ id, email: email(index), ...at })) },
    {
      table: "profiles",
      rows: buyers(({ id }, index) => ({
        id,
        email: email(index),
        full_name: `Buyer ${index}`,
        suburb: "Brunswick",
        city: "Melbourne",
        updated_at: at.created_at,
        ...at,
      })),
    },
    {
      table: "sessions",
      rows: buyers(({ id, sessionId }) => ({
        id: sessionId,
        token_hash: sessionId,
        account_id: id,
        seen_at: now,
        expires_at: now + 3_650 * DAY,
        ...at,
      })),
    },
  ];
}

/** Returns the path of the database file of a state. */
export function databaseOf(stateDir: string): string {
  const folder = join(stateDir, "d1/miniflare-D1DatabaseObject");
  const [file, ...more] = readdirSync(folder).filter((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite");
  if (file === undefined || more.length > 0) throw new Error(`Expected one database in ${folder}.`);
  return join(folder, file);
}

function insertAll(database: DatabaseSync, table: string, rows: Iterable<Row>): void {
  let insert: ReturnType<DatabaseSync["prepare"]> | undefined;
  for (const row of rows) {
    const names = Object.keys(row);
    insert ??= database.prepare(`INSERT INTO ${table} (${names.join(",")}) VALUES (${names.map(() => "?").join(",")})`);
    insert.run(...Object.values(row));
  }
}

/** Returns the folder of a state with this many listings, and creates it if necessary. */
export async function seededState(listings: number, fresh: boolean): Promise<string> {
  const stateDir = join(BENCH, String(listings));
  // Increase the number when the catalogue changes; the app migrates the schema itself.
  const done = join(stateDir, "seeded-2");
  if (!fresh && existsSync(done)) return stateDir;
  const started = performance.now();
  rmSync(stateDir, { recursive: true, force: true });
  mkdirSync(stateDir, { recursive: true });
  await (await startRuntime(stateDir)).stop();
  const database = new DatabaseSync(databaseOf(stateDir));
  try {
    database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -2000000; BEGIN");
    for (const { table, rows } of [...catalogueTables(listings), ...peopleTables(Date.now())]) {
      insertAll(database, table, rows);
    }
    database.exec("COMMIT; PRAGMA journal_mode = WAL");
  } finally {
    database.close();
  }
  writeFileSync(done, "");
  console.log(
    `${listings.toLocaleString("en-AU")} listings made in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
  return stateDir;
}

/** Copies a state, so that the original stays unchanged. */
export function workingCopy(stateDir: string): string {
  const copy = join(BENCH, "working-copy");
  rmSync(copy, { recursive: true, force: true });
  cpSync(stateDir, copy, { recursive: true });
  return copy;
}
