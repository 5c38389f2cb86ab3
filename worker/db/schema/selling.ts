import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { profiles } from "./account.ts";
import { idOf } from "./columns.ts";

/**
 * The planned prices of one bulk adjustment, before and after: a retry finds the same plan, so that no price is reduced
 * twice. Deleted after a day, like the idempotency keys.
 */
export const priceAdjustments = sqliteTable(
  "price_adjustments",
  {
    id: text().primaryKey(),
    seller_id: idOf(() => profiles.id),
    plan: text({ mode: "json" }).$type<{ id: string; from: number; to: number }[]>().notNull(),
    created_at: integer().notNull(),
  },
  (t) => [index("price_adjustments_by_age").on(t.created_at)],
);
