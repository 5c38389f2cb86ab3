import type { Cents } from "../money.ts";

export interface BundlePartState {
  price_cents: Cents;
  /** The status viewers see: `active` means for sale and not held. */
  status: string;
}

export interface BundleTotals {
  individual_total_cents: Cents;
  savings_cents: Cents;
  /** Whole percent of the total, rounded half up (D16). */
  savings_percentage: number;
  available: boolean;
}

/**
 * Calculates the totals from the current prices of the parts, because a part may have become cheaper since the bundle
 * was made. A bundle is not available when it is no cheaper than its parts, or when a part cannot be bought.
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

export const BUNDLE_ITEMS_MIN = 2;

/**
 * Splits the bundle price over its parts in proportion to their prices, exact to the cent. Each part is rounded down;
 * the remaining cents go one each to the largest remainders, the earlier part first when they are equal. A part never
 * costs more than on its own. Only a free part costs nothing, unless there are fewer cents than parts.
 */
export function splitBundlePrice(bundleCents: Cents, partCents: readonly Cents[]): Cents[] {
  const total = partCents.reduce((sum, price) => sum + price, 0);
  if (total <= 0) return partCents.map(() => 0);
  // Prices reach 10^8 cents, so the product of two exceeds the safe integers.
  const shares = partCents.map((price, index) => {
    const product = BigInt(bundleCents) * BigInt(price);
    return { index, price, cents: Number(product / BigInt(total)), rest: product % BigInt(total) };
  });
  let left = bundleCents - shares.reduce((sum, share) => sum + share.cents, 0);
  const byRest = [...shares].sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest < b.rest ? 1 : -1));
  for (const share of byRest) {
    if (left <= 0) break;
    share.cents++;
    left--;
  }
  for (const share of shares) {
    if (share.price === 0 || share.cents > 0) continue;
    const largest = shares.reduce((most, other) => (other.cents > most.cents ? other : most));
    if (largest.cents < 2) break;
    largest.cents--;
    share.cents++;
  }
  return shares.map((share) => share.cents);
}
