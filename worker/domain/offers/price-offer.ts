/**
 * Price offers from a buyer to the seller (D52): one per buyer and item, at most three amounts of the buyer, answered
 * within 24 hours each. Pure: the item's room applies the result together with the hold, so that an accepted offer and
 * its hold exist together or not at all.
 */
import { MINUTE_MS, PRICE_OFFER_MS } from "../deadlines.ts";
import type { Cents } from "../money.ts";

/** Amounts one buyer may name for an item at one list price. */
export const ROUNDS_MAX = 3;
/** Open offers of one buyer over all items. */
export const OPEN_OFFERS_MAX = 20;
/** Open offers on one item, which keeps the room's state small. */
export const OFFERS_PER_ITEM_MAX = 50;
/** Accepted offers of one buyer that still hold an item (D35). */
export const ACCEPTED_HOLDS_MAX = 5;
export const OFFER_NOTE_MAX = 200;

/** The lowest share of the price that may be offered, and the lowest amount. */
const MIN_PERCENT = 25;
const MIN_CENTS = 100;
const DECLINE_STEP_PERCENT = 5;

export type PriceOfferStatus =
  /** Waiting for the answer of the side whose turn it is. */
  | "open"
  /** Agreed: the item is held for the buyer. */
  | "accepted"
  | "declined"
  | "withdrawn"
  | "expired"
  /** Ended by something else: another price, a sale, a removal, a block. */
  | "void"
  /** Agreed, and not bought in time. */
  | "lapsed"
  | "bought";

export type OfferParty = "buyer" | "seller";
/** Who ended an offer. `limit`: we declined it, because the seller has set a limit (D93). */
export type OfferEnder = OfferParty | "limit";
/** What others are told: the buyer never learns whether the seller or their limit declined. */
export type ToldEnder = OfferEnder | "seller_or_limit";

/** Returns who ended an offer as this party may know it; the seller alone learns what their limit declined. */
export function toldEnder(by: OfferEnder | null, reader: OfferParty): ToldEnder | null {
  return reader === "buyer" && (by === "seller" || by === "limit") ? "seller_or_limit" : by;
}

export interface PriceOfferEvent {
  rev: number;
  kind: "offered" | "countered" | Exclude<PriceOfferStatus, "open">;
  /** Who did it; null for time and other causes. */
  by: OfferEnder | null;
  amount_cents: Cents;
  at: number;
}

export interface PriceOffer {
  id: string;
  item_id: string;
  buyer_id: string;
  seller_id: string;
  /** Rises with every change. */
  rev: number;
  status: PriceOfferStatus;
  turn: OfferParty;
  /** The amount on the table: the buyer's, or the seller's counter-offer. */
  amount_cents: Cents;
  /** The buyer's own last amount. A later one is never lower. */
  buyer_cents: Cents;
  /** The item's list price at that time; at another price the offer ends. */
  list_cents: Cents;
  /** How many amounts the buyer has named at this list price. */
  rounds: number;
  note: string;
  /** Until when the open offer can be answered, or the accepted one bought. */
  expires_at: number;
  /** When the server declines it for the seller. Only the seller may see it. */
  decline_at: number | null;
  /** Who declined or withdrew it; absent and null: nobody, or before this was stored. */
  ended_by?: OfferEnder | null;
  /** The accepted offer (D40); it is also the id of its hold. */
  accepted_id: string | null;
  /** Id of the request that made the last amount: repeating it changes nothing. */
  ref: string;
  created_at: number;
  updated_at: number;
  /** Events that the database may not have received. */
  events: PriceOfferEvent[];
}

/** The lowest and highest amount a buyer may offer, or null when there is none in between. */
export interface OfferBounds {
  min_cents: Cents;
  max_cents: Cents;
}

/**
 * Returns the bounds of an offer. `charged` is what Buy Now charges: at that price or above, the buyer buys. `before` is
 * the buyer's earlier offer for the item.
 */
export function offerBounds(
  price: { list_cents: Cents; charged_cents: Cents },
  before: PriceOffer | null,
): OfferBounds | null {
  const run = currentRun(before, price.list_cents);
  const lowest = Math.max(MIN_CENTS, Math.ceil((price.charged_cents * MIN_PERCENT) / 100), run?.buyer_cents ?? 0);
  const below = run && isOpen(run) && run.turn === "buyer" ? run.amount_cents : price.charged_cents;
  const highest = Math.min(below, price.charged_cents) - 1;
  return lowest <= highest ? { min_cents: lowest, max_cents: highest } : null;
}

/** Returns how many more amounts the buyer may name at this list price. */
export function roundsLeft(before: PriceOffer | null, listCents: Cents): number {
  return ROUNDS_MAX - (currentRun(before, listCents)?.rounds ?? 0);
}

/**
 * A new list price starts again: the rounds and the buyer's amounts belong to the old one. So does an offer after an
 * order: a buyer whose order was undone would otherwise have no amount left, and the price they had agreed is used up.
 */
function currentRun(before: PriceOffer | null, listCents: Cents): PriceOffer | null {
  return before?.list_cents === listCents && before.status !== "bought" ? before : null;
}

/** Suggests amounts: 90, 85 and 80 percent, rounded to whole dollars or, above $50, to five. Only valid ones. */
export function suggestedAmounts(chargedCents: Cents, bounds: OfferBounds): Cents[] {
  const step = chargedCents >= 5_000 ? 500 : 100;
  const amounts = [90, 85, 80].map((percent) => Math.round((chargedCents * percent) / 100 / step) * step);
  return [...new Set(amounts)].filter((amount) => amount >= bounds.min_cents && amount <= bounds.max_cents);
}

export function isOpen({ status }: Pick<PriceOffer, "status">): boolean {
  return status === "open";
}

/** Whether the offer is open or accepted: at most one of these per buyer and item. */
export function isLive({ status }: Pick<PriceOffer, "status">): boolean {
  return status === "open" || status === "accepted";
}

export type OfferRefusal =
  | { reason: "expired" | "not_open" | "not_your_turn" | "no_rounds_left" | "no_offers" }
  /** The offer has changed since the caller saw it. */
  | { reason: "changed"; offer: PriceOffer }
  /** The buyer's own offer waits for the seller. */
  | { reason: "waiting"; offer: PriceOffer }
  | { reason: "out_of_bounds"; bounds: OfferBounds };

export type OfferDecision = { ok: true; offer: PriceOffer } | ({ ok: false } & OfferRefusal);

export interface NewAmount {
  /** Id of the offer, if this is the buyer's first for the item. */
  id: string;
  ref: string;
  item_id: string;
  buyer_id: string;
  seller_id: string;
  amount_cents: Cents;
  list_cents: Cents;
  charged_cents: Cents;
  note: string;
  /** The seller declines offers below this amount without answering. Null: none. */
  decline_below_cents: Cents | null;
}

/**
 * Returns the amount below which an offer is declined automatically: the seller's limit, rounded down to steps of the
 * price. Several accounts that offer every amount learn the step, and not the limit (A113).
 */
export function declinedBelow({
  decline_below_cents: limit,
  list_cents,
}: Pick<NewAmount, "decline_below_cents" | "list_cents">): Cents {
  if (limit === null) return 0;
  const steps = Math.floor((limit * 100) / (list_cents * DECLINE_STEP_PERCENT));
  return Math.ceil((steps * list_cents * DECLINE_STEP_PERCENT) / 100);
}

/** A buyer names an amount: their first, or one after a decline, or an answer to the seller's counter-offer. */
export function makeOffer(before: PriceOffer | null, sent: NewAmount, now: number): OfferDecision {
  if (before?.ref === sent.ref) return { ok: true, offer: before };
  if (before?.status === "accepted") return { ok: false, reason: "not_open" };
  const waiting = before !== null && isOpen(before) && before.turn === "seller";
  if (waiting && before.list_cents === sent.list_cents) return { ok: false, reason: "waiting", offer: before };
  if (roundsLeft(before, sent.list_cents) <= 0) return { ok: false, reason: "no_rounds_left" };
  const bounds = offerBounds(sent, before);
  if (bounds === null) return { ok: false, reason: "no_offers" };
  if (sent.amount_cents < bounds.min_cents || sent.amount_cents > bounds.max_cents) {
    return { ok: false, reason: "out_of_bounds", bounds };
  }
  const run = currentRun(before, sent.list_cents);
  const { amount_cents, list_cents, note, ref } = sent;
  const rounds = (run?.rounds ?? 0) + 1;
  const id = before?.id ?? sent.id;
  const tooLow = amount_cents < declinedBelow(sent);
  const base = before ?? {
    id,
    item_id: sent.item_id,
    buyer_id: sent.buyer_id,
    seller_id: sent.seller_id,
    rev: 0,
    created_at: now,
    events: [],
  };
  return {
    ok: true,
    offer: stepped(
      {
        ...base,
        status: "open",
        turn: "seller",
        amount_cents,
        buyer_cents: amount_cents,
        list_cents,
        rounds,
        note,
        expires_at: now + PRICE_OFFER_MS,
        decline_at: tooLow ? now + declineDelay(`${id}.${base.rev}`) : null,
        ended_by: null,
        accepted_id: null,
        ref,
        updated_at: now,
      },
      { kind: "offered", by: "buyer", amount_cents, at: now },
    ),
  };
}

/** The seller names another amount, between the buyer's and the price. */
export function counterOffer(
  before: PriceOffer,
  sent: { rev: number; amount_cents: Cents; charged_cents: Cents },
  now: number,
): OfferDecision {
  const { amount_cents } = sent;
  const repeated = isOpen(before) && before.turn === "buyer" && before.amount_cents === amount_cents;
  if (repeated && before.rev === sent.rev + 1) return { ok: true, offer: before };
  const problem = answerProblem(before, "seller", sent.rev);
  if (problem) return problem;
  const bounds = { min_cents: before.buyer_cents + 1, max_cents: sent.charged_cents - 1 };
  if (amount_cents < bounds.min_cents || amount_cents > bounds.max_cents) {
    return { ok: false, reason: "out_of_bounds", bounds };
  }
  return {
    ok: true,
    offer: stepped(
      { ...before, turn: "buyer", amount_cents, expires_at: now + PRICE_OFFER_MS, decline_at: null },
      { kind: "countered", by: "seller", amount_cents, at: now },
    ),
  };
}

/** Accepts the amount on the table. The caller holds the item in the same step. */
export function acceptPriceOffer(
  before: PriceOffer,
  sent: { by: OfferParty; rev: number; accepted_id: string; accepted_ms: number },
  now: number,
): OfferDecision {
  if (before.status === "accepted" && before.rev === sent.rev + 1) return { ok: true, offer: before };
  const problem = answerProblem(before, sent.by, sent.rev);
  if (problem) return problem;
  return {
    ok: true,
    offer: stepped(
      {
        ...before,
        status: "accepted",
        expires_at: now + sent.accepted_ms,
        decline_at: null,
        accepted_id: sent.accepted_id,
      },
      { kind: "accepted", by: sent.by, amount_cents: before.amount_cents, at: now },
    ),
  };
}

/**
 * Declines the amount on the table, or takes back one's own: the buyer also gives up a price that was agreed. Repeating
 * it changes nothing.
 */
export function endOffer(
  before: PriceOffer,
  sent: { by: OfferParty; step: "decline" | "withdraw"; rev: number },
  now: number,
): OfferDecision {
  const status = sent.step === "decline" ? "declined" : "withdrawn";
  if (before.status === status) return { ok: true, offer: before };
  if (sent.step === "withdraw") {
    if (sent.by !== "buyer" || !isLive(before)) return { ok: false, reason: "not_open" };
    return { ok: true, offer: closed(before, "withdrawn", "buyer", now) };
  }
  const problem = answerProblem(before, sent.by, sent.rev);
  return problem ?? { ok: true, offer: closed(before, "declined", sent.by, now) };
}

/** Refuses an answer to anything but the amount the caller saw. */
function answerProblem(before: PriceOffer, by: OfferParty, rev: number): ({ ok: false } & OfferRefusal) | null {
  if (before.status === "expired") return { ok: false, reason: "expired" };
  if (!isOpen(before)) return { ok: false, reason: "not_open" };
  if (before.turn !== by) return { ok: false, reason: "not_your_turn" };
  return before.rev === rev ? null : { ok: false, reason: "changed", offer: before };
}

/** What an offer depends on besides its own time. */
export interface OfferedItem {
  /** Buyers see the item: it is for sale, held, in payment or in a trade. */
  listed: boolean;
  price_cents: Cents;
  hold_id: string | null;
  /** Who has an order for the item. */
  ordered_by: string | null;
}

/** Applies what time and the item decide: expiry, the automatic decline, a sale, another price. */
export function followItem(offer: PriceOffer, item: OfferedItem, now: number): PriceOffer {
  if (offer.status === "accepted") {
    if (offer.accepted_id === item.hold_id) return offer;
    const status = item.ordered_by === offer.buyer_id ? "bought" : "lapsed";
    return closed(offer, status, null, Math.min(now, offer.expires_at));
  }
  if (!isOpen(offer)) return offer;
  if (item.ordered_by === offer.buyer_id) return closed(offer, "bought", null, now);
  if (!item.listed || item.price_cents !== offer.list_cents) return closed(offer, "void", null, now);
  if (offer.decline_at !== null && now >= offer.decline_at) return closed(offer, "declined", "limit", offer.decline_at);
  return now >= offer.expires_at ? closed(offer, "expired", null, offer.expires_at) : offer;
}

/** Ends an open offer for a cause outside the two parties, such as a block. */
export function voidOffer(offer: PriceOffer, now: number): PriceOffer {
  return isOpen(offer) ? closed(offer, "void", null, now) : offer;
}

/** Returns when time alone changes the offer next, or null. */
export function offerDueAt(offer: PriceOffer): number | null {
  if (!isLive(offer)) return null;
  return Math.min(offer.expires_at, offer.decline_at ?? Number.POSITIVE_INFINITY);
}

function closed(
  offer: PriceOffer,
  status: Exclude<PriceOfferStatus, "open" | "accepted">,
  by: OfferEnder | null,
  at: number,
): PriceOffer {
  return stepped(
    { ...offer, status, decline_at: null, ended_by: by },
    { kind: status, by, amount_cents: offer.amount_cents, at },
  );
}

function stepped(offer: PriceOffer, event: Omit<PriceOfferEvent, "rev">): PriceOffer {
  const rev = offer.rev + 1;
  return { ...offer, rev, updated_at: event.at, events: [...offer.events, { ...event, rev }] };
}

/**
 * Returns how long the automatic decline waits: 10 to 60 minutes, always the same for the same offer and round. An
 * immediate answer would show the buyer that a secret amount was missed; a random one could be averaged.
 */
function declineDelay(seed: string): number {
  let hash = 0x811c9dc5;
  for (const char of seed) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return 10 * MINUTE_MS + (hash % (50 * 60)) * 1_000;
}
