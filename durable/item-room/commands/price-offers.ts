/**
 * Commands of price offers between a buyer and the seller (D52). The rules are in domain/offers/price-offer. The room
 * has every live offer of its item, so an acceptance and its hold are one step.
 */
import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import { discountedCents } from "#domain/checkout/pricing";
import { decideAvailability, isOfferHold } from "#domain/holds/availability";
import { centsToDollars, formatCents } from "#domain/money";
import {
  acceptPriceOffer as accept,
  counterOffer,
  endOffer,
  isOpen,
  makeOffer,
  OFFERS_PER_ITEM_MAX,
  type OfferDecision,
  type OfferParty,
  type OfferRefusal,
  type PriceOffer,
  ROUNDS_MAX,
  voidOffer,
} from "#domain/offers/price-offer";
import { done, type Refusal, refuse, refuseField } from "#domain/result";
import { DEFAULT_TIME_LIMITS } from "#domain/time-limits";
import { type Context, command, refused, replied, type Step } from "../command.ts";
import { orderExists, reserveRefusal } from "../refusals.ts";
import { currentOrder, type RoomState, withItem, withOffer } from "../state.ts";

export interface OfferOf {
  buyerId: string;
}

const offeror = ({ buyerId }: OfferOf) => buyerId;

export interface MakePriceOffer extends OfferOf {
  /** For the buyer's first offer for the item. */
  offerId: string;
  /** Repeating the command with this ref changes nothing. */
  ref: string;
  amountCents: number;
  /** The item's price that the buyer saw. */
  listCents: number;
  percentOff: number | null;
  note: string;
  declineBelowCents: number | null;
}

/** Makes an offer, or answers the seller's counter-offer with another amount. */
export const makePriceOffer = command(
  "make_price_offer",
  (state, input: MakePriceOffer, context): Step<PriceOffer> => {
    const { item } = state;
    const before = offerOf(state, input.buyerId, context);
    if (before?.ref === input.ref) return replied(state, before);
    if (item.status === "removed") return refused(state, NOT_FOUND);
    if (item.seller_id === input.buyerId) return refused(state, refuse("own_item", MESSAGES.ownItem));
    const order = currentOrder(state);
    if (order?.buyer_id === input.buyerId) return refused(state, orderExists(order));
    if (item.status === "sold") return refused(state, refuse("item_sold", MESSAGES.justSold));
    if (item.status !== "active" && item.status !== "pending_payment") {
      return refused(state, refuse("item_unavailable", MESSAGES.notAvailable));
    }
    if (input.listCents !== item.price_cents) return refused(state, repriced(item.price_cents));
    const others = (state.offers ?? []).filter((offer) => isOpen(offer) && offer.buyer_id !== input.buyerId);
    if (others.length >= OFFERS_PER_ITEM_MAX) {
      return refused(
        state,
        refuse("wrong_state", "The seller has many offers to answer for this item. Please try again later."),
      );
    }
    const decision = makeOffer(
      before,
      {
        id: input.offerId,
        ref: input.ref,
        item_id: state.item_id,
        buyer_id: input.buyerId,
        seller_id: item.seller_id,
        amount_cents: input.amountCents,
        list_cents: item.price_cents,
        charged_cents: charged(item.price_cents, input.percentOff),
        note: input.note,
        decline_below_cents: input.declineBelowCents,
      },
      context.now,
    );
    return stored(state, decision);
  },
  { offeror },
);

export interface AnswerOffer extends OfferOf {
  by: OfferParty;
  /** The rev the caller saw, so that nobody answers an amount they have not seen. */
  rev: number;
}

export interface CounterPriceOffer extends AnswerOffer {
  amountCents: number;
  percentOff: number | null;
}

/** Answers a buyer's offer with another amount, for the seller. */
export const counterPriceOffer = command(
  "counter_price_offer",
  (state, input: CounterPriceOffer, context): Step<PriceOffer> => {
    const before = offerOf(state, input.buyerId, context);
    if (!before) return refused(state, NOT_FOUND);
    const charged_cents = charged(state.item.price_cents, input.percentOff);
    return stored(
      state,
      counterOffer(before, { rev: input.rev, amount_cents: input.amountCents, charged_cents }, context.now),
    );
  },
  { offeror },
);

export interface AcceptPriceOffer extends AnswerOffer {
  /** Id of the accepted offer and of its hold. */
  acceptedId: string;
  acceptedMs?: number;
}

/** Accepts the amount on the table and holds the item for the buyer at it (D40), or does neither. */
export const acceptPriceOffer = command(
  "accept_price_offer",
  (state, input: AcceptPriceOffer, context): Step<PriceOffer> => {
    const before = offerOf(state, input.buyerId, context);
    if (!before) return refused(state, NOT_FOUND);
    const { acceptedMs: accepted_ms = DEFAULT_TIME_LIMITS.accepted_ms } = input;
    const sent = { by: input.by, rev: input.rev, accepted_id: input.acceptedId, accepted_ms };
    const decision = accept(before, sent, context.now);
    if (!decision.ok) return refused(state, offerRefusal(decision));
    if (decision.offer === before) return replied(state, before);
    const held = decideAvailability(
      state.item,
      {
        type: "hold_for_offer",
        userId: input.buyerId,
        holdId: input.acceptedId,
        agreed: { listCents: before.list_cents, chargedCents: before.amount_cents },
        lengthMs: accepted_ms,
      },
      context.now,
    );
    if (!held.ok) return refused(state, reserveRefusal(held, "buy_now", context.now));
    return stored(withItem(state, held.state), decision);
  },
  { offeror },
);

/** Declines the amount on the table, or withdraws the buyer's own offer. A withdrawn agreement releases the item. */
export const endPriceOffer = command(
  "end_price_offer",
  (state, input: AnswerOffer & { step: "decline" | "withdraw" }, context): Step<PriceOffer> => {
    const before = offerOf(state, input.buyerId, context);
    if (!before) return refused(state, NOT_FOUND);
    const decision = endOffer(before, input, context.now);
    if (!decision.ok) return refused(state, offerRefusal(decision));
    const { accepted_id: holdId } = decision.offer;
    if (before.status !== "accepted" || holdId === null || !isOfferHold(holdId)) return stored(state, decision);
    const freed = decideAvailability(state.item, { type: "give_up_offer", holdId }, context.now);
    return stored(freed.ok ? withItem(state, freed.state) : state, decision);
  },
  { offeror },
);

/** Ends an open offer because the two may no longer deal with each other. */
export const voidPriceOffer = command(
  "void_price_offer",
  (state, input: OfferOf, context): Step<null> => {
    const before = offerOf(state, input.buyerId, context);
    return replied(before && isOpen(before) ? withOffer(state, voidOffer(before, context.now)) : state, null);
  },
  { offeror },
);

function offerOf(state: RoomState, buyerId: string, { pastOffer }: Context): PriceOffer | null {
  return state.offers?.find((offer) => offer.buyer_id === buyerId) ?? pastOffer ?? null;
}

function charged(listCents: number, percentOff: number | null): number {
  return percentOff ? discountedCents(listCents, percentOff) : listCents;
}

/** Replies with the offer as committed. */
function stored(state: RoomState, decision: OfferDecision): Step<PriceOffer> {
  if (!decision.ok) return refused(state, offerRefusal(decision));
  const { offer } = decision;
  // An ended offer from D1 that does not change is not taken back into the room.
  const known = state.offers?.some(({ id, rev }) => id === offer.id && rev === offer.rev);
  const next = known || offer.events.length === 0 ? state : withOffer(state, offer);
  return { state: next, reply: (committed) => done(committed.offers?.find(({ id }) => id === offer.id) ?? offer) };
}

const repriced = (priceCents: number) =>
  refuse("values_changed", MESSAGES.valuesChanged, { current: { price: centsToDollars(priceCents) } });

function offerRefusal(refusal: OfferRefusal): Refusal {
  switch (refusal.reason) {
    case "expired":
      return refuse("gone", "This offer has expired.");
    case "not_open":
      return refuse("wrong_state", "This offer has already been answered or ended.");
    case "not_your_turn":
      return refuse("wrong_state", "It's the other person's turn to answer.");
    case "no_rounds_left":
      return refuse(
        "wrong_state",
        `You've made ${ROUNDS_MAX} offers for this item. You can still buy it at its price.`,
      );
    case "no_offers":
      return refuse("wrong_state", "You can't offer less for this item. You can still buy it at its price.");
    case "changed":
      return refuse("stale", "This offer has changed since you opened it. Please check it again.", {
        current: { amount: centsToDollars(refusal.offer.amount_cents) },
      });
    case "waiting":
      return refuse(
        "conflict",
        `Your offer of ${formatCents(refusal.offer.amount_cents)} is waiting for the seller. Withdraw it to make another.`,
      );
    case "out_of_bounds": {
      const { min_cents, max_cents } = refusal.bounds;
      return refuseField("amount", `Enter an amount from ${formatCents(min_cents)} to ${formatCents(max_cents)}.`);
    }
  }
}
