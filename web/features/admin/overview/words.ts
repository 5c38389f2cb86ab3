import type { BaggageKind } from "#contract/baggage";
import type { QueueName } from "#contract/overview";

/** What waits, in words, and the page on which it is seen to; null: the service itself sees to it. */
export const QUEUES: Record<QueueName, { label: string; to: string | null }> = {
  reports: { label: "Reports and held messages", to: "/Moderation" },
  appeals: { label: "Appeals", to: "/Users?tab=appeals" },
  support: { label: "Support requests", to: "/SupportRequests" },
  confirmations: { label: "Payments a seller has to confirm", to: "/PaymentConfirmations" },
  mail: { label: "Letters to be sent", to: "/EmailTest" },
  notifications: { label: "Notifications to be sent", to: null },
  refunds: { label: "Refunds on their way", to: null },
  payouts: { label: "Payouts on their way", to: null },
};

export const STUCK: Record<BaggageKind, string> = {
  uncollected: "Paid for, not collected",
  trades: "Trades that have not taken place",
  disputes: "Disputes open for days",
  refunds: "Refunds that failed",
  payouts: "Payouts that failed",
  mails: "Letters that failed",
  half_made: "Half-made purchases and trades",
  orders: "Orders past their deadline",
  holds: "Holds that outlived their time",
  photos: "Photos nothing shows",
};
