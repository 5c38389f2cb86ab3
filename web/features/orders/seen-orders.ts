import type { OrderView } from "#contract/orders";
import { LOCAL_ORDERS_KEY } from "../../lib/local-keys.ts";
import { localList } from "./local-list.ts";
import * as words from "./words.ts";

/**
 * Orders that wait for their collection, as last seen. At the door there may be no network: the seller's device must
 * still know what to check the QR against, and the buyer's must still have the code. Forgotten when the deal is over and
 * at sign-out. The address stays out of it: D9 lets it be seen for a while only, and a copy would not know when to go.
 */
const MOST = 30;

const isOrder = (value: unknown): value is OrderView =>
  typeof value === "object" && value !== null && "id" in value && "handover_check" in value && "abilities" in value;

const orders = localList<OrderView>(LOCAL_ORDERS_KEY, isOrder);

const NEEDED: readonly OrderView["status"][] = ["payment_confirmed", "collection_arranged"];

/** Takes note of orders as the server has just told them. */
export function rememberOrders(owner: string, seen: readonly OrderView[]): void {
  // The session is not known: nobody to keep it for.
  if (owner === "") return;
  const kept = orders.read(owner);
  const waiting = seen.filter(({ status }) => NEEDED.includes(status)).map(withoutAddress);
  const others = kept.filter(({ id }) => seen.every((order) => order.id !== id));
  if (waiting.length > 0 || others.length < kept.length) orders.write(owner, [...waiting, ...others].slice(0, MOST));
}

function withoutAddress(order: OrderView): OrderView {
  return {
    ...order,
    collection_address: null,
    collection_address_text: words.addressShowsHere,
    collection_address_at: null,
  };
}

export function recallOrder(owner: string, id: string): OrderView | undefined {
  return orders.read(owner).find((entry) => entry.id === id);
}

export function forgetOrder(owner: string, id: string): void {
  const kept = orders.read(owner);
  if (kept.some((entry) => entry.id === id)) {
    orders.write(
      owner,
      kept.filter((entry) => entry.id !== id),
    );
  }
}
