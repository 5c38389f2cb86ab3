/**
 * State machine of the checkout, without clock, network and React: the same steps for an item, a cart and a bundle.
 * `use-checkout.ts` carries out its decisions.
 */
import type { CheckoutMethod } from "#contract/checkout";
import { MESSAGES } from "#contract/copy";
import type { PaymentMethod } from "#contract/items";
import { type Coin, normalTx } from "#domain/payments/crypto-coins";
import { formatDateTime } from "../../lib/format.ts";
import type { ReadyCard } from "../payments/index.ts";
import type { CoinTerms, Terms, TransferTerms } from "./api.ts";
import { changesBetween, type Offer, withTime } from "./offer.ts";
import type { Placed } from "./placed.ts";

/** The specified steps (D76). `details` is the chosen method's own step. */
export type StepKey = "pickup" | "method" | "details" | "crypto" | "confirm";

const LABELS: Record<Exclude<StepKey, "details">, string> = {
  pickup: "Collection Details",
  method: "Payment Method",
  crypto: "Crypto Payment",
  confirm: "Confirmation",
};

const DETAILS_LABELS: Partial<Record<PaymentMethod, string>> = {
  bank_transfer: "Bank Transfer",
  stripe: "Card Details",
  crypto: "Cryptocurrency",
};

/** Returns the name of a step, in the stepper and as its heading. */
export function stepLabel(step: StepKey, method: PaymentMethod | null): string {
  if (step !== "details") return LABELS[step];
  return (method && DETAILS_LABELS[method]) ?? "Payment Details";
}

/** Why the checkout cannot go on; shown until the buyer changes something. */
export interface Problem {
  title: string;
  description: string;
}

export interface CheckoutState {
  /** In `pay` the order exists and awaits its payment; in `done` there is nothing left to do here. */
  stage: "opening" | "steps" | "pay" | "done";
  /** `checking`: the purchase was sent, and nobody knows yet whether it went through. */
  busy: null | "saving" | "placing" | "checking" | "holding";
  /** The hold has ended. All input stays, so that the buyer can continue after holding again. */
  lapsed: boolean;
  offer: Offer | null;
  step: StepKey;
  acknowledged: boolean;
  method: PaymentMethod | null;
  coin: Coin | null;
  /** The method is that of the last purchase, or of the address: its step stands as done (D76). */
  knowsMethod: boolean;
  /** Where to transfer the money, once the buyer has agreed and chosen (D8). */
  bank: TransferTerms | null;
  /** Where to send the coins; shown during the payment hold. */
  crypto: CoinTerms | null;
  /** The transaction hash as typed. */
  hash: string;
  /** The entered card, to be charged by "Complete Purchase". */
  card: ReadyCard | null;
  /** The card form has been on screen: it stays mounted, because its provider forgets the card otherwise. */
  cardSeen: boolean;
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
  knowsMethod: false,
  bank: null,
  crypto: null,
  hash: "",
  card: null,
  cardSeen: false,
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
  | { type: "held"; offer: Offer }
  | { type: "bank"; bank: TransferTerms }
  | { type: "crypto"; crypto: CoinTerms }
  | { type: "type_hash"; hash: string }
  | { type: "card"; card: ReadyCard }
  | { type: "declined"; problem: Problem }
  | { type: "next" }
  | { type: "back" }
  | { type: "problem"; problem: Problem; step?: StepKey }
  | { type: "attempt"; attempt: NonNullable<CheckoutState["attempt"]> }
  | { type: "answered" }
  | { type: "changed"; offer: Offer }
  | { type: "placed"; placed: Placed };

/** Returns the steps of this purchase: only those that apply. The buyer pays cash at pickup. */
export function stepsOf({ amount }: Pick<Offer, "amount">, method: PaymentMethod | null = null): StepKey[] {
  if (amount === 0) return ["pickup", "confirm"];
  if (method === "cash") return ["pickup", "method", "confirm"];
  if (method === "crypto") return ["pickup", "method", "details", "crypto", "confirm"];
  return ["pickup", "method", "details", "confirm"];
}

/** Returns the step after the present one. Steps whose answer is known are passed over and stand as done (D76). */
export function nextStep({ offer, step, method, knowsMethod }: CheckoutState): StepKey {
  const known = (key: StepKey) =>
    (key === "method" && knowsMethod && method !== null) ||
    (key === "details" && method === "crypto" && offer?.coins.length === 1);
  const steps = stepsOf({ amount: offer?.amount ?? 0 }, method);
  return steps.slice(steps.indexOf(step) + 1).find((key) => !known(key)) ?? step;
}

/**
 * Changed bank details are withheld for a day, so that someone who takes over an account cannot redirect payments
 * (A66).
 */
export const noBankDetails = (from: number | null): Problem => ({
  title: MESSAGES.bankDetailsMissing,
  description:
    from === null
      ? "The seller removed their bank details while you were checking out. Choose another method."
      : `The seller has changed their bank details. To protect you both, you can pay to the new account from ${formatDateTime(from)}.`,
});

/** Returns why Next is blocked, with the specified texts; null when it is not. */
export function blockedBy({ step, acknowledged, method, coin, offer, hash }: CheckoutState): Problem | null {
  if (step === "pickup" && !acknowledged) {
    return { title: "Collection Required", description: MESSAGES.acknowledge };
  }
  if (step === "method" && method === null) {
    return { title: "Payment Method Required", description: MESSAGES.methodRequired };
  }
  if (step === "details" && method === "crypto" && coin === null) {
    return { title: "Cryptocurrency Required", description: MESSAGES.coinRequired };
  }
  if (step === "details" && method === "bank_transfer" && offer?.no_bank_details) {
    return noBankDetails(offer.no_bank_details.available_from);
  }
  if (step !== "crypto" || coin === null || normalTx(coin, hash) !== null) return null;
  return hash.trim() === ""
    ? { title: MESSAGES.txHashTitle, description: MESSAGES.txHashRequired }
    : { title: "Check the transaction hash", description: MESSAGES.txHashInvalid };
}

/** Whether Back is possible: from step 2, and not while a request is pending. An order keeps its method. */
export function canGoBack({ stage, busy, lapsed, step, placed }: CheckoutState): boolean {
  if (stage !== "steps" || busy !== null || lapsed) return false;
  return placed === null ? step !== "pickup" : step === "confirm";
}

function stepBefore({ offer, step, method }: CheckoutState): StepKey {
  const steps = stepsOf({ amount: offer?.amount ?? 0 }, method);
  return steps[steps.indexOf(step) - 1] ?? step;
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
  if (before.method === "bank_transfer" && !free && !offer.methods.includes("bank_transfer")) {
    return { ...next, bank: null, step: "method", problem: noBankDetails(null) };
  }
  if (pickup || (before.offer !== null && free !== (before.offer.amount === 0))) return { ...next, step: "pickup" };
  // A wallet, and a quote, were for the former price.
  const priced = before.offer?.amount === offer.amount ? next : { ...next, card: null, crypto: null };
  const kept = offer.no_bank_details === null ? priced : { ...priced, bank: null };
  return { ...kept, step: answeredUpTo(kept) };
}

/** Returns the step on screen, or the earliest one before it that has to be answered again. */
function answeredUpTo(state: CheckoutState): StepKey {
  const { offer, method, step, card, crypto } = state;
  const steps = stepsOf({ amount: offer?.amount ?? 0 }, method);
  const at = steps.indexOf(step);
  const open = steps.find(
    (key) =>
      (key === "method" && method === null) ||
      (key === "details" && method === "bank_transfer" && offer?.no_bank_details != null) ||
      (key === "details" && method === "stripe" && card === null) ||
      (key === "details" && method === "crypto" && crypto === null),
  );
  if (at < 0) return "method";
  return open !== undefined && steps.indexOf(open) < at ? open : step;
}

/** Returns the next state of the checkout. */
export function checkoutReducer(state: CheckoutState, action: CheckoutAction): CheckoutState {
  switch (action.type) {
    case "reset":
      return initialCheckout;
    case "opened": {
      const { offer, preferred = offer.last_method } = action;
      const opened = {
        ...initialCheckout,
        method: preferred,
        stage: "steps",
        acknowledged: offer.acknowledged,
      } as const;
      const state = withChoices(opened, offer);
      return { ...state, knowsMethod: preferred !== null && state.method === preferred };
    }
    case "busy":
      return { ...state, busy: action.with };
    case "failed":
      return { ...state, busy: null };
    case "lapsed":
      return state.stage === "steps" && state.placed === null ? { ...state, busy: null, lapsed: true } : state;
    case "held_again":
      // Bank details and their reference belong to a hold.
      return { ...withOffer({ ...state, bank: null }, action.offer), lapsed: false };
    case "held":
      return withChoices(state, action.offer);
    case "bank":
      return { ...state, bank: action.bank };
    case "crypto": {
      const { crypto } = action;
      // Showing where to pay has made it a payment hold.
      return { ...state, crypto, offer: state.offer && { ...state.offer, until: crypto.until } };
    }
    case "type_hash":
      return { ...state, hash: action.hash, problem: null };
    case "card":
      return { ...state, busy: null, problem: null, changes: [], card: action.card, step: "confirm" };
    case "declined":
      return { ...state, busy: null, stage: "steps", step: "details", card: null, problem: action.problem };
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
      const step = nextStep(state);
      const cardSeen = state.cardSeen || (step === "details" && state.method === "stripe");
      return { ...state, busy: null, problem: null, changes: [], step, cardSeen };
    }
    case "back":
      return canGoBack(state) ? { ...state, problem: null, step: stepBefore(state) } : state;
    case "problem":
      return { ...state, busy: null, attempt: null, step: action.step ?? "method", problem: action.problem };
    case "attempt":
      return { ...state, attempt: action.attempt, busy: "placing" };
    case "answered":
      return { ...state, attempt: null, busy: null };
    case "changed":
      return withOffer(state, action.offer);
    case "placed": {
      const stage = action.placed.status === "awaiting_payment" ? "pay" : "done";
      const over = { busy: null, lapsed: false, attempt: null, problem: null, changes: [], step: "confirm" } as const;
      return { ...state, ...over, stage, placed: action.placed };
    }
  }
}

/** Returns what the buyer confirms at the end; null while a choice is missing. */
export function termsOf({ offer, method, coin, hash }: CheckoutState, buyerId: string): Terms | null {
  if (offer === null) return null;
  const chosen: CheckoutMethod | null = offer.amount === 0 ? "free" : method;
  if (chosen !== "crypto") return chosen && { offer, method: chosen, coin: null, txHash: null, buyerId };
  return { offer, method: chosen, coin, txHash: coin && normalTx(coin, hash), buyerId };
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
