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

/** The nearest places, which usually have a page of items. Sorting thousands of places would take most of the time. */
const PLACES_FIRST = 500;

/**
 * Reads the nearest places until they have a page of items, then sorts the items up to the furthest of these places. If
 * they have less than a page, all places are read: they are few, however many items there are. The page does not depend
 * on the order in which SQLite reads the places: reading them in another order only sorts more items.
 */
export function readNearest({ plan, centre, after, limit, offset }: NearestPage): SQL {
  const key = nearestKey(sql`l.steps`);
  const items = itemsOfPlace(plan);
  const matching = and(
    ...conditionsAnywhere(plan),
    ...(plan.match ? [sql`i.rid IN (${ridsOfWords(plan)})`] : []),
    ...(after ? [sql`(${key}, i.id) > (${after.key}, ${after.id})`] : []),
  );
  const steps = stepsFrom(centre, sql`l.lat`, sql`l.lon`);
  const from = after ? stepsOfKey(after.key) : 0;
  const placesUpTo = (most: SQL) => sql`SELECT l.place, l.lat, l.lon, ${steps} AS steps FROM item_places l
    WHERE ${and(...conditionsOnPlace(plan), sql`${steps} BETWEEN ${literal(from)} AND ${most}`)}`;
  const needed = sql`${limit} + ${offset}`;
  const furthest = sql`(SELECT iif(count(*) < ${needed}, ${literal(UNKNOWN_STEPS)}, max(steps)) FROM enough)`;
  // LIMIT 0 where the page is found in another way, so that no place is read.
  return sql`SELECT * FROM (
    WITH places(place, lat, lon, steps) AS MATERIALIZED (${placesUpTo(literal(UNKNOWN_STEPS))}
      ORDER BY steps LIMIT iif(${limit} > 0, ${literal(PLACES_FIRST)}, 0)),
    enough(steps) AS MATERIALIZED (SELECT l.steps FROM places l CROSS JOIN ${items} WHERE ${matching} LIMIT ${needed}),
    reached(place, lat, lon, steps) AS MATERIALIZED (${placesUpTo(furthest)} LIMIT iif(${limit} > 0, -1, 0))
    SELECT i.rid AS rid, i.id AS id, ${key} AS sort_key, ${key} AS position FROM reached l CROSS JOIN ${items}
    WHERE ${matching} ORDER BY ${key}, i.id LIMIT ${limit} OFFSET ${offset})`;
}
