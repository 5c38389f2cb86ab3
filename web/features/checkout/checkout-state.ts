/**
 * State machine of the checkout, without clock, network and React: the same steps for an item, a cart and a bundle.
 * `use-checkout.ts` carries out its decisions.
 */
import type { CheckoutMethod } from "#contract/checkout";
import { MESSAGES } from "#contract/copy";
import type { PaymentMethod } from "#contract/items";
import type { Coin } from "#domain/payments/crypto-coins";
import { formatDateTime } from "../../lib/format.ts";
import type { Terms } from "./api.ts";
import { changesBetween, type Offer, withTime } from "./offer.ts";
import type { Placed } from "./placed.ts";

/** In `pay` the order exists and awaits its payment; in `done` there is nothing left to do here. */
export type StepKey = "pickup" | "method" | "review" | "pay";

export const STEP_LABELS: Record<StepKey, string> = {
  pickup: "Pickup",
  method: "Payment method",
  review: "Review",
  pay: "Pay",
};

/** Why the checkout cannot go on; shown until the buyer changes something. */
export interface Problem {
  title: string;
  description: string;
}

export interface CheckoutState {
  stage: "opening" | "steps" | "pay" | "done";
  busy: null | "saving" | "placing" | "holding";
  /** The hold has ended. All input stays, so that the buyer can continue after holding again. */
  lapsed: boolean;
  offer: Offer | null;
  step: Exclude<StepKey, "pay">;
  acknowledged: boolean;
  method: PaymentMethod | null;
  coin: Coin | null;
  problem: Problem | null;
  /** What has changed since the buyer saw the offer (D17), a sentence each. */
  changes: readonly string[];
  /** One idempotency key per set of terms until the server answers, so that a retry after a lost reply is safe (D17). */
  attempt: { key: string; terms: Terms } | null;
  placed: Placed | null;
}

export const initialCheckout: CheckoutState = {
  stage: "opening",
  busy: null,
  lapsed: false,
  offer: null,
  step: "pickup",
  acknowledged: false,
  method: null,
  coin: null,
  problem: null,
  changes: [],
  attempt: null,
  placed: null,
};

export type CheckoutAction =
  | { type: "reset" }
  | { type: "opened"; offer: Offer; preferred?: PaymentMethod | undefined }
  | { type: "busy"; with: NonNullable<CheckoutState["busy"]> }
  | { type: "failed" }
  | { type: "lapsed" }
  | { type: "held_again"; offer: Offer }
  | { type: "acknowledge"; ticked: boolean }
  | { type: "acknowledged"; offer: Offer }
  | { type: "choose_time"; itemId: string; from: number }
  | { type: "choose_method"; method: PaymentMethod }
  | { type: "choose_coin"; coin: Coin }
  | { type: "next" }
  | { type: "back" }
  | { type: "problem"; problem: Problem }
  | { type: "attempt"; attempt: NonNullable<CheckoutState["attempt"]> }
  | { type: "answered" }
  | { type: "changed"; offer: Offer }
  | { type: "placed"; placed: Placed };

/** Returns the steps of this purchase: only those that apply. */
export function stepsOf(offer: Pick<Offer, "amount">, method: PaymentMethod | null = null): StepKey[] {
  if (offer.amount === 0) return ["pickup", "review"];
  // The buyer pays cash at pick-up.
  return method === "cash" ? ["pickup", "method", "review"] : ["pickup", "method", "review", "pay"];
}

/** Returns the step on screen; after the last one, the last one. */
export function currentStep(state: CheckoutState): StepKey {
  return state.stage === "pay" ? "pay" : state.step;
}

/**
 * Changed bank details are withheld for a day, so that someone who takes over an account cannot redirect payments
 * (A66).
 */
const noBankDetails = (from: number | null) =>
  from === null
    ? "The seller has removed their bank details. Choose another method, or try again later."
    : `The seller has changed their bank details. To protect you both, you can pay to the new account from ${formatDateTime(from)}.`;

/** Returns why Next is blocked, with the specified texts; null when it is not. */
export function blockedBy({ step, acknowledged, method, coin, offer }: CheckoutState): Problem | null {
  if (step === "pickup" && !acknowledged) {
    return { title: "Collection Required", description: MESSAGES.acknowledge };
  }
  if (step !== "method" || offer === null) return null;
  if (method === null) return { title: "Payment Method Required", description: MESSAGES.methodRequired };
  if (method === "crypto" && coin === null) {
    return { title: "Cryptocurrency Required", description: MESSAGES.coinRequired };
  }
  if (method === "bank_transfer" && offer.no_bank_details) {
    return { title: MESSAGES.bankDetailsMissing, description: noBankDetails(offer.no_bank_details.available_from) };
  }
  return null;
}

/** Whether Back is possible: from step 2, not while a request is pending, and not after the order was placed. */
export function canGoBack(state: CheckoutState): boolean {
  return state.stage === "steps" && state.busy === null && !state.lapsed && state.step !== "pickup";
}

function neighbour({ offer, step }: CheckoutState, by: 1 | -1): CheckoutState["step"] {
  const steps = stepsOf({ amount: offer?.amount ?? 0 }).filter((key) => key !== "pay");
  return steps[steps.indexOf(step) + by] ?? step;
}

/** The only choice is made for the buyer. */
const only = <T>(options: readonly T[]): T | null => (options.length === 1 ? (options[0] ?? null) : null);

/** Stores an offer and keeps the choices that still apply. */
function withChoices(state: CheckoutState, offer: Offer): CheckoutState {
  const method = state.method !== null && offer.methods.includes(state.method) ? state.method : only(offer.methods);
  const coin = state.coin !== null && offer.coins.includes(state.coin) ? state.coin : only(offer.coins);
  return { ...state, offer, method, coin };
}

/**
 * Stores a fresh offer. A new pickup date or place needs a new acknowledgement, and a method or coin that is no longer
 * offered must be chosen again.
 */
function withOffer(before: CheckoutState, offer: Offer): CheckoutState {
  const { texts, pickup } = before.offer ? changesBetween(before.offer, offer) : { texts: [], pickup: false };
  const state = withChoices(before, offer);
  const next = {
    ...state,
    changes: texts,
    problem: null,
    attempt: null,
    busy: null,
    acknowledged: state.acknowledged && !pickup,
  };
  const free = offer.amount === 0;
  if (pickup || (before.offer !== null && free !== (before.offer.amount === 0))) return { ...next, step: "pickup" };
  return next.step === "review" && !free && blockedBy({ ...next, step: "method" }) ? { ...next, step: "method" } : next;
}

/** Returns the next state of the checkout. */
export function checkoutReducer(state: CheckoutState, action: CheckoutAction): CheckoutState {
  switch (action.type) {
    case "reset":
      return initialCheckout;
    case "opened": {
      const { offer, preferred = null } = action;
      const opened = {
        ...initialCheckout,
        method: preferred,
        stage: "steps",
        acknowledged: offer.acknowledged,
      } as const;
      return withChoices(opened, offer);
    }
    case "busy":
      return { ...state, busy: action.with };
    case "failed":
      return { ...state, busy: null };
    case "lapsed":
      return state.stage === "steps" ? { ...state, busy: null, lapsed: true } : state;
    case "held_again":
      return { ...withOffer(state, action.offer), lapsed: false };
    case "acknowledge":
      return { ...state, acknowledged: action.ticked, problem: null };
    case "acknowledged": {
      // The chosen time is no longer offered, so the buyer chooses again.
      const isGone = state.offer !== null && changesBetween(state.offer, action.offer).pickup;
      return isGone ? withOffer(state, action.offer) : { ...withChoices(state, action.offer), busy: null };
    }
    case "choose_time":
      return {
        ...state,
        offer: state.offer && withTime(state.offer, action.itemId, action.from),
        problem: null,
      };
    case "choose_method":
      return { ...state, method: action.method, problem: null };
    case "choose_coin":
      return { ...state, coin: action.coin, problem: null };
    case "next": {
      const problem = blockedBy(state);
      if (problem !== null) return { ...state, problem };
      return { ...state, busy: null, problem: null, changes: [], step: neighbour(state, 1) };
    }
    case "back":
      return canGoBack(state) ? { ...state, problem: null, step: neighbour(state, -1) } : state;
    case "problem":
      return { ...state, busy: null, attempt: null, step: "method", problem: action.problem };
    case "attempt":
      return { ...state, attempt: action.attempt, busy: "placing" };
    case "answered":
      return { ...state, attempt: null, busy: null };
    case "changed":
      return withOffer(state, action.offer);
    case "placed": {
      const stage = action.placed.status === "awaiting_payment" ? "pay" : "done";
      const over = { busy: null, lapsed: false, attempt: null, problem: null, changes: [] };
      return { ...state, ...over, stage, placed: action.placed };
    }
  }
}

/** Returns what the buyer confirms at the review; null while a choice is missing. */
export function termsOf({ offer, method, coin }: CheckoutState, buyerId: string): Terms | null {
  if (offer === null) return null;
  const chosen: CheckoutMethod | null = offer.amount === 0 ? "free" : method;
  return chosen && { offer, method: chosen, coin: chosen === "crypto" ? coin : null, buyerId };
}

/** Returns the attempt for these terms: the unanswered one if they are the same, otherwise one with a fresh key. */
export function attemptFor(
  { attempt }: Pick<CheckoutState, "attempt">,
  terms: Terms,
  freshKey: () => string,
): NonNullable<CheckoutState["attempt"]> {
  const text = ({ offer, ...rest }: Terms) =>
    JSON.stringify({
      ...rest,
      amount: offer.amount,
      items: offer.lines.map((one) => [one.item_id, one.collection_date]),
    });
  return attempt !== null && text(attempt.terms) === text(terms) ? attempt : { key: freshKey(), terms };
}
