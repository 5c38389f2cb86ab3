/** What a party may do with an order now, read off the order graph; routes refuse by it and screens draw their buttons from it. */

export type OrderStatus =
  | "awaiting_payment"
  | "payment_pending_seller_confirmation"
  | "payment_confirmed"
  | "shipped"
  | "collection_arranged"
  | "completed"
  | "expired"
  | "cancelled"
  | "disputed"
  | "refunded";

export type OrderRole = "buyer" | "seller";

export interface OrderFacts {
  status: OrderStatus;
  payment_method: "bank_transfer" | "stripe" | "crypto" | "free";
  payment_deadline: number | null;
}

export interface Abilities {
  submit_evidence: boolean;
  cancel: boolean;
  collect: boolean;
  confirm_payment: boolean;
  deny_payment: boolean;
}

const PAID: readonly OrderStatus[] = ["payment_confirmed", "shipped", "collection_arranged"];

/**
 * Buyer: gives evidence of a transfer or cancels while payment is awaited and its deadline has not passed, and says
 * "collected" once it is paid for. Seller: answers evidence. Nobody else may do anything.
 */
export function orderAbilities(order: OrderFacts, role: OrderRole, now: number): Abilities {
  const buyer = role === "buyer";
  const unpaid = order.status === "awaiting_payment" && (order.payment_deadline ?? Number.POSITIVE_INFINITY) > now;
  const toConfirm = !buyer && order.status === "payment_pending_seller_confirmation";
  return {
    submit_evidence: buyer && unpaid && order.payment_method === "bank_transfer",
    cancel: buyer && unpaid,
    collect: buyer && PAID.includes(order.status),
    confirm_payment: toConfirm,
    deny_payment: toConfirm,
  };
}
