/** Sort orders of the marketplace list, each with the index of `items` that has it. */
import { type SQL, sql } from "drizzle-orm";
import type { ListItemsQuery } from "#contract/items";
import type { Sort } from "#domain/items/catalogue";

export interface SortOrder {
  column: SQL;
  descending: boolean;
  index:
    | "items_by_date"
    | "items_by_category"
    | "items_by_price"
    | "items_by_popularity"
    | "items_by_views"
    | "items_by_seller";
}

const byDate = { column: sql`i.listed_or_sold_at`, index: "items_by_date" } as const;
const byPrice = { column: sql`i.price_cents`, index: "items_by_price" } as const;

const ORDERS: Record<Sort, SortOrder> = {
  date_desc: { ...byDate, descending: true },
  date_asc: { ...byDate, descending: false },
  price_asc: { ...byPrice, descending: false },
  price_desc: { ...byPrice, descending: true },
  // D47: interest of the last week, unlike all-time views.
  popular: { column: sql`i.popular_score`, descending: true, index: "items_by_popularity" },
  views: { column: sql`i.views_count`, descending: true, index: "items_by_views" },
  nearest: { ...byDate, descending: true },
};

/** Returns the sort order of a query. A shop and, by date, a category have their own indexes. */
export function orderOf({ sort = "date_desc", status, seller_id, category }: ListItemsQuery): SortOrder {
  const order = ORDERS[sort];
  const byItsDate = order.index === "items_by_date";
  if (seller_id) {
    // Its index has the date of listing. Any other order sorts the shop.
    const column = byItsDate && status !== "sold" ? sql`i.created_at` : order.column;
    return { ...order, column, index: "items_by_seller" };
  }
  return byItsDate && category ? { ...order, index: "items_by_category" } : order;
}
