import { getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/** A value as D1 returns it. */
export type SqlValue = string | number | null;
/** A row as D1 returns it. */
export type Row = Record<string, SqlValue>;

/** Returns a row that raw SQL read from this table as the schema types it: parsed JSON, and flags as booleans. */
export function storedRow<Table extends SQLiteTable>(
  table: Table,
  row: Readonly<Record<string, unknown>>,
): Table["$inferSelect"] {
  const values = Object.entries(getTableColumns(table)).map(([name, column]) => {
    const value = row[name] ?? null;
    return [name, value === null ? null : column.mapFromDriverValue(value)];
  });
  return Object.fromEntries(values) as Table["$inferSelect"];
}
