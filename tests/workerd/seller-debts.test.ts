/** What a seller owes is kept from their next proceeds before anything is sent (D72, A152). */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import type { PayoutsReply } from "#contract/selling/hub";
import { createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { advance } from "../support/workerd/clock.ts";
import { acknowledge, createBuyer, createSeller, DAY, hold, insertItem, reply } from "../support/workerd/deals.ts";
import {
  allEvents,
  deliver,
  emulator,
  expectProviderTrouble,
  ledgerSums,
  openPayoutAccount,
  orderRow,
  paidCardOrder,
  provider,
  refundMade,
  runCardJobs,
} from "../support/workerd/payments.ts";
import "../support/workerd/audits.ts";

const CENTS = 4_550;
const HOUR = 3_600_000;

let staff: TestAccount;

beforeAll(async () => {
  staff = await createAccount({ role: "admin" });
});
expectProviderTrouble();

const transfer = (orderId: string) =>
  env.DB.prepare("SELECT status, at_seller_cents FROM transfers WHERE order_id = ?").bind(orderId).first();

/** A sale that nobody collected and that was paid out three days after its date. */
async function paidOut(seller: TestAccount) {
  const { order, intentId } = await paidCardOrder({}, { seller });
  advance(11 * DAY);
  await runCardJobs();
  expect(await transfer(order.order_id)).toEqual({ status: "sent", at_seller_cents: CENTS });
  return { id: order.order_id, intentId };
}

const refundByStaff = (id: string) =>
  staff.request("POST", `/api/admin/orders/${id}/close`, { outcome: "refunded", note: "The buyer sent photos." });

/** A paid-out sale that staff refunded after the seller had sent the money to their bank. */
async function debt() {
  const seller = await createSeller();
  const account = await openPayoutAccount(seller.id);
  const owed = await paidOut(seller);
  await emulator().payOutAccount(account);
  await reply(await refundByStaff(owed.id), 200);
  await refundMade(owed.intentId);
  await runCardJobs();
  expect(await transfer(owed.id)).toEqual({ status: "reversing", at_seller_cents: CENTS });
  return { seller, account, owed };
}

/** A collected sale whose proceeds are due; the jobs have not run yet. */
async function collected(seller: TestAccount, price_cents: number) {
  const { buyer, order, intentId } = await paidCardOrder({ price_cents }, { seller });
  await reply(await buyer.request("POST", `/api/orders/${order.order_id}/collected`), 200);
  return { id: order.order_id, intentId };
}

/** What the seller has received of an order at the provider. */
async function received(orderId: string): Promise<number> {
  const { data } = await provider().transfers.list({ transfer_group: orderId });
  return data.reduce((sum, { amount, amount_reversed }) => sum + amount - amount_reversed, 0);
}

/** Delivers all events about the dispute of a payment; a repeat changes nothing. */
async function hear(intentId: string): Promise<void> {
  for (const event of await allEvents()) {
    const { payment_intent: about } = event.data.object as { payment_intent?: string };
    if (about === intentId && event.type.startsWith("charge.dispute")) expect(await deliver(event)).toBe(200);
  }
}

describe("a seller who owes (D72)", () => {
  it("gets only what is left of the next proceeds, also in a new payout account (A152)", async () => {
    const { seller, account, owed } = await debt();
    await emulator().setAccount(account, { closed: true });
    await env.DB.prepare("DELETE FROM payout_accounts WHERE seller_id = ?").bind(seller.id).run();
    await openPayoutAccount(seller.id);
    const next = await collected(seller, 9_000);
    await runCardJobs();
    expect(await received(next.id)).toBe(9_000 - CENTS);
    expect(await transfer(next.id)).toEqual({ status: "sent", at_seller_cents: 9_000 - CENTS });
    expect(await transfer(owed.id)).toEqual({ status: "reversed", at_seller_cents: CENTS });
    expect(await ledgerSums("account IN (?, 'set_off')", `seller_payable:${seller.id}`)).toEqual({});
  });

  /** Sums of the ledger that concern the seller: each is 0 when nobody owes anybody anything. */
  const books = (seller: TestAccount) => ledgerSums("account IN (?, 'set_off')", `seller_payable:${seller.id}`);

  it("pays in parts from several sales, and nothing is sent before the debt is met", async () => {
    const { seller, account, owed } = await debt();
    const small = await collected(seller, 2_000);
    await runCardJobs();
    expect(await received(small.id)).toBe(0);
    expect(await transfer(small.id)).toEqual({ status: "sent", at_seller_cents: 0 });
    expect(await books(seller)).toEqual({ [`seller_payable:${seller.id}`]: CENTS - 2_000 });
    const large = await collected(seller, 5_000);
    await runCardJobs();
    expect(await received(large.id)).toBe(5_000 - (CENTS - 2_000));
    expect(await transfer(owed.id)).toEqual({ status: "reversed", at_seller_cents: CENTS });
    expect(await books(seller)).toEqual({});
    const { items } = await reply<PayoutsReply>(await seller.request("GET", "/api/seller-hub/payouts"), 200);
    const kept = Object.fromEntries(items.map((line) => [line.order_id, line.kept]));
    expect(kept).toEqual({ [large.id]: 25.5, [small.id]: 20, [owed.id]: 0 });
    // The account's own balance is no longer claimed for the debt that is met.
    await emulator().payOutAccount(account);
    await runCardJobs();
    expect(await received(owed.id)).toBe(CENTS);
  });

  it.each(["lost", "outage"] as const)("sends nothing while Stripe's answer to the claim is %s", async (answer) => {
    const { seller, owed } = await debt();
    const next = await collected(seller, 9_000);
    await emulator().planFaults({ faults: [{ path: "/v1/balance", method: "GET", times: 20, answer }] });
    await runCardJobs();
    await emulator().planFaults({ faults: [] });
    expect(await received(next.id)).toBe(0);
    advance(3 * 60_000);
    await runCardJobs();
    advance(2 * HOUR);
    await runCardJobs();
    expect((await received(next.id)) + (await received(owed.id))).toBe(9_000);
    expect(await books(seller)).toEqual({});
  });

  it("owes again what was kept from a sale that is undone itself", async () => {
    const { seller, owed } = await debt();
    const { order, intentId, buyer } = await paidCardOrder({ price_cents: 9_000 }, { seller });
    advance(11 * DAY);
    await runCardJobs();
    expect(await received(order.order_id)).toBe(9_000 - CENTS);
    expect(await transfer(owed.id)).toMatchObject({ status: "reversed" });
    // The seller cannot have the buyer refunded with the operator's money.
    expect((await seller.request("POST", `/api/orders/${order.order_id}/refund`, {})).status).toBe(409);
    expect(await orderRow(order.order_id)).toMatchObject({ status: "payment_confirmed" });
    await reply(await refundByStaff(order.order_id), 200);
    await refundMade(intentId);
    await runCardJobs();
    expect(await transfer(order.order_id)).toEqual({ status: "reversed", at_seller_cents: 0 });
    expect(await transfer(owed.id)).toEqual({ status: "reversing", at_seller_cents: CENTS });
    expect(await books(seller)).toEqual({ [`seller_payable:${seller.id}`]: CENTS });
    expect(buyer.id).not.toBe(seller.id);
  });

  it("gets back what was kept when the bank decides for them after all", async () => {
    const seller = await createSeller();
    const account = await openPayoutAccount(seller.id);
    const disputed = await paidOut(seller);
    await emulator().payOutAccount(account);
    await emulator().planFaults({ hold: true });
    await emulator().disputePayment(disputed.intentId);
    await hear(disputed.intentId);
    await runCardJobs();
    expect(await transfer(disputed.id)).toMatchObject({ status: "reversing" });
    const next = await collected(seller, 9_000);
    await runCardJobs();
    expect(await received(next.id)).toBe(9_000 - CENTS);
    await emulator().closeDispute(disputed.intentId, "won");
    await hear(disputed.intentId);
    await runCardJobs();
    expect(await transfer(disputed.id)).toMatchObject({ status: "sent" });
    expect(await received(next.id)).toBe(9_000);
    expect(await transfer(next.id)).toEqual({ status: "sent", at_seller_cents: 9_000 });
    expect(await books(seller)).toEqual({});
  });

  it("is offered no cards after 14 days, until the debt is met", async () => {
    const { seller, owed } = await debt();
    const methods = async () => {
      const buyer = await createBuyer();
      const itemId = await insertItem(seller);
      await hold(buyer, itemId);
      return (await acknowledge(buyer, itemId)).methods;
    };
    expect(await methods()).toContain("stripe");
    advance(15 * DAY);
    expect(await methods()).not.toContain("stripe");
    const note = "They closed their business.";
    await reply(
      await staff.request("POST", `/api/admin/baggage/payout_claims/${owed.id}`, { action: "write_off", note }),
      200,
    );
    expect(await methods()).toContain("stripe");
  });
});
