import { createHash } from "node:crypto";
import { type IdPrefix, makeId } from "#domain/ids";

/** A row to insert: values by column. */
export type Row = Record<string, string | number | null>;

/** Rows by table, in an order that satisfies foreign keys. */
export type Tables = Record<string, Row[]>;

/** Returns the same id for the same name on every machine, so that bug reports can refer to a listing. */
export function demoId(prefix: string, name: string): string {
  return `${prefix}_${createHash("sha256").update(name).digest("hex").slice(0, 20)}`;
}

/** Returns the id that the app itself derives from these parts (worker/stable-id.ts), so that it finds the row. */
export function appId(prefix: IdPrefix, ...parts: string[]): string {
  return makeId(
    prefix,
    createHash("sha256")
      .update(JSON.stringify([prefix, ...parts]))
      .digest(),
  );
}

/** Seeded random numbers, the same on every machine. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns one statement for all rows with the same columns; one per row takes the local database ten times as long. */
export function insertStatements(db: D1Database, tables: Tables): D1PreparedStatement[] {
  return Object.entries(tables).flatMap(([table, rows]) =>
    [...Map.groupBy(rows, (row) => Object.keys(row).join())].map(([columns, sameColumns]) => {
      const values = columns.split(",").map((column) => `value ->> '$.${column}'`);
      return db
        .prepare(`INSERT INTO ${table} (${columns}) SELECT ${values.join()} FROM json_each(?)`)
        .bind(JSON.stringify(sameColumns));
    }),
  );
}
