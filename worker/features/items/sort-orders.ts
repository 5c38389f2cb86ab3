/** Sort orders of the marketplace list, each with its index. */
import { type SQL, sql } from "drizzle-orm";
import type { ListItemsQuery } from "#contract/items";
import type { Sort } from "#domain/items/catalogue";

export interface SortOrder {
  column: SQL;
  descending: boolean;
  /** Index of the whole list in this order, and of one category. Without the second, the first is filtered. */
  index: string;
  categoryIndex: string | null;
}

const byDate = {
  column: sql`i.created_at`,
  index: "items_listed_by_date",
  categoryIndex: "items_listed_by_category_date",
};
export const byPrice = {
  column: sql`i.price_cents`,
  index: "items_listed_by_price",
  categoryIndex: "items_listed_by_category_price",
};
const ORDERS: Record<Sort, SortOrder> = {
  date_desc: { ...byDate, descending: true },
  date_asc: { ...byDate, descending: false },
  price_asc: { ...byPrice, descending: false },
  price_desc: { ...byPrice, descending: true },
  // D47: interest of the last week, unlike all-time views.
  popular: {
    column: sql`i.popular_score`,
    descending: true,
    index: "items_listed_by_popularity",
    categoryIndex: null,
  },
  views: { column: sql`i.views_count`, descending: true, index: "items_listed_by_views", categoryIndex: null },
};

/** Indexes of sold items in the same orders; by date means date of sale. */
export const SOLD: Record<"date" | "price" | "popular" | "views", string> = {
  date: "items_sold_by_date",
  price: "items_sold_by_price",
  popular: "items_sold_by_popularity",
  views: "items_sold_by_views",
};

/** Returns the sort order of a query. Sold items have their own indexes. */
export function orderOf({ sort = "date_desc", status }: ListItemsQuery): SortOrder {
  const order = ORDERS[sort];
  if (status !== "sold") return order;
  const [key = "date"] = sort.split("_") as (keyof typeof SOLD)[];
  return { ...order, index: SOLD[key], categoryIndex: null, ...(key === "date" && { column: sql`i.sold_at` }) };
}
