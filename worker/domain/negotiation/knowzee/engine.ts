/**
 * Decides Knowzee's reply: numbers only, no language, clock or randomness. It receives the reserve (a step of a price
 * ladder), never the minimum price. Everything buyers can observe depends only on that step, so minimum prices on the
 * same step cannot be distinguished (see domain/negotiation/price-ladder.ts and decision 0024).
 */
import type { Cents } from "#domain/money";
import { roundingUnit, roundUpToUnit } from "#domain/negotiation/price-ladder";
import type { ParsedMessage } from "./understand.ts";

/** How hard Knowzee negotiates, chosen by the seller (`negotiation_aggressiveness`). */
export type Tone = "soft" | "normal" | "tough";

/** The numbers an administrator may set, in percent, within POLICY_BOUNDS. */
export interface Policy {
  /** Distance of the ladder steps a new reserve is chosen from. */
  step_percent: number;
  /** Share of the gap between ask and offer that is given up in the first, second and last counter-offer. */
  k: Record<Tone, readonly [number, number, number]>;
  /** An offer this close to the list price is accepted at once. */
  near_list_percent: number;
  /** Instead of the last counter-offer, an offer of at least this share of the ask is accepted. */
  final_accept_percent: number;
}

export const DEFAULT_POLICY: Policy = {
  step_percent: 5,
  k: { soft: [40, 50, 60], normal: [25, 35, 50], tough: [12, 20, 40] },
  near_list_percent: 3,
  final_accept_percent: 75,
};

/** Whole percentages. None of these can sell below the reserve, raise a counter-offer or make a fourth one. */
export const POLICY_BOUNDS = {
  step_percent: { min: 2, max: 20 },
  k: { min: 5, max: 70 },
  near_list_percent: { min: 0, max: 10 },
  final_accept_percent: { min: 60, max: 100 },
} as const;

export interface Terms {
  list_cents: Cents;
  reserve_cents: Cents;
  tone: Tone;
  policy: Policy;
}

/** The state of a negotiation between two messages. */
export interface NegotiationState {
  /** Number of buyer messages answered so far. */
  turn: number;
  /** Counter-offers made: 0–3. */
  counters: number;
  /** The price Accept buys at: the list price until the first counter-offer; never rises after that. */
  ask_cents: Cents;
  /** The buyer's best offer; a later lower offer is ignored. */
  last_offer_cents: Cents | null;
  /** The price no longer moves: the last counter-offer was made, or an offer of the buyer was accepted. */
  final: boolean;
}

type ActKind =
  | "greet"
  | "thanks"
  | "answer"
  | "hold"
  | "buy_at_list"
  | "counter"
  | "final"
  | "accept_offer"
  | "confirm"
  | "explain";

/** What Knowzee replies, before it is put into text. */
export interface Act {
  kind: ActKind;
  /** The price that Accept buys at; null when the act is not about a price. */
  amount_cents: Cents | null;
  counter_no: 1 | 2 | 3 | null;
}

export interface Reply {
  state: NegotiationState;
  act: Act;
}

/** Returns the state at the start of every negotiation about an item. */
export function initialState(listCents: Cents): NegotiationState {
  return { turn: 0, counters: 0, ask_cents: listCents, last_offer_cents: null, final: false };
}

/**
 * Returns the state under the current list price. A list price below the ask lowers the ask; a raised list price
 * applies only while Knowzee has named no price.
 */
export function withListPrice(state: NegotiationState, listCents: Cents): NegotiationState {
  const untouched = state.counters === 0 && !state.final;
  return { ...state, ask_cents: untouched ? listCents : Math.min(state.ask_cents, listCents) };
}

/** Returns the reply to one message. A price is accepted only through the button, never here (decision 0024). */
export function respond(terms: Terms, before: NegotiationState, understood: ParsedMessage): Reply {
  const now = withListPrice(before, terms.list_cents);
  const state: NegotiationState = { ...now, turn: before.turn + 1 };
  switch (understood.intent) {
    case "offer":
      return understood.offer_cents === null
        ? say("explain", state)
        : counterOffer(terms, state, understood.offer_cents);
    case "accept":
      // "I accept your offer of $70" while $80 is asked is an offer of $70.
      if (understood.offer_cents !== null && understood.offer_cents < state.ask_cents) {
        return counterOffer(terms, state, understood.offer_cents);
      }
      return repeatPrice(terms, state, "confirm");
    case "ask_lowest":
      return counterOffer(terms, state, null);
    case "reject":
      return repeatPrice(terms, state, "hold");
    case "question":
      return say("answer", state);
    case "greet":
    case "thanks":
      return say(understood.intent, state);
    case "other":
      return say("explain", state);
  }
}

function say(kind: ActKind, state: NegotiationState): Reply {
  return { state, act: { kind, amount_cents: null, counter_no: null } };
}

/** Names the current price; when it is the list price, points at Buy Now. */
function repeatPrice(terms: Terms, state: NegotiationState, kind: "confirm" | "hold"): Reply {
  const actKind = kind === "confirm" && state.ask_cents >= terms.list_cents ? "buy_at_list" : kind;
  return { state, act: { kind: actKind, amount_cents: state.ask_cents, counter_no: null } };
}

/** Accepts the buyer's offer. The price is then final. */
function acceptOffer(state: NegotiationState, cents: Cents): Reply {
  return {
    state: { ...state, ask_cents: cents, final: true },
    act: { kind: "accept_offer", amount_cents: cents, counter_no: null },
  };
}

function finalOffer(state: NegotiationState, cents: Cents): Reply {
  return {
    state: { ...state, counters: 3, ask_cents: cents, final: true },
    act: { kind: "final", amount_cents: cents, counter_no: 3 },
  };
}

/** Responds to an offer, or to a bare "lower?" (null), which counts as the best offer so far. */
function counterOffer(terms: Terms, state: NegotiationState, offered: Cents | null): Reply {
  const { list_cents: list, tone, policy } = terms;
  const ask = state.ask_cents;
  // A list price below the reserve is newer than the reserve, so it replaces it.
  const reserve = Math.min(terms.reserve_cents, ask);

  // An offer above the ask is charged at the ask.
  if (offered !== null && offered >= ask) {
    if (ask >= list) return repeatPrice(terms, state, "confirm");
    return acceptOffer({ ...state, last_offer_cents: ask }, ask);
  }
  const offer = offered === null ? state.last_offer_cents : Math.max(offered, state.last_offer_cents ?? 0);
  const updated: NegotiationState = { ...state, last_offer_cents: offer };
  if (state.final) {
    return state.counters === 3 ? finalOffer(updated, ask) : repeatPrice(terms, updated, "hold");
  }

  const third = state.counters === 2;
  if (offered !== null && offered >= reserve) {
    const nearList = offered * 100 >= list * (100 - policy.near_list_percent);
    const nearAsk = third && offered * 100 >= ask * policy.final_accept_percent;
    if (nearList || nearAsk) return acceptOffer(updated, offered);
  }

  const step = Math.min(state.counters, 2) as 0 | 1 | 2;
  const basis = Math.min(ask, Math.max(offer ?? 0, Math.ceil(list / 2)));
  let counter = roundUpToUnit(ask - (policy.k[tone][step] * (ask - basis)) / 100);
  // When rounding would cancel the step, the step is one unit.
  if (counter >= ask) counter = ask - roundingUnit(ask);
  if (offered !== null && offered >= reserve && counter <= offered) return acceptOffer(updated, offered);
  // A counter-offer that reaches the reserve is the last one. Promising to come closer would be false, and the lowest
  // price is never named before the final offer.
  if (third || counter <= reserve) return finalOffer(updated, Math.max(reserve, counter));
  const counters = state.counters + 1;
  return {
    state: { ...updated, counters, ask_cents: counter },
    act: { kind: "counter", amount_cents: counter, counter_no: counters === 1 ? 1 : 2 },
  };
}
