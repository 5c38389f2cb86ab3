import { TOPUP_MAXIMUM_CENTS, TOPUP_MINIMUM_CENTS } from "#contract/payments";
import { dollarsToCents } from "#domain/money";

const maximumAmount = (topupMaximumCents: string) => `Maximum amount is $${topupMaximumCents}.00`;

/** Valid text while typing: digits and at most two decimals. */
const TYPING = /^\d{0,7}(\.\d{0,2})?$/;

/** Returns the typed text if it is an amount, otherwise the text before. */
export function typedAmount(next: string, before: string): string {
  const text = next.replace(/[$,\s]/g, "");
  return TYPING.test(text) ? text : before;
}

/** Returns the amount in cents, or null. Amounts outside the limits can be typed but start no payment. */
export function acceptedAmount(text: string): number | null {
  const cents = dollarsToCents(text.replace(/\.$/, "").replace(/^\./, "0."));
  return cents !== null && cents >= TOPUP_MINIMUM_CENTS && cents <= TOPUP_MAXIMUM_CENTS ? cents : null;
}

/** Returns why the amount was not accepted. */
export function amountError(text: string): string {
  const cents = dollarsToCents(text.replace(/\.$/, ""));
  if (cents !== null && cents > TOPUP_MAXIMUM_CENTS) {
    return maximumAmount((TOPUP_MAXIMUM_CENTS / 100).toLocaleString("en-AU"));
  }
  return "Minimum amount is $5.00";
}
