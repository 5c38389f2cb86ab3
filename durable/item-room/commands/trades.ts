/** Trade commands of a room (D39): lock the item for a trade, unlock it, or transfer it. */
import { decideAvailability } from "#domain/holds/availability";
import { command, refused } from "../command.ts";
import { givenAwayRefusal, tradeRefusal } from "../refusals.ts";
import { withItem, withOrder } from "../state.ts";
import { viewed } from "./item.ts";
import { type OutsideBuyer, outsideOrder } from "./sales.ts";

export interface LockForTrade {
  tradeId: string;
  attempt: number;
  /** Owner of the item when the trade was offered. */
  ownerId: string;
}

/**
 * Locks one item of an accepted trade. Refused while it is held, in payment, sold, or locked for another trade.
 * Repeating it for the same trade and attempt has no further effect.
 */
export const lockForTrade = command("lock_for_trade", (state, input: LockForTrade, { now }) => {
  const givenAway = givenAwayRefusal(state, null);
  if (givenAway) return refused(state, givenAway);
  const decision = decideAvailability(state.item, { type: "lock_for_trade", ...input }, now);
  return decision.ok ? viewed(withItem(state, decision.state)) : refused(state, tradeRefusal(decision));
});

/** Puts the item up for sale again if this attempt of this trade locks it. No-op otherwise. */
export const unlockTrade = command("unlock_trade", (state, input: { tradeId: string; attempt: number }, { now }) => {
  const decision = decideAvailability(state.item, { type: "unlock_trade", ...input }, now);
  return viewed(decision.ok ? withItem(state, decision.state) : state);
});

export interface CompleteTrade {
  tradeId: string;
  /** Only the requested item carries the deal that the parties rate; null for the others. */
  deal:
    | (OutsideBuyer & {
        /** Paid in addition to the items, in person. */
        cashCents: number;
      })
    | null;
}

/** Transfers the item after both parties of a trade have handed over. */
export const completeTrade = command(
  "complete_trade",
  (state, { tradeId, deal }: CompleteTrade, { now }) => {
    const orderId = deal?.orderId ?? null;
    const decision = decideAvailability(state.item, { type: "complete_trade", tradeId, orderId }, now);
    if (!decision.ok) return refused(state, tradeRefusal(decision));
    const next = withItem(state, decision.state);
    if (!deal || next === state) return viewed(next);
    // The prefix of the trade's id shows that the order comes from a trade.
    const order = outsideOrder(state, deal, { holdId: tradeId, amountCents: deal.cashCents }, now);
    return viewed(withOrder(next, order, now));
  },
  { places: ({ deal }) => deal?.orderId },
);
