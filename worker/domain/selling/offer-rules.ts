/** Validates a special offer, in the editor while typing and on the server when saving (A51). */
import { type Cents, formatCents } from "../money.ts";
import { itemsNeeded, type OfferTerms, type OfferType, offerTerms } from "./special-offers.ts";

export const OFFER_ITEMS_MAX = 50;
export const OFFERS_MAX = 50;

export interface OfferDraft {
  offer_type: OfferType;
  config: Readonly<Record<string, unknown>>;
  /** List prices of the items in the offer. */
  prices: readonly Cents[];
  ends_at: number | null;
}

export interface OfferProblem {
  field: string;
  message: string;
}

/** Lists what must be fixed before the offer can run, by field. */
export function offerProblems(draft: OfferDraft, now: number): OfferProblem[] {
  const problems: OfferProblem[] = [];
  if (draft.ends_at !== null && draft.ends_at <= now) {
    problems.push({ field: "ends_at", message: "Choose an end date in the future." });
  }
  const terms = offerTerms(draft.offer_type, draft.config);
  if (terms === null) return [...problems, numbersProblem(draft)];
  const needed = itemsNeeded(terms, draft.prices.length);
  if (draft.prices.length < needed) {
    return [
      ...problems,
      {
        field: "item_ids",
        message: `Choose at least ${needed} ${needed === 1 ? "item" : "items"}. With fewer, no one can use this offer.`,
      },
    ];
  }
  const sum = sumProblem(terms, draft.prices);
  return sum ? [...problems, sum] : problems;
}

/** Returns which number of this offer type is invalid, and the valid range. */
function numbersProblem({ offer_type, config }: OfferDraft): OfferProblem {
  switch (offer_type) {
    case "bogo": {
      const buy = config.buy_quantity;
      const buys = typeof buy === "number" && Number.isInteger(buy) && buy >= 1 && buy <= 99;
      return {
        field: buys ? "config.get_quantity" : "config.buy_quantity",
        message: "Enter a whole number from 1 to 99.",
      };
    }
    case "bulk_discount": {
      const from = config.min_quantity;
      if (typeof from !== "number" || !Number.isInteger(from) || from < 2 || from > 99) {
        return { field: "config.min_quantity", message: "Enter a whole number from 2 to 99." };
      }
      return config.discount_type === "dollar"
        ? { field: "config.discount_amount", message: "Enter an amount in dollars, such as 10 or 12.50." }
        : { field: "config.discount_percentage", message: PERCENT };
    }
    case "percentage_off":
      return { field: "config.percentage", message: PERCENT };
    case "bundle":
      return { field: "config.bundle_price", message: "Enter a price in dollars, such as 45 or 45.50." };
  }
}

const PERCENT = "Enter a percentage above 0 and below 100.";

/** A sum that takes off nothing, or everything, is refused. */
function sumProblem(terms: OfferTerms, prices: readonly Cents[]): OfferProblem | null {
  const total = (some: readonly Cents[]) => some.reduce((sum, price) => sum + price, 0);
  if (terms.type === "bundle" && terms.price_cents >= total(prices)) {
    return {
      field: "config.bundle_price",
      message: `It must be less than the items cost separately, ${formatCents(total(prices))}.`,
    };
  }
  if ("off_cents" in terms) {
    const least = total([...prices].sort((a, b) => a - b).slice(0, terms.from));
    if (terms.off_cents >= least) {
      return {
        field: "config.discount_amount",
        message: `It must be less than the ${terms.from} cheapest items cost together, ${formatCents(least)}.`,
      };
    }
  }
  return null;
}
