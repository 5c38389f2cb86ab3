/** Reads of the catalogue. Each list is one statement; its order comes from an index named here, never from a sort. */
import { eq, type SQL, sql } from "drizzle-orm";
import type { ListItemsQuery, Photo } from "#contract/items";
import type { Category, Condition, Sort } from "#domain/catalogue";
import { type CursorPosition, decodeCursor, encodeCursor } from "#domain/cursor";
import { placeWords, searchMatch } from "#domain/search-terms";
import { profiles } from "../../db/schema/accounts.ts";
import { itemKnowledge, items } from "../../db/schema/items.ts";
import type { Database } from "../../http/context.ts";

/** Four rows of the marketplace grid. */
export const LIST_LIMIT_DEFAULT = 28;

type StoredItem = typeof items.$inferSelect;
type SellerRow = Pick<
  typeof profiles.$inferSelect,
  "id" | "full_name" | "suburb" | "city" | "average_rating_hundredths" | "rating_count"
>;

/** What a card is made of. */
export interface CardRow {
  id: string;
  title: string;
  price_cents: number;
  previous_price_cents: number | null;
  category: Category;
  condition: Condition;
  status: StoredItem["status"];
  holder_id: string | null;
  hold_until: number | null;
  photo: Photo | null;
  suburb: string | null;
  city: string | null;
  negotiation_available: boolean;
  views_count: number;
  created_at: number;
  seller: SellerRow;
}

/** The flat row of the statement below; SQLite has neither booleans nor nested values. */
interface RawCardRow extends Omit<CardRow, "photo" | "negotiation_available" | "seller"> {
  photo: string | null;
  negotiation_available: number;
  seller_id: string;
  seller_name: string;
  seller_suburb: string | null;
  seller_city: string | null;
  seller_rating: number | null;
  seller_ratings: number;
  sort_key: number;
}

/** `CROSS JOIN` keeps the item the outer table, so that the order of its index is the order of the result. */
const cardColumns = sql`i.id, i.title, i.price_cents, i.previous_price_cents, i.category, i.condition, i.status, i.holder_id,
  i.hold_until, json_extract(i.photos, '$[0]') AS photo, i.suburb, i.city, i.negotiation_available, i.views_count,
  i.created_at, p.id AS seller_id, p.full_name AS seller_name, p.suburb AS seller_suburb, p.city AS seller_city,
  p.average_rating_hundredths AS seller_rating, p.rating_count AS seller_ratings`;

function toCardRow(row: RawCardRow): CardRow {
  return {
    id: row.id,
    title: row.title,
    price_cents: row.price_cents,
    previous_price_cents: row.previous_price_cents,
    category: row.category,
    condition: row.condition,
    status: row.status,
    holder_id: row.holder_id,
    hold_until: row.hold_until,
    photo: row.photo === null ? null : (JSON.parse(row.photo) as Photo),
    suburb: row.suburb,
    city: row.city,
    negotiation_available: row.negotiation_available !== 0,
    views_count: row.views_count,
    created_at: row.created_at,
    seller: {
      id: row.seller_id,
      full_name: row.seller_name,
      suburb: row.seller_suburb,
      city: row.seller_city,
      average_rating_hundredths: row.seller_rating,
      rating_count: row.seller_ratings,
    },
  };
}

interface Order {
  column: SQL;
  descending: boolean;
  /** Index of the whole list in this order, and of one category. Without the second the first is filtered. */
  index: string;
  categoryIndex: string | null;
}

const byDate = {
  column: sql`i.created_at`,
  index: "items_listed_by_date",
  categoryIndex: "items_listed_by_category_date",
};
const byPrice = {
  column: sql`i.price_cents`,
  index: "items_listed_by_price",
  categoryIndex: "items_listed_by_category_price",
};
const ORDERS: Record<Sort, Order> = {
  date_desc: { ...byDate, descending: true },
  date_asc: { ...byDate, descending: false },
  price_asc: { ...byPrice, descending: false },
  price_desc: { ...byPrice, descending: true },
  // D47: a week's interest against all-time views.
  popular: {
    column: sql`i.popular_score`,
    descending: true,
    index: "items_listed_by_popularity",
    categoryIndex: null,
  },
  views: { column: sql`i.views_count`, descending: true, index: "items_listed_by_views", categoryIndex: null },
};

/** Newest sales first; the other orders sort what was sold, which only visitors of the Sold tab wait for. */
const SOLD_BY_DATE: Omit<Order, "descending"> = {
  column: sql`i.sold_at`,
  index: "items_sold_by_date",
  categoryIndex: null,
};

export interface CardPage {
  rows: CardRow[];
  next_cursor: string | null;
}

/** The filters that decide what a list contains: part of its cursors. */
function filtersOf(query: ListItemsQuery) {
  const { q, category, condition, min_price, max_price, location, seller_id, status } = query;
  const categories = query.categories?.join(",");
  return { q, category, categories, condition, min_price, max_price, location, seller_id, status: status ?? "active" };
}

/** The one statement of a list. Exported so that a test can ask the database for its plan. */
export function listStatement(query: ListItemsQuery, after: CursorPosition | null): SQL {
  const sort = query.sort ?? "date_desc";
  const sold = query.status === "sold";
  const dated = sort === "date_desc" || sort === "date_asc";
  const order: Order = sold && dated ? { ...SOLD_BY_DATE, descending: sort === "date_desc" } : ORDERS[sort];

  const where: SQL[] = [
    // Literals, not parameters: only so does SQLite see that the partial indexes apply.
    sold ? sql`i.status = 'sold' AND i.deleted_at IS NULL` : sql`i.status = 'active' AND i.deleted_at IS NULL`,
  ];
  if (query.category) where.push(sql`i.category = ${query.category}`);
  if (query.categories) {
    where.push(
      sql`i.category IN (${sql.join(
        query.categories.map((name) => sql`${name}`),
        sql`, `,
      )})`,
    );
  }
  if (query.condition) where.push(sql`i.condition = ${query.condition}`);
  if (query.min_price !== undefined) where.push(sql`i.price_cents >= ${query.min_price}`);
  if (query.max_price !== undefined) where.push(sql`i.price_cents <= ${query.max_price}`);
  if (query.seller_id) where.push(sql`i.seller_id = ${query.seller_id}`);
  // instr(), not LIKE: no wildcards to escape, and D1 refuses LIKE patterns over 50 bytes (A88).
  for (const word of placeWords(query.location ?? "")) {
    where.push(
      sql`instr(lower(coalesce(i.suburb, '') || ' ' || coalesce(i.city, '') || ' ' || coalesce(i.location, '') || ' ' || coalesce(i.postcode, '')), ${word}) > 0`,
    );
  }
  const match = query.q?.trim() ? searchMatch(query.q) : null;
  if (match) where.push(sql`i.rid IN (SELECT rowid FROM items_fts WHERE items_fts MATCH ${match})`);
  if (match === "") where.push(sql`0`);
  const way = sql.raw(order.descending ? "DESC" : "ASC");
  if (after) {
    where.push(sql`(${order.column}, i.id) ${sql.raw(order.descending ? "<" : ">")} (${after.key}, ${after.id})`);
  }

  const limit = query.limit ?? LIST_LIMIT_DEFAULT;
  const offset = after ? 0 : (query.offset ?? 0);
  return sql`SELECT ${cardColumns}, ${order.column} AS sort_key
    FROM items i ${indexHint(query, order, match !== null)} CROSS JOIN profiles p ON p.id = i.seller_id
    WHERE ${sql.join(where, sql` AND `)}
    ORDER BY ${order.column} ${way}, i.id ${way} LIMIT ${limit + 1} OFFSET ${offset}`;
}

/**
 * Which index to walk. Named, because without statistics the planner prefers a narrow filter and sorts afterwards, which
 * reads a whole category for one page. A search starts from its words and a shop from its seller: both are few rows.
 */
function indexHint(query: ListItemsQuery, order: Order, searching: boolean): SQL {
  if (searching) return sql``;
  if (query.seller_id) return sql.raw("INDEXED BY items_by_seller");
  if (query.status === "sold") return sql.raw(`INDEXED BY ${SOLD_BY_DATE.index}`);
  return sql.raw(`INDEXED BY ${(query.category && order.categoryIndex) || order.index}`);
}

/** One page of the marketplace. Null when the cursor is broken or belongs to another list. */
export async function listItems(db: Database, query: ListItemsQuery): Promise<CardPage | null> {
  const sort = query.sort ?? "date_desc";
  const filters = filtersOf(query);
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor, sort, filters);
  if (query.cursor !== undefined && after === null) return null;
  const rows = await db.all<RawCardRow>(listStatement(query, after));
  return pageOf(rows, query.limit ?? LIST_LIMIT_DEFAULT, (last) =>
    encodeCursor(sort, filters, { key: last.sort_key, id: last.id }),
  );
}

const MINE = "mine";

/** Everything of one seller that is not deleted, newest first; `status` as in ListOwnItems. */
export async function listOwnItems(
  db: Database,
  sellerId: string,
  status: "active" | "sold" | "inactive" | undefined,
  cursor: string | undefined,
  limit: number,
): Promise<CardPage | null> {
  const filters = { seller_id: sellerId, ...(status && { status }) };
  const after = cursor === undefined ? null : decodeCursor(cursor, MINE, filters);
  if (cursor !== undefined && after === null) return null;
  const rows = await db.all<RawCardRow>(sql`SELECT ${cardColumns}, i.created_at AS sort_key
    FROM items i INDEXED BY items_by_seller CROSS JOIN profiles p ON p.id = i.seller_id
    WHERE i.seller_id = ${sellerId} AND i.deleted_at IS NULL
      ${status === undefined ? sql`` : status === "active" ? sql`AND i.status NOT IN ('sold', 'inactive')` : sql`AND i.status = ${status}`}
      ${after ? sql`AND (i.created_at, i.id) < (${after.key}, ${after.id})` : sql``}
    ORDER BY i.created_at DESC, i.id DESC LIMIT ${limit + 1}`);
  return pageOf(rows, limit, (last) => encodeCursor(MINE, filters, { key: last.sort_key, id: last.id }));
}

/** One row more than the page was read: it says that there is a next page. */
function pageOf(rows: RawCardRow[], limit: number, cursorOf: (last: RawCardRow) => string): CardPage {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(toCardRow),
    next_cursor: rows.length > limit && last ? cursorOf(last) : null,
  };
}

/** An item with its seller and its private settings; presenters decide who sees what of it. */
export interface ItemRow {
  item: StoredItem;
  seller: SellerRow & Pick<typeof profiles.$inferSelect, "created_at" | "accepted_payment_methods">;
  knowledge: typeof itemKnowledge.$inferSelect | null;
}

export async function findItem(db: Database, id: string): Promise<ItemRow | null> {
  const row = await db
    .select({
      item: items,
      seller: {
        id: profiles.id,
        full_name: profiles.full_name,
        suburb: profiles.suburb,
        city: profiles.city,
        average_rating_hundredths: profiles.average_rating_hundredths,
        rating_count: profiles.rating_count,
        created_at: profiles.created_at,
        accepted_payment_methods: profiles.accepted_payment_methods,
      },
      knowledge: itemKnowledge,
    })
    .from(items)
    .innerJoin(profiles, eq(profiles.id, items.seller_id))
    .leftJoin(itemKnowledge, eq(itemKnowledge.item_id, items.id))
    .where(eq(items.id, id))
    .get();
  return row ?? null;
}

export type StatusRow = Pick<StoredItem, "id" | "status" | "holder_id" | "hold_until" | "price_cents">;

/** States of the cards on a screen. Ids travel as one JSON parameter: D1 takes at most 100 parameters. */
export async function findStatuses(db: Database, ids: readonly string[]): Promise<StatusRow[]> {
  return db.all<StatusRow>(sql`SELECT id, status, holder_id, hold_until, price_cents FROM items
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND deleted_at IS NULL`);
}
