import { Hono } from "hono";
import type { CryptoPrices } from "#contract/payments/crypto";
import { priceBody } from "#domain/payments/crypto-quote";
import { priceFeed } from "../../../adapters/price-feed.ts";
import type { AppContext } from "../../../http/context.ts";
import { currentPrices } from "./crypto.ts";

export const cryptoRoutes = new Hono<AppContext>()
  /** Get the price of each coin in Australian dollars. Public. The header `x-price-source` names the source. */
  .get("/prices", async (c) => {
    const { rates, source } = await currentPrices(c.get("services"), priceFeed(c.env));
    c.header("x-price-source", source);
    return c.json<CryptoPrices, 200>(priceBody(rates), 200);
  });
