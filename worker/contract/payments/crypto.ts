/** Crypto prices and the quote of a hold (D23). */
import type { Coin } from "#domain/payments/crypto-coins";
import type { PriceBody, PriceSource } from "#domain/payments/crypto-quote";

/** GET /api/crypto/prices. The header `x-price-source` names the source of the prices. */
export type CryptoPrices = PriceBody;

/**
 * POST /api/items/:id/checkout/payment-details {method: "crypto", coin}: wallet, amount and expiry. Repeating the
 * request returns the same quote while it is valid, and a new one afterwards. The wallet does not change.
 */
export interface CryptoQuoteReply {
  method: "crypto";
  coin: Coin;
  address: string;
  destination_tag: string | null;
  /** Display name: "Ethereum network (ERC-20)". */
  network: string;
  /** Always 8 decimals. */
  amount_text: string;
  /** Dollars the quote is for. */
  amount: number;
  /** Dollars per coin. */
  rate: number;
  price_source: PriceSource;
  /** The price is an estimate, not a market price, and must be shown as one. */
  estimate: boolean;
  quote_expires_at: number;
  /** End of the hold. The first quote of a buyer makes it a payment hold of 30 minutes (D76). */
  reserved_until: number;
  server_now: number;
}
