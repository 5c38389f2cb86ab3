import type { Check } from "#domain/account/checks";

/** Badges: what was checked, and nothing more (D70). */
export const CHECK_LABELS: Readonly<Record<Check, string>> = {
  email: "Email confirmed",
  phone: "Phone confirmed",
  payouts: "Payout account checked by Stripe",
};
