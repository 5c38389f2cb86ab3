/**
 * The statuses of an order, and what each means for its item and its money. Every list of statuses comes from this
 * table, in TypeScript and in SQL.
 */

/** `undone`: the item is free again, and the buyer has the price back or never paid it. */
type Meaning = "unpaid" | "bought" | "disputed" | "undone";

export const ORDER_STATUS = {
  awaiting_payment: "unpaid",
  payment_pending_seller_confirmation: "unpaid",
  payment_confirmed: "bought",
  completed: "bought",
  disputed: "disputed",
  expired: "undone",
  cancelled: "undone",
  refunded: "undone",
} as const satisfies Record<string, Meaning>;

export type OrderStatus = keyof typeof ORDER_STATUS;

export const ORDER_STATUSES = Object.keys(ORDER_STATUS) as OrderStatus[];

const meaning = (...meanings: Meaning[]): readonly OrderStatus[] =>
  ORDER_STATUSES.filter((status) => meanings.includes(ORDER_STATUS[status]));

/** The buyer or seller still has to act for the payment. */
export const UNPAID = meaning("unpaid");
/** The payment counts: these are sales. */
export const BOUGHT = meaning("bought");
/** The payment counts, or did before a dispute. */
export const BOUGHT_OR_DISPUTED = meaning("bought", "disputed");
/** The order has the item, and its deal is not settled. */
export const UNSETTLED = meaning("unpaid", "disputed");
/** The order has the item: at most one such order per item. */
export const LIVE = meaning("unpaid", "bought", "disputed");
/** The order has the item, and the item has not been collected. */
export const UNDER_WAY = LIVE.filter((status) => status !== "completed");
export const UNDONE = meaning("undone");

export function isUndone(status: OrderStatus): boolean {
  return ORDER_STATUS[status] === "undone";
}

/** Returns statuses as SQL literals, for `IN (…)`. Literals, so that partial indexes apply. */
export function sqlList(statuses: readonly string[]): string {
  return statuses.map((status) => `'${status}'`).join(",");
}
