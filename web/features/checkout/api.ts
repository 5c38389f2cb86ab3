/** The calls of the checkout: for one item, for the cart, and for a bundle. The demo page has its own. */
import type { CheckoutMethod, CheckoutView, CreateTransactionInput, TransactionView } from "#contract/checkout";
import type { CartReply } from "#contract/checkout/cart";
import type { CreatePurchaseInput } from "#contract/checkout/purchases";
import { purchaseStatus } from "#domain/checkout/purchase";
import type { Coin } from "#domain/payments/crypto-coins";
import { api, newIdempotencyKey, unwrap, withIdempotencyKey } from "../../lib/api-client.ts";
import { fetchOrder, reportPayment } from "../orders/index.ts";
import { addToCart, fetchCart } from "./cart/cart.ts";
import { forgetHold, releaseHold, releaseHoldOnUnload, takeHold } from "./checkout-hold.ts";
import { bundleOffer, cartOffer, choicesOf, itemOffer, type Offer } from "./offer.ts";
import { type Placed, placedOrder, placedPurchase } from "./placed.ts";

/** What the buyer confirmed. */
export interface Terms {
  offer: Offer;
  method: CheckoutMethod;
  coin: Coin | null;
  buyerId: string;
}

export interface CheckoutCalls {
  kind: Offer["of"]["kind"];
  /** Holds the item, or reads what is held. */
  open: () => Promise<Offer>;
  /** Reads the offer again; `offer` has the chosen collection times. */
  refresh: (offer: Offer) => Promise<Offer>;
  /** Holds what has lapsed. */
  holdAgain: (offer: Offer) => Promise<Offer>;
  /** The hold has ended, or became an order. */
  forget: () => void;
  /** The buyer leaves without an order; `unloading` when the page goes away. */
  leave: (unloading: boolean) => void;
  acknowledge: (offer: Offer) => Promise<Offer>;
  place: (terms: Terms, key: string) => Promise<Placed>;
  /** Reads an order that the buyer already has, or the purchase it belongs to. */
  find: (orderId: string) => Promise<Placed>;
  /** Tells the seller that the transfer or the crypto payment was sent (D31). */
  report: (placed: Placed, txHash?: string) => Promise<Placed>;
}

const checkoutOf = api.api.items[":id"].checkout;

/** Stores the agreement with the purchase. Methods and deadlines are read for the chosen collection times. */
const acknowledged =
  (read: (offer: Offer) => Promise<Offer>) =>
  async (offer: Offer): Promise<Offer> => ({
    ...(Object.keys(choicesOf(offer)).length > 0 ? await read(offer) : offer),
    acknowledged: true,
  });

/** The chosen times in the form of the API's query. */
function chosenQuery(offer: Offer | undefined): { collections?: string } {
  const choices = Object.entries(offer ? choicesOf(offer) : {});
  return choices.length === 0 ? {} : { collections: choices.map((choice) => choice.join(":")).join(",") };
}

async function find(orderId: string): Promise<Placed> {
  const order = await fetchOrder(orderId);
  if (order.purchase_id === null) return placedOrder(order);
  return placedPurchase(await unwrap(api.api.purchases[":id"].$get({ param: { id: order.purchase_id } })));
}

export async function report(placed: Placed, txHash?: string): Promise<Placed> {
  const evidence = txHash === undefined ? { referenceNumber: placed.bank?.reference ?? "" } : { txHash };
  await reportPayment(placed.unpaid_order ?? "", evidence, newIdempotencyKey());
  return { ...placed, status: "waiting_for_seller", unpaid_order: null };
}

/** Buy Now of one item: the checkout holds the item while it is open. */
export function itemCalls(itemId: string): CheckoutCalls {
  const param = { id: itemId };
  const fetchView = async (view: Promise<CheckoutView>) => itemOffer(await view);
  const chosen = (offer: Offer) => choicesOf(offer)[itemId];
  const read = (offer: Offer) => {
    const from = chosen(offer);
    return fetchView(
      unwrap(checkoutOf.$get({ param, query: from === undefined ? {} : { collection_date: String(from) } })),
    );
  };
  return {
    kind: "item",
    open: () => fetchView(takeHold(itemId)),
    refresh: read,
    holdAgain: async (offer) => {
      forgetHold(itemId);
      const held = await fetchView(takeHold(itemId));
      return chosen(offer) === undefined ? held : read(offer);
    },
    forget: () => forgetHold(itemId),
    leave: (unloading) => (unloading ? releaseHoldOnUnload(itemId) : releaseHold(itemId)),
    acknowledge: (offer) => {
      const json = { acknowledged: true, collection_date: chosen(offer) } as const;
      return fetchView(unwrap(checkoutOf.acknowledgement.$post({ param, json })));
    },
    place: async (terms, key) => {
      const { method, coin } = terms;
      // Renews a quote that an earlier try has left, because its amount may have expired.
      const quote =
        method === "crypto" && coin
          ? await unwrap(
              checkoutOf["payment-details"].$post({
                param,
                json: { method, coin, collection_date: chosen(terms.offer) },
              }),
            )
          : null;
      const json = transactionPayload(itemId, terms);
      const made = await unwrap(api.api.transactions.$post({ json }, withIdempotencyKey(key)));
      const placed = await find(made.order_id).catch(() => unreadOrder(made, terms.offer));
      if (placed.crypto === null || quote?.method !== "crypto") return placed;
      return { ...placed, crypto: { ...placed.crypto, estimate: quote.estimate } };
    },
    find,
    report,
  };
}

/** An order whose payment details could not be loaded. Its page has them. */
function unreadOrder(made: TransactionView, { lines }: Offer): Placed {
  const unpaid = made.order_status === "awaiting_payment";
  return {
    path: `/MyOrders/${made.order_id}`,
    method: made.payment_method,
    status: purchaseStatus([made.order_status]),
    due: made.amount,
    payment_deadline: made.payment_deadline,
    zone: lines[0]?.collection_zone ?? "Australia/Sydney",
    unpaid_order: unpaid ? made.order_id : null,
    card: { orderId: made.order_id },
    bank: null,
    crypto: null,
  };
}

/** Body of POST /api/transactions: the values the buyer saw, which the server compares with its own (D17). */
export function transactionPayload(itemId: string, { offer, method, coin, buyerId }: Terms): CreateTransactionInput {
  return {
    itemId,
    buyerId,
    ...(offer.of.kind === "item" && { sellerId: offer.of.seller_id }),
    paymentMethod: method,
    paymentStatus: "pending",
    amount: offer.amount,
    collectionDate: offer.lines[0]?.collection_date ?? null,
    ...(method === "crypto" && coin !== null && { cryptoCurrency: coin }),
  };
}

async function placePurchase({ offer, method }: Terms, key: string): Promise<Placed> {
  if (method === "crypto") throw new Error("crypto pays for one item at a time");
  const collections = choicesOf(offer);
  const agreed = {
    paymentMethod: method,
    acknowledged: true,
    amount: offer.amount,
    ...(Object.keys(collections).length > 0 && { collections }),
  };
  const body: CreatePurchaseInput =
    offer.of.kind === "bundle"
      ? { kind: "bundle", bundleId: offer.of.id, ...agreed }
      : { kind: "cart", itemIds: offer.lines.map(({ item_id }) => item_id), ...agreed };
  return placedPurchase(await unwrap(api.api.purchases.$post({ json: body }, withIdempotencyKey(key))));
}

const nothingToRelease = { forget: () => undefined, leave: () => undefined };

/** Everything held in the cart, or one seller's items in it. The cart keeps its holds when the checkout closes. */
export function cartCalls(sellerId: string | null): CheckoutCalls {
  const read = async (offer?: Offer) => cartOffer(await fetchCart(chosenQuery(offer)), sellerId);
  return {
    ...nothingToRelease,
    kind: "cart",
    open: () => read(),
    refresh: read,
    holdAgain: async (offer) => {
      const held = cartOffer(await holdLapsed(await fetchCart(), sellerId), sellerId);
      return Object.keys(choicesOf(offer)).length > 0 ? read(offer) : held;
    },
    acknowledge: acknowledged(read),
    place: placePurchase,
    find,
    report,
  };
}

/** Holds the lapsed items again, as far as they can still be had; the last refusal counts when that is none. */
async function holdLapsed(cart: CartReply, sellerId: string | null): Promise<CartReply> {
  const lines = cart.groups.flatMap((group) => (sellerId === null || group.seller.id === sellerId ? group.lines : []));
  let held = lines.some(({ state }) => state === "held");
  let refused: unknown = null;
  let latest = cart;
  for (const { item_id } of lines.filter(({ state }) => state === "lapsed")) {
    try {
      latest = await addToCart(item_id);
      held = true;
    } catch (error) {
      refused = error;
    }
  }
  if (!held && refused !== null) throw refused;
  return latest;
}

/** A bundle. Nothing is held before the purchase, which takes all items or none. */
export function bundleCalls(bundleId: string): CheckoutCalls {
  const param = { id: bundleId };
  const read = async (offer?: Offer) =>
    bundleOffer(await unwrap(api.api.bundles[":id"].checkout.$get({ param, query: chosenQuery(offer) })));
  return {
    ...nothingToRelease,
    kind: "bundle",
    open: () => read(),
    refresh: read,
    holdAgain: read,
    acknowledge: acknowledged(read),
    place: placePurchase,
    find,
    report,
  };
}
