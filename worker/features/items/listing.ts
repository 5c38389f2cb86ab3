/**
 * The marketplace list as one SQL statement. Its order comes from a named index, never from sorting everything; filters
 * that leave few rows are looked up first, and only those rows are sorted (decision 0007).
 */
import { type SQL, sql } from "drizzle-orm";
import type { ListItemsQuery } from "#contract/items";
import { type CursorPosition, decodeCursor, encodeCursor } from "#domain/cursor";
import type { Category, Condition } from "#domain/items/catalogue";
import { type PlaceFilter, placeFilter } from "#domain/items/search-terms";
import { boxAround, haversineOf, type Point } from "#domain/places/distance";
import { postcodesOf, type StateCode } from "#domain/places/states";
import type { Database } from "../../db/client.ts";
import { type CardPage, cardColumns, pageOf, readCards } from "./cards.ts";
import { byPrice, orderOf, SOLD, type SortOrder } from "./sort-orders.ts";

/** Four rows of the marketplace grid. */
export const LIST_LIMIT_DEFAULT = 28;

/**
 * This many rows are sorted in a few milliseconds. Above that, reading the index in order soon finds a page of matches.
 */
const SEEK_MAX = 1_000;

/**
 * Limit of search matches that are examined where the page is not read from the word index: the newest, or the oldest
 * where those come first. Only a word in every twentieth of a hundred thousand listings exceeds it.
 */
const MATCHES_MAX = 5_000;

/**
 * Up to this many matches are sorted by exact time; above that they come in the order of the index, which is the order
 * of listing.
 */
const STREAM_FROM = 100;

/** A radius search. Every result lies within the radius, by the centroid of its suburb. */
export interface Radius {
  centre: Point;
  km: number;
}

/** A list to read: the query with its words and places resolved. */
export interface ListPlan {
  query: ListItemsQuery;
  /** FTS5 expression; null: no search, "": no results. */
  match: string | null;
  radius: Radius | null;
}

// Literals, not parameters: only then does SQLite use the partial indexes.
const LISTED = sql.raw("i.status = 'active' AND i.deleted_at IS NULL");
const SOLD_NOW = sql.raw("i.status = 'sold' AND i.deleted_at IS NULL");

/** Exactly the expression of the index items_listed_by_place. */
const PLACE = sql.raw(
  "lower(coalesce(i.suburb, '') || ' ' || coalesce(i.city, '') || ' ' || coalesce(i.location, '') || ' ' || coalesce(i.postcode, ''))",
);

/**
 * Writes one of our own values into the statement. D1 allows a hundred parameters, and a list repeats its filters for
 * each access path. User input is always a parameter.
 */
function literal(value: number | Category | Condition): SQL {
  if (typeof value === "number" ? !Number.isFinite(value) : !/^[a-z_]+$/.test(value))
    throw new RangeError("not a literal");
  return sql.raw(typeof value === "number" ? String(value) : `'${value}'`);
}

const all = (terms: readonly SQL[]) => sql.join([...terms], sql` AND `);

/** instr() instead of LIKE: no wildcards to escape, and D1 refuses LIKE patterns over 50 bytes (A88). */
const containsAll = (text: SQL, words: readonly string[]) => all(words.map((word) => sql`instr(${text}, ${word}) > 0`));

/** SQL version of `isInState` in domain/places/states. */
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

/** Returns the conditions of a place filter; none for an empty one. */
const atPlace = (place: SQL, { words, state }: PlaceFilter): SQL[] => [
  ...(words.length > 0 ? [containsAll(place, words)] : []),
  ...(state === null ? [] : [inState(place, state)]),
];

function withinRadius({ centre, km }: Radius): SQL {
  const { south, north, west, east } = boxAround(centre, km);
  const [lat, lon] = [literal(centre.lat), literal(centre.lon)];
  return sql`i.lat BETWEEN ${literal(south)} AND ${literal(north)} AND i.lon BETWEEN ${literal(west)} AND ${literal(east)}
    AND pow(sin(radians(i.lat - ${lat}) / 2), 2) + cos(radians(${lat})) * cos(radians(i.lat))
      * pow(sin(radians(i.lon - ${lon}) / 2), 2) <= ${literal(haversineOf(km))}`;
}

function withinPrices({ min_price, max_price }: ListItemsQuery): SQL[] {
  return [
    ...(min_price === undefined ? [] : [sql`i.price_cents >= ${literal(min_price)}`]),
    ...(max_price === undefined ? [] : [sql`i.price_cents <= ${literal(max_price)}`]),
  ];
}

function inCategories({ category, categories }: Pick<ListItemsQuery, "category" | "categories">): SQL[] {
  return [
    ...(category ? [sql`i.category = ${literal(category)}`] : []),
    ...(categories ? [sql`i.category IN (${sql.join(categories.map(literal), sql`, `)})`] : []),
  ];
}

/** A filter that may leave few rows, with a SELECT of their `rid` by a separate index. */
interface Narrowing {
  name: string;
  rids: SQL;
  /** Limit of the lookup. */
  most: number;
  /** Whether this many rows are sorted, instead of reading the index in order until a page is found. */
  few: (size: SQL) => SQL;
}

const upTo = (most: number) => (size: SQL) => sql`${size} <= ${literal(most)}`;

/**
 * Reading in order finds one of m matches among n listings every n/m steps, and sorting m matches costs m: about equal
 * where m is the square root of n. The count stops at the limit, so above a million listings the root alone would
 * mistake a truncated count for a small one. `rid > 0` makes the query plan use a single lookup at the end of the
 * table.
 */
const isBelowSquareRootOfAll = (size: SQL) =>
  sql`(${upTo(SEEK_MAX)(size)} AND ${size} * ${size} <= (SELECT max(rid) FROM items WHERE rid > 0))`;

/** One more than the number that is sorted, to detect that there are too many. */
const COUNT_MAX = SEEK_MAX + 1;

/**
 * With this many filters besides the words, hardly any match passes: reading in order would go through the whole index
 * to fill a page, so examining every match is cheaper, however many listings there are.
 */
const FILTERS_TO_EXAMINE_ALL = 2;

/** Counts the inputs that narrow a list besides its words. */
function filtersBesideWords({ query, radius }: ListPlan): number {
  const { category, categories, condition, min_price, max_price, location } = query;
  const inputs = [
    category ?? categories,
    condition,
    min_price ?? max_price,
    location || undefined,
    radius ?? undefined,
  ];
  return inputs.filter((input) => input !== undefined).length;
}

/** Matches come newest first, unless the oldest are requested. */
const matchDirection = ({ query }: ListPlan) => sql.raw(query.sort === "date_asc" ? "ASC" : "DESC");

const ridsOfWords = (plan: ListPlan) =>
  sql`SELECT rowid AS rid FROM items_fts WHERE items_fts MATCH ${plan.match} ORDER BY rowid ${matchDirection(plan)}`;

/**
 * Matches that must pass several filters. For active listings most filters are read from an index by row number, which
 * stores a hundred listings per database page; reading the table for each match took six times as long.
 */
function ridsOfFilteredWords(plan: ListPlan): SQL {
  const matches = sql`(${ridsOfWords(plan)} LIMIT ${literal(MATCHES_MAX)}) n`;
  if (plan.query.status === "sold") return sql`SELECT n.rid FROM ${matches}`;
  return sql`SELECT n.rid FROM ${matches} CROSS JOIN items i INDEXED BY items_listed_by_rid ON i.rid = n.rid
    WHERE ${all([LISTED, ...factsOf(plan.query)])}`;
}

/**
 * Whether a page is read from the word index: words alone, by date. The index has its matches in the order of listing,
 * so the number of matches does not matter. Sold items are in the order of their sale instead.
 */
function streams(plan: ListPlan): boolean {
  const { sort = "date_desc", status, seller_id } = plan.query;
  const byDate = sort === "date_desc" || sort === "date_asc";
  return byDate && status !== "sold" && seller_id === undefined && filtersBesideWords(plan) === 0;
}

/** Access paths that one statement tries. */
const NARROWINGS_MAX = 3;

/**
 * Returns the filters to look up before reading in order, the most selective first. A filter that the order's own index
 * begins with is not among them, because reading that index is the lookup.
 */
function narrowingsOf(plan: ListPlan, order: SortOrder): Narrowing[] {
  const { query, match, radius } = plan;
  const sold = query.status === "sold";
  const state = sold ? SOLD_NOW : LISTED;
  const found: Narrowing[] = [];
  if (match) {
    // By date the page is read from the word index, so it only matters whether there are more matches than are sorted.
    const size = streams(plan)
      ? { most: STREAM_FROM + 1, few: upTo(STREAM_FROM) }
      : { most: COUNT_MAX, few: isBelowSquareRootOfAll };
    found.push({ name: "words", rids: ridsOfWords(plan), ...size });
  }
  if (query.seller_id) return found;
  if (radius) {
    found.push({
      name: "near",
      rids: sql`SELECT i.rid FROM items i INDEXED BY items_by_point
        WHERE ${state} AND i.lat IS NOT NULL AND ${withinRadius(radius)}`,
      most: COUNT_MAX,
      few: upTo(SEEK_MAX),
    });
  }
  const places = atPlace(sql`text`, placeFilter(query.location ?? ""));
  // There is no such index of sold items; they are a fraction of the list.
  if (places.length > 0 && !sold) {
    found.push({ name: "place", rids: ridsOfPlaces(places), most: COUNT_MAX, few: upTo(SEEK_MAX) });
  }
  const prices = withinPrices(query);
  const byPrices = order.column === byPrice.column;
  if (prices.length > 0 && !byPrices) {
    const index = sql.raw(sold ? SOLD.price : query.category ? "items_listed_by_category_price" : byPrice.index);
    const terms = [state, ...(query.category && !sold ? inCategories({ category: query.category }) : []), ...prices];
    found.push({
      name: "price",
      rids: sql`SELECT i.rid FROM items i INDEXED BY ${index} WHERE ${all(terms)}`,
      most: COUNT_MAX,
      few: upTo(SEEK_MAX),
    });
  }
  const walked = query.category !== undefined && order.categoryIndex !== null;
  if ((query.category || query.categories) && !walked && !sold) {
    found.push({
      name: "category",
      rids: sql`SELECT i.rid FROM items i INDEXED BY items_listed_by_category_date
        WHERE ${all([LISTED, ...inCategories(query)])}`,
      most: COUNT_MAX,
      few: upTo(SEEK_MAX),
    });
  }
  return found;
}

/** Jumps from each distinct place in the index to the next: hundreds, however many items there are. */
function ridsOfPlaces(wanted: readonly SQL[]): SQL {
  const nextPlace = (after: SQL) => sql`(SELECT ${PLACE} FROM items i INDEXED BY items_listed_by_place
    WHERE ${LISTED} ${after} ORDER BY ${PLACE} LIMIT 1)`;
  return sql`SELECT i.rid FROM (
      WITH RECURSIVE place(text) AS (
        SELECT ${nextPlace(sql``)} UNION ALL
        SELECT ${nextPlace(sql`AND ${PLACE} > place.text`)} FROM place WHERE place.text IS NOT NULL
      ) SELECT text FROM place WHERE ${all(wanted)}) p
    CROSS JOIN items i INDEXED BY items_listed_by_place ON ${PLACE} = p.text AND ${LISTED}`;
}

/** Conditions that the index items_listed_by_rid can answer. */
const factsOf = (query: ListItemsQuery): SQL[] => [
  ...inCategories(query),
  ...(query.condition ? [sql`i.condition = ${literal(query.condition)}`] : []),
  ...withinPrices(query),
];

/** All conditions of a row besides matching the search. */
function filtersOf({ query, radius }: ListPlan): SQL[] {
  return [
    query.status === "sold" ? SOLD_NOW : LISTED,
    ...factsOf(query),
    ...(query.seller_id ? [sql`i.seller_id = ${query.seller_id}`] : []),
    ...(radius ? [withinRadius(radius)] : []),
    ...atPlace(PLACE, placeFilter(query.location ?? "")),
  ];
}

/** Returns the statement of a list. Exported so that a test can examine its query plan. */
export function listStatement(plan: ListPlan, after: CursorPosition | null): SQL {
  const { query } = plan;
  const order = orderOf(query);
  const dir = sql.raw(order.descending ? "DESC" : "ASC");
  const filters = filtersOf(plan);
  if (after) {
    filters.push(sql`(${order.column}, i.id) ${sql.raw(order.descending ? "<" : ">")} (${after.key}, ${after.id})`);
  }
  const limit = literal((query.limit ?? LIST_LIMIT_DEFAULT) + 1);
  const offset = literal(after ? 0 : (query.offset ?? 0));
  const page = (rows: SQL) => sql`ORDER BY ${order.column} ${dir}, i.id ${dir} LIMIT ${rows} OFFSET ${offset}`;

  const select = sql`SELECT i.rid AS rid, ${order.column} AS sort_key, i.id AS id, ${order.column} AS place`;
  const cardsOf = (
    tables: SQL[],
    pages: SQL[],
  ) => sql`WITH ${sql.join([...tables, sql`page AS MATERIALIZED (${sql.join(pages, sql` UNION ALL `)})`], sql`, `)}
    SELECT ${cardColumns}, page.sort_key FROM page CROSS JOIN items i ON i.rid = page.rid
    CROSS JOIN profiles p ON p.id = i.seller_id ORDER BY page.place ${dir}, page.id ${dir}`;
  if (plan.match && filtersBesideWords(plan) >= FILTERS_TO_EXAMINE_ALL) {
    const rows = sql`(${ridsOfFilteredWords(plan)}) n CROSS JOIN items i ON i.rid = n.rid`;
    return cardsOf([], [sql`${select} FROM ${rows} WHERE ${all(filters)} ${page(limit)}`]);
  }

  // A shop is looked up by its seller.
  const index = sql.raw(query.seller_id ? "items_by_seller" : (query.category && order.categoryIndex) || order.index);
  const narrowings = narrowingsOf(plan, order).slice(0, NARROWINGS_MAX);
  if (narrowings.length === 0) {
    return sql`SELECT ${cardColumns}, ${order.column} AS sort_key
      FROM items i INDEXED BY ${index} CROSS JOIN profiles p ON p.id = i.seller_id WHERE ${all(filters)} ${page(limit)}`;
  }

  // The first filter that leaves few rows is looked up; if none does, the index is read in order. The condition is in
  // LIMIT, where no row of a branch is read if it fails; in WHERE it would be evaluated for each row. Earlier filters
  // are evaluated first, so after a lookup the others are not read.
  const rids = (narrowing: Narrowing) => sql.raw(`by_${narrowing.name}`);
  const size = (narrowing: Narrowing) => sql.raw(`(SELECT size FROM by_${narrowing.name}_size)`);
  const tables = narrowings.map(
    (narrowing) => sql`${rids(narrowing)}(rid) AS MATERIALIZED
        (SELECT rid FROM (${narrowing.rids}) LIMIT ${literal(narrowing.most)}),
      ${rids(narrowing)}_size(size) AS MATERIALIZED (SELECT count(*) FROM ${rids(narrowing)})`,
  );
  const few = (narrowing: Narrowing) => narrowing.few(size(narrowing));
  const many = (narrowing: Narrowing) => sql`NOT ${few(narrowing)}`;
  const limitIf = (guards: SQL[]) => sql`(CASE WHEN ${all(guards)} THEN ${limit} ELSE 0 END)`;
  // The words are the first condition of every other access path, because an index contains the row number and the
  // other conditions need the row.
  if (plan.match && !streams(plan)) tables.push(...matchedWords(plan));
  const matching = plan.match ? [sql`i.rid IN (SELECT rid FROM matched)`, ...filters] : filters;
  const seeks = narrowings.map((narrowing, position) => {
    const rest = narrowing.name === "words" ? filters : matching;
    return sql`SELECT * FROM (${select} FROM ${rids(narrowing)} n CROSS JOIN items i ON i.rid = n.rid
      WHERE ${all(rest)} ${page(limitIf([...narrowings.slice(0, position).map(many), few(narrowing)]))})`;
  });
  const otherwise = limitIf(narrowings.map(many));
  const walk = streams(plan)
    ? streamOf(plan, after, sql`LIMIT ${otherwise} OFFSET ${offset}`)
    : sql`SELECT * FROM (${select} FROM items i INDEXED BY ${index} WHERE ${all(matching)} ${page(otherwise)})`;
  return cardsOf(tables, [...seeks, walk]);
}

/**
 * All row numbers a search may show where its page is not read from the word index, as a lookup table. They are read in
 * ascending order, because building the set from descending ones takes three times as long.
 */
function matchedWords(plan: ListPlan): SQL[] {
  const { match, query } = plan;
  const [bound, none] = query.sort === "date_asc" ? ["<=", "9e15"] : [">=", "0"];
  return [
    sql`matched_bound(rid) AS MATERIALIZED (SELECT coalesce((SELECT rowid FROM items_fts WHERE items_fts MATCH ${match}
        ORDER BY rowid ${matchDirection(plan)} LIMIT 1 OFFSET ${literal(MATCHES_MAX - 1)}), ${sql.raw(none)}))`,
    sql`matched(rid) AS NOT MATERIALIZED (SELECT rowid FROM items_fts
        WHERE items_fts MATCH ${match} AND rowid ${sql.raw(bound)} (SELECT rid FROM matched_bound))`,
  ];
}

/**
 * Returns a page read from the word index. Its position is the row number: listings of the same instant are in the
 * order of insertion, so the next page starts after the cursor's row and not after its time.
 */
function streamOf(plan: ListPlan, after: CursorPosition | null, limited: SQL): SQL {
  const dir = matchDirection(plan);
  const beyond = sql.raw(plan.query.sort === "date_asc" ? ">" : "<");
  const next = after ? sql`AND f.rowid ${beyond} (SELECT rid FROM items WHERE id = ${after.id})` : sql``;
  return sql`SELECT * FROM (SELECT i.rid AS rid, i.created_at AS sort_key, i.id AS id, f.rowid AS place
    FROM items_fts f CROSS JOIN items i ON i.rid = f.rowid
    WHERE f.items_fts MATCH ${plan.match} ${next} AND ${all(filtersOf(plan))} ORDER BY f.rowid ${dir} ${limited})`;
}

/** Inputs that decide what a list contains; part of its cursors. */
function cursorFilters(query: ListItemsQuery) {
  const { q, category, condition, min_price, max_price, location, near, within_km, seller_id, status } = query;
  const categories = query.categories?.join(",");
  const radius = { near, within_km: near === undefined ? undefined : within_km };
  return {
    q,
    category,
    categories,
    condition,
    min_price,
    max_price,
    location,
    ...radius,
    seller_id,
    status: status ?? "active",
  };
}

/** Returns where the requested page starts: null for the first, "broken" when the cursor belongs to another list. */
export function positionOf(query: ListItemsQuery): CursorPosition | null | "broken" {
  if (query.cursor === undefined) return null;
  return decodeCursor(query.cursor, query.sort ?? "date_desc", cursorFilters(query)) ?? "broken";
}

/** Returns one page of the marketplace. */
export async function readList(db: Database, plan: ListPlan, after: CursorPosition | null): Promise<CardPage> {
  const { query, match } = plan;
  // Nothing searchable in the words: no results and no query.
  if (match === "") return { rows: [], next_cursor: null };
  const rows = await readCards(db, listStatement(plan, after));
  return pageOf(rows, query.limit ?? LIST_LIMIT_DEFAULT, (last) =>
    encodeCursor(query.sort ?? "date_desc", cursorFilters(query), { key: last.sort_key, id: last.id }),
  );
}
