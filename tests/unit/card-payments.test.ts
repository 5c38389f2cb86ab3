import type Stripe from "stripe";
import { describe, expect, it, vi } from "vitest";
import { factsOf } from "../../worker/adapters/stripe-objects.ts";
import { intentStatus, isCredited, presentBalanceLine, presentIntent } from "../../worker/features/payments/present.ts";
import type { BalanceLine, Payment, PaymentPart } from "../../worker/features/payments/queries.ts";
import { newHandover } from "../../worker/handover-secret.ts";

const facts = (changed: object) =>
  factsOf({
    id: "pi_1",
    status: "requires_payment_method",
    amount_received: 0,
    currency: "aud",
    latest_charge: null,
    last_payment_error: null,
    cancellation_reason: null,
    ...changed,
  } as unknown as Stripe.PaymentIntent);

describe("factsOf", () => {
  it("treats an intent as final only when it succeeded or was cancelled", () => {
    expect(facts({ status: "succeeded", amount_received: 45_00 })).toMatchObject({
      id: "pi_1",
      state: "succeeded",
      received_cents: 45_00,
    });
    expect(facts({ status: "canceled" }).state).toBe("canceled");
    for (const status of ["requires_payment_method", "requires_action", "processing", "requires_capture", "new one"]) {
      expect(facts({ status }).state, status).toBe("open");
    }
  });

  it("reads the charge id, whether the provider sends an id or an object", () => {
    expect(facts({ latest_charge: "ch_1" }).charge_id).toBe("ch_1");
    expect(facts({ latest_charge: { id: "ch_2" } }).charge_id).toBe("ch_2");
    expect(facts({}).charge_id).toBeNull();
  });

  it("reports the most specific decline reason while the intent waits for another card", () => {
    const error = { type: "card_error", code: "card_declined", decline_code: "insufficient_funds" };
    expect(facts({ last_payment_error: error }).failure).toBe("insufficient_funds");
    expect(facts({ last_payment_error: { ...error, decline_code: undefined } }).failure).toBe("card_declined");
    expect(facts({ last_payment_error: { type: "api_error" } }).failure).toBe("api_error");
    expect(facts({}).failure).toBeNull();
    for (const status of ["processing", "requires_action", "succeeded", "canceled"]) {
      expect(facts({ status, last_payment_error: error }).failure, status).toBeNull();
    }
  });

  it("treats an intent as cancelled by the buyer only when the buyer requested it", () => {
    expect(facts({ cancellation_reason: "requested_by_customer" }).cancelled_by).toBe("buyer");
    for (const cancellation_reason of [null, "abandoned", "automatic"]) {
      expect(facts({ cancellation_reason }).cancelled_by).toBe("service");
    }
  });
});

describe("card payment as its buyer sees it", () => {
  const payment = (changed: object = {}) =>
    ({ intent_id: "pi_1", kind: "order", status: "open", failed_at: null, settled_at: null, ...changed }) as Payment;
  const part = (outcome: string | null) => ({ outcome }) as PaymentPart;
  const settled = payment({ status: "succeeded", settled_at: 1 });

  it("is processing until a card fails or the provider is done", () => {
    expect(intentStatus(payment())).toBe("processing");
    expect(intentStatus(payment({ failed_at: 1 }))).toBe("failed");
    expect(intentStatus(payment({ status: "succeeded", failed_at: 1 }))).toBe("succeeded");
  });

  it("is credited once the money has arrived and every part has paid its order", () => {
    expect(isCredited(settled, [part("paid"), part("paid")], 0)).toBe(true);
    expect(isCredited(settled, [], 0)).toBe(true);
    expect(isCredited(settled, [part("paid"), part("refund")], 0)).toBe(false);
    expect(isCredited(settled, [part(null)], 0)).toBe(false);
    expect(isCredited(payment({ status: "succeeded" }), [part("paid")], 0)).toBe(false);
    expect(isCredited(payment({ settled_at: 1 }), [part("paid")], 0)).toBe(false);
    expect(isCredited(settled, [part("paid")], 5_00)).toBe(true);
  });

  it("is not credited when a top-up is being refunded", () => {
    const topup = payment({ kind: "topup", status: "succeeded", settled_at: 1 });
    expect(isCredited(topup, [], 0)).toBe(true);
    expect(isCredited(topup, [], 1)).toBe(false);
  });

  it("shows what it was for and how much was refunded", () => {
    const order = { ...settled, amount_cents: 45_00, order_id: "ord_1", purchase_id: null };
    expect(presentIntent(order, [part("paid")], 5_00, 7)).toEqual({
      id: "pi_1",
      kind: "order",
      status: "succeeded",
      credited: true,
      refunded_cents: 5_00,
      amount: 45_00,
      order_id: "ord_1",
      purchase_id: null,
      server_now: 7,
    });
  });
});

it("presentBalanceLine shows an amount of the ad balance in dollars", () => {
  const line = { id: "adj_1", amount_cents: -4_550, description: "Promotion", type: "spend", created_at: 7 };
  expect(presentBalanceLine(line as BalanceLine)).toEqual({
    id: "adj_1",
    amount: -45.5,
    description: "Promotion",
    type: "spend",
    created_at: 7,
  });
});

describe("newHandover", () => {
  it("returns a code of six digits and a URL-safe secret of 128 bits", () => {
    for (let n = 0; n < 200; n++) {
      const { code, secret } = newHandover();
      expect(code).toMatch(/^\d{6}$/);
      expect(secret).toMatch(/^[A-Za-z0-9_-]{22}$/);
    }
  });

  it("redraws numbers beyond the last full million, so that all codes are equally likely", () => {
    const draws = [4_294_000_000, 4_294_967_295, 4_293_000_042];
    vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
      if (array instanceof Uint32Array) array[0] = draws.shift() ?? 0;
      if (array instanceof Uint8Array) array.set([0xfb, 0xff, 0xfe]);
      return array;
    });
    const { code, secret } = newHandover();
    expect(code).toBe("000042");
    expect(secret).toBe("-__-AAAAAAAAAAAAAAAAAA");
    expect(draws).toEqual([]);
  });
});
