/** Maps the reasons of the rules to error codes and messages. */

import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import type { AvailabilityRefusal, HoldKind } from "#domain/holds/availability";
import type { WaitlistRefusal } from "#domain/holds/waitlist";
import { centsToDollars } from "#domain/money";
import type { Order, OrderRefusal } from "#domain/orders/order";
import { type Refusal, refuse, refuseField } from "#domain/result";
import { liveGiveaway, type RoomState } from "./state.ts";

/** D1 could not be reached and the room has no state in memory or storage. Nothing was changed. */
export const UNREACHABLE = refuse("unavailable", "We couldn't load this item. Please try again.", {
  retry_after: 2,
});

/** The caller is newer than the room, which the platform restarts with the new code within minutes. */
export const UPDATING = refuse("unavailable", MESSAGES.updating, { retry_after: 30 });

/** While the database is restored (room-name.ts). */
export const RESTORING = refuse(
  "unavailable",
  "We're restoring our data, so nothing can be held or bought right now. Please try again in a few minutes.",
  { retry_after: 60 },
);

/** Maps why a buyer cannot hold the item. The message depends on the button they pressed. */
export function reserveRefusal(refusal: AvailabilityRefusal, kind: HoldKind, now: number): Refusal {
  const taken = kind === "buy_now" ? MESSAGES.buyNowHeld : MESSAGES.cartHeld;
  switch (refusal.reason) {
    case "removed":
      return NOT_FOUND;
    case "own_item":
      return refuse("own_item", MESSAGES.ownItem);
    case "sold":
      return refuse("item_sold", MESSAGES.justSold);
    case "held":
      return refuse("item_unavailable", taken, { until: refusal.until });
    case "in_payment":
      return refuse("item_unavailable", taken);
    case "price_changed":
      return refuse("values_changed", MESSAGES.valuesChanged, {
        current: { amount: centsToDollars(refusal.priceCents) },
      });
    case "held_too_often":
      return heldTooOften(refusal.until, now);
    default:
      return refuse("item_unavailable", MESSAGES.notAvailable);
  }
}

function heldTooOften(until: number, now: number): Refusal {
  return refuse("holding_limit", MESSAGES.holdAgainLater, { until, retry_after: Math.ceil((until - now) / 1_000) });
}

/** Why this user cannot take, trade or wait for an item that is being given away; null for its recipient (D57). */
export function givenAwayRefusal(state: RoomState, userId: string | null): Refusal | null {
  const giveaway = liveGiveaway(state);
  if (!giveaway || giveaway.status === "given") return null;
  if (userId !== null && state.item.hold?.user_id === userId) return null;
  const asks = giveaway.mode === "draw" ? "This item is given away by a draw." : "The giver picks who gets this item.";
  const how =
    giveaway.mode === "pick"
      ? "You can ask for it on its page."
      : giveaway.drawn_at === null
        ? "You can enter the draw on its page."
        : "The draw has been made, and it goes to the people who entered.";
  return refuse("item_unavailable", `${asks} ${how}`);
}

/** The buyer has an order for this item already. */
export function orderExists(order: Pick<Order, "id">): Refusal {
  return refuse("order_exists", "You already have an order for this item.", { order_id: order.id });
}

/** Maps why a seller cannot change price or status. */
export function sellerRefusal(refusal: AvailabilityRefusal): Refusal {
  switch (refusal.reason) {
    case "removed":
      return NOT_FOUND;
    case "not_owner":
      return refuse("not_owner", MESSAGES.ownListingsOnly);
    case "sold":
      return refuse("item_sold", MESSAGES.alreadySold);
    case "held":
      return refuse("wrong_state", "Someone is holding this item. You can change it when their time is up.", {
        until: refusal.until,
      });
    case "in_payment":
      return refuse("wrong_state", "A buyer is paying for this item, so you can't change it now.");
    case "in_trade":
      return refuse("wrong_state", "This item is part of an accepted trade, so you can't change it now.");
    case "own_item":
      return refuse("own_item", "You can't sell an item to yourself.");
    case "too_late":
      return refuse("wrong_state", "You can only undo a sale within 10 minutes.");
    case "price_changed":
      return refuse("values_changed", MESSAGES.valuesChanged, {
        current: { amount: centsToDollars(refusal.priceCents) },
      });
    default:
      return refuse("wrong_state", MESSAGES.notAvailable);
  }
}

/** Maps why a user cannot join the waitlist. */
export function waitlistRefusal(refusal: WaitlistRefusal, now: number): Refusal {
  switch (refusal.reason) {
    case "removed":
      return NOT_FOUND;
    case "own_item":
      return refuse("own_item", MESSAGES.ownItem);
    case "sold":
      return refuse("item_sold", MESSAGES.justSold);
    case "not_for_sale":
      return refuse("item_unavailable", MESSAGES.notAvailable);
    case "free":
      return refuse("wrong_state", MESSAGES.lineNotNeeded);
    case "yours":
      return refuse("wrong_state", MESSAGES.lineYours);
    case "full":
      return refuse("wrong_state", MESSAGES.lineFull);
    case "held_too_often":
      return heldTooOften(refusal.until, now);
  }
}

/** Maps why an item cannot be locked for a trade. */
export function tradeRefusal(refusal: AvailabilityRefusal): Refusal {
  switch (refusal.reason) {
    case "removed":
      return refuse("item_unavailable", MESSAGES.itemRemoved);
    case "sold":
      return refuse("item_sold", MESSAGES.alreadySold);
    case "held":
      return refuse("item_unavailable", "Someone is holding this item. Try again when their time is up.", {
        until: refusal.until,
      });
    case "in_payment":
      return refuse("item_unavailable", "A buyer is paying for this item.");
    case "in_trade":
      return refuse("item_unavailable", "This item is part of another accepted trade.");
    default:
      return refuse("item_unavailable", MESSAGES.notAvailable);
  }
}

/** Maps why an order cannot change. Another user's order is `not_found`, like one that does not exist. */
export function orderRefusal(refusal: OrderRefusal, now: number): Refusal {
  switch (refusal.reason) {
    case "not_yours":
    case "unknown_confirmation":
      return NOT_FOUND;
    case "own_case":
      return refuse("forbidden", MESSAGES.ownCase);
    case "wrong_reference":
      return refuse("invalid", "That payment reference doesn't belong to this order.", {
        fields: [{ field: "referenceNumber", message: "That payment reference doesn't belong to this order." }],
      });
    case "intent_open":
      return refuse("wrong_state", "A card payment for this order is still open. Please wait a moment and try again.", {
        reason: "intent_open",
      });
    case "payment_reversed":
      return refuse(
        "wrong_state",
        "The payment for this order was taken back or is being checked. You can't hand over the item or change the order until that's settled.",
      );
    case "too_late":
      return refuse("wrong_state", "It's too late to report a problem with this order. Please contact support.");
    case "wrong_code": {
      const left = refusal.left === 1 ? "one try" : `${refusal.left} tries`;
      return refuse("invalid", `That isn't the code for this order. You have ${left} left.`, {
        fields: [{ field: "code", message: `That isn't the code for this order. You have ${left} left.` }],
      });
    }
    case "locked":
      return refuse("too_many_requests", "Too many wrong codes. Please wait a while, or scan the buyer's QR code.", {
        until: refusal.until,
        retry_after: Math.max(1, Math.ceil((refusal.until - now) / 1_000)),
      });
    case "proposal_open":
      return refuse("wrong_state", "There's already a proposed time. Answer that one first.");
    case "already_proposed":
      return refuse("wrong_state", "You've already proposed another time for this order. Send a message instead.");
    case "proposal_over":
      return refuse("wrong_state", "This proposal has ended, so the pickup time stays as it is.");
    case "change_open":
      return refuse(
        "wrong_state",
        "There's already a change waiting for an answer. Answer or withdraw that one first.",
      );
    case "changes_used_up":
      return refuse("wrong_state", "You've both used your two tries for this order. Send a message instead.");
    case "change_over":
      return refuse("wrong_state", "This has been answered or has ended, so the order stays as it is.");
    case "wrong_time":
      return refuseField("from", refusal.message);
    case "wrong_state":
      return refuse("wrong_state", "This order has changed since you opened it. Please check it again.");
  }
}
