/** Refunds from seller to buyer directly, because the payment did not pass through Goodstreet. One row per order. */
import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { DirectRefundAccount, DirectRefundStatus } from "#domain/orders/direct-refund";
import { profiles } from "./account.ts";
import { idOf, keyOf } from "./columns.ts";
import { orders } from "./orders.ts";

export const directRefunds = sqliteTable(
  "money_returns",
  {
    order_id: keyOf(() => orders.id),
    buyer_id: idOf(() => profiles.id),
    seller_id: idOf(() => profiles.id),
    amount_cents: integer().notNull(),
    status: text().$type<DirectRefundStatus>().notNull(),
    /** The buyer's account. Only the order's seller and staff can read it, and only while the refund is open. */
    account: text({ mode: "json" }).$type<DirectRefundAccount>(),
    due_at: integer().notNull(),
    next_at: integer(),
    rev: integer().notNull(),
    created_at: integer().notNull(),
    sent_at: integer(),
    settled_at: integer(),
  },
  (t) => [
    index("money_returns_due").on(t.next_at).where(sql`next_at IS NOT NULL`),
    index("money_returns_open").on(t.seller_id, t.created_at).where(sql`status IN ('account_needed','owed','sent')`),
    check("money_returns_amount", sql`${t.amount_cents} > 0`),
    check("money_returns_account", sql`${t.status} NOT IN ('owed','sent') OR ${t.account} IS NOT NULL`),
    check("money_returns_over", sql`(${t.status} IN ('account_needed','owed','sent')) = (${t.next_at} IS NOT NULL)`),
  ],
);
