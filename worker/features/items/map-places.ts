/** Where the items of a list are, for GET /api/items/places. */
import { and, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import {
  conditionsAnywhere,
  conditionsOf,
  conditionsOnPlace,
  itemsOfPlace,
  type ListPlan,
  literal,
  ridsOfWords,
} from "./list-filters.ts";

/** Suburbs on one map, those with the most items. */
export const PLACES_MAX = 2_000;

/** A centroid and the items there; both coordinates are null for items of unknown suburbs. */
export interface ItemPlaceRow {
  lat: number | null;
  lon: number | null;
  count: number;
  min_cents: number;
  max_cents: number;
}

/**
 * Returns the statement that counts the items of a plan by centroid, one row more than the limit. Without words it counts
 * the entries of each place in the place index, which has every filter, so it reads no item and sorts only places.
 */
export function placesStatement(plan: ListPlan): SQL {
  const figures = sql`count(*) AS count, min(i.price_cents) AS min_cents, max(i.price_cents) AS max_cents`;
  return sql`SELECT lat, lon, sum(count) AS count, min(min_cents) AS min_cents, max(max_cents) AS max_cents
    FROM (${plan.match || plan.query.seller_id ? countFound(plan, figures) : countByPlace(plan, figures)})
    GROUP BY lat, lon ORDER BY count DESC, lat, lon LIMIT ${literal(PLACES_MAX + 1)}`;
}

function countByPlace(plan: ListPlan, figures: SQL): SQL {
  return sql`SELECT l.lat AS lat, l.lon AS lon, ${figures} FROM item_places l CROSS JOIN ${itemsOfPlace(plan)}
    WHERE ${and(...conditionsOnPlace(plan), ...conditionsAnywhere(plan))} GROUP BY l.rowid`;
}

/** Counts the matches of the words, or the items of a seller, which are few. */
function countFound(plan: ListPlan, figures: SQL): SQL {
  const found = plan.match
    ? sql`(${ridsOfWords(plan)}) n CROSS JOIN items i ON i.rid = n.rid`
    : sql`items i INDEXED BY items_by_seller`;
  return sql`SELECT i.lat AS lat, i.lon AS lon, ${figures} FROM ${found} WHERE ${and(...conditionsOf(plan))}
    GROUP BY i.lat, i.lon`;
}

/** Returns the centroids of a plan's items, those with the most items first. */
export async function readItemPlaces(db: Database, plan: ListPlan): Promise<ItemPlaceRow[]> {
  // Nothing searchable in the words: no results and no query.
  return plan.match === "" ? [] : db.all<ItemPlaceRow>(placesStatement(plan));
}
