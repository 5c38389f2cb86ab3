/**
 * Trades (D39). The trade's row has its state; its items are locked in their own rooms, each for this trade and
 * attempt. A trigger on `items` ends the open offers of an item that was sold or removed.
 */
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { TradeStatus } from "#contract/trades";
import type { Meeting, MeetingChange } from "#domain/trades/meeting";
import { profiles } from "./account.ts";
import { idOf } from "./columns.ts";
import { items } from "./items.ts";

export const trades = sqliteTable(
  "trades",
  {
    id: text().primaryKey(),
    offeror_id: idOf(() => profiles.id),
    seller_id: idOf(() => profiles.id),
    target_item_id: idOf(() => items.id),
    cash_cents: integer().notNull().default(0),
    message: text().notNull().default(""),
    status: text().$type<TradeStatus>().notNull().default("proposed"),
    /** Rises with every attempt to accept, so that locks of an earlier attempt never count for a later one. */
    attempt: integer().notNull().default(0),
    /** Set while the items are being locked; the trade is still proposed, but other steps are refused. */
    accepting_at: integer(),
    expires_at: integer().notNull(),
    accepted_at: integer(),
    /** Chosen by the seller at acceptance, and moved when both agree (D77). */
    meeting: text({ mode: "json" }).$type<Meeting>(),
    meeting_change: text({ mode: "json" }).$type<MeetingChange>(),
    offeror_handed_over_at: integer(),
    seller_handed_over_at: integer(),
    /** The item whose sale or removal ended the trade. */
    void_item_id: text(),
    /** The party who cancelled it after acceptance (D56); null for staff. */
    called_off_by: text().references(() => profiles.id),
    /** Set exactly when the trade has ended. */
    closed_at: integer(),
    /** The other party has not been notified of the last step yet. */
    untold: integer({ mode: "boolean" }).notNull().default(false),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
  },
  (t) => [
    index("trades_incoming").on(t.seller_id, t.created_at, t.id).where(sql`closed_at IS NULL`),
    index("trades_outgoing").on(t.offeror_id, t.created_at, t.id).where(sql`closed_at IS NULL`),
    index("trades_past_incoming").on(t.seller_id, t.closed_at, t.id).where(sql`closed_at IS NOT NULL`),
    index("trades_past_outgoing").on(t.offeror_id, t.closed_at, t.id).where(sql`closed_at IS NOT NULL`),
    // One open offer per user and item, however often the button is pressed.
    uniqueIndex("trades_one_open").on(t.offeror_id, t.target_item_id).where(sql`status = 'proposed'`),
    index("trades_due").on(t.expires_at).where(sql`status = 'proposed'`),
    index("trades_half_made").on(t.accepting_at).where(sql`accepting_at IS NOT NULL`),
    // Accepted and not completed, for staff.
    index("trades_agreed").on(t.accepted_at, t.id).where(sql`status = 'accepted'`),
    index("trades_untold").on(t.updated_at).where(sql`untold = 1`),
    check("trades_cash", sql`${t.cash_cents} BETWEEN 0 AND 50000`),
    check("trades_two_people", sql`${t.offeror_id} <> ${t.seller_id}`),
    check("trades_closed", sql`(${t.status} IN ('proposed', 'accepted')) = (${t.closed_at} IS NULL)`),
    check("trades_accepting", sql`${t.accepting_at} IS NULL OR ${t.status} = 'proposed'`),
  ],
);

/** All items of a trade: the requested one and the offered ones. */
export const tradeItems = sqliteTable(
  "trade_items",
  {
    trade_id: idOf(() => trades.id),
    item_id: idOf(() => items.id),
    side: text({ enum: ["target", "offered"] }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.trade_id, t.item_id] }), index("trade_items_by_item").on(t.item_id)],
);
