import type { OrderEventView, OrderStatus, OrderView } from "#contract/orders";

/** How an order is told on screen: one status in words, one sentence, one next action. Pure, so that it can be tested. */
export type Tone = "neutral" | "brand" | "wattle" | "hot";

type Role = OrderView["role"];

const STATUS_WORDS: Record<OrderStatus, Record<Role, { label: string; tone: Tone }>> = {
  awaiting_payment: {
    buyer: { label: "Waiting for your payment", tone: "wattle" },
    seller: { label: "Waiting for payment", tone: "wattle" },
  },
  payment_pending_seller_confirmation: {
    buyer: { label: "Seller is checking the payment", tone: "neutral" },
    seller: { label: "Check your account", tone: "wattle" },
  },
  payment_confirmed: {
    buyer: { label: "Ready to collect", tone: "brand" },
    seller: { label: "Waiting for collection", tone: "brand" },
  },
  shipped: { buyer: { label: "On its way", tone: "brand" }, seller: { label: "On its way", tone: "brand" } },
  collection_arranged: {
    buyer: { label: "Collection arranged", tone: "brand" },
    seller: { label: "Collection arranged", tone: "brand" },
  },
  completed: { buyer: { label: "Collected", tone: "neutral" }, seller: { label: "Collected", tone: "neutral" } },
  expired: {
    buyer: { label: "Expired, not paid in time", tone: "hot" },
    seller: { label: "Expired, not paid in time", tone: "neutral" },
  },
  cancelled: {
    buyer: { label: "Cancelled", tone: "neutral" },
    seller: { label: "Cancelled by the buyer", tone: "neutral" },
  },
  disputed: {
    buyer: { label: "Being looked into", tone: "wattle" },
    seller: { label: "Overdue: confirm the payment", tone: "hot" },
  },
  refunded: { buyer: { label: "Refunded", tone: "neutral" }, seller: { label: "Refunded", tone: "neutral" } },
};

export function statusWords(order: Pick<OrderView, "status" | "role" | "payment_method">): {
  label: string;
  tone: Tone;
} {
  return STATUS_WORDS[order.status][order.role];
}

/** Whether somebody's move is still awaited: such an order is asked for again every few seconds. */
export function isOpen(status: OrderStatus): boolean {
  return !(["completed", "expired", "cancelled", "refunded"] as OrderStatus[]).includes(status);
}

export type NextAction = "evidence" | "collect" | "confirmations";

/** The one thing this reader can do next, from what the server allows; null when it is somebody else's turn. */
export function nextAction(order: Pick<OrderView, "abilities">): NextAction | null {
  if (order.abilities.submit_evidence) return "evidence";
  if (order.abilities.collect) return "collect";
  if (order.abilities.confirm_payment || order.abilities.deny_payment) return "confirmations";
  return null;
}

export const ACTION_LABELS: Record<NextAction, string> = {
  evidence: "I've sent the transfer",
  collect: "I've collected it",
  confirmations: "View Confirmations",
};

/** What happens now and whose turn it is, in a sentence. */
export function explain(order: OrderView): string {
  const other = order.counterparty.display_name;
  const free = order.payment_method === "free";
  const buyer = order.role === "buyer";
  const denied = order.events.at(-1)?.kind === "payment_denied";
  switch (order.status) {
    case "awaiting_payment":
      if (buyer && denied) {
        return `${other} has not found your payment. Check the transfer and its reference, then tell them again.`;
      }
      return buyer
        ? "Transfer the amount with the reference below, then tell the seller it is on its way."
        : `${other} has ordered this and has yet to pay. Nothing for you to do.`;
    case "payment_pending_seller_confirmation":
      return buyer
        ? `${other} has been asked to look for your transfer. Bank transfers take 1-2 business days.`
        : `${other} says the transfer is sent. Look for it in your account, then confirm.`;
    case "payment_confirmed":
    case "shipped":
    case "collection_arranged":
      if (buyer) {
        return free
          ? "It is yours. Collect it on the day, then confirm here."
          : "The seller has your payment. Collect the item on the day, then confirm here.";
      }
      return `Have the item ready. ${other} confirms here once it is collected.`;
    case "completed":
      return buyer ? "You have collected this item. Enjoy it." : `${other} has collected this item.`;
    case "expired":
      return buyer
        ? "The payment deadline passed, so the order ended and the item is on offer again."
        : "The payment deadline passed. Your item is on offer again.";
    case "cancelled":
      return buyer ? "You cancelled this order. Nothing is owed." : "The buyer cancelled. Your item is on offer again.";
    case "disputed":
      return buyer
        ? "The seller has not answered in time. Our team is looking into it and the item stays locked for you."
        : "You have not confirmed this payment in time. Your account is restricted until it is settled.";
    case "refunded":
      return "The payment was refunded in full.";
  }
}

const EVENT_WORDS: Record<OrderEventView["kind"], Record<Role, string>> = {
  placed: { buyer: "You ordered this item", seller: "Order received" },
  evidence_submitted: { buyer: "You told the seller the transfer is sent", seller: "Buyer says the transfer is sent" },
  payment_confirmed: { buyer: "Seller confirmed your payment", seller: "You confirmed the payment" },
  payment_denied: { buyer: "Seller has not found the payment", seller: "You reported the payment as not received" },
  completed: { buyer: "You collected it", seller: "Buyer collected it" },
  cancelled: { buyer: "You cancelled the order", seller: "Buyer cancelled the order" },
  expired: { buyer: "Payment deadline passed", seller: "Payment deadline passed" },
  disputed: { buyer: "Seller's time to confirm ran out", seller: "Your time to confirm ran out" },
};

/** One line of the timeline. A free order is never paid, so its confirmation reads as what it is. */
export function eventWords(kind: OrderEventView["kind"], order: Pick<OrderView, "role" | "payment_method">): string {
  if (kind === "payment_confirmed" && order.payment_method === "free") return "No payment needed";
  return EVENT_WORDS[kind][order.role];
}

/** The clock that matters to this reader now, if any. */
export function deadlineOf(order: OrderView): { label: string; at: number } | null {
  if (order.status === "awaiting_payment" && order.payment_deadline !== null) {
    return { label: order.role === "buyer" ? "Pay within" : "Buyer has", at: order.payment_deadline };
  }
  if (order.status === "payment_pending_seller_confirmation" && order.confirmation_deadline !== null) {
    return { label: order.role === "buyer" ? "Seller has" : "Confirm within", at: order.confirmation_deadline };
  }
  return null;
}

export const METHOD_WORDS: Record<OrderView["payment_method"], string> = {
  bank_transfer: "Bank transfer",
  stripe: "Card",
  crypto: "Crypto",
  free: "Free",
};
