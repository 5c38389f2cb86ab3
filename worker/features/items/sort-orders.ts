/** Sort orders of the marketplace list, each with the index of `items` that has it. */
import { type SQL, sql } from "drizzle-orm";
import type { Sort } from "#domain/items/catalogue";

export interface SortOrder {
  column: SQL;
  descending: boolean;
  index: "items_by_date" | "items_by_price" | "items_by_popularity" | "items_by_views";
}

const byDate = { column: sql`i.listed_or_sold_at`, index: "items_by_date" } as const;
const byPrice = { column: sql`i.price_cents`, index: "items_by_price" } as const;

export const SORT_ORDERS: Record<Sort, SortOrder> = {
  date_desc: { ...byDate, descending: true },
  date_asc: { ...byDate, descending: false },
  price_asc: { ...byPrice, descending: false },
  price_desc: { ...byPrice, descending: true },
  // D47: interest of the last week, unlike all-time views.
  popular: { column: sql`i.popular_score`, descending: true, index: "items_by_popularity" },
  views: { column: sql`i.views_count`, descending: true, index: "items_by_views" },
};
