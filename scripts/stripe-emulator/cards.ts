/**
 * Stripe's published test cards and their outcomes. Every other number is refused, so that a real card typed into the
 * test form is never accepted.
 */

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

const INSUFFICIENT = declined("insufficient_funds", "Your card has insufficient funds.");
const EXPIRED: Decline = {
  code: "expired_card",
  decline_code: "expired_card",
  message: "Your card has expired.",
  param: "exp_month",
};
const INCORRECT_CVC: Decline = {
  code: "incorrect_cvc",
  decline_code: "incorrect_cvc",
  message: "Your card's security code is incorrect.",
  param: "cvc",
};
const PROCESSING: Decline = {
  code: "processing_error",
  decline_code: "processing_error",
  message: "An error occurred while processing your card. Try again in a little bit.",
  param: null,
};

const CARDS: ReadonlyMap<string, TestCard> = new Map<string, TestCard>([
  ["4242424242424242", { brand: "visa" }],
  ["4000056655665556", { brand: "visa" }],
  ["4000000360000006", { brand: "visa" }],
  ["5555555555554444", { brand: "mastercard" }],
  ["2223003122003222", { brand: "mastercard" }],
  ["5200828282828210", { brand: "mastercard" }],
  ["5105105105105100", { brand: "mastercard" }],
  ["378282246310005", { brand: "amex" }],
  ["371449635398431", { brand: "amex" }],
  ["6011111111111117", { brand: "discover" }],
  ["3056930009020004", { brand: "diners" }],
  ["3566002020360505", { brand: "jcb" }],
  ["6200000000000005", { brand: "unionpay" }],
  ["4000000000000002", { brand: "visa", decline: declined("generic_decline") }],
  ["4000000000009995", { brand: "visa", decline: INSUFFICIENT }],
  ["4000000000009987", { brand: "visa", decline: declined("lost_card") }],
  ["4000000000009979", { brand: "visa", decline: declined("stolen_card") }],
  ["4000000000006975", { brand: "visa", decline: declined("card_velocity_exceeded") }],
  ["4100000000000019", { brand: "visa", decline: declined("fraudulent") }],
  ["4000000000000069", { brand: "visa", decline: EXPIRED }],
  ["4000000000000127", { brand: "visa", decline: INCORRECT_CVC }],
  ["4000000000000119", { brand: "visa", decline: PROCESSING }],
  ["4000002500003155", { brand: "visa", challenge: true }],
  ["4000002760003184", { brand: "visa", challenge: true }],
  ["4000000000003220", { brand: "visa", challenge: true }],
  ["4000008260003178", { brand: "visa", challenge: true, decline: INSUFFICIENT }],
  ["4000008400001629", { brand: "visa", challenge: true, decline: declined("generic_decline") }],
  ["4000000000000259", { brand: "visa", dispute: "fraudulent" }],
  ["4000000000002685", { brand: "visa", dispute: "product_not_received" }],
  ["4000000000001976", { brand: "visa", dispute: "inquiry" }],
  ["4000000000005423", { brand: "visa", warning: true }],
  ["4000000000000077", { brand: "visa", instant: true }],
  ["4000000000007726", { brand: "visa", refund: "late" }],
  ["4000000000005126", { brand: "visa", refund: "fails" }],
]);

/** Stripe's names for the same cards, for calls without a form. */
const ALIASES: Record<string, string> = {
  pm_card_visa: "4242424242424242",
  pm_card_mastercard: "5555555555554444",
  pm_card_au: "4000000360000006",
  pm_card_chargeDeclined: "4000000000000002",
  pm_card_visa_chargeDeclined: "4000000000000002",
  pm_card_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_visa_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_threeDSecure2Required: "4000000000003220",
  pm_card_authenticationRequired: "4000002760003184",
  pm_card_createDispute: "4000000000000259",
  pm_card_createDisputeProductNotReceived: "4000000000002685",
  pm_card_createDisputeInquiry: "4000000000001976",
  pm_card_createIssuerFraudRecord: "4000000000005423",
  pm_card_bypassPending: "4000000000000077",
  pm_card_pendingRefund: "4000000000007726",
  pm_card_refundFail: "4000000000005126",
};

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
