import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/**
 * Returns the statement that inserts a row, or updates the `changing` columns of the row with the same id where `when`
 * holds. In `when` the new row is `excluded`. It writes nothing where `onlyIf` is false.
 */
export function upsert<Table extends SQLiteTable>(
  table: Table,
  fixed: Partial<Table["$inferInsert"]>,
  changing: Partial<Table["$inferInsert"]>,
  when: SQL,
  onlyIf: SQL = sql`true`,
): SQL {
  const columns = getTableColumns(table);
  const values = Object.entries({ ...fixed, ...changing }).map(([name, value]) => ({
    name: sql.identifier(name),
    value: sql.param(value, columns[name]),
  }));
  const assignments = Object.keys(changing).map(
    (name) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`,
  );
  return sql`INSERT INTO ${table} (${sql.join(
    values.map(({ name }) => name),
    sql`, `,
  )})
    SELECT ${sql.join(
      values.map(({ value }) => value),
      sql`, `,
    )} WHERE ${onlyIf}
    ON CONFLICT (id) DO UPDATE SET ${sql.join(assignments, sql`, `)} WHERE ${when}`;
}
