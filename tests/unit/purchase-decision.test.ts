import { describe, expect, it } from "vitest";
import type { OrderStatus } from "#domain/order-abilities";
import {
  afterCancelling,
  cancelledWith,
  cancelProblem,
  type DecidedPart,
  type PurchaseDecision,
  payProblem,
} from "#domain/purchase-decision";

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
  it("lets a purchase be paid for while nothing else is being decided", () => {
    for (const decision of ["open", "committed", "cancelled"] as PurchaseDecision[]) {
      expect(payProblem(decision, [part("awaiting_payment"), part("awaiting_payment")], NOW)).toBeNull();
    }
    expect(payProblem("committing", [part("awaiting_payment")], NOW)).toBe("committing");
    expect(payProblem("cancelling", [part("awaiting_payment")], NOW)).toBe("cancelling");
  });

  it("refuses the rest of a group once a part of it is over, and nothing else of the cart", () => {
    for (const status of ["cancelled", "expired", "refunded"] as OrderStatus[]) {
      expect(payProblem("open", [part("awaiting_payment"), part(status)], NOW)).toBe("part_over");
      expect(payProblem("open", [part("awaiting_payment", null), part(status)], NOW)).toBeNull();
      expect(payProblem("open", [part("awaiting_payment", null), part(status, null)], NOW)).toBeNull();
    }
    // A gift that was given back costs nothing: it is no reason.
    expect(
      payProblem("open", [part("awaiting_payment"), part("refunded", "bundle", { amount_cents: 0 })], NOW),
    ).toBeNull();
  });

  it("refuses in the last seconds before the first deadline, so that no part expires behind another", () => {
    const parts = [part("awaiting_payment"), part("awaiting_payment", "bundle", { payment_deadline: NOW + 10_000 })];
    expect(payProblem("open", parts, NOW)).toBe("too_late");
    expect(payProblem("open", parts, NOW - 1)).toBeNull();
    expect(payProblem("open", [part("awaiting_payment", null, { payment_deadline: null })], NOW)).toBeNull();
    // What has been paid for already has no deadline left to miss.
    expect(payProblem("committed", [part("payment_confirmed", "bundle", { payment_deadline: NOW })], NOW)).toBeNull();
  });
});

describe("cancelling a part", () => {
  it("takes the whole group with it, and of a cart the one order", () => {
    const [dear, cheap, alone] = [part("awaiting_payment"), part("awaiting_payment"), part("awaiting_payment", null)];
    const all = [dear, cheap, alone];
    expect(cancelledWith(all, dear.order_id)).toEqual([cheap]);
    expect(cancelledWith(all, alone.order_id)).toEqual([]);
    expect(cancelledWith([...all, part("awaiting_payment", null)], alone.order_id)).toEqual([]);
  });

  it("is refused once another part is being paid for, but not because of a gift", () => {
    for (const status of ["payment_pending_seller_confirmation", "payment_confirmed", "disputed"] as OrderStatus[]) {
      expect(cancelProblem("committed", [part(status)])).toBe("paid");
      expect(cancelProblem("open", [part(status, "bundle", { amount_cents: 0 })])).toBeNull();
    }
    // The seller has not found the payment: the buyer may step back.
    expect(cancelProblem("committed", [part("awaiting_payment"), part("expired")])).toBeNull();
    expect(cancelProblem("committing", [])).toBe("committing");
    expect(cancelProblem("cancelling", [])).toBe("cancelling");
  });

  it("ends the purchase when nothing of it is left", () => {
    expect(afterCancelling([part("cancelled"), part("expired"), part("refunded")])).toBe("cancelled");
    expect(afterCancelling([part("cancelled"), part("awaiting_payment", null)])).toBe("open");
  });
});
