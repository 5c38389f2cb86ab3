/** Watched items, saved searches, and the events that notify their owners. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { AlertFrequency, SearchTerms } from "#domain/wishlists/wish-lists";
import { profiles } from "./account.ts";
import { idOf } from "./columns.ts";
import { items } from "./items.ts";

/** One row per user and item on any of their wish lists, so that the user is notified once. */
export const wishWatches = sqliteTable(
  "wish_watches",
  {
    user_id: idOf(() => profiles.id),
    item_id: idOf(() => items.id),
    /** The lowest price the user knows: the price when saved, then that of the last notification. */
    noted_cents: integer().notNull(),
    created_at: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.item_id] }),
    index("wish_watches_by_item").on(t.item_id, t.user_id),
    // For finding users who do not know the lower price yet.
    index("wish_watches_by_price").on(t.item_id, t.noted_cents),
  ],
);

/**
 * A watched item became cheaper, or is available again. Written by triggers in the statement that changed the item;
 * deleted when all users have been notified.
 */
export const wishEvents = sqliteTable("wish_events", {
  id: integer().primaryKey({ autoIncrement: true }),
  item_id: text().notNull(),
  kind: text({ enum: ["price", "back"] }).notNull(),
  /** Users up to this id have been notified. */
  after_user: text().notNull().default(""),
  at: integer().notNull(),
});

export const savedSearches = sqliteTable(
  "saved_searches",
  {
    id: text().primaryKey(),
    owner_id: idOf(() => profiles.id),
    /** Null: shown by its description. */
    name: text(),
    terms: text({ mode: "json" }).$type<SearchTerms>().notNull(),
    /** The normalised filters as text, so that the same filters are saved once. */
    terms_key: text().notNull(),
    /** The category a listing must have; "" for any. */
    category: text().notNull().default(""),
    /** Centre of the radius, looked up when the search was saved. */
    lat: real(),
    lon: real(),
    frequency: text().$type<AlertFrequency>().notNull(),
    created_at: integer().notNull(),
    /** New listings since the last notification: number, latest one, and when the notification is due. */
    found: integer().notNull().default(0),
    found_item_id: text(),
    notice_at: integer(),
    last_notice_at: integer(),
  },
  (t) => [
    uniqueIndex("saved_searches_once").on(t.owner_id, t.terms_key),
    index("saved_searches_by_category").on(t.category, t.id).where(sql`frequency <> 'off'`),
    index("saved_searches_due").on(t.notice_at).where(sql`notice_at IS NOT NULL`),
  ],
);

/** Listings that still have to be compared with saved searches. Written by a trigger when an item is listed. */
export const newListings = sqliteTable("new_listings", {
  id: integer().primaryKey({ autoIncrement: true }),
  item_id: text().notNull().unique(),
  /** Cursor of the matching job: saved searches up to this id have been compared with this listing. */
  after_search: text().notNull().default(""),
  at: integer().notNull(),
});
