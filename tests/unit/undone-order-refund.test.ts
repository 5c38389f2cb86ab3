import { expect, it } from "vitest";
import { isRefundedByUs, owedBySeller } from "#domain/checkout/undone-order";

it("isRefundedByUs is true only for card payments", () => {
  expect((["stripe", "bank_transfer", "crypto", "free", "outside"] as const).filter(isRefundedByUs)).toEqual([
    "stripe",
  ]);
});

it("owedBySeller distinguishes nothing, a received amount and an uncertain one", () => {
  expect(owedBySeller({ amount: 0, received: true })).toBe("nothing");
  expect(owedBySeller({ amount: 45, received: true })).toBe("received");
  expect(owedBySeller({ amount: 45, received: false })).toBe("doubtful");
});
