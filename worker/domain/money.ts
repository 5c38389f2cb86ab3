/**
 * Money is integer Australian cents in storage and arithmetic (D16). Decimal dollars exist only in the API and on
 * screen; only these functions convert between the two.
 */
import { groupDigits } from "./group-digits.ts";

export type Cents = number;

/** Largest price of a listing: A$999,999.99. Keeps every sum within the safe integer range. */
export const MAX_PRICE_CENTS: Cents = 99_999_999;

const DOLLARS = /^\d{1,7}(\.\d{1,2})?$/;

/**
 * Converts decimal dollars to cents; null when the number is not an exact, unsigned amount with at most two decimals. It
 * converts through text, because floating-point multiplication is inexact (`1.005 * 100` is not 100.5). Typed amounts:
 * `readAmount` of readers/amount.ts.
 */
export function dollarsToCents(dollars: number): Cents | null {
  const text = String(dollars);
  if (!DOLLARS.test(text)) return null;
  const [whole = "0", fraction = ""] = text.split(".");
  return Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
}

/** Converts cents to the decimal dollars of the API. Division by 100 gives the nearest double, which prints exactly. */
export function centsToDollars(cents: Cents): number {
  return cents / 100;
}

/** Formats "$240", "$1,219.50". Without `Intl`, whose currency formatters cost a phone tens of milliseconds. */
export function formatCents(cents: Cents): string {
  const sign = cents < 0 ? "-" : "";
  const amount = Math.abs(cents);
  const rest = amount % 100;
  const dollars = groupDigits((amount - rest) / 100);
  return `${sign}$${dollars}${rest === 0 ? "" : `.${String(rest).padStart(2, "0")}`}`;
}

/** Returns the rounded discount percentage from the previous price; null when there is no discount to show. */
export function discountPercent(previous: Cents | null, price: Cents): number | null {
  if (previous === null) return null;
  const percent = Math.round(((previous - price) / previous) * 100);
  return percent > 0 ? percent : null;
}

/** Returns `percent` (0.01–100, at most two decimals) of an amount, rounded half up in integer arithmetic (D16). */
export function percentOf(cents: Cents, percent: number): Cents {
  const basisPoints = Math.round(percent * 100);
  return Math.floor((cents * basisPoints + 5_000) / 10_000);
}
