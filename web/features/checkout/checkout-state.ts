/**
 * State machine of the checkout wizard, without clock, network and React. `use-checkout.ts` carries out its decisions.
 */
import type { CheckoutMethod, CheckoutView, CreateTransactionInput, PaymentDetailsReply } from "#contract/checkout";
import { MESSAGES } from "#contract/copy";
import type { PaymentMethod } from "#contract/items";
import type { ReadyCard } from "../payments/index.ts";
import {
  applicableCrypto,
  type CryptoAction,
  type CryptoEntry,
  cryptoBlock,
  cryptoPayload,
  cryptoReducer,
  noCrypto,
} from "./crypto-state.ts";

export const STEPS = ["collection", "method", "details", "transfer", "confirm"] as const;
export type StepKey = (typeof STEPS)[number];

export const STEP_LABELS: Record<StepKey, string> = {
  collection: "Collection",
  method: "Payment",
  details: "Details",
  transfer: "Crypto",
  confirm: "Confirm",
};

/** Values whose changes during the checkout are shown to the buyer (D17). */
export type ChangedValue = "amount" | "collection_date" | "collection_summary";
export interface ValueChange {
  value: ChangedValue;
  before: CheckoutView;
  after: CheckoutView;
}

export interface Placed {
  order_id: string;
  /** Null when the order already existed and only its id is known. */
  payment_deadline: number | null;
  awaits_seller: boolean;
  awaits_card: boolean;
}

export interface DetailsFailure {
  reason: string;
  /** Too many of the buyer's payments wait for sellers (A47). A retry does not help; the reason says what does. */
  limit: boolean;
}

export interface CheckoutState {
  stage: "opening" | "steps" | "done";
  busy: null | "acknowledging" | "revealing" | "reading_card" | "paying" | "holding";
  /** The hold has ended. All input stays, so that the buyer can continue after holding the item again. */
  lapsed: boolean;
  view: CheckoutView | null;
  step: StepKey;
  acknowledged: boolean;
  method: PaymentMethod | null;
  details: PaymentDetailsReply | null;
  /** Why the bank details could not be loaded; the reason is empty when it is unknown. */
  detailsFailure: DetailsFailure | null;
  /** The earlier payment reference, when holding the item again brought a different one. */
  replacedReference: string | null;
  sent: boolean;
  /** The card entered in step 3; charged once the order exists. */
  card: ReadyCard | null;
  crypto: CryptoEntry;
  changes: ValueChange[];
  /**
   * One idempotency key per request body until the server answers, so that a retry after a lost reply is safe (D17).
   */
  attempt: { key: string; payload: CreateTransactionInput } | null;
  placed: Placed | null;
}

export const initialCheckout: CheckoutState = {
  stage: "opening",
  busy: null,
  lapsed: false,
  view: null,
  step: "collection",
  acknowledged: false,
  method: null,
  details: null,
  detailsFailure: null,
  replacedReference: null,
  sent: false,
  card: null,
  crypto: noCrypto,
  changes: [],
  attempt: null,
  placed: null,
};

export type CheckoutAction =
  | { type: "reset" }
  | { type: "opened"; view: CheckoutView }
  | { type: "busy"; with: NonNullable<CheckoutState["busy"]> }
  | { type: "failed" }
  | { type: "lapsed" }
  | { type: "held_again"; view: CheckoutView }
  | { type: "tick_acknowledgement"; ticked: boolean }
  | { type: "acknowledged"; view: CheckoutView }
  | { type: "choose_method"; method: PaymentMethod }
  | { type: "next" }
  | { type: "back" }
  | { type: "details"; details: PaymentDetailsReply }
  | { type: "details_failed"; failure: DetailsFailure }
  | { type: "tick_sent"; ticked: boolean }
  | { type: "card"; card: ReadyCard | null }
  | { type: "card_paid" }
  | CryptoAction
  | { type: "attempt"; attempt: NonNullable<CheckoutState["attempt"]> }
  | { type: "answered" }
  | { type: "values_changed"; view: CheckoutView }
  | { type: "placed"; placed: Placed };

/** Returns the steps of this purchase in order, without those that do not apply. */
export function applicableSteps(isFree: boolean, method: PaymentMethod | null): StepKey[] {
  if (isFree) return ["collection", "confirm"];
  return method === "crypto" ? [...STEPS] : ["collection", "method", "details", "confirm"];
}

export interface StepMark {
  key: StepKey;
  label: string;
  mark: "done" | "current" | "todo" | "skipped";
}

/** Returns the steps for the stepper: five for a paid item, one of them possibly skipped; two for a free one. */
export function stepMarks(state: CheckoutState): StepMark[] {
  const isFree = state.view?.is_free ?? false;
  const path = applicableSteps(isFree, state.method);
  const shown: readonly StepKey[] = isFree ? path : STEPS;
  const at = STEPS.indexOf(state.step);
  return shown.map((key) => {
    const index = STEPS.indexOf(key);
    const label = STEP_LABELS[key];
    if (!path.includes(key)) return { key, label, mark: "skipped" };
    if (state.stage === "done" || index < at) return { key, label, mark: "done" };
    return { key, label, mark: index === at ? "current" : "todo" };
  });
}

/** Returns why Next is blocked, as the specified toast; null when it is not. */
export function blockedBy(state: CheckoutState): { title: string; description: string } | null {
  if (state.step === "collection" && !state.acknowledged) {
    return { title: "Collection Required", description: MESSAGES.acknowledge };
  }
  if (state.step === "method" && state.method === null) {
    return { title: "Payment Method Required", description: MESSAGES.methodRequired };
  }
  if (state.step === "details" && state.method === "bank_transfer" && !state.details?.bank_details) {
    if (state.detailsFailure?.limit) {
      return { title: "Finish another payment first", description: state.detailsFailure.reason };
    }
    return {
      title: MESSAGES.bankDetailsMissing,
      description: "You need the seller's bank details to continue. Choose another method or try again later.",
    };
  }
  if (state.method === "crypto" && (state.step === "details" || state.step === "transfer")) {
    return cryptoBlock(state.step, state.crypto);
  }
  return null;
}

/** Whether Back is possible: from step 2, not while a request is pending, and not after the order was placed. */
export function canGoBack(state: CheckoutState): boolean {
  return state.stage === "steps" && state.busy === null && !state.lapsed && state.step !== "collection";
}

function neighbour(state: CheckoutState, by: 1 | -1): StepKey {
  const path = applicableSteps(state.view?.is_free ?? false, state.method);
  return path[path.indexOf(state.step) + by] ?? state.step;
}

function changesBetween(before: CheckoutView | null, after: CheckoutView): ValueChange[] {
  if (before === null) return [];
  const changed: Record<ChangedValue, boolean> = {
    amount: before.amount !== after.amount,
    collection_date: before.collection_date !== after.collection_date,
    collection_summary: before.collection_summary !== after.collection_summary,
  };
  return (Object.keys(changed) as ChangedValue[])
    .filter((value) => changed[value])
    .map((value) => ({ value, before, after }));
}

/**
 * Stores a fresh view. The buyer's choices stay only if they still apply: a new collection date or place needs a new
 * acknowledgement, and a method that is no longer offered must be chosen again.
 */
function withView(state: CheckoutState, view: CheckoutView): CheckoutState {
  const changes = changesBetween(state.view, view);
  const collectionChanged = changes.some((change) => change.value !== "amount");
  const methodGone = state.method !== null && !view.methods.includes(state.method);
  const crypto = applicableCrypto(state.crypto, view);
  const coinGone = state.method === "crypto" && state.crypto.coin !== null && crypto.coin === null;
  // A card entered through Apple Pay or Google Pay was authorised for the old price.
  const cardGone = state.card !== null && changes.some((change) => change.value === "amount");
  const freeChanged = state.view !== null && state.view.is_free !== view.is_free;
  const next: CheckoutState = {
    ...state,
    view,
    changes,
    method: methodGone ? null : state.method,
    details: methodGone || !state.details ? null : { ...state.details, amount: view.amount },
    detailsFailure: null,
    card: cardGone ? null : state.card,
    crypto: methodGone ? noCrypto : crypto,
    acknowledged: state.acknowledged && !collectionChanged,
  };
  if (collectionChanged || freeChanged) return { ...next, step: "collection" };
  if (methodGone && state.step !== "collection") return { ...next, step: "method" };
  if (cardGone && state.step === "confirm") return { ...next, step: "details" };
  if (coinGone && (state.step === "transfer" || state.step === "confirm")) return { ...next, step: "details" };
  // A changed crypto amount must be shown again before the buyer sends it.
  if (state.crypto.quote !== null && crypto.quote === null && state.step === "confirm") {
    return { ...next, step: "transfer" };
  }
  return next;
}

/** Returns the next state of the wizard. */
export function checkoutReducer(state: CheckoutState, action: CheckoutAction): CheckoutState {
  switch (action.type) {
    case "reset":
      return initialCheckout;
    case "opened":
      return { ...initialCheckout, stage: "steps", view: action.view, acknowledged: action.view.acknowledged };
    case "busy":
      return { ...state, busy: action.with };
    case "failed":
      return { ...state, busy: null };
    case "lapsed":
      return state.stage === "steps" ? { ...state, busy: null, lapsed: true } : state;
    case "held_again":
      return { ...withView(state, action.view), busy: null, lapsed: false, attempt: null };
    case "tick_acknowledgement":
      return { ...state, acknowledged: action.ticked };
    case "acknowledged":
      return { ...state, view: action.view, busy: null };
    case "choose_method":
      if (action.method === state.method) return state;
      return {
        ...state,
        method: action.method,
        details: null,
        detailsFailure: null,
        sent: false,
        card: null,
        crypto: noCrypto,
      };
    case "next":
      if (blockedBy(state) !== null) return state;
      return { ...state, busy: null, step: neighbour(state, 1), changes: [] };
    case "back":
      return canGoBack(state) ? { ...state, step: neighbour(state, -1) } : state;
    case "details": {
      const before = state.details?.reference_number ?? null;
      const replaced = before !== null && before !== action.details.reference_number;
      return {
        ...state,
        busy: null,
        details: action.details,
        detailsFailure: null,
        replacedReference: replaced ? before : state.replacedReference,
        // The buyer confirmed sending with the old reference and must confirm again with the new one.
        sent: replaced ? false : state.sent,
      };
    }
    case "details_failed":
      return {
        ...state,
        busy: null,
        detailsFailure: action.failure,
        details: null,
        replacedReference: state.details?.reference_number ?? state.replacedReference,
        sent: false,
        step: state.step === "confirm" ? "details" : state.step,
      };
    case "tick_sent":
      return { ...state, sent: action.ticked };
    case "card":
      return { ...state, busy: null, card: action.card };
    case "card_paid":
      return state.placed ? { ...state, card: null, placed: { ...state.placed, awaits_card: false } } : state;
    case "choose_coin":
    case "tx_hash":
      return { ...state, crypto: cryptoReducer(state.crypto, action) };
    case "quote":
    case "quote_failed":
      return { ...state, busy: null, crypto: cryptoReducer(state.crypto, action) };
    case "attempt":
      return { ...state, attempt: action.attempt, busy: "paying" };
    case "answered":
      return { ...state, attempt: null, busy: null };
    case "values_changed":
      return { ...withView(state, action.view), attempt: null, busy: null };
    case "placed":
      return { ...state, stage: "done", busy: null, lapsed: false, placed: action.placed };
  }
}

/** Returns the body of POST /api/transactions. The reference is included only as evidence of a sent transfer (D31). */
export function transactionPayload(state: CheckoutState, buyerId: string): CreateTransactionInput | null {
  const { view } = state;
  if (view === null) return null;
  const paymentMethod: CheckoutMethod | null = view.is_free ? "free" : state.method;
  if (paymentMethod === null) return null;
  const evidence = paymentMethod === "bank_transfer" && state.sent ? state.details?.reference_number : undefined;
  return {
    itemId: view.item_id,
    buyerId,
    sellerId: view.seller_id,
    paymentMethod,
    paymentStatus: "pending",
    amount: view.amount,
    collectionDate: view.collection_date,
    ...(evidence !== undefined && { referenceNumber: evidence }),
    ...(paymentMethod === "crypto" && cryptoPayload(state.crypto)),
  };
}

/** Returns the attempt for this body: the unanswered one if the body is the same, otherwise one with a fresh key. */
export function attemptFor(
  state: CheckoutState,
  payload: CreateTransactionInput,
  freshKey: () => string,
): NonNullable<CheckoutState["attempt"]> {
  const same = state.attempt !== null && JSON.stringify(state.attempt.payload) === JSON.stringify(payload);
  return same && state.attempt ? state.attempt : { key: freshKey(), payload };
}
