/**
 * What an amount in dollars is in coins. Integers throughout: cents in, 1e-8 units out, rounded up at the coin's own
 * precision, so that the seller is never short by rounding and a wallet can always send exactly the amount shown (D23).
 */
import { COIN_FACTS, COINS, type Coin, FEED_IDS } from "./crypto-coins.ts";
import { DEFAULT_HOLD_MS, MINUTE_MS } from "./deadlines.ts";

/** A quote stands this long from the moment it was given (D23). */
export const QUOTE_MS = 10 * MINUTE_MS;

/** Prices are fresh this long, and better than nothing this long. */
export const PRICE_FRESH_MS = MINUTE_MS;
export const PRICE_STALE_MS = 60 * MINUTE_MS;

/** A price that moves further than this from one reading to the next is taken for an error of the feed. */
const JUMP_MAX = 0.3;

/** Dollars of one coin, by coin. */
export type Rates = Record<Coin, number>;
export type PriceSource = "live" | "cached" | "fallback";
export interface Prices {
  rates: Rates;
  source: PriceSource;
}

/** The specified prices of a day without a feed; marked as an estimate wherever they are shown. */
export const FALLBACK_RATES: Rates = { btc: 95_000, eth: 3_500, usdt: 1.5, usdc: 1.5, xrp: 0.8 };

/** The specified body: each feed id with its price in dollars. */
export type PriceBody = Record<(typeof FEED_IDS)[Coin], { aud: number }>;

export function priceBody(rates: Rates): PriceBody {
  return Object.fromEntries(COINS.map((coin) => [FEED_IDS[coin], { aud: rates[coin] }])) as PriceBody;
}

export function ratesOf(body: PriceBody): Rates {
  return Object.fromEntries(COINS.map((coin) => [coin, body[FEED_IDS[coin]].aud])) as Rates;
}

/** Each coin's price with the time it was read: a coin that jumped keeps its old price and its old time. */
export type Readings = Record<Coin, { rate: number; at: number }>;

/**
 * A new reading beside the last good one. A coin that moved too far keeps its last price, but no longer than a stale price
 * is good for: a market that really moved is believed then.
 */
export function mergeReading(last: Readings | null, reading: Rates, now: number): Readings {
  return Object.fromEntries(
    COINS.map((coin) => {
      const before = last?.[coin];
      const jumped = before !== undefined && Math.abs(reading[coin] - before.rate) > before.rate * JUMP_MAX;
      return [coin, jumped && now - before.at <= PRICE_STALE_MS ? before : { rate: reading[coin], at: now }];
    }),
  ) as Readings;
}

/** The prices of readings, or null when one of them is too old to be shown to anybody. */
export function usableRates(readings: Readings | null, now: number): Rates | null {
  if (readings === null || COINS.some((coin) => now - readings[coin].at > PRICE_STALE_MS)) return null;
  return Object.fromEntries(COINS.map((coin) => [coin, readings[coin].rate])) as Rates;
}

/** A rate as the order keeps it: micro-dollars, because a tenth of a cent of an XRP decides. */
export function rateMicros(rate: number): number {
  return Math.round(rate * 1_000_000);
}

/** 1e-8 units of the coin worth `cents` at this rate, rounded up to what the coin's wallets can send. */
export function unitsFor(coin: Coin, cents: number, micros: number): bigint {
  if (!Number.isSafeInteger(cents) || cents <= 0) throw new RangeError(`not a price: ${cents}`);
  if (!Number.isSafeInteger(micros) || micros <= 0) throw new RangeError(`not a rate: ${micros}`);
  const grain = 10n ** BigInt(8 - COIN_FACTS[coin].decimals);
  // cents / 100 dollars, over micros / 1e6 dollars a coin, times 1e8 units: cents · 1e12 / micros.
  const perGrain = BigInt(micros) * grain;
  const grains = (BigInt(cents) * 10n ** 12n + perGrain - 1n) / perGrain;
  return grains * grain;
}

/** "0.00252632": always 8 decimals. */
export function unitsText(units: bigint): string {
  const digits = units.toString().padStart(9, "0");
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}

/** What the QR code says: BIP-21 with the amount for Bitcoin, the plain address for the others. */
export function qrContent(coin: Coin, address: string, amountText: string): string {
  return coin === "btc" ? `bitcoin:${address}?amount=${amountText}` : address;
}

/**
 * Whether an order may still be made at this quote. A buyer who names a transaction paid while it ran, and stays with it
 * for as long as one more hold lasts; a buyer who has yet to pay needs one that is running.
 */
export function quoteStands(expiresAt: number, now: number, paid: boolean): boolean {
  return now < (paid ? expiresAt + DEFAULT_HOLD_MS : expiresAt);
}
