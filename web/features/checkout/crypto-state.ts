import type { CheckoutView, CreateTransactionInput } from "#contract/checkout";
import { MESSAGES } from "#contract/copy";
import type { CryptoQuoteReply } from "#contract/payments/crypto";
import { type Coin, normalTx } from "#domain/payments/crypto-coins";

/** The buyer's input of a crypto payment, in steps 3 and 4 of the wizard. */
export interface CryptoEntry {
  coin: Coin | null;
  quote: CryptoQuoteReply | null;
  /** Why there is no quote; an empty string when the reason is unknown. */
  failure: string | null;
  /** As typed or pasted. It stays when the quote is renewed, because the payment was already sent. */
  txHash: string;
}

export const noCrypto: CryptoEntry = { coin: null, quote: null, failure: null, txHash: "" };

export type CryptoAction =
  | { type: "choose_coin"; coin: Coin }
  | { type: "quote"; quote: CryptoQuoteReply }
  | { type: "quote_failed"; reason: string }
  | { type: "tx_hash"; text: string };

/** Returns the crypto input after an action. */
export function cryptoReducer(entry: CryptoEntry, action: CryptoAction): CryptoEntry {
  switch (action.type) {
    case "choose_coin":
      // A transaction hash belongs to one chain.
      return action.coin === entry.coin ? entry : { ...noCrypto, coin: action.coin };
    case "quote":
      // Ignore a late reply for another coin, so that its wallet is never shown for the chosen one.
      return action.quote.coin === entry.coin ? { ...entry, quote: action.quote, failure: null } : entry;
    case "quote_failed":
      // Keep the quote on screen, because the buyer may have paid by it.
      return { ...entry, failure: action.reason };
    case "tx_hash":
      return { ...entry, txHash: action.text };
  }
}

/** Returns the input that still applies after the seller's coins or the price have changed. */
export function applicableCrypto(entry: CryptoEntry, view: CheckoutView): CryptoEntry {
  if (entry.coin !== null && !view.coins.includes(entry.coin)) return noCrypto;
  return entry.quote !== null && entry.quote.amount !== view.amount ? { ...entry, quote: null } : entry;
}

/** Returns why step 3 or 4 is blocked, with the specified texts. */
export function cryptoBlock(
  step: "details" | "transfer",
  entry: CryptoEntry,
): { title: string; description: string } | null {
  if (entry.coin === null) return { title: "Cryptocurrency Required", description: MESSAGES.coinRequired };
  if (step === "details") return null;
  if (entry.txHash.trim() === "") return { title: "Transaction Hash Required", description: MESSAGES.txHashRequired };
  if (hashError(entry) !== null) return { title: "Check the Transaction Hash", description: MESSAGES.txHashInvalid };
  return null;
}

/** Returns the validation message of the typed hash, or null; an empty hash is not reported yet. */
export function hashError({ coin, txHash }: CryptoEntry): string | null {
  if (coin === null || txHash.trim() === "") return null;
  return normalTx(coin, txHash) === null ? MESSAGES.txHashInvalid : null;
}

/** Returns the crypto fields of the request body. */
export function cryptoPayload({ coin, txHash }: CryptoEntry): Partial<CreateTransactionInput> {
  if (coin === null) return {};
  return { cryptoCurrency: coin, ...(txHash.trim() !== "" && { cryptoTxHash: txHash.trim() }) };
}
