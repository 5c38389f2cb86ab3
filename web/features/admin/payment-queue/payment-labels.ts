import type { AdminPayment, AdminPaymentDetail, ReversalSummary } from "#contract/admin/payment-queue";
import { isRefundedByUs } from "#domain/checkout/undone-order";
import eventLabels from "./event-labels.json" with { type: "json" };
import reversalMeanings from "./reversal-meanings.json" with { type: "json" };

export const METHODS: Readonly<Record<AdminPayment["payment_method"], string>> = {
  bank_transfer: "Bank transfer",
  stripe: "Card",
  crypto: "Crypto",
  cash: "Cash or PayID",
  free: "Free",
  outside: "Elsewhere",
};

type Kind = AdminPaymentDetail["events"][number]["kind"];

const EVENTS: Readonly<Record<Kind, string>> = eventLabels;

/** Returns the text of an order event. For a free order "confirmed" means that no payment was needed. */
export const eventLabel = (kind: Kind, { amount, payment_method }: Pick<AdminPayment, "amount" | "payment_method">) => {
  if (kind === "payment_confirmed" && amount === 0) return "No payment needed";
  // We cannot refund money that was paid directly to the seller, so the order was only cancelled.
  return kind === "refunded" && !isRefundedByUs(payment_method) ? "Cancelled" : EVENTS[kind];
};

/** Returns the possible decisions for an order, with their consequences. */
export function outcomesOf(
  payment: AdminPaymentDetail,
): { value: "release" | "refund"; label: string; description: string }[] {
  const card = payment.payment_method === "stripe";
  const open = payment.reversal?.outcome === null ? payment.reversal.kind : null;
  if (open === "inquiry") {
    return [
      {
        value: "refund",
        label: "Refund the buyer",
        description:
          "The order is cancelled and the full amount goes back to the card. The bank's question ends there.",
      },
    ];
  }
  if (open === "fraud_warning" && payment.dispute === null) {
    return [
      {
        value: "release",
        label: "Keep the order",
        description: "The order goes ahead and the seller is paid when it's due. A chargeback may still come.",
      },
      {
        value: "refund",
        label: "Cancel the order",
        description: "The full amount goes back to the card. We claim back what the seller has already been paid.",
      },
    ];
  }
  if (payment.reversal?.kind === "refund" && payment.reversal.outcome === null && payment.dispute === null) {
    return [
      {
        value: "release",
        label: "Keep the order",
        description: "The order goes ahead and the seller is paid in full. Goodstreet covers the refund.",
      },
      {
        value: "refund",
        label: "Cancel the order",
        description: "The order ends. Anything not yet refunded goes back to the card, and the seller isn't paid.",
      },
    ];
  }
  const paid = payment.paid_at !== null;
  if (payment.amount === 0) {
    return [
      { value: "release", label: "The sale stands", description: "The order is completed." },
      { value: "refund", label: "Cancel the order", description: "No money is involved." },
    ];
  }
  return [
    {
      value: "release",
      label: paid ? "The sale stands" : "Payment arrived, go ahead",
      description: paid
        ? "The order is completed and the seller keeps the money."
        : "The payment counts as received. The buyer gets the pickup details.",
    },
    {
      value: "refund",
      label: paid ? "Cancel and refund the buyer" : "No payment, cancel the order",
      description: card
        ? "The order is cancelled and the full amount goes back to the card."
        : `The order is cancelled${paid ? "" : " and the item goes back on sale"}. The seller must refund any money paid outside Goodstreet.`,
    },
  ];
}

// Chargebacks

type ReversalState = Pick<ReversalSummary, "kind" | "status">;

const REVERSAL_LABELS = {
  chargeback: {
    open: { label: "Chargeback open", tone: "hotSoft" },
    won: { label: "Chargeback won", tone: "brand" },
    lost: { label: "Chargeback lost", tone: "neutral" },
  },
  inquiry: {
    open: { label: "Bank asks", tone: "hotSoft" },
    won: { label: "Inquiry closed", tone: "brand" },
    lost: { label: "Inquiry closed", tone: "neutral" },
  },
  fraud_warning: {
    open: { label: "Fraud warning", tone: "hotSoft" },
    won: { label: "Fraud warning closed", tone: "neutral" },
    lost: { label: "Fraud warning closed", tone: "neutral" },
  },
  refund: {
    open: { label: "Refund to check", tone: "hotSoft" },
    won: { label: "Refund returned", tone: "brand" },
    lost: { label: "Refunded at the provider", tone: "neutral" },
  },
} as const;

export const reversalLabel = ({ kind, status }: ReversalState) => REVERSAL_LABELS[kind][status];

const REVERSAL_MEANINGS: Record<ReversalState["kind"], Record<ReversalState["status"], string>> = reversalMeanings;

export const reversalMeans = ({ kind, status }: ReversalState) => REVERSAL_MEANINGS[kind][status];
