/** CoinGecko's simple price API, whose shape `GET /api/crypto/prices` follows. */
import * as z from "zod";
import { COINS, FEED_IDS } from "#domain/payments/crypto-coins";
import { ratesOf } from "#domain/payments/crypto-quote";
import type { AppEnv } from "../env.ts";
import type { PriceFeed } from "../ports/price-feed.ts";

const TIMEOUT_MS = 3_000;
const ids = COINS.map((coin) => FEED_IDS[coin]).join(",");
const PRICES_URL = `https://api.coingecko.com/api/v3/simple/price?ids=${ids}&vs_currencies=aud`;

const price = z.object({ aud: z.number().positive().max(1e9) });
const Reply = z.object({ bitcoin: price, ethereum: price, tether: price, "usd-coin": price, ripple: price });

/**
 * Returns the feed configured by CRYPTO_PRICES; null for the fixed fallback prices, in which case no request is sent.
 */
export function priceFeed(env: Pick<AppEnv, "CRYPTO_PRICES" | "COINGECKO_API_KEY">): PriceFeed | null {
  if (env.CRYPTO_PRICES !== "coingecko") return null;
  const key = env.COINGECKO_API_KEY;
  return {
    name: "coingecko",
    async read() {
      const reply = await fetch(PRICES_URL, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { Accept: "application/json", ...(key && { "x-cg-demo-api-key": key }) },
      });
      if (!reply.ok) {
        await reply.body?.cancel();
        throw new Error(`The price feed answered ${reply.status}.`);
      }
      return ratesOf(Reply.parse(await reply.json()));
    },
  };
}
