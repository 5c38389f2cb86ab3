/**
 * The coins of the crypto checkout: names, precision, price feed ids, networks and explorers (D23). Keep this module
 * small: the browser loads it with the checkout.
 */
export const COINS = ["btc", "eth", "usdt", "usdc", "xrp"] as const;
export type Coin = (typeof COINS)[number];

/** Names used by the price feed, and the keys of `GET /api/crypto/prices`. */
export const FEED_IDS = {
  btc: "bitcoin",
  eth: "ethereum",
  usdt: "tether",
  usdc: "usd-coin",
  xrp: "ripple",
} as const satisfies Record<Coin, string>;

interface CoinFacts {
  name: string;
  symbol: string;
  /** Shown next to every address. Each coin is supported on exactly one network. */
  network: string;
  /** Decimal places an amount may use, at most 8; wallets refuse more. */
  decimals: 6 | 8;
}

export const COIN_FACTS: Record<Coin, CoinFacts> = {
  btc: { name: "Bitcoin", symbol: "BTC", network: "Bitcoin network", decimals: 8 },
  // Ethereum has 18 decimals; 8 are precise enough, far below a cent.
  eth: { name: "Ethereum", symbol: "ETH", network: "Ethereum network", decimals: 8 },
  usdt: { name: "Tether", symbol: "USDT", network: "Ethereum network (ERC-20)", decimals: 6 },
  usdc: { name: "USD Coin", symbol: "USDC", network: "Ethereum network (ERC-20)", decimals: 6 },
  xrp: { name: "XRP", symbol: "XRP", network: "XRP Ledger", decimals: 6 },
};

export function isCoin(value: string): value is Coin {
  return (COINS as readonly string[]).includes(value);
}

const HEX_64 = /^(?:0x)?([0-9a-f]{64})$/i;

/**
 * Returns a transaction hash as its chain writes it, or null when it is not one. The stored form is unique per (coin,
 * hash): typed in capitals or without 0x it is still the same payment (D23).
 */
export function normalTx(coin: Coin, typed: string): string | null {
  const match = HEX_64.exec(typed.trim());
  const hex = match?.[1];
  if (hex === undefined) return null;
  const prefixed = typed.trim().toLowerCase().startsWith("0x");
  switch (coin) {
    case "btc":
      return prefixed ? null : hex.toLowerCase();
    case "xrp":
      return prefixed ? null : hex.toUpperCase();
    case "eth":
    case "usdt":
    case "usdc":
      return `0x${hex.toLowerCase()}`;
  }
}

/** Returns the chain of a coin. Ether and its tokens share one, so a hash used for one is used for all three. */
export function chainOf(coin: Coin): "bitcoin" | "ethereum" | "xrpl" {
  if (coin === "btc") return "bitcoin";
  return coin === "xrp" ? "xrpl" : "ethereum";
}

const EXPLORERS: Record<Coin, string> = {
  btc: "https://mempool.space/tx/",
  eth: "https://etherscan.io/tx/",
  usdt: "https://etherscan.io/tx/",
  usdc: "https://etherscan.io/tx/",
  xrp: "https://xrpscan.com/tx/",
};

/** Returns the block explorer's address; null for anything but a hash, so that typed text never becomes a link. */
export function explorerUrl(coin: Coin, hash: string): string | null {
  const normal = normalTx(coin, hash);
  return normal === null ? null : `${EXPLORERS[coin]}${normal}`;
}
