import type { CheckoutView, CreateTransactionInput } from "#contract/checkout";
import type { CryptoQuoteReply } from "#contract/crypto";
import { MESSAGES } from "#contract/messages";
import { type Coin, normalTx } from "#domain/crypto-coins";
import * as words from "./words.ts";

/** What the buyer has chosen and entered of a crypto payment: steps 3 and 4 of the wizard. */
export interface CryptoEntry {
  coin: Coin | null;
  quote: CryptoQuoteReply | null;
  /** Why there is no quote; an empty text when nobody said why. */
  failure: string | null;
  /** As typed or pasted. Stays when the quote is renewed: the payment has been made. */
  txHash: string;
}

export const noCrypto: CryptoEntry = { coin: null, quote: null, failure: null, txHash: "" };

export type CryptoAction =
  | { type: "choose_coin"; coin: Coin }
  | { type: "quote"; quote: CryptoQuoteReply }
  | { type: "quote_failed"; reason: string }
  | { type: "tx_hash"; text: string };

export function cryptoReducer(entry: CryptoEntry, action: CryptoAction): CryptoEntry {
  switch (action.type) {
    case "choose_coin":
      // A hash belongs to the chain it is on.
      return action.coin === entry.coin ? entry : { ...noCrypto, coin: action.coin };
    case "quote":
      // An answer for a coin that is no longer the chosen one must not show its wallet under another name.
      return action.quote.coin === entry.coin ? { ...entry, quote: action.quote, failure: null } : entry;
    case "quote_failed":
      // A quote on screen is one the buyer may have paid by; failing to renew it takes nothing away.
      return { ...entry, failure: action.reason };
    case "tx_hash":
      return { ...entry, txHash: action.text };
  }
}

/** What is left of the entry when the seller's coins or the price have changed. */
export function keptCrypto(entry: CryptoEntry, view: CheckoutView): CryptoEntry {
  if (entry.coin !== null && !view.coins.includes(entry.coin)) return noCrypto;
  return entry.quote !== null && entry.quote.amount !== view.amount ? { ...entry, quote: null } : entry;
}

/** Why step 3 or 4 cannot go on, in the specified words. */
export function cryptoBlock(
  step: "details" | "transfer",
  entry: CryptoEntry,
): { title: string; description: string } | null {
  if (entry.coin === null) return { title: words.cryptocurrencyRequired, description: MESSAGES.coinRequired };
  if (step === "details") return null;
  if (entry.txHash.trim() === "") return { title: words.transactionHashRequired, description: MESSAGES.txHashRequired };
  if (hashProblem(entry) !== null) return { title: words.checkTransactionHash, description: MESSAGES.txHashInvalid };
  return null;
}

/** What is wrong with the hash as typed, or null; nothing is wrong with an empty one yet. */
export function hashProblem({ coin, txHash }: CryptoEntry): string | null {
  if (coin === null || txHash.trim() === "") return null;
  return normalTx(coin, txHash) === null ? MESSAGES.txHashInvalid : null;
}

/** The specified extras of the payload. */
export function cryptoPayload({ coin, txHash }: CryptoEntry): Partial<CreateTransactionInput> {
  if (coin === null) return {};
  return { cryptoCurrency: coin, ...(txHash.trim() !== "" && { cryptoTxHash: txHash.trim() }) };
}
