/** State of the service: last cron run, last audit, and daily statistics (decision 0033). */
import { integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** One row per name, overwritten: `cron`, `audits`, `health`. */
export const serviceState = sqliteTable("service_state", {
  name: text().primaryKey(),
  value: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
  at: integer().notNull(),
});

/** Rows that changed while a backup runs (jobs/backup/copy-database.ts), by their rowid. Empty otherwise. */
export const backupChanges = sqliteTable(
  "backup_changes",
  {
    /** Rises with each change, so that a change after a reading is not taken for read. */
    id: integer().primaryKey({ autoIncrement: true }),
    table_name: text().notNull(),
    row_id: integer().notNull(),
  },
  (t) => [uniqueIndex("backup_changes_by_row").on(t.table_name, t.row_id)],
);

/** Statistics of a day in Sydney, recalculated for today and yesterday. A missing figure is 0. */
export const dailyFigures = sqliteTable(
  "daily_figures",
  {
    /** "2026-11-21" */
    day: text().notNull(),
    figure: text().notNull(),
    value: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.figure] })],
);

/** Holds started per hour, counted by a trigger on `items`, which stores only the current hold. */
export const holdHours = sqliteTable("hold_hours", {
  /** Hours since 1970. */
  hour: integer().primaryKey(),
  holds: integer().notNull(),
});
