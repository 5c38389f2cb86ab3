/** Messages between two users: rate limits, repeated text, and the sentences Goodstreet adds. */

import { HOUR_MS } from "../deadlines.ts";
import { formatCents } from "../money.ts";
import type { PriceOfferEvent, ToldEnder } from "../offers/price-offer.ts";
import type { OrderEventKind } from "../orders/order-graph.ts";
import type { FilterReason } from "../safety/content-filter/verdict.ts";

/** Limits per hour (A85). `cold`: to users who never answered. `same`: with the same wording. `all`: all messages. */
export const MESSAGE_LIMITS = { window_ms: HOUR_MS, cold: 30, same: 2, all: 400 } as const;

/** Text up to this length is often repeated in normal use. */
const REPEATABLE_LENGTH = 20;
/** Characters that are compared; the rest of a long message is ignored. */
const COMPARED_LENGTH = 200;

/**
 * Returns the text that identifies a repeated message (A85): without case, spacing and punctuation. Null for messages
 * that may be repeated, such as a short "Yes, thanks" in a thread the other user has answered.
 * @param within a thread in which alone repeats count. For sellers who answer buyers: many ask the same, and each
 * answer needs a buyer who wrote first.
 */
export function repeatKey(text: string, answered: boolean, within: string | null = null): string | null {
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  if (words === "" || (answered && words.length <= REPEATABLE_LENGTH)) return null;
  const compared = words.slice(0, COMPARED_LENGTH);
  return within === null ? compared : `${within}: ${compared}`;
}

const ORDER_SENTENCES: Record<OrderEventKind, string> = {
  placed: "Order placed.",
  cash_agreed: "Order placed, to be paid at pickup.",
  // Only the buyer's statement, so the text must not suggest that the seller should hand over.
  evidence_submitted: "The buyer says they've paid. Waiting for the seller to confirm.",
  // Also used for a free item.
  payment_confirmed: "Order confirmed. Next up: pickup.",
  payment_contested: "Another order named the same transaction. Our team is looking into it.",
  payment_denied: "The seller hasn't received the payment yet.",
  completed: "Picked up. The order is complete.",
  cancelled: "Order cancelled.",
  expired: "The order expired without a payment.",
  not_collected: "Not picked up in time, so the order has ended.",
  disputed: "The seller didn't confirm the payment in time. Our team is looking into it.",
  card_failed: "The card payment didn't go through.",
  // Also used when nothing was paid, or when the seller has not refunded yet.
  refunded: "The order was cancelled.",
  dispute_opened: "The buyer reported a problem. Our team is looking into it.",
  dispute_resolved: "Our team has sorted out the problem with this order.",
  handed_over: "Handed over. The order is complete.",
  sold_outside: "Marked as sold.",
  sale_undone: "The seller cancelled the sale.",
  sale_confirmed: "The buyer confirmed the sale.",
  sale_disowned: "The person named as buyer didn't buy it.",
  inquiry_opened: "The buyer's bank is asking about this payment. Pickup is paused.",
  chargeback_opened: "The buyer's bank took this payment back while it looks into it. Pickup is paused.",
  chargeback_won: "The bank decided the payment was valid. The order goes ahead.",
  chargeback_part_lost: "The bank took back part of the payment. The order stays complete.",
  chargeback_lost: "The bank decided in the buyer's favour. This order is now closed.",
  fraud_warned: "We're checking this payment. Pickup is paused.",
  refund_found: "This payment was refunded outside Goodstreet. Pickup is paused while our team checks it.",
  // Also used for an order paid at pick-up.
  called_off: "The pickup was called off.",
  collection_missed: "Pickup reported as missed.",
  time_proposed: "Another pickup time proposed. See the order to answer.",
  time_accepted: "New pickup time agreed.",
  time_declined: "The pickup time stays as it was.",
  price_proposed: "A lower price was proposed. See the order to answer.",
  price_agreed: "New price agreed. See the order.",
  price_declined: "The price stays as it was.",
  calling_off_asked: "Calling off was proposed. See the order to answer.",
  calling_off_declined: "The order goes on.",
  called_off_together: "Called off by agreement.",
  change_withdrawn: "The proposal was withdrawn. The order stays as it was.",
  difference_settled: "You've both said the difference was paid back.",
};

type TradeStep = "proposed" | "accepted" | "declined" | "withdrawn" | "expired" | "void" | "completed" | "failed";

const TRADE_SENTENCES: Record<TradeStep, string> = {
  proposed: "Trade offer sent.",
  accepted: "Trade accepted.",
  declined: "Trade declined.",
  withdrawn: "Trade offer withdrawn.",
  expired: "Trade offer expired.",
  void: "The trade is off because one of the items is no longer available.",
  completed: "You've both handed over. The trade is complete.",
  failed: "Trade called off.",
};

interface OfferStep {
  kind: PriceOfferEvent["kind"];
  by: ToldEnder | null;
  /** Dollars. */
  amount: number;
}

function offerSentence({ kind, by, amount: dollars }: OfferStep): string {
  const amount = formatCents(Math.round(dollars * 100));
  switch (kind) {
    case "offered":
      return `Offer: ${amount}`;
    case "countered":
      return `Counter-offer from the seller: ${amount}`;
    case "accepted":
      return `${by === "seller" ? "The seller" : "The buyer"} accepted ${amount}. The item is held for the buyer.`;
    case "declined":
      return by === "buyer"
        ? `The buyer declined ${amount}.`
        : `The seller, or a limit they've set, declined ${amount}.`;
    case "withdrawn":
      return `The buyer withdrew from ${amount}.`;
    case "expired":
      return `The offer of ${amount} expired.`;
    case "lapsed":
      return `The buyer didn't buy at ${amount} in time.`;
    case "void":
      return `The offer of ${amount} ended because the item or its price has changed.`;
    case "bought":
      return `Bought at ${amount}.`;
  }
}

/** Returns the sentence for an event, as both sides read it. */
export function eventSentence(
  event:
    | { subject: "order"; kind: OrderEventKind }
    | { subject: "trade"; kind: TradeStep }
    | ({ subject: "offer" } & OfferStep),
): string {
  switch (event.subject) {
    case "order":
      return ORDER_SENTENCES[event.kind];
    case "trade":
      return TRADE_SENTENCES[event.kind];
    case "offer":
      return offerSentence(event);
  }
}

const ELSEWHERE =
  "This message suggests moving off Goodstreet. Keep chatting and paying here, or we can't help if something goes wrong.";
const PAY_HERE = "Only pay through the Goodstreet checkout. We can't get back money you send any other way.";
const NO_CODES = "Never share a password or a code that was sent to you. No one honest will ask for them.";
const IN_PERSON = "Watch out for couriers and for payments above the price. Both are common scams.";

const CAUTIONS: Record<FilterReason, string> = {
  phone: ELSEWHERE,
  email: ELSEWHERE,
  link: "Be careful with links. Never sign in or enter card details on a page you reached from a message.",
  address: ELSEWHERE,
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
