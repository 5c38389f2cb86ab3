/** Filters of the marketplace list: conditions on an item, and lookups of the rows that meet one of them. */
import { and, type SQL, sql } from "drizzle-orm";
import type { ListItemsQuery } from "#contract/items";
import type { Category, Condition } from "#domain/items/catalogue";
import { type MatchRanks, type PlaceFilter, placeFilter } from "#domain/items/search-terms";
import { boxAround, EARTH_RADIUS_KM, haversineOf, type Point } from "#domain/places/distance";
import { postcodesOf, type StateCode } from "#domain/places/states";

/** A circle around a place. The suburb of an item is inside or outside by its centroid; an unknown one is outside. */
export interface Radius {
  centre: Point;
  km: number;
  /** Which items the list has. `both`: those inside, then those outside, as two lists (`listing.ts`). */
  side: "inside" | "outside" | "both";
}

/** A list to read: the query with its words and places resolved. */
export interface ListPlan {
  query: ListItemsQuery;
  /** FTS5 expression; null: no search, "": no results. */
  match: string | null;
  radius: Radius | null;
  /** Only with the order `best` and words that name something. */
  best?: MatchRanks | null;
}

/**
 * Writes one of our own values into the statement. D1 allows a hundred parameters, and a statement may repeat its
 * filters. User input is always a parameter.
 */
export function literal(value: number | Category | Condition): SQL {
  if (typeof value === "number" ? !Number.isFinite(value) : !/^[a-z_]+$/.test(value))
    throw new RangeError("not a literal");
  return sql.raw(typeof value === "number" ? String(value) : `'${value}'`);
}

const inList = ({ status }: ListItemsQuery): SQL =>
  status === "sold" ? sql`i.listed_as = 'sold'` : sql`i.listed_as = 'active'`;

function inCategories({ category, categories }: ListItemsQuery): SQL[] {
  return [
    ...(category ? [sql`i.category = ${literal(category)}`] : []),
    ...(categories ? [sql`i.category IN (${sql.join(categories.map(literal), sql`, `)})`] : []),
  ];
}

const ofConditions = ({ condition }: ListItemsQuery): SQL[] =>
  condition ? [sql`i.condition IN (${sql.join(condition.map(literal), sql`, `)})`] : [];

function withinPrices({ min_price, max_price }: ListItemsQuery): SQL[] {
  return [
    ...(min_price === undefined ? [] : [sql`i.price_cents >= ${literal(min_price)}`]),
    ...(max_price === undefined ? [] : [sql`i.price_cents <= ${literal(max_price)}`]),
  ];
}

/** SQL version of `isInState` in domain/states. */
function inState(place: SQL, state: StateCode): SQL {
  const ranges = postcodesOf(state).map(([from, to]) => sql.raw(`BETWEEN '${from}' AND '${to}'`));
  const postcode = sql`substr(${place}, -4)`;
  return sql`CASE WHEN ${place} GLOB '*[0-9][0-9][0-9][0-9]'
    THEN ${sql.join(
      ranges.map((range) => sql`${postcode} ${range}`),
      sql` OR `,
    )}
    ELSE instr(' ' || replace(${place}, ',', ' ') || ' ', ${sql.raw(`' ${state.toLowerCase()} '`)}) > 0 END`;
}

/** instr() instead of LIKE: no wildcards to escape, and D1 refuses LIKE patterns over 50 bytes (A88). */
const atPlace = (place: SQL, { words, state }: PlaceFilter): SQL[] => [
  ...words.map((word) => sql`instr(${place}, ${word}) > 0`),
  ...(state === null ? [] : [inState(place, state)]),
];

/** SQL version of `haversine` in domain/distance. */
function haversineFrom({ lat: fromLat, lon: fromLon }: Point, lat: SQL, lon: SQL): SQL {
  return sql`(pow(sin(radians(${lat} - ${literal(fromLat)}) / 2), 2) + cos(radians(${literal(fromLat)}))
      * cos(radians(${lat})) * pow(sin(radians(${lon} - ${literal(fromLon)}) / 2), 2))`;
}

export function onSide(lat: SQL, lon: SQL, { centre, km, side }: Radius): SQL {
  const { south, north, west, east } = boxAround(centre, km);
  const inside = sql`${lat} BETWEEN ${literal(south)} AND ${literal(north)}
    AND ${lon} BETWEEN ${literal(west)} AND ${literal(east)}
    AND ${haversineFrom(centre, lat, lon)} <= ${literal(haversineOf(km))}`;
  return side === "inside" ? inside : sql`(${lat} IS NULL OR NOT (${inside}))`;
}

/** Distance of places that are unknown: they come last, and the key of a cursor stays an exact number. */
export const UNKNOWN_STEPS = 2 ** 21 - 1;
/** Steps of ten metres. */
export const STEPS_PER_KM = 100;

/** Returns the distance in steps of ten metres, for the order by distance. */
export function stepsFrom(centre: Point, lat: SQL, lon: SQL): SQL {
  const km = sql`2 * ${literal(EARTH_RADIUS_KM)} * asin(min(1, sqrt(${haversineFrom(centre, lat, lon)})))`;
  return sql`coalesce(CAST(round(${km} * ${literal(STEPS_PER_KM)}) AS INTEGER), ${literal(UNKNOWN_STEPS)})`;
}

/** Conditions on the place of an item, or of `item_places`. */
const placeConditions = (place: SQL, lat: SQL, lon: SQL, { query, radius }: ListPlan): SQL[] => [
  ...atPlace(place, placeFilter(query.location ?? "")),
  ...(query.at ? [sql`${lat} = ${literal(query.at.lat)} AND ${lon} = ${literal(query.at.lon)}`] : []),
  ...(radius && radius.side !== "both" ? [onSide(lat, lon, radius)] : []),
];

/** Conditions on a row `l` of `item_places`. */
export const conditionsOnPlace = (plan: ListPlan): SQL[] => placeConditions(sql`l.place`, sql`l.lat`, sql`l.lon`, plan);

/** The items of a row `l` of `item_places`. */
export const itemsOfPlace = ({ query }: ListPlan): SQL => sql`items i INDEXED BY items_by_place
    ON ${inList(query)} AND i.place = l.place AND i.lat IS l.lat AND i.lon IS l.lon`;

/** All conditions on an item `i` except its place and that it matches the words. */
export function conditionsAnywhere({ query }: ListPlan): SQL[] {
  return [
    inList(query),
    ...inCategories(query),
    ...ofConditions(query),
    ...withinPrices(query),
    ...(query.listed_after === undefined ? [] : [sql`i.listed_or_sold_at > ${literal(query.listed_after)}`]),
    ...(query.seller_id ? [sql`i.seller_id = ${query.seller_id}`] : []),
  ];
}

/** All conditions on an item `i` except that it matches the words. */
export function conditionsOf(plan: ListPlan): SQL[] {
  return [...conditionsAnywhere(plan), ...placeConditions(sql`i.place`, sql`i.lat`, sql`i.lon`, plan)];
}

/**
 * Limit of search matches that are examined: the newest, or the oldest where those come first. Only a word in every
 * twentieth of a hundred thousand listings exceeds it.
 */
export const MATCHES_MAX = 5_000;

/** Selects the rows that match the words. */
export function ridsOfWords({ match, query }: ListPlan): SQL {
  const direction = sql.raw(query.sort === "date_asc" ? "ASC" : "DESC");
  return sql`SELECT rowid AS rid FROM items_fts WHERE items_fts MATCH ${match}
    ORDER BY rowid ${direction} LIMIT ${literal(MATCHES_MAX)}`;
}

/** Selects the rows at the wanted places, or null when any place will do. */
export function ridsOfPlaces(plan: ListPlan): SQL | null {
  const conditions = conditionsOnPlace(plan);
  if (conditions.length === 0) return null;
  return sql`SELECT i.rid FROM item_places l CROSS JOIN ${itemsOfPlace(plan)} WHERE ${and(...conditions)}`;
}

/** Selects the rows within the prices, or null when there are no limits. */
export function ridsOfPrices({ query }: ListPlan): SQL | null {
  const prices = withinPrices(query);
  if (prices.length === 0) return null;
  return sql`SELECT i.rid FROM items i INDEXED BY items_by_price WHERE ${and(inList(query), ...prices)}`;
}

/** Selects the rows of the wanted categories, or null when any category will do. */
export function ridsOfCategories({ query }: ListPlan): SQL | null {
  const categories = inCategories(query);
  if (categories.length === 0) return null;
  return sql`SELECT i.rid FROM items i INDEXED BY items_by_category WHERE ${and(inList(query), ...categories)}`;
}
