import { TOPUP_MAXIMUM_CENTS, TOPUP_MINIMUM_CENTS } from "#contract/payments";
import { dollarsToCents } from "#domain/money";
import * as words from "./words.ts";

/** What may be typed: digits and at most two places. Half-typed amounts count. */
const TYPING = /^\d{0,7}(\.\d{0,2})?$/;

/** Keeps the field's text to money: anything else is not taken over. */
export function typedAmount(next: string, before: string): string {
  const text = next.replace(/[$,\s]/g, "");
  return TYPING.test(text) ? text : before;
}

/**
 * The amount to pay in cents, or null. Values below the minimum are ignored: they stand in the field as
 * something half typed and no payment starts from them.
 */
export function acceptedAmount(text: string): number | null {
  const cents = dollarsToCents(text.replace(/\.$/, "").replace(/^\./, "0."));
  return cents !== null && cents >= TOPUP_MINIMUM_CENTS && cents <= TOPUP_MAXIMUM_CENTS ? cents : null;
}

/** Why the amount was not accepted. */
export function amountProblem(text: string): string {
  const cents = dollarsToCents(text.replace(/\.$/, ""));
  if (cents !== null && cents > TOPUP_MAXIMUM_CENTS) {
    return words.maximumAmount((TOPUP_MAXIMUM_CENTS / 100).toLocaleString("en-AU"));
  }
  return words.minimumAmount;
}
