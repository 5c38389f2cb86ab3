/** Sort orders of the marketplace list, each with the index of `items` that has it. */
import { type SQL, sql } from "drizzle-orm";
import type { Sort } from "#domain/items/catalogue";
import type { Point } from "#domain/places/distance";
import { RADIUS_KM_DEFAULT } from "#domain/places/near-place";
import { type ListPlan, literal, STEPS_PER_KM, stepsFrom, UNKNOWN_STEPS } from "./list-filters.ts";

export interface SortOrder {
  column: SQL;
  descending: boolean;
  index:
    | "items_by_date"
    | "items_by_category"
    | "items_by_price"
    | "items_by_popularity"
    | "items_by_views"
    | "items_by_place"
    | "items_by_seller";
}

const byDate = { column: sql`i.listed_or_sold_at`, index: "items_by_date" } as const;
const byPrice = { column: sql`i.price_cents`, index: "items_by_price" } as const;

const ORDERS: Record<Exclude<Sort, "nearest">, SortOrder> = {
  // With words: best-match.ts.
  best: { ...byDate, descending: true },
  date_desc: { ...byDate, descending: true },
  date_asc: { ...byDate, descending: false },
  price_asc: { ...byPrice, descending: false },
  price_desc: { ...byPrice, descending: true },
  // D47: interest of the last week, unlike all-time views.
  popular: { column: sql`i.popular_score`, descending: true, index: "items_by_popularity" },
  views: { column: sql`i.views_count`, descending: true, index: "items_by_views" },
};

const SECONDS = 2 ** 32;

/**
 * Returns the key of the order by distance, then newest first: the distance, and in its lower 32 bits the date in
 * seconds, counted down. One number, because a cursor has one.
 */
export const nearestKey = (steps: SQL, at = sql`i.listed_or_sold_at`): SQL =>
  sql`(${steps} * ${literal(SECONDS)} + ${literal(SECONDS - 1)} - ${at} / 1000)`;

/** Where the rows of a list are, and when they were made. */
interface AroundColumns {
  lat: SQL;
  lon: SQL;
  at: SQL;
  id: SQL;
}

/**
 * Returns the order of a list around the viewer's place: up to 25 km nearest first, then all others newest first (D78).
 * Without a place all are newest first, which an index by date answers.
 */
export function aroundOrder(centre: Point | null, { lat, lon, at, id }: AroundColumns) {
  if (centre === null) return { key: at, orderBy: sql`${at} DESC, ${id} DESC`, after: sql`(${at}, ${id}) <` };
  const steps = stepsFrom(centre, lat, lon);
  const near = sql`iif(${steps} <= ${literal(RADIUS_KM_DEFAULT * STEPS_PER_KM)}, ${steps}, ${literal(UNKNOWN_STEPS)})`;
  const key = nearestKey(near, at);
  return { key, orderBy: sql`${key}, ${id}`, after: sql`(${key}, ${id}) >` };
}

/** Returns the distance in a key of this order. */
export const stepsOfKey = (key: number): number => Math.floor(key / SECONDS);

/** Returns the sort order of a list. A shop and, by date, a category have their own indexes. */
export function orderOf({ query, radius }: ListPlan): SortOrder {
  const { sort = "date_desc", status, seller_id, category } = query;
  if (sort === "nearest") {
    if (!radius) throw new RangeError("a list by distance needs a place");
    const column = nearestKey(stepsFrom(radius.centre, sql`i.lat`, sql`i.lon`));
    return { column, descending: false, index: seller_id ? "items_by_seller" : "items_by_place" };
  }
  const order = ORDERS[sort];
  const byItsDate = order.index === "items_by_date";
  if (seller_id) {
    // Its index has the date of listing. Any other order sorts the shop.
    const column = byItsDate && status !== "sold" ? sql`i.created_at` : order.column;
    return { ...order, column, index: "items_by_seller" };
  }
  return byItsDate && category ? { ...order, index: "items_by_category" } : order;
}
