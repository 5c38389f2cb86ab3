/** Moving sales: pages with several items of one seller (decision 0045). Their end follows from `ends_at`. */
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { CollectionWindow } from "#domain/orders/collection-windows";
import type { SaleStatus } from "#domain/selling/moving-sale";
import { profiles } from "./account.ts";
import { idOf } from "./columns.ts";
import { items } from "./items.ts";

export const movingSales = sqliteTable(
  "moving_sales",
  {
    id: text().primaryKey(),
    seller_id: idOf(() => profiles.id),
    title: text().notNull(),
    description: text().notNull(),
    collection_windows: text({ mode: "json" }).$type<CollectionWindow[]>().notNull(),
    collection_zone: text().notNull(),
    /** The end of the last window. */
    ends_at: integer().notNull(),
    status: text().$type<SaleStatus>().notNull(),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
  },
  (t) => [
    index("moving_sales_by_seller").on(t.seller_id, t.created_at, t.id),
    index("moving_sales_live").on(t.ends_at, t.id).where(sql`status = 'active'`),
    check("moving_sales_one_to_six_times", sql`json_array_length(${t.collection_windows}) BETWEEN 1 AND 6`),
  ],
);

export const movingSaleItems = sqliteTable(
  "moving_sale_items",
  {
    sale_id: idOf(() => movingSales.id),
    item_id: idOf(() => items.id),
  },
  (t) => [primaryKey({ columns: [t.sale_id, t.item_id] }), index("moving_sale_items_by_item").on(t.item_id)],
);
