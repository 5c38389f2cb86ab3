/** The cart: rows in D1 that say what somebody wants, and holds in the rooms that say what they may have (D41). */
import { CART_MAX } from "#contract/cart";
import { type Refusal, refuse } from "#contract/errors";
import { availabilityOf } from "#domain/listing";
import type { HoldSnapshot } from "../../../durable/item-room/commands.ts";
import type { Services } from "../../http/context.ts";
import { askRoom } from "../../http/item-room.ts";
import { itemExists } from "../items/queries.ts";
import { holdItem } from "../reservations/commands.ts";
import { type CartRow, deleteCartItem, deleteOrderedLines, insertCartItem, listCart } from "./queries.ts";

/** A line with its owner's live hold, if it has one. */
export interface HeldLine {
  row: CartRow;
  hold: HoldSnapshot | null;
}

/**
 * The cart as it stands. Lines that D1 says are held are asked of their rooms, at most five: the price of a hold is the
 * room's alone (D25).
 */
export async function readCart(services: Services, userId: string): Promise<HeldLine[]> {
  const rows = await listCart(services.db, userId, services.now());
  return Promise.all(
    rows.map(async (row) => {
      if (!availabilityOf(row, userId, services.now()).reserved_by_you) return { row, hold: null };
      const seen = await askRoom(services.env, row.item_id, (room) => room.peek());
      const hold = seen.ok && seen.view.hold?.user_id === userId ? seen.view.hold : null;
      return { row, hold };
    }),
  );
}

/** Holds the item and puts it in the cart. Repeated on a lapsed line, it holds again. */
export async function addToCart(
  services: Services,
  userId: string,
  itemId: string,
): Promise<{ ok: true; hold: HoldSnapshot } | Refusal> {
  const { db, env, now } = services;
  await deleteOrderedLines(db, userId);
  const held = await holdItem(services, userId, itemId, "cart");
  if (!held.ok) return held;
  if (await insertCartItem(db, { userId, itemId, at: now() }, CART_MAX)) return held;
  if (held.hold.kind === "cart") await askRoom(env, itemId, (room) => room.release({ userId }));
  return refuse("holding_limit", `Your cart has room for ${CART_MAX} items. Please take something out first.`);
}

/** Takes the item out and gives its hold back. Repeating it is harmless. */
export async function removeFromCart({ db, env }: Services, userId: string, itemId: string): Promise<void> {
  // First the hold: should this fail, the line is still there to try again.
  if (await itemExists(db, itemId)) await askRoom(env, itemId, (room) => room.release({ userId }));
  await deleteCartItem(db, userId, itemId);
}
