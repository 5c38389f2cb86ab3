/** The tables with data, their stored columns, and an order in which referenced tables come first. */

export type Cell = string | number | null;

export interface Table {
  name: string;
  /** Without generated columns. */
  columns: string[];
  points_to: string[];
}

interface Listed {
  name: string;
  sql: string;
}

interface Described extends Listed {
  /** JSON lists. */
  columns: string;
  points_to: string;
}

/**
 * Leaves out virtual tables with their shadow tables, which are rebuilt, the record of migrations, and the log of a
 * running backup.
 */
function isData({ name, sql }: Listed, virtual: readonly string[]): boolean {
  if (/^(sqlite_|_cf_|d1_|backup_)/.test(name) || /^CREATE VIRTUAL/i.test(sql)) return false;
  return !virtual.some((of) => name.startsWith(`${of}_`));
}

/** Returns the tables with data; referenced tables come before the tables that reference them. */
export async function tablesOf(db: D1Database): Promise<Table[]> {
  const { results } = await db
    .prepare(
      `SELECT name, sql,
        (SELECT json_group_array(name) FROM (SELECT name FROM pragma_table_xinfo(t.name) WHERE hidden = 0 ORDER BY cid))
          AS columns,
        (SELECT json_group_array(DISTINCT "table") FROM pragma_foreign_key_list(t.name)) AS points_to
      FROM sqlite_master t WHERE type = 'table' AND sql IS NOT NULL AND name NOT GLOB '_cf_*' ORDER BY name`,
    )
    .all<Described>();
  const virtual = results.filter(({ sql }) => /^CREATE VIRTUAL/i.test(sql)).map(({ name }) => name);
  const tables = results
    .filter((listed) => isData(listed, virtual))
    .map(({ name, columns, points_to }) => ({
      name,
      columns: JSON.parse(columns) as string[],
      points_to: (JSON.parse(points_to) as string[]).filter((other) => other !== name),
    }));
  return parentsFirst(tables);
}

function parentsFirst(tables: readonly Table[]): Table[] {
  const sorted: Table[] = [];
  const waiting = [...tables];
  while (waiting.length > 0) {
    const ready = waiting.findIndex((table) => table.points_to.every((name) => !waiting.some((t) => t.name === name)));
    // A cycle of references: its rows need deferred constraints anyway, so any order works.
    sorted.push(...waiting.splice(Math.max(0, ready), 1));
  }
  return sorted;
}

export const columnsOf = ({ columns }: Table) => columns.map((name) => `"${name}"`).join(", ");

export type Row = Record<string, Cell>;

/** Maximum number of rows for one reply. */
const AT_ONCE = 50_000;

/**
 * Returns all rows of all tables from the same moment, or null if there are too many for one reply. Rows keep their
 * insertion order, because some queries depend on it.
 */
export async function snapshot(db: D1Database, tables: readonly Table[]): Promise<Map<string, Row[]> | null> {
  const counts = await db.batch<{ n: number }>(
    tables.map(({ name }) => db.prepare(`SELECT count(*) AS n FROM "${name}"`)),
  );
  if (counts.reduce((sum, { results }) => sum + (results[0]?.n ?? 0), 0) > AT_ONCE) return null;
  const replies = await db.batch<Row>(
    tables.map((table) => db.prepare(`SELECT ${columnsOf(table)} FROM "${table.name}" ORDER BY rowid`)),
  );
  return new Map(tables.map(({ name }, index) => [name, replies[index]?.results ?? []]));
}

const PAGE = 500;

export async function* rowsOf(db: D1Database, table: Table): AsyncGenerator<Row> {
  let after = -1;
  for (;;) {
    const { results } = await db
      .prepare(
        `SELECT rowid AS "rowid of this", ${columnsOf(table)} FROM "${table.name}" WHERE rowid > ? ORDER BY rowid LIMIT ${PAGE}`,
      )
      .bind(after)
      .all<Row>();
    for (const { "rowid of this": rowid, ...row } of results) {
      after = Number(rowid);
      yield row;
    }
    if (results.length < PAGE) return;
  }
}
