/** Orders paid at pick-up (D53). Requires a fake clock. */
import type { TransactionView } from "#contract/checkout";
import type { AccountOverrides, TestAccount } from "./accounts.ts";
import { acknowledge, createBuyer, createSeller, DAY, hold, insertItem, reply, transact } from "./deals.ts";
import { firstRow } from "./sql.ts";

/** How long a collection at one time lasts. */
export const WINDOW = 30 * 60_000;

/** Creates a seller who takes cash. */
export const cashSeller = (overrides: AccountOverrides = {}) =>
  createSeller({ accepted_payment_methods: ["bank_transfer", "cash"], ...overrides });

/** Creates a buyer whose account is old enough to pay at pick-up. */
export const oldBuyer = (overrides: AccountOverrides = {}) =>
  createBuyer({ created_at: Date.now() - 30 * DAY, ...overrides });

/** Holds a new item of this seller, ready to be ordered. */
export async function heldItem(
  seller: TestAccount,
  buyer: TestAccount,
  item: Parameters<typeof insertItem>[1] = {},
): Promise<string> {
  const itemId = await insertItem(seller, { collection_date: Date.now() + 2 * DAY, ...item });
  await hold(buyer, itemId);
  await acknowledge(buyer, itemId);
  return itemId;
}

export const payCash = (buyer: TestAccount, itemId: string, key?: string) =>
  transact(buyer, { itemId, paymentMethod: "cash" }, key);

export interface CashDeal {
  seller: TestAccount;
  buyer: TestAccount;
  itemId: string;
  order: TransactionView;
  /** Start and end of the collection. */
  starts: number;
  ends: number;
}

/** Places an order paid at pick-up, with collection in two days. */
export async function cashOrder(known: { seller?: TestAccount; buyer?: TestAccount } = {}): Promise<CashDeal> {
  const [seller, buyer] = await Promise.all([known.seller ?? cashSeller(), known.buyer ?? oldBuyer()]);
  const starts = Date.now() + 2 * DAY;
  const itemId = await heldItem(seller, buyer, { collection_date: starts });
  const order = await reply<TransactionView>(await payCash(buyer, itemId), 201);
  return { seller, buyer, itemId, order, starts, ends: starts + WINDOW };
}

export const actOn = (person: TestAccount, order: { order_id: string }, verb: string, body: unknown = {}) =>
  person.request("POST", `/api/orders/${order.order_id}/${verb}`, body);

/** Counts the rows about an order in every table of money that passes through Goodstreet. */
export async function moneyRows(orderId: string): Promise<number> {
  const row = await firstRow<{ n: number }>`SELECT (SELECT count(*) FROM ledger WHERE order_id = ${orderId}) + (SELECT
    count(*) FROM transfers WHERE order_id = ${orderId}) + (SELECT count(*) FROM payment_parts WHERE order_id =
    ${orderId}) + (SELECT count(*) FROM money_returns WHERE order_id = ${orderId}) AS n`;
  return row?.n ?? -1;
}
