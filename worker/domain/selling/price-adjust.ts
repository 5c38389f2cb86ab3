/** Changes prices by a percentage, for the preview in the browser and the change on the server (D16, D27). */
import { type Cents, formatCents, MAX_PRICE_CENTS } from "../money.ts";

/** Percentages offered as buttons. */
export const ADJUST_PRESETS = [5, 10, 15, 20, 25] as const;

const FLOOR_CENTS: Cents = 1;

export interface Adjustment {
  direction: "increase" | "decrease";
  /** 0.01 to 100, at most two decimals. */
  percent: number;
}

export type AdjustedPrice =
  | { ok: true; to: Cents }
  | { ok: false; reason: "sold" | "free" | "locked" | "minimum" | "maximum"; message: string };

/** Returns the changed price, rounded half up in integer arithmetic; at least one cent. */
export function adjustedCents(from: Cents, { direction, percent }: Adjustment): Cents {
  const basisPoints = Math.round(percent * 100);
  const factor = direction === "increase" ? 10_000 + basisPoints : 10_000 - basisPoints;
  return Math.max(FLOOR_CENTS, Math.floor((from * factor + 5_000) / 10_000));
}

/**
 * Returns the new price of one item, or why it stays unchanged: the item is sold, free, held or being bought, or the
 * new price would be below its minimum price or above the maximum.
 */
export function adjustPrice(
  item: { status: string; price_cents: Cents; minimum_price_cents: Cents | null },
  adjustment: Adjustment,
): AdjustedPrice {
  const kept = (reason: Extract<AdjustedPrice, { ok: false }>["reason"], message: string) =>
    ({ ok: false, reason, message }) as const;
  if (item.status === "sold") return kept("sold", "Sold items can't be repriced.");
  if (item.status === "reserved") return kept("locked", "Someone is holding this item.");
  if (item.status !== "active" && item.status !== "inactive") return kept("locked", "Someone is buying this item.");
  if (item.price_cents === 0) return kept("free", "Free items don't have a price to adjust.");
  const to = adjustedCents(item.price_cents, adjustment);
  if (to > MAX_PRICE_CENTS) return kept("maximum", `Prices can be up to ${formatCents(MAX_PRICE_CENTS)}.`);
  const minimum = item.minimum_price_cents;
  if (minimum !== null && to < minimum && to < item.price_cents) {
    return kept("minimum", `That would be below your minimum price of ${formatCents(minimum)}.`);
  }
  return { ok: true, to };
}
