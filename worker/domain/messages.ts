/** Messages between two people: how many, how often the same, and the sentences the service itself says there. */
import type { OrderEventKind } from "./order.ts";
import type { ShieldReason } from "./shield/verdict.ts";

const HOUR = 60 * 60_000;

/** A85. `cold`: to people who have never answered. `same`: of one wording, to whomever. `all` ends a runaway script. */
export const MESSAGE_LIMITS = { window_ms: HOUR, cold: 30, same: 2, all: 400 } as const;

/** Words this short are said again and again in any honest talk. */
const SAID_BY_EVERYBODY = 20;
/** Long enough to tell wordings apart; the rest of a wall of text is not kept twice. */
const COMPARED = 200;

/**
 * What makes two messages the same one for A85: the words without case, spacing and marks. Null for what may be repeated:
 * a short "Yes, thanks" to somebody who is in the talk too.
 */
export function sameAs(text: string, answered: boolean): string | null {
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  if (words === "" || (answered && words.length <= SAID_BY_EVERYBODY)) return null;
  return words.slice(0, COMPARED);
}

const ORDER_SENTENCES: Record<OrderEventKind, string> = {
  placed: "Order placed.",
  // The buyer's word alone: nobody hands anything over because of it.
  evidence_submitted: "The buyer says the payment is sent. The seller is asked to confirm it.",
  // Also said of a gift, which nobody pays for.
  payment_confirmed: "The order is confirmed. Collection comes next.",
  payment_denied: "The seller has not received the payment yet.",
  completed: "Collected. The deal is complete.",
  cancelled: "The order was cancelled.",
  expired: "The order ended without a payment.",
  disputed: "The payment was not confirmed in time. Our team is looking into it.",
  card_failed: "The card payment did not go through.",
  // Also said where nothing was paid, or the seller has yet to give it back.
  refunded: "The order was undone.",
  dispute_opened: "A problem with this order was reported. Our team is looking into it.",
  dispute_resolved: "The problem with this order was settled.",
  handed_over: "Handed over. The deal is complete.",
  sold_outside: "Marked as sold.",
  sale_undone: "The sale was undone.",
  chargeback_opened: "The buyer's bank took this payment back while it looks into it. Collection is paused.",
  chargeback_won: "The bank let the payment stand. The order goes on.",
  chargeback_lost: "The bank decided for the buyer. The order is over.",
  refund_found: "This payment was refunded outside Goodstreet. Collection is paused while our team checks it.",
  called_off: "The giveaway was called off.",
  collection_missed: "The collection was reported as missed.",
};

type TradeStep = "proposed" | "accepted" | "declined" | "withdrawn" | "expired" | "void" | "completed" | "failed";

const TRADE_SENTENCES: Record<TradeStep, string> = {
  proposed: "A trade was proposed.",
  accepted: "The trade was accepted.",
  declined: "The trade was declined.",
  withdrawn: "The trade was withdrawn.",
  expired: "The trade offer ran out.",
  void: "The trade ended: one of its items is no longer available.",
  completed: "Handed over by both. The trade is complete.",
  failed: "The trade did not take place.",
};

/** What happened, as both sides read it. */
export function eventSentence(
  event: { subject: "order"; kind: OrderEventKind } | { subject: "trade"; kind: TradeStep },
): string {
  return event.subject === "order" ? ORDER_SENTENCES[event.kind] : TRADE_SENTENCES[event.kind];
}

const ELSEWHERE =
  "This message leads away from Goodstreet. Keep talking here: we can only help with what was said and paid on Goodstreet.";
const PAY_HERE = "Pay only through the checkout on Goodstreet. Money sent any other way cannot be brought back.";
const NO_CODES = "Never pass on a code that was sent to you, or a password. Nobody honest asks for them.";
const IN_PERSON = "Be careful with couriers and with payments above the price: both are common tricks.";

const CAUTIONS: Record<ShieldReason, string> = {
  phone: ELSEWHERE,
  email: ELSEWHERE,
  link: "Be careful with links. Never sign in or enter card details on a page that a link in a message led you to.",
  handle: ELSEWHERE,
  off_platform: ELSEWHERE,
  outside_payment: PAY_HERE,
  gift_card: PAY_HERE,
  crypto: PAY_HERE,
  payid: PAY_HERE,
  overpayment: IN_PERSON,
  courier: IN_PERSON,
  code: NO_CODES,
  credentials: NO_CODES,
  disguised: ELSEWHERE,
};

/** Why the receiver should be careful, each sentence once, strongest first. What the shield no longer knows says nothing. */
export function cautionSentences(reasons: readonly string[]): string[] {
  return [...new Set(reasons.flatMap((reason) => CAUTIONS[reason as ShieldReason] ?? []))];
}
