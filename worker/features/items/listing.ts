/**
 * The marketplace list. A page is one SQL statement: it reads an index in the wanted order until it has a page of items
 * that meet the conditions. The other ways to find the page are one function each (decision 0007). A list near a place
 * without a limit is two lists, one after the other.
 */

import { and, type SQL, sql } from "drizzle-orm";
import type { ListItemsQuery } from "#contract/items";
import { LIST_LIMIT_DEFAULT } from "#contract/page";
import { type CursorPosition, decodeCursor, encodeCursor } from "#domain/cursor";
import type { Database } from "../../db/client.ts";
import { readBest } from "./best-match.ts";
import { type CardPage, cardColumns, pageOf, type RawCardRow, readCards } from "./cards.ts";
import { countItems } from "./count.ts";
import {
  conditionsOf,
  type ListPlan,
  literal,
  ridsOfCategories,
  ridsOfPlaces,
  ridsOfPrices,
  ridsOfWords,
} from "./list-filters.ts";
import { readNearest } from "./nearest.ts";
import { orderOf, type SortOrder } from "./sort-orders.ts";

/** A page to find, as parts of SQL. */
interface PageParts {
  plan: ListPlan;
  after: CursorPosition | null;
  /** All conditions on an item `i`; `matching` includes that it matches the words. */
  conditions: SQL[];
  matching: SQL[];
  /** Columns of a found row: `position` is its place in the order, `sort_key` the key of its cursor. */
  columns: SQL;
  index: SortOrder["index"];
  direction: SQL;
  orderBy: SQL;
  limit: SQL;
  offset: SQL;
}

/** Which rows of a list to read. */
interface Slice {
  after: CursorPosition | null;
  limit: number;
  offset: number;
}

/** Returns the statement of a list. Exported so that a test can examine its query plan. */
export function listStatement(plan: ListPlan, { after, limit, offset }: Slice): SQL {
  if (plan.best) {
    const page = readBest({ plan, best: plan.best, after, limit: literal(limit), offset: literal(offset) });
    return cardsOf(page, sql`ASC`);
  }
  const { column, descending, index } = orderOf(plan);
  const direction = sql.raw(descending ? "DESC" : "ASC");
  const conditions = conditionsOf(plan);
  if (after) conditions.push(sql`(${column}, i.id) ${sql.raw(descending ? "<" : ">")} (${after.key}, ${after.id})`);
  const page = pageStatement({
    plan,
    after,
    conditions,
    matching: plan.match ? [sql`i.rid IN (${ridsOfWords(plan)})`, ...conditions] : conditions,
    columns: sql`i.rid AS rid, i.id AS id, ${column} AS sort_key, ${column} AS position`,
    index,
    direction,
    orderBy: sql`${column} ${direction}, i.id ${direction}`,
    limit: literal(limit),
    offset: literal(offset),
  });
  return cardsOf(page, direction);
}

/** Reads the cards of a found page, in its order. */
function cardsOf(page: SQL, direction: SQL): SQL {
  return sql`WITH page AS MATERIALIZED (${page})
    SELECT ${cardColumns}, page.sort_key FROM page CROSS JOIN items i ON i.rid = page.rid
    CROSS JOIN profiles p ON p.id = i.seller_id ORDER BY page.position ${direction}, page.id ${direction}`;
}

function pageStatement(page: PageParts): SQL {
  const lookups = lookupsOf(page);
  const otherwise = page.index === "items_by_place" ? readByPlace : readInOrder;
  if (lookups.length === 0) return otherwise(page, page.limit);
  return sortFewOr((limit) => otherwise(page, limit), lookups, page);
}

function readByPlace({ plan, after, offset }: PageParts, limit: SQL): SQL {
  if (!plan.radius) throw new RangeError("a list by distance needs a place");
  return readNearest({ plan, centre: plan.radius.centre, after, limit, offset });
}

/** The usual page: reads the index of the sort order. The index is named, or SQLite would sort a whole category. */
function readInOrder({ matching, columns, index, orderBy, offset }: PageParts, limit: SQL): SQL {
  return sql`SELECT ${columns} FROM items i INDEXED BY ${sql.raw(index)}
    WHERE ${and(...matching)} ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${offset}`;
}

/** Finds the rows that meet one filter by the filter's own index. */
interface Lookup {
  name: string;
  rids: SQL;
  /** Up to this many rows are sorted. */
  few: number;
}

/** Sorting this many rows takes a millisecond. With more, reading in order soon finds a page of them. */
const FEW = 1_000;

/** The same for a filter that the entries of the index answer, without reading the items. */
const FEW_IN_INDEX = 300;

/** Returns the filters that may leave few rows, except by the index that is read in order anyway. */
function lookupsOf({ plan, index }: PageParts): Lookup[] {
  const inShop = index === "items_by_seller";
  const byPrice = index === "items_by_price";
  const found: [name: string, rids: SQL | null, few: number][] = [
    ["by_words", plan.match ? ridsOfWords(plan) : null, FEW],
    ["by_place", inShop ? null : ridsOfPlaces(plan), FEW],
    ["by_price", inShop || byPrice ? null : ridsOfPrices(plan), FEW],
    [
      "by_category",
      inShop || index === "items_by_category" ? null : ridsOfCategories(plan),
      byPrice ? FEW_IN_INDEX : FEW,
    ],
  ];
  return found.flatMap(([name, rids, few]) => (rids === null ? [] : [{ name, rids, few }]));
}

/**
 * Sorts the rows of the filters that leave few, and uses the other way when every filter leaves many. Without it, a
 * filter that few rows meet reads the whole index: 40 ms instead of 0.1 ms among 100,000 listings. The choice is in
 * LIMIT, where a branch that does not apply reads no row; in WHERE it would be evaluated for each row.
 */
function sortFewOr(otherwise: (limit: SQL) => SQL, lookups: readonly Lookup[], page: PageParts): SQL {
  const names = lookups.map(({ name, few }) => ({ name: sql.raw(name), few: literal(few) }));
  const tables = lookups.map(
    ({ name, rids, few }) =>
      sql`${sql.raw(name)}(rid) AS MATERIALIZED (SELECT rid FROM (${rids}) LIMIT ${literal(few + 1)})`,
  );
  const rowsOfFew = names.map(
    ({ name, few }) => sql`SELECT rid FROM ${name} WHERE (SELECT count(*) FROM ${name}) <= ${few}`,
  );
  const allMany = and(...names.map(({ name, few }) => sql`(SELECT count(*) FROM ${name}) > ${few}`));
  return sql`WITH ${sql.join(tables, sql`, `)}, few(rid) AS MATERIALIZED (${sql.join(rowsOfFew, sql` UNION `)})
    SELECT * FROM (SELECT ${page.columns} FROM few CROSS JOIN items i ON i.rid = few.rid
      WHERE ${and(...page.matching)} ORDER BY ${page.orderBy} LIMIT ${page.limit} OFFSET ${page.offset})
    UNION ALL
    SELECT * FROM (${otherwise(sql`(CASE WHEN ${allMany} THEN ${page.limit} ELSE 0 END)`)})`;
}

/** Inputs that decide what a list contains; part of its cursors. */
function cursorFilters(query: ListItemsQuery) {
  const {
    q,
    category,
    condition,
    min_price,
    max_price,
    location,
    at,
    near,
    within_km,
    seller_id,
    listed_after,
    status,
  } = query;
  const categories = query.categories?.join(",");
  const radius = { near, within_km: near === undefined ? undefined : within_km };
  return {
    q,
    category,
    categories,
    condition: condition?.join(","),
    min_price,
    max_price,
    location,
    ...(at && { at: `${at.lat},${at.lon}` }),
    ...radius,
    seller_id,
    listed_after,
    status: status ?? "active",
  };
}

/** The parts of a list. Only a list near a place without a limit has more than `whole`. */
type Part = "whole" | "near" | "further";

/** Where a page starts. */
interface ListStart {
  part: Part;
  /** The last item of the previous page; null at the beginning of the part. */
  after: CursorPosition | null;
}

export interface ListPage extends CardPage {
  /** Index of the first row that is outside the radius of a list of both sides; null for none. */
  further_from: number | null;
}

/** The name of the part belongs to the order, so that a cursor continues in the part of its item. */
const cursorOrder = ({ q, sort = q === undefined ? "date_desc" : "best" }: ListItemsQuery, part: Part) =>
  part === "whole" ? sort : `${sort} ${part}`;

/** Returns where the requested page starts, "broken" when the cursor belongs to another list. */
export function startOf({ query, radius }: ListPlan): ListStart | "broken" {
  const parts: readonly Part[] = radius?.side === "both" ? ["near", "further"] : ["whole"];
  if (query.cursor === undefined) return { part: parts[0] ?? "whole", after: null };
  for (const part of parts) {
    const after = decodeCursor(query.cursor, cursorOrder(query, part), cursorFilters(query));
    if (after) return { part, after };
  }
  return "broken";
}

/** Returns one page of the marketplace. */
export async function readList(db: Database, plan: ListPlan, { part, after }: ListStart): Promise<ListPage> {
  const { query, match, radius } = plan;
  // Nothing searchable in the words: no results and no query.
  if (match === "") return { rows: [], next_cursor: null, further_from: null };
  const limit = query.limit ?? LIST_LIMIT_DEFAULT;
  const offset = after ? 0 : (query.offset ?? 0);
  const cursorOf = (of: Part) => (last: RawCardRow) =>
    encodeCursor(cursorOrder(query, of), cursorFilters(query), { key: last.sort_key, id: last.id });
  const read = (from: ListPlan, slice: Slice) => readCards(db, listStatement(from, slice));

  // One more than shown, to know whether there is a next page.
  const slice = { after, limit: limit + 1, offset };
  if (radius?.side !== "both") {
    return { ...pageOf(await read(plan, slice), limit, cursorOf("whole")), further_from: null };
  }
  const inside: ListPlan = { ...plan, radius: { ...radius, side: "inside" } };
  const near = part === "further" ? [] : await read(inside, slice);
  if (near.length > limit) return { ...pageOf(near, limit, cursorOf("near")), further_from: null };
  // An offset beyond the near part continues in the other.
  const skipped = offset > 0 && near.length === 0 ? offset - (await countItems(db, inside, offset)) : 0;
  const further = await read(
    { ...plan, radius: { ...radius, side: "outside" } },
    { after: part === "further" ? after : null, limit: limit + 1 - near.length, offset: skipped },
  );
  const page = pageOf([...near, ...further], limit, cursorOf(near.length < limit ? "further" : "near"));
  return { ...page, further_from: near.length < page.rows.length ? near.length : null };
}
