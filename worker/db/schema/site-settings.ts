/** Site-wide settings (D10, decision 0030). */
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { profiles } from "./account.ts";
import { idOf } from "./columns.ts";

/** Every saved version; the highest is in use. The key refuses the same version twice. */
export const siteSettings = sqliteTable("site_settings", {
  version: integer().primaryKey(),
  settings: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
  saved_by: idOf(() => profiles.id),
  saved_at: integer().notNull(),
});
