/**
 * Locked quotes per hold and coin: made once, returned unchanged while valid, renewed with the same wallet (D8, D23).
 */
import { and, desc, eq, gt, lte } from "drizzle-orm";
import type { CryptoTerms } from "#contract/orders";
import { readWallet, type Wallet } from "#domain/payments/crypto-address";
import { COIN_FACTS, COINS, type Coin } from "#domain/payments/crypto-coins";
import { QUOTE_MS, rateMicros, unitsFor, unitsText } from "#domain/payments/crypto-quote";
import { priceFeed } from "../../../adapters/price-feed.ts";
import type { Database } from "../../../db/client.ts";
import { cryptoQuotes } from "../../../db/schema/crypto.ts";
import type { Services } from "../../../services.ts";
import { currentPrices } from "./prices.ts";

export type Quote = typeof cryptoQuotes.$inferSelect;

/** Returns the valid wallets of a seller's settings. */
export function readWallets(typed: Record<string, string>): Partial<Record<Coin, Wallet>> {
  const wallets: Partial<Record<Coin, Wallet>> = {};
  for (const coin of COINS) {
    const wallet = readWallet(coin, typed[coin] ?? "");
    if (wallet) wallets[coin] = wallet;
  }
  return wallets;
}

/** Returns every quote of this hold, at most one per coin. */
export function findQuotes(db: Database, holdId: string): Promise<Quote[]> {
  return db.select().from(cryptoQuotes).where(eq(cryptoQuotes.hold_id, holdId)).all();
}

export interface QuoteRequest {
  hold_id: string;
  item_id: string;
  buyer_id: string;
  seller_id: string;
  amount_cents: number;
  coin: Coin;
  wallet: Wallet;
}

/** Returns the current quote for this hold and coin; a new one only if there is none or it has expired. */
export async function lockQuote(services: Services, wanted: QuoteRequest): Promise<Quote> {
  const { db, now } = services;
  const mine = and(eq(cryptoQuotes.hold_id, wanted.hold_id), eq(cryptoQuotes.coin, wanted.coin));
  const known = await db.select().from(cryptoQuotes).where(mine).get();
  if (known && known.expires_at > now()) return known;
  const fresh = (known ? null : await runningQuote(services, wanted)) ?? (await newQuote(services, wanted));
  // Concurrent tabs get the same quote: the first one is kept, and only an expired one is replaced. A renewal does not
  // change the wallet.
  const [kept] = await db
    .insert(cryptoQuotes)
    .values(fresh)
    .onConflictDoUpdate({
      target: [cryptoQuotes.hold_id, cryptoQuotes.coin],
      set: {
        amount_units: fresh.amount_units,
        rate_micros: fresh.rate_micros,
        price_source: fresh.price_source,
        quoted_at: fresh.quoted_at,
        expires_at: fresh.expires_at,
      },
      setWhere: lte(cryptoQuotes.expires_at, fresh.quoted_at),
    })
    .returning();
  return kept ?? (await db.select().from(cryptoQuotes).where(mine).get()) ?? fresh;
}

/**
 * Returns a valid quote of an earlier hold: a buyer whose hold lapsed may have paid already, so its amount and wallet
 * apply to the new hold too.
 */
async function runningQuote({ db, now }: Services, wanted: QuoteRequest): Promise<Quote | null> {
  const former = await db
    .select()
    .from(cryptoQuotes)
    .where(
      and(
        eq(cryptoQuotes.buyer_id, wanted.buyer_id),
        eq(cryptoQuotes.item_id, wanted.item_id),
        eq(cryptoQuotes.coin, wanted.coin),
        eq(cryptoQuotes.amount_cents, wanted.amount_cents),
        gt(cryptoQuotes.expires_at, now()),
      ),
    )
    .orderBy(desc(cryptoQuotes.expires_at))
    .limit(1)
    .get();
  return former ? { ...former, hold_id: wanted.hold_id } : null;
}

async function newQuote(services: Services, { wallet, ...wanted }: QuoteRequest): Promise<Quote> {
  const { rates, source } = await currentPrices(services, priceFeed(services.env));
  const rate_micros = rateMicros(rates[wanted.coin]);
  const quoted_at = services.now();
  return {
    ...wanted,
    ...wallet,
    rate_micros,
    amount_units: unitsFor(wanted.coin, wanted.amount_cents, rate_micros).toString(),
    price_source: source,
    quoted_at,
    expires_at: quoted_at + QUOTE_MS,
  };
}

/** Returns the terms that the order stores permanently. */
export function termsOf(quote: Quote, txHash: string | null): CryptoTerms {
  return {
    coin: quote.coin,
    address: quote.address,
    destination_tag: quote.destination_tag,
    network: COIN_FACTS[quote.coin].network,
    amount_units: quote.amount_units,
    amount_text: unitsText(BigInt(quote.amount_units)),
    rate_cents: Math.round(quote.rate_micros / 10_000),
    quote_expires_at: quote.expires_at,
    tx_hash: txHash,
  };
}
