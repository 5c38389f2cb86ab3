/**
 * Crypto payments (D8, D23): the hash of a transaction pays one order and is claimed before the item's room is asked;
 * prices are read within three seconds; a quote is locked per hold and coin and keeps its wallet.
 */

import { and, desc, eq, gt, lt, lte, ne, sql } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import { DAY_MS } from "#domain/deadlines";
import type { OrderCrypto } from "#domain/orders/order";
import { readWallet, type Wallet } from "#domain/payments/crypto-address";
import { COIN_FACTS, COINS, type Coin, chainOf, normalTx } from "#domain/payments/crypto-coins";
import {
  FALLBACK_RATES,
  mergeReading,
  PRICE_FRESH_MS,
  type Prices,
  QUOTE_MS,
  type Readings,
  rateMicros,
  unitsFor,
  unitsText,
  usableRates,
} from "#domain/payments/crypto-quote";
import { pick } from "#domain/pick";
import { done, type Refusal, type Result, refuse } from "#domain/result";
import { priceFeed } from "../../../adapters/price-feed.ts";
import type { Database } from "../../../db/client.ts";
import { cryptoHashes, cryptoPrices, cryptoQuotes } from "../../../db/schema/crypto.ts";
import { orders } from "../../../db/schema/orders.ts";
import { errorText, log } from "../../../log.ts";
import type { PriceFeed } from "../../../ports/price-feed.ts";
import type { Services } from "../../../services.ts";

/** A claim older than this without an order was left by a failed request. */
const ORPHAN_MS = 2 * 60_000;

export interface HashClaim {
  chain: string;
  hash: string;
  order_id: string;
  /** Claimed by this call, which may therefore release it. */
  fresh: boolean;
  /** Another buyer's order has it: whose payment it is, staff or the seller say. */
  contested: boolean;
}

function hashProblem(code: "invalid" | "already_used", field: string, message: string): Refusal {
  return refuse(code, message, { fields: [{ field, message }] });
}

/**
 * Claims the hash for this order. Repeating it for the same order succeeds. For another order of the same buyer it is
 * refused; another buyer's claim is contested, because a hash is public and the payer may be the second to name it
 * (D87). Ether and its tokens share a chain, so a hash used for one counts for all.
 * @param field name of the input in the request, for the error
 */
export async function claimHash(
  { db, now }: Pick<Services, "db" | "now">,
  claim: { coin: Coin; typed: string; orderId: string; buyerId: string; field: string },
): Promise<Result<HashClaim>> {
  if (claim.typed.trim() === "") return hashProblem("invalid", claim.field, MESSAGES.txHashRequired);
  const hash = normalTx(claim.coin, claim.typed);
  if (hash === null) return hashProblem("invalid", claim.field, MESSAGES.txHashInvalid);
  const chain = chainOf(claim.coin);
  const taken = await db
    .insert(cryptoHashes)
    .values({ chain, hash, order_id: claim.orderId, buyer_id: claim.buyerId, claimed_at: now() })
    .onConflictDoNothing()
    .returning({ order_id: cryptoHashes.order_id });
  const mine = { chain, hash, order_id: claim.orderId };
  if (taken.length > 0) return done({ ...mine, fresh: true, contested: false });
  const row = and(eq(cryptoHashes.chain, chain), eq(cryptoHashes.hash, hash));
  const owner = await db
    .select({ order_id: cryptoHashes.order_id, buyer_id: cryptoHashes.buyer_id })
    .from(cryptoHashes)
    .where(row)
    .get();
  if (owner?.order_id === claim.orderId) return done({ ...mine, fresh: false, contested: false });
  if (owner && owner.buyer_id !== claim.buyerId) return done({ ...mine, fresh: false, contested: true });
  // The buyer's own claim, from a request that failed before its order was placed, so the payment can still be used
  // (D31).
  const inherited = await db
    .update(cryptoHashes)
    .set({ order_id: claim.orderId, claimed_at: now() })
    .where(
      and(
        row,
        eq(cryptoHashes.buyer_id, claim.buyerId),
        lt(cryptoHashes.claimed_at, now() - ORPHAN_MS),
        sql`NOT EXISTS (SELECT 1 FROM ${orders} WHERE ${orders.id} = ${cryptoHashes.order_id})`,
      ),
    )
    .returning({ order_id: cryptoHashes.order_id });
  if (inherited.length > 0) return done({ ...mine, fresh: true, contested: false });
  return hashProblem("already_used", claim.field, MESSAGES.txHashUsed);
}

/**
 * Releases the hash after the room has refused. Not after a failure with unknown outcome: the order may use it, and a
 * repeated request finds the claim as its own.
 */
export async function releaseHash({ db }: Pick<Services, "db">, claim: HashClaim): Promise<void> {
  if (!claim.fresh) return;
  await db
    .delete(cryptoHashes)
    .where(
      and(
        eq(cryptoHashes.chain, claim.chain),
        eq(cryptoHashes.hash, claim.hash),
        eq(cryptoHashes.order_id, claim.order_id),
      ),
    );
}

/** After an attempt, known prices are used for this long, so that a slow provider does not slow every buyer. */
const RETRY_MS = 15_000;

/**
 * Returns prices: live if just read; cached up to an hour when the provider is busy, slow or down; else the fixed
 * fallback prices. Never fails because of the provider.
 */
export async function currentPrices(
  { db, now }: Pick<Services, "db" | "now">,
  feed: PriceFeed | null,
): Promise<Prices> {
  if (feed === null) return { rates: FALLBACK_RATES, source: "fallback" };
  const known = await db.query.cryptoPrices.findFirst({ where: eq(cryptoPrices.provider, feed.name) });
  const last = known?.readings ?? null;
  const cached = usableRates(last, now());
  if (cached && known && now() - known.read_at < PRICE_FRESH_MS) return { rates: cached, source: "cached" };

  const at = now();
  const [mine] = await db
    .insert(cryptoPrices)
    .values({ provider: feed.name, tried_at: at })
    .onConflictDoUpdate({
      target: cryptoPrices.provider,
      set: { tried_at: at },
      setWhere: lte(cryptoPrices.tried_at, at - RETRY_MS),
    })
    .returning({ tried_at: cryptoPrices.tried_at });
  const fresh = mine ? await readFeed(feed, last, now) : null;
  if (fresh) {
    await db
      .update(cryptoPrices)
      .set({ readings: fresh, read_at: now() })
      .where(sql`${cryptoPrices.provider} = ${feed.name} AND ${cryptoPrices.read_at} < ${now()}`);
    const rates = usableRates(fresh, now());
    if (rates) return { rates, source: "live" };
  }
  return cached ? { rates: cached, source: "cached" } : { rates: FALLBACK_RATES, source: "fallback" };
}

async function readFeed(feed: PriceFeed, last: Readings | null, now: () => number): Promise<Readings | null> {
  try {
    return mergeReading(last, await feed.read(), now());
  } catch (error) {
    log("warn", { feed: feed.name, error: errorText(error) });
    return null;
  }
}

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

/** Returns the query of the quotes shown for a hold. */
export const quotesQuery = (holdId: string) => sql`SELECT * FROM crypto_quotes WHERE hold_id = ${holdId}`;

export interface QuoteRequest {
  hold_id: string;
  item_id: string;
  buyer_id: string;
  seller_id: string;
  amount_cents: number;
  coin: Coin;
  wallet: Wallet;
  /** End of the payment hold, until which the quote is valid. */
  until?: number | null;
}

/**
 * Returns the current quote for this hold and coin; a new one only if there is none or it has expired. Refuses a new
 * one without a price of the last hour (D87).
 */
export async function lockQuote(services: Services, wanted: QuoteRequest): Promise<Result<Quote>> {
  const { db, now } = services;
  const mine = and(eq(cryptoQuotes.hold_id, wanted.hold_id), eq(cryptoQuotes.coin, wanted.coin));
  const known = await db.select().from(cryptoQuotes).where(mine).get();
  if (known && known.expires_at > now()) return done(known);
  const running = known ? null : await runningQuote(services, wanted);
  const fresh = running ?? (await newQuote(services, wanted));
  if (!fresh) return refuse("method_not_accepted", MESSAGES.cryptoNoPrice);
  // Concurrent tabs get the same quote: the first one is kept, and only an expired one is replaced. A renewal does not
  // change the wallet.
  const [kept] = await db
    .insert(cryptoQuotes)
    .values(fresh)
    .onConflictDoUpdate({
      target: [cryptoQuotes.hold_id, cryptoQuotes.coin],
      set: {
        ...pick(fresh, "amount_units", "rate_micros", "price_source", "quoted_at", "expires_at"),
      },
      setWhere: lte(cryptoQuotes.expires_at, fresh.quoted_at),
    })
    .returning();
  return done(kept ?? (await db.select().from(cryptoQuotes).where(mine).get()) ?? fresh);
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

/** Returns a quote at the current price, or null without one: fixed prices bind on a developer's machine only (D87). */
async function newQuote(services: Services, { wallet, until, ...wanted }: QuoteRequest): Promise<Quote | null> {
  const { rates, source } = await currentPrices(services, priceFeed(services.env));
  if (source === "fallback" && services.env.APP_ENV !== "local") return null;
  const rate_micros = rateMicros(rates[wanted.coin]);
  const quoted_at = services.now();
  return {
    ...wanted,
    ...wallet,
    rate_micros,
    amount_units: unitsFor(
      wanted.coin,
      wanted.amount_cents,
      rate_micros,
      await amountsAsked(services, wanted),
    ).toString(),
    price_source: source,
    quoted_at,
    expires_at: Math.max(until ?? 0, quoted_at + QUOTE_MS),
  };
}

/** Returns the amounts that this seller's other buyers were asked for in the last day, so that a payment names its order. */
async function amountsAsked(
  { db, now }: Services,
  { hold_id, seller_id, coin }: Pick<QuoteRequest, "hold_id" | "seller_id" | "coin">,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ units: cryptoQuotes.amount_units })
    .from(cryptoQuotes)
    .where(
      and(
        eq(cryptoQuotes.seller_id, seller_id),
        eq(cryptoQuotes.coin, coin),
        ne(cryptoQuotes.hold_id, hold_id),
        gt(cryptoQuotes.quoted_at, now() - DAY_MS),
      ),
    );
  return new Set(rows.map(({ units }) => units));
}

/** Whether the buyer was shown where to send coins during an earlier hold of this item (D76). */
export async function wasQuotedBefore(
  { db }: Pick<Services, "db">,
  { buyer_id, item_id, hold_id }: Pick<QuoteRequest, "buyer_id" | "item_id" | "hold_id">,
): Promise<boolean> {
  const rows = await db.all(sql`SELECT 1 FROM crypto_quotes
    WHERE buyer_id = ${buyer_id} AND item_id = ${item_id} AND hold_id <> ${hold_id} LIMIT 1`);
  return rows.length > 0;
}

/** Returns the latest quote of this coin that the buyer was shown for the item since `since`, or null. */
export async function findLastQuote(
  db: Database,
  { buyer_id, item_id, coin }: Pick<QuoteRequest, "buyer_id" | "item_id" | "coin">,
  since: number,
): Promise<Quote | null> {
  const shown = and(
    eq(cryptoQuotes.buyer_id, buyer_id),
    eq(cryptoQuotes.item_id, item_id),
    eq(cryptoQuotes.coin, coin),
    gt(cryptoQuotes.expires_at, since),
  );
  return (
    (await db.select().from(cryptoQuotes).where(shown).orderBy(desc(cryptoQuotes.expires_at)).limit(1).get()) ?? null
  );
}

/** Makes a quote that was paid late apply to the hold that its payment got. */
export async function copyQuote({ db, now }: Pick<Services, "db" | "now">, quote: Quote, hold_id: string) {
  await db
    .insert(cryptoQuotes)
    .values({ ...quote, hold_id, expires_at: Math.max(quote.expires_at, now()) })
    .onConflictDoNothing();
}

/** Returns the terms that the order stores permanently. */
export function termsOf(quote: Quote, claim: HashClaim | null): OrderCrypto {
  return {
    ...pick(quote, "coin", "address", "destination_tag", "amount_units"),
    network: COIN_FACTS[quote.coin].network,
    amount_text: unitsText(BigInt(quote.amount_units)),
    rate_cents: Math.round(quote.rate_micros / 10_000),
    quote_expires_at: quote.expires_at,
    tx_hash: claim?.contested ? null : (claim?.hash ?? null),
    ...(claim?.contested && { contested_hash: claim.hash }),
  };
}
