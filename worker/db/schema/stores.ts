/** What a seller says of their own store page; a seller without a row has the plain one. */
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Photo } from "#contract/items";
import { profiles } from "./accounts.ts";

export const stores = sqliteTable("stores", {
  owner_id: text()
    .primaryKey()
    .references(() => profiles.id),
  name: text(),
  /** The name as it is compared: two stores never carry the same one. */
  name_key: text().unique(),
  description: text().notNull().default(""),
  /** Copied from `images`, where it is bound as `store:<owner>`. */
  banner: text({ mode: "json" }).$type<Photo>(),
  updated_at: integer().notNull(),
});
