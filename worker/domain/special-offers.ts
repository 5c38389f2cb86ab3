/** Special offers of a seller: what they say, when they run, what they are worth (§3 special_offers, §5; D25). */
import { formatCents } from "./money.ts";

export const OFFER_TYPES = ["bogo", "bulk_discount", "percentage_off", "bundle"] as const;
export type OfferType = (typeof OFFER_TYPES)[number];

/** The terms of an offer, with one name for each number whatever name it was stored under. Null when they make no sense. */
export type OfferTerms =
  | { type: "bogo"; buy: number; get: number }
  | { type: "bulk_discount"; from: number; percent: number }
  | { type: "bulk_discount"; from: number; off_cents: number }
  | { type: "percentage_off"; percent: number }
  | { type: "bundle" };

/** What decides whether an offer runs. */
export interface RunningOffer {
  is_active: boolean;
  /** UTC ms; null runs on. */
  ends_at: number | null;
}

/** Active and not ended (§5). The end itself is past it. */
export function isOfferRunning(offer: RunningOffer, now: number): boolean {
  return offer.is_active && (offer.ends_at === null || now < offer.ends_at);
}

type Config = Readonly<Record<string, unknown>>;

/** Reads the stored config; `percentage` and `discount_percentage` are the same number (D25). */
export function offerTerms(type: OfferType, config: Config): OfferTerms | null {
  switch (type) {
    case "bogo": {
      const buy = wholeNumber(config.buy_quantity, 1);
      const get = wholeNumber(config.get_quantity, 1);
      return buy === null || get === null ? null : { type, buy, get };
    }
    case "bulk_discount": {
      const from = wholeNumber(config.min_quantity, 2);
      if (from === null) return null;
      if (config.discount_type === "dollar") {
        const amount = numberOf(config.discount_amount);
        const off_cents = amount === null ? null : Math.round(amount * 100);
        return off_cents === null || off_cents < 1 ? null : { type, from, off_cents };
      }
      const percent = percentOfConfig(config);
      return percent === null ? null : { type, from, percent };
    }
    case "percentage_off": {
      const percent = percentOfConfig(config);
      return percent === null ? null : { type, percent };
    }
    case "bundle":
      return { type };
  }
}

/** Between 0.01 and 99.99, two places: nothing off is no offer, and everything off is a gift, which has its own price. */
function percentOfConfig(config: Config): number | null {
  const value = numberOf(config.percentage) ?? numberOf(config.discount_percentage);
  if (value === null) return null;
  const percent = Math.round(value * 100) / 100;
  return percent > 0 && percent < 100 ? percent : null;
}

function numberOf(value: unknown): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

function wholeNumber(value: unknown, least: number): number | null {
  const number = numberOf(value);
  return number !== null && Number.isInteger(number) && number >= least && number <= 99 ? number : null;
}

/** What the badge says. "At checkout", because the price beside it is the price before the offer. */
export function offerLabel(terms: OfferTerms): string {
  switch (terms.type) {
    case "bogo":
      return `Buy ${terms.buy}, get ${terms.get} free`;
    case "bulk_discount":
      return "percent" in terms
        ? `${terms.percent}% off ${terms.from} or more`
        : `${formatCents(terms.off_cents)} off ${terms.from} or more`;
    case "percentage_off":
      return `${terms.percent}% off at checkout`;
    case "bundle":
      return "Bundle deal";
  }
}
