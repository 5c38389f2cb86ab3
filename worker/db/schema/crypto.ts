/** Crypto payments: quotes, used transactions, and the last prices (D23). */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Coin } from "#domain/payments/crypto-coins";
import type { Readings } from "#domain/payments/crypto-quote";
import { profiles } from "./account.ts";
import { idOf } from "./columns.ts";
import { items } from "./items.ts";

/** The quote of one hold and coin. The shown wallet never changes: the buyer may have paid to it (D8, A66). */
export const cryptoQuotes = sqliteTable(
  "crypto_quotes",
  {
    hold_id: text().notNull(),
    coin: text().$type<Coin>().notNull(),
    item_id: idOf(() => items.id),
    buyer_id: idOf(() => profiles.id),
    seller_id: idOf(() => profiles.id),
    address: text().notNull(),
    destination_tag: text(),
    amount_cents: integer().notNull(),
    /** Integer of 1e-8 coins, as text, because large amounts exceed the safe integers. */
    amount_units: text().notNull(),
    /** Millionths of a dollar per coin. */
    rate_micros: integer().notNull(),
    price_source: text({ enum: ["live", "cached", "fallback"] }).notNull(),
    quoted_at: integer().notNull(),
    expires_at: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.hold_id, t.coin] }),
    index("crypto_quotes_by_buyer").on(t.buyer_id, t.item_id, t.coin, t.expires_at),
  ],
);

/** A transaction pays one order only. Claimed before the item's room is asked (D23). */
export const cryptoHashes = sqliteTable(
  "crypto_hashes",
  {
    chain: text().notNull(),
    hash: text().notNull(),
    order_id: text().notNull(),
    buyer_id: idOf(() => profiles.id),
    claimed_at: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.chain, t.hash] }), index("crypto_hashes_by_order").on(t.order_id)],
);

/** The last good prices of each provider, shared by all isolates. */
export const cryptoPrices = sqliteTable("crypto_prices", {
  provider: text().primaryKey(),
  readings: text({ mode: "json" }).$type<Readings>(),
  read_at: integer().notNull().default(0),
  /** Time of the last attempt. The isolate that sets it asks the provider; others use the stored prices. */
  tried_at: integer().notNull(),
});
