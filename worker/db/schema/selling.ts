/** What bulk operations on one's own items mean to do, written down before the first of them is done. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { profiles } from "./accounts.ts";

/**
 * The prices of one bulk adjustment, each as it was and as it is to be: a retry after a lost reply finds the same plan,
 * so that nothing is made cheaper twice. Kept a day, like the keys it follows from.
 */
export const priceAdjustments = sqliteTable(
  "price_adjustments",
  {
    id: text().primaryKey(),
    seller_id: text()
      .notNull()
      .references(() => profiles.id),
    plan: text({ mode: "json" }).$type<{ id: string; from: number; to: number }[]>().notNull(),
    created_at: integer().notNull(),
  },
  (t) => [index("price_adjustments_by_age").on(t.created_at)],
);
