/**
 * The statuses of an order, and what each means for its item and its money. Every list of statuses comes from this
 * table, in TypeScript and in SQL.
 */

/**
 * `agreed`: the buyer pays when they collect the item (D53). `undone`: the item is free again, and the buyer has the
 * price back or never paid it.
 */
type Meaning = "unpaid" | "agreed" | "bought" | "disputed" | "undone";

export const ORDER_STATUS = {
  awaiting_payment: "unpaid",
  payment_pending_seller_confirmation: "unpaid",
  awaiting_collection: "agreed",
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
export const UNSETTLED = meaning("unpaid", "agreed", "disputed");
/** The order has the item: at most one such order per item. */
export const LIVE = meaning("unpaid", "agreed", "bought", "disputed");
/** The order has the item, and the item has not been collected. */
export const UNDER_WAY = LIVE.filter((status) => status !== "completed");
/** The two have agreed on a collection that has not taken place yet. */
export const TO_COLLECT = ["payment_confirmed", "awaiting_collection"] as const satisfies readonly OrderStatus[];
export const UNDONE = meaning("undone");

export function isToCollect(status: OrderStatus): boolean {
  return (TO_COLLECT as readonly OrderStatus[]).includes(status);
}

export function isUndone(status: OrderStatus): boolean {
  return ORDER_STATUS[status] === "undone";
}

/** Returns statuses as SQL literals, for `IN (…)`. Literals, so that partial indexes apply. */
export function sqlList(statuses: readonly string[]): string {
  return statuses.map((status) => `'${status}'`).join(",");
}
