/** Admin texts that depend on an amount. */
import { expect, it } from "vitest";
import type { AdminPaymentDetail } from "#contract/admin/payment-queue";
import { shareOf } from "../../web/features/admin/overview/figures-format.ts";
import { eventLabel, outcomesOf } from "../../web/features/admin/payment-queue/payment-labels.ts";
import { orderStatusLabel } from "../../web/features/admin/users/user-labels.ts";

it('shareOf shows a small share as "under 1%", not as 0%', () => {
  expect([shareOf(6, 2_834), shareOf(0, 2_834), shareOf(7, 15), shareOf(0, 0)]).toEqual([
    "under 1%",
    "0%",
    "47%",
    null,
  ]);
});

it("the outcomes and events of a free order mention no money", () => {
  const free = { amount: 0, payment_method: "free", paid_at: 1 } as AdminPaymentDetail;
  expect(outcomesOf(free).map(({ description }) => description)).toEqual([
    "The order is completed.",
    "No money is involved.",
  ]);
  expect(eventLabel("payment_confirmed", free)).toBe("No payment needed");
  const paid = { amount: 65, payment_method: "bank_transfer", paid_at: 1 } as AdminPaymentDetail;
  expect(outcomesOf(paid)[0]?.description).toContain("keeps the money");
  expect(eventLabel("payment_confirmed", paid)).toBe("Payment confirmed");
  // Goodstreet never held this money, so its decision refunds nothing.
  expect(eventLabel("refunded", paid)).toBe("Cancelled");
});

it('orderStatusLabel calls a free order "to be picked up" instead of "payment confirmed"', () => {
  expect(orderStatusLabel({ amount: 0, status: "payment_confirmed" })).toBe("To be picked up");
  expect(orderStatusLabel({ amount: 65, status: "payment_confirmed" })).toBe("Payment confirmed");
  expect(orderStatusLabel({ amount: 0, status: "completed" })).toBe("Completed");
  expect(orderStatusLabel({ amount: 65, status: "refunded" })).toBe("Cancelled");
});
