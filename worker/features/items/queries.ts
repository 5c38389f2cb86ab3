/** Reads of single items, of a seller's own list and of the statuses of a grid. */

import { eq, fillPlaceholders, sql } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import type { Cause } from "#contract/items";
import type { CheckFacts } from "#domain/account/checks";
import { pick } from "#domain/pick";
import { done, type Result, refuse } from "#domain/result";
import { buildOnce, type Database, type Query } from "../../db/client.ts";
import { profiles } from "../../db/schema/account.ts";
import { itemKnowledge, items } from "../../db/schema/items.ts";
import { itemCauses } from "../../db/schema/requests.ts";
import { type CursorPage, cursorList } from "../../http/cursor-list.ts";
import { WRONG_CURSOR } from "../../http/wrong-cursor.ts";
import { checkColumns } from "../account/phone/queries.ts";
import { type CardRow, cardColumns, itemOffers, readCards, type SellerRow, toCardRow } from "./cards.ts";

type StoredItem = typeof items.$inferSelect;

/** Returns a page of a seller's items that are not deleted, newest first; `status` as in ListOwnItems. */
export async function listOwnItems(
  db: Database,
  sellerId: string,
  status: "active" | "sold" | "inactive" | undefined,
  cursor: string | undefined,
  limit: number,
): Promise<Result<CursorPage<CardRow>>> {
  const list = cursorList("mine", { seller_id: sellerId, ...(status && { status }) }, cursor);
  if (!list) return WRONG_CURSOR;
  const { after } = list;
  const statement = sql`SELECT ${cardColumns}, i.created_at AS sort_key
    FROM items i INDEXED BY items_by_seller CROSS JOIN profiles p ON p.id = i.seller_id
    WHERE i.seller_id = ${sellerId} AND i.deleted_at IS NULL
      ${status === undefined ? sql`` : status === "active" ? sql`AND i.status NOT IN ('sold', 'inactive')` : sql`AND i.status = ${status}`}
      ${after ? sql`AND (i.created_at, i.id) < (${after.key}, ${after.id})` : sql``}
    ORDER BY i.created_at DESC, i.id DESC LIMIT ${limit + 1}`;
  const rows = await readCards(db, statement);
  const page = list.page(rows, limit, (last) => ({ key: last.sort_key, id: last.id }));
  return done({ ...page, rows: page.rows.map(toCardRow) });
}

/** An item with its seller and private settings; presenters decide who sees what. */
export interface ItemRow {
  item: StoredItem;
  seller: SellerRow &
    Pick<
      typeof profiles.$inferSelect,
      | "account_type"
      | "created_at"
      | "accepted_payment_methods"
      | "answer_time"
      | "pickups"
      | "pickups_missed"
      | "away_until"
      | "open_to_trades"
    > &
    CheckFacts;
  knowledge: typeof itemKnowledge.$inferSelect | null;
  offers: string;
  cause: Cause | null;
  /** Its reviews as JSON, newest first (D63); see goods-review.ts. */
  reviews: string;
  /** Buyer of the item's current order, if any. */
  buyer_id: string | null;
}

/** Whether the item exists. Ask before calling its room: a call with an invented id would create a Durable Object. */
export async function itemExists(db: Database, id: string): Promise<boolean> {
  const rows = await db.all(sql`SELECT 1 FROM items WHERE id = ${id}`);
  return rows.length > 0;
}

const REVIEWS_READ = 20;

const itemById = buildOnce((db) =>
  db
    .select({
      item: items,
      seller: {
        ...pick(profiles, "id", "full_name", "suburb", "city", "average_rating_hundredths", "rating_count"),
        ...pick(profiles, "answer_time", "pickups", "pickups_missed", "account_type", "created_at"),
        ...pick(profiles, "accepted_payment_methods", "open_to_trades", "away_until"),
        ...checkColumns(profiles.id),
      },
      knowledge: itemKnowledge,
      cause: { kind: itemCauses.kind, name: itemCauses.name, abn: itemCauses.abn },
      offers: itemOffers(sql`${items.id}`, sql`${items.seller_id}`),
      reviews: sql<string>`(SELECT json_group_array(json_object('id', r.id, 'status', r.status, 'outcome', r.outcome,
          'note', r.note, 'keys', json(r.shield_reasons), 'then_on_sale', r.then_on_sale))
        FROM (SELECT * FROM reports INDEXED BY reports_of_listing WHERE kind = 'held_listing' AND subject_id = ${items.id}
          ORDER BY created_at DESC, id DESC LIMIT ${sql.raw(String(REVIEWS_READ))}) r)`,
      buyer_id: sql<string | null>`(SELECT o.buyer_id FROM orders o WHERE o.id = ${items.order_id})`,
    })
    .from(items)
    .innerJoin(profiles, eq(profiles.id, items.seller_id))
    .leftJoin(itemKnowledge, eq(itemKnowledge.item_id, items.id))
    .leftJoin(itemCauses, eq(itemCauses.item_id, items.id))
    .where(eq(items.id, sql.placeholder("id")))
    .prepare(),
);

export async function findItem(db: Database, id: string): Promise<ItemRow | null> {
  return (await itemById(db).get({ id })) ?? null;
}

/**
 * Returns the statement of `findItem` for a batch, and the function that reads its rows. As a subquery, its columns of
 * the same name get a suffix from SQLite; a batch would return only one of them, because its rows are objects.
 */
export function itemStatement(
  db: Database,
  id: string,
): { statement: Query; read: (rows: readonly object[]) => ItemRow | null } {
  const prepared = itemById(db);
  const { sql: text, params } = prepared.getQuery();
  return {
    statement: { toSQL: () => ({ sql: `SELECT * FROM (${text})`, params: fillPlaceholders(params, { id }) }) },
    read: (rows) => (prepared.mapAllResult({ results: rows }, true) as ItemRow[])[0] ?? null,
  };
}

/**
 * Returns an item that this viewer may see. An inactive item is visible only to its owner; a removed one is `gone` for
 * everybody.
 */
export async function findVisibleItem(db: Database, id: string, viewerId: string | null): Promise<Result<ItemRow>> {
  const row = await findItem(db, id);
  if (row && row.item.deleted_at !== null) return refuse("gone", MESSAGES.itemRemoved);
  if (!row || (row.item.status === "inactive" && row.item.seller_id !== viewerId)) {
    return NOT_FOUND;
  }
  return done(row);
}

export type StatusRow = Pick<StoredItem, "id" | "status" | "holder_id" | "hold_until" | "price_cents"> & {
  line_length: number;
};

/**
 * Returns the statuses of the cards on a screen. The ids are one JSON parameter, because D1 allows at most 100
 * parameters.
 */
export async function findStatuses(db: Database, ids: readonly string[]): Promise<StatusRow[]> {
  return db.all<StatusRow>(sql`SELECT id, status, holder_id, hold_until, price_cents,
    coalesce(json_array_length(line), 0) AS line_length FROM items
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND deleted_at IS NULL`);
}
