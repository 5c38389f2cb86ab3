/** The settings of the whole site (D10, decision 0062). */
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { profiles } from "./accounts.ts";

/** Every saved version; the highest is in force, and a version saved twice is refused by its key. */
export const siteSettings = sqliteTable("site_settings", {
  version: integer().primaryKey(),
  settings: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
  saved_by: text()
    .notNull()
    .references(() => profiles.id),
  saved_at: integer().notNull(),
});
