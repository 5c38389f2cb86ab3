/** Verdicts of the content filter (decision 0027). */

export const FILTER_REASONS = [
  "phone",
  "email",
  "link",
  "address",
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
export type FilterReason = (typeof FILTER_REASONS)[number];

export interface FilterVerdict {
  /** `warn`: delivered, with a warning to the recipient. `hold`: not delivered until staff have reviewed it. */
  verdict: "pass" | "warn" | "hold";
  /** Strongest first; empty for `pass`. */
  reasons: FilterReason[];
}

export interface FilterContext {
  /**
   * `public`: everybody may read it, so that it may name a way to pay, but no contact and no street address. `ordered`: one
   * has bought from the other, or they are trading, so they may exchange phone numbers.
   */
  stage: "public" | "enquiry" | "ordered";
  /** Host of this site, whose pages may be linked. */
  own_host?: string;
}
