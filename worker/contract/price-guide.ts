/** GET /api/price-guide: what things like this sold for here. */
import * as z from "zod/mini";
import { CATEGORIES, type Category, CONDITIONS, type Condition } from "#domain/catalogue";
import { SEARCH_TERM_MAX } from "./items.ts";

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
  /** Sales it is made of; never fewer than five. */
  count: number;
  median: number;
  /** The middle half of the prices lies between these. */
  low: number;
  high: number;
  /** `similar`: titles share words; `category`: the whole category. */
  basis: "similar" | "category";
  category: Category;
  /** Null when sales in every condition were counted. */
  condition: Condition | null;
}

/** `guide` is null when too little was sold to say anything. */
export interface PriceGuideReply {
  guide: PriceGuide | null;
}
