/** What the two parties of an order paid at pickup read (D53). */
import { describe, expect, it } from "vitest";
import type { OrderView } from "#contract/orders";
import { DAY_MS, HOUR_MS } from "#domain/deadlines";
import { explain } from "../../web/features/orders/order-explanations.ts";
import { deadlineOf, isOpen, pickupCounts, statusLabel } from "../../web/features/orders/order-labels.ts";
import { order as orderView } from "../support/web/item-and-order.ts";

const STARTS = Date.UTC(2026, 11, 5, 1);
const T0 = STARTS - 3 * DAY_MS;
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

describe("how an order counts in the figure of D56", () => {
  const person = { id: "acc_1", display_name: "Jess T.", shows_up: { kept: 11, of: 12 } };
  const report = {
    about: "buyer" as const,
    reported_at: ENDS,
    contest_until: ENDS + 2 * DAY_MS,
    can_contest: false,
    contested_at: null,
    outcome: null,
    note: null,
  };
  const reported = (over: Partial<OrderView>) =>
    cash({ status: "cancelled", handover: null, counterparty: person, no_show: report, ...over });

  it("says who reported what, and that a contested or dismissed report doesn't count", () => {
    expect(pickupCounts(reported({ role: "seller" }))).toBe("1 of 12: you reported that Jess T. didn't come");
    expect(pickupCounts(reported({ role: "buyer" }))).toBe("Counts as missed for you: Jess T. reported it");
    const contested = { ...report, contested_at: ENDS };
    expect(pickupCounts(reported({ no_show: contested }))).toBe("Doesn't count while it's contested");
    expect(pickupCounts(reported({ no_show: { ...contested, outcome: "dismissed" } }))).toBe("Doesn't count");
    expect(pickupCounts(reported({ role: "seller", no_show: { ...contested, outcome: "upheld" } }))).toContain(
      "1 of 12",
    );
  });

  it("counts a handover for both, but no call-off and no decision of our team", () => {
    const done = cash({ status: "completed", events: [{ kind: "handed_over", at: STARTS }] });
    expect(pickupCounts(done)).toBe("Counts as shown up for both of you");
    expect(pickupCounts({ ...done, decision: { event: "completed", note: null, at: ENDS } })).toBeNull();
    expect(
      pickupCounts(cash({ status: "cancelled", events: [{ kind: "called_off", at: T0, by: "buyer" }] })),
    ).toBeNull();
  });
});
