/** Webhook events that were never delivered, found in Stripe's list of events. This file holds back all deliveries. */
import { env } from "cloudflare:workers";
import type Stripe from "stripe";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { findLostEvents, nextReading } from "../../worker/features/payments/jobs.ts";
import { applyRefund } from "../../worker/features/payments/reversals/reversals.ts";
import { reply } from "../support/workerd/deals.ts";
import { hideLogs } from "../support/workerd/logs.ts";
import {
  emulator,
  eventOf,
  ledgerSums,
  paidCardOrder,
  provider,
  refundMade,
  refundRows,
  servicesWithSettled,
} from "../support/workerd/payments.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

beforeAll(() => emulator().planFaults({ hold: true }));

let ahead = 0;
// Only the job's clock moves ahead, so every test reads the list from the beginning.
afterEach(async () => {
  ahead = 0;
  await env.DB.prepare("DELETE FROM service_state WHERE name = 'events'").run();
});
/** Runs the job an hour after its last run. @returns the number of events it found. */
async function nextHour(change: Partial<ReturnType<typeof servicesWithSettled>> = {}): Promise<number> {
  ahead += HOUR + MINUTE;
  const services = { ...servicesWithSettled(), now: () => Date.now() + ahead, ...change };
  const found = await findLostEvents(services);
  await services.settled();
  return found;
}

async function refunded() {
  const deal = await paidCardOrder();
  await reply(await deal.seller.request("POST", `/api/orders/${deal.order.order_id}/refund`, {}), 200);
  await refundMade(deal.intentId);
  const [made] = (await provider().refunds.list({ payment_intent: deal.intentId })).data;
  return { ...deal, made: made ?? expect.fail("nothing was given back") };
}

describe("findLostEvents", () => {
  it("marks a returned refund as failed and owed again, once", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const failed = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { intentId, made } = await refunded();
    expect(await emulator().returnRefund(made.id)).toBe(true);
    expect(await refundRows(intentId)).toMatchObject([{ status: "succeeded" }]);

    expect(await nextHour()).toBeGreaterThan(0);
    expect(await refundRows(intentId)).toMatchObject([{ status: "failed", last_error: "expired_or_canceled_card" }]);
    expect(await ledgerSums("intent_id = ?", intentId)).toEqual({ stripe_clearing: 4_550, refunds: -4_550 });
    expect(warned.mock.calls.join()).toContain("refund.failed");
    expect(failed.mock.calls.join()).toContain("refund came back");

    expect(await nextHour()).toBe(0);
    expect(await ledgerSums("intent_id = ?", intentId)).toEqual({ stripe_clearing: 4_550, refunds: -4_550 });
  });

  it("marks a cancelled refund as failed and owed again", async () => {
    hideLogs();
    const { intentId, made } = await refunded();
    await emulator().returnRefund(made.id);
    // The emulator's refunds are never cancelled.
    const stripe = { refunds: { retrieve: async () => ({ ...made, status: "canceled" }) } } as unknown as Stripe;
    const event = { id: `evt_${made.id}`, type: "refund.updated" };
    expect(await applyRefund({ ...servicesWithSettled(), stripe: () => stripe }, made, event)).toBe(true);
    expect(await refundRows(intentId)).toMatchObject([{ status: "failed", last_error: "returned" }]);
    expect(await ledgerSums("intent_id = ?", intentId)).toEqual({ stripe_clearing: 4_550, refunds: -4_550 });
  });

  it("books a refund made at Stripe, unless it was returned meanwhile", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const [kept, back] = [await paidCardOrder(), await paidCardOrder()];
    await provider().refunds.create({ payment_intent: kept.intentId, amount: 1_000 });
    const made = await provider().refunds.create({ payment_intent: back.intentId, amount: 1_000 });
    await emulator().returnRefund(made.id);
    await nextHour();
    expect(await ledgerSums("intent_id = ?", kept.intentId)).toMatchObject({ external_refunds: 1_000 });
    expect(await ledgerSums("intent_id = ?", back.intentId)).not.toHaveProperty("external_refunds");
  });

  it("retries an event that failed an hour later, without blocking others", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const reported = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const [first, second] = [await refunded(), await refunded()];
    await emulator().returnRefund(first.made.id);
    await emulator().returnRefund(second.made.id);
    const stripe = provider();
    const { retrieve } = stripe.refunds;
    vi.spyOn(stripe.refunds, "retrieve").mockImplementation(((id: string) =>
      id === first.made.id ? Promise.reject(new Error("down")) : retrieve.call(stripe.refunds, id)) as never);
    await nextHour({ stripe: () => stripe });
    expect(await refundRows(first.intentId)).toMatchObject([{ status: "succeeded" }]);
    expect(await refundRows(second.intentId)).toMatchObject([{ status: "failed" }]);
    expect(reported.mock.calls.join()).toContain("down");
    await nextHour();
    expect(await refundRows(first.intentId)).toMatchObject([{ status: "failed" }]);
  });

  it("ignores events that may still be delivered, and runs at most once an hour", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { intentId } = await paidCardOrder();
    await nextHour();
    await provider().refunds.create({ payment_intent: intentId, amount: 500 });
    const event = await eventOf(
      (await provider().refunds.list({ payment_intent: intentId })).data[0]?.id ?? "",
      "refund.created",
    );
    const heard = () =>
      env.DB.prepare("SELECT count(*) AS n FROM provider_events WHERE event_id = ?").bind(event.id).first("n");
    ahead -= HOUR;
    expect(await nextHour()).toBe(0);
    expect(await heard()).toBe(0);
  });
});

describe("nextReading", () => {
  const now = Date.UTC(2026, 10, 22);
  const done = { from: 0, to: now - 2 * HOUR, after: null, failed: null };

  it("starts with all events Stripe keeps, except those that may still be delivered", () => {
    expect(nextReading(null, now)).toEqual({
      from: now - 10 * MINUTE - 30 * DAY,
      to: now - 10 * MINUTE,
      after: null,
      failed: null,
    });
  });

  it("continues after the last reading, or at the oldest failed event", () => {
    expect(nextReading(done, now)).toMatchObject({ from: now - 2 * HOUR, to: now - 10 * MINUTE, after: null });
    expect(nextReading({ ...done, failed: now - DAY }, now)).toMatchObject({ from: now - DAY, failed: null });
    expect(nextReading({ ...done, failed: now - 40 * DAY }, now)).toMatchObject({ from: now - 10 * MINUTE - 30 * DAY });
  });

  it("continues with the next page, and waits an hour after the last", () => {
    const begun = { ...done, to: now - 10 * MINUTE, after: "evt_1", failed: 7 };
    expect(nextReading(begun, now + MINUTE)).toEqual(begun);
    expect(nextReading({ ...begun, after: null }, now + 59 * MINUTE)).toBeNull();
    expect(nextReading({ ...begun, after: null }, now + 60 * MINUTE)).not.toBeNull();
  });
});
