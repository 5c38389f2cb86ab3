import { createHash } from "node:crypto";

/** A row to insert: values by column. */
export type Row = Record<string, string | number | null>;

/** Rows by table, in an order that foreign keys allow. */
export type Tables = Record<string, Row[]>;

/** The same id for the same name on every machine, so that a bug report can name a listing. */
export function demoId(prefix: string, name: string): string {
  return `${prefix}_${createHash("sha256").update(name).digest("hex").slice(0, 20)}`;
}

/** A small seeded generator, for the same reason. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** One statement for all rows with the same columns: a statement per row takes the local database ten times as long. */
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
