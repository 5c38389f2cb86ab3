/** Reads of the catalogue. Each list is one statement; its order comes from an index named here, never from a sort. */
import { eq, type SQL, sql } from "drizzle-orm";
import type { ListItemsQuery } from "#contract/items";
import type { Sort } from "#domain/catalogue";
import { type CursorPosition, decodeCursor, encodeCursor } from "#domain/cursor";
import { placeWords, searchMatch } from "#domain/search-terms";
import { profiles } from "../../db/schema/accounts.ts";
import { itemKnowledge, items } from "../../db/schema/items.ts";
import type { Database } from "../../http/context.ts";
import { type CardRow, cardColumns, itemOffers, type RawCardRow, type SellerRow, toCardRow } from "./cards.ts";

/** Four rows of the marketplace grid. */
export const LIST_LIMIT_DEFAULT = 28;

type StoredItem = typeof items.$inferSelect;

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
  offers: string;
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
      offers: itemOffers(sql`${items.id}`, sql`${items.seller_id}`),
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
