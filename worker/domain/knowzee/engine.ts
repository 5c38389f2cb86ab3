/**
 * What Knowzee does with what a buyer says: numbers only, no language, no clock, no chance. It is given the reserve,
 * a rung of a ladder, and never the minimum price. Whatever any number of buyers hear is therefore a function of the
 * rung: two minimums that share a rung cannot be told apart (see domain/negotiation and decision 0040).
 */
import type { Cents } from "#domain/money";
import { niceUnit, roundUpNicely } from "#domain/negotiation";
import type { Understood } from "./understand.ts";

/** How hard the seller wants to be spoken for (`negotiation_aggressiveness`). */
export type Tone = "soft" | "normal" | "tough";

/** The numbers an administrator may turn, all percentages within POLICY_BOUNDS. */
export interface Policy {
  /** Distance of the rungs a new reserve is chosen from. */
  step_percent: number;
  /** Share of the gap between ask and offer given up in the first, second and last counter. */
  k: Record<Tone, readonly [number, number, number]>;
  /** An offer this close to the list price is taken at once. */
  near_list_percent: number;
  /** Before the last counter an offer of at least this share of the ask is taken instead. */
  final_accept_percent: number;
}

export const DEFAULT_POLICY: Policy = {
  step_percent: 5,
  k: { soft: [40, 50, 60], normal: [25, 35, 50], tough: [12, 20, 40] },
  near_list_percent: 3,
  final_accept_percent: 75,
};

/** Whole percentages. No setting within these can sell below the reserve, raise a counter or make a fourth. */
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

/** All that is remembered of a conversation between two messages. */
export interface Standing {
  /** Messages of the buyer answered so far. */
  turn: number;
  /** Counters made: 0–3. */
  counters: number;
  /** What Accept buys at now: the list price until the first counter, and never rising from then on. */
  ask_cents: Cents;
  /** The best the buyer has offered; a step back from it does not count. */
  last_offer_cents: Cents | null;
  /** Nothing moves any more: the last counter is made, or an offer of the buyer's has been agreed to. */
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

/** What Knowzee says, before it is put into words. */
export interface Act {
  kind: ActKind;
  /** The price on the table, which Accept buys at; null when the act is not about a price. */
  amount_cents: Cents | null;
  counter_no: 1 | 2 | 3 | null;
}

export interface Response {
  standing: Standing;
  act: Act;
}

/** Where every conversation about an item begins. */
export function openStanding(listCents: Cents): Standing {
  return { turn: 0, counters: 0, ask_cents: listCents, last_offer_cents: null, final: false };
}

/**
 * The standing under the list price as it is now. A seller who reduces the price below what was asked asks no more than
 * that; one who raises it binds only those who have heard no price of Knowzee's yet.
 */
export function underPrice(standing: Standing, listCents: Cents): Standing {
  const untouched = standing.counters === 0 && !standing.final;
  return { ...standing, ask_cents: untouched ? listCents : Math.min(standing.ask_cents, listCents) };
}

/** The answer to one message. Accepting is never done here: that takes the button (decision 0040). */
export function respond(terms: Terms, before: Standing, understood: Understood): Response {
  const now = underPrice(before, terms.list_cents);
  const standing: Standing = { ...now, turn: before.turn + 1 };
  switch (understood.intent) {
    case "offer":
      return understood.offer_cents === null
        ? say("explain", standing)
        : haggle(terms, standing, understood.offer_cents);
    case "accept":
      // "I accept your offer of $70" while $80 is asked is an offer of $70.
      if (understood.offer_cents !== null && understood.offer_cents < standing.ask_cents) {
        return haggle(terms, standing, understood.offer_cents);
      }
      return standingPrice(terms, standing, "confirm");
    case "ask_lowest":
      return haggle(terms, standing, null);
    case "reject":
      return standingPrice(terms, standing, "hold");
    case "question":
      return say("answer", standing);
    case "greet":
    case "thanks":
      return say(understood.intent, standing);
    case "other":
      return say("explain", standing);
  }
}

function say(kind: ActKind, standing: Standing): Response {
  return { standing, act: { kind, amount_cents: null, counter_no: null } };
}

/** Names the price that stands; with none but the list price, points at Buy Now. */
function standingPrice(terms: Terms, standing: Standing, kind: "confirm" | "hold"): Response {
  const atList = kind === "confirm" && standing.ask_cents >= terms.list_cents;
  return { standing, act: { kind: atList ? "buy_at_list" : kind, amount_cents: standing.ask_cents, counter_no: null } };
}

/** Agrees to a price. From then on it stands: agreeing is not one more step down. */
function agree(standing: Standing, cents: Cents): Response {
  return {
    standing: { ...standing, ask_cents: cents, final: true },
    act: { kind: "accept_offer", amount_cents: cents, counter_no: null },
  };
}

function lastWord(standing: Standing, cents: Cents): Response {
  return {
    standing: { ...standing, counters: 3, ask_cents: cents, final: true },
    act: { kind: "final", amount_cents: cents, counter_no: 3 },
  };
}

/** An offer, or null for a bare "lower?", which counts as the best offer so far. */
function haggle(terms: Terms, standing: Standing, offered: Cents | null): Response {
  const { list_cents: list, tone, policy } = terms;
  const ask = standing.ask_cents;
  // A list price below the reserve is the seller's own newer word: there is no room left then.
  const reserve = Math.min(terms.reserve_cents, ask);

  // Nobody pays more than is asked because they typed more.
  if (offered !== null && offered >= ask) {
    if (ask >= list) return standingPrice(terms, standing, "confirm");
    return agree({ ...standing, last_offer_cents: ask }, ask);
  }
  const offer = offered === null ? standing.last_offer_cents : Math.max(offered, standing.last_offer_cents ?? 0);
  const heard: Standing = { ...standing, last_offer_cents: offer };
  if (standing.final) {
    return standing.counters === 3 ? lastWord(heard, ask) : standingPrice(terms, heard, "hold");
  }

  const third = standing.counters === 2;
  if (offered !== null && offered >= reserve) {
    const nearList = offered * 100 >= list * (100 - policy.near_list_percent);
    const nearAsk = third && offered * 100 >= ask * policy.final_accept_percent;
    if (nearList || nearAsk) return agree(heard, offered);
  }

  const step = Math.min(standing.counters, 2) as 0 | 1 | 2;
  const basis = Math.min(ask, Math.max(offer ?? 0, Math.ceil(list / 2)));
  let counter = roundUpNicely(ask - (policy.k[tone][step] * (ask - basis)) / 100);
  // Where rounding swallows the step, one unit is the step.
  if (counter >= ask) counter = ask - niceUnit(ask);
  if (offered !== null && offered >= reserve && counter <= offered) return agree(heard, offered);
  // A counter that reaches the reserve is the last: promising to come closer would not be true, and the
  // lowest price is never named before the final offer.
  if (third || counter <= reserve) return lastWord(heard, Math.max(reserve, counter));
  const counters = standing.counters + 1;
  return {
    standing: { ...heard, counters, ask_cents: counter },
    act: { kind: "counter", amount_cents: counter, counter_no: counters === 1 ? 1 : 2 },
  };
}
