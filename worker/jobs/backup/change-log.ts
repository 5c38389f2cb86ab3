/**
 * Notes which rows change while a backup copies the database page by page: triggers write the rowid of each change to
 * `backup_changes`. They exist only while a backup runs.
 */
import type { Table } from "../../db/tables.ts";

const PREFIX = "backup_log_";
const EVENTS = ["INSERT", "UPDATE", "DELETE"] as const;

/** A new id for a row that was noted before. Two statements, because `OR IGNORE` of the cause would apply to `OR REPLACE`. */
const note = (table: string, row: string) =>
  `DELETE FROM backup_changes WHERE table_name = '${table}' AND row_id = ${row};
   INSERT INTO backup_changes (table_name, row_id) VALUES ('${table}', ${row});`;

/** Returns statements that begin to note the changes of these tables. */
export function startLog(tables: readonly Table[]): string[] {
  return tables.flatMap(({ name }) =>
    EVENTS.map((event) => {
      const rows = event === "INSERT" ? ["NEW"] : event === "DELETE" ? ["OLD"] : ["OLD", "NEW"];
      const notes = rows.map((row) => note(name, `${row}.rowid`)).join("\n");
      return `CREATE TRIGGER "${PREFIX}${name}_${event.toLowerCase()}" AFTER ${event} ON "${name}" BEGIN ${notes} END`;
    }),
  );
}

/** Stops noting changes, and forgets those noted. */
export async function stopLog(db: D1Database): Promise<void> {
  const { results } = await db
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE '${PREFIX}%'`)
    .all<{ name: string }>();
  await db.batch([
    ...results.map(({ name }) => db.prepare(`DROP TRIGGER "${name}"`)),
    db.prepare("DELETE FROM backup_changes"),
  ]);
}
