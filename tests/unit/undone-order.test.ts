import { expect, it } from "vitest";
import { goesBackThroughUs, owedBySeller } from "#domain/undone-order";

it("goes back through us only where it came through the card provider", () => {
  expect((["stripe", "bank_transfer", "crypto", "free", "outside"] as const).filter(goesBackThroughUs)).toEqual([
    "stripe",
  ]);
});

it("owes nothing for a gift, what was received, and what may have come", () => {
  expect(owedBySeller({ amount: 0, received: true })).toBe("nothing");
  expect(owedBySeller({ amount: 45, received: true })).toBe("received");
  expect(owedBySeller({ amount: 45, received: false })).toBe("doubtful");
});
