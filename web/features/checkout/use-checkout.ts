import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import { createStore, useStore } from "zustand";
import { MESSAGES } from "#contract/copy";
import type { PaymentMethod } from "#contract/items";
import { holdLength } from "#domain/holds/hold-length";
import type { Coin } from "#domain/payments/crypto-coins";
import { ApiError, newIdempotencyKey } from "../../lib/api-client.ts";
import { toast } from "../../ui/toast.tsx";
import type { CardEntryHandle } from "../payments/index.ts";
import type { CheckoutCalls } from "./api.ts";
import {
  attemptFor,
  blockedBy,
  type CheckoutAction,
  type CheckoutState,
  checkoutReducer,
  initialCheckout,
  nextStep,
  type Problem,
  type StepKey,
  termsOf,
} from "./checkout-state.ts";
import type { Offer } from "./offer.ts";
import type { Placed } from "./placed.ts";
import { bundleRefusal, openRefusal, PAYMENT_INITIATED, purchaseFailed, purchaseFailure } from "./refusals.ts";

export interface Checkout {
  state: CheckoutState;
  acknowledge: (ticked: boolean) => void;
  chooseTime: (itemId: string, from: number) => void;
  choose: (method: PaymentMethod) => void;
  chooseCoin: (coin: Coin) => void;
  typeHash: (hash: string) => void;
  next: () => Promise<void>;
  back: () => void;
  lapse: () => void;
  holdAgain: () => Promise<void>;
  place: (buyerId: string) => Promise<void>;
  report: () => Promise<void>;
  paid: () => Promise<void>;
  /** The card was refused: another one may pay for the order. */
  declined: (problem: Problem) => void;
  /** Whether cards are charged; the demo charges none. */
  charges: boolean;
  /** The form of the card; null while it is not on screen, and in the demo. */
  cardForm: RefObject<CardEntryHandle | null>;
}

/** How long the checkout waits for an answer (ms) before it tells the buyer, who can then close it. */
const SLOW_MS = 8_000;
const AGAIN_MS = 1_000;
/** How often an unanswered purchase is sent in all: for some minutes. */
const TRIES = 40;

function isHoldLapsed(error: unknown): boolean {
  return error instanceof ApiError && (error.code === "hold_expired" || error.code === "not_holder");
}

interface Outside {
  /** Called when there is nothing left to buy, after the toast was shown. */
  onRefused: (error: unknown) => void;
  afterPurchase: () => void;
  /** The checkout is on screen. */
  open: boolean;
}

/** Carries out the decisions of the state machine: API calls and toasts, no rendering. */
function createCheckout(calls: CheckoutCalls, outside: { current: Outside }) {
  const store = createStore<CheckoutState>(() => initialCheckout);
  const dispatch = (action: CheckoutAction) => store.setState((state) => checkoutReducer(state, action), true);
  const now = () => store.getState();
  const cardForm: RefObject<CardEntryHandle | null> = { current: null };

  function lapse() {
    if (now().stage !== "steps" || now().lapsed || now().placed !== null) return;
    calls.forget();
    dispatch({ type: "lapsed" });
  }

  async function next() {
    const { busy, lapsed, step, offer, method } = now();
    if (busy !== null || lapsed || offer === null) return;
    // Nothing may be awaited before it: a wallet opens only in response to the press.
    if (step === "details" && method === "stripe" && calls.charges) return readCard();
    if (blockedBy(now()) !== null) return dispatch({ type: "next" });
    if (step === "pickup" && !offer.acknowledged) {
      dispatch({ type: "busy", with: "saving" });
      try {
        dispatch({ type: "acknowledged", offer: await calls.acknowledge(offer) });
      } catch (error) {
        const failure = purchaseFailure(error, offer.of);
        if (failure !== "unanswered" && failure !== "refused") return failed(error, offer);
        dispatch({ type: "failed" });
        const description =
          error instanceof ApiError ? error.message : "We couldn't save your agreement. Please try again.";
        toast({ title: "Error", description, variant: "destructive" });
        return;
      }
      if (now().changes.length > 0) return;
    }
    if (await showPayment(nextStep(now()))) dispatch({ type: "next" });
  }

  /** The form says itself what is missing. */
  async function readCard() {
    const entered = cardForm.current?.ready() ?? Promise.resolve(null);
    dispatch({ type: "busy", with: "saving" });
    const card = await entered.catch(() => null);
    dispatch(card === null ? { type: "failed" } : { type: "card", card });
  }

  /** Holds what is to be held, and reads where to pay, before a step that shows it (D8, D76). */
  async function showPayment(step: StepKey): Promise<boolean> {
    const { offer, method, coin, bank } = now();
    if (offer === null || step === "pickup" || step === "method" || offer.amount === 0) return true;
    dispatch({ type: "busy", with: "saving" });
    try {
      if (calls.hold && offer.until === null) dispatch({ type: "held", offer: await calls.hold(offer) });
      const held = now().offer ?? offer;
      if (step === "details" && method === "bank_transfer" && bank === null && held.no_bank_details === null) {
        dispatch({ type: "bank", bank: await calls.bankDetails(held) });
      }
      if (step === "crypto" && coin !== null) dispatch({ type: "crypto", crypto: await calls.quote(held, coin) });
      dispatch({ type: "failed" });
      return true;
    } catch (error) {
      await failed(error, offer);
      return false;
    }
  }

  async function holdAgain() {
    const { busy, offer: before } = now();
    if (busy !== null || before === null) return;
    dispatch({ type: "busy", with: "holding" });
    try {
      if (await unansweredAttemptWentThrough()) return;
      const offer = await calls.holdAgain(before);
      dispatch({ type: "held_again", offer });
      // The acknowledgement belonged to the old hold; record it for the new one.
      if (now().acknowledged && !offer.acknowledged) {
        dispatch({ type: "acknowledged", offer: await calls.acknowledge(offer) });
      }
      const { step } = now();
      if (step === "details" || step === "crypto" || step === "confirm") {
        await showPayment(now().method === "bank_transfer" ? "details" : step);
      }
      const what = offer.lines.length === 1 ? "it" : "them";
      const description = `We're holding ${what} for you for another ${holdLength(offer.held_ms)}.`;
      toast({ title: "Item Reserved", description });
    } catch (error) {
      dispatch({ type: "failed" });
      toast(openRefusal(error));
    }
  }

  function finish(placed: Placed) {
    calls.forget();
    dispatch({ type: "placed", placed });
    if (!outside.current.open) {
      toast({ title: "Order placed", description: "Your purchase went through. You'll find it in My orders." });
    } else if (placed.status === "waiting_for_seller") {
      toast({ title: "Payment Initiated", description: PAYMENT_INITIATED });
    }
    outside.current.afterPurchase();
  }

  /**
   * A purchase whose reply was lost may have used up the hold. Repeating it with the same key returns the lost reply.
   */
  async function unansweredAttemptWentThrough(): Promise<boolean> {
    const { attempt } = now();
    if (attempt === null) return false;
    try {
      finish(await calls.place(attempt.terms, attempt.key));
      return true;
    } catch {
      return false;
    }
  }

  async function showChanges(error: unknown, before: Offer) {
    try {
      dispatch({ type: "changed", offer: await calls.refresh(before) });
      const { step, changes, method } = now();
      if (step !== "pickup" && step !== "method" && changes.length === 0)
        toast(purchaseFailed(error, before.of, method ?? "free"));
    } catch (again) {
      if (isHoldLapsed(again)) lapse();
      else dispatch({ type: "answered" });
      toast(purchaseFailed(error, before.of, now().method ?? "free"));
    }
  }

  async function failed(error: unknown, offer: Offer) {
    const failure = purchaseFailure(error, offer.of);
    const problem = error instanceof ApiError ? error : null;
    if (failure === "changed") return showChanges(error, offer);
    // A free item has no other method to choose.
    if (failure === "limit" && offer.amount > 0) {
      const description = problem?.message ?? "";
      return dispatch({ type: "problem", problem: { title: "Finish another payment first", description } });
    }
    if (failure === "hash") {
      const description = problem?.message ?? MESSAGES.txHashInvalid;
      return dispatch({
        type: "problem",
        step: "crypto",
        problem: { title: "Check the transaction hash", description },
      });
    }
    const orderId = problem?.details.order_id;
    if (failure === "ordered" && orderId !== undefined) {
      const placed = await calls.find(orderId).catch(() => null);
      if (placed) return finish(placed);
    }
    dispatch({ type: failure === "unanswered" ? "failed" : "answered" });
    if (failure === "lapsed") return lapse();
    toast(purchaseFailed(error, offer.of, now().method ?? "free"));
    if (failure === "gone" && outside.current.open) outside.current.onRefused(error);
  }

  async function place(buyerId: string) {
    const terms = termsOf(now(), buyerId);
    const { busy, lapsed, placed } = now();
    // The order exists since an earlier card was refused.
    if (placed !== null && busy === null) return dispatch({ type: "placed", placed });
    // Coins that were sent count even when the hold has ended.
    if (terms === null || busy !== null || (lapsed && terms.txHash === null)) return;
    const attempt = attemptFor(now(), terms, newIdempotencyKey);
    dispatch({ type: "attempt", attempt });
    const slow = setTimeout(() => now().busy === "placing" && dispatch({ type: "busy", with: "checking" }), SLOW_MS);
    try {
      await ask(attempt);
    } finally {
      clearTimeout(slow);
    }
  }

  /**
   * Sends the purchase, and again with the same key while no answer comes: an order that may exist is not called
   * failed. It goes on after the buyer has closed the checkout, until it is opened anew.
   */
  async function ask(attempt: NonNullable<CheckoutState["attempt"]>) {
    for (let tries = 1; ; tries++) {
      try {
        const placed = await calls.place(attempt.terms, attempt.key);
        if (now().attempt === attempt) finish(placed);
        return;
      } catch (error) {
        if (now().attempt !== attempt) return;
        const unknown = error instanceof ApiError && error.code === "offline";
        if (!unknown || tries === TRIES) return failed(error, attempt.terms.offer);
      }
      await new Promise((resolve) => setTimeout(resolve, tries === 1 ? AGAIN_MS : 5 * AGAIN_MS));
      if (tries > 1 && now().busy === "placing") dispatch({ type: "busy", with: "checking" });
    }
  }

  /** Rejects when the payment could not be reported, so that the form can say why. */
  async function report() {
    const { placed } = now();
    if (placed === null) return;
    finish(await calls.report(placed));
  }

  /** The card has paid. Items of a purchase that were gone by then are refunded, so the status is read again. */
  async function paid() {
    const { placed } = now();
    if (placed === null) return;
    const read = placed.unpaid_order === null ? null : await calls.find(placed.unpaid_order).catch(() => null);
    // The list of orders may be a moment behind; the card form must not appear again.
    const status = read === null || read.status === "awaiting_payment" ? "paid" : read.status;
    dispatch({ type: "placed", placed: { ...placed, status } });
  }

  return {
    store,
    dispatch,
    cardForm,
    actions: {
      acknowledge: (ticked: boolean) => dispatch({ type: "acknowledge", ticked }),
      chooseTime: (itemId: string, from: number) => dispatch({ type: "choose_time", itemId, from }),
      choose: (method: PaymentMethod) => dispatch({ type: "choose_method", method }),
      chooseCoin: (coin: Coin) => dispatch({ type: "choose_coin", coin }),
      typeHash: (hash: string) => dispatch({ type: "type_hash", hash }),
      next,
      back: () => dispatch({ type: "back" }),
      // Ignored while a purchase is pending, because the server decides whether the hold was still valid.
      lapse: () => {
        if (now().busy !== "placing" && now().busy !== "checking") lapse();
      },
      holdAgain,
      place,
      report,
      paid,
      declined: (problem: Problem) => dispatch({ type: "declined", problem }),
    },
  };
}

interface CheckoutOptions {
  calls: CheckoutCalls;
  /** False while the dialog is closed: nothing is held. */
  active: boolean;
  onRefused: (error: unknown) => void;
  preferredMethod?: PaymentMethod | undefined;
}

/** Opens the checkout while `active`, and leaves it when the buyer closes it without an order. */
export function useCheckout({ calls, active, onRefused, preferredMethod }: CheckoutOptions): Checkout {
  const client = useQueryClient();
  // A purchase changes the item, every grid that shows it and the buyer's orders, so all queries are invalidated.
  const outside = useRef<Outside>({ onRefused, afterPurchase: () => void client.invalidateQueries(), open: active });
  const [checkout] = useState(() => createCheckout(calls, outside));
  const state = useStore(checkout.store);
  useEffect(() => {
    outside.current = { ...outside.current, onRefused, open: active };
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: takes the hold on opening, not for another preference
  useEffect(() => {
    if (!active) return;
    let left = false;
    checkout.dispatch({ type: "reset" });
    calls.open().then(
      (offer) => {
        if (left) return;
        checkout.dispatch({ type: "opened", offer, preferred: preferredMethod });
        if (offer.of.kind === "item") {
          const description = `We're holding it for you for ${holdLength(offer.held_ms)}.`;
          toast({ title: "Item Reserved", description });
        }
      },
      (error: unknown) => {
        if (left) return;
        toast(calls.kind === "bundle" ? bundleRefusal(error) : openRefusal(error));
        outside.current.onRefused(error);
      },
    );
    const drop = () => {
      calls.leave(true);
      // A page restored from the back/forward cache no longer has the hold of an item.
      if (calls.kind === "item") checkout.actions.lapse();
    };
    window.addEventListener("pagehide", drop);
    return () => {
      left = true;
      window.removeEventListener("pagehide", drop);
      outside.current.open = false;
      calls.leave(false);
    };
  }, [active, calls, checkout, outside]);

  return { state, cardForm: checkout.cardForm, charges: calls.charges, ...checkout.actions };
}
