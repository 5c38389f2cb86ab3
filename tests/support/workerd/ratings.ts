/** Completed deals, and ratings that become visible at their time (D43). */
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { examineRatings, publishDueRatings } from "../../../worker/features/orders/ratings/jobs.ts";
import { createServices } from "../../../worker/services.ts";
import { type OrderedItem, placeOrder, reply } from "./deals.ts";
import { allRows, runSql } from "./sql.ts";

export async function completedDeal(): Promise<OrderedItem> {
  const deal = await placeOrder({ evidence: true });
  const pending = await reply<{ items: { id: string }[] }>(
    await deal.seller.request("GET", "/api/payment-confirmations?status=pending"),
    200,
  );
  const confirmed = await deal.seller.request("POST", "/api/rpc/confirm_payment_received", {
    confirmation_id: pending.items[0]?.id,
    seller_id: deal.seller.id,
  });
  expect(confirmed.status, await confirmed.clone().text()).toBe(200);
  const collected = await deal.buyer.request("POST", `/api/orders/${deal.order.order_id}/collected`);
  expect(collected.status, await collected.clone().text()).toBe(200);
  return deal;
}

export const runRatingsJob = () => publishDueRatings(createServices(env, () => undefined));

/** Lets the 14 days of every hidden rating pass. */
export async function showRatings(): Promise<void> {
  await runSql`UPDATE ratings SET visible_from = 1 WHERE published_at IS NULL`;
  await runRatingsJob();
}

/** Makes every rating visible, and decides which count. */
export async function examine(): Promise<void> {
  await showRatings();
  await examineRatings(createServices(env, () => undefined));
}

/** Copies an order as cancelled, because an item sells once, and its transaction as completed. */
export async function copyDeal(orderId: string, index: number): Promise<string> {
  const copy = `txn_0000000000000000000${index}`;
  const order = `ord_0000000000000000000${index}`;
  const { results } = await allRows<Record<string, unknown>>`SELECT * FROM orders WHERE id = ${orderId}`;
  const row = { ...results[0], id: order, status: "cancelled", completed_at: null, paid_at: null };
  const columns = Object.keys(row);
  await env.DB.prepare(`INSERT INTO orders (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`)
    .bind(...Object.values(row))
    .run();
  await runSql`INSERT INTO transactions (id, order_id, item_id, seller_id, buyer_id, payment_method, payment_status,
    status, amount_cents, created_at) SELECT ${copy}, ${order}, item_id, seller_id, buyer_id, payment_method,
    'completed', 'completed', amount_cents, created_at FROM transactions WHERE order_id = ${orderId}`;
  return copy;
}
