/**
 * The checks of `POST /api/transactions` against the server's own values (D17). The browser's amount, parties, date and
 * reference decide nothing: they are compared, and a difference is refused with the values as they are.
 */

import type * as z from "zod/mini";
import type { CheckoutMethod, CreateTransaction } from "#contract/checkout";
import { type Refusal, refuse } from "#contract/errors";
import type { PaymentMethod } from "#contract/items";
import { MESSAGES } from "#contract/messages";
import { calendarDay } from "./collection.ts";
import { type Cents, centsToDollars } from "./money.ts";

/** The parsed body: amount already in cents. */
export type SentTransaction = z.output<typeof CreateTransaction>;

export interface ServerValues {
  buyer_id: string;
  seller_id: string;
  /** Price of the hold. */
  amount_cents: Cents;
  /** What the order will carry, and whether the item names a date of its own. */
  collection_date: number;
  collection_zone: string;
  item_names_date: boolean;
  /** Accepted by the seller and configured here (D22). */
  methods: readonly PaymentMethod[];
  /** The ticked box as recorded with the hold. */
  acknowledged: boolean;
  /** The reference issued for this hold, if one was. */
  reference: string | null;
  has_bank_details: boolean;
}

export interface AcceptedTransaction {
  ok: true;
  method: CheckoutMethod;
  /** Repeating the issued reference is the buyer's word that the transfer is on its way (D31). */
  evidence: boolean;
}

/** Methods the seller accepts and this service can carry out, in the order the seller gave (D22). A gift needs none. */
export function offeredMethods(
  accepted: readonly PaymentMethod[],
  configured: readonly PaymentMethod[],
  amountCents: Cents,
): PaymentMethod[] {
  return amountCents === 0 ? [] : accepted.filter((method) => configured.includes(method));
}

/** Whether the item can be paid for this way: free exactly when the price is 0 (A38), else a method on offer (A40). */
export function checkMethod(
  method: CheckoutMethod,
  server: Pick<ServerValues, "amount_cents" | "methods" | "has_bank_details">,
): Refusal | null {
  if (method === "free") return server.amount_cents === 0 ? null : refuse("item_not_free", MESSAGES.notFree);
  if (server.amount_cents === 0 || !server.methods.includes(method)) {
    return refuse("method_not_accepted", MESSAGES.methodNotAccepted);
  }
  if (method === "bank_transfer" && !server.has_bank_details) {
    return refuse("method_not_accepted", MESSAGES.bankDetailsMissing);
  }
  return null;
}

/** Whether a sent date names the agreed collection: the same instant, or the same calendar day at the place of collection. */
export function sameCollectionDate(
  sent: number | string | null,
  server: Pick<ServerValues, "collection_date" | "collection_zone" | "item_names_date">,
): boolean {
  if (sent === null) return !server.item_names_date;
  const day = calendarDay(server.collection_date, server.collection_zone);
  if (typeof sent === "string" && /^\d{4}-\d{2}-\d{2}$/.test(sent)) return sent === day;
  const instant = typeof sent === "number" ? sent : Date.parse(sent);
  if (Number.isNaN(instant)) return false;
  return instant === server.collection_date || calendarDay(instant, server.collection_zone) === day;
}

/** Decides whether the sent transaction may become an order, before the item's room is asked. */
export function checkTransaction(sent: SentTransaction, server: ServerValues): AcceptedTransaction | Refusal {
  const method = checkMethod(sent.paymentMethod, server);
  if (method) return method;
  if (sent.acknowledged === false || !(sent.acknowledged || server.acknowledged)) {
    return refuse("acknowledgement_required", MESSAGES.acknowledge);
  }
  const bank = sent.paymentMethod === "bank_transfer";
  const reference = bank ? server.reference : null;
  const differs =
    (sent.buyerId !== undefined && sent.buyerId !== server.buyer_id) ||
    (sent.sellerId !== undefined && sent.sellerId !== server.seller_id) ||
    (sent.amount !== undefined && sent.amount !== server.amount_cents) ||
    (sent.collectionDate !== undefined && !sameCollectionDate(sent.collectionDate, server)) ||
    (sent.referenceNumber !== undefined && sent.referenceNumber !== reference);
  if (differs) {
    return refuse("values_changed", MESSAGES.valuesChanged, {
      current: {
        buyerId: server.buyer_id,
        sellerId: server.seller_id,
        amount: centsToDollars(server.amount_cents),
        collectionDate: server.collection_date,
        paymentStatus: "pending",
        referenceNumber: reference,
      },
    });
  }
  return { ok: true, method: sent.paymentMethod, evidence: bank && sent.referenceNumber !== undefined };
}
