/** Store pages of sellers, and who follows them. A seller without a row has the default page. */
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Photo } from "#contract/items";
import { profiles } from "./account.ts";
import { idOf, keyOf } from "./columns.ts";

export const stores = sqliteTable("stores", {
  owner_id: keyOf(() => profiles.id),
  name: text(),
  /** The name in the form used for comparison, so that store names are unique. */
  name_key: text().unique(),
  description: text().notNull().default(""),
  /** Copied from `images`, where it is bound as `store:<owner>`. */
  banner: text({ mode: "json" }).$type<Photo>(),
  updated_at: integer().notNull(),
});

export const sellerFollows = sqliteTable(
  "seller_follows",
  {
    follower_id: idOf(() => profiles.id),
    seller_id: idOf(() => profiles.id),
    created_at: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.follower_id, t.seller_id] }),
    index("seller_follows_by_seller").on(t.seller_id, t.follower_id),
    check("seller_follows_not_oneself", sql`${t.follower_id} <> ${t.seller_id}`),
  ],
);

/** Sellers whose followers are still to be told about new listings. Written by a trigger when an item is listed. */
export const followDigests = sqliteTable("follow_digests", {
  seller_id: text().primaryKey(),
  /** When the first of the new listings was made. */
  since: integer().notNull(),
  /** Cursor of the job: followers up to this id have been told. */
  after_user: text().notNull().default(""),
});
