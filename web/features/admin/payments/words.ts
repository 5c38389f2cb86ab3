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

export const BY = { buyer: "Buyer", seller: "Seller", staff: "Staff", service: "Goodstreet" } as const;

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

// The queues

export const answerWasDue = (time: string) => `The seller should have answered by ${time}`;
export const answerDue = (time: string) => `The seller has time until ${time}`;
export const waiting = "Waiting";
export const overdue = "Overdue";
export const disputed = "Disputed";
export const decided = "Decided";
export const chargebacks = "Chargebacks";
export const refundFound = "Refunded at the card provider, outside Goodstreet.";
export const noChargebacks = "No chargebacks";
export const noChargebacksDescription =
  "Payments a buyer's bank takes back, and refunds made at the card provider, appear here.";
export const nobodyWaitedFor = "No seller is being waited for";
export const nobodyWaitedForDescription = "Payments buyers say they have sent appear here.";
export const noneOverdue = "No answer is overdue";
export const noneOverdueDescription = "A seller who doesn't answer in time appears here.";
export const noDisputes = "No open disputes";
export const noDisputesDescription =
  "Problems buyers report with what they paid for, and refunds made outside Goodstreet, appear here.";
export const nothingDecidedYet = "Nothing decided yet";
export const nothingDecidedYetDescription = "Every decision stays here with its reason.";
export const paymentConfirmations = "Payment confirmations";
export const description =
  "Payments that wait for a seller, payments nobody answered for, disputes and chargebacks. You decide overdue payments and disputes; banks decide chargebacks.";
export const yourOwnSales = "Your own sales";
export const queue = "Queue";
export const listed = "payments";
export const buyer = "Buyer";
export const seller = "Seller";
export const lookAndDecide = "Look and decide";
export const seeTheHistory = "See the history";

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

export const reversalWords = ({ kind, status }: ReversalState) => REVERSAL_LABELS[kind][status];

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
export const topUp = "Ad credit top-up";
export const openedOn = "Opened";
export const refundedOn = "Refunded";
export const evidenceDue = "Evidence due";
export const evidenceWasDue = "Evidence was due";
export const decidedOn = "Closed";
export const providerFee = "Provider's fee";
export const owedCredit = "Ad credit owed";
export const atTheProvider = "Number at the card provider";
export const notCarriedOut = "Not carried out yet. We keep trying.";
export const paidBy = "Paid by";
export const seeTheOrder = "See the order";
export const seeOrderOf = (title: string) => `See the order: ${title}`;

// One payment

export const order = "Order";
export const later = "Later";
export const decide = "Decide";
export const close = "Close";
export const decidedAs = (outcome: string) => `Decided: ${outcome}`;
export const whatTheBuyerWrites = "What the buyer writes";
export const collection = "Collection";
export const reference = "Reference";
export const toTheAccountOf = "To the account of";
export const amountInCoins = "Amount in coins";
export const cardPayment = "Card payment";
export const refund = "Refund";
export const seeTheListing = "See the listing";
export const lookThePaymentUp = "Look the payment up";
export const whatHasHappened = "What has happened";
export const whatTheyWrote = "What they wrote to each other";
export const chooseForWhom = "Please choose for whom you decide.";
export const decidedDescription = "Both have been told, with your reason.";
export const howDoYouDecide = "How do you decide?";
export const reason = "Reason";
export const bothReadThis = "Both read this.";
