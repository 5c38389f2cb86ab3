/** The calls of the checkout: for one item, for the cart, and for a bundle. The demo page has its own. */
import type { BankDetails } from "#contract/account/profiles";
import type {
  CheckoutMethod,
  CheckoutView,
  CreateTransactionInput,
  PaymentDetailsReply,
  TransactionView,
} from "#contract/checkout";
import type { CartReply } from "#contract/checkout/cart";
import type { CreatePurchaseInput } from "#contract/checkout/purchases";
import type { CryptoQuoteReply } from "#contract/payments/crypto";
import { purchaseStatus } from "#domain/checkout/purchase";
import type { Coin } from "#domain/payments/crypto-coins";
import { api, newIdempotencyKey, unwrap, withIdempotencyKey } from "../../lib/api-client.ts";
import { fetchOrder, reportPayment } from "../orders/index.ts";
import { addToCart, fetchCart } from "./cart/cart.ts";
import { forgetHold, letGo, releaseHold, releaseHoldOnUnload, takeHold } from "./checkout-hold.ts";
import { bundleOffer, cartOffer, choicesOf, itemOffer, type Offer } from "./offer.ts";
import { type Placed, placedOrder, placedPurchase } from "./placed.ts";

/** What the buyer confirmed. */
export interface Terms {
  offer: Offer;
  method: CheckoutMethod;
  coin: Coin | null;
  /** The crypto payment that the buyer has sent. */
  txHash: string | null;
  buyerId: string;
}

/** Where to transfer the money. `details` is null while the seller has none (D22). */
export interface TransferTerms {
  details: BankDetails | null;
  available_from: number | null;
  reference: string;
}

/** Where to send the coins, and until when the items are held for the payment. */
export interface CoinTerms {
  coin: Coin;
  address: string;
  destination_tag: string | null;
  network: string;
  amount_text: string;
  tx_hash: null;
  /** Dollars per coin. */
  rate: number;
  /** Without a live price, the amount was calculated with a fixed one (D23). */
  estimate: boolean;
  until: number;
}

export interface CheckoutCalls {
  kind: Offer["of"]["kind"];
  /** Whether cards are charged; the demo charges none. */
  charges: boolean;
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
  /** The buyer gives the hold up. Resolves to false when it stays: from the queue, an accepted offer or the cart. */
  letGo: () => Promise<boolean>;
  acknowledge: (offer: Offer) => Promise<Offer>;
  /** Holds what is not held before the method's own step; null when there is nothing to hold. */
  hold: ((offer: Offer) => Promise<Offer>) | null;
  /** Shows the holder where to transfer the money (D8). */
  bankDetails: (offer: Offer) => Promise<TransferTerms>;
  /** Shows the holder where to send the coins, and holds the item for the payment (D76). */
  quote: (offer: Offer, coin: Coin) => Promise<CoinTerms>;
  place: (terms: Terms, key: string) => Promise<Placed>;
  /** Reads an order that the buyer already has, or the purchase it belongs to. */
  find: (orderId: string) => Promise<Placed>;
  /** Tells the seller that the transfer was sent (D31). */
  report: (placed: Placed) => Promise<Placed>;
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

export async function report(placed: Placed): Promise<Placed> {
  const evidence = { referenceNumber: placed.bank?.reference ?? "" };
  await reportPayment(placed.unpaid_order ?? "", evidence, newIdempotencyKey());
  return { ...placed, status: "waiting_for_seller", unpaid_order: null };
}

function transferTerms(reply: PaymentDetailsReply | CryptoQuoteReply): TransferTerms {
  if (reply.method !== "bank_transfer") throw new Error("not bank details");
  const { bank_details: details, available_from, reference_number: reference } = reply;
  return { details, available_from, reference };
}

function coinTerms(reply: PaymentDetailsReply | CryptoQuoteReply): CoinTerms {
  if (reply.method !== "crypto") throw new Error("not a quote");
  const { coin, address, destination_tag, network, amount_text, rate, estimate, reserved_until: until } = reply;
  return { coin, address, destination_tag, network, amount_text, tx_hash: null, rate, estimate, until };
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
    charges: true,
    open: () => fetchView(takeHold(itemId)),
    refresh: read,
    holdAgain: async (offer) => {
      forgetHold(itemId);
      const held = await fetchView(takeHold(itemId));
      return chosen(offer) === undefined ? held : read(offer);
    },
    forget: () => forgetHold(itemId),
    leave: (unloading) => (unloading ? releaseHoldOnUnload(itemId) : releaseHold(itemId)),
    letGo: () => letGo(itemId),
    acknowledge: (offer) => {
      const json = { acknowledged: true, collection_date: chosen(offer) } as const;
      return fetchView(unwrap(checkoutOf.acknowledgement.$post({ param, json })));
    },
    hold: null,
    bankDetails: async (offer) => {
      const json = { method: "bank_transfer", collection_date: chosen(offer) } as const;
      return transferTerms(await unwrap(checkoutOf["payment-details"].$post({ param, json })));
    },
    quote: async (offer, coin) => {
      const json = { method: "crypto", coin, collection_date: chosen(offer) } as const;
      return coinTerms(await unwrap(checkoutOf["payment-details"].$post({ param, json })));
    },
    place: async (terms, key) => {
      const json = transactionPayload(itemId, terms);
      const made = await unwrap(api.api.transactions.$post({ json }, withIdempotencyKey(key)));
      return find(made.order_id).catch(() => unreadOrder(made, terms.offer));
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
export function transactionPayload(
  itemId: string,
  { offer, method, coin, txHash, buyerId }: Terms,
): CreateTransactionInput {
  return {
    itemId,
    buyerId,
    ...(offer.of.kind === "item" && { sellerId: offer.of.seller_id }),
    paymentMethod: method,
    paymentStatus: "pending",
    amount: offer.amount,
    collectionDate: offer.lines[0]?.collection_date ?? null,
    ...(coin !== null && { cryptoCurrency: coin }),
    ...(txHash !== null && { cryptoTxHash: txHash }),
  };
}

async function placePurchase({ offer, method }: Terms, key: string): Promise<Placed> {
  if (method === "crypto") throw ONE_ITEM;
  const json: CreatePurchaseInput = { ...bought(offer), paymentMethod: method, amount: offer.amount };
  return placedPurchase(await unwrap(api.api.purchases.$post({ json }, withIdempotencyKey(key))));
}

/** What is bought, and that the buyer agrees to its collection. */
function bought(offer: Offer) {
  const collections = choicesOf(offer);
  const agreed = { acknowledged: true, ...(Object.keys(collections).length > 0 && { collections }) } as const;
  return offer.of.kind === "bundle"
    ? ({ kind: "bundle", bundleId: offer.of.id, ...agreed } as const)
    : ({ kind: "cart", itemIds: offer.lines.map(({ item_id }) => item_id), ...agreed } as const);
}

const ONE_ITEM = new Error("crypto pays for one item at a time");

/** The calls of a cart and a bundle: one reference, and one reveal, for all items (D76). */
const together = {
  charges: true,
  bankDetails: async (offer: Offer) =>
    transferTerms(await unwrap(api.api.purchases["payment-details"].$post({ json: bought(offer) }))),
  quote: () => Promise.reject(ONE_ITEM),
  place: placePurchase,
  find,
  report,
};

const nothingToRelease = { forget: () => undefined, leave: () => undefined, letGo: () => Promise.resolve(true) };

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
    hold: null,
    ...together,
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

/** A bundle: all its items are held before the buyer sees how to pay, and given back when the checkout closes. */
export function bundleCalls(bundleId: string): CheckoutCalls {
  const param = { id: bundleId };
  const checkout = api.api.bundles[":id"].checkout;
  const read = async (offer?: Offer) => bundleOffer(await unwrap(checkout.$get({ param, query: chosenQuery(offer) })));
  let held = false;
  const hold = async (offer: Offer) => {
    held = true;
    const json = { collections: choicesOf(offer) };
    return { ...bundleOffer(await unwrap(checkout.holds.$post({ param, json }))), acknowledged: true };
  };
  const release = () => {
    if (!held) return;
    held = false;
    // `keepalive` lets the request outlive the page. A failed release is harmless, because the holds expire.
    void checkout.holds.$delete({ param }, { init: { keepalive: true } }).catch(() => undefined);
  };
  return {
    kind: "bundle",
    open: () => read(),
    refresh: read,
    holdAgain: hold,
    forget: () => {
      held = false;
    },
    leave: release,
    letGo: async () => {
      release();
      return true;
    },
    acknowledge: acknowledged(read),
    hold,
    ...together,
  };
}
