/**
 * Orders bought together: a cart or a bundle (D38). Order ids are stored before the orders are created, so that a
 * purchase whose Worker stopped can be completed by a retry or undone by a job. A placed purchase's status comes from
 * its orders; its row only ensures that they are paid or cancelled as a whole.
 */
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { profiles } from "./account.ts";
import { idOf } from "./columns.ts";
import { bundles, items } from "./items.ts";

export const purchases = sqliteTable(
  "purchases",
  {
    id: text().primaryKey(),
    buyer_id: idOf(() => profiles.id),
    kind: text({ enum: ["cart", "bundle"] }).notNull(),
    bundle_id: text().references(() => bundles.id),
    payment_method: text({ enum: ["bank_transfer", "stripe", "cash", "free"] }).notNull(),
    amount_cents: integer().notNull(),
    /** `placing` until every order is created; `failed` after all holds were released. */
    status: text({ enum: ["placing", "placed", "failed"] })
      .notNull()
      .default("placing"),
    /** Written before any room is asked to pay or cancel a part, so that only one of the two happens. */
    decision: text({ enum: ["open", "committing", "committed", "cancelling", "cancelled"] })
      .notNull()
      .default("open"),
    decided_at: integer(),
    /** The order whose cancellation was requested. */
    decided_order_id: text(),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
  },
  (t) => [
    index("purchases_by_buyer").on(t.buyer_id, t.created_at),
    index("purchases_half_made").on(t.created_at).where(sql`status = 'placing'`),
    index("purchases_undecided").on(t.decided_at).where(sql`decision IN ('committing', 'cancelling')`),
    index("purchases_by_bundle").on(t.bundle_id).where(sql`bundle_id IS NOT NULL`),
    check("purchases_amount", sql`${t.amount_cents} >= 0`),
    check("purchases_bundle_named", sql`(${t.kind} = 'bundle') = (${t.bundle_id} IS NOT NULL)`),
  ],
);

/**
 * Places that a person has claimed before an item's room decides, so that concurrent requests cannot exceed a limit of
 * what one may have at a time (db/limit-claims.ts).
 */
export const limitClaims = sqliteTable(
  "limit_claims",
  {
    /** Id of the attempt; of a giveaway, its item's. */
    id: text().notNull(),
    /** What takes the place: a hold, a purchase, an item or a giveaway. */
    subject: text().notNull(),
    kind: text({ enum: ["cash", "free_order", "price_offer", "agreed_hold", "giveaway"] }).notNull(),
    user_id: idOf(() => profiles.id),
    created_at: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.id, t.subject] }),
    index("limit_claims_by_user").on(t.user_id, t.kind, t.created_at),
  ],
);

/** Replaced by `limit_claims`; only the release before it writes here. */
export const cashClaims = sqliteTable(
  "cash_claims",
  {
    /** Id of the hold, or of the purchase. */
    id: text().primaryKey(),
    buyer_id: idOf(() => profiles.id),
    created_at: integer().notNull(),
  },
  (t) => [index("cash_claims_by_buyer").on(t.buyer_id, t.created_at)],
);

/** The orders of a purchase with their amounts, which add up to the purchase's amount. */
export const purchaseOrders = sqliteTable(
  "purchase_orders",
  {
    purchase_id: idOf(() => purchases.id),
    /** Stored before the order exists, so it is no foreign key. */
    order_id: text().notNull(),
    item_id: idOf(() => items.id),
    amount_cents: integer().notNull(),
    /** The offer on several items that set its price. Orders of one group are cancelled together. */
    offer_group: text(),
  },
  (t) => [
    primaryKey({ columns: [t.purchase_id, t.order_id] }),
    uniqueIndex("purchase_orders_by_order").on(t.order_id),
    check("purchase_orders_amount", sql`${t.amount_cents} >= 0`),
  ],
);
