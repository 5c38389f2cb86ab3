/** Special offers of a seller: terms, running time and labels (D25). */
import { type Cents, centsToDollars, dollarsToCents, formatCents } from "../money.ts";

export const OFFER_TYPES = ["bogo", "bulk_discount", "percentage_off", "bundle"] as const;
export type OfferType = (typeof OFFER_TYPES)[number];

/** The terms of an offer, with one name for each number. */
export type OfferTerms =
  | { type: "bogo"; buy: number; get: number }
  | { type: "bulk_discount"; from: number; percent: number }
  | { type: "bulk_discount"; from: number; off_cents: number }
  | { type: "percentage_off"; percent: number }
  | { type: "bundle"; price_cents: Cents };

/** The fields that decide whether an offer is running. */
export interface RunningOffer {
  is_active: boolean;
  /** UTC ms; null for no end. */
  ends_at: number | null;
}

/** Returns whether the offer is active and not ended; `ends_at` itself is no longer included. */
export function isOfferRunning(offer: RunningOffer, now: number): boolean {
  return offer.is_active && (offer.ends_at === null || now < offer.ends_at);
}

type Config = Readonly<Record<string, unknown>>;

export type OfferConfig = {
  buy_quantity?: number;
  get_quantity?: number;
  min_quantity?: number;
  discount_type?: "percentage" | "dollar";
  discount_percentage?: number;
  /** Dollars. */
  discount_amount?: number;
  percentage?: number;
  /** Dollars. */
  bundle_price?: number;
};

/** Converts terms to the stored form; `offerTerms` reads them back. */
export function offerConfig(terms: OfferTerms): OfferConfig {
  switch (terms.type) {
    case "bogo":
      return { buy_quantity: terms.buy, get_quantity: terms.get };
    case "bulk_discount":
      return "percent" in terms
        ? { min_quantity: terms.from, discount_type: "percentage", discount_percentage: terms.percent }
        : { min_quantity: terms.from, discount_type: "dollar", discount_amount: centsToDollars(terms.off_cents) };
    case "percentage_off":
      return { percentage: terms.percent };
    case "bundle":
      return { bundle_price: centsToDollars(terms.price_cents) };
  }
}

/** Reads the stored form; null when it is invalid. `percentage` and `discount_percentage` are the same number (D25). */
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
        const off_cents = centsOf(config.discount_amount);
        return off_cents === null ? null : { type, from, off_cents };
      }
      const percent = percentOfConfig(config);
      return percent === null ? null : { type, from, percent };
    }
    case "percentage_off": {
      const percent = percentOfConfig(config);
      return percent === null ? null : { type, percent };
    }
    case "bundle": {
      const price_cents = centsOf(config.bundle_price);
      return price_cents === null ? null : { type, price_cents };
    }
  }
}

/** Returns how many of the offer's `size` items must be bought together. */
export function itemsNeeded(terms: OfferTerms, size: number): number {
  switch (terms.type) {
    case "bogo":
      return terms.buy + terms.get;
    case "bulk_discount":
      return terms.from;
    case "percentage_off":
      return 1;
    case "bundle":
      return Math.max(2, size);
  }
}

/** Returns a percentage between 0.01 and 99.99 with two decimals; null otherwise. */
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

/** Returns a positive amount in cents from dollars with at most two decimals; null otherwise. */
function centsOf(value: unknown): Cents | null {
  const number = numberOf(value);
  const cents = number === null ? null : dollarsToCents(number);
  return cents !== null && cents > 0 ? cents : null;
}

function wholeNumber(value: unknown, least: number): number | null {
  const number = numberOf(value);
  return number !== null && Number.isInteger(number) && number >= least && number <= 99 ? number : null;
}

/** Returns the text of the badge. "At checkout", because the price next to it is the price before the offer. */
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
      return `Bundle deal: ${formatCents(terms.price_cents)} together`;
  }
}
