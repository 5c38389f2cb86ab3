/** Price guide for sellers from past sales: median and interquartile range, or nothing when there were too few. */
import type { Condition } from "../items/catalogue.ts";
import { searchWords } from "../items/search-terms.ts";
import type { Cents } from "../money.ts";

/** Fewer sales mean little, and could reveal a single seller's sale. */
export const GUIDE_SALES_MIN = 5;

export interface Sale {
  price_cents: Cents;
  condition: Condition;
}

export interface SalesSummary {
  count: number;
  median_cents: Cents;
  low_cents: Cents;
  high_cents: Cents;
  /** Null when sales in every condition were counted. */
  condition: Condition | null;
}

/** Summarises sales, those in the same condition if there are enough. Giveaways are ignored. Null below five. */
export function summariseSales(sales: readonly Sale[], condition: Condition | null): SalesSummary | null {
  const priced = sales.filter((sale) => sale.price_cents > 0);
  const alike = priced.filter((sale) => sale.condition === condition);
  const sameCondition = condition !== null && alike.length >= GUIDE_SALES_MIN;
  const prices = (sameCondition ? alike : priced).map((sale) => sale.price_cents).sort((a, b) => a - b);
  if (prices.length < GUIDE_SALES_MIN) return null;
  return {
    count: prices.length,
    median_cents: quantile(prices, 0.5),
    low_cents: quantile(prices, 0.25),
    high_cents: quantile(prices, 0.75),
    condition: sameCondition ? condition : null,
  };
}

/** Interpolates between the two nearest values, rounded half up to the cent. */
function quantile(sorted: readonly Cents[], share: number): Cents {
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] ?? 0;
  const above = sorted[Math.ceil(at)] ?? below;
  return Math.floor(below + (above - below) * (at - Math.floor(at)) + 0.5);
}

const STOP_WORDS = new Set(["the", "and", "for", "with", "from", "size", "set", "old", "new", "very", "good"]);

/** Returns the words of a title that describe the item. */
export function meaningfulWords(title: string): string[] {
  const words = searchWords(title).filter((word) => word.length >= 3 && !/^\d+$/.test(word) && !STOP_WORDS.has(word));
  return [...new Set(words)];
}

/** Returns how many of a title's words another title must share: one of two or three, two of four. */
export function sharedWordsNeeded(words: number): number {
  return Math.max(1, Math.floor(words / 2));
}
