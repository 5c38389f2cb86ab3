/**
 * Decides Knowzee's reply: numbers only, no language, clock or randomness. It receives the reserve (a step of a price
 * ladder), never the minimum price. Everything buyers can observe depends only on that step, so minimum prices on the
 * same step cannot be distinguished (see domain/negotiation/price-ladder.ts and decision 0024).
 *
 * The asking price depends on the buyer's best bid alone and falls as the bid rises (D64), so a higher bid never meets a
 * higher asking price, whatever was said before. A bid that has stopped rising is taken from the reserve upwards, but a
 * buyer has only a few bids compared with it, so that nobody can search for it.
 */
import type { Cents } from "#domain/money";
import { roundingUnit, roundUpToUnit } from "#domain/negotiation/price-ladder";
import type { DealCondition } from "./conditions.ts";
import type { ParsedMessage } from "./understand.ts";

/** How hard Knowzee negotiates, chosen by the seller (`negotiation_aggressiveness`). */
export type Tone = "soft" | "normal" | "tough";

/** The numbers an administrator may set, in percent, within POLICY_BOUNDS. */
export interface Policy {
  /** Distance of the ladder steps a new reserve is chosen from. */
  step_percent: number;
  /** Share of a raise that Knowzee comes down in return, for the parts of a bid between BID_BANDS. */
  k: Record<Tone, readonly [number, number, number]>;
  /** An offer this close to the list price is accepted at once; also the least that a serious bid earns. */
  near_list_percent: number;
  /** Instead of the last counter-offer, an offer of at least this share of the ask is accepted. */
  final_accept_percent: number;
}

export const DEFAULT_POLICY: Policy = {
  step_percent: 5,
  k: { soft: [60, 50, 45], normal: [45, 35, 30], tough: [25, 20, 15] },
  near_list_percent: 3,
  final_accept_percent: 75,
};

/** Bids in percent of the list price. Below the first one a bid earns nothing. */
export const BID_BANDS = [50, 70, 85, 100] as const;

/** Whole percentages. None of these can sell below the reserve, raise a counter-offer or make a fourth one. */
export const POLICY_BOUNDS = {
  step_percent: { min: 2, max: 20 },
  k: { min: 5, max: 70 },
  near_list_percent: { min: 0, max: 10 },
  final_accept_percent: { min: 60, max: 100 },
} as const;

/** Bids of one buyer that are compared with the reserve in a day. */
const COMPARED_MAX = 2;
/** A bid below this share of the list price is the last one compared. */
const FAIR_PERCENT = 80;
/**
 * Ladder steps from the reserve to that of later buyers. A secret of the item adds up to one more, so that their reserve
 * says little of the reserve itself.
 */
export const LATER_STEPS: Record<Tone, number> = { soft: 0.5, normal: 0.5, tough: 1 };

export interface Terms {
  list_cents: Cents;
  reserve_cents: Cents;
  /** Takes the place of the reserve while there is evidence of one person behind several accounts (decision 0024). */
  later_reserve_cents?: Cents;
  tone: Tone;
  policy: Policy;
  /** The buyer has not confirmed their email address, so their bids do not count (D81). */
  unconfirmed?: boolean;
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
  /** Bids that were compared with the reserve. */
  compared: readonly Cents[];
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
  /** Why the price did not move; chooses the text. */
  because?: "pushed" | "low" | "stuck" | "conditions" | "currency" | "unconfirmed";
  /** What the buyer asked for besides the price. Knowzee agrees to none of it. */
  conditions?: readonly DealCondition[];
  /** What the buyer has asked for earlier besides the price, when a price is agreed. */
  without?: readonly DealCondition[];
  /** Only the seller can settle this. */
  ask_seller?: true;
  /** What the message also asks, which the listing may answer. */
  question?: string;
}

export interface Reply {
  state: NegotiationState;
  act: Act;
}

/** Returns the state at the start of every negotiation about an item. */
export function initialState(listCents: Cents): NegotiationState {
  return { turn: 0, counters: 0, ask_cents: listCents, last_offer_cents: null, final: false, compared: [] };
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
  const { conditions = [] } = understood;
  if (conditions.length > 0) return restate(terms, state, understood, conditions);
  const reply = priceReply(terms, state, understood);
  const { question } = understood;
  return question === undefined ? reply : { ...reply, act: { ...reply.act, question } };
}

function priceReply(terms: Terms, state: NegotiationState, understood: ParsedMessage): Reply {
  const { intent, offer_cents: offered, insists = false } = understood;
  if (terms.unconfirmed && (offered !== null || insists)) {
    return { state, act: { ...say("explain", state).act, because: "unconfirmed" } };
  }
  switch (intent) {
    case "offer":
      if (understood.foreign) return { state, act: { ...say("explain", state).act, because: "currency" } };
      return offered === null && !insists ? say("explain", state) : answerBid(terms, state, offered, insists);
    case "accept":
      // "I accept your offer of $70" while $80 is asked is an offer of $70.
      if (offered !== null && offered < state.ask_cents) return answerBid(terms, state, offered, insists);
      return repeatPrice(terms, state, "confirm");
    case "ask_lowest":
      return answerPushing(terms, state);
    case "reject":
      return repeatPrice(terms, state, "hold");
    case "question":
      return say("answer", state);
    case "greet":
    case "thanks":
      return say(intent, state);
    case "condition":
      return say("explain", state);
    case "other":
      return understood.undecided ? repeatPrice(terms, state, "hold") : say("explain", state);
  }
}

function say(kind: ActKind, state: NegotiationState): Reply {
  return { state, act: { kind, amount_cents: null, counter_no: null } };
}

/** Names the current price; when it is the list price, points at Buy Now. */
function repeatPrice(
  terms: Terms,
  state: NegotiationState,
  kind: "confirm" | "hold",
  why: Partial<Pick<Act, "because" | "ask_seller" | "conditions">> = {},
): Reply {
  const actKind = kind === "confirm" && state.ask_cents >= terms.list_cents ? "buy_at_list" : kind;
  return { state, act: { kind: actKind, amount_cents: state.ask_cents, counter_no: null, ...why } };
}

/**
 * Answers a message that asks for something besides the price. A bid in it is not one for the item alone, so it is
 * neither taken nor remembered; a question is answered from the listing.
 */
function restate(
  terms: Terms,
  state: NegotiationState,
  { intent }: ParsedMessage,
  conditions: readonly DealCondition[],
): Reply {
  if (intent === "question") {
    return { state, act: { ...say("answer", state).act, conditions, ask_seller: true } };
  }
  return repeatPrice(terms, state, "hold", { because: "conditions", conditions, ask_seller: true });
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
    act: { kind: "final", amount_cents: cents, counter_no: 3, ask_seller: true },
  };
}

function counterOffer(state: NegotiationState, cents: Cents): Reply {
  const counter_no = state.counters === 0 ? 1 : 2;
  return {
    state: { ...state, counters: counter_no, ask_cents: cents },
    act: { kind: "counter", amount_cents: cents, counter_no },
  };
}

/** A list price below the reserve is newer than the reserve, so it replaces it. */
const reserveOf = ({ reserve_cents, later_reserve_cents = 0 }: Terms, ask: Cents): Cents =>
  Math.min(Math.max(reserve_cents, later_reserve_cents), ask);

/** Returns the price Knowzee would name: never the reserve itself, unless that is the asking price. */
function named(ask: Cents, reserve: Cents, wanted: number): Cents {
  return Math.min(ask, Math.max(roundUpToUnit(wanted), roundUpToUnit(reserve + 1)));
}

/**
 * Compares a bid with the reserve, as long as the buyer may have it compared. A bid that was refused before may be taken
 * now, because the seller may have changed the minimum.
 */
function compare(terms: Terms, state: NegotiationState, bid: Cents): { taken: boolean; state: NegotiationState } {
  const { list_cents: list } = terms;
  const { compared } = state;
  const fair = (list * FAIR_PERCENT) / 100;
  // Rounded down, so that an amount rounded from this share is fair.
  const low = (cents: Cents) => cents < fair - (fair % roundingUnit(fair));
  const known = compared.includes(bid);
  if (!known && (compared.length >= COMPARED_MAX || compared.some(low))) return { taken: false, state };
  const taken = bid >= reserveOf(terms, state.ask_cents);
  const counts = !known && (taken || bid * 100 >= list * BID_BANDS[0]);
  return { taken, state: counts ? { ...state, compared: [...compared, bid] } : state };
}

/** Returns how far Knowzee comes down for this bid, in cents. Depends on nothing said before. */
function concession({ list_cents: list, tone, policy }: Terms, bid: Cents): number {
  let given = 0;
  for (const [band, share] of policy.k[tone].entries()) {
    const from = (list * (BID_BANDS[band] ?? 100)) / 100;
    const to = (list * (BID_BANDS[band + 1] ?? 100)) / 100;
    given += (Math.max(0, Math.min(bid, to) - from) * share) / 100;
  }
  // A serious bid earns a step that can be seen.
  return Math.max(given, (list * policy.near_list_percent) / 100);
}

/** "Lower?" without a number earns nothing but a question back: Knowzee gives only in return for a raise. */
function answerPushing(terms: Terms, state: NegotiationState): Reply {
  if (state.final) return answerAfterFinal(terms, state, true);
  return repeatPrice(terms, state, "hold", { because: "pushed" });
}

/** Answers a bid; null repeats the best one so far ("that's all I have"). */
function answerBid(terms: Terms, state: NegotiationState, offered: Cents | null, insists: boolean): Reply {
  const { list_cents: list, policy } = terms;
  const ask = state.ask_cents;
  const before = state.last_offer_cents ?? 0;
  const bid = offered ?? before;
  const best = Math.max(bid, before);

  // An offer above the ask is charged at the ask, also one made before the seller lowered the price.
  if (bid >= ask || (best >= ask && !state.final)) {
    if (ask >= list) return repeatPrice(terms, state, "confirm");
    return acceptOffer({ ...state, last_offer_cents: ask }, ask);
  }
  if (bid === 0) return repeatPrice(terms, state, "hold", { because: "pushed" });
  const rises = bid > before;
  if (state.final) return answerAfterFinal(terms, state, rises);

  const updated: NegotiationState = { ...state, last_offer_cents: best };
  const reserve = reserveOf(terms, ask);
  const price = named(ask, reserve, list - concession(terms, best));
  const nearList = best * 100 >= list * (100 - policy.near_list_percent);
  if (best >= reserve && (nearList || best >= price)) return acceptOffer(updated, best);
  const stopped = !rises || insists;
  const insteadOfFinal = state.counters === 2 && best * 100 >= ask * policy.final_accept_percent;
  const { taken, state: next } =
    stopped || insteadOfFinal ? compare(terms, updated, best) : { taken: false, state: updated };
  if (taken) return acceptOffer(next, best);
  if (bid * 100 < list * BID_BANDS[0]) return repeatPrice(terms, next, "hold", { because: "low", ask_seller: true });
  if (state.counters === 2) return finalOffer(next, price);
  if (price < ask) return counterOffer(next, price);
  // A bid that earns nothing counts too, or a buyer could try any number of them.
  return repeatPrice(terms, { ...next, counters: state.counters + 1 }, "hold", {
    because: "stuck",
    ask_seller: true,
  });
}

/** After the last counter-offer only a bid that was made before it can still be taken (D45). */
function answerAfterFinal(terms: Terms, state: NegotiationState, rises: boolean): Reply {
  const { ask_cents: ask, last_offer_cents: best } = state;
  if (state.counters < 3) return repeatPrice(terms, state, "hold");
  if (rises || best === null) return finalOffer(state, ask);
  const { taken, state: next } = compare(terms, state, best);
  return taken ? acceptOffer(next, Math.min(best, ask)) : finalOffer(next, ask);
}
