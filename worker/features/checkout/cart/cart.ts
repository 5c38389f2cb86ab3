/** The cart: rows in D1 list the items, and the rooms have the holds (D41). */

import { sql } from "drizzle-orm";
import { CART_MAX } from "#contract/checkout/cart";
import type { Hold } from "#domain/holds/availability";
import { availabilityOf } from "#domain/items/listing";
import { done, type Result, refuse } from "#domain/result";
import { release } from "../../../../durable/item-room/commands/holds.ts";
import { peek } from "../../../../durable/item-room/commands/item.ts";
import type { Database } from "../../../db/client.ts";
import { execute } from "../../../http/item-room.ts";
import type { Services } from "../../../services.ts";
import { holdItem } from "../../holds/commands.ts";
import { findHoldTerms } from "../../holds/queries.ts";
import { itemExists } from "../../items/queries.ts";
import { type CartRow, listCart } from "./queries.ts";

/** A cart line with its owner's live hold, if any. */
export interface CartLineWithHold {
  row: CartRow;
  hold: Hold | null;
}

/**
 * Returns the cart. Lines that are held according to D1 are read from their rooms (at most five), because only the room
 * has the price of a hold (D25).
 */
export async function readCart(services: Services, userId: string): Promise<CartLineWithHold[]> {
  const rows = await listCart(services.db, userId, services.now());
  return Promise.all(
    rows.map(async (row) => {
      if (!availabilityOf(row, userId, services.now()).reserved_by_you) return { row, hold: null };
      const seen = await execute(services.env, row.item_id, peek());
      const hold = seen.ok && seen.value.hold?.user_id === userId ? seen.value.hold : null;
      return { row, hold };
    }),
  );
}

/** Holds an item and adds it to the cart. On a line whose hold has lapsed, holds it again. */
export async function addToCart(services: Services, userId: string, itemId: string): Promise<Result> {
  const { db, env, now } = services;
  await deleteOrderedLines(db, userId);
  const held = await holdItem(services, userId, itemId, "cart", await findHoldTerms(db, userId, itemId, now()));
  if (!held.ok) return held;
  if (await insertCartItem(db, { userId, itemId, at: now() }, CART_MAX)) return done();
  if (held.value.hold.kind === "cart") await execute(env, itemId, release({ userId }));
  return refuse("holding_limit", `Your cart can hold ${CART_MAX} items. Remove one first.`);
}

/** Removes an item and releases its hold. May be repeated. */
export async function removeFromCart({ db, env }: Services, userId: string, itemId: string): Promise<void> {
  // The hold first: if this fails, the line is still there to try again.
  if (await itemExists(db, itemId)) await execute(env, itemId, release({ userId }));
  await deleteCartItem(db, userId, itemId);
}

/** Adds a held item to the cart, or leaves its existing line. False when the cart is full. */
export async function insertCartItem(
  db: Database,
  line: { userId: string; itemId: string; at: number },
  max: number,
): Promise<boolean> {
  await db.run(sql`INSERT INTO cart_items (buyer_id, item_id, quantity, created_at)
    SELECT ${line.userId}, ${line.itemId}, 1, ${line.at}
    WHERE (SELECT count(*) FROM cart_items WHERE buyer_id = ${line.userId}) < ${max}
    ON CONFLICT (buyer_id, item_id) DO NOTHING`);
  const rows = await db.all(sql`SELECT 1 FROM cart_items WHERE buyer_id = ${line.userId} AND item_id = ${line.itemId}`);
  return rows.length > 0;
}

export async function deleteCartItem(db: Database, userId: string, itemId: string): Promise<void> {
  await db.run(sql`DELETE FROM cart_items WHERE buyer_id = ${userId} AND item_id = ${itemId}`);
}

/** Deletes lines of items their owner has ordered, so that they do not return if the order fails. */
export async function deleteOrderedLines(db: Database, userId: string): Promise<void> {
  await db.run(sql`DELETE FROM cart_items WHERE buyer_id = ${userId} AND EXISTS (
    SELECT 1 FROM items i JOIN orders o ON o.id = i.order_id WHERE i.id = cart_items.item_id AND o.buyer_id = ${userId})`);
}
