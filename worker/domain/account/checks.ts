/** What has been checked of a person (D70). A badge names exactly this, never more. */
export const CHECKS = ["email", "phone", "payouts"] as const;
export type Check = (typeof CHECKS)[number];

/** As the database has it: numbers for yes and no. */
export interface CheckFacts {
  /** They opened the link sent to their address. */
  email_verified: number;
  /** They entered the code sent to their number. */
  phone_confirmed: number;
  /** Stripe has checked their payout account, and it can receive money. */
  payouts_active: number;
}

export function checksOf({ email_verified, phone_confirmed, payouts_active }: CheckFacts): Check[] {
  const passed: Record<Check, number> = { email: email_verified, phone: phone_confirmed, payouts: payouts_active };
  return CHECKS.filter((check) => passed[check] === 1);
}
