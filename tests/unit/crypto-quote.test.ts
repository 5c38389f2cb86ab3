import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_HOLD_MS } from "#domain/deadlines";
import { COIN_FACTS, COINS, chainOf, explorerUrl, isCoin, normalTx } from "#domain/payments/crypto-coins";
import {
  FALLBACK_RATES,
  isQuoteUsable,
  mergeReading,
  PRICE_STALE_MS,
  priceBody,
  QUOTE_MS,
  qrContent,
  type Readings,
  rateMicros,
  ratesOf,
  unitsFor,
  unitsText,
  usableRates,
} from "#domain/payments/crypto-quote";

const HEX = "ab".repeat(32);

describe("normalTx", () => {
  it("stores a hash in the form of its chain, so that one payment has one spelling (A61)", () => {
    expect(normalTx("btc", ` ${HEX.toUpperCase()} `)).toBe(HEX);
    expect(normalTx("xrp", HEX)).toBe(HEX.toUpperCase());
    for (const coin of ["eth", "usdt", "usdc"] as const) {
      expect(normalTx(coin, HEX.toUpperCase())).toBe(`0x${HEX}`);
      expect(normalTx(coin, `0X${HEX}`)).toBe(`0x${HEX}`);
    }
  });

  it("refuses any other form", () => {
    for (const typed of [
      "",
      "0x",
      HEX.slice(1),
      `${HEX}0`,
      `${HEX.slice(0, 63)}g`,
      `https://etherscan.io/tx/0x${HEX}`,
    ]) {
      for (const coin of COINS) expect(normalTx(coin, typed), `${coin} ${typed}`).toBeNull();
    }
    expect(normalTx("btc", ` 0x${HEX} `)).toBeNull();
    expect(normalTx("btc", `0x${HEX}`)).toBeNull();
    expect(normalTx("xrp", `0x${HEX}`)).toBeNull();
  });

  it("gives an explorer link only for a valid hash", () => {
    expect(explorerUrl("btc", HEX)).toBe(`https://mempool.space/tx/${HEX}`);
    expect(explorerUrl("usdc", HEX)).toBe(`https://etherscan.io/tx/0x${HEX}`);
    for (const coin of ["eth", "usdt"] as const) {
      expect(explorerUrl(coin, HEX)).toBe(`https://etherscan.io/tx/0x${HEX}`);
    }
    expect(explorerUrl("xrp", HEX)).toBe(`https://xrpscan.com/tx/${HEX.toUpperCase()}`);
    expect(explorerUrl("eth", "javascript:alert(1)")).toBeNull();
  });
});

describe("crypto quote", () => {
  it("uses the fallback prices and shows 8 decimals", () => {
    const text = (coin: (typeof COINS)[number], cents: number) =>
      unitsText(unitsFor(coin, cents, rateMicros(FALLBACK_RATES[coin])));
    expect(text("btc", 24_000)).toBe("0.00252632");
    expect(text("eth", 24_000)).toBe("0.06857143");
    expect(text("usdt", 24_000)).toBe("160.00000000");
    expect(text("usdc", 10_000)).toBe("66.66666700");
    expect(text("xrp", 100)).toBe("1.25000000");
    expect(text("btc", 1)).toBe("0.00000011");
  });

  it("covers the price, exceeds it by at most one unit of the coin, and is an amount the wallet can send (A64)", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...COINS),
        fc.integer({ min: 1, max: 99_999_999 }),
        fc.integer({ min: 1_000, max: 500_000_000_000 }),
        (coin, cents, micros) => {
          const units = unitsFor(coin, cents, micros);
          const grain = 10n ** BigInt(8 - COIN_FACTS[coin].decimals);
          expect(units % grain).toBe(0n);
          // Both sides in cents × 1e12: the value of the units, and the price.
          const asked = BigInt(cents) * 10n ** 12n;
          expect(units * BigInt(micros) >= asked).toBe(true);
          expect((units - grain) * BigInt(micros) < asked).toBe(true);
          expect(unitsText(units)).toMatch(/^\d+\.\d{8}$/);
          expect(BigInt(unitsText(units).replace(".", ""))).toBe(units);
        },
      ),
    );
  });

  it("is refused for an invalid price or rate", () => {
    for (const wrong of [0, -1, 0.5, Number.NaN, 2 ** 53]) {
      expect(() => unitsFor("btc", wrong, 1_000_000)).toThrow(`not a price: ${wrong}`);
      expect(() => unitsFor("btc", 100, wrong)).toThrow(`not a rate: ${wrong}`);
    }
    expect(unitsFor("btc", 1, 1_000_000)).toBe(1_000_000n);
    expect(unitsFor("btc", 100, 1)).toBe(10n ** 14n);
  });

  it("lasts ten minutes, and a hold longer for a buyer who has paid", () => {
    expect(QUOTE_MS).toBe(600_000);
    expect(isQuoteUsable(1_000, 999, false)).toBe(true);
    expect(isQuoteUsable(1_000, 1_000, false)).toBe(false);
    expect(isQuoteUsable(1_000, 999 + DEFAULT_HOLD_MS, true)).toBe(true);
    expect(isQuoteUsable(1_000, 1_000 + DEFAULT_HOLD_MS, true)).toBe(false);
  });

  it("fills in the amount for Bitcoin wallets, and gives the bare address for other coins", () => {
    expect(qrContent("btc", "bc1q", "0.00252632")).toBe("bitcoin:bc1q?amount=0.00252632");
    expect(qrContent("usdt", "0xabc", "1.00000000")).toBe("0xabc");
  });
});

describe("crypto prices", () => {
  const readings = (rates: Partial<typeof FALLBACK_RATES>, at: number): Readings =>
    mergeReading(null, { ...FALLBACK_RATES, ...rates }, at);

  it("survive a round trip through the reply format", () => {
    expect(priceBody(FALLBACK_RATES)).toEqual({
      bitcoin: { aud: 95_000 },
      ethereum: { aud: 3_500 },
      tether: { aud: 1.5 },
      "usd-coin": { aud: 1.5 },
      ripple: { aud: 0.8 },
    });
    expect(ratesOf(priceBody(FALLBACK_RATES))).toEqual(FALLBACK_RATES);
  });

  it("that jump by more than 30% are ignored, while the other coins are updated", () => {
    const last = readings({}, 0);
    const merged = mergeReading(last, { ...FALLBACK_RATES, btc: 9_500, xrp: 1.05, eth: 3_600 }, 60_000);
    expect(merged.btc).toEqual({ rate: 95_000, at: 0 });
    expect(merged.xrp).toEqual({ rate: 0.8, at: 0 });
    expect(merged.eth).toEqual({ rate: 3_600, at: 60_000 });
    expect(mergeReading(last, { ...FALLBACK_RATES, btc: 123_500 }, 60_000).btc.rate).toBe(123_500);
  });

  it("that really moved are accepted once the old price is stale", () => {
    const last = readings({}, 0);
    const jumped = { ...FALLBACK_RATES, btc: 60_000 };
    expect(mergeReading(last, jumped, PRICE_STALE_MS).btc.rate).toBe(95_000);
    expect(mergeReading(last, jumped, PRICE_STALE_MS + 1).btc).toEqual({ rate: 60_000, at: PRICE_STALE_MS + 1 });
  });

  it("can be used for an hour, each coin by itself", () => {
    const last = readings({}, 0);
    expect(usableRates(last, PRICE_STALE_MS)).toEqual(FALLBACK_RATES);
    expect(usableRates(readings({}, 5 * PRICE_STALE_MS), 6 * PRICE_STALE_MS)).toEqual(FALLBACK_RATES);
    expect(usableRates(last, PRICE_STALE_MS + 1)).toBeNull();
    expect(usableRates({ ...readings({}, 1_000), xrp: last.xrp }, PRICE_STALE_MS + 1)).toBeNull();
    expect(usableRates(null, 0)).toBeNull();
  });
});

describe("COINS", () => {
  it("lists five coins, each with its one network", () => {
    expect(COINS.map((coin) => ({ coin, ...COIN_FACTS[coin], chain: chainOf(coin) }))).toEqual([
      { coin: "btc", name: "Bitcoin", symbol: "BTC", network: "Bitcoin network", decimals: 8, chain: "bitcoin" },
      { coin: "eth", name: "Ethereum", symbol: "ETH", network: "Ethereum network", decimals: 8, chain: "ethereum" },
      {
        coin: "usdt",
        name: "Tether",
        symbol: "USDT",
        network: "Ethereum network (ERC-20)",
        decimals: 6,
        chain: "ethereum",
      },
      {
        coin: "usdc",
        name: "USD Coin",
        symbol: "USDC",
        network: "Ethereum network (ERC-20)",
        decimals: 6,
        chain: "ethereum",
      },
      { coin: "xrp", name: "XRP", symbol: "XRP", network: "XRP Ledger", decimals: 6, chain: "xrpl" },
    ]);
    expect([isCoin("btc"), isCoin("BTC"), isCoin("doge")]).toEqual([true, false, false]);
  });
});
