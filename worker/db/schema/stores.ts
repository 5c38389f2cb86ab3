/** Store pages of sellers; a seller without a row has the default page. */
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Photo } from "#contract/items";
import { profiles } from "./account.ts";

export const stores = sqliteTable("stores", {
  owner_id: text()
    .primaryKey()
    .references(() => profiles.id),
  name: text(),
  /** The name in the form used for comparison, so that store names are unique. */
  name_key: text().unique(),
  description: text().notNull().default(""),
  /** Copied from `images`, where it is bound as `store:<owner>`. */
  banner: text({ mode: "json" }).$type<Photo>(),
  updated_at: integer().notNull(),
});
