/** Every write that moves money or items being bought, with its preparation, for tests that run on all of them. */
import type { PurchaseReply } from "#contract/checkout/purchases";
import { createAccount, type TestAccount } from "./accounts.ts";
import { createBundle } from "./browse.ts";
import {
  acknowledge,
  createBuyer,
  createSeller,
  hold,
  insertItem,
  payload,
  placeOrder,
  readOrder,
  readyToPay,
  reply,
} from "./deals.ts";
import { cardOrder, paidCardOrder } from "./payments.ts";
import { firstRow } from "./sql.ts";

export interface ReadyCall {
  person: TestAccount;
  path: string;
  /** Undefined when the call has no body. */
  body: Record<string, unknown> | undefined;
  /** Another valid body, or null when there is none. */
  other: Record<string, unknown> | null;
  status: number;
  /** The item whose price counts, or null when no single item is paid for. */
  itemId: string | null;
}

export interface MoneyCall {
  /** Method and path as registered in the app. */
  route: string;
  /** Distinguishes several calls of one route. */
  kind?: string;
  prepare: () => Promise<ReadyCall>;
}

const WALLET = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const newHash = () =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function cryptoDeal() {
  const seller = await createSeller({ crypto_wallet_addresses: { btc: WALLET } });
  const buyer = await createBuyer();
  const itemId = await insertItem(seller, { price_cents: 24_000 });
  await hold(buyer, itemId);
  const view = await acknowledge(buyer, itemId);
  const path = `/api/items/${itemId}/checkout/payment-details`;
  await reply(await buyer.request("POST", path, { method: "crypto", coin: "btc" }), 200);
  const body = {
    itemId,
    buyerId: buyer.id,
    sellerId: seller.id,
    paymentMethod: "crypto",
    paymentStatus: "pending",
    amount: view.amount,
    collectionDate: view.collection_date,
    cryptoCurrency: "btc",
  };
  return { buyer, itemId, body };
}

async function cartOf(prices: number[]) {
  const seller = await createSeller();
  const buyer = await createBuyer();
  const itemIds = await Promise.all(prices.map((price_cents) => insertItem(seller, { price_cents })));
  for (const item_id of itemIds) await reply(await buyer.request("POST", "/api/cart", { item_id }), 201);
  return { buyer, itemIds };
}

const WORDS = { note: "Another body." };
const TOPUP = { amount: 2_500, currency: "aud", metadata: { type: "balance_topup" } };

async function orderCall(verb: string, deal: { itemId: string }, orderId: string, call: Partial<ReadyCall>) {
  return {
    path: `/api/orders/${orderId}/${verb}`,
    status: 200,
    itemId: deal.itemId,
    other: WORDS,
    body: undefined,
    ...call,
  } as ReadyCall;
}

function intentCalls(path: string): MoneyCall[] {
  const route = `POST ${path}`;
  return [
    {
      route,
      kind: "an order",
      prepare: async () => {
        const { buyer, order, itemId } = await cardOrder();
        const body = { amount: 4_550, currency: "aud", orderId: order.order_id };
        return { person: buyer, path, body, other: { ...body, amount: 4_551 }, status: 200, itemId };
      },
    },
    {
      route,
      kind: "a purchase",
      prepare: async () => {
        const { buyer } = await cartOf([700, 1_250]);
        const bought = { kind: "cart", paymentMethod: "stripe", acknowledged: true };
        const { purchase } = await reply<PurchaseReply>(await buyer.request("POST", "/api/purchases", bought), 201);
        const body = { amount: 1_950, purchaseId: purchase.id };
        return { person: buyer, path, body, other: { purchaseId: purchase.id }, status: 200, itemId: null };
      },
    },
    {
      route,
      kind: "a top-up",
      prepare: async () => {
        const person = await createSeller();
        return { person, path, body: TOPUP, other: { ...TOPUP, amount: 2_501 }, status: 200, itemId: null };
      },
    },
  ];
}

/** All writes that move money. tests/workerd-long/money-idempotency.test.ts fails when one of the app's routes is missing here. */
export const PAYMENT_WRITES: readonly MoneyCall[] = [
  ...intentCalls("/functions/v1/create-payment-intent"),
  // The same handler under its other path.
  ...intentCalls("/api/payments/intents").slice(0, 1),
  ...["bank_transfer", "stripe"].map((paymentMethod) => ({
    route: "POST /api/transactions",
    kind: paymentMethod,
    prepare: async (): Promise<ReadyCall> => {
      const deal = await readyToPay();
      const { referenceNumber, ...rest } = payload(deal);
      const body = { ...rest, paymentMethod, ...(paymentMethod === "bank_transfer" && { referenceNumber }) };
      const other = { ...body, acknowledged: true };
      return { person: deal.buyer, path: "/api/transactions", body, other, status: 201, itemId: deal.itemId };
    },
  })),
  {
    route: "POST /api/transactions",
    kind: "crypto",
    prepare: async () => {
      const { buyer, itemId, body } = await cryptoDeal();
      const sent = { ...body, cryptoTxHash: newHash() };
      const other = { ...body, cryptoTxHash: newHash() };
      return { person: buyer, path: "/api/transactions", body: sent, other, status: 201, itemId };
    },
  },
  {
    route: "POST /api/purchases",
    kind: "cart",
    prepare: async () => {
      const { buyer, itemIds } = await cartOf([700, 1_250]);
      const body = { kind: "cart", paymentMethod: "bank_transfer", acknowledged: true, amount: 19.5 };
      const other = { ...body, itemIds: itemIds.slice(0, 1) };
      return { person: buyer, path: "/api/purchases", body, other, status: 201, itemId: null };
    },
  },
  {
    route: "POST /api/purchases",
    kind: "bundle",
    prepare: async () => {
      const seller = await createSeller();
      const itemIds = await Promise.all([1_000, 2_000].map((price_cents) => insertItem(seller, { price_cents })));
      const bundleId = await createBundle(seller, itemIds, { bundle_price_cents: 2_401 });
      const body = { kind: "bundle", bundleId, paymentMethod: "stripe", acknowledged: true, amount: 24.01 };
      const other = { ...body, paymentMethod: "bank_transfer" };
      return { person: await createBuyer(), path: "/api/purchases", body, other, status: 201, itemId: null };
    },
  },
  {
    route: "POST /api/cart",
    prepare: async () => {
      const seller = await createSeller();
      const [item_id, second] = await Promise.all([insertItem(seller), insertItem(seller)]);
      const other = { item_id: second };
      return { person: await createBuyer(), path: "/api/cart", body: { item_id }, other, status: 201, itemId: item_id };
    },
  },
  {
    route: "POST /api/items/:id/checkout/acknowledgement",
    prepare: async () => {
      const person = await createBuyer();
      const itemId = await insertItem(await createSeller());
      await hold(person, itemId);
      const path = `/api/items/${itemId}/checkout/acknowledgement`;
      return { person, path, body: { acknowledged: true }, other: null, status: 200, itemId };
    },
  },
  {
    route: "POST /api/orders/:id/evidence",
    kind: "bank",
    prepare: async () => {
      const { details, order, buyer: person, ...deal } = await placeOrder({ evidence: false });
      const body = { referenceNumber: details.reference_number };
      return orderCall("evidence", deal, order.order_id, { person, body, other: { referenceNumber: "GS00000001" } });
    },
  },
  {
    route: "POST /api/orders/:id/evidence",
    kind: "crypto",
    prepare: async () => {
      const deal = await cryptoDeal();
      const made = await deal.buyer.request("POST", "/api/transactions", deal.body);
      const order = await reply<{ order_id: string }>(made, 201);
      const body = { txHash: newHash() };
      return orderCall("evidence", deal, order.order_id, { person: deal.buyer, body, other: { txHash: newHash() } });
    },
  },
  {
    route: "POST /api/orders/:id/cancel",
    prepare: async () => {
      const deal = await cardOrder();
      return orderCall("cancel", deal, deal.order.order_id, { person: deal.buyer });
    },
  },
  {
    route: "POST /api/orders/:id/collected",
    prepare: async () => {
      const deal = await paidCardOrder();
      return orderCall("collected", deal, deal.order.order_id, { person: deal.buyer });
    },
  },
  {
    route: "POST /api/orders/:id/handover",
    prepare: async () => {
      const deal = await paidCardOrder();
      const { handover } = await readOrder(deal.buyer, deal.order.order_id);
      const body = { code: handover?.code };
      const other = { code: handover?.code === "000000" ? "000001" : "000000" };
      return orderCall("handover", deal, deal.order.order_id, { person: deal.seller, body, other });
    },
  },
  {
    route: "POST /api/orders/:id/dispute",
    prepare: async () => {
      const deal = await paidCardOrder();
      const body = { reason: "The lamp was broken." };
      const other = { reason: "The lamp was missing." };
      return orderCall("dispute", deal, deal.order.order_id, { person: deal.buyer, body, other });
    },
  },
  {
    route: "POST /api/orders/:id/refund",
    prepare: async () => {
      const deal = await paidCardOrder();
      const call = { person: deal.seller, body: { relist: true }, other: { relist: false } };
      return orderCall("refund", deal, deal.order.order_id, call);
    },
  },
  {
    route: "POST /api/admin/orders/:id/resolve",
    prepare: async () => {
      const { buyer, order, itemId } = await paidCardOrder();
      const path = `/api/orders/${order.order_id}`;
      await reply(await buyer.request("POST", `${path}/dispute`, { reason: "The lamp was broken." }), 200);
      return {
        person: await createAccount({ role: "admin" }),
        path: `/api/admin/orders/${order.order_id}/resolve`,
        body: { outcome: "refund", note: "The photos show it broken." },
        other: { outcome: "release", note: "The photos show it whole." },
        status: 200,
        itemId,
      };
    },
  },
  {
    route: "POST /api/admin/orders/:id/close",
    prepare: async () => {
      const { order, itemId } = await paidCardOrder();
      const body = { outcome: "refunded", note: "Neither of the two has answered for a month." };
      return {
        person: await createAccount({ role: "admin" }),
        path: `/api/admin/orders/${order.order_id}/close`,
        body,
        other: { ...body, relist: true },
        status: 200,
        itemId,
      };
    },
  },
  {
    route: "POST /api/rpc/confirm_payment_received",
    prepare: async () => {
      const { seller: person, order, itemId } = await placeOrder();
      const body = { confirmation_id: await confirmationOf(order.order_id), seller_id: person.id };
      const { seller_id: _, ...other } = body;
      return { person, path: "/api/rpc/confirm_payment_received", body, other, status: 200, itemId };
    },
  },
  {
    route: "POST /api/payment-confirmations/:id/not-received",
    prepare: async () => {
      const { seller: person, order, itemId } = await placeOrder();
      const path = `/api/payment-confirmations/${await confirmationOf(order.order_id)}/not-received`;
      return { person, path, body: undefined, other: WORDS, status: 200, itemId };
    },
  },
];

async function confirmationOf(orderId: string): Promise<string> {
  const row = await firstRow<{ id: string }>`SELECT id FROM payment_confirmations WHERE order_id = ${orderId}`;
  return row?.id ?? "";
}
