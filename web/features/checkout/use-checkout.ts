import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useState } from "react";
import { createStore, useStore } from "zustand";
import type { CheckoutView, TransactionView } from "#contract/checkout";
import type { PaymentMethod } from "#contract/items";
import { holdLength } from "#domain/holds/hold-length";
import type { Coin } from "#domain/payments/crypto-coins";
import { ApiError, newIdempotencyKey } from "../../lib/api-client.ts";
import { toast } from "../../ui/toast.tsx";
import type { CardEntryHandle } from "../payments/index.ts";
import { type CheckoutCalls, SERVICE_CALLS } from "./api.ts";
import { forgetHold, releaseHold, releaseHoldOnUnload, takeHold } from "./checkout-hold.ts";
import {
  attemptFor,
  blockedBy,
  type CheckoutAction,
  type CheckoutState,
  checkoutReducer,
  initialCheckout,
  type Placed,
  transactionPayload,
} from "./checkout-state.ts";
import { detailsFailure, paymentFailure, purchaseFailed, reserveRefusal } from "./refusals.ts";

const timeLeft = ({ reserved_until, server_now }: CheckoutView) => holdLength(reserved_until - server_now);

export interface Checkout {
  state: CheckoutState;
  acknowledge: (ticked: boolean) => void;
  choose: (method: PaymentMethod) => void;
  tickSent: (ticked: boolean) => void;
  /** The card form of step 3, while it is mounted. */
  cardEntry: RefObject<CardEntryHandle | null>;
  changeCard: () => void;
  cardPaid: () => void;
  next: () => Promise<void>;
  back: () => void;
  reveal: () => Promise<void>;
  chooseCoin: (coin: Coin) => void;
  typeHash: (text: string) => void;
  quote: () => Promise<void>;
  holdAgain: () => Promise<void>;
  lapse: () => void;
  pay: (buyerId: string) => Promise<void>;
}

function isHoldLapsed(error: unknown): boolean {
  return error instanceof ApiError && (error.code === "hold_expired" || error.code === "not_holder");
}

/** Carries out the decisions of the state machine for one item: API calls and toasts, no rendering. */
function createCheckout(itemId: string, calls: CheckoutCalls, afterPurchase: () => void) {
  const store = createStore<CheckoutState>(() => initialCheckout);
  const dispatch = (action: CheckoutAction) => store.setState((state) => checkoutReducer(state, action), true);
  const now = () => store.getState();
  const cardEntry: { current: CardEntryHandle | null } = { current: null };

  function lapse() {
    if (now().stage !== "steps" || now().lapsed) return;
    forgetHold(itemId);
    dispatch({ type: "lapsed" });
  }

  function failed(error: unknown, title: string, fallback: string) {
    if (isHoldLapsed(error)) lapse();
    else dispatch({ type: "failed" });
    toast({ title, description: error instanceof ApiError ? error.message : fallback, variant: "destructive" });
  }

  async function reveal() {
    dispatch({ type: "busy", with: "revealing" });
    try {
      dispatch({ type: "details", details: await calls.fetchBankDetails(itemId) });
    } catch (error) {
      if (isHoldLapsed(error)) lapse();
      else dispatch({ type: "details_failed", failure: detailsFailure(error) });
    }
  }

  async function quote() {
    const { coin } = now().crypto;
    if (coin === null) return;
    dispatch({ type: "busy", with: "revealing" });
    try {
      dispatch({ type: "quote", quote: await calls.revealQuote(itemId, coin) });
    } catch (error) {
      if (isHoldLapsed(error)) lapse();
      else dispatch({ type: "quote_failed", reason: error instanceof ApiError ? error.message : "" });
    }
  }

  /** Whether the card form contains a valid card. The form shows its own errors. */
  async function readCard(): Promise<boolean> {
    dispatch({ type: "busy", with: "reading_card" });
    const card = await (cardEntry.current?.ready() ?? Promise.resolve(null)).catch(() => null);
    dispatch({ type: "card", card });
    return card !== null && !now().lapsed;
  }

  async function next() {
    const state = now();
    if (state.busy !== null || state.lapsed) return;
    const problem = blockedBy(state);
    if (problem) {
      toast({ ...problem, variant: "destructive" });
      return;
    }
    if (state.step === "details" && state.method === "stripe" && state.card === null) {
      if (!(await readCard())) return;
    }
    if (state.step === "collection" && !state.view?.acknowledged) {
      dispatch({ type: "busy", with: "acknowledging" });
      try {
        dispatch({ type: "acknowledged", view: await calls.acknowledge(itemId) });
      } catch (error) {
        failed(error, "Error", "We couldn't save your agreement. Please try again.");
        return;
      }
    }
    dispatch({ type: "next" });
    const after = now();
    if (after.step === "details" && after.method === "bank_transfer" && after.details === null) await reveal();
    // Requested every time the step is reached; a valid quote comes back unchanged.
    if (after.step === "transfer") await quote();
  }

  async function holdAgain() {
    if (now().busy !== null) return;
    dispatch({ type: "busy", with: "holding" });
    try {
      forgetHold(itemId);
      if (await unansweredAttemptWentThrough()) return;
      const view = await takeHold(itemId, calls);
      dispatch({ type: "held_again", view });
      // The acknowledgement and the details belonged to the old hold; record them for the new one.
      if (now().acknowledged && !now().view?.acknowledged) {
        dispatch({ type: "acknowledged", view: await calls.acknowledge(itemId) });
      }
      const { method, step } = now();
      if (method === "bank_transfer" && (step === "details" || step === "confirm")) await reveal();
      if (method === "crypto" && (step === "transfer" || step === "confirm")) await quote();
      toast({ title: "Item Reserved", description: `We're holding it for you for another ${timeLeft(view)}.` });
    } catch (error) {
      dispatch({ type: "failed" });
      toast(reserveRefusal(error));
    }
  }

  function finish(placed: Placed) {
    forgetHold(itemId);
    dispatch({ type: "placed", placed });
    afterPurchase();
  }

  function succeed(transaction: TransactionView) {
    finish({
      order_id: transaction.order_id,
      payment_deadline: transaction.payment_deadline,
      awaits_seller: transaction.order_status === "payment_pending_seller_confirmation",
      awaits_card: transaction.payment_method === "stripe" && transaction.order_status === "awaiting_payment",
    });
    // The card payment that follows reports its own result.
    if (transaction.payment_method === "stripe") return;
    const isFree = transaction.payment_method === "free";
    toast({
      title: "Payment Initiated",
      description: isFree ? "The item is yours to pick up." : "Your order has been placed.",
    });
  }

  /**
   * A purchase whose reply was lost may have used up the hold. Repeating it with the same key returns the lost reply.
   */
  async function unansweredAttemptWentThrough(): Promise<boolean> {
    const { attempt } = now();
    if (attempt === null) return false;
    try {
      succeed(await calls.create(attempt.payload, attempt.key));
      return true;
    } catch {
      return false;
    }
  }

  async function showChanges() {
    try {
      dispatch({ type: "values_changed", view: await calls.fetch(itemId) });
      if (now().step === "transfer" && now().crypto.quote === null) await quote();
    } catch (error) {
      if (isHoldLapsed(error)) lapse();
      else dispatch({ type: "answered" });
    }
  }

  async function pay(buyerId: string) {
    const state = now();
    const payload = transactionPayload(state, buyerId);
    if (payload === null || state.busy !== null || state.lapsed) return;
    const attempt = attemptFor(state, payload, newIdempotencyKey);
    dispatch({ type: "attempt", attempt });
    try {
      succeed(await calls.create(payload, attempt.key));
    } catch (error) {
      const failure = paymentFailure(error);
      if (failure === "ordered" && error instanceof ApiError && error.details.order_id !== undefined) {
        finish({ order_id: error.details.order_id, payment_deadline: null, awaits_seller: false, awaits_card: false });
        return;
      }
      toast(purchaseFailed(error, payload.paymentMethod));
      if (failure === "lapsed") {
        dispatch({ type: "answered" });
        lapse();
      } else if (failure === "changed") await showChanges();
      else dispatch({ type: failure === "unanswered" ? "failed" : "answered" });
    }
  }

  return {
    store,
    dispatch,
    actions: {
      cardEntry,
      changeCard: () => dispatch({ type: "card", card: null }),
      cardPaid: () => dispatch({ type: "card_paid" }),
      acknowledge: (ticked: boolean) => dispatch({ type: "tick_acknowledgement", ticked }),
      choose: (method: PaymentMethod) => dispatch({ type: "choose_method", method }),
      tickSent: (ticked: boolean) => dispatch({ type: "tick_sent", ticked }),
      back: () => dispatch({ type: "back" }),
      next,
      reveal,
      chooseCoin: (coin: Coin) => dispatch({ type: "choose_coin", coin }),
      typeHash: (text: string) => dispatch({ type: "tx_hash", text }),
      quote,
      holdAgain,
      // Ignored while a purchase is pending, because the server decides whether the hold was still valid.
      lapse: () => {
        if (now().busy !== "paying") lapse();
      },
      pay,
    },
  };
}

interface CheckoutOptions {
  itemId: string;
  /** False while the dialog is closed: nothing is held. */
  active: boolean;
  /** Called when the item could not be held, after the toast was shown. */
  onRefused: (error: unknown) => void;
  preferredMethod?: PaymentMethod | undefined;
  /** API calls to use: the server's, or the sandbox of the demo page. */
  calls?: CheckoutCalls | undefined;
}

/** Holds the item while the wizard is open, and releases it when the wizard closes without an order. */
export function useCheckout({
  itemId,
  active,
  onRefused,
  preferredMethod,
  calls = SERVICE_CALLS,
}: CheckoutOptions): Checkout {
  const client = useQueryClient();
  // A purchase changes the item, every grid that shows it and the buyer's orders, so all queries are invalidated.
  const [checkout] = useState(() => createCheckout(itemId, calls, () => void client.invalidateQueries()));
  const state = useStore(checkout.store);

  // biome-ignore lint/correctness/useExhaustiveDependencies: takes the hold on opening, not for a new callback
  useEffect(() => {
    if (!active) return;
    let left = false;
    checkout.dispatch({ type: "reset" });
    takeHold(itemId, calls).then(
      (view) => {
        if (left) return;
        checkout.dispatch({ type: "opened", view });
        if (preferredMethod && view.methods.includes(preferredMethod)) checkout.actions.choose(preferredMethod);
        toast({ title: "Item Reserved", description: `We're holding it for you for ${timeLeft(view)}.` });
      },
      (error: unknown) => {
        if (left) return;
        toast(reserveRefusal(error));
        onRefused(error);
      },
    );
    const drop = () => {
      releaseHoldOnUnload(itemId);
      // A page restored from the back/forward cache no longer has the hold.
      checkout.actions.lapse();
    };
    window.addEventListener("pagehide", drop);
    return () => {
      left = true;
      window.removeEventListener("pagehide", drop);
      releaseHold(itemId);
    };
  }, [active, itemId, checkout]);

  return { state, ...checkout.actions };
}
