/**
 * Compares the request of `POST /api/transactions` with the server's own values (D17). The amount, parties, date and
 * reference sent by the browser are only compared; a difference is refused with the current values.
 */

import type { Cents } from "../money.ts";
import type { CashProblem } from "../orders/cash.ts";
import { calendarDay } from "../orders/collection.ts";
import type { CollectionWindow } from "../orders/collection-windows.ts";

/** `cash`: in cash or by PayID at pick-up (D53). */
export type PaidMethod = "bank_transfer" | "stripe" | "crypto" | "cash";
export type Method = PaidMethod | "free";

/** The parsed body, with the amount in cents. Everything except the method is optional. */
export interface TransactionRequest {
  paymentMethod: Method;
  buyerId?: string | undefined;
  sellerId?: string | undefined;
  amount?: Cents | undefined;
  collectionDate?: number | string | null | undefined;
  referenceNumber?: string | undefined;
  /** Crypto only; `prepareCrypto` (features/checkout/commands.ts) checks them. */
  cryptoCurrency?: string | undefined;
  cryptoTxHash?: string | undefined;
  acknowledged?: boolean | undefined;
}

export interface TransactionFacts {
  buyer_id: string;
  seller_id: string;
  /** Price of the hold. */
  amount_cents: Cents;
  /** The date the order will carry, and whether the item has its own date. */
  collection_date: number;
  collection_ends_at: number;
  collection_zone: string;
  /** The times the buyer can choose from (D54). */
  collection_times: readonly CollectionWindow[];
  item_names_date: boolean;
  /** Accepted by the seller and configured on this site (D22). */
  methods: readonly PaidMethod[];
  /** Accepted and configured, but a payment would not finish before the collection (D55). */
  too_late: readonly PaidMethod[];
  /** Why the buyer is not offered cash that the seller accepts (D53). */
  cash_problem: CashProblem | null;
  /** The acknowledgement recorded with the hold. */
  acknowledged: boolean;
  reference: string | null;
  has_bank_details: boolean;
}

export type MethodProblem = "not_free" | "too_late" | "cash_problem" | "not_accepted" | "no_bank_details";
export type TransactionProblem = MethodProblem | "not_acknowledged" | "values_changed";

export type TransactionDecision =
  | {
      ok: true;
      method: Method;
      /** Repeating the issued reference counts as the buyer's statement that the transfer was sent (D31). */
      evidence: boolean;
    }
  | { ok: false; problem: TransactionProblem };

/** Returns the accepted and configured methods in the seller's order (D22). None for a free item. */
export function offeredMethods(
  accepted: readonly PaidMethod[],
  configured: readonly PaidMethod[],
  amountCents: Cents,
): PaidMethod[] {
  return amountCents === 0 ? [] : accepted.filter((method) => configured.includes(method));
}

/**
 * Returns why the item cannot be paid this way, or null. Only a price of 0 is `free` (A38); others must be offered
 * (A40).
 */
export function methodProblem(
  method: Method,
  server: Pick<TransactionFacts, "amount_cents" | "methods" | "too_late" | "cash_problem" | "has_bank_details">,
): MethodProblem | null {
  if (method === "free") return server.amount_cents === 0 ? null : "not_free";
  if (server.too_late.includes(method)) return "too_late";
  if (method === "cash" && server.cash_problem !== null) return "cash_problem";
  // The account may have gone while the buyer was on their way to it.
  if (server.amount_cents > 0 && method === "bank_transfer" && !server.has_bank_details) return "no_bank_details";
  return server.amount_cents === 0 || !server.methods.includes(method) ? "not_accepted" : null;
}

/** Returns whether a sent date matches the agreed collection: the same calendar day at the place of collection. */
export function sameCollectionDate(
  sent: number | string | null,
  server: Pick<TransactionFacts, "collection_date" | "collection_zone" | "item_names_date">,
): boolean {
  if (sent === null) return !server.item_names_date;
  const day = calendarDay(server.collection_date, server.collection_zone);
  if (typeof sent === "string" && /^\d{4}-\d{2}-\d{2}$/.test(sent)) return sent === day;
  const instant = typeof sent === "number" ? sent : Date.parse(sent);
  if (Number.isNaN(instant)) return false;
  return calendarDay(instant, server.collection_zone) === day;
}

/** Decides whether the sent transaction may become an order, before the item's room is asked. */
export function decideTransaction(sent: TransactionRequest, server: TransactionFacts): TransactionDecision {
  const method = methodProblem(sent.paymentMethod, server);
  if (method !== null) return { ok: false, problem: method };
  if (sent.acknowledged === false || !(sent.acknowledged || server.acknowledged)) {
    return { ok: false, problem: "not_acknowledged" };
  }
  const bank = sent.paymentMethod === "bank_transfer";
  const differs =
    (sent.buyerId !== undefined && sent.buyerId !== server.buyer_id) ||
    (sent.sellerId !== undefined && sent.sellerId !== server.seller_id) ||
    (sent.amount !== undefined && sent.amount !== server.amount_cents) ||
    (sent.collectionDate !== undefined && !sameCollectionDate(sent.collectionDate, server)) ||
    (sent.referenceNumber !== undefined && sent.referenceNumber !== (bank ? server.reference : null)) ||
    (sent.paymentMethod !== "crypto" && (sent.cryptoCurrency ?? sent.cryptoTxHash) !== undefined);
  if (differs) return { ok: false, problem: "values_changed" };
  return { ok: true, method: sent.paymentMethod, evidence: bank && sent.referenceNumber !== undefined };
}
