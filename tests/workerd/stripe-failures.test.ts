/** Stripe failures: refused, lost and late calls, disputes and fraud warnings never cause a double payment. */
import { env } from "cloudflare:workers";
import type Stripe from "stripe";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { BaggageEntry, BaggageKind } from "#contract/admin/baggage";
import type { PurchaseReply } from "#contract/checkout/purchases";
import type { Page } from "#contract/page";
import type { PaymentIntentReply } from "#contract/payments";
import type { PayoutLinkReply, SellerHub } from "#contract/selling/hub";
import { resumePayout, stopPayout, writeOffReversal } from "../../worker/features/payments/payout-claims.ts";
import { applyFraudWarning } from "../../worker/features/payments/reversals/fraud-warnings.ts";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { advance, pollUntil } from "../support/workerd/clock.ts";
import { createBuyer, createSeller, DAY, insertItem, readOrder, refusal, reply } from "../support/workerd/deals.ts";
import { emailsTo } from "../support/workerd/email.ts";
import {
  cardOrder,
  credited,
  deliver,
  emulator,
  endOutage,
  expectProviderTrouble,
  intentFor,
  ledgerSums,
  openPayoutAccount,
  orderReaches,
  orderRow,
  paidCardOrder,
  provider,
  refundRows,
  requestIntent,
  runCardJobs,
  servicesWithSettled,
  topupIntent,
} from "../support/workerd/payments.ts";
import { allRows, firstRow, runSql } from "../support/workerd/sql.ts";
import "../support/workerd/audits.ts";

const CENTS = 4_550;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let staff: TestAccount;

beforeAll(async () => {
  staff = await createAccount({ role: "admin" });
});
expectProviderTrouble();
afterEach(async () => {
  vi.useRealTimers();
  await emulator().planFaults({ hold: false, failures: 0, faults: [], deliveries: {}, slowPayments: 0 });
});

async function collected(seller?: TestAccount) {
  const deal = await paidCardOrder({}, seller ? { seller } : {});
  const id = deal.order.order_id;
  await credited(deal.buyer, deal.intentId);
  await reply(await deal.buyer.request("POST", `/api/orders/${id}/collected`), 200);
  return { ...deal, id };
}

/** Sold, collected and transferred to the seller's account. */
async function paidOut(people: { seller: TestAccount; account: string } | null = null) {
  const deal = await collected(people?.seller);
  const account = people?.account ?? (await openPayoutAccount(deal.seller.id));
  await runCardJobs();
  expect(await payout(deal.id)).toMatchObject({ status: "sent", at_seller_cents: CENTS });
  return { ...deal, account };
}

/** Sold and never confirmed as collected: transferred three days after the date, and it can still be refunded. */
async function paidOutUncollected() {
  const deal = await paidCardOrder();
  const account = await openPayoutAccount(deal.seller.id);
  advance(11 * DAY);
  await runCardJobs();
  expect(await payout(deal.order.order_id)).toMatchObject({ status: "sent", at_seller_cents: CENTS });
  return { ...deal, id: deal.order.order_id, account };
}

interface Payout {
  status: string;
  at_seller_cents: number;
  attempts: number;
  generation: number;
  last_error: string | null;
  next_at: number;
}

const payout = (orderId: string) =>
  firstRow<Payout>`SELECT status, at_seller_cents, attempts, generation, last_error, next_at
    FROM transfers WHERE order_id = ${orderId}`;
const payoutIs = (orderId: string, status: string) =>
  pollUntil(
    () => payout(orderId),
    (row) => row?.status === status,
  );
const stuck = async (kind: BaggageKind, id: string) => {
  const { items } = await reply<Page<BaggageEntry>>(await staff.request("GET", `/api/admin/baggage/${kind}`), 200);
  return items.find((entry) => entry.id === id);
};
const isStuck = (kind: BaggageKind, id: string) =>
  pollUntil(
    () => stuck(kind, id),
    (entry) => entry !== undefined,
  );
const settle = (kind: BaggageKind, id: string, body: object, who = staff) =>
  who.request("POST", `/api/admin/baggage/${kind}/${id}`, body);
const hubOf = async (seller: TestAccount) => reply<SellerHub>(await seller.request("GET", "/api/seller-hub"), 200);
const sentFor = async (orderId: string) => {
  const { data } = await provider().transfers.list({ transfer_group: orderId, limit: 100 });
  return data.map(({ amount, amount_reversed }) => amount - amount_reversed);
};
const refunded = (intentId: string) =>
  pollUntil(
    () => refundRows(intentId),
    (rows) => rows.length > 0 && rows.every(({ status }) => status === "succeeded"),
  );

const refundByStaff = (id: string) =>
  staff.request("POST", `/api/admin/orders/${id}/close`, { outcome: "refunded", note: "The buyer has nothing." });

describe("a refund by staff after the payout", () => {
  it("is paid although the seller's balance is empty, and shows the claim to seller and staff", async () => {
    const { seller, id, intentId, account } = await paidOutUncollected();
    await emulator().payOutAccount(account);
    await reply(await refundByStaff(id), 200);
    await refunded(intentId);
    expect(await isStuck("payout_claims", id)).toMatchObject({ amount: 45.5, actions: ["retry", "write_off"] });
    const claim = await payout(id);
    expect(claim?.last_error).toContain("$45.50 could not be taken back yet: ");
    expect(claim?.next_at).toBeGreaterThan(Date.now());
    expect(await ledgerSums("intent_id = ?", intentId)).toMatchObject({ [`seller_payable:${seller.id}`]: CENTS });
    expect(
      (await reply<Page<object>>(await seller.request("GET", "/api/seller-hub/payouts"), 200)).items,
    ).toMatchObject([{ order_id: id, status: "reversing" }]);
  });

  it("reverses what the balance covers, and the rest when staff retry", async () => {
    const { id, intentId, account } = await paidOutUncollected();
    await emulator().payOutAccount(account);
    await provider().transfers.create({ amount: 1_550, currency: "aud", destination: account });
    await reply(await refundByStaff(id), 200);
    await refunded(intentId);
    expect(await isStuck("payout_claims", id)).toMatchObject({ amount: 30 });
    expect(await sentFor(id)).toEqual([3_000]);
    await provider().transfers.create({ amount: 3_000, currency: "aud", destination: account });
    await reply(await settle("payout_claims", id, { action: "retry" }), 200);
    await payoutIs(id, "reversed");
    expect(await sentFor(id)).toEqual([0]);
  });

  it("can be written off by staff who are no party to it, at the marketplace's loss", async () => {
    const { seller, id, intentId, account } = await paidOutUncollected();
    await emulator().payOutAccount(account);
    await reply(await refundByStaff(id), 200);
    await refunded(intentId);
    await isStuck("payout_claims", id);
    expect((await settle("payout_claims", id, { action: "write_off" })).status).toBe(422);
    const given = { action: "write_off", note: "The seller has left the country." };
    await runSql`UPDATE profiles SET role = 'admin' WHERE id = ${seller.id}`;
    expect((await settle("payout_claims", id, given, seller)).status).toBe(403);
    await reply(await settle("payout_claims", id, given), 200);
    expect((await settle("payout_claims", id, given)).status).toBe(409);
    expect(await payout(id)).toMatchObject({ status: "reversed", at_seller_cents: CENTS });
    const sums = await ledgerSums("intent_id = ?", intentId);
    expect(sums.seller_losses).toBe(CENTS);
    expect(sums[`seller_payable:${seller.id}`]).toBeUndefined();
    const entry = await firstRow`SELECT actor_id
      FROM audit_log WHERE action = 'payout_written_off' AND subject = ${id}`;
    expect(entry).toEqual({ actor_id: staff.id });
  });
});

describe("while Stripe is being asked about a payout", () => {
  /** The row of a run that has not ended yet. */
  const running = async (id: string, status: string) => {
    await runSql`UPDATE transfers
      SET status = ${status}, attempts = 1, last_error = NULL, next_at = ${Date.now() + MINUTE} WHERE order_id = ${id}`;
    return async () => {
      await runSql`UPDATE transfers SET status = 'sent' WHERE order_id = ${id}`;
    };
  };

  it("it is neither stopped, resumed nor written off", async () => {
    const { id } = await paidOut();
    const services = servicesWithSettled();
    const sending = await running(id, "payable");
    expect(await stopPayout(services, id)).toBe(false);
    expect(await payout(id)).toMatchObject({ status: "payable" });
    await sending();
    const claiming = await running(id, "reversing");
    expect(await resumePayout(services, id)).toBe(false);
    expect(await writeOffReversal(services, staff.id, id, "Gone.")).toMatchObject({ code: "wrong_state" });
    expect(await payout(id)).toMatchObject({ status: "reversing", at_seller_cents: CENTS });
    await claiming();
    // A payout that was never stopped needs no resuming, nor does one that does not exist.
    expect(await resumePayout(services, id)).toBe(true);
    expect(await writeOffReversal(services, staff.id, id, "Gone.")).toMatchObject({ code: "wrong_state" });
    const none = "ord_00000000000000000000";
    expect(await stopPayout(services, none)).toBe(true);
    expect(await resumePayout(services, none)).toBe(true);
    expect(await writeOffReversal(services, staff.id, none, "Gone.")).toMatchObject({ code: "wrong_state" });
    expect(await payout(id)).toMatchObject({ status: "sent", at_seller_cents: CENTS });
  });
});

describe("proceeds", () => {
  it("are sent once when the answer was lost and the idempotency key has expired by the next attempt", async () => {
    const { seller, id } = await collected();
    const account = await openPayoutAccount(seller.id);
    await emulator().planFaults({ faults: [{ path: "/v1/transfers", method: "POST", times: 3, answer: "lost" }] });
    await runCardJobs();
    expect(await sentFor(id)).toEqual([CENTS]);
    expect(await payout(id)).toMatchObject({ status: "payable" });
    await emulator().setAccount(account, { transfers: "restricted" });
    advance(26 * HOUR);
    await runCardJobs();
    vi.useRealTimers();
    await emulator().setAccount(account, { transfers: "active" });
    await pollUntil(
      () => hubOf(seller),
      ({ payouts }) => payouts === "active",
    );
    advance(27 * HOUR);
    await runCardJobs();
    expect(await payout(id)).toMatchObject({ status: "sent", at_seller_cents: CENTS });
    expect(await sentFor(id)).toEqual([CENTS]);
  });

  it("are sent once when the Worker crashed after sending and the idempotency key has expired since", async () => {
    const { id } = await paidOut();
    // As the attempt leaves the row before it records the transfer.
    await runSql`UPDATE transfers SET status = 'payable', attempts = 1, last_error = NULL, next_at = 0, at_seller_cents
      = 0, provider_transfer_id = NULL, sent_at = NULL WHERE order_id = ${id}`;
    advance(27 * HOUR);
    await runCardJobs();
    expect(await payout(id)).toMatchObject({ status: "sent", at_seller_cents: CENTS });
    expect(await sentFor(id)).toEqual([CENTS]);
  });

  it("are recorded when the answer was lost and the account has since been restricted", async () => {
    const { seller, id } = await collected();
    const account = await openPayoutAccount(seller.id);
    await emulator().planFaults({ faults: [{ path: "/v1/transfers", method: "POST", times: 3, answer: "lost" }] });
    await runCardJobs();
    expect(await payout(id)).toMatchObject({ status: "payable" });
    await emulator().setAccount(account, { transfers: "restricted" });
    await pollUntil(
      () => hubOf(seller),
      ({ payouts }) => payouts === "unfinished",
    );
    advance(HOUR);
    await runCardJobs();
    expect(await payout(id)).toMatchObject({ status: "sent", at_seller_cents: CENTS });
    expect((await ledgerSums("order_id = ?", id))[`seller_payable:${seller.id}`]).toBeUndefined();
  });

  it("are recorded when the answer was lost and a fraud warning now holds them back", async () => {
    const { seller, id, intentId } = await collected();
    await openPayoutAccount(seller.id);
    await emulator().planFaults({ faults: [{ path: "/v1/transfers", method: "POST", times: 3, answer: "lost" }] });
    await runCardJobs();
    expect(await payout(id)).toMatchObject({ status: "payable" });
    expect(await emulator().warnOfFraud(intentId)).toBe(true);
    await isStuck("fraud_warnings", id);
    advance(HOUR);
    await runCardJobs();
    expect(await payout(id)).toMatchObject({ status: "sent", at_seller_cents: CENTS });
    expect(await sentFor(id)).toEqual([CENTS]);
  });

  it("that were refused wait for a restricted account with the reason, and Stripe is not asked again meanwhile", async () => {
    const { seller, id } = await collected();
    const account = await openPayoutAccount(seller.id);
    await emulator().setAccount(account, { transfers: "restricted" });
    await runSql`UPDATE payout_accounts SET status = 'active' WHERE seller_id = ${seller.id}`;
    await runCardJobs();
    const refused = await isStuck("payouts", id);
    for (let hours = 0; hours < 3; hours++) {
      advance(HOUR);
      await runCardJobs();
    }
    expect(await payout(id)).toMatchObject({ status: "payable", attempts: 0 });
    expect(await isStuck("payouts", id)).toMatchObject({ detail: refused?.detail });
    await emulator().setAccount(account, { transfers: "active" });
    await runSql`UPDATE payout_accounts SET status = 'active' WHERE seller_id = ${seller.id}`;
    advance(DAY);
    await runCardJobs();
    expect(await payout(id)).toMatchObject({ status: "sent", at_seller_cents: CENTS });
    expect(await sentFor(id)).toEqual([CENTS]);
  });

  it("are sent at the next attempt after a refusal, although Stripe repeats a refusal for a day", async () => {
    const { seller, id } = await collected();
    await openPayoutAccount(seller.id);
    await emulator().planFaults({
      faults: [{ path: "/v1/transfers", method: "POST", answer: { status: 400, message: "Not possible just now." } }],
    });
    await runCardJobs();
    expect(await isStuck("payouts", id)).toMatchObject({ detail: expect.stringContaining("Not possible just now.") });
    await reply(await settle("payouts", id, { action: "retry" }), 200);
    await payoutIs(id, "sent");
    expect(await sentFor(id)).toEqual([CENTS]);
    expect((await settle("payouts", id, { action: "retry" })).status).toBe(409);
  });

  it("that Stripe refuses have the seller's account read, because no event may have told of its change", async () => {
    const { seller, id } = await collected();
    const account = await openPayoutAccount(seller.id);
    await emulator().planFaults({ hold: true });
    await emulator().setAccount(account, { transfers: "restricted" });
    await runCardJobs();
    expect(await payout(id)).toMatchObject({ status: "payable", generation: 1 });
    expect((await hubOf(seller)).payouts).toBe("unfinished");
  });

  it("wait for an account that may receive transfers", async () => {
    const { seller, id } = await collected();
    const account = await openPayoutAccount(seller.id);
    await emulator().setAccount(account, { transfers: "pending" });
    await pollUntil(
      () => hubOf(seller),
      ({ payouts }) => payouts === "unfinished",
    );
    await runCardJobs();
    expect(await sentFor(id)).toEqual([]);
    // No event arrives. After a day the job checks the account again and finds it active.
    await emulator().planFaults({ hold: true });
    await emulator().setAccount(account, { transfers: "active" });
    // An event from before may still be under way and have the account read at the later time; then the next day counts.
    for (let days = 0; days < 2 && (await sentFor(id)).length === 0; days++) {
      advance(DAY + MINUTE);
      await runCardJobs();
    }
    expect(await sentFor(id)).toEqual([CENTS]);
  });

  it("are sent although the check of another seller's account fails", async () => {
    const other = await createSeller();
    await openPayoutAccount(other.id);
    await runSql`UPDATE payout_accounts SET checked_at = 0 WHERE seller_id = ${other.id}`;
    const { seller, id } = await collected();
    await openPayoutAccount(seller.id);
    await emulator().planFaults({
      faults: [{ path: "/v2/core/accounts/", method: "GET", times: 3, answer: "outage" }],
    });
    await runCardJobs();
    expect(await payout(id)).toMatchObject({ status: "sent" });
  });

  it("of a closed account are shown to seller and staff, and sent to the account the seller opens next", async () => {
    const { seller, id } = await collected();
    const account = await openPayoutAccount(seller.id);
    await emulator().setAccount(account, { closed: true });
    await pollUntil(
      () => hubOf(seller),
      ({ payouts }) => payouts === "closed",
    );
    await runCardJobs();
    expect(await isStuck("payouts", id)).toMatchObject({
      detail: "The seller's account at the card provider is closed.",
    });
    const link = await reply<PayoutLinkReply>(await seller.request("POST", "/api/seller-hub/payout-account"), 200);
    await call("GET", `${new URL(link.url, "http://localhost").pathname}?outcome=complete`);
    await pollUntil(
      () => hubOf(seller),
      ({ payouts }) => payouts === "active",
    );
    await runCardJobs();
    expect(await payout(id)).toMatchObject({ status: "sent" });
    const { data } = await provider().transfers.list({ transfer_group: id });
    expect(data).toMatchObject([{ amount: CENTS }]);
    expect(data[0]?.destination).not.toBe(account);
  });
});

describe("a call that Stripe refused", () => {
  it("is repeated under a new idempotency key when it creates an intent", async () => {
    const { buyer, order } = await cardOrder();
    const refusal = { status: 400, message: "Payments are not set up yet." };
    await emulator().planFaults({
      faults: [{ path: "/v1/payment_intents", method: "POST", times: 2, answer: refusal }],
    });
    expect((await requestIntent(buyer, { currency: "aud", orderId: order.order_id })).status).toBe(500);
    await intentFor(buyer, order.order_id);
  });

  it("is repeated under a new idempotency key when it sends a refund", async () => {
    const { seller, order, intentId } = await paidCardOrder();
    await emulator().planFaults({
      faults: [{ path: "/v1/refunds", method: "POST", answer: { status: 400, message: "Not possible just now." } }],
    });
    await reply(await seller.request("POST", `/api/orders/${order.order_id}/refund`, {}), 200);
    await pollUntil(
      () => refundRows(intentId),
      ([row]) => row?.last_error != null,
    );
    advance(2 * MINUTE);
    await runCardJobs();
    await refunded(intentId);
    expect((await provider().refunds.list({ payment_intent: intentId })).data).toHaveLength(1);
  });

  it("is repeated under a new idempotency key when the owner of a new account has changed their email", async () => {
    const seller = await createSeller();
    await emulator().planFaults({ faults: [{ path: "/v2/core/accounts", times: 2, answer: "lost" }] });
    expect((await seller.request("POST", "/api/seller-hub/payout-account")).status).toBe(503);
    await runSql`UPDATE profiles SET email = 'changed-' || email WHERE id = ${seller.id}`;
    endOutage();
    await reply(await seller.request("POST", "/api/seller-hub/payout-account"), 200);
  });
});

describe("a refund that cannot be paid now", () => {
  it("is made at once when staff retry it, once", async () => {
    const { seller, order, intentId } = await paidCardOrder();
    await emulator().planFaults({
      faults: [{ path: "/v1/refunds", method: "POST", answer: { status: 400, message: "Not possible just now." } }],
    });
    await reply(await seller.request("POST", `/api/orders/${order.order_id}/refund`, {}), 200);
    const [owed] = await pollUntil(
      () => refundRows(intentId),
      ([row]) => row?.last_error != null,
    );
    const id = owed?.id ?? "";
    // Staff see it when it is a day old.
    expect((await settle("refunds", id, { action: "retry" })).status).toBe(409);
    advance(DAY + MINUTE);
    await reply(await settle("refunds", id, { action: "retry" }), 200);
    await refunded(intentId);
    expect((await settle("refunds", id, { action: "retry" })).status).toBe(409);
    expect((await provider().refunds.list({ payment_intent: intentId })).data).toHaveLength(1);
    const { results } = await allRows`SELECT action, actor_id FROM audit_log WHERE subject = ${id}`;
    expect(results).toEqual([{ action: "refund_retried", actor_id: staff.id }]);
  });

  it("stays pending until the operator has paid in what the platform's balance lacks", async () => {
    const { seller, order, intentId } = await paidCardOrder();
    const taken = await emulator().payOutPlatform();
    await reply(await seller.request("POST", `/api/orders/${order.order_id}/refund`, {}), 200);
    await pollUntil(
      () => refundRows(intentId),
      ([row]) => row?.status === "sent",
    );
    expect(await ledgerSums("intent_id = ?", intentId)).toMatchObject({ refunds: -CENTS });
    // The provider is not asked about it again at once.
    await runCardJobs();
    expect(await refundRows(intentId)).toMatchObject([{ status: "sent", attempts: 1 }]);
    await emulator().payInPlatform(taken);
    advance(5 * MINUTE);
    await runCardJobs();
    await refunded(intentId);
    expect((await orderRow(order.order_id)).card_state).toBe("refunded");
  });
});

describe("an event about a seller's account", () => {
  const thin = (accountId: string, change: object = {}) => ({
    id: `evt_thin_${crypto.randomUUID()}`,
    object: "v2.core.event",
    type: "v2.core.account[configuration.recipient].capability_status_updated",
    livemode: false,
    created: new Date().toISOString(),
    related_object: { id: accountId, type: "v2.core.account", url: `/v2/core/accounts/${accountId}` },
    ...change,
  });
  it("is verified by reading the account, so that an old event changes nothing", async () => {
    const seller = await createSeller();
    const account = await openPayoutAccount(seller.id);
    const old = {
      id: `evt_old_${crypto.randomUUID()}`,
      object: "event",
      type: "account.updated",
      livemode: false,
      account,
      data: { object: { id: account, object: "account", payouts_enabled: false } },
    };
    expect(await deliver(old)).toBe(200);
    expect((await hubOf(seller)).payouts).toBe("active");
    await emulator().planFaults({ hold: true });
    await emulator().setAccount(account, { transfers: "restricted" });
    expect(await deliver(thin(account))).toBe(200);
    expect((await hubOf(seller)).payouts).toBe("unfinished");
  });

  it("of live mode, of an unknown account, or malformed changes nothing", async () => {
    const seller = await createSeller();
    const account = await openPayoutAccount(seller.id);
    await emulator().planFaults({ hold: true });
    await emulator().setAccount(account, { transfers: "restricted" });
    expect(await deliver(thin(account, { livemode: true }))).toBe(200);
    expect(await deliver(thin("acct_somebodyelse"))).toBe(200);
    expect(await deliver(thin(account, { related_object: null }))).toBe(400);
    expect(await deliver(thin(account, { type: "v2.core.account[identity].updated" }))).toBe(200);
    expect((await hubOf(seller)).payouts).toBe("active");
  });
});

describe("an inquiry of the buyer's bank", () => {
  it("moves no money and holds back the proceeds until it is closed", async () => {
    const { seller, id, intentId } = await collected();
    await openPayoutAccount(seller.id);
    await emulator().disputePayment(intentId, { inquiry: true });
    await orderReaches(id, "disputed");
    await runCardJobs();
    expect(await sentFor(id)).toEqual([]);
    expect((await ledgerSums("intent_id = ?", intentId)).dispute_hold).toBeUndefined();
    await emulator().closeDispute(intentId, "warning_closed");
    await orderReaches(id, "completed");
    await runCardJobs();
    expect(await sentFor(id)).toEqual([CENTS]);
  });
});

describe("a dispute that the provider prevented by a refund", () => {
  it("counts the refund once, and leaves the order to staff", async () => {
    const { order, intentId } = await paidCardOrder();
    await emulator().closeDispute(intentId, "prevented");
    const sums = await pollUntil(
      () => ledgerSums("intent_id = ?", intentId),
      (seen) => seen.external_refunds !== undefined,
    );
    expect(sums).toMatchObject({ external_refunds: CENTS, order_held: -CENTS });
    expect(sums.dispute_hold).toBeUndefined();
    await orderReaches(order.order_id, "disputed");
  });
});

describe("a lost chargeback that is won on appeal", () => {
  /** Waits for the verdict's event, then runs the jobs this many hours later. */
  const verdict = async (intentId: string, status: string, hours: number) => {
    const seen = () =>
      firstRow<{ status: string; applied_status: string }>`SELECT status, applied_status
        FROM payment_reversals WHERE intent_id = ${intentId}`;
    await pollUntil(seen, (row) => row?.status === status);
    advance(hours * HOUR);
    await runCardJobs();
    await runCardJobs();
    // The run that the event has started may still hold the lease, so that the jobs found nothing to do.
    await pollUntil(seen, (row) => row?.applied_status === status);
    await runCardJobs();
    expect(await seen()).toEqual({ status, applied_status: status });
    // The emulator delivers events by the real clock.
    vi.useRealTimers();
  };

  it("pays the seller who had handed over the item", async () => {
    const { seller, id, intentId, account } = await paidOut();
    await emulator().payOutAccount(account);
    await emulator().disputePayment(intentId);
    await emulator().closeDispute(intentId, "lost");
    await verdict(intentId, "lost", 2);
    await emulator().appealDispute(intentId, "won");
    await verdict(intentId, "won", 6);
    expect((await sentFor(id)).reduce((sum, cents) => sum + cents, 0)).toBe(CENTS);
    const sums = await ledgerSums("intent_id = ?", intentId);
    expect([sums.dispute_hold, sums.chargeback_losses, sums[`seller_payable:${seller.id}`]]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("cancels the write-off of what the seller could not pay back", async () => {
    const { seller, id, intentId, account } = await paidOut();
    await emulator().payOutAccount(account);
    await emulator().disputePayment(intentId);
    await emulator().closeDispute(intentId, "lost");
    await verdict(intentId, "lost", 2);
    await isStuck("payout_claims", id);
    await reply(await settle("payout_claims", id, { action: "write_off", note: "The seller has left." }), 200);
    expect((await ledgerSums("intent_id = ?", intentId)).seller_losses).toBe(CENTS);
    await emulator().appealDispute(intentId, "won");
    await verdict(intentId, "won", 6);
    const sums = await ledgerSums("intent_id = ?", intentId);
    expect([sums.seller_losses, sums[`seller_payable:${seller.id}`]]).toEqual([undefined, undefined]);
    expect(await sentFor(id)).toEqual([CENTS]);
  });

  it("is refunded to the buyer who never received the item", async () => {
    const { order, intentId } = await paidCardOrder();
    await emulator().disputePayment(intentId);
    await emulator().closeDispute(intentId, "lost");
    await verdict(intentId, "lost", 2);
    expect((await orderRow(order.order_id)).status).toBe("refunded");
    await emulator().appealDispute(intentId, "won");
    await verdict(intentId, "won", 6);
    await refunded(intentId);
    const sums = await ledgerSums("intent_id = ?", intentId);
    expect([sums.dispute_hold, sums.chargeback_losses, sums.order_held, sums.refunds]).toEqual(
      Array(4).fill(undefined),
    );
  });
});

describe("a fraud warning", () => {
  const warned = async (intentId: string) => {
    await emulator().warnOfFraud(intentId);
    await pollUntil(
      () =>
        firstRow<{ id: string }>`SELECT id
          FROM payment_reversals WHERE intent_id = ${intentId} AND kind = 'fraud_warning'`,
      (seen) => seen !== null,
    );
  };

  it("about a top-up, another site's payment or none is not ours", async () => {
    const topup = await topupIntent(await createSeller(), 500);
    for (const payment_intent of [topup.paymentIntentId, "pi_of_another_site", null]) {
      const warning = { id: `issfr_${payment_intent}`, payment_intent } as Stripe.Radar.EarlyFraudWarning;
      const event = { id: `evt_${payment_intent}`, type: "radar.early_fraud_warning.created" };
      expect(await applyFraudWarning(servicesWithSettled(), warning, event), String(payment_intent)).toBe(false);
    }
    const row = env.DB.prepare("SELECT id FROM payment_reversals WHERE intent_id = ?").bind(topup.paymentIntentId);
    expect(await row.first()).toBeNull();
  });

  it("holds back the proceeds until staff who are no party to it clear the order", async () => {
    const { seller, id, intentId, buyer } = await collected();
    await openPayoutAccount(seller.id);
    await warned(intentId);
    await runCardJobs();
    expect(await sentFor(id)).toEqual([]);
    expect(await stuck("fraud_warnings", id)).toMatchObject({
      amount: 45.5,
      actions: ["refund", "clear"],
      detail: expect.stringContaining("Collected. The payout waits"),
    });
    await runSql`UPDATE profiles SET role = 'admin' WHERE id = ${buyer.id}`;
    const listed = await reply<Page<{ payment_id: string }>>(
      await staff.request("GET", "/api/admin/payments/reversals"),
      200,
    );
    expect(listed.items.map((reversal) => reversal.payment_id)).not.toContain(intentId);
    const decision = { action: "clear", note: "The buyer has shown the card." };
    expect((await settle("fraud_warnings", id, decision, buyer)).status).toBe(403);
    await reply(await settle("fraud_warnings", id, decision), 200);
    await runCardJobs();
    expect(await sentFor(id)).toEqual([CENTS]);
  });

  it("cannot be cleared through one order of a cart by staff who sell another order of it", async () => {
    const [other, buyer] = await Promise.all([createSeller(), createBuyer()]);
    const ids = [await insertItem(staff), await insertItem(other)];
    for (const item_id of ids) await reply(await buyer.request("POST", "/api/cart", { item_id }), 201);
    const cart = { acknowledged: true, kind: "cart", paymentMethod: "stripe" };
    const { purchase, orders } = await reply<PurchaseReply>(await buyer.request("POST", "/api/purchases", cart), 201);
    const { paymentIntentId: intentId } = await reply<PaymentIntentReply>(
      await requestIntent(buyer, { currency: "aud", purchaseId: purchase.id }),
      200,
    );
    await provider().paymentIntents.confirm(intentId, { payment_method: "pm_card_visa" });
    await credited(buyer, intentId);
    await warned(intentId);
    const foreign = orders.find(({ item_id }) => item_id === ids[1])?.id ?? "";
    const decision = { action: "clear", note: "The buyer has shown the card." };
    expect((await settle("fraud_warnings", foreign, decision)).status).toBe(403);
  });

  it("is closed when staff refund the order", async () => {
    const { order, intentId } = await paidCardOrder();
    await warned(intentId);
    expect(await isStuck("fraud_warnings", order.order_id)).toMatchObject({
      detail: expect.stringContaining("Not collected yet."),
    });
    const undo = { outcome: "refunded", note: "The card's bank suspects fraud." };
    await reply(await staff.request("POST", `/api/admin/orders/${order.order_id}/close`, undo), 200);
    await refunded(intentId);
    expect(await stuck("fraud_warnings", order.order_id)).toBeUndefined();
    await runCardJobs();
    const open = await firstRow`SELECT count(*) AS n
      FROM payment_reversals WHERE intent_id = ${intentId} AND status = 'open'`;
    expect(open).toEqual({ n: 0 });
  });

  it("stops the handover, tells both sides, and ends in a refund after 48 hours (D73, A154)", async () => {
    const { order, buyer, seller, intentId } = await paidCardOrder();
    const id = order.order_id;
    const { handover } = await readOrder(buyer, id);
    await warned(intentId);
    await orderReaches(id, "disputed");
    const refused = await refusal(
      await seller.request("POST", `/api/orders/${id}/handover`, { code: handover?.code }),
      409,
    );
    expect(refused).toMatchObject({ code: "wrong_state" });
    for (const who of [buyer, seller]) {
      expect(await readOrder(who, id)).toMatchObject({ reversal: { kind: "fraud_warning", outcome: null } });
      expect((await emailsTo(who.email)).map(({ subject }) => subject).join()).toContain("Payment being checked");
    }
    advance(2 * DAY - MINUTE);
    await runCardJobs();
    expect((await orderRow(id)).status).toBe("disputed");
    advance(MINUTE);
    await runCardJobs();
    await refunded(intentId);
    await runCardJobs();
    expect(await orderRow(id)).toMatchObject({ status: "refunded", card_state: "refunded" });
    expect(await stuck("fraud_warnings", id)).toBeUndefined();
  });

  it("after the payout claims the money back when staff refund, and ends by itself otherwise (D73)", async () => {
    const [pressed, dropped] = [await paidOut(), await paidOut()];
    for (const { intentId, id } of [pressed, dropped]) {
      await warned(intentId);
      await orderReaches(id, "disputed");
    }
    expect(await stuck("fraud_warnings", pressed.id)).toMatchObject({ detail: expect.stringContaining("paid out") });
    await reply(await refundByStaff(pressed.id), 200);
    await refunded(pressed.intentId);
    await payoutIs(pressed.id, "reversed");
    expect(await sentFor(pressed.id)).toEqual([0]);
    advance(3 * DAY);
    await runCardJobs();
    expect((await orderRow(dropped.id)).status).toBe("disputed");
    advance(11 * DAY);
    await runCardJobs();
    expect((await orderRow(dropped.id)).status).toBe("completed");
    expect(await sentFor(dropped.id)).toEqual([CENTS]);
  });

  const isTaken = (intentId: string) =>
    firstRow`SELECT id
      FROM payment_reversals WHERE intent_id = ${intentId} AND withdrawn_cents > 0 AND applied_status = 'open'`;
  it("leaves the decision to the bank once that has taken the money", async () => {
    const { order, intentId } = await paidCardOrder();
    await warned(intentId);
    await emulator().disputePayment(intentId);
    await pollUntil(
      () => isTaken(intentId),
      (seen) => seen !== null,
    );
    advance(3 * DAY);
    await runCardJobs();
    expect((await orderRow(order.order_id)).status).toBe("disputed");
    expect(await stuck("fraud_warnings", order.order_id)).toBeUndefined();
    vi.useRealTimers();
    await emulator().closeDispute(intentId, "won");
    await orderReaches(order.order_id, "payment_confirmed");
  });

  it("whose event was lost is found in the provider's event list", async () => {
    const { findLostEvents } = await import("../../worker/features/payments/jobs.ts");
    const { intentId } = await paidCardOrder();
    await emulator().planFaults({ deliveries: { drop: ["radar.early_fraud_warning.created"] } });
    await emulator().warnOfFraud(intentId);
    advance(2 * HOUR);
    await findLostEvents(servicesWithSettled());
    const found = await firstRow`SELECT count(*) AS n FROM payment_reversals WHERE intent_id = ${intentId}`;
    expect(found).toEqual({ n: 1 });
  });
});
