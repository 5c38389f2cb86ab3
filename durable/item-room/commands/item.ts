/** Commands that read the item, or change its price or status. */

import { NOT_FOUND } from "#contract/errors";
import { decideAvailability } from "#domain/holds/availability";
import { done } from "#domain/result";
import { command, refused, type Step } from "../command.ts";
import { sellerRefusal } from "../refusals.ts";
import { type RoomState, withItem } from "../state.ts";
import { type RoomView, viewOf } from "../views.ts";

/** Replies with the committed item. */
export function viewed(state: RoomState): Step<RoomView> {
  return { state, reply: (committed) => done(viewOf(committed)) };
}

/** Returns the room's view of the item. `not_found` when there is no such item, or when it was removed. */
export const peek = command<"peek", void, RoomView>("peek", (state) =>
  state.item.status === "removed" ? refused(state, NOT_FOUND) : viewed(state),
);

export interface SellerSet {
  sellerId: string;
  status?: "active" | "inactive" | "removed";
  priceCents?: number;
  /** The price from which the new one was computed. Refused with `values_changed` when the price has changed since. */
  onlyFromCents?: number;
}

/** Changes status or price for the seller. Refused while the item is held, in payment or sold. */
export const sellerSet = command("seller_set", (state, input: SellerSet, { now }) => {
  const decision = decideAvailability(state.item, { type: "seller_set", ...input }, now);
  return decision.ok ? viewed(withItem(state, decision.state)) : refused(state, sellerRefusal(decision));
});
