/** Drafts of listings, visible to their author only (D2). */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { DraftValues } from "#contract/selling/drafts";
import { profiles } from "./account.ts";
import { idOf } from "./columns.ts";

export const listingDrafts = sqliteTable(
  "listing_drafts",
  {
    owner_id: idOf(() => profiles.id),
    /** Created by the browser ("local-<uuid>"), also offline, so it is unique per owner only. */
    id: text().notNull(),
    /** The inputs as typed; null after the draft was deleted. */
    content: text({ mode: "json" }).$type<DraftValues>(),
    /** Photos in order. The job that deletes unused photos skips them. */
    photo_ids: text({ mode: "json" }).$type<string[]>().notNull(),
    missing_photos: integer().notNull().default(0),
    /** Rises with every save; a save names the version it is based on. */
    version: integer().notNull(),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
    /** A deleted row stays for a while, so that a late autosave from another device does not restore the draft. */
    deleted_at: integer(),
    /** The listing created from the draft. */
    item_id: text(),
  },
  (t) => [primaryKey({ columns: [t.owner_id, t.id] }), index("listing_drafts_by_age").on(t.updated_at)],
);
