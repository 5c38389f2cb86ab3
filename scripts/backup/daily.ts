/** Reads a daily copy of the database (worker/jobs/backup/copy-database.ts). No Node modules, so that tests can use it. */
import type { Row } from "../../worker/db/tables.ts";
import type { DailyManifest } from "../../worker/jobs/backup/copy-database.ts";

type Line = [table: string, rowid: number, row: Row | null];

async function linesOf(bucket: R2Bucket, key: string): Promise<Line[]> {
  const file = await bucket.get(key);
  if (!file) throw new Error(`${key} is missing.`);
  return (await file.text())
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
}

/** Returns the manifest of a day, or of the newest finished copy. */
export async function findDailyCopy(
  bucket: R2Bucket,
  day: string | undefined,
): Promise<{ day: string; manifest: DailyManifest }> {
  const { delimitedPrefixes } = await bucket.list({ delimiter: "/" });
  const days =
    day === undefined
      ? delimitedPrefixes
          .map((name) => name.slice(0, -1))
          .toSorted()
          .reverse()
      : [day];
  for (const one of days) {
    const file = await bucket.get(`${one}/manifest.json`);
    if (file) return { day: one, manifest: await file.json<DailyManifest>() };
  }
  throw new Error(day === undefined ? "There is no finished copy." : `There is no finished copy of ${day}.`);
}

/** Returns the rows of every table at the moment of the copy, in their order. */
export async function* rowsOfCopy(
  bucket: R2Bucket,
  { tables, files }: DailyManifest,
): AsyncGenerator<[table: string, rows: Iterable<Row>]> {
  const changes = new Map<string, Map<number, Row | null>>();
  for (const key of files.filter((name) => name.includes("/changes/")).toSorted()) {
    for (const [table, rowid, row] of await linesOf(bucket, key)) {
      const ofTable = changes.get(table) ?? new Map<number, Row | null>();
      changes.set(table, ofTable.set(rowid, row));
    }
  }
  for (const table of tables) {
    const rows = new Map<number, Row>();
    for (const key of files.filter((name) => name.includes("/pages/") && name.endsWith(`.${table}.ndjson`))) {
      for (const [, rowid, row] of await linesOf(bucket, key)) if (row) rows.set(rowid, row);
    }
    for (const [rowid, row] of changes.get(table) ?? []) {
      if (row) rows.set(rowid, row);
      else rows.delete(rowid);
    }
    yield [table, [...rows].toSorted(([a], [b]) => a - b).map(([, row]) => row)];
  }
}
