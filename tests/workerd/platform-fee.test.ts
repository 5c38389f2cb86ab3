/** The platform fee of card sales: who sets it, which rate an order keeps, and how the ledger books it. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionReply } from "#contract/account/auth";
import type { PaymentIntentReply } from "#contract/payments";
import type { PayoutsReply, SellerHub } from "#contract/selling/hub";
import type { SiteSettingsReply } from "#contract/site/settings";
import { DEFAULT_SITE_SETTINGS } from "#domain/site/site-settings";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { pollUntil } from "../support/workerd/clock.ts";
import { createBuyer, createSeller, DAY, insertItem, readOrder, refusal, reply } from "../support/workerd/deals.ts";
import {
  allEvents,
  cardOrder,
  deliver,
  emulator,
  intentFor,
  ledgerSums,
  paidCardOrder,
  provider,
  refundMade,
  refundRows,
  requestIntent,
  runCardJobs,
} from "../support/workerd/payments.ts";
import { row } from "../support/workerd/rooms.ts";
import { allRows, runSql } from "../support/workerd/sql.ts";

const PRICE = 4_550;
/** 5% of the price, rounded down. */
const FEE = 227;
const NET = PRICE - FEE;

let superAdmin: TestAccount;

beforeEach(async () => {
  // Saving settings is limited to 30 in ten minutes per account, so each test uses a new account.
  superAdmin = await createAccount({ role: "super_admin" });
  await emulator().planFaults({ hold: true });
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(async () => {
  await reply(await setFee(0), 200);
});

async function setFee(basisPoints: unknown, who = superAdmin): Promise<Response> {
  const { current } = await reply<SiteSettingsReply>(await who.request("GET", "/api/admin/site-settings"), 200);
  const { site_name, support_email, numbers, features } = DEFAULT_SITE_SETTINGS;
  return who.request("PUT", "/api/admin/site-settings", {
    version: current.version,
    site_name,
    support_email,
    numbers: { ...numbers, platform_fee_bp: basisPoints },
    features,
  });
}

const feeSet = async (basisPoints: number) => reply<SiteSettingsReply>(await setFee(basisPoints), 200);

async function payoutAccount(sellerId: string): Promise<void> {
  const account = await provider().accounts.create({ country: "AU" });
  await emulator().setAccount(account.id, { transfers: "active" });
  await runSql`INSERT INTO payout_accounts (seller_id, provider_account_id, status, created_at, updated_at)
    VALUES (${sellerId}, ${account.id}, 'active', 0, 0)`;
}

/** Creates an order with this fee that is paid, collected and paid out to the seller. */
async function paidOut(rate: number) {
  await feeSet(rate);
  const deal = await paidCardOrder();
  await payoutAccount(deal.seller.id);
  const id = deal.order.order_id;
  await reply(await deal.buyer.request("POST", `/api/orders/${id}/collected`), 200);
  await runCardJobs();
  return { ...deal, id };
}

const transferOf = (orderId: string) =>
  row<{ status: string; amount_cents: number }>(
    "SELECT status, amount_cents FROM transfers WHERE order_id = ?",
    orderId,
  );

const feeOf = async (orderId: string) =>
  (await row<{ fee_cents: number }>("SELECT fee_cents FROM payment_parts WHERE order_id = ?", orderId))?.fee_cents;

/** Reversals run after the response to the request that caused them. */
const fetchedBack = (orderId: string) =>
  pollUntil(
    async () => {
      await runCardJobs();
      return transferOf(orderId);
    },
    (transfer) => transfer?.status === "reversed",
  );

const heard = new Set<string>();
/** Delivers the provider's dispute events of a payment. */
async function hearDisputes(intentId: string): Promise<void> {
  for (const event of await allEvents()) {
    const { payment_intent: intent } = event.data.object as { payment_intent?: string };
    if (!event.type.startsWith("charge.dispute.") || intent !== intentId || heard.has(event.id)) continue;
    heard.add(event.id);
    expect(await deliver(event)).toBe(200);
  }
  await runCardJobs();
}

describe("setting the platform fee", () => {
  it("is limited to super admins and to steps of 0.1% up to 20%, and is audited", async () => {
    const admin = await createAccount({ role: "admin" });
    expect(await refusal(await setFee(500, admin), 403)).toMatchObject({ code: "forbidden" });
    for (const bad of [255, 2_010, -10, 12.5, "500"]) {
      expect((await setFee(bad)).status, String(bad)).toBe(422);
    }
    expect((await feeSet(500)).current.numbers.platform_fee_bp).toBe(500);
    const entry = await row<{ details: string; actor_id: string }>(
      "SELECT details, actor_id FROM audit_log WHERE action = 'site_settings_saved' ORDER BY id DESC LIMIT 1",
    );
    expect(entry?.actor_id).toBe(superAdmin.id);
    expect(JSON.parse(entry?.details ?? "")).toMatchObject({ changed: { platform_fee_bp: { before: 0, after: 500 } } });
    const session = await reply<SessionReply>(await call("GET", "/api/auth/session"), 200);
    expect(session.platform_fee_bp).toBe(500);
  });

  it("leaves the other settings to admins", async () => {
    await feeSet(500);
    const admin = await createAccount({ role: "admin" });
    const { current } = await reply<SiteSettingsReply>(await admin.request("GET", "/api/admin/site-settings"), 200);
    const { site_name, support_email, features, numbers, version } = current;
    const changed = { ...numbers, live_holds: 6 };
    const saved = await admin.request("PUT", "/api/admin/site-settings", {
      version,
      site_name,
      support_email,
      features,
      numbers: changed,
    });
    expect((await reply<SiteSettingsReply>(saved, 200)).current.numbers).toEqual(changed);
  });
});

describe("the fee rate of an order", () => {
  it("is the rate in force when the order was placed, even when its payment starts after a change", async () => {
    const [before, during] = [await cardOrder(), await feeSet(500).then(() => cardOrder())];
    await feeSet(1_000);
    for (const [{ buyer, order }, fee] of [
      [before, 0],
      [during, FEE],
    ] as const) {
      await intentFor(buyer, order.order_id);
      expect(await feeOf(order.order_id)).toBe(fee);
    }
  });

  it("applies to each order of a purchase separately", async () => {
    await feeSet(250);
    const [seller, buyer] = [await createSeller(), await createBuyer()];
    for (const price_cents of [39, 79, 4_099]) {
      const item_id = await insertItem(seller, { price_cents });
      await reply(await buyer.request("POST", "/api/cart", { item_id }), 201);
    }
    const { purchase } = await reply<{ purchase: { id: string } }>(
      await buyer.request("POST", "/api/purchases", { kind: "cart", paymentMethod: "stripe", acknowledged: true }),
      201,
    );
    const intent = await reply<PaymentIntentReply>(await requestIntent(buyer, { purchaseId: purchase.id }), 200);
    const { results } = await allRows`SELECT amount_cents, fee_cents
      FROM payment_parts WHERE intent_id = ${intent.paymentIntentId} ORDER BY amount_cents`;
    expect(results).toEqual([
      { amount_cents: 39, fee_cents: 0 },
      { amount_cents: 79, fee_cents: 1 },
      { amount_cents: 4_099, fee_cents: 102 },
    ]);
  });

  it("is shown to the seller only", async () => {
    await feeSet(500);
    const { seller, buyer, order } = await paidCardOrder();
    await feeSet(0);
    expect((await readOrder(seller, order.order_id)).payout).toEqual({ fee: 2.27, amount: 43.23 });
    expect(await readOrder(buyer, order.order_id)).not.toHaveProperty("payout");
    const hub = await reply<SellerHub>(await seller.request("GET", "/api/seller-hub"), 200);
    expect(hub.proceeds).toEqual({ held: 43.23, ready: 0, sent: 0 });
  });
});

describe("the money of an order with a fee", () => {
  it("is split when the proceeds fall due, and the seller receives the price less the fee", async () => {
    const { seller, id, intentId } = await paidOut(500);
    expect(await transferOf(id)).toEqual({ status: "sent", amount_cents: NET });
    const { data } = await provider().transfers.list({ transfer_group: id });
    expect(data.map(({ amount }) => amount)).toEqual([NET]);
    expect(await ledgerSums("intent_id = ?", intentId)).toEqual({ platform_fees: -FEE, stripe_clearing: FEE });
    const payouts = await reply<PayoutsReply>(await seller.request("GET", "/api/seller-hub/payouts"), 200);
    expect(payouts.items).toMatchObject([{ order_id: id, amount: 43.23, status: "sent" }]);
  });

  it("returns to the buyer in full after the payout, including the fee", async () => {
    await feeSet(500);
    const { seller, order, intentId } = await paidCardOrder();
    const id = order.order_id;
    await payoutAccount(seller.id);
    // The order was never completed. The seller refunds it days after the collection date.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11 * DAY });
    await runCardJobs();
    expect(await transferOf(id)).toEqual({ status: "sent", amount_cents: NET });
    await reply(await seller.request("POST", `/api/orders/${id}/refund`, {}), 200);
    await pollUntil(
      async () => {
        await runCardJobs();
        return refundRows(intentId);
      },
      ([refund]) => refund?.status === "succeeded",
    );
    expect((await refundRows(intentId))[0]?.amount_cents).toBe(PRICE);
    // The reversal at the seller's account runs separately from the refund.
    await pollUntil(
      () => transferOf(id),
      (row) => row?.status === "reversed",
    );
    expect(await transferOf(id)).toEqual({ status: "reversed", amount_cents: NET });
    expect(await ledgerSums("intent_id = ?", intentId)).toEqual({});
    expect(await readOrder(seller, id)).not.toHaveProperty("payout");
  });

  it("has no fee to return when it is refunded before the proceeds fall due", async () => {
    await feeSet(500);
    const { seller, order, intentId } = await paidCardOrder();
    await reply(await seller.request("POST", `/api/orders/${order.order_id}/refund`, {}), 200);
    await refundMade(intentId);
    expect(await ledgerSums("intent_id = ?", intentId)).toEqual({});
    const fees = await row<{ n: number }>(
      "SELECT count(*) AS n FROM ledger WHERE intent_id = ? AND account = 'platform_fees'",
      intentId,
    );
    expect(fees?.n).toBe(0);
  });

  it("keeps the fee during a chargeback and when the bank decides for the seller", async () => {
    const { id, intentId } = await paidOut(500);
    expect(await emulator().disputePayment(intentId)).toBe(true);
    await hearDisputes(intentId);
    await fetchedBack(id);
    expect(await ledgerSums("intent_id = ?", intentId)).toMatchObject({ platform_fees: -FEE, dispute_hold: PRICE });
    expect(await emulator().closeDispute(intentId, "won")).toBe(true);
    await hearDisputes(intentId);
    await runCardJobs();
    expect(await transferOf(id)).toEqual({ status: "sent", amount_cents: NET });
    const { fees, ...sums } = await ledgerSums("intent_id = ?", intentId);
    expect(sums).toEqual({ platform_fees: -FEE, stripe_clearing: FEE - (fees ?? 0) });
  });

  it("returns the fee when the bank decides for the buyer", async () => {
    const { id, intentId } = await paidOut(500);
    expect(await emulator().disputePayment(intentId)).toBe(true);
    await hearDisputes(intentId);
    expect(await emulator().closeDispute(intentId, "lost")).toBe(true);
    await hearDisputes(intentId);
    await fetchedBack(id);
    const { fees, ...sums } = await ledgerSums("intent_id = ?", intentId);
    expect(sums).toEqual({ stripe_clearing: -(fees ?? 0) });
  });

  it("charges the fee again when a lost chargeback is won on appeal", async () => {
    const { id, intentId } = await paidOut(500);
    expect(await emulator().disputePayment(intentId)).toBe(true);
    await hearDisputes(intentId);
    await fetchedBack(id);
    expect(await emulator().closeDispute(intentId, "lost")).toBe(true);
    await hearDisputes(intentId);
    expect(await emulator().appealDispute(intentId, "won")).toBe(true);
    await hearDisputes(intentId);
    await runCardJobs();
    expect(await transferOf(id)).toEqual({ status: "sent", amount_cents: NET });
    const { fees, ...sums } = await ledgerSums("intent_id = ?", intentId);
    expect(sums).toEqual({ platform_fees: -FEE, stripe_clearing: FEE - (fees ?? 0) });
  });

  it("returns the fee once when the bank takes part of the price, and the seller keeps the rest (D69)", async () => {
    const { id, intentId } = await paidOut(500);
    expect(await emulator().disputePayment(intentId, 1_000)).toBe(true);
    await hearDisputes(intentId);
    await fetchedBack(id);
    expect(await emulator().closeDispute(intentId, "lost")).toBe(true);
    await hearDisputes(intentId);
    await runCardJobs();
    expect(await transferOf(id)).toEqual({ status: "sent", amount_cents: PRICE - 1_000 });
    expect(await refundRows(intentId)).toEqual([]);
    const { fees, ...sums } = await ledgerSums("intent_id = ?", intentId);
    expect(sums).toEqual({ stripe_clearing: -(fees ?? 0) });
  });

  it("has no ledger line about fees when the rate is 0", async () => {
    const { id, intentId } = await paidOut(0);
    expect(await transferOf(id)).toEqual({ status: "sent", amount_cents: PRICE });
    const accounts = await allRows`SELECT DISTINCT account FROM ledger WHERE intent_id = ${intentId}`;
    expect(JSON.stringify(accounts.results)).not.toContain("platform_fees");
    expect(await ledgerSums("intent_id = ?", intentId)).toEqual({});
  });
});
