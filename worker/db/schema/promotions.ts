/** Promotions paid with ad credit, and the daily statistics of ads (D28, A60). */
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AdPlacement } from "#domain/ads/ads";
import { profiles } from "./account.ts";
import { idOf } from "./columns.ts";
import { items } from "./items.ts";
import { advertisements } from "./site-content.ts";

/** A placement bought for some days. `ad_id` is the advertisement shown; the debit is in `balance_transactions`. */
export const promotions = sqliteTable(
  "promotions",
  {
    id: text().primaryKey(),
    owner_id: idOf(() => profiles.id),
    item_id: idOf(() => items.id),
    ad_id: text()
      .notNull()
      .unique()
      .references(() => advertisements.id),
    placement: text().$type<AdPlacement>().notNull(),
    /** Calendar days in Australia/Sydney, both inclusive. */
    start_date: text().notNull(),
    end_date: text().notNull(),
    daily_cents: integer().notNull(),
    amount_cents: integer().notNull(),
    refunded_cents: integer().notNull().default(0),
    created_at: integer().notNull(),
    cancelled_at: integer(),
  },
  (t) => [
    index("promotions_by_owner").on(t.owner_id, t.created_at, t.id),
    index("promotions_live").on(t.placement, t.end_date).where(sql`cancelled_at IS NULL`),
    index("promotions_by_item").on(t.item_id).where(sql`cancelled_at IS NULL`),
    check("promotions_amount", sql`${t.amount_cents} > 0 AND ${t.refunded_cents} BETWEEN 0 AND ${t.amount_cents}`),
    check("promotions_days", sql`${t.start_date} <= ${t.end_date}`),
  ],
);

/** Impressions and clicks of one ad on one day. The ad itself has the sums. */
export const adDays = sqliteTable(
  "ad_days",
  {
    ad_id: idOf(() => advertisements.id),
    day: text().notNull(),
    impressions: integer().notNull().default(0),
    clicks: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.ad_id, t.day] })],
);
