/**
 * Money is integer Australian cents everywhere in storage and arithmetic (D16). Decimal dollars exist only on the
 * wire and on screens; these are the only functions that cross that border.
 */
import { grouped } from "./grouped.ts";

export type Cents = number;

/** Largest amount a listing may carry: A$999,999.99. Keeps every sum far inside the safe integer range. */
export const MAX_PRICE_CENTS: Cents = 99_999_999;

const DOLLARS = /^\d{1,7}(\.\d{1,2})?$/;

/**
 * Decimal dollars (number or text) to cents, or null when the value is not an exact, unsigned amount with at most
 * two places. Goes through text: `1.005 * 100` is not 100.5, and rounding money silently is how cents get lost.
 */
export function dollarsToCents(value: number | string): Cents | null {
  const text = typeof value === "number" ? String(value) : value.trim();
  if (!DOLLARS.test(text)) return null;
  const [whole = "0", fraction = ""] = text.split(".");
  return Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
}

/** Whether this is an amount like any other, but more than a listing may carry: that deserves words of its own. */
export function isTooMuch(value: number | string): boolean {
  const text = String(value).trim();
  return /^\d+(\.\d{1,2})?$/.test(text) && Number(text) * 100 > MAX_PRICE_CENTS;
}

/** Cents to the decimal dollars of the wire. Division by 100 gives the nearest double, which prints exactly. */
export function centsToDollars(cents: Cents): number {
  return cents / 100;
}

/**
 * "$240", "$1,219.50"; whole dollars lose the ".00". Put together here, as `Intl` would: its formatters for money cost a
 * phone tens of milliseconds before the first price is on screen.
 */
export function formatCents(cents: Cents): string {
  const sign = cents < 0 ? "-" : "";
  const amount = Math.abs(cents);
  const rest = amount % 100;
  const dollars = grouped((amount - rest) / 100);
  return `${sign}$${dollars}${rest === 0 ? "" : `.${String(rest).padStart(2, "0")}`}`;
}

/** Discount badge: rounded percent from previous_price to price; null when there is no discount to show. */
export function discountPercent(previous: Cents | null, price: Cents): number | null {
  if (previous === null) return null;
  const percent = Math.round(((previous - price) / previous) * 100);
  return percent > 0 ? percent : null;
}

/** `percent` (0.01–100, at most two places) of an amount, rounded half up in integer arithmetic (D16). */
export function percentOf(cents: Cents, percent: number): Cents {
  const basisPoints = Math.round(percent * 100);
  return Math.floor((cents * basisPoints + 5_000) / 10_000);
}
