/** What the provider said and nobody heard: found in its own list of events. Its deliveries are kept back in this file. */
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { findLostEvents, nextReading } from "../../worker/jobs/find-lost-events.ts";
import { reply } from "../support/workerd/deals.ts";
import {
  emulator,
  eventOf,
  ledgerSums,
  paidByHand,
  patientServices,
  provider,
  refundRows,
  until,
} from "../support/workerd/payments.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

beforeAll(() => emulator().rehearse({ hold: true }));

let ahead = 0;
// The provider's clock stays where it is: every test reads from the beginning.
afterEach(async () => {
  ahead = 0;
  vi.restoreAllMocks();
  await env.DB.prepare("DELETE FROM service_state WHERE name = 'events'").run();
});
/** The job as the cron runs it, an hour after the last time. @returns how many events it found. */
async function nextHour(change: Partial<ReturnType<typeof patientServices>> = {}): Promise<number> {
  ahead += HOUR + MINUTE;
  const services = { ...patientServices(), now: () => Date.now() + ahead, ...change };
  const found = await findLostEvents(services);
  await services.settled();
  return found;
}

async function refunded() {
  const deal = await paidByHand();
  await reply(await deal.seller.request("POST", `/api/orders/${deal.order.order_id}/refund`, {}), 200);
  await until(
    () => refundRows(deal.intentId),
    ([row]) => row?.status === "succeeded",
  );
  const [made] = (await provider().refunds.list({ payment_intent: deal.intentId })).data;
  return { ...deal, made: made ?? expect.fail("nothing was given back") };
}

describe("an event that never arrived", () => {
  it("of a refund that came back makes it owed again, once", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const failed = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { intentId, made } = await refunded();
    expect(await emulator().sendBack(made.id)).toBe(true);
    expect(await refundRows(intentId)).toMatchObject([{ status: "succeeded" }]);

    expect(await nextHour()).toBeGreaterThan(0);
    expect(await refundRows(intentId)).toMatchObject([{ status: "failed", last_error: "expired_or_canceled_card" }]);
    expect(await ledgerSums("intent_id = ?", intentId)).toEqual({ stripe_clearing: 4_550, refunds: -4_550 });
    expect(warned.mock.calls.join()).toContain("refund.failed");
    expect(failed.mock.calls.join()).toContain("refund came back");

    expect(await nextHour()).toBe(0);
    expect(await ledgerSums("intent_id = ?", intentId)).toEqual({ stripe_clearing: 4_550, refunds: -4_550 });
  });

  it("of a refund made by hand puts it in the ledger, and not if it has come back by then", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const [kept, back] = [await paidByHand(), await paidByHand()];
    await provider().refunds.create({ payment_intent: kept.intentId, amount: 1_000 });
    const made = await provider().refunds.create({ payment_intent: back.intentId, amount: 1_000 });
    await emulator().sendBack(made.id);
    await nextHour();
    expect(await ledgerSums("intent_id = ?", kept.intentId)).toMatchObject({ external_refunds: 1_000 });
    expect(await ledgerSums("intent_id = ?", back.intentId)).not.toHaveProperty("external_refunds");
  });

  it("is tried again an hour later when it could not be carried out, and holds up no other", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const reported = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const [first, second] = [await refunded(), await refunded()];
    await emulator().sendBack(first.made.id);
    await emulator().sendBack(second.made.id);
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

  it("is not looked for while it may be on its way, nor twice within an hour", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { intentId } = await paidByHand();
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

describe("what is read next", () => {
  const now = Date.UTC(2026, 10, 22);
  const done = { from: 0, to: now - 2 * HOUR, after: null, failed: null };

  it("is at first all the provider has kept, except what may be on its way", () => {
    expect(nextReading(null, now)).toEqual({
      from: now - 10 * MINUTE - 30 * DAY,
      to: now - 10 * MINUTE,
      after: null,
      failed: null,
    });
  });

  it("follows on what was read, or begins at what could not be carried out", () => {
    expect(nextReading(done, now)).toMatchObject({ from: now - 2 * HOUR, to: now - 10 * MINUTE, after: null });
    expect(nextReading({ ...done, failed: now - DAY }, now)).toMatchObject({ from: now - DAY, failed: null });
    expect(nextReading({ ...done, failed: now - 40 * DAY }, now)).toMatchObject({ from: now - 10 * MINUTE - 30 * DAY });
  });

  it("is the next page as long as there is one, and then nothing for an hour", () => {
    const begun = { ...done, to: now - 10 * MINUTE, after: "evt_1", failed: 7 };
    expect(nextReading(begun, now + MINUTE)).toEqual(begun);
    expect(nextReading({ ...begun, after: null }, now + 59 * MINUTE)).toBeNull();
    expect(nextReading({ ...begun, after: null }, now + 60 * MINUTE)).not.toBeNull();
  });
});
