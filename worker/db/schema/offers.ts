/** Price offers from a buyer to the seller (D52). Only the item's room writes them, fenced by `rev`. */
import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { OfferEnder, OfferParty, PriceOfferStatus } from "#domain/offers/price-offer";
import { profiles } from "./account.ts";
import { idOf } from "./columns.ts";
import { items } from "./items.ts";

/** One per buyer and item; a later round continues it. What happened is in the thread of the two. */
export const priceOffers = sqliteTable(
  "price_offers",
  {
    id: text().primaryKey(),
    item_id: idOf(() => items.id),
    buyer_id: idOf(() => profiles.id),
    seller_id: idOf(() => profiles.id),
    rev: integer().notNull(),
    status: text().$type<PriceOfferStatus>().notNull(),
    turn: text().$type<OfferParty>().notNull(),
    amount_cents: integer().notNull(),
    buyer_cents: integer().notNull(),
    list_cents: integer().notNull(),
    rounds: integer().notNull(),
    note: text().notNull(),
    expires_at: integer().notNull(),
    /** When the server declines it for the seller. Never sent to the buyer. */
    decline_at: integer(),
    /** Who declined or withdrew it. Only the seller may learn of `limit` (D93). */
    ended_by: text().$type<OfferEnder>(),
    /** Set when the two agreed (D40). The hold, and the order made with it, have the same id. */
    accepted_id: text(),
    ref: text().notNull(),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
  },
  (t) => [
    uniqueIndex("price_offers_one_each").on(t.item_id, t.buyer_id),
    // A second accepted offer for the same item cannot be stored.
    uniqueIndex("price_offers_one_accepted").on(t.item_id).where(sql`status = 'accepted'`),
    index("price_offers_received").on(t.seller_id, t.updated_at, t.id),
    index("price_offers_made").on(t.buyer_id, t.updated_at, t.id),
    index("price_offers_due").on(t.expires_at).where(sql`status IN ('open', 'accepted')`),
    check("price_offers_three_rounds", sql`${t.rounds} BETWEEN 1 AND 3`),
    check("price_offers_below_price", sql`${t.amount_cents} > 0 AND ${t.amount_cents} < ${t.list_cents}`),
    check("price_offers_two_people", sql`${t.buyer_id} <> ${t.seller_id}`),
  ],
);
