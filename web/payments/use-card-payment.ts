import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { PaymentIntentReply } from "#contract/payments";
import { ApiProblem, newIdempotencyKey } from "../lib/api-client.ts";
import { toast } from "../ui/toast.tsx";
import { createIntent, fetchIntent, fetchTopup } from "./api.ts";
import type { CardTarget } from "./card-target.ts";
import { intentIdOf, type ReadyCard } from "./confirm-card.ts";
import {
  CHALLENGE_FAILED,
  failureWords,
  INIT_FAILED,
  PAYMENT_ERROR,
  PAYMENT_FAILED,
  type Words,
} from "./payment-words.ts";

export type CardPhase =
  | { at: "entry"; failure: Words | null }
  /** `label`: the card being charged. `form`: it was entered in the form on screen, which stays there. */
  | { at: "sending"; label: string; form: boolean }
  /** The provider has the card; the server has yet to hear of the money (D18, D21). */
  | { at: "processing"; intentId: string; trustFailure: boolean }
  /** `refunded`: cents of it that go back, because a part of the purchase had gone (D20). */
  | { at: "paid"; refunded: number }
  /** The money came too late and goes back (D20). */
  | { at: "refunded"; cents: number; topup: boolean }
  | { at: "closed" };

/** Coming back from the bank's own page. */
export interface Returned {
  intentId: string;
  /** What the bank's page said on the way back: "succeeded", "failed", or nothing. */
  said: string | null;
}

interface CardPaymentOptions {
  target: CardTarget;
  /** Pays with this card at once: it was entered before. */
  first?: ReadyCard | null;
  /** Created before the card was asked for. */
  intent?: PaymentIntentReply;
  returned?: Returned | undefined;
  onPaid: () => void;
  /** Ten seconds have passed since the provider took the money and it has not arrived. */
  onLate?: () => void;
}

export const LATE_MS = 10_000;
const POLL_MS = 800;
const SLOW_POLL_MS = 4_000;

/** Where the bank sends people back to. */
export function returnUrl(target: CardTarget, intentId: string): string {
  const query = new URLSearchParams({ intent: intentId });
  if (target.kind === "order") query.set("order", target.orderId);
  else if (target.kind === "purchase") query.set("purchase", target.purchaseId);
  else {
    query.set("topup", String(target.cents));
    query.set("from", `${location.pathname}${location.search}`);
  }
  return `${location.origin}/stripe-checkout?${query}`;
}

/** Takes one payment from the entered card to the server's word that it is paid. */
export function useCardPayment({ target, first, intent, returned, onPaid, onLate }: CardPaymentOptions) {
  const [phase, setPhase] = useState<CardPhase>(() => firstPhase(first ?? null, returned));
  const [late, setLate] = useState(false);
  const opened = useRef<PaymentIntentReply | null>(intent ?? null);
  const key = useRef<string | null>(null);
  const begun = useRef(false);

  function fail(failure: Words) {
    setPhase({ at: "entry", failure });
    toast({ ...failure, variant: "destructive" });
  }

  async function open(): Promise<PaymentIntentReply | null> {
    if (opened.current) return opened.current;
    key.current ??= newIdempotencyKey();
    try {
      opened.current = await createIntent(target, key.current);
      return opened.current;
    } catch (error) {
      const problem = error instanceof Error && error.cause instanceof ApiProblem ? error.cause : null;
      // An unanswered request may have been carried out: only a refusal gets a new key.
      if (problem && problem.status > 0) key.current = null;
      const told = problem !== null && problem.status >= 400 && problem.status < 500;
      fail(told ? { title: PAYMENT_FAILED.title, description: problem.message } : INIT_FAILED);
      return null;
    }
  }

  async function charge(card: ReadyCard, form: boolean) {
    setPhase({ at: "sending", label: card.label, form });
    const paying = await open();
    if (paying === null) return;
    const intentId = intentIdOf(paying.clientSecret);
    try {
      const { paymentIntent, error } = await card.confirmCard(paying.clientSecret, returnUrl(target, intentId));
      if (error) {
        // An intent that cannot be used any more: the next try begins with another.
        if (error.type === "invalid_request_error") {
          opened.current = null;
          key.current = null;
        }
        fail(failureWords(error));
        return;
      }
      const challenge = paymentIntent.next_action?.redirect_to_url?.url;
      if (paymentIntent.status === "requires_action" && challenge) {
        location.assign(challenge);
        return;
      }
      if (paymentIntent.status === "succeeded" || paymentIntent.status === "processing") {
        setPhase({ at: "processing", intentId, trustFailure: paymentIntent.status === "processing" });
        return;
      }
      fail(paymentIntent.last_payment_error ? failureWords(paymentIntent.last_payment_error) : PAYMENT_ERROR);
    } catch {
      // The answer got lost, perhaps not the payment: nobody shall pay twice.
      const status = await fetchIntent(intentId).catch(() => null);
      if (status?.status === "succeeded") setPhase({ at: "processing", intentId, trustFailure: false });
      else fail(PAYMENT_ERROR);
    }
  }

  const startFirst = useEffectEvent(() => {
    if (begun.current || !first || returned) return;
    begun.current = true;
    void charge(first, false);
  });
  useEffect(() => startFirst(), []);

  const paid = useEffectEvent((refunded: number) => {
    setPhase({ at: "paid", refunded });
    onPaid();
  });
  const failed = useEffectEvent(() => fail(PAYMENT_FAILED));
  const tooLate = useEffectEvent(() => {
    setLate(true);
    onLate?.();
  });
  const isTopup = target.kind === "topup";
  const watched = phase.at === "processing" ? phase.intentId : null;
  const trustFailure = phase.at === "processing" && phase.trustFailure;

  useEffect(() => {
    if (watched === null) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waited = 0;

    async function look(intentId: string) {
      const outcome = await outcomeOf(intentId, isTopup, stop.signal).catch(() => null);
      if (stop.signal.aborted) return;
      if (outcome?.credited) return paid(0);
      if (outcome && outcome.refunded > 0 && outcome.refunded < outcome.amount) return paid(outcome.refunded);
      if (outcome && outcome.refunded > 0) return setPhase({ at: "refunded", cents: outcome.refunded, topup: isTopup });
      if (outcome?.status === "canceled") return setPhase({ at: "closed" });
      if (outcome?.status === "failed" && trustFailure) return failed();
      const pause = waited < LATE_MS ? POLL_MS : SLOW_POLL_MS;
      timer = setTimeout(() => {
        const before = waited;
        waited += pause;
        if (before < LATE_MS && waited >= LATE_MS) tooLate();
        void look(intentId);
      }, pause);
    }

    void look(watched);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [watched, isTopup, trustFailure]);

  return { phase, late, pay: (card: ReadyCard) => charge(card, true) };
}

function firstPhase(first: ReadyCard | null, returned: Returned | undefined): CardPhase {
  if (returned?.said === "failed") return { at: "entry", failure: CHALLENGE_FAILED };
  // A decline from before the bank's page may still be on record when that page has just said yes.
  if (returned) return { at: "processing", intentId: returned.intentId, trustFailure: returned.said !== "succeeded" };
  return first ? { at: "sending", label: first.label, form: false } : { at: "entry", failure: null };
}

async function outcomeOf(intentId: string, isTopup: boolean, signal: AbortSignal) {
  if (isTopup) {
    const { credited, status, refunded_cents } = await fetchTopup(intentId, signal);
    // All or nothing: a part of a top-up is never kept.
    return { credited, status, refunded: refunded_cents, amount: refunded_cents };
  }
  const { credited, status, refunded_cents, amount } = await fetchIntent(intentId, signal);
  return { credited, status, refunded: refunded_cents, amount };
}
