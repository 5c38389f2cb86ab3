/**
 * Negotiations with Knowzee. All tables except the settings are a projection that only the item's Durable Object
 * writes, fenced by `rev`. They contain neither the minimum price nor anything derived from it that Knowzee has not
 * told the buyer.
 */
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { profiles } from "./account.ts";
import { idOf } from "./columns.ts";
import { items } from "./items.ts";

/** One per buyer and item; it is always resumed. */
export const negotiations = sqliteTable(
  "negotiations",
  {
    id: text().primaryKey(),
    item_id: idOf(() => items.id),
    buyer_id: idOf(() => profiles.id),
    rev: integer().notNull(),
    /** The engine's state between two messages. */
    turn: integer().notNull(),
    counters: integer().notNull(),
    ask_cents: integer().notNull(),
    last_offer_cents: integer(),
    final: integer({ mode: "boolean" }).notNull(),
    /** When the price became final; it does not change for 24 hours (D45). */
    final_at: integer(),
    /** The current offer, the list price it was made under, and its expiry. */
    offer_cents: integer(),
    offer_list_cents: integer(),
    offer_until: integer(),
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

/** The messages word for word. A message is not changed once a later one follows. */
export const negotiationMessages = sqliteTable(
  "negotiation_messages",
  {
    negotiation_id: idOf(() => negotiations.id),
    seq: integer().notNull(),
    sender: text({ enum: ["buyer", "knowzee", "seller", "system"] }).notNull(),
    text: text().notNull(),
    act: text(),
    amount_cents: integer(),
    counter_no: integer(),
    /** The suggested other item. */
    upsell: text({ mode: "json" }).$type<{ id: string; title: string; price_cents: number }>(),
    /** What is left for the seller to decide, on a reply of Knowzee. */
    ask_seller: text({ mode: "json" }).$type<{ conditions: string[]; amount_cents: number | null; text: string }>(),
    /** Idempotency key of the request. */
    ref: text(),
    /** Unused. The release before still writes it, so it goes with the next one. */
    template: text(),
    at: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.negotiation_id, t.seq] })],
);

/** Questions that buyers sent to the seller, and the answers, which Knowzee may repeat to other buyers of the item. */
export const sellerQuestions = sqliteTable(
  "seller_questions",
  {
    id: text().primaryKey(),
    negotiation_id: idOf(() => negotiations.id),
    item_id: idOf(() => items.id),
    buyer_id: idOf(() => profiles.id),
    /** Knowzee's reply, which could not settle it. */
    seq: integer().notNull(),
    question: text().notNull(),
    answer: text(),
    /** Whether Knowzee may repeat question and answer to other buyers. */
    shared: integer({ mode: "boolean" }).notNull().default(false),
    asked_at: integer().notNull(),
    answered_at: integer(),
    /** The negotiation's rev of the last change. */
    rev: integer().notNull(),
  },
  (t) => [
    uniqueIndex("seller_questions_one_each").on(t.negotiation_id, t.seq),
    index("seller_questions_by_item").on(t.item_id, t.answered_at),
    check("seller_questions_answered", sql`(${t.answer} IS NULL) = (${t.answered_at} IS NULL)`),
    check("seller_questions_shared_answer", sql`${t.shared} = 0 OR ${t.answer} IS NOT NULL`),
  ],
);

/** A price a buyer accepted, valid for one order until it expires (D40). Rows are added, never changed. */
export const acceptedOffers = sqliteTable(
  "accepted_offers",
  {
    id: text().primaryKey(),
    negotiation_id: idOf(() => negotiations.id),
    item_id: idOf(() => items.id),
    buyer_id: idOf(() => profiles.id),
    amount_cents: integer().notNull(),
    /** The item's list price at that time; at another price the offer is void. */
    list_cents: integer().notNull(),
    accepted_at: integer().notNull(),
    expires_at: integer().notNull(),
  },
  (t) => [
    index("accepted_offers_by_buyer").on(t.buyer_id, t.item_id, t.accepted_at),
    check("accepted_offers_within_price", sql`${t.amount_cents} > 0 AND ${t.amount_cents} <= ${t.list_cents}`),
  ],
);

/** Every saved version of Knowzee's settings; the highest is in use. */
export const aiSettings = sqliteTable("ai_settings", {
  version: integer().primaryKey(),
  settings: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
  saved_by: idOf(() => profiles.id),
  saved_at: integer().notNull(),
});
