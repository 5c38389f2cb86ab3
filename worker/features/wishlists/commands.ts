/** Changes of a user's wish lists. Each is one transaction that also updates which items are watched. */

import { type SQL, sql } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import { done, type Result, refuse } from "#domain/result";
import { DEFAULT_LIST_NAME, SAVED_ITEMS_MAX, WISH_LISTS_MAX } from "#domain/wishlists/wish-lists";
import { batch } from "../../db/client.ts";
import type { Actor } from "../../http/context.ts";
import type { Services } from "../../services.ts";
import { defaultListId, listsOf } from "./queries.ts";

const NAME_TAKEN = refuse("conflict", "You already have a list with that name.", {
  fields: [{ field: "name", message: "You already have a list with that name." }],
});

/** Creates the row of the default list with the first change, which reserves its name. */
function withDefault(ownerId: string, id: string, now: number): SQL {
  return sql`INSERT INTO wish_lists (id, owner_id, name, created_at)
    VALUES (${id}, ${ownerId}, ${DEFAULT_LIST_NAME}, ${now}) ON CONFLICT DO NOTHING`;
}

const sameName = (ownerId: string, name: string, exceptId: string) =>
  sql`EXISTS (SELECT 1 FROM wish_lists WHERE owner_id = ${ownerId} AND lower(name) = lower(${name}) AND id <> ${exceptId})`;

/**
 * Creates a list.
 * @param id derived from the Idempotency-Key, so that a repeat finds its own list.
 */
export async function createList(services: Services, actor: Actor, id: string, name: string): Promise<Result> {
  const now = services.now();
  const [, , own, all] = await batch<[object, object, { name: string }, { count: number }]>(services.db, [
    withDefault(actor.id, await defaultListId(actor.id), now),
    sql`INSERT INTO wish_lists (id, owner_id, name, created_at) SELECT ${id}, ${actor.id}, ${name}, ${now}
      WHERE NOT ${sameName(actor.id, name, id)}
        AND (SELECT count(*) FROM wish_lists WHERE owner_id = ${actor.id}) < ${WISH_LISTS_MAX}
      ON CONFLICT DO NOTHING`,
    sql`SELECT name FROM wish_lists WHERE id = ${id} AND owner_id = ${actor.id}`,
    sql`SELECT count(*) AS count FROM wish_lists WHERE owner_id = ${actor.id}`,
  ]);
  if (own.length > 0) return done();
  if ((all[0]?.count ?? 0) >= WISH_LISTS_MAX) {
    return refuse("conflict", `You have ${WISH_LISTS_MAX} lists. Delete one you no longer need first.`);
  }
  return NAME_TAKEN;
}

export async function renameList(services: Services, actor: Actor, id: string, name: string): Promise<Result> {
  const [, renamed, own] = await batch<[object, { id: string }, { id: string }]>(services.db, [
    withDefault(actor.id, await defaultListId(actor.id), services.now()),
    sql`UPDATE wish_lists SET name = ${name} WHERE id = ${id} AND owner_id = ${actor.id}
      AND NOT ${sameName(actor.id, name, id)} RETURNING id`,
    sql`SELECT id FROM wish_lists WHERE id = ${id} AND owner_id = ${actor.id}`,
  ]);
  if (renamed.length > 0) return done();
  return own.length > 0 ? NAME_TAKEN : NOT_FOUND;
}

/** Removes watches of items that are on none of the user's lists. */
function removeWatches(ownerId: string): SQL {
  return sql`DELETE FROM wish_watches WHERE user_id = ${ownerId} AND NOT EXISTS (
    SELECT 1 FROM wish_lists l CROSS JOIN wish_list_items w ON w.list_id = l.id AND w.item_id = wish_watches.item_id
    WHERE l.owner_id = ${ownerId})`;
}

/** Deletes a list and its entries. The default list cannot be deleted. */
export async function deleteList(services: Services, actor: Actor, id: string): Promise<Result> {
  if (id === (await defaultListId(actor.id))) {
    return refuse(
      "wrong_state",
      "Items you tap the heart on are saved to this list. You can rename it or remove items.",
    );
  }
  const [, deleted] = await batch<[object, { id: string }, object]>(services.db, [
    sql`DELETE FROM wish_list_items WHERE list_id IN
      (SELECT id FROM wish_lists WHERE id = ${id} AND owner_id = ${actor.id})`,
    sql`DELETE FROM wish_lists WHERE id = ${id} AND owner_id = ${actor.id} RETURNING id`,
    removeWatches(actor.id),
  ]);
  return deleted.length > 0 ? done() : NOT_FOUND;
}

interface ItemFacts {
  seller_id: string;
  status: string;
  deleted_at: number | null;
  lists: string;
  owned: string;
}

/**
 * Puts a listing in exactly these lists; without lists, into the default list unless it is already in one. Moving keeps
 * the date and the price at which it was saved. Idempotent.
 * @returns the lists it is in afterwards.
 */
export async function saveItem(
  services: Services,
  actor: Actor,
  itemId: string,
  wanted: readonly string[] | undefined,
): Promise<Result<string[]>> {
  const { db } = services;
  const first = await defaultListId(actor.id);
  const [item] = await db.all<ItemFacts>(sql`SELECT seller_id, status, deleted_at,
      ${listsOf(actor.id, sql`${itemId}`)} AS lists,
      (SELECT json_group_array(id) FROM wish_lists WHERE owner_id = ${actor.id}) AS owned
    FROM items WHERE id = ${itemId}`);
  if (!item) return NOT_FOUND;
  const present = JSON.parse(item.lists) as string[];
  const target = [...new Set(wanted ?? (present.length > 0 ? present : [first]))];
  const owned = new Set([first, ...(JSON.parse(item.owned) as string[])]);
  if (target.some((id) => !owned.has(id))) return NOT_FOUND;
  // Removed items can be taken off lists but not added.
  const added = target.some((id) => !present.includes(id));
  if (added && item.deleted_at !== null) return refuse("gone", MESSAGES.itemRemoved);
  if (added && item.status === "inactive" && present.length === 0) return NOT_FOUND;
  if (added && item.seller_id === actor.id) {
    return refuse("own_item", "This is your own listing. You'll find it in My Items.");
  }

  const now = services.now();
  const targets = JSON.stringify(target);
  const saved = sql`SELECT min(w.added_at) AS at, min(w.price_cents_when_added) AS cents FROM wish_lists l
    CROSS JOIN wish_list_items w ON w.list_id = l.id AND w.item_id = ${itemId} WHERE l.owner_id = ${actor.id}`;
  const [, , , , , result] = await batch<[object, object, object, object, object, { lists: string }]>(db, [
    withDefault(actor.id, first, now),
    sql`INSERT INTO wish_list_items (list_id, item_id, added_at, price_cents_when_added)
      SELECT t.id, i.id, coalesce(s.at, ${now}), coalesce(s.cents, i.price_cents)
      FROM (SELECT l.id FROM wish_lists l WHERE l.owner_id = ${actor.id}
          AND l.id IN (SELECT value FROM json_each(${targets}))) t
        CROSS JOIN (${saved}) s CROSS JOIN items i
      WHERE i.id = ${itemId} AND (s.at IS NOT NULL
        OR (SELECT count(*) FROM wish_watches WHERE user_id = ${actor.id}) < ${SAVED_ITEMS_MAX})
      ON CONFLICT DO NOTHING`,
    sql`DELETE FROM wish_list_items WHERE item_id = ${itemId}
      AND list_id IN (SELECT id FROM wish_lists WHERE owner_id = ${actor.id})
      AND list_id NOT IN (SELECT value FROM json_each(${targets}))`,
    sql`INSERT INTO wish_watches (user_id, item_id, noted_cents, created_at)
      SELECT ${actor.id}, i.id, i.price_cents, ${now} FROM items i
      WHERE i.id = ${itemId} AND ${listsOf(actor.id, sql`i.id`)} <> '[]' ON CONFLICT DO NOTHING`,
    sql`DELETE FROM wish_watches WHERE user_id = ${actor.id} AND item_id = ${itemId}
      AND ${listsOf(actor.id, sql`${itemId}`)} = '[]'`,
    sql`SELECT ${listsOf(actor.id, sql`${itemId}`)} AS lists`,
  ]);
  const list_ids = JSON.parse(result[0]?.lists ?? "[]") as string[];
  if (target.length > 0 && list_ids.length === 0) {
    return refuse("conflict", `You've saved ${SAVED_ITEMS_MAX} listings. Remove one you no longer want first.`);
  }
  return done(list_ids);
}
