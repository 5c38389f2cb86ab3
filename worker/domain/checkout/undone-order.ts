/** What must be refunded after staff undid an order, and by whom (D19). */
import type { OrderMethod } from "../orders/order.ts";

/** Returns whether Goodstreet pays the refund: only for card payments. */
export const isRefundedByUs = (method: OrderMethod): boolean => method === "stripe";

/** What the seller owes the buyer: nothing, the received payment, or a payment that may have arrived. */
export type Owed = "nothing" | "received" | "doubtful";

/** Returns what the seller owes for an order that was not paid by card. */
export function owedBySeller({ amount, received }: { amount: number; received: boolean }): Owed {
  if (amount === 0) return "nothing";
  return received ? "received" : "doubtful";
}
