import type { BaggageKind } from "#contract/admin/baggage";
import type { QueueName } from "#contract/admin/overview";

/** Label of each queue and the page that handles it; null for queues that the service handles itself. */
export const QUEUES: Record<QueueName, { label: string; to: string | null }> = {
  reports: { label: "Reports and held messages", to: "/Moderation" },
  appeals: { label: "Appeals", to: "/Users?tab=appeals" },
  support: { label: "Support requests", to: "/SupportRequests" },
  disputes: { label: "Disputes to decide", to: "/PaymentConfirmations?queue=disputed" },
  chargebacks: { label: "Open chargebacks", to: "/PaymentConfirmations?queue=chargebacks" },
  overdue: { label: "Payments no seller answered for", to: "/PaymentConfirmations?queue=overdue" },
  confirmations: { label: "Payments a seller has to confirm", to: "/PaymentConfirmations?queue=waiting" },
  mail: { label: "Letters to be sent", to: "/EmailTest" },
  notifications: { label: "Notifications to be sent", to: null },
  refunds: { label: "Refunds on their way", to: null },
  payouts: { label: "Payouts on their way", to: null },
};

export const STUCK: Record<BaggageKind, string> = {
  uncollected: "Paid for, not collected",
  trades: "Trades that have not taken place",
  no_shows: "Contested missed collections",
  disputes: "Disputes open for days",
  money_back: "Refunds owed by sellers",
  refunds: "Refunds that failed",
  payouts: "Payouts that failed",
  payout_claims: "Payouts sellers owe us",
  fraud_warnings: "Fraud warnings to decide",
  mails: "Letters that failed",
  half_made: "Half-made purchases and trades",
  orders: "Orders past their deadline",
  holds: "Holds that outlived their time",
  photos: "Photos nothing shows",
};

// The screen

export const lastDays = (days: string) => `${days} days`;
export const sales = "Sales";
export const ordersPaid = "Orders paid";
export const newListings = "New listings";
export const newAccounts = "New accounts";
export const negotiations = "Negotiations";
export const begun = "Begun";
export const aPriceAgreed = "A price agreed";
export const trades = "Trades";
export const offered = "Offered";
export const accepted = "Accepted";
export const takenPlace = "Taken place";
export const refunds = "Refunds";
export const givenBackToBuyers = "Given back to buyers";
export const waiting = "Waiting";
export const stuck = "Stuck";
export const nothingIsStuck = "Nothing is stuck.";
export const theServiceItself = "The service itself";
export const cronProblem = "The cron needs a look";
export const auditProblem = "The last audit found what should be impossible";
export const lastRunOfTheCron = "Last run of the cron";
export const notYet = "Not yet";
export const lastAudit = "Last audit";
export const noAuditYet = "Not yet; it runs every hour";
export const allWell = "all well";
export const findings = (count: number) => (count === 1 ? "1 finding" : `${count} findings`);
export const salesByDay = "Sales by day";
export const fromLookToCollection = "From a look to a collection";
export const lookedAt = "Looked at";
export const held = "Held";
export const ordered = "Ordered";
export const paid = "Paid";
export const collected = "Collected";
export const overview = "Overview";
export const countedAt = (time: string) => `Counted ${time}. Days are Sydney's.`;
export const description = "How the marketplace does, and what waits for a person.";
export const refresh = "Refresh";
export const range = "Range";
export const theOverviewDidntLoad = "The overview didn't load";
export const loading = "Loading…";

// Figures

export const nothingBefore = "Nothing before";
export const onTheDaysBefore = (change: string) => `${change} on the days before`;
export const underOnePercent = "under 1%";
export const ofTheStepBefore = (share: string) => `${share} of the step before`;

export const noChange = "no change";

export const nothingYet = "nothing yet";
export const mostOn = (day: string, value: string) => `most on ${day}: ${value}`;
