/** Crypto on the wire: prices as specified and the quote of one hold (D23). */
import type { Coin } from "#domain/crypto-coins";
import type { PriceBody, PriceSource } from "#domain/crypto-quote";

/**
 * GET /api/crypto/prices. Header `x-price-source` says where they come from; the body keeps the specified shape.
 */
export type CryptoPrices = PriceBody;

/**
 * POST /api/items/:id/checkout/payment-details {method: "crypto", coin}: where to, how much, and until when. Asking again
 * repeats the same quote while it stands and renews it afterwards; the wallet stays the one that was shown first.
 */
export interface CryptoQuoteReply {
  method: "crypto";
  coin: Coin;
  address: string;
  destination_tag: string | null;
  /** In words: "Ethereum network (ERC-20)". */
  network: string;
  /** Always 8 decimals. */
  amount_text: string;
  /** Dollars the quote is for. */
  amount: number;
  /** Dollars of one coin. */
  rate: number;
  price_source: PriceSource;
  /** The price is not from a market: say so beside the amount. */
  estimate: boolean;
  quote_expires_at: number;
  server_now: number;
}
