/** What the tests of the pure rules begin with: an order of a lamp and the item that it is for. */
import { DAY_MS, HOUR_MS } from "#domain/deadlines";
import type { ItemState } from "#domain/holds/availability";
import type { placeOrder } from "#domain/orders/place-order";

type OrderFacts = Parameters<typeof placeOrder>[0];

export const T0 = Date.UTC(2026, 0, 5, 9);
export const BUYER = "acc_buyer";
export const SELLER = "acc_seller";

/** Facts of an order of $45 by card, with collection in a week. */
export const orderFacts = (overrides: Partial<OrderFacts> = {}): OrderFacts => ({
  id: "ord_1",
  transaction_id: "txn_1",
  item_id: "itm_1",
  buyer_id: BUYER,
  seller_id: SELLER,
  hold_id: "hld_1",
  payment_method: "stripe",
  amount_cents: 4_500,
  bank_reference: null,
  bank_details: null,
  item_title: "Lamp",
  item_image_url: null,
  collection_date: T0 + 7 * DAY_MS,
  collection_ends_at: T0 + 7 * DAY_MS + HOUR_MS,
  collection_zone: "Australia/Sydney",
  collection_summary: "Newtown",
  collection_address: null,
  purchase_id: null,
  ...overrides,
});

/** An item on sale for $45 that nobody holds. */
export const freshItem = (overrides: Partial<ItemState> = {}): ItemState => ({
  seller_id: "seller",
  status: "active",
  price_cents: 4_500,
  fence: 0,
  hold: null,
  order_id: null,
  sold_at: null,
  runs: [],
  ...overrides,
});
