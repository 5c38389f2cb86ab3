import type { AdminPayment, AdminPaymentDetail, ReversalSummary } from "#contract/admin/payment-queue";
import { isRefundedByUs } from "#domain/checkout/undone-order";

export const METHODS: Readonly<Record<AdminPayment["payment_method"], string>> = {
  bank_transfer: "Bank transfer",
  stripe: "Card",
  crypto: "Crypto",
  free: "Free",
  outside: "Elsewhere",
};

type Kind = AdminPaymentDetail["events"][number]["kind"];

const EVENTS: Readonly<Record<Kind, string>> = {
  placed: "Ordered",
  evidence_submitted: "Says the money is on its way",
  payment_confirmed: "Payment confirmed",
  payment_denied: "Says it has not arrived",
  completed: "Completed",
  cancelled: "Cancelled",
  expired: "Expired",
  disputed: "The seller did not answer in time",
  card_failed: "Card declined",
  refunded: "Undone, money back to the card",
  dispute_opened: "Reports a problem",
  dispute_resolved: "The deal stands",
  handed_over: "Handed over",
  sold_outside: "Marked as sold",
  sale_undone: "Sale taken back",
  chargeback_opened: "The buyer's bank took the payment back",
  chargeback_won: "The bank let the payment stand",
  chargeback_lost: "The bank decided for the buyer",
  refund_found: "Refunded at the card provider",
  called_off: "Called off",
  collection_missed: "Reports a missed collection",
};

/** Returns the text of an order event. For a free order "confirmed" means that no payment was needed. */
export const eventLabel = (kind: Kind, { amount, payment_method }: Pick<AdminPayment, "amount" | "payment_method">) => {
  if (kind === "payment_confirmed" && amount === 0) return "No payment needed";
  // We cannot refund money that was paid directly to the seller, so the order was only undone.
  return kind === "refunded" && !isRefundedByUs(payment_method) ? "Undone" : EVENTS[kind];
};

/** Returns the possible decisions for an order, with their consequences. */
export function outcomesOf(
  payment: AdminPaymentDetail,
): { value: "release" | "refund"; label: string; description: string }[] {
  const card = payment.payment_method === "stripe";
  if (payment.reversal?.kind === "refund" && payment.reversal.outcome === null && payment.dispute === null) {
    return [
      {
        value: "release",
        label: "Keep the order",
        description: "The order goes on as before and the seller is paid in full. The refund is our cost.",
      },
      {
        value: "refund",
        label: "Undo the order",
        description: "The order ends. What hasn't been refunded yet goes back to the card, and the seller isn't paid.",
      },
    ];
  }
  const paid = payment.paid_at !== null;
  if (payment.amount === 0) {
    return [
      { value: "release", label: "For the seller", description: "The deal stands and is completed." },
      { value: "refund", label: "For the buyer", description: "The order is undone. No money is involved." },
    ];
  }
  return [
    {
      value: "release",
      label: "For the seller",
      description: paid
        ? "The deal stands and is completed. The seller keeps the money."
        : "The payment counts as received. The buyer gets the collection details.",
    },
    {
      value: "refund",
      label: "For the buyer",
      description: card
        ? "The order is undone and the whole amount goes back to the card."
        : `The order is undone${paid ? "" : " and the item is for sale again"}. Money sent outside Goodstreet the seller has to return.`,
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
  refund: {
    open: { label: "Refund to check", tone: "hotSoft" },
    won: { label: "Refund came back", tone: "brand" },
    lost: { label: "Refunded at the provider", tone: "neutral" },
  },
} as const;

export const reversalLabel = ({ kind, status }: ReversalState) => REVERSAL_LABELS[kind][status];

const REVERSAL_MEANINGS: Record<ReversalState["kind"], Record<ReversalState["status"], string>> = {
  chargeback: {
    open: "The bank has the money until it decides. Handover, payouts and this credit are on hold. Send evidence in the card provider's dashboard.",
    won: "The payment stands. Everything went on as before.",
    lost: "The bank gave the money to the buyer. Nothing is paid out for it.",
  },
  refund: {
    open: "Somebody refunded this at the card provider. The order and its payout are on hold until you decide.",
    won: "The buyer's bank sent the refund back. The payment stands.",
    lost: "Refunded at the card provider and dealt with.",
  },
};

export const reversalMeans = ({ kind, status }: ReversalState) => REVERSAL_MEANINGS[kind][status];
