/**
 * State of a negotiation with Knowzee: offers valid for ten minutes, a final price valid for a day (D45), and
 * acceptance only through the button (D40). Pure: wording, clock and ids are passed in.
 */

import { DAY_MS, HOUR_MS } from "../deadlines.ts";
import type { Cents } from "../money.ts";
import { DEFAULT_TIME_LIMITS } from "../time-limits.ts";
import type { DealCondition } from "./knowzee/conditions.ts";
import { type Act, initialState, type NegotiationState, respond, type Terms, withListPrice } from "./knowzee/engine.ts";
import { type ParsedMessage, parseMessage } from "./knowzee/understand.ts";
import type { KnowzeeCopy } from "./knowzee-copy.ts";

/** No other final price is given before this time has passed (D45). */
export const FINAL_OFFER_MS = DAY_MS;
/** So long a bid that was compared with the reserve counts, for its buyer and as evidence. */
export const COMPARED_MS = DAY_MS;
/** So long after the last comparison other buyers meet the later reserve. */
const LATER_MS = HOUR_MS;
/** So many new accounts whose bids were compared in a day are evidence of one person behind them (D81). */
const SUSPECTS_MIN = 3;
/** An account is new in its first week. */
export const NEW_ACCOUNT_MS = 7 * DAY_MS;

/** A negotiation with a bid that was compared with the reserve, and its last change. */
export interface Compared {
  id: string;
  at: number;
  /** Its buyer's account was new. */
  fresh?: boolean;
}

/** Whether a buyer meets the later reserve, because of the bids of the item's other buyers. */
export function meetsLaterReserve(compared: readonly Compared[], id: string, now: number): boolean {
  const suspects = compared.filter((other) => other.fresh && other.id !== id && now < other.at + COMPARED_MS);
  return suspects.length >= SUSPECTS_MIN && suspects.some(({ at }) => now < at + LATER_MS);
}
/** Messages kept in the state; older ones are only in the database. */
export const MESSAGES_IN_STATE_MAX = 200;

function acceptedText(ms: number): string {
  const hours = Math.round(ms / HOUR_MS);
  const time = ms === DAY_MS ? "24 hours" : hours === 1 ? "an hour" : `${hours} hours`;
  return `You accepted this price. We're holding the item for you, and the price is yours for ${time}.`;
}

export interface UpsellItem {
  id: string;
  title: string;
  price_cents: Cents;
}

/** What only the seller can decide or answer. The screen offers to send it to them (D52, D64). */
export interface AskSeller {
  /** What the buyer wants besides the price; empty for a question or an amount. */
  conditions: readonly DealCondition[];
  /** The amount the buyer named with it. */
  amount_cents: Cents | null;
  /** The buyer's own words, to be sent to the seller. */
  text: string;
}

export interface NegotiationMessage {
  seq: number;
  /** `seller`: the seller's own answer to a question (seller-questions.ts). */
  from: "buyer" | "knowzee" | "seller" | "system";
  text: string;
  at: number;
  act: Act["kind"] | "accepted" | "upsell" | "asked" | "seller_answer" | null;
  amount_cents: Cents | null;
  counter_no: 1 | 2 | 3 | null;
  upsell: UpsellItem | null;
  /** Set on Knowzee's reply when it could not settle what the buyer asked. */
  ask_seller: AskSeller | null;
  /** Sent by the client with the buyer's message, as an idempotency key. */
  ref: string | null;
}

/** What Knowzee could not settle and the buyer sent to the seller (seller-questions.ts). */
export interface SellerQuestion {
  id: string;
  /** Knowzee's reply, which could not settle it. */
  seq: number;
  text: string;
  asked_at: number;
  answer: string | null;
  answered_at: number | null;
  /** Knowzee may repeat question and answer to other buyers. */
  shared: boolean;
  /** The negotiation's rev of the last change. */
  rev: number;
}

export interface NegotiationOffer {
  amount_cents: Cents;
  /** The item's price when the offer was made. At any other price the offer is void. */
  list_cents: Cents;
  until: number;
}

export interface Acceptance extends NegotiationOffer {
  id: string;
  at: number;
}

export interface NegotiationSession {
  id: string;
  item_id: string;
  buyer_id: string;
  /** Rises with every change. */
  rev: number;
  standing: NegotiationState;
  final_at: number | null;
  /** The latest offer; kept after it expires, so that the buyer can be informed. */
  offer: NegotiationOffer | null;
  accepted: Acceptance | null;
  messages: NegotiationMessage[];
  /** Questions that the buyer sent to the seller. */
  questions?: SellerQuestion[];
  count: number;
  created_at: number;
  updated_at: number;
}

/** Input for the answer to a message, besides the negotiation itself. */
export interface NegotiationInput {
  ref: string;
  text: string;
  /** The amount the buyer entered in the amount field; it is their offer, whatever the text says. */
  amount_cents?: Cents | null;
  terms: Terms;
  /** The item's own price, before the seller's special offers. */
  list_cents: Cents;
  /** Returns the text for an act. */
  words: (act: Act, negotiationState: NegotiationState, seed: string) => KnowzeeCopy;
  /** Suggested once, when a deal is near. */
  upsell: { item: UpsellItem; text: string } | null;
  offer_ms?: number;
}

/** Starts the negotiation of a buyer about an item. */
export function openSession(
  names: { id: string; item_id: string; buyer_id: string },
  listCents: Cents,
  now: number,
): NegotiationSession {
  return {
    ...names,
    rev: 0,
    standing: initialState(listCents),
    final_at: null,
    offer: null,
    accepted: null,
    messages: [],
    count: 0,
    created_at: now,
    updated_at: now,
  };
}

/** Adds the buyer's message and Knowzee's answer. A repeated message changes nothing. */
export function addMessage(before: NegotiationSession, asked: NegotiationInput, now: number): NegotiationSession {
  if (before.messages.some((message) => message.ref === asked.ref)) return before;
  const { terms } = asked;
  const round = restartIfDue(before, asked, now);
  const understood = parsed(asked, round.standing);
  const { state: negotiationState, act } = respond(terms, round.standing, understood);
  const wishes = before.messages.flatMap(({ ask_seller: open }) => open?.conditions ?? []);
  const { text, unanswered } = asked.words(
    { ...act, without: [...new Set(wishes)] },
    negotiationState,
    `${before.id}.${negotiationState.turn}`,
  );
  const ask_seller: AskSeller | null =
    act.ask_seller || unanswered
      ? { conditions: act.conditions ?? [], amount_cents: understood.offer_cents, text: asked.text }
      : null;
  let next = appendMessage(round, { from: "buyer", text: asked.text, ref: asked.ref }, now);
  next = appendMessage(
    next,
    { from: "knowzee", text, act: act.kind, amount_cents: act.amount_cents, counter_no: act.counter_no, ask_seller },
    now,
  );
  const near = act.kind === "accept_offer" || act.kind === "confirm";
  if (near && asked.upsell && !before.messages.some((message) => message.act === "upsell")) {
    next = appendMessage(
      next,
      { from: "knowzee", text: asked.upsell.text, act: "upsell", upsell: asked.upsell.item },
      now,
    );
  }
  return {
    ...next,
    standing: negotiationState,
    final_at: negotiationState.final ? (round.final_at ?? now) : null,
    offer: offerAfter(round.offer, act, asked, now),
    rev: before.rev + 1,
    updated_at: now,
  };
}

/** Reads a message in the state of the negotiation. An entered amount is the offer; the text may still add conditions. */
function parsed({ text, amount_cents = null, terms }: NegotiationInput, standing: NegotiationState): ParsedMessage {
  const { list_cents } = terms;
  const { ask_cents, last_offer_cents } = withListPrice(standing, list_cents);
  const read = parseMessage(text, { list_cents, ask_cents, last_offer_cents });
  if (amount_cents === null) return read;
  return { ...read, intent: "offer", offer_cents: amount_cents, range: null, foreign: false };
}

/**
 * Returns the state the next answer starts from. The negotiation restarts a day after the final price, and when the
 * seller's terms have risen above the price asked so far, so that nothing is sold under terms the seller has withdrawn.
 * A buyer who comes back for the final price still gets it while the terms allow it (D64).
 */
function restartIfDue(before: NegotiationSession, asked: NegotiationInput, now: number): NegotiationSession {
  const { terms } = asked;
  const dayOver = before.final_at !== null && now >= before.final_at + FINAL_OFFER_MS;
  const { ask_cents: ask } = withListPrice(before.standing, terms.list_cents);
  const withdrawn = ask < Math.min(terms.reserve_cents, terms.list_cents);
  if (!dayOver && !withdrawn) {
    const comparedBefore = now >= before.updated_at + COMPARED_MS && before.standing.compared.length > 0;
    return comparedBefore ? { ...before, standing: { ...before.standing, compared: [] } } : before;
  }
  if (!withdrawn) {
    const { intent, offer_cents } = parsed(asked, before.standing);
    const takesIt = intent === "accept" ? (offer_cents ?? ask) >= ask : intent === "offer" && (offer_cents ?? 0) >= ask;
    if (takesIt) return before;
  }
  const fresh = { ...initialState(terms.list_cents), turn: before.standing.turn };
  return { ...before, standing: fresh, final_at: null, offer: null };
}

/** Returns the offer after an act: only an amount below the list price gets an Accept button. */
function offerAfter(
  before: NegotiationOffer | null,
  act: Act,
  asked: NegotiationInput,
  now: number,
): NegotiationOffer | null {
  if (act.amount_cents === null) return before;
  // The seller's own yes to a lower amount stands while it lasts.
  const live = before && now < before.until && before.list_cents === asked.list_cents ? before : null;
  if (live && live.amount_cents < act.amount_cents) return live;
  if (act.amount_cents >= asked.terms.list_cents) return null;
  return {
    amount_cents: act.amount_cents,
    list_cents: asked.list_cents,
    until: now + (asked.offer_ms ?? DEFAULT_TIME_LIMITS.offer_ms),
  };
}

/** Returns the offer that Accept would accept now, or null. */
export function currentOffer({ offer }: NegotiationSession, priceCents: Cents, now: number): NegotiationOffer | null {
  return offer && now < offer.until && offer.list_cents === priceCents ? offer : null;
}

/** Returns the accepted price while the item can still be bought at it, or null. */
export function currentAcceptance({ accepted }: NegotiationSession, priceCents: Cents, now: number): Acceptance | null {
  return accepted && now < accepted.until && accepted.list_cents === priceCents ? accepted : null;
}

export type AcceptanceDecision =
  | { ok: true; conversation: NegotiationSession; accepted: Acceptance }
  | { ok: false; reason: "expired" | "used" | "repriced" }
  | { ok: false; reason: "other_amount"; amount_cents: Cents };

/**
 * Accepts the current offer at this amount. Repeating it returns the same acceptance. `used`: an order was made with
 * the latest acceptance, so it cannot serve again (A69).
 */
export function accept(
  before: NegotiationSession,
  wanted: { id: string; amount_cents: Cents; price_cents: Cents; used: boolean; accepted_ms?: number },
  now: number,
): AcceptanceDecision {
  const { accepted, offer } = before;
  const price = wanted.price_cents;
  if (!wanted.used && accepted?.amount_cents === wanted.amount_cents) {
    const known = currentAcceptance(before, price, now);
    if (known) return { ok: true, conversation: before, accepted: known };
  }
  const live = currentOffer(before, price, now);
  if (!live) {
    if (offer && now < offer.until) return { ok: false, reason: "repriced" };
    const spent = wanted.used && accepted?.amount_cents === wanted.amount_cents;
    return { ok: false, reason: spent ? "used" : "expired" };
  }
  if (live.amount_cents !== wanted.amount_cents) {
    return { ok: false, reason: "other_amount", amount_cents: live.amount_cents };
  }
  const { accepted_ms = DEFAULT_TIME_LIMITS.accepted_ms } = wanted;
  const made: Acceptance = {
    id: wanted.id,
    amount_cents: live.amount_cents,
    list_cents: live.list_cents,
    at: now,
    until: now + accepted_ms,
  };
  const answered = appendMessage(
    before,
    { from: "system", text: acceptedText(accepted_ms), act: "accepted", amount_cents: made.amount_cents },
    now,
  );
  return {
    ok: true,
    accepted: made,
    conversation: {
      ...answered,
      // The price is agreed, so it stays final for a day.
      standing: { ...before.standing, ask_cents: made.amount_cents, final: true },
      final_at: before.final_at ?? now,
      // A second order at this price needs a new offer from Knowzee.
      offer: null,
      accepted: made,
      rev: before.rev + 1,
      updated_at: now,
    },
  };
}

type MessageParts = Pick<NegotiationMessage, "from" | "text"> & Partial<NegotiationMessage>;

/** Adds a message with the next number. */
export function appendMessage(conversation: NegotiationSession, parts: MessageParts, now: number): NegotiationSession {
  const seq = conversation.count + 1;
  const message: NegotiationMessage = {
    act: null,
    amount_cents: null,
    counter_no: null,
    upsell: null,
    ask_seller: null,
    ref: null,
    ...parts,
    seq,
    at: now,
  };
  return { ...conversation, count: seq, messages: [...conversation.messages, message].slice(-MESSAGES_IN_STATE_MAX) };
}
