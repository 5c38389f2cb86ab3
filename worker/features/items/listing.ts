/**
 * The marketplace's list as one statement. Its order comes from an index that is named, never from sorting everything;
 * what narrows the list to few rows is looked up first and only those are sorted. Decision record 0009.
 */
import { type SQL, sql } from "drizzle-orm";
import type { ListItemsQuery } from "#contract/items";
import type { Category, Condition } from "#domain/catalogue";
import { type CursorPosition, decodeCursor, encodeCursor } from "#domain/cursor";
import { boxAround, haversineOf, type Point } from "#domain/distance";
import { type PlaceFilter, placeFilter } from "#domain/search-terms";
import { postcodesOf, type StateCode } from "#domain/states";
import type { Database } from "../../http/context.ts";
import { type CardPage, cardColumns, pageOf, readCards } from "./cards.ts";
import { byPrice, orderOf, SOLD, type SortOrder } from "./sort-orders.ts";

/** Four rows of the marketplace grid. */
export const LIST_LIMIT_DEFAULT = 28;

/** As many rows are sorted in a few milliseconds; of more, a walk in the order wanted meets a page's worth soon. */
const SEEK_MAX = 1_000;

/**
 * Most matches of a search that are looked at where its page is not read off the index of words: the newest ones, or the oldest
 * where those come first. Only a word that stands in every twentieth of a hundred thousand listings has more.
 */
const MATCHES_MAX = 5_000;

/** Of so few matches the exact moments are compared; more come as the index has them, in the order they were listed. */
const STREAM_FROM = 100;

/** A radius search: what is listed lies within it, by centroid, without exception. */
export interface Radius {
  centre: Point;
  km: number;
}

/** A list to be read: the query with its words and places made out. */
export interface ListPlan {
  query: ListItemsQuery;
  /** FTS5 expression; null searches nothing, "" finds nothing. */
  match: string | null;
  radius: Radius | null;
}

// Literals, not parameters: only so does SQLite see that the partial indexes apply.
const LISTED = sql.raw("i.status = 'active' AND i.deleted_at IS NULL");
const SOLD_NOW = sql.raw("i.status = 'sold' AND i.deleted_at IS NULL");

/** The expression of the index items_listed_by_place, to the letter. */
const PLACE = sql.raw(
  "lower(coalesce(i.suburb, '') || ' ' || coalesce(i.city, '') || ' ' || coalesce(i.location, '') || ' ' || coalesce(i.postcode, ''))",
);

/**
 * A number of our own written into the statement: D1 takes a hundred parameters, and a list repeats its filters once for
 * each way of finding it. What people typed is always a parameter.
 */
function literal(value: number | Category | Condition): SQL {
  if (typeof value === "number" ? !Number.isFinite(value) : !/^[a-z_]+$/.test(value))
    throw new RangeError("not a literal");
  return sql.raw(typeof value === "number" ? String(value) : `'${value}'`);
}

const all = (terms: readonly SQL[]) => sql.join([...terms], sql` AND `);

/** instr(), not LIKE: no wildcards to escape, and D1 refuses LIKE patterns over 50 bytes (A88). */
const containsAll = (text: SQL, words: readonly string[]) => all(words.map((word) => sql`instr(${text}, ${word}) > 0`));

/** `isInState` of domain/states, in SQL. */
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

/** What a place filter asks of a listing's place; nothing for an empty one. */
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

/** A filter that may leave few rows, with a way to find those by an index of its own: a SELECT of `rid`. */
interface Narrowing {
  name: string;
  rids: SQL;
  /** How many of them are looked up. */
  most: number;
  /** Whether so many are put in order, rather than walking the order until a page of them has been met. */
  few: (size: SQL) => SQL;
}

const upTo = (most: number) => (size: SQL) => sql`${size} <= ${literal(most)}`;

/**
 * A walk meets one of m matches among n listings every n/m steps, so a page of them costs what a few times n/m rows do, and
 * putting m in order costs m: about equal where m is the root of n. No more are counted than are sorted at most: above a million
 * listings the root alone would take a count that was cut off for a small one. `rid > 0` makes the plan say that it is one
 * look at the end of the table.
 */
const upToTheRootOfAll = (size: SQL) =>
  sql`(${upTo(SEEK_MAX)(size)} AND ${size} * ${size} <= (SELECT max(rid) FROM items WHERE rid > 0))`;

/** One more than are sorted: enough to know that there are too many. */
const UNTIL_MANY = SEEK_MAX + 1;

/**
 * With so many filters besides the words, hardly any match passes: a walk would go on through the whole index to fill a
 * page, and looking at every match is the shorter way however many listings there are.
 */
const NARROW_TOGETHER = 2;

/** How many of the inputs narrow a list besides its words. */
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

/** The matches of a search come newest first, except where the oldest are wanted. */
const wayOfMatches = ({ query }: ListPlan) => sql.raw(query.sort === "date_asc" ? "ASC" : "DESC");

const ridsOfWords = (plan: ListPlan) =>
  sql`SELECT rowid AS rid FROM items_fts WHERE items_fts MATCH ${plan.match} ORDER BY rowid ${wayOfMatches(plan)}`;

/**
 * Matches that may pass several filters. Of what is listed, most filters are asked of an index by row number, which has a hundred listings
 * to a page of the database: looking into the table for each match took six times as long.
 */
function ridsOfWordsTogether(plan: ListPlan): SQL {
  const matches = sql`(${ridsOfWords(plan)} LIMIT ${literal(MATCHES_MAX)}) n`;
  if (plan.query.status === "sold") return sql`SELECT n.rid FROM ${matches}`;
  return sql`SELECT n.rid FROM ${matches} CROSS JOIN items i INDEXED BY items_listed_by_rid ON i.rid = n.rid
    WHERE ${all([LISTED, ...factsOf(plan.query)])}`;
}

/**
 * Words alone, by date: the index has its matches in the order they were listed, so a page is read off it, however many there
 * are. What was sold is in the order of its sales instead.
 */
function streams(plan: ListPlan): boolean {
  const { sort = "date_desc", status, seller_id } = plan.query;
  const byDate = sort === "date_desc" || sort === "date_asc";
  return byDate && status !== "sold" && seller_id === undefined && filtersBesideWords(plan) === 0;
}

/** Ways of finding a list that one statement tries. */
const NARROWINGS_MAX = 3;

/**
 * Filters worth looking up before the order is walked, the most telling first. A filter the order's own index begins with is none: walking that
 * index is looking it up.
 */
function narrowingsOf(plan: ListPlan, order: SortOrder): Narrowing[] {
  const { query, match, radius } = plan;
  const sold = query.status === "sold";
  const state = sold ? SOLD_NOW : LISTED;
  const found: Narrowing[] = [];
  if (match) {
    // By date a page is read off the index of words: that there are more than are sorted is all that is asked.
    const size = streams(plan)
      ? { most: STREAM_FROM + 1, few: upTo(STREAM_FROM) }
      : { most: UNTIL_MANY, few: upToTheRootOfAll };
    found.push({ name: "words", rids: ridsOfWords(plan), ...size });
  }
  if (query.seller_id) return found;
  if (radius) {
    found.push({
      name: "near",
      rids: sql`SELECT i.rid FROM items i INDEXED BY items_by_point
        WHERE ${state} AND i.lat IS NOT NULL AND ${withinRadius(radius)}`,
      most: UNTIL_MANY,
      few: upTo(SEEK_MAX),
    });
  }
  const places = atPlace(sql`text`, placeFilter(query.location ?? ""));
  // Of what was sold there is no such index; the Sold tab is a fraction of the list.
  if (places.length > 0 && !sold) {
    found.push({ name: "place", rids: ridsOfPlaces(places), most: UNTIL_MANY, few: upTo(SEEK_MAX) });
  }
  const prices = withinPrices(query);
  const byPrices = order.column === byPrice.column;
  if (prices.length > 0 && !byPrices) {
    const index = sql.raw(sold ? SOLD.price : query.category ? "items_listed_by_category_price" : byPrice.index);
    const terms = [state, ...(query.category && !sold ? inCategories({ category: query.category }) : []), ...prices];
    found.push({
      name: "price",
      rids: sql`SELECT i.rid FROM items i INDEXED BY ${index} WHERE ${all(terms)}`,
      most: UNTIL_MANY,
      few: upTo(SEEK_MAX),
    });
  }
  const walked = query.category !== undefined && order.categoryIndex !== null;
  if ((query.category || query.categories) && !walked && !sold) {
    found.push({
      name: "category",
      rids: sql`SELECT i.rid FROM items i INDEXED BY items_listed_by_category_date
        WHERE ${all([LISTED, ...inCategories(query)])}`,
      most: UNTIL_MANY,
      few: upTo(SEEK_MAX),
    });
  }
  return found;
}

/** Jumps from each distinct place of the index to the next: hundreds, however many items there are. */
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

/** The filters that the index items_listed_by_rid can answer. */
const factsOf = (query: ListItemsQuery): SQL[] => [
  ...inCategories(query),
  ...(query.condition ? [sql`i.condition = ${literal(query.condition)}`] : []),
  ...withinPrices(query),
];

/** Everything a row has to be besides matching the search. */
function filtersOf({ query, radius }: ListPlan): SQL[] {
  return [
    query.status === "sold" ? SOLD_NOW : LISTED,
    ...factsOf(query),
    ...(query.seller_id ? [sql`i.seller_id = ${query.seller_id}`] : []),
    ...(radius ? [withinRadius(radius)] : []),
    ...atPlace(PLACE, placeFilter(query.location ?? "")),
  ];
}

/** The one statement of a list. Exported so that a test can ask the database for its plan. */
export function listStatement(plan: ListPlan, after: CursorPosition | null): SQL {
  const { query } = plan;
  const order = orderOf(query);
  const way = sql.raw(order.descending ? "DESC" : "ASC");
  const filters = filtersOf(plan);
  if (after) {
    filters.push(sql`(${order.column}, i.id) ${sql.raw(order.descending ? "<" : ">")} (${after.key}, ${after.id})`);
  }
  const limit = literal((query.limit ?? LIST_LIMIT_DEFAULT) + 1);
  const offset = literal(after ? 0 : (query.offset ?? 0));
  const page = (rows: SQL) => sql`ORDER BY ${order.column} ${way}, i.id ${way} LIMIT ${rows} OFFSET ${offset}`;

  const select = sql`SELECT i.rid AS rid, ${order.column} AS sort_key, i.id AS id, ${order.column} AS place`;
  const cardsOf = (
    tables: SQL[],
    pages: SQL[],
  ) => sql`WITH ${sql.join([...tables, sql`page AS MATERIALIZED (${sql.join(pages, sql` UNION ALL `)})`], sql`, `)}
    SELECT ${cardColumns}, page.sort_key FROM page CROSS JOIN items i ON i.rid = page.rid
    CROSS JOIN profiles p ON p.id = i.seller_id ORDER BY page.place ${way}, page.id ${way}`;
  if (plan.match && filtersBesideWords(plan) >= NARROW_TOGETHER) {
    const rows = sql`(${ridsOfWordsTogether(plan)}) n CROSS JOIN items i ON i.rid = n.rid`;
    return cardsOf([], [sql`${select} FROM ${rows} WHERE ${all(filters)} ${page(limit)}`]);
  }

  // A shop is looked up by its seller.
  const index = sql.raw(query.seller_id ? "items_by_seller" : (query.category && order.categoryIndex) || order.index);
  const narrowings = narrowingsOf(plan, order).slice(0, NARROWINGS_MAX);
  if (narrowings.length === 0) {
    return sql`SELECT ${cardColumns}, ${order.column} AS sort_key
      FROM items i INDEXED BY ${index} CROSS JOIN profiles p ON p.id = i.seller_id WHERE ${all(filters)} ${page(limit)}`;
  }

  // The first narrowing that leaves few rows is sought; when each leaves many, the order is walked. All in one
  // statement. The guard stands in LIMIT, where none of a branch's rows is read when it fails; in WHERE it would be
  // asked for each of them. What came before is asked first: where that was sought, nothing else is looked up.
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
  // The words are the first filter of every other way, because an index has the row number and the other filters need
  // the row.
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
 * All row numbers a search may show where its page is not read off the index of words, as a table to look into. They are read in rising
 * order: a set made of falling ones takes three times as long.
 */
function matchedWords(plan: ListPlan): SQL[] {
  const { match, query } = plan;
  const [bound, none] = query.sort === "date_asc" ? ["<=", "9e15"] : [">=", "0"];
  return [
    sql`matched_bound(rid) AS MATERIALIZED (SELECT coalesce((SELECT rowid FROM items_fts WHERE items_fts MATCH ${match}
        ORDER BY rowid ${wayOfMatches(plan)} LIMIT 1 OFFSET ${literal(MATCHES_MAX - 1)}), ${sql.raw(none)}))`,
    sql`matched(rid) AS NOT MATERIALIZED (SELECT rowid FROM items_fts
        WHERE items_fts MATCH ${match} AND rowid ${sql.raw(bound)} (SELECT rid FROM matched_bound))`,
  ];
}

/**
 * A page read off the index of words. Its place is the row number: two listings of one moment stand there as they came, so the
 * next page begins behind that of the cursor's listing and not behind its moment.
 */
function streamOf(plan: ListPlan, after: CursorPosition | null, limited: SQL): SQL {
  const way = wayOfMatches(plan);
  const beyond = sql.raw(plan.query.sort === "date_asc" ? ">" : "<");
  const next = after ? sql`AND f.rowid ${beyond} (SELECT rid FROM items WHERE id = ${after.id})` : sql``;
  return sql`SELECT * FROM (SELECT i.rid AS rid, i.created_at AS sort_key, i.id AS id, f.rowid AS place
    FROM items_fts f CROSS JOIN items i ON i.rid = f.rowid
    WHERE f.items_fts MATCH ${plan.match} ${next} AND ${all(filtersOf(plan))} ORDER BY f.rowid ${way} ${limited})`;
}

/** The inputs that decide what a list contains: part of its cursors. */
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

/** Where the page begins that a query asks for: null for the first, "broken" when its cursor is not of this list. */
export function positionOf(query: ListItemsQuery): CursorPosition | null | "broken" {
  if (query.cursor === undefined) return null;
  return decodeCursor(query.cursor, query.sort ?? "date_desc", cursorFilters(query)) ?? "broken";
}

/** One page of the marketplace. */
export async function readList(db: Database, plan: ListPlan, after: CursorPosition | null): Promise<CardPage> {
  const { query, match } = plan;
  // Nothing searchable in the words: that finds nothing, and costs nothing.
  if (match === "") return { rows: [], next_cursor: null };
  const rows = await readCards(db, listStatement(plan, after));
  return pageOf(rows, query.limit ?? LIST_LIMIT_DEFAULT, (last) =>
    encodeCursor(query.sort ?? "date_desc", cursorFilters(query), { key: last.sort_key, id: last.id }),
  );
}
