import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { PaymentIntentReply } from "#contract/payments";
import { ApiError, newIdempotencyKey } from "../../../lib/api-client.ts";
import { createIntent, fetchIntent, fetchTopup } from "./api.ts";
import type { CardTarget } from "./card-target.ts";
import { type Intent, intentIdOf, type ReadyCard } from "./confirm-card.ts";
import {
  CHALLENGE_FAILED,
  failureCopy,
  INIT_FAILED,
  PAYMENT_ERROR,
  PAYMENT_FAILED,
  type PaymentCopy,
} from "./payment-errors.ts";

const CANCELLED: PaymentCopy = {
  title: "This payment was cancelled",
  description: "Your card hasn't been charged. Please try again.",
};

export type CardPhase =
  | { at: "entry"; failure: PaymentCopy | null }
  /** The card is being charged; the form stays visible. */
  | { at: "sending" }
  /** The provider has accepted the card; the server has not received the money yet (D18, D21). */
  | { at: "processing"; intentId: string; trustFailure: boolean }
  /**
   * Neither the server nor the provider could say whether the card was charged. `checked`: the buyer has checked once
   * more.
   */
  | { at: "unsure"; intentId: string; checking: boolean; checked: boolean }
  /** `refunded`: cents that are refunded because part of the purchase was no longer available (D20). */
  | { at: "paid"; refunded: number }
  /** The money arrived too late and is refunded (D20). */
  | { at: "refunded"; cents: number; topup: boolean }
  | { at: "closed" };

/** Result of the bank's page. */
export interface BankReturn {
  intentId: string;
  /** Status in the return URL: "succeeded", "failed", or null. */
  redirectStatus: string | null;
}

interface CardPaymentOptions {
  target: CardTarget;
  /** An intent created before the card was entered. */
  intent?: PaymentIntentReply;
  returned?: BankReturn | undefined;
  onPaid: () => void;
  /** Called when the money has not arrived ten seconds after the provider accepted the card. */
  onLate?: () => void;
}

export type CardPaymentState = ReturnType<typeof useCardPayment>;

export const LATE_MS = 10_000;
const POLL_MS = 800;
const SLOW_POLL_MS = 4_000;

/** Returns the URL to which the bank's page redirects. */
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

/** Runs one card payment, from the entered card to the server's confirmation that it is paid. */
export function useCardPayment({ target, intent, returned, onPaid, onLate }: CardPaymentOptions) {
  const [phase, setPhase] = useState<CardPhase>(() => firstPhase(returned));
  const [late, setLate] = useState(false);
  const opened = useRef<PaymentIntentReply | null>(intent ?? null);
  const key = useRef<string | null>(null);
  const attempt = useRef<{ card: ReadyCard; clientSecret: string } | null>(null);

  const fail = (failure: PaymentCopy) => setPhase({ at: "entry", failure });

  async function open(): Promise<PaymentIntentReply | null> {
    if (opened.current) return opened.current;
    key.current ??= newIdempotencyKey();
    try {
      opened.current = await createIntent(target, key.current);
      return opened.current;
    } catch (error) {
      const problem = error instanceof Error && error.cause instanceof ApiError ? error.cause : null;
      // A request whose reply was lost may have been carried out, so the key changes only after a reply.
      if (problem && problem.status > 0) key.current = null;
      if (problem?.status === 503) fail({ title: INIT_FAILED.title, description: problem.message });
      else if (problem !== null && problem.status >= 400 && problem.status < 500)
        fail({ title: PAYMENT_FAILED.title, description: problem.message });
      else fail(INIT_FAILED);
      return null;
    }
  }

  async function pay(card: ReadyCard) {
    setPhase({ at: "sending" });
    const paying = await open();
    if (paying === null) return;
    const { clientSecret } = paying;
    attempt.current = { card, clientSecret };
    const url = returnUrl(target, intentIdOf(clientSecret));
    const result = await card.confirmCard(clientSecret, url).catch(() => null);
    const error = result?.error;
    if (error?.type === "card_error" || error?.type === "validation_error") {
      fail(failureCopy(error));
      return;
    }
    const intent = result?.paymentIntent ?? error?.payment_intent ?? null;
    const challenge = result?.paymentIntent?.next_action?.redirect_to_url?.url;
    if (intent?.status === "requires_action" && challenge) location.assign(challenge);
    else if (intent && isCharged(intent)) conclude(intent);
    else await check(intent, false);
  }

  /**
   * Finds out whether an attempt charged the card before it shows the form again: lost connections, provider errors and
   * refusals of an already paid intent look the same. Asks the server first, then the provider, which may know of a
   * charge before the server does.
   */
  async function check(said: Intent | null, again: boolean) {
    if (attempt.current === null) return;
    const { card, clientSecret } = attempt.current;
    const intentId = intentIdOf(clientSecret);
    const record = await fetchIntent(intentId).catch(() => null);
    const arrived = record?.status === "succeeded" ? { id: intentId, status: "succeeded" } : null;
    const intent = record && (arrived ?? said ?? (await retrieve(card, clientSecret)));
    if (intent) conclude(intent);
    else setPhase({ at: "unsure", intentId, checking: false, checked: again });
  }

  /** Shows Processing for a charged intent, otherwise the form, which replaces the intent only if it was cancelled. */
  function conclude(intent: Intent) {
    const { id: intentId, status, last_payment_error: error } = intent;
    if (isCharged(intent)) setPhase({ at: "processing", intentId, trustFailure: status === "processing" });
    else if (status === "canceled") {
      opened.current = null;
      key.current = null;
      fail(CANCELLED);
    } else if (status === "requires_action") fail(CHALLENGE_FAILED);
    else fail(error ? failureCopy(error) : PAYMENT_ERROR);
  }

  function checkAgain() {
    if (phase.at !== "unsure") return;
    setPhase({ ...phase, checking: true });
    void check(null, true);
  }

  // When the browser restores the page from its back/forward cache, no request is pending any more.
  const restored = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted && phase.at === "sending") void check(null, false);
  });
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => restored(event);
    window.addEventListener("pageshow", onShow);
    return () => window.removeEventListener("pageshow", onShow);
  }, []);

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
  const unsure = phase.at === "unsure";
  const watched = phase.at === "processing" || (unsure && !phase.checking) ? phase.intentId : null;
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
        if (!unsure && before < LATE_MS && waited >= LATE_MS) tooLate();
        void look(intentId);
      }, pause);
    }

    void look(watched);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [watched, isTopup, trustFailure, unsure]);

  return { phase, late, pay, checkAgain };
}

const isCharged = ({ status }: Intent) => status === "succeeded" || status === "processing";

async function retrieve(card: ReadyCard, clientSecret: string): Promise<Intent | null> {
  const result = await card.retrieveIntent(clientSecret).catch(() => null);
  return result?.paymentIntent ?? null;
}

function firstPhase(returned: BankReturn | undefined): CardPhase {
  if (returned?.redirectStatus === "failed") return { at: "entry", failure: CHALLENGE_FAILED };
  // When the bank's page reports success, a decline of an earlier attempt may still be on record.
  if (returned)
    return { at: "processing", intentId: returned.intentId, trustFailure: returned.redirectStatus !== "succeeded" };
  return { at: "entry", failure: null };
}

async function outcomeOf(intentId: string, isTopup: boolean, signal: AbortSignal) {
  if (isTopup) {
    const { credited, status, refunded_cents } = await fetchTopup(intentId, signal);
    // A top-up is credited or refunded in full.
    return { credited, status, refunded: refunded_cents, amount: refunded_cents };
  }
  const { credited, status, refunded_cents, amount } = await fetchIntent(intentId, signal);
  return { credited, status, refunded: refunded_cents, amount };
}
