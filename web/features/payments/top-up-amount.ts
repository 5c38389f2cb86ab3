import { TOPUP_MAXIMUM_CENTS, TOPUP_MINIMUM_CENTS } from "#contract/payments";
import { amountProblem, typedCents } from "#domain/readers/amount";

const maximumAmount = (topupMaximumCents: string) => `Maximum amount is $${topupMaximumCents}.00`;

/** Returns the amount in cents, or null. Amounts outside the limits can be typed but start no payment. */
export function acceptedAmount(text: string): number | null {
  const cents = typedCents(text);
  return cents !== null && cents >= TOPUP_MINIMUM_CENTS && cents <= TOPUP_MAXIMUM_CENTS ? cents : null;
}

/** Returns why the amount was not accepted. */
export function amountError(text: string): string {
  if ((typedCents(text) ?? 0) > TOPUP_MAXIMUM_CENTS) {
    return maximumAmount((TOPUP_MAXIMUM_CENTS / 100).toLocaleString("en-AU"));
  }
  return amountProblem(text) ?? "Minimum amount is $5.00";
}
