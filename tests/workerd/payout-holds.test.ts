/** Payouts that wait (D71). */
import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { advance } from "../support/workerd/clock.ts";
import { createSeller, DAY, reply } from "../support/workerd/deals.ts";
import {
  cardOrder,
  deliverIntentEvent,
  emulator,
  intentFor,
  openPayoutAccount,
  orderRow,
  provider,
  runCardJobs,
} from "../support/workerd/payments.ts";
import "../support/workerd/audits.ts";

const HOUR = 3_600_000;

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
// An alarm set for a future date would keep the runtime from ending.
afterAll(() => emulator().planFaults({ hold: true }));

const payout = (orderId: string) =>
  env.DB.prepare("SELECT status FROM transfers WHERE order_id = ?").bind(orderId).first("status");

describe("a payment that is confirmed after the pickup", () => {
  it("is due, and may be reported, from three days after the payment", async () => {
    const seller = await createSeller();
    await openPayoutAccount(seller.id);
    const { buyer, order } = await cardOrder({}, { seller });
    const { paymentIntentId: intentId } = await intentFor(buyer, order.order_id);
    await emulator().planFaults({ hold: true });
    await provider().paymentIntents.confirm(intentId, { payment_method: "pm_card_visa" });
    advance(12 * DAY);
    await deliverIntentEvent(intentId);
    expect(await orderRow(order.order_id)).toMatchObject({ status: "payment_confirmed" });
    await runCardJobs();
    expect(await payout(order.order_id)).toBeNull();
    advance(3 * DAY - HOUR);
    await runCardJobs();
    expect(await payout(order.order_id)).toBeNull();
    const report = { reason: "The lamp was not there when I came." };
    await reply(await buyer.request("POST", `/api/orders/${order.order_id}/dispute`, report), 200);
  });
});
