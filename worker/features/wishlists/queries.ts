/** Reads of a user's wish lists, which are private to their owner. */

import { type SQL, sql } from "drizzle-orm";
import { NOT_FOUND } from "#contract/errors";
import { done, type Result } from "#domain/result";
import { DEFAULT_LIST_NAME } from "#domain/wishlists/wish-lists";
import { batch, type Database } from "../../db/client.ts";
import { type CursorPage, cursorList } from "../../http/cursor-list.ts";
import { WRONG_CURSOR } from "../../http/wrong-cursor.ts";
import { stableId } from "../../stable-id.ts";
import { type CardRow, cardColumns, type RawCardRow, toCardRow } from "../items/cards.ts";

/**
 * Returns the id of the default list, to which the heart button saves. Derived from the owner, so that it exists before
 * its row.
 */
export const defaultListId = (ownerId: string) => stableId("wsh", ownerId, "default");

/** Removed and inactive listings are not shown. */
const SHOWN = sql.raw("i.deleted_at IS NULL AND i.status <> 'inactive'");

export interface ListRow {
  id: string;
  name: string;
  count: number;
}

/** Returns a user's lists, the default first, even without a row. */
export async function readLists(db: Database, ownerId: string): Promise<ListRow[]> {
  const first = await defaultListId(ownerId);
  const rows = await db.all<ListRow>(sql`SELECT l.id, l.name, (SELECT count(*) FROM wish_list_items w
        CROSS JOIN items i ON i.id = w.item_id WHERE w.list_id = l.id AND ${SHOWN}) AS count
    FROM wish_lists l WHERE l.owner_id = ${ownerId} ORDER BY l.id <> ${first}, l.created_at, l.id`);
  return rows[0]?.id === first ? rows : [{ id: first, name: DEFAULT_LIST_NAME, count: 0 }, ...rows];
}

/** Returns the lists of one item as JSON text; `itemId` is its column or value. */
export function listsOf(ownerId: string, itemId: SQL): SQL {
  return sql`(SELECT json_group_array(l.id) FROM wish_lists l CROSS JOIN wish_list_items e
    ON e.list_id = l.id AND e.item_id = ${itemId} WHERE l.owner_id = ${ownerId})`;
}

/** Returns everything a user has saved, with its lists: at most SAVED_ITEMS_MAX rows. */
export async function readEntries(db: Database, ownerId: string): Promise<{ id: string; list_ids: string[] }[]> {
  const rows = await db.all<{ id: string; list_ids: string }>(sql`SELECT w.item_id AS id,
      json_group_array(w.list_id) AS list_ids
    FROM wish_lists l CROSS JOIN wish_list_items w ON w.list_id = l.id
    WHERE l.owner_id = ${ownerId} GROUP BY w.item_id`);
  return rows.map(({ id, list_ids }) => ({ id, list_ids: JSON.parse(list_ids) as string[] }));
}

interface WishRow {
  card: CardRow;
  added_at: number;
  cents_when_added: number;
  list_ids: string[];
}

/** Returns one page of a list, last saved first. Another user's list is not found. */
export async function readWishes(
  db: Database,
  ownerId: string,
  listId: string,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<Result<CursorPage<WishRow>>> {
  const list = cursorList("wishes", { list: listId }, cursor);
  const after = list?.after;
  const [own, raw] = await batch<[{ id: string }, RawCardRow & { cents_when_added: number; list_ids: string }]>(db, [
    sql`SELECT id FROM wish_lists WHERE id = ${listId} AND owner_id = ${ownerId}`,
    // A list has at most SAVED_ITEMS_MAX rows, found by its key and sorted.
    sql`SELECT ${cardColumns}, w.added_at AS sort_key, w.price_cents_when_added AS cents_when_added,
        ${listsOf(ownerId, sql`w.item_id`)} AS list_ids
      FROM wish_list_items w CROSS JOIN items i ON i.id = w.item_id CROSS JOIN profiles p ON p.id = i.seller_id
      WHERE w.list_id = ${listId} AND ${SHOWN} ${after ? sql`AND (w.added_at, i.id) < (${after.key}, ${after.id})` : sql``}
      ORDER BY w.added_at DESC, i.id DESC LIMIT ${limit + 1}`,
  ]);
  if (own.length === 0 && listId !== (await defaultListId(ownerId))) return NOT_FOUND;
  if (!list) return WRONG_CURSOR;
  const page = list.page(own.length === 0 ? [] : raw, limit, (last) => ({ key: last.sort_key, id: last.id }));
  const wishes = page.rows.map((row) => ({
    card: toCardRow(row),
    added_at: row.sort_key,
    cents_when_added: row.cents_when_added,
    list_ids: JSON.parse(row.list_ids) as string[],
  }));
  return done({ ...page, rows: wishes });
}
