/** The Stripe emulator in the runtime: tests control it through its object, and HTTP requests cannot. */
import { exports } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pollUntil } from "../support/workerd/clock.ts";
import { createBuyer } from "../support/workerd/deals.ts";
import { hideLogs } from "../support/workerd/logs.ts";
import {
  cardOrder,
  emulator,
  endOutage,
  intentFor,
  orderReaches,
  orderRow,
  provider,
  requestIntent,
} from "../support/workerd/payments.ts";
import { firstRow } from "../support/workerd/sql.ts";

beforeEach(() => void hideLogs());
afterEach(async () => {
  await emulator().planFaults({ hold: false, failures: 0, faults: [], deliveries: {}, slowPayments: 0 });
});

async function paid() {
  const deal = await cardOrder();
  const { paymentIntentId: intentId } = await intentFor(deal.buyer, deal.order.order_id);
  await provider().paymentIntents.confirm(intentId, { payment_method: "pm_card_visa" });
  return { ...deal, intentId };
}

async function heard(kind: string): Promise<number> {
  const row = await firstRow<{ n: number }>`SELECT count(*) AS n FROM provider_events WHERE kind = ${kind}`;
  return row?.n ?? 0;
}

describe("webhook deliveries of the emulator", () => {
  it("leave out dropped events, and deliver the others in any order and repeatedly with the same result", async () => {
    await emulator().planFaults({ deliveries: { drop: ["payment_intent.succeeded"], repeat: 2, shuffle: true } });
    const { order, intentId } = await paid();
    const before = await heard("refund.created");
    expect(await emulator().refundOutside(intentId, 1_000)).toBe(true);
    await pollUntil(
      () => heard("refund.created"),
      (count) => count === before + 1,
    );
    expect((await orderRow(order.order_id)).status).toBe("awaiting_payment");
    expect(await heard("payment_intent.succeeded")).toBe(0);
  });

  it("arrive late when they were held back", async () => {
    await emulator().planFaults({ hold: true });
    const { order } = await paid();
    expect((await orderRow(order.order_id)).status).toBe("awaiting_payment");
    await emulator().planFaults({ hold: false });
    await orderReaches(order.order_id, "payment_confirmed");
  });
});

describe("faults of the emulator", () => {
  it("apply to calls of the app, and a lost answer creates no second intent", async () => {
    const { buyer, order } = await cardOrder();
    // The SDK tries twice.
    await emulator().planFaults({
      faults: [{ path: "/v1/payment_intents", method: "POST", times: 2, answer: "lost" }],
    });
    expect((await requestIntent(buyer, { currency: "aud", orderId: order.order_id })).status).toBeGreaterThanOrEqual(
      500,
    );
    endOutage();
    const { paymentIntentId } = await intentFor(buyer, order.order_id);
    const made = [];
    for await (const { id, transfer_group } of provider().paymentIntents.list({ limit: 100 })) {
      if (transfer_group === order.order_id) made.push(id);
    }
    expect(made).toEqual([paymentIntentId]);
  });
});

describe("events after a payment", () => {
  it("are triggered through the emulator object, even while the payment is processing", async () => {
    await emulator().planFaults({ slowPayments: 1 });
    const { order, intentId } = await paid();
    expect((await provider().paymentIntents.retrieve(intentId)).status).toBe("processing");
    expect((await orderRow(order.order_id)).status).toBe("awaiting_payment");
    expect(await emulator().finishProcessing(intentId, "succeeded")).toBe(true);
    await orderReaches(order.order_id, "payment_confirmed");
    expect(await emulator().warnOfFraud(intentId)).toBe(true);
    expect(await emulator().disputePayment(intentId, { inquiry: true })).toBe(true);
    expect(await emulator().answerDispute(intentId)).toBe(true);
    expect(await emulator().closeDispute(intentId, "warning_closed")).toBe(true);
    expect(await emulator().appealDispute(intentId, "won")).toBe(false);
  });

  it("cannot be triggered over HTTP", async () => {
    const buyer = await createBuyer();
    for (const path of ["rehearse", "v1/refunds", "v1/transfers", "v2/core/accounts", "v1/balance"]) {
      expect((await buyer.request("POST", `/emulator/stripe/${path}`, {})).status).toBe(404);
      expect((await exports.default.fetch(`http://localhost/emulator/stripe/${path}`)).status).toBe(404);
    }
  });
});

it("the emulator pays out the balances of platform and sellers when a test requests it", async () => {
  const account = await provider().accounts.create({ country: "AU", email: "seller@example.com" });
  await emulator().setAccount(account.id, { transfers: "active" });
  await provider().transfers.create({ amount: 700, currency: "aud", destination: account.id });
  expect(await emulator().payOutAccount(account.id)).toBe(700);
  expect(await emulator().payOutAccount(account.id)).toBe(0);
  const cents = await emulator().payOutPlatform();
  expect(cents).toBeGreaterThan(0);
  const transfer = provider().transfers.create({ amount: 700, currency: "aud", destination: account.id });
  await expect(transfer).rejects.toMatchObject({ code: "balance_insufficient" });
  await emulator().payInPlatform(cents);
  expect((await provider().balance.retrieve()).available[0]?.amount).toBe(cents);
});
