/** Listings being written. Visible to their author alone; nothing here is ever shown, counted or sold (D2). */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { DraftValues } from "#contract/drafts";
import { profiles } from "./accounts.ts";

export const listingDrafts = sqliteTable(
  "listing_drafts",
  {
    owner_id: text()
      .notNull()
      .references(() => profiles.id),
    /** Made by the browser ("local-<uuid>"), which may have been without a network then: unique for its owner only. */
    id: text().notNull(),
    /** The inputs as typed; null once the draft is gone. */
    content: text({ mode: "json" }).$type<DraftValues>(),
    /** Photos in order. The clean-up of orphans spares them. */
    photo_ids: text({ mode: "json" }).$type<string[]>().notNull(),
    missing_photos: integer().notNull().default(0),
    /** Rises with every save; a save names the one it started from. */
    version: integer().notNull(),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
    /** A row without content stays for a while, so that a late autosave from another device does not bring it back. */
    deleted_at: integer(),
    /** What it became. */
    item_id: text(),
  },
  (t) => [primaryKey({ columns: [t.owner_id, t.id] }), index("listing_drafts_by_age").on(t.updated_at)],
);
