/** What the two parties of an order paid at pickup read (D53). */
import { describe, expect, it } from "vitest";
import type { OrderView } from "#contract/orders";
import { DAY_MS, HOUR_MS } from "#domain/deadlines";
import { deadlineOf, explain, isOpen, statusLabel } from "../../web/features/orders/order-labels.ts";
import { order as orderView } from "../support/web/item-and-order.ts";

const STARTS = Date.UTC(2026, 11, 5, 1);
const ENDS = STARTS + 2 * HOUR_MS;

const cash = (over: Partial<OrderView> = {}): OrderView =>
  orderView({
    status: "awaiting_collection",
    payment_method: "cash",
    payment_deadline: null,
    collection_date: STARTS,
    collection_ends_at: ENDS,
    handover: over.role === "seller" ? null : { code: "482913", qr: "GS1.x.y" },
    ...over,
  });

const seller = (over: Partial<OrderView> = {}) => {
  const order = cash({ role: "seller", ...over });
  return { ...order, abilities: { ...order.abilities, hand_over: true } };
};

describe("an order paid at pickup", () => {
  it("asks the buyer to pay when they have the item, and not before", () => {
    const order = cash();
    expect(statusLabel(order).label).toMatch(/^Reserved · pick up/);
    expect(explain(order, STARTS - DAY_MS)).toMatch(
      /pay .* in cash or by PayID, then show them this code\. Don't pay before/,
    );
    expect(deadlineOf(order, STARTS - DAY_MS)).toEqual({ label: "Pickup in", at: STARTS });
    expect(isOpen(order)).toBe(true);
  });

  it("asks the seller for the code once they have the money, and after the window says when it ends", () => {
    const order = seller();
    expect(explain(order, STARTS)).toContain("Once you have it, enter the code");
    expect(explain(order, ENDS)).toContain("Otherwise the order ends and your item goes back on sale.");
    expect(deadlineOf(order, ENDS)).toEqual({ label: "Order ends in", at: ENDS + DAY_MS });
  });

  it("says how it ended: without the code, called off, or reported", () => {
    const over = cash({ status: "expired", handover: null, events: [{ kind: "not_collected", at: ENDS }] });
    expect(statusLabel(over).label).toBe("Not picked up");
    expect(explain(over, ENDS)).toContain("you don't owe anything");
    expect(explain(over, ENDS)).not.toContain("tell us below");
    const asked = { ...over, abilities: { ...over.abilities, report_missed: true } };
    expect(explain(asked, ENDS)).toContain("didn't turn up, tell us below");
    const off = cash({ status: "cancelled", events: [{ kind: "called_off", at: ENDS, by: "seller" }] });
    expect(explain(off, ENDS)).toContain("called this pickup off");
  });
});
