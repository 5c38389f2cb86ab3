/** Messages between two users: rate limits, repeated text, and the sentences Goodstreet adds. */

import { HOUR_MS } from "../deadlines.ts";
import { formatCents } from "../money.ts";
import type { PriceOfferEvent, ToldEnder } from "../offers/price-offer.ts";
import type { OrderEventKind } from "../orders/order-graph.ts";
import type { FilterReason } from "../safety/content-filter/verdict.ts";
import sentences from "./event-sentences.json" with { type: "json" };

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

/**
 * No sentence says more than every order with the event has in common: `evidence_submitted` is only the buyer's
 * statement, so the seller must not hand over for it. `payment_confirmed` is also of a free item, `refunded` also of an
 * order that nothing was paid for or that the seller has not refunded yet, `called_off` also of one paid at pick-up.
 */
const ORDER_SENTENCES: Record<OrderEventKind, string> = sentences.order;

type TradeStep = "proposed" | "accepted" | "declined" | "withdrawn" | "expired" | "void" | "completed" | "failed";

const TRADE_SENTENCES: Record<TradeStep, string> = sentences.trade;

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
