import type { AdminPayment, AdminPaymentDetail } from "#contract/money-desk";

export const METHODS: Readonly<Record<AdminPayment["payment_method"], string>> = {
  bank_transfer: "Bank transfer",
  stripe: "Card",
  crypto: "Crypto",
  free: "Free",
  outside: "Elsewhere",
};

type Kind = AdminPaymentDetail["events"][number]["kind"];

export const EVENTS: Readonly<Record<Kind, string>> = {
  placed: "Ordered",
  evidence_submitted: "Says the money is on its way",
  payment_confirmed: "Payment confirmed",
  payment_denied: "Says it has not arrived",
  completed: "Completed",
  cancelled: "Cancelled",
  expired: "Expired",
  disputed: "The seller did not answer in time",
  card_failed: "Card declined",
  refunded: "Undone, money back",
  dispute_opened: "Reports a problem",
  dispute_resolved: "The deal stands",
  handed_over: "Handed over",
  sold_outside: "Marked as sold",
  sale_undone: "Sale taken back",
};

export const BY = { buyer: "Buyer", seller: "Seller", staff: "Staff", service: "Goodstreet" } as const;

/** What each decision does to this very order, in the words of whoever has to choose. */
export function outcomesOf(
  payment: AdminPaymentDetail,
): { value: "release" | "refund"; label: string; description: string }[] {
  const card = payment.payment_method === "stripe";
  const paid = payment.paid_at !== null;
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
