import { describe, expect, it } from "vitest";
import {
  afterCancelling,
  cancelledWith,
  cancelProblem,
  type DecidedPart,
  type PurchaseDecision,
  payProblem,
} from "#domain/checkout/purchase-decision";
import type { OrderStatus } from "#domain/orders/order-status";

const NOW = 1_000_000;
let made = 0;
const part = (
  status: OrderStatus,
  group: string | null = "bundle",
  change: Partial<DecidedPart> = {},
): DecidedPart => ({
  order_id: `ord_${++made}`,
  group,
  amount_cents: 500,
  status,
  payment_deadline: NOW + 60_000,
  ...change,
});

describe("payProblem", () => {
  it("allows payment while no other decision is in progress", () => {
    for (const decision of ["open", "committed", "cancelled"] as PurchaseDecision[]) {
      expect(payProblem(decision, [part("awaiting_payment"), part("awaiting_payment")], NOW)).toBeNull();
    }
    expect(payProblem("committing", [part("awaiting_payment")], NOW)).toBe("committing");
    expect(payProblem("cancelling", [part("awaiting_payment")], NOW)).toBe("cancelling");
  });

  it("refuses the rest of a group once a part of it is over, but not other items of the cart", () => {
    for (const status of ["cancelled", "expired", "refunded"] as OrderStatus[]) {
      expect(payProblem("open", [part("awaiting_payment"), part(status)], NOW)).toBe("part_over");
      expect(payProblem("open", [part("awaiting_payment", null), part(status)], NOW)).toBeNull();
      expect(payProblem("open", [part("awaiting_payment", null), part(status, null)], NOW)).toBeNull();
    }
    // A returned free item costs nothing, so it is no reason to refuse.
    expect(
      payProblem("open", [part("awaiting_payment"), part("refunded", "bundle", { amount_cents: 0 })], NOW),
    ).toBeNull();
  });

  it("refuses in the last seconds before the first deadline, so that all parts can be paid in time", () => {
    const parts = [part("awaiting_payment"), part("awaiting_payment", "bundle", { payment_deadline: NOW + 10_000 })];
    expect(payProblem("open", parts, NOW)).toBe("too_late");
    expect(payProblem("open", parts, NOW - 1)).toBeNull();
    expect(payProblem("open", [part("awaiting_payment", null, { payment_deadline: null })], NOW)).toBeNull();
    // A paid part has no deadline left to miss.
    expect(payProblem("committed", [part("payment_confirmed", "bundle", { payment_deadline: NOW })], NOW)).toBeNull();
  });
});

describe("cancelledWith, cancelProblem and afterCancelling", () => {
  it("cancel the whole group of an order, and of a cart only the one order", () => {
    const [dear, cheap, alone] = [part("awaiting_payment"), part("awaiting_payment"), part("awaiting_payment", null)];
    const all = [dear, cheap, alone];
    expect(cancelledWith(all, dear.order_id)).toEqual([cheap]);
    expect(cancelledWith(all, alone.order_id)).toEqual([]);
    expect(cancelledWith([...all, part("awaiting_payment", null)], alone.order_id)).toEqual([]);
  });

  it("refuse once another part is being paid, free items excepted", () => {
    for (const status of ["payment_pending_seller_confirmation", "payment_confirmed", "disputed"] as OrderStatus[]) {
      expect(cancelProblem("committed", [part(status)])).toBe("paid");
      expect(cancelProblem("open", [part(status, "bundle", { amount_cents: 0 })])).toBeNull();
    }
    // The seller has denied the payment, so the buyer may cancel.
    expect(cancelProblem("committed", [part("awaiting_payment"), part("expired")])).toBeNull();
    expect(cancelProblem("committing", [])).toBe("committing");
    expect(cancelProblem("cancelling", [])).toBe("cancelling");
  });

  it("end the purchase when no open part is left", () => {
    expect(afterCancelling([part("cancelled"), part("expired"), part("refunded")])).toBe("cancelled");
    expect(afterCancelling([part("cancelled"), part("awaiting_payment", null)])).toBe("open");
  });
});
