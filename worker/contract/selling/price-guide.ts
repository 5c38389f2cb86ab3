/** GET /api/price-guide: past prices of similar items. */
import * as z from "zod/mini";
import { CATEGORIES, type Category, CONDITIONS, type Condition } from "#domain/items/catalogue";
import { SEARCH_TERM_MAX } from "#domain/items/market-filters";

export const PriceGuideQuery = z.strictObject({
  category: z.enum(CATEGORIES),
  condition: z.optional(z.enum(CONDITIONS)),
  /** Words of the title. */
  q: z.optional(
    z.pipe(
      z.string(),
      z.transform((value: string) => value.toWellFormed().slice(0, SEARCH_TERM_MAX)),
    ),
  ),
});

export interface PriceGuide {
  /** Number of sales; never fewer than five. */
  count: number;
  median: number;
  /** Lower and upper quartile of the prices. */
  low: number;
  high: number;
  /** `similar`: titles share words; `category`: the whole category. */
  basis: "similar" | "category";
  category: Category;
  /** Null when sales in every condition were counted. */
  condition: Condition | null;
}

/** `guide` is null when there were too few sales. */
export interface PriceGuideReply {
  guide: PriceGuide | null;
}
