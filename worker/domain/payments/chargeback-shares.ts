/** What a chargeback takes from each order of its payment (D69). A bank names a sum, not an item. */
import type { Cents } from "../money.ts";

export interface OrderCents {
  order_id: string;
  cents: Cents;
}

/** Returns the shares that follow from the sum alone: of one order, or of every order in full. Null: staff have to say. */
export function evidentShares(orders: readonly OrderCents[], taken: Cents): OrderCents[] | null {
  const price = orders.reduce((sum, { cents }) => sum + cents, 0);
  if (orders.length > 1 && taken < price) return null;
  return orders.map(({ order_id, cents }) => ({ order_id, cents: Math.min(cents, taken) }));
}

/** Returns why staff cannot share out the sum like this, or null. What they give to no order, the operator bears. */
export function sharesProblem(
  shares: readonly OrderCents[],
  orders: readonly OrderCents[],
  taken: Cents,
): string | null {
  const prices = new Map(orders.map(({ order_id, cents }) => [order_id, cents]));
  const ids = new Set(shares.map(({ order_id }) => order_id));
  if (ids.size < shares.length || shares.some(({ order_id, cents }) => cents > (prices.get(order_id) ?? 0))) {
    return "An order can't bear more than its price.";
  }
  return shares.reduce((sum, { cents }) => sum + cents, 0) > taken ? "This is more than the bank took." : null;
}
