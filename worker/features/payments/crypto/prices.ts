/** Crypto prices, read within three seconds (D23). */

import { eq, lte, sql } from "drizzle-orm";
import {
  FALLBACK_RATES,
  mergeReading,
  PRICE_FRESH_MS,
  type Prices,
  type Readings,
  usableRates,
} from "#domain/payments/crypto-quote";
import { cryptoPrices } from "../../../db/schema/crypto.ts";
import { log } from "../../../log.ts";
import type { PriceFeed } from "../../../ports/price-feed.ts";
import type { Services } from "../../../services.ts";

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
    log("warn", { feed: feed.name, error: String(error) });
    return null;
  }
}
