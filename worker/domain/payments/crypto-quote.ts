/**
 * Converts dollars to coins. Integers only: cents in, 1e-8 units out, rounded up at the coin's precision, so that
 * rounding never costs the seller and a wallet can send exactly the amount shown (D23).
 */

import { DEFAULT_HOLD_MS, MINUTE_MS } from "../deadlines.ts";
import { COIN_FACTS, COINS, type Coin, FEED_IDS } from "./crypto-coins.ts";

/** How long a quote is valid (D23). */
export const QUOTE_MS = 10 * MINUTE_MS;

/** How long a price counts as fresh, and how long a stale one may be used. */
export const PRICE_FRESH_MS = MINUTE_MS;
export const PRICE_STALE_MS = 60 * MINUTE_MS;

/** Largest change (as a share) from one reading to the next; a larger one is treated as an error of the feed. */
const JUMP_MAX = 0.3;

/** Price of one coin in dollars, by coin. */
export type Rates = Record<Coin, number>;
export type PriceSource = "live" | "cached" | "fallback";
export interface Prices {
  rates: Rates;
  source: PriceSource;
}

/** Prices used without a feed; marked as an estimate wherever they are shown. */
export const FALLBACK_RATES: Rates = { btc: 95_000, eth: 3_500, usdt: 1.5, usdc: 1.5, xrp: 0.8 };

/** Body of `GET /api/crypto/prices`: each feed id with its price in dollars. */
export type PriceBody = Record<(typeof FEED_IDS)[Coin], { aud: number }>;

/** Converts rates to the body of `GET /api/crypto/prices`. */
export function priceBody(rates: Rates): PriceBody {
  return Object.fromEntries(COINS.map((coin) => [FEED_IDS[coin], { aud: rates[coin] }])) as PriceBody;
}

/** Converts the body of `GET /api/crypto/prices` to rates. */
export function ratesOf(body: PriceBody): Rates {
  return Object.fromEntries(COINS.map((coin) => [coin, body[FEED_IDS[coin]].aud])) as Rates;
}

/** Each coin's price with the time it was read. A coin that jumped keeps its old price and time. */
export type Readings = Record<Coin, { rate: number; at: number }>;

/** Merges a new reading into the last one. A coin that jumped keeps its last price until that price is stale. */
export function mergeReading(last: Readings | null, reading: Rates, now: number): Readings {
  return Object.fromEntries(
    COINS.map((coin) => {
      const before = last?.[coin];
      const jumped = before !== undefined && Math.abs(reading[coin] - before.rate) > before.rate * JUMP_MAX;
      return [coin, jumped && now - before.at <= PRICE_STALE_MS ? before : { rate: reading[coin], at: now }];
    }),
  ) as Readings;
}

/** Returns the prices, or null when one of them is too old to show. */
export function usableRates(readings: Readings | null, now: number): Rates | null {
  if (readings === null || COINS.some((coin) => now - readings[coin].at > PRICE_STALE_MS)) return null;
  return Object.fromEntries(COINS.map((coin) => [coin, readings[coin].rate])) as Rates;
}

/** Converts a rate to micro-dollars for the order, because fractions of a cent matter for XRP. */
export function rateMicros(rate: number): number {
  return Math.round(rate * 1_000_000);
}

/**
 * Returns the 1e-8 units of the coin worth `cents` at this rate, rounded up to the coin's precision.
 * @param asked amounts in units that other buyers are asked for; the result is the next one that is free.
 */
export function unitsFor(coin: Coin, cents: number, micros: number, asked: ReadonlySet<string> = new Set()): bigint {
  if (!Number.isSafeInteger(cents) || cents <= 0) throw new RangeError(`not a price: ${cents}`);
  if (!Number.isSafeInteger(micros) || micros <= 0) throw new RangeError(`not a rate: ${micros}`);
  const grain = 10n ** BigInt(8 - COIN_FACTS[coin].decimals);
  // cents / 100 dollars, over micros / 1e6 dollars a coin, times 1e8 units: cents · 1e12 / micros.
  const perGrain = BigInt(micros) * grain;
  const grains = (BigInt(cents) * 10n ** 12n + perGrain - 1n) / perGrain;
  let units = grains * grain;
  while (asked.has(units.toString())) units += grain;
  return units;
}

/** Formats units as "0.00252632", always with 8 decimals. */
export function unitsText(units: bigint): string {
  const digits = units.toString().padStart(9, "0");
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}

/** Returns the content of the QR code: BIP-21 with the amount for Bitcoin, the plain address for other coins. */
export function qrContent(coin: Coin, address: string, amountText: string): string {
  return coin === "btc" ? `bitcoin:${address}?amount=${amountText}` : address;
}

/**
 * Returns whether an order may still be made at this quote. A buyer who names a transaction paid while the quote was
 * valid, so they get one hold length longer; a buyer who has not paid needs a valid quote.
 */
export function isQuoteUsable(expiresAt: number, now: number, paid: boolean): boolean {
  return now < (paid ? expiresAt + DEFAULT_HOLD_MS : expiresAt);
}
