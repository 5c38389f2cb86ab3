/**
 * Stripe's published test cards and their outcomes. Every other number is refused, so that a real card typed into the
 * test form is never accepted.
 */
import listed from "./test-cards.json" with { type: "json" };

export interface CardFields {
  number: string;
  exp_month: number;
  exp_year: number;
  cvc: string;
}

export interface Decline {
  code: string;
  decline_code: string | null;
  message: string;
  param: string | null;
}

/** What the bank and the card's owner will do. */
export interface CardOutcome {
  /** Declined, at once or after the challenge. */
  decline?: Decline;
  /** 3-D Secure challenge. */
  challenge?: true;
  /** The owner disputes the payment, or only makes an inquiry. */
  dispute?: "fraudulent" | "product_not_received" | "inquiry";
  /** The bank sends an early fraud warning after the payment. */
  warning?: true;
  /** The money is available at once instead of after two days. */
  instant?: true;
  /** A refund is delayed, or fails later. */
  refund?: "late" | "fails";
}

interface TestCard extends CardOutcome {
  brand: string;
}

/** In the list, a decline is named by its code. */
type ListedCard = Omit<TestCard, "decline"> & { decline?: string };

/** The fields of a card that may be shown. */
export interface CardFace {
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
}

const declined = (decline_code: string, message = "Your card was declined."): Decline => ({
  code: "card_declined",
  decline_code,
  message,
  param: null,
});

const DECLINES: Readonly<Record<string, Decline>> = listed.declines;

const CARDS: ReadonlyMap<string, TestCard> = new Map(
  Object.entries(listed.cards as Record<string, ListedCard>).map(([number, { decline, ...card }]) => [
    number,
    decline === undefined ? card : { ...card, decline: DECLINES[decline] ?? declined(decline) },
  ]),
);

/** Stripe's names for the same cards, for calls without a form. */
const ALIASES: Readonly<Record<string, string>> = listed.aliases;

export const AUTHENTICATION_FAILED: Decline = {
  code: "payment_intent_authentication_failure",
  decline_code: null,
  message: "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
  param: null,
};

const NOT_A_TEST_CARD = declined(
  "test_mode_live_card",
  "Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.",
);

function luhn(number: string): boolean {
  let sum = 0;
  for (let i = 0; i < number.length; i++) {
    let digit = Number(number[number.length - 1 - i]);
    if (i % 2 === 1) {
      digit *= 2;
      if (digit > 9) digit -= 9;
    }
    sum += digit;
  }
  return sum % 10 === 0;
}

function fieldProblem(code: string, param: string, message: string): Decline {
  return { code, decline_code: null, message, param };
}

function checkFields(card: CardFields, now: Date): Decline | null {
  if (!/^\d{12,19}$/.test(card.number) || !luhn(card.number)) {
    return fieldProblem("incorrect_number", "number", "Your card number is incorrect.");
  }
  if (!Number.isInteger(card.exp_month) || card.exp_month < 1 || card.exp_month > 12) {
    return fieldProblem("invalid_expiry_month", "exp_month", "Your card's expiration month is invalid.");
  }
  const year = card.exp_year < 100 ? 2000 + card.exp_year : card.exp_year;
  const current = now.getUTCFullYear();
  if (
    !Number.isInteger(year) ||
    year < current ||
    year > current + 50 ||
    (year === current && card.exp_month < now.getUTCMonth() + 1)
  ) {
    return fieldProblem("invalid_expiry_year", "exp_year", "Your card's expiration year is invalid.");
  }
  const digits = CARDS.get(card.number)?.brand === "amex" ? 4 : 3;
  if (!/^\d+$/.test(card.cvc) || card.cvc.length !== digits) {
    return fieldProblem("invalid_cvc", "cvc", "Your card's security code is invalid.");
  }
  return null;
}

/** A known test card with its outcome, or why its details are refused before the bank is asked. */
export type CardReading = { ok: true; card: CardFace; outcome: CardOutcome } | { ok: false; problem: Decline };

/** Reads card details, or a name such as `pm_card_visa`, which is an alias of a published number. */
export function readCard(card: CardFields | string, now: Date): CardReading {
  const number = typeof card === "string" ? ALIASES[card] : card.number.replace(/[\s-]/g, "");
  if (number === undefined) return { ok: false, problem: NOT_A_TEST_CARD };
  const problem = typeof card === "string" ? null : checkFields({ ...card, number }, now);
  if (problem) return { ok: false, problem };
  const known = CARDS.get(number);
  if (!known) return { ok: false, problem: NOT_A_TEST_CARD };
  const { brand, ...outcome } = known;
  const [exp_month, year] = typeof card === "string" ? [12, now.getUTCFullYear() + 1] : [card.exp_month, card.exp_year];
  const exp_year = year < 100 ? 2000 + year : year;
  return { ok: true, card: { brand, last4: number.slice(-4), exp_month, exp_year }, outcome };
}

/** Returns the outcome of a card by its last digits, which its payments contain. */
export function outcomeOf(last4: string | null | undefined): CardOutcome {
  for (const [number, { brand: _brand, ...outcome }] of CARDS) if (number.endsWith(last4 ?? "none")) return outcome;
  return {};
}
