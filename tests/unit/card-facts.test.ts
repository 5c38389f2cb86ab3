/** What is read of a provider's payment intent, what its buyer sees of it, and the code they carry to the door. */
import type Stripe from "stripe";
import { describe, expect, it, vi } from "vitest";
import { newHandover } from "../../worker/features/orders/handover-secret.ts";
import { factsOf } from "../../worker/features/payments/intent-facts.ts";
import { intentStatus, isCredited, presentBalanceLine, presentIntent } from "../../worker/features/payments/present.ts";
import type { BalanceLine, Payment, PaymentPart } from "../../worker/features/payments/queries.ts";

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

describe("a payment intent", () => {
  it("is over only when the provider says that it has the money or will never have it", () => {
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

  it("names its charge, however the provider sends it", () => {
    expect(facts({ latest_charge: "ch_1" }).charge_id).toBe("ch_1");
    expect(facts({ latest_charge: { id: "ch_2" } }).charge_id).toBe("ch_2");
    expect(facts({}).charge_id).toBeNull();
  });

  it("tells of a refused card once it waits for another, by the most exact name there is", () => {
    const error = { type: "card_error", code: "card_declined", decline_code: "insufficient_funds" };
    expect(facts({ last_payment_error: error }).failure).toBe("insufficient_funds");
    expect(facts({ last_payment_error: { ...error, decline_code: undefined } }).failure).toBe("card_declined");
    expect(facts({ last_payment_error: { type: "api_error" } }).failure).toBe("api_error");
    expect(facts({}).failure).toBeNull();
    for (const status of ["processing", "requires_action", "succeeded", "canceled"]) {
      expect(facts({ status, last_payment_error: error }).failure, status).toBeNull();
    }
  });

  it("was cancelled by its buyer only when the buyer asked for it", () => {
    expect(facts({ cancellation_reason: "requested_by_customer" }).cancelled_by).toBe("buyer");
    for (const cancellation_reason of [null, "abandoned", "automatic"]) {
      expect(facts({ cancellation_reason }).cancelled_by).toBe("service");
    }
  });
});

describe("what the buyer sees of a card payment", () => {
  const payment = (changed: object = {}) =>
    ({ intent_id: "pi_1", kind: "order", status: "open", failed_at: null, settled_at: null, ...changed }) as Payment;
  const part = (outcome: string | null) => ({ outcome }) as PaymentPart;
  const settled = payment({ status: "succeeded", settled_at: 1 });

  it("is under way until a card fails or the provider is done", () => {
    expect(intentStatus(payment())).toBe("processing");
    expect(intentStatus(payment({ failed_at: 1 }))).toBe("failed");
    expect(intentStatus(payment({ status: "succeeded", failed_at: 1 }))).toBe("succeeded");
  });

  it("is credited once the money is in and every part has bought what it was for", () => {
    expect(isCredited(settled, [part("paid"), part("paid")], 0)).toBe(true);
    expect(isCredited(settled, [], 0)).toBe(true);
    expect(isCredited(settled, [part("paid"), part("refund")], 0)).toBe(false);
    expect(isCredited(settled, [part(null)], 0)).toBe(false);
    expect(isCredited(payment({ status: "succeeded" }), [part("paid")], 0)).toBe(false);
    expect(isCredited(payment({ settled_at: 1 }), [part("paid")], 0)).toBe(false);
    expect(isCredited(settled, [part("paid")], 5_00)).toBe(true);
  });

  it("is not credited as a top-up whose money goes back", () => {
    const topup = payment({ kind: "topup", status: "succeeded", settled_at: 1 });
    expect(isCredited(topup, [], 0)).toBe(true);
    expect(isCredited(topup, [], 1)).toBe(false);
  });

  it("says what it was for and what has gone back", () => {
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

it("shows a line of the ad balance in dollars", () => {
  const line = { id: "adj_1", amount_cents: -4_550, description: "Promotion", type: "spend", created_at: 7 };
  expect(presentBalanceLine(line as BalanceLine)).toEqual({
    id: "adj_1",
    amount: -45.5,
    description: "Promotion",
    type: "spend",
    created_at: 7,
  });
});

describe("the code for the door", () => {
  it("is six digits, and its secret 128 bits that fit into an address", () => {
    for (let n = 0; n < 200; n++) {
      const { code, secret } = newHandover();
      expect(code).toMatch(/^\d{6}$/);
      expect(secret).toMatch(/^[A-Za-z0-9_-]{22}$/);
    }
  });

  it("takes every code with the same chance: a draw beyond the last full million is drawn again", () => {
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
