/** What the shield says of a message (decision 0054). Plain words in, a verdict out; who acts on it is the caller's business. */

export const SHIELD_REASONS = [
  "phone",
  "email",
  "link",
  "handle",
  "off_platform",
  "outside_payment",
  "gift_card",
  "crypto",
  "payid",
  "overpayment",
  "courier",
  "code",
  "credentials",
  "disguised",
] as const;
export type ShieldReason = (typeof SHIELD_REASONS)[number];

export interface ShieldVerdict {
  /** `warn`: delivered, with a caution to the receiver. `hold`: not delivered until staff have looked. */
  verdict: "pass" | "warn" | "hold";
  /** Strongest first; empty when it passes. */
  reasons: ShieldReason[];
}

export interface ShieldContext {
  /**
   * `ordered`: one of the two has bought or is swapping with the other, so that they have to find each other: telephone
   * numbers are their own affair then. `enquiry`: everything before.
   */
  stage: "enquiry" | "ordered";
  /** Host of this service, whose own pages may be linked. */
  own_host?: string;
}
