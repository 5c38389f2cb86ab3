/** Payouts and refunds after the database was set back: what Stripe has already made is found, not made again (D74). */
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { advance } from "../support/workerd/clock.ts";
import { createBuyer, createSeller, DAY, insertItem, reply } from "../support/workerd/deals.ts";
import {
  emulator,
  openPayoutAccount,
  payForCart,
  provider,
  providerBalance,
  refundMade,
  runCardJobs,
} from "../support/workerd/payments.ts";
import { allRows, firstRow, runSql } from "../support/workerd/sql.ts";
import "../support/workerd/audits.ts";

const CENTS = 4_550;

afterEach(() => vi.restoreAllMocks());
// An alarm set for a future date would keep the runtime from ending.
afterAll(() => emulator().planFaults({ hold: true }));

/** One payment for the items of two sellers, whose charge would cover a second transfer or refund of one of them. */
async function paidCart() {
  const [first, second, buyer] = await Promise.all([createSeller(), createSeller(), createBuyer()]);
  for (const seller of [first, second]) {
    await openPayoutAccount(seller.id);
    const item_id = await insertItem(seller);
    await reply(await buyer.request("POST", "/api/cart", { item_id }), 201);
  }
  const { purchase, orders, intentId } = await payForCart(buyer);
  const { results } = await allRows<{ id: string; seller_id: string }>`SELECT id, seller_id
    FROM orders WHERE purchase_id = ${purchase.id} ORDER BY id`;
  expect(results).toHaveLength(orders.length);
  const id = results.find(({ seller_id }) => seller_id === first.id)?.id ?? "";
  return { seller: first, buyer, id, intentId, group: purchase.id };
}

/** Sets the payout of an order back to the moment before it was sent. */
const forgetPayout = (id: string) =>
  runSql`UPDATE transfers SET status = 'payable', attempts = 0, at_seller_cents = 0, destination = NULL,
    provider_transfer_id = NULL, sent_at = NULL, next_at = 0 WHERE order_id = ${id} AND status = 'sent'`;
const payout = (id: string) => firstRow`SELECT status, at_seller_cents FROM transfers WHERE order_id = ${id}`;

describe("after the database was set back by two days (D74)", () => {
  it("a payout that Stripe has made is not made again", async () => {
    const { buyer, id, group } = await paidCart();
    await reply(await buyer.request("POST", `/api/orders/${id}/collected`), 200);
    await runCardJobs();
    const before = await providerBalance();
    await forgetPayout(id);
    advance(2 * DAY);
    await runCardJobs();
    const { data } = await provider().transfers.list({ transfer_group: group });
    expect(data.map(({ amount }) => amount)).toEqual([CENTS]);
    expect(await providerBalance()).toBe(before);
    expect(await payout(id)).toEqual({ status: "sent", at_seller_cents: CENTS });
  });

  it("a payout that Stripe has made is claimed back before its seller refunds the order", async () => {
    const { seller, id, group } = await paidCart();
    advance(11 * DAY);
    await runCardJobs();
    await forgetPayout(id);
    await reply(await seller.request("POST", `/api/orders/${id}/refund`, {}), 200);
    const { data } = await provider().transfers.list({ transfer_group: group });
    expect(data.find(({ metadata }) => metadata.order_id === id)).toMatchObject({ amount_reversed: CENTS });
    expect(await payout(id)).toEqual({ status: "reversed", at_seller_cents: 0 });
  });

  it("a refund that Stripe has made is not made again", async () => {
    const { seller, id, intentId } = await paidCart();
    await reply(await seller.request("POST", `/api/orders/${id}/refund`, {}), 200);
    const isRefunded = () => refundMade(intentId);
    await isRefunded();
    await runSql`UPDATE refunds SET status = 'due', attempts = 0, provider_refund_id = NULL, settled_at = NULL, next_at
      = 0 WHERE intent_id = ${intentId}`;
    advance(2 * DAY);
    await runCardJobs();
    await isRefunded();
    const { data } = await provider().refunds.list({ payment_intent: intentId });
    expect(data.map(({ amount }) => amount)).toEqual([CENTS]);
  });
});
