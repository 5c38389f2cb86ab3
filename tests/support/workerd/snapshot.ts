/** Snapshots of the whole database, to check that nothing changed. */
import { env } from "cloudflare:workers";
import { allRows } from "./sql.ts";

/** Tables that a refused or repeated call may write: rate limit counters, idempotency keys and sessions. */
const ALLOWED = new Set(["throttles", "idempotency_keys", "sessions"]);

let tables: string[] | null = null;

async function tableNames(): Promise<string[]> {
  if (tables) return tables;
  const { results } = await allRows<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT
    LIKE 'sqlite_%' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT LIKE 'd1_%' AND sql NOT LIKE 'CREATE VIRTUAL%'
    ORDER BY name`;
  tables = results.map((row) => row.name).filter((name) => !ALLOWED.has(name) && !/_fts|_search_|\bfts/.test(name));
  return tables;
}

/** Returns the rows of every table as JSON, sorted. Compare two snapshots with `toEqual`. */
export async function databaseSnapshot(): Promise<Record<string, string[]>> {
  const names = await tableNames();
  const replies = await env.DB.batch(names.map((name) => env.DB.prepare(`SELECT * FROM "${name}"`)));
  return Object.fromEntries(
    names.map((name, index) => [name, (replies[index]?.results ?? []).map((row) => JSON.stringify(row)).sort()]),
  );
}

/** Returns the changed rows as `table - before` and `table + after`; empty when nothing changed. */
export function differences(before: Record<string, string[]>, after: Record<string, string[]>): string[] {
  return Object.keys({ ...before, ...after }).flatMap((table) => {
    const [old, now] = [new Set(before[table]), new Set(after[table])];
    return [
      ...[...old].filter((row) => !now.has(row)).map((row) => `${table} - ${row}`),
      ...[...now].filter((row) => !old.has(row)).map((row) => `${table} + ${row}`),
    ];
  });
}
