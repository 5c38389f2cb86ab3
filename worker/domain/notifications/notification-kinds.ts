/** Kinds of notifications, with their names in the settings and at the end of emails. */
export const NOTIFICATION_KINDS = [
  "order",
  "message",
  "trade",
  "offer",
  "line",
  "price_drop",
  "saved_search",
  "request_match",
  "rating",
  "report",
  "standing",
  "announcement",
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export const KIND_COPY: Record<NotificationKind, { label: string; hint: string; what: string }> = {
  order: { label: "Orders and payments", hint: "Paid, confirmed, handed over, refunded", what: "your orders" },
  message: { label: "Messages", hint: "Somebody has written to you", what: "messages" },
  trade: { label: "Trades", hint: "Offered, accepted, handed over", what: "trades" },
  offer: { label: "Offers", hint: "Prices agreed through Knowzee", what: "offers" },
  line: { label: "Next in line", hint: "It is your turn to buy", what: "lines you have joined" },
  price_drop: { label: "Price drops", hint: "Something on your wish lists got cheaper", what: "price drops" },
  saved_search: { label: "Saved searches", hint: "A new listing fits a search of yours", what: "saved searches" },
  request_match: { label: "Requests", hint: "Somebody lists what you are looking for", what: "your requests" },
  rating: { label: "Ratings", hint: "Somebody has rated a deal with you", what: "ratings" },
  report: { label: "Reports", hint: "What became of something you reported", what: "your reports" },
  standing: { label: "Your account", hint: "Suspensions, appeals and other decisions", what: "your account" },
  announcement: { label: "Announcements", hint: "News from Goodstreet", what: "announcements" },
};
