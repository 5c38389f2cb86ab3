/** Bundles: what they cost against their parts, and when one can be bought (§3, §5 Bundle; D38). */
import type { Cents } from "./money.ts";

export interface BundlePartState {
  price_cents: Cents;
  /** As a reader sees it: `active` is for sale and unheld. */
  status: string;
}

export interface BundleTotals {
  individual_total_cents: Cents;
  savings_cents: Cents;
  /** Whole percent of the total, half up (D16). */
  savings_percentage: number;
  available: boolean;
}

/**
 * Counted from the parts as they are now, never from what was stored when the bundle was made: a part may have become
 * cheaper since. A bundle that is no longer cheaper than its parts, or has a part that cannot be bought, is not for sale.
 */
export function bundleTotals(
  bundle: { bundle_price_cents: Cents; status: string },
  parts: readonly BundlePartState[],
): BundleTotals {
  const individual_total_cents = parts.reduce((sum, part) => sum + part.price_cents, 0);
  const savings_cents = Math.max(0, individual_total_cents - bundle.bundle_price_cents);
  return {
    individual_total_cents,
    savings_cents,
    savings_percentage: individual_total_cents === 0 ? 0 : Math.round((savings_cents * 100) / individual_total_cents),
    available:
      bundle.status === "active" &&
      parts.length >= BUNDLE_ITEMS_MIN &&
      savings_cents > 0 &&
      parts.every((part) => part.status === "active"),
  };
}

const BUNDLE_ITEMS_MIN = 2;
