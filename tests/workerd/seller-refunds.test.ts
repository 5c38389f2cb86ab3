/** Refunds that sellers order (D68, A150): nobody gets money out of Goodstreet by refunding what was paid out. */
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { BaggageEntry, BaggageKind } from "#contract/admin/baggage";
import type { NotificationView } from "#contract/notifications";
import type { Page } from "#contract/page";
import { DEFAULT_SITE_SETTINGS } from "#domain/site/site-settings";
import { continueSellerRefunds } from "../../worker/features/orders/seller-refunds.ts";
import { createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { advance, pollUntil, whenSettled } from "../support/workerd/clock.ts";
import { createBuyer, createSeller, DAY, insertItem, reply } from "../support/workerd/deals.ts";
import {
  emulator,
  expectProviderTrouble,
  ledgerSums,
  openPayoutAccount,
  orderRow,
  paidCardOrder,
  payForCart,
  provider,
  providerBalance,
  refundMade,
  refundRows,
  runCardJobs,
  servicesWithSettled,
} from "../support/workerd/payments.ts";
import { firstRow, runSql } from "../support/workerd/sql.ts";
import "../support/workerd/audits.ts";

const CENTS = 4_550;
const MINUTE = 60_000;
const UNTIL_PAID_OUT = 11 * DAY;

let staff: TestAccount;

beforeAll(async () => {
  staff = await createAccount({ role: "admin" });
});
expectProviderTrouble();
afterEach(async () => {
  vi.useRealTimers();
  await emulator().planFaults({ hold: false, failures: 0, faults: [], deliveries: {}, slowPayments: 0 });
  await runSql`DELETE FROM site_settings`;
});

async function withLimits(numbers: { refund_dollars?: number; refunds_a_day?: number }): Promise<void> {
  const settings = { ...DEFAULT_SITE_SETTINGS, numbers: { ...DEFAULT_SITE_SETTINGS.numbers, ...numbers } };
  await runSql`INSERT INTO site_settings (version, settings, saved_by, saved_at)
    VALUES (1, ${JSON.stringify(settings)}, ${staff.id}, 0)`;
  // Settings are cached for five seconds.
  advance(6_000);
}

/** Sells to new buyers by card. Nobody confirms the collection, so the proceeds are sent three days after its date. */
async function paidOut(buyers = 1) {
  const seller = await createSeller();
  const account = await openPayoutAccount(seller.id);
  const deals = [];
  for (let n = 0; n < buyers; n++) deals.push(await paidCardOrder({}, { seller }));
  advance(UNTIL_PAID_OUT);
  await runCardJobs();
  const orders = deals.map(({ order, intentId, buyer, itemId }) => ({ id: order.order_id, intentId, buyer, itemId }));
  for (const { id } of orders) expect(await payout(id)).toEqual({ status: "sent", at_seller_cents: CENTS });
  const [first] = orders;
  if (!first) throw new Error("no order");
  return { seller, account, orders, ...first };
}

const payout = (orderId: string) => firstRow`SELECT status, at_seller_cents FROM transfers WHERE order_id = ${orderId}`;
const refund = (seller: TestAccount, id: string) => seller.request("POST", `/api/orders/${id}/refund`, {});
const decide = (id: string, who = staff) =>
  who.request("POST", `/api/admin/orders/${id}/close`, { outcome: "refunded", note: "The buyer sent photos." });
const decline = (id: string, body: object, who = staff) =>
  who.request("POST", `/api/admin/baggage/seller_refunds/${id}`, body);
const refunded = (intentId: string) => refundMade(intentId);
const queued = async (kind: BaggageKind, id: string) => {
  const { items } = await reply<Page<BaggageEntry>>(await staff.request("GET", `/api/admin/baggage/${kind}`), 200);
  return items.find((entry) => entry.id === id);
};
const message = async (response: Response, status: number) =>
  (await reply<{ error: { message: string } }>(response, status)).error.message;

describe("a refund by the seller after the payout (D68)", () => {
  it("takes nothing from Goodstreet when three buyers and a seller have emptied the seller's account (A150)", async () => {
    const { seller, account, orders } = await paidOut(3);
    await emulator().payOutAccount(account);
    const before = await providerBalance();
    for (const { id, intentId } of orders) {
      expect(await message(await refund(seller, id), 409)).toContain("Ask our team");
      expect(await orderRow(id)).toMatchObject({ status: "payment_confirmed", card_state: "paid" });
      expect(await payout(id)).toEqual({ status: "sent", at_seller_cents: CENTS });
      expect(await refundRows(intentId)).toEqual([]);
    }
    await runCardJobs();
    expect(await whenSettled(providerBalance)).toBe(before);
  });

  it("claims the proceeds back before the buyer is refunded", async () => {
    const { seller, id, intentId } = await paidOut();
    await reply(await refund(seller, id), 200);
    expect(await payout(id)).toEqual({ status: "reversed", at_seller_cents: 0 });
    await refunded(intentId);
    expect(await ledgerSums("intent_id = ?", intentId)).toEqual({});
    expect(await queued("payout_claims", id)).toBeUndefined();
  });

  it("takes no part of what the seller's balance does not cover", async () => {
    const { seller, account, id } = await paidOut();
    await emulator().payOutAccount(account);
    await provider().transfers.create({ amount: CENTS - 1, currency: "aud", destination: account });
    expect((await refund(seller, id)).status).toBe(409);
    const { data } = await provider().transfers.list({ transfer_group: id });
    expect(data.map(({ amount_reversed }) => amount_reversed)).toEqual([0]);
    await provider().transfers.create({ amount: 1, currency: "aud", destination: account });
    await reply(await refund(seller, id), 200);
    expect(await queued("seller_refunds", id)).toBeUndefined();
  });

  it("is decided by staff who are no party to it when it was refused", async () => {
    const { seller, account, id, intentId, buyer } = await paidOut();
    await emulator().payOutAccount(account);
    expect((await refund(seller, id)).status).toBe(409);
    expect(await queued("seller_refunds", id)).toMatchObject({
      amount: 45.5,
      detail: "Stripe could not take the money back from the seller.",
      actions: ["refund", "decline"],
    });
    await runSql`UPDATE profiles SET role = 'admin' WHERE id IN (${seller.id}, ${buyer.id})`;
    for (const party of [seller, buyer]) {
      expect((await decide(id, party)).status).toBe(403);
      expect((await decline(id, { action: "decline", note: "Not mine." }, party)).status).toBe(403);
    }
    await reply(await decide(id), 200);
    await refunded(intentId);
    expect(await queued("seller_refunds", id)).toBeUndefined();
    await pollUntil(
      () => queued("payout_claims", id),
      (entry) => entry !== undefined,
    );
  });

  it("can be declined by staff, who tell the seller why, and be asked for again", async () => {
    const { seller, account, id } = await paidOut();
    await emulator().payOutAccount(account);
    expect((await refund(seller, id)).status).toBe(409);
    expect((await decline(id, { action: "decline" })).status).toBe(422);
    const given = { action: "decline", note: "The buyer has the lamp." };
    await reply(await decline(id, given), 200);
    expect((await decline(id, given)).status).toBe(409);
    const { items } = await reply<Page<NotificationView>>(await seller.request("GET", "/api/notifications"), 200);
    expect(items.map(({ body }) => body)).toContain(given.note);
    expect(await orderRow(id)).toMatchObject({ status: "payment_confirmed" });
    expect((await refund(seller, id)).status).toBe(409);
    expect(await queued("seller_refunds", id)).toBeDefined();
  });

  it.each(["lost", "outage"] as const)("is finished by the job when Stripe's answer is %s", async (answer) => {
    const { seller, id, intentId } = await paidOut();
    await emulator().planFaults({ faults: [{ path: "/v1/transfers", method: "POST", times: 3, answer }] });
    expect((await refund(seller, id)).status).toBe(503);
    expect(await orderRow(id)).toMatchObject({ status: "payment_confirmed" });
    await runCardJobs();
    expect(await queued("payout_claims", id)).toBeUndefined();
    expect(await refundRows(intentId)).toEqual([]);
    advance(3 * MINUTE);
    const services = servicesWithSettled();
    await continueSellerRefunds(services);
    await services.settled();
    await refunded(intentId);
    expect(await payout(id)).toEqual({ status: "reversed", at_seller_cents: 0 });
    expect(await ledgerSums("intent_id = ?", intentId)).toEqual({});
  });

  it("leaves the proceeds with the seller when the buyer collects the item meanwhile", async () => {
    const { seller, buyer, id, intentId } = await paidOut();
    await emulator().planFaults({ faults: [{ path: "/v1/transfers", method: "POST", times: 3, answer: "lost" }] });
    expect((await refund(seller, id)).status).toBe(503);
    await reply(await buyer.request("POST", `/api/orders/${id}/collected`), 200);
    advance(3 * MINUTE);
    await continueSellerRefunds(servicesWithSettled());
    await runCardJobs();
    expect(await payout(id)).toEqual({ status: "sent", at_seller_cents: CENTS });
    expect(await refundRows(intentId)).toEqual([]);
  });

  it("stops proceeds that have fallen due but were not sent", async () => {
    const { seller, order, intentId } = await paidCardOrder();
    const id = order.order_id;
    advance(UNTIL_PAID_OUT);
    await runCardJobs();
    expect(await payout(id)).toEqual({ status: "payable", at_seller_cents: 0 });
    await reply(await refund(seller, id), 200);
    await refunded(intentId);
    expect(await payout(id)).toEqual({ status: "reversed", at_seller_cents: 0 });
  });
});

describe("the daily limit of refunds by a seller (D68)", () => {
  const over = async (seller: TestAccount, id: string) => {
    expect(await message(await refund(seller, id), 409)).toContain("more than sellers can refund in a day");
    expect(await orderRow(id)).toMatchObject({ status: "payment_confirmed" });
    expect(await queued("seller_refunds", id)).toMatchObject({ detail: "Over the seller's daily limit." });
  };

  it("counts the value of refunds after the payout, for a day", async () => {
    await withLimits({ refund_dollars: 100 });
    const { seller, orders } = await paidOut(3);
    const [first = "", second = "", third = ""] = orders.map(({ id }) => id);
    for (const id of [first, second]) await reply(await refund(seller, id), 200);
    await over(seller, third);
    advance(DAY);
    await reply(await refund(seller, third), 200);
  });

  it("counts the number of refunds after the payout, also of requests at the same moment", async () => {
    await withLimits({ refunds_a_day: 1 });
    const { seller, orders } = await paidOut(3);
    const replies = await Promise.all(orders.map(({ id }) => refund(seller, id)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it("leaves a circle of two people to staff from its second refund, whichever of them sells (A150)", async () => {
    await withLimits({ refund_dollars: 100 });
    const [one, two] = [await createSeller(), await createSeller()];
    const deals = [
      await paidCardOrder({ price_cents: 999_900 }, { seller: one, buyer: two }),
      await paidCardOrder({ price_cents: 999_900 }, { seller: one, buyer: two }),
      await paidCardOrder({ price_cents: 999_900 }, { seller: two, buyer: one }),
    ];
    const [first = "", again = "", back = ""] = deals.map(({ order }) => order.order_id);
    await reply(await refund(one, first), 200);
    await over(one, again);
    await over(two, back);
  });

  it("never stops the first refund of an order that was not paid out", async () => {
    await withLimits({ refund_dollars: 100, refunds_a_day: 1 });
    const seller = await createSeller();
    for (let n = 0; n < 3; n++) {
      const { order } = await paidCardOrder({ price_cents: 500_000 }, { seller });
      await reply(await refund(seller, order.order_id), 200);
    }
  });

  it("counts orders bought together once", async () => {
    await withLimits({ refunds_a_day: 1 });
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    await openPayoutAccount(seller.id);
    const bought = async () => {
      for (const item_id of [await insertItem(seller), await insertItem(seller)]) {
        await reply(await buyer.request("POST", "/api/cart", { item_id }), 201);
      }
      const { orders } = await payForCart(buyer);
      return orders.map(({ id }) => id);
    };
    const [first, second] = [await bought(), await bought()];
    advance(UNTIL_PAID_OUT);
    await runCardJobs();
    for (const id of first) await reply(await refund(seller, id), 200);
    await over(seller, second[0] ?? "");
  });
});
