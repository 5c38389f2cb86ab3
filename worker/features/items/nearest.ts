/** The list in the order of distance, for filters that leave many items. */
import { and, type SQL, sql } from "drizzle-orm";
import type { CursorPosition } from "#domain/cursor";
import type { Point } from "#domain/places/distance";
import {
  conditionsAnywhere,
  conditionsOnPlace,
  itemsOfPlace,
  type ListPlan,
  literal,
  ridsOfWords,
  stepsFrom,
  UNKNOWN_STEPS,
} from "./list-filters.ts";
import { nearestKey, stepsOfKey } from "./sort-orders.ts";

interface NearestPage {
  plan: ListPlan;
  centre: Point;
  after: CursorPosition | null;
  limit: SQL;
  offset: SQL;
}

/**
 * Reads places from the nearest on until they have a page of items, then sorts the items up to the furthest of these
 * places. There are few places, however many items there are. The page does not depend on the order in which SQLite
 * reads the places: reading them in another order only sorts more items.
 */
export function readNearest({ plan, centre, after, limit, offset }: NearestPage): SQL {
  const key = nearestKey(sql`l.steps`);
  const items = sql`places l CROSS JOIN ${itemsOfPlace(plan)}`;
  const matching = [
    ...conditionsAnywhere(plan),
    ...(plan.match ? [sql`i.rid IN (${ridsOfWords(plan)})`] : []),
    ...(after ? [sql`(${key}, i.id) > (${after.key}, ${after.id})`] : []),
  ];
  const steps = stepsFrom(centre, sql`l.lat`, sql`l.lon`);
  const left = [...conditionsOnPlace(plan), ...(after ? [sql`${steps} >= ${literal(stepsOfKey(after.key))}`] : [])];
  // LIMIT, so that SQLite keeps the order, and reads no place where the page is found in another way.
  return sql`SELECT * FROM (
    WITH places(place, lat, lon, steps) AS MATERIALIZED (SELECT l.place, l.lat, l.lon, ${steps} AS steps
      FROM item_places l ${left.length > 0 ? sql`WHERE ${and(...left)}` : sql``}
      ORDER BY steps LIMIT iif(${limit} > 0, -1, 0)),
    enough(steps) AS MATERIALIZED (SELECT l.steps FROM ${items} WHERE ${and(...matching)} LIMIT ${limit} + ${offset})
    SELECT i.rid AS rid, i.id AS id, ${key} AS sort_key, ${key} AS position FROM ${items}
    WHERE l.steps <= (SELECT iif(count(*) < ${limit} + ${offset}, ${literal(UNKNOWN_STEPS)}, max(steps)) FROM enough)
      AND ${and(...matching)} ORDER BY ${key}, i.id LIMIT ${limit} OFFSET ${offset})`;
}
