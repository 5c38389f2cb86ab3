/** Messages between two users: rate limits, repeated text, and the sentences Goodstreet adds. */

import type { OrderEventKind } from "../orders/order.ts";
import type { FilterReason } from "../safety/content-filter/verdict.ts";

const HOUR = 60 * 60_000;

/** Limits per hour (A85). `cold`: to users who never answered. `same`: with the same wording. `all`: all messages. */
export const MESSAGE_LIMITS = { window_ms: HOUR, cold: 30, same: 2, all: 400 } as const;

/** Text up to this length is often repeated in normal use. */
const REPEATABLE_LENGTH = 20;
/** Characters that are compared; the rest of a long message is ignored. */
const COMPARED_LENGTH = 200;

/**
 * Returns the text that identifies a repeated message (A85): without case, spacing and punctuation. Null for messages
 * that may be repeated, such as a short "Yes, thanks" in a thread the other user has answered.
 */
export function repeatKey(text: string, answered: boolean): string | null {
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  if (words === "" || (answered && words.length <= REPEATABLE_LENGTH)) return null;
  return words.slice(0, COMPARED_LENGTH);
}

const ORDER_SENTENCES: Record<OrderEventKind, string> = {
  placed: "Order placed.",
  // Only the buyer's statement, so the text must not suggest that the seller should hand over.
  evidence_submitted: "The buyer says the payment is sent. The seller is asked to confirm it.",
  // Also used for a free item.
  payment_confirmed: "The order is confirmed. Collection comes next.",
  payment_denied: "The seller has not received the payment yet.",
  completed: "Collected. The deal is complete.",
  cancelled: "The order was cancelled.",
  expired: "The order ended without a payment.",
  disputed: "The payment was not confirmed in time. Our team is looking into it.",
  card_failed: "The card payment did not go through.",
  // Also used when nothing was paid, or when the seller has not refunded yet.
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

/** Returns the sentence for an event, as both sides read it. */
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

const CAUTIONS: Record<FilterReason, string> = {
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

/** Returns the warnings to the recipient, strongest first, each once. Reasons that no longer exist are skipped. */
export function warningSentences(reasons: readonly string[]): string[] {
  return [...new Set(reasons.flatMap((reason) => CAUTIONS[reason as FilterReason] ?? []))];
}
