/** What the service keeps about itself: when its clock last ticked, what it last found, and the days' figures (decision 0063). */
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One row for each thing to remember, overwritten: `cron`, `audits`, `health`. */
export const serviceState = sqliteTable("service_state", {
  name: text().primaryKey(),
  value: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
  at: integer().notNull(),
});

/** The figures of a day in Sydney, counted again while the day is young; a figure that is missing is 0. */
export const dailyFigures = sqliteTable(
  "daily_figures",
  {
    /** "2026-11-21". */
    day: text().notNull(),
    figure: text().notNull(),
    value: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.figure] })],
);

/** Holds that began, by the hour; counted by a trigger on `items`, which keeps only the hold of now. */
export const holdHours = sqliteTable("hold_hours", {
  /** Hours since 1970. */
  hour: integer().primaryKey(),
  holds: integer().notNull(),
});
