/** Commands that hold an item for a buyer. */
import { MESSAGES } from "#contract/copy";
import { type AgreedPrice, decideAvailability, type Hold, type HoldKind } from "#domain/holds/availability";
import { refuse } from "#domain/result";
import type { TimeLimits } from "#domain/time-limits";
import { command, refused, replied } from "../command.ts";
import { givenAwayRefusal, orderExists, reserveRefusal } from "../refusals.ts";
import { currentOrder, withItem } from "../state.ts";

export interface Reserve {
  userId: string;
  kind: HoldKind;
  /** The client's idempotency key or a fresh id. The same id returns the same hold. */
  holdId: string;
  /**
   * The seller's discount as the Worker has just read it. The room applies it to its own price when the hold begins; a
   * later change of the discount does not change the hold's price (D25).
   */
  percentOff?: number | null;
  /**
   * A price agreed outside the room (bundle, accepted offer). It is charged if the room's own price is still
   * `listCents`.
   */
  agreed?: AgreedPrice | null;
  /**
   * The cart or bundle purchase of this hold. A price agreed for a group applies only to orders of that purchase: the
   * `purchaseId` of the order must be the same id.
   */
  groupId?: string | null;
  /** The buyer has sent coins for the item during an earlier hold: no pause applies (D76). */
  hasPaid?: boolean;
  /** Deadlines from the current site settings. Absent: the defaults. */
  clocks?: TimeLimits;
}

export interface Reserved {
  hold: Hold;
  /** The item's price without the discount of this hold. */
  list_cents: number;
  /** The holder's other holds when D1 stored this one; absent for a repeat, or when D1 failed. */
  other_holds?: number;
}

/** Holds the item. */
export const reserve = command(
  "reserve",
  (state, input: Reserve, { now }) => {
    const order = currentOrder(state);
    if (order?.buyer_id === input.userId && state.item.status === "pending_payment") {
      return refused(state, orderExists(order));
    }
    const givenAway = givenAwayRefusal(state, input.userId);
    if (givenAway) return refused(state, givenAway);
    const decision = decideAvailability(state.item, { type: "reserve", ...input }, now);
    if (!decision.ok) return refused(state, reserveRefusal(decision, input.kind, now));
    const { hold, price_cents: list_cents } = decision.state;
    if (!hold) return refused(state, HOLD_EXPIRED);
    return replied<Reserved>(withItem(state, decision.state), { hold, list_cents });
  },
  {
    stored: (reply, { holdId }, stored) =>
      stored?.holdId === holdId && reply.hold.hold_id === holdId ? { ...reply, other_holds: stored.otherHolds } : reply,
  },
);

/** Releases the caller's hold. For other users it succeeds without effect, so closing a dialog twice is harmless. */
export const release = command("release", (state, { userId }: { userId: string }, { now }) => {
  const decision = decideAvailability(state.item, { type: "release", userId }, now);
  const item = decision.ok ? decision.state : state.item;
  return replied(withItem(state, item), { released: item !== state.item });
});

/** Records that the buyer accepted the conditions of the hold, which `beginCheckout` requires. */
export const acknowledge = command("acknowledge", (state, { userId }: { userId: string }, { now }) => {
  const decision = decideAvailability(state.item, { type: "acknowledge", userId }, now);
  const hold = decision.ok && decision.state.hold;
  return hold ? replied(withItem(state, decision.state), hold) : refused(state, HOLD_EXPIRED);
});

/** Makes the caller's hold last for a crypto payment, once (D76). Repeating it changes nothing. */
export const holdForPayment = command(
  "hold_for_payment",
  (state, { userId, lengthMs }: { userId: string; lengthMs: number }, { now }) => {
    const decision = decideAvailability(state.item, { type: "hold_for_payment", userId, lengthMs }, now);
    const hold = decision.ok && decision.state.hold;
    return hold ? replied(withItem(state, decision.state), hold) : refused(state, HOLD_EXPIRED);
  },
);

const HOLD_EXPIRED = refuse("hold_expired", MESSAGES.holdExpired);
