/** The cart: rows in D1 list the items, and the rooms have the holds (D41). */
import { CART_MAX } from "#contract/checkout/cart";
import type { Hold } from "#domain/holds/availability";
import { availabilityOf } from "#domain/items/listing";
import { done, type Result, refuse } from "#domain/result";
import { release } from "../../../../durable/item-room/commands/holds.ts";
import { peek } from "../../../../durable/item-room/commands/item.ts";
import { execute } from "../../../http/item-room.ts";
import type { Services } from "../../../services.ts";
import { holdItem } from "../../holds/commands.ts";
import { findHoldTerms } from "../../holds/queries.ts";
import { itemExists } from "../../items/queries.ts";
import { type CartRow, deleteCartItem, deleteOrderedLines, insertCartItem, listCart } from "./queries.ts";

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
