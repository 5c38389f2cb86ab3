/** Kinds of notifications, with their names in the settings and at the end of emails. */
export const NOTIFICATION_KINDS = [
  "order",
  "pickup",
  "message",
  "trade",
  "offer",
  "line",
  "giveaway",
  "price_drop",
  "saved_search",
  "request_match",
  "listing",
  "follow",
  "rating",
  "report",
  "standing",
  "announcement",
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Their titles and texts are what people write to each other: staff don't read their emails (D98). */
export const PRIVATE_KINDS: readonly NotificationKind[] = ["message", "trade", "offer", "giveaway"];

export const KIND_COPY: Record<NotificationKind, { label: string; hint: string; what: string }> = {
  order: { label: "Orders and payments", hint: "Paid, confirmed, handed over, refunded", what: "your orders" },
  pickup: { label: "Pickup reminders", hint: "A day and two hours before", what: "pickups" },
  message: { label: "Messages", hint: "Someone sent you a message", what: "messages" },
  trade: { label: "Trades", hint: "Offered, accepted, handed over", what: "trades" },
  offer: { label: "Offers", hint: "New offers, answers and agreed prices", what: "offers" },
  line: { label: "Queues", hint: "It's your turn to buy", what: "queues you've joined" },
  giveaway: { label: "Giveaways", hint: "You won, you're next, or someone asked", what: "giveaways" },
  price_drop: { label: "Price drops", hint: "An item on your wish lists got cheaper", what: "price drops" },
  saved_search: { label: "Saved searches", hint: "A new listing matches your search", what: "saved searches" },
  request_match: { label: "Requests", hint: "Someone listed what you're looking for", what: "your requests" },
  listing: { label: "Your listings", hint: "Still for sale, or paused", what: "your listings" },
  follow: { label: "Sellers you follow", hint: "They listed something new", what: "sellers you follow" },
  rating: { label: "Ratings", hint: "Someone rated you", what: "ratings" },
  report: { label: "Reports", hint: "Outcomes of your reports", what: "your reports" },
  standing: { label: "Your account", hint: "Suspensions, appeals and other decisions", what: "your account" },
  announcement: { label: "Announcements", hint: "News from Goodstreet", what: "announcements" },
};
