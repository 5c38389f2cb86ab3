/** What wish lists and saved searches watch for, and what has happened that somebody may be waiting for. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { AlertFrequency, SearchTerms } from "#domain/wishes";
import { profiles } from "./accounts.ts";
import { items } from "./items.ts";

/** One row for each person and thing they have on any list, however many lists: one person is told once. */
export const wishWatches = sqliteTable(
  "wish_watches",
  {
    user_id: text()
      .notNull()
      .references(() => profiles.id),
    item_id: text()
      .notNull()
      .references(() => items.id),
    /** The lowest price its owner knows of: that when it was saved, then that of the last notice. */
    noted_cents: integer().notNull(),
    created_at: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.item_id] }),
    index("wish_watches_by_item").on(t.item_id, t.user_id),
    // Of a thing that became cheaper: who does not know it yet.
    index("wish_watches_by_price").on(t.item_id, t.noted_cents),
  ],
);

/**
 * A watched thing became cheaper, or can be bought again. Written by triggers in the very statement that made it so,
 * whoever wrote that; taken away when everybody has been told.
 */
export const wishEvents = sqliteTable("wish_events", {
  id: integer().primaryKey({ autoIncrement: true }),
  item_id: text().notNull(),
  kind: text({ enum: ["price", "back"] }).notNull(),
  /** Those up to here have been told. */
  after_user: text().notNull().default(""),
  at: integer().notNull(),
});

export const savedSearches = sqliteTable(
  "saved_searches",
  {
    id: text().primaryKey(),
    owner_id: text()
      .notNull()
      .references(() => profiles.id),
    /** Null: called by what it looks for. */
    name: text(),
    terms: text({ mode: "json" }).$type<SearchTerms>().notNull(),
    /** The terms as text in one order: the same filters are saved once. */
    terms_key: text().notNull(),
    /** The category a listing must have, "" for any: a listing is compared with those of its own and of none. */
    category: text().notNull().default(""),
    /** Centre of the radius, made out when it was saved. */
    lat: real(),
    lon: real(),
    frequency: text().$type<AlertFrequency>().notNull(),
    created_at: integer().notNull(),
    /** New listings its owner has not been told of, the latest of them, and when the notice is due. */
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

/** Listings that have not been compared with all saved searches. Written by a trigger when something is listed. */
export const newListings = sqliteTable("new_listings", {
  id: integer().primaryKey({ autoIncrement: true }),
  item_id: text().notNull().unique(),
  /** Searches up to this id have been compared. */
  after_search: text().notNull().default(""),
  at: integer().notNull(),
});
