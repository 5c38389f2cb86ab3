/** Steps of a deal: an item inserted into D1, a hold in its room, and the calls of the checkout. */
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect } from "vitest";
import type { CheckoutView, PaymentDetailsReply, TransactionView } from "#contract/checkout";
import type { ErrorBody } from "#contract/errors";
import type { OrderView } from "#contract/orders";
import { reserve } from "../../../durable/item-room/commands/holds.ts";
import { items } from "../../../worker/db/schema/items.ts";
import { createServices } from "../../../worker/services.ts";
import { type AccountOverrides, createAccount, type TestAccount } from "./accounts.ts";
import { inRoom } from "./rooms.ts";
import { firstRow } from "./sql.ts";

export const DAY = 86_400_000;
export const BANK = { account_name: "Canary Account Name", bsb: "062-000", account_number: "98765432" };
export const ADDRESS = "7 Canary Lane, Brunswick VIC 3056";

const services = createServices(env, () => undefined);

/** Creates a seller with bank details. */
export function createSeller(overrides: AccountOverrides = {}): Promise<TestAccount> {
  return createAccount({ full_name: "Sam Seller", account_type: "seller", bank_details: BANK, ...overrides });
}

export function createBuyer(overrides: AccountOverrides = {}): Promise<TestAccount> {
  return createAccount({ full_name: "Billie Buyer", ...overrides });
}

type ItemOverrides = Partial<typeof items.$inferInsert>;

/** Inserts an active item for $45.50, with collection in seven days and a private collection address. */
export async function insertItem(seller: TestAccount, overrides: ItemOverrides = {}): Promise<string> {
  const id = services.newId("itm");
  const now = Date.now();
  await drizzle(env.DB)
    .insert(items)
    .values({
      id,
      seller_id: seller.id,
      title: "Brass reading lamp",
      price_cents: 4_550,
      category: "home_garden",
      condition: "good",
      suburb: "Brunswick",
      city: "Melbourne",
      collection_address: ADDRESS,
      collection_date: now + 7 * DAY,
      created_at: now,
      updated_at: now,
      ...overrides,
    });
  return id;
}

/** Reserves the item for this buyer in its room. */
export async function hold(buyer: TestAccount, itemId: string): Promise<void> {
  const held = await inRoom(
    itemId,
    reserve({
      userId: buyer.id,
      kind: "buy_now",
      holdId: services.newId("hld"),
    }),
  );
  expect(held.ok, JSON.stringify(held)).toBe(true);
}

/** Checks the status and returns the parsed body. The failure message contains the body. */
export async function reply<T>(response: Response, status: number): Promise<T> {
  const text = await response.text();
  expect(response.status, text).toBe(status);
  return JSON.parse(text) as T;
}

/** Checks the status and returns the error of the body. */
export async function refusal(response: Response, status: number): Promise<ErrorBody["error"]> {
  return (await reply<ErrorBody>(response, status)).error;
}

/** Acknowledges the collection details of a held item and returns the checkout. */
export async function acknowledge(buyer: TestAccount, itemId: string): Promise<CheckoutView> {
  const path = `/api/items/${itemId}/checkout/acknowledgement`;
  return reply(await buyer.request("POST", path, { acknowledged: true }), 200);
}

/** Requests the seller's bank details for a held item. */
export function paymentDetails(buyer: TestAccount, itemId: string): Promise<Response> {
  return buyer.request("POST", `/api/items/${itemId}/checkout/payment-details`, { method: "bank_transfer" });
}

/** Calls POST /api/transactions, by default with a new idempotency key. */
export function transact(
  buyer: TestAccount,
  body: Record<string, unknown>,
  key: string = crypto.randomUUID(),
): Promise<Response> {
  return buyer.request("POST", "/api/transactions", body, { "Idempotency-Key": key });
}

export interface Deal {
  seller: TestAccount;
  buyer: TestAccount;
  itemId: string;
  view: CheckoutView;
  details: PaymentDetailsReply;
}

/** Runs everything before the order: hold, acknowledgement and bank details. */
export async function readyToPay(overrides: ItemOverrides = {}, seller?: TestAccount): Promise<Deal> {
  const from = seller ?? (await createSeller());
  const buyer = await createBuyer();
  const itemId = await insertItem(from, overrides);
  await hold(buyer, itemId);
  const view = await acknowledge(buyer, itemId);
  const details = await reply<PaymentDetailsReply>(await paymentDetails(buyer, itemId), 200);
  return { seller: from, buyer, itemId, view, details };
}

/** Returns the payload of POST /api/transactions with the values that the checkout shows. */
export function payload({ buyer, view, details }: Deal): Record<string, unknown> {
  return {
    itemId: view.item_id,
    buyerId: buyer.id,
    sellerId: view.seller_id,
    paymentMethod: "bank_transfer",
    paymentStatus: "pending",
    amount: view.amount,
    collectionDate: view.collection_date,
    referenceNumber: details.reference_number,
  };
}

export interface OrderedItem extends Deal {
  order: TransactionView;
}

/** Places an order whose buyer has sent the reference; with `evidence: false` it still awaits payment. */
export async function placeOrder(options: { evidence?: boolean } = {}, item: ItemOverrides = {}): Promise<OrderedItem> {
  const deal = await readyToPay(item);
  const { referenceNumber, ...rest } = payload(deal);
  const body = options.evidence === false ? rest : { ...rest, referenceNumber };
  return { ...deal, order: await reply<TransactionView>(await transact(deal.buyer, body), 201) };
}

export async function readOrder(reader: TestAccount, orderId: string): Promise<OrderView> {
  return reply(await reader.request("GET", `/api/orders/${orderId}`), 200);
}

export async function itemRow(itemId: string) {
  return firstRow<{ status: string; order_id: string | null; holder_id: string | null }>`SELECT status, order_id,
    holder_id FROM items WHERE id = ${itemId}`;
}
