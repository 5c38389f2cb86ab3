/**
 * What buyers ask for besides the price. Knowzee never agrees to any of it (D64): it repeats what the price covers and
 * offers to ask the seller.
 */
export const DEAL_CONDITIONS = [
  "delivery",
  "extras",
  "warranty",
  "hold",
  "swap",
  "instalments",
  "per_unit",
  "bundle",
] as const;

export type DealCondition = (typeof DEAL_CONDITIONS)[number];
