/**
 * Haggling with Knowzee. All but the settings is a projection written by the item's Durable Object alone; a conversation's
 * row is fenced by its rev. The minimum price is not in here, nor anything made from it that a buyer has not heard.
 */
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { profiles } from "./accounts.ts";
import { items } from "./items.ts";

/** One per buyer and item, resumed for ever. */
export const negotiations = sqliteTable(
  "negotiations",
  {
    id: text().primaryKey(),
    item_id: text()
      .notNull()
      .references(() => items.id),
    buyer_id: text()
      .notNull()
      .references(() => profiles.id),
    rev: integer().notNull(),
    /** The engine's memory between two messages. */
    turn: integer().notNull(),
    counters: integer().notNull(),
    ask_cents: integer().notNull(),
    last_offer_cents: integer(),
    final: integer({ mode: "boolean" }).notNull(),
    /** When it became final: for 24 hours nothing moves (D45). */
    final_at: integer(),
    /** The amount on the table, the listed price it was named under, and the end of its ten minutes. */
    offer_cents: integer(),
    offer_list_cents: integer(),
    offer_until: integer(),
    /** The latest acceptance. */
    accepted_id: text(),
    messages: integer().notNull(),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
  },
  (t) => [
    uniqueIndex("negotiations_one_each").on(t.item_id, t.buyer_id),
    index("negotiations_by_buyer").on(t.buyer_id, t.updated_at),
    check("negotiations_three_counters", sql`${t.counters} BETWEEN 0 AND 3`),
  ],
);

/** What was said, word for word; never changed once a later message stands below it. */
export const negotiationMessages = sqliteTable(
  "negotiation_messages",
  {
    negotiation_id: text()
      .notNull()
      .references(() => negotiations.id),
    seq: integer().notNull(),
    sender: text({ enum: ["buyer", "knowzee", "system"] }).notNull(),
    text: text().notNull(),
    act: text(),
    amount_cents: integer(),
    counter_no: integer(),
    /** The other item pointed at. */
    upsell: text({ mode: "json" }).$type<{ id: string; title: string; price_cents: number }>(),
    /** The request it came with: the same one again is the same message. */
    ref: text(),
    at: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.negotiation_id, t.seq] })],
);

/** A price a buyer accepted: good for one order of theirs until it expires (D40). Rows are added, never changed. */
export const acceptedOffers = sqliteTable(
  "accepted_offers",
  {
    id: text().primaryKey(),
    negotiation_id: text()
      .notNull()
      .references(() => negotiations.id),
    item_id: text()
      .notNull()
      .references(() => items.id),
    buyer_id: text()
      .notNull()
      .references(() => profiles.id),
    amount_cents: integer().notNull(),
    /** The item's price then: when it is another, the offer is void. */
    list_cents: integer().notNull(),
    accepted_at: integer().notNull(),
    expires_at: integer().notNull(),
  },
  (t) => [
    index("accepted_offers_by_buyer").on(t.buyer_id, t.item_id, t.accepted_at),
    check("accepted_offers_within_price", sql`${t.amount_cents} > 0 AND ${t.amount_cents} <= ${t.list_cents}`),
  ],
);

/** Every saved version of the assistant's settings; the highest is in force. */
export const aiSettings = sqliteTable("ai_settings", {
  version: integer().primaryKey(),
  settings: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
  saved_by: text()
    .notNull()
    .references(() => profiles.id),
  saved_at: integer().notNull(),
});
