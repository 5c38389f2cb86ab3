/** My Items: repricing, bundles, sales made elsewhere, and statistics by day and month (D16, D27, D36). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AvailabilityCommand, decideAvailability, type ItemState } from "#domain/holds/availability";
import { formatCents, MAX_PRICE_CENTS } from "#domain/money";
import { isTraded, placeOutsideSale, undoOutsideSale } from "#domain/orders/outside-sale";
import { type BundleTerms, bundleProblems } from "#domain/selling/bundle-terms";
import { ADJUST_PRESETS, adjustedCents, adjustPrice } from "#domain/selling/price-adjust";
import { activityDays, activityOf, lastMonths } from "#domain/selling/selling-days";
import { freshItem, orderFacts } from "../support/order-facts.ts";

const T0 = Date.UTC(2026, 10, 21, 3);
const MINUTE = 60_000;
const DAY = 86_400_000;

describe("adjustPrice", () => {
  const item = { status: "active", price_cents: 1_000, minimum_price_cents: null };
  const down = { direction: "decrease", percent: 10 } as const;

  it("offers presets of 5, 10, 15, 20 and 25 percent", () => {
    expect(ADJUST_PRESETS).toEqual([5, 10, 15, 20, 25]);
  });

  it("rounds half a cent up, in both directions (A64)", () => {
    expect(adjustedCents(1_010, { direction: "decrease", percent: 5 })).toBe(960); // 959.5
    expect(adjustedCents(1_010, { direction: "increase", percent: 5 })).toBe(1_061); // 1060.5
    expect(adjustedCents(999, { direction: "decrease", percent: 0.01 })).toBe(999); // 998.9001
    expect(adjustedCents(4_550, { direction: "increase", percent: 100 })).toBe(9_100);
  });

  it("never goes below a cent, and never moves in the wrong direction (A52)", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: MAX_PRICE_CENTS }),
        fc.integer({ min: 1, max: 10_000 }),
        (cents, points) => {
          const percent = points / 100;
          const lower = adjustedCents(cents, { direction: "decrease", percent });
          const higher = adjustedCents(cents, { direction: "increase", percent });
          expect(lower).toBeGreaterThanOrEqual(1);
          expect(lower).toBeLessThanOrEqual(cents);
          expect(higher).toBeGreaterThanOrEqual(cents);
          expect(Math.abs(higher - cents * (1 + percent / 100))).toBeLessThan(0.500001 + cents * 1e-9);
        },
      ),
    );
    expect(adjustedCents(3, { direction: "decrease", percent: 100 })).toBe(1);
  });

  it("refuses sold, free, held and paid items with a message", () => {
    const reason = (changed: object) => {
      const result = adjustPrice({ ...item, ...changed }, down);
      return result.ok ? result.to : result.reason;
    };
    expect(reason({})).toBe(900);
    expect(reason({ status: "inactive" })).toBe(900);
    expect(reason({ status: "sold" })).toBe("sold");
    expect(reason({ status: "reserved" })).toBe("locked");
    expect(reason({ status: "pending_payment" })).toBe("locked");
    expect(reason({ status: "pending" })).toBe("locked");
    expect(reason({ price_cents: 0 })).toBe("free");
    const problems = (changed: object) => {
      const result = adjustPrice({ ...item, ...changed }, down);
      return result.ok ? null : result.message;
    };
    expect(problems({ status: "sold" })).toBe("Sold items can't be repriced.");
    expect(problems({ status: "reserved" })).toBe("Someone is holding this item.");
    expect(problems({ status: "pending_payment" })).toBe("Someone is buying this item.");
    expect(problems({ price_cents: 0 })).toBe("Free items don't have a price to adjust.");
    expect(problems({ minimum_price_cents: 950 })).toBe("That would be below your minimum price of $9.50.");
  });

  it("stops at the item's minimum price and at the maximum price", () => {
    expect(adjustPrice({ ...item, minimum_price_cents: 901 }, down)).toMatchObject({ ok: false, reason: "minimum" });
    expect(adjustPrice({ ...item, minimum_price_cents: 900 }, down)).toEqual({ ok: true, to: 900 });
    const up = { direction: "increase", percent: 10 } as const;
    expect(adjustPrice({ ...item, minimum_price_cents: 5_000 }, up)).toEqual({ ok: true, to: 1_100 });
    expect(adjustPrice({ ...item, price_cents: MAX_PRICE_CENTS }, up)).toEqual({
      ok: false,
      reason: "maximum",
      message: `Prices can be up to ${formatCents(MAX_PRICE_CENTS)}.`,
    });
    const highest = { status: "active", price_cents: MAX_PRICE_CENTS, minimum_price_cents: null };
    expect(adjustPrice(highest, { direction: "decrease", percent: 0.000001 })).toEqual({
      ok: true,
      to: MAX_PRICE_CENTS,
    });
  });

  it("accepts a minimum above the price when the price does not change", () => {
    const odd = { status: "active", price_cents: 999, minimum_price_cents: 1_500 };
    expect(adjustPrice(odd, { direction: "decrease", percent: 0.01 })).toEqual({ ok: true, to: 999 });
  });
});

describe("bundleProblems", () => {
  const good: BundleTerms = {
    title: "Two",
    bundle_price_cents: 2_500,
    item_price_cents: [1_000, 2_000],
    collection_date: null,
  };
  const problems = (changed: Partial<BundleTerms>, kept: number | null = null) =>
    bundleProblems({ ...good, ...changed }, T0, kept).map(({ title, message }) => `${title}: ${message}`);

  it("reports each invalid field with its title and message", () => {
    expect(problems({})).toEqual([]);
    expect(problems({ item_price_cents: [9_000] })).toEqual([
      "Invalid Bundle: Please select at least 2 items for the bundle.",
    ]);
    expect(problems({ title: "   " })).toEqual(["Title Required: Please enter a bundle title."]);
    for (const bundle_price_cents of [null, 0, -1]) {
      expect(problems({ bundle_price_cents })).toEqual(["Invalid Price: Please enter a valid bundle price."]);
    }
    expect(problems({ bundle_price_cents: 3_000 })).toEqual([
      "Invalid Bundle Price: Bundle price must be less than the sum of individual item prices.",
    ]);
    expect(problems({ bundle_price_cents: 2_999 })).toEqual([]);
    expect(problems({ title: "", bundle_price_cents: 0, item_price_cents: [] })).toHaveLength(3);
    const fields = (changed: Partial<BundleTerms>) =>
      bundleProblems({ ...good, ...changed }, T0).map(({ field }) => field);
    expect(fields({ title: "", bundle_price_cents: 0, item_price_cents: [1_000], collection_date: T0 - 1 })).toEqual([
      "item_ids",
      "title",
      "bundle_price",
      "collection_date",
    ]);
    expect(fields({ bundle_price_cents: 3_000 })).toEqual(["bundle_price"]);
  });

  it("accepts collection dates from now to 210 days ahead, and an unchanged date at any time", () => {
    expect(problems({ collection_date: T0 })).toEqual([]);
    expect(problems({ collection_date: T0 + 210 * DAY })).toEqual([]);
    expect(problems({ collection_date: T0 - 1 })).toEqual(["Invalid Date: The pickup date can't be in the past."]);
    expect(problems({ collection_date: T0 + 210 * DAY + 1 })).toHaveLength(1);
    expect(problems({ collection_date: T0 - DAY }, T0 - DAY)).toEqual([]);
    expect(problems({ collection_date: null }, T0 - DAY)).toEqual([]);
  });
});

describe("item marked as sold", () => {
  const fresh = freshItem();
  const mark = { type: "mark_sold", sellerId: "seller", saleId: "hld_1", buyerId: null, orderId: null } as const;
  const undo = { type: "undo_sold", sellerId: "seller" } as const;
  const decide = (state: ItemState, command: AvailabilityCommand, now = T0) => {
    const decision = decideAvailability(state, command, now);
    return decision.ok ? decision.state : decision.reason;
  };
  const carry = (state: ItemState, command: AvailabilityCommand, now = T0): ItemState => {
    const result = decide(state, command, now);
    if (typeof result === "string") throw new Error(result);
    return result;
  };

  it("can be restored to its previous status for ten minutes, to the millisecond", () => {
    for (const status of ["active", "inactive"] as const) {
      const sold = carry({ ...fresh, status }, mark);
      expect(sold).toMatchObject({ status: "sold", sold_at: T0, order_id: null });
      expect(decide(sold, undo, T0 + 10 * MINUTE - 1)).toMatchObject({ status, sold_at: null, marked: null });
      expect(decide(sold, undo, T0 + 10 * MINUTE)).toBe("too_late");
    }
  });

  it("is refused for other users, and while the item is in payment, traded, sold, removed or held", () => {
    expect(decide(fresh, { ...mark, sellerId: "other" })).toBe("not_owner");
    expect(decide(fresh, { ...mark, buyerId: "seller" })).toBe("own_item");
    expect(decide({ ...fresh, status: "pending_payment" }, mark)).toBe("in_payment");
    expect(decide({ ...fresh, status: "pending" }, mark)).toBe("in_trade");
    expect(decide({ ...fresh, status: "sold" }, mark)).toBe("sold");
    expect(decide({ ...fresh, status: "removed" }, mark)).toBe("removed");
    const held = carry(fresh, { type: "reserve", userId: "b", kind: "cart", holdId: "hld_9" });
    expect(decide(held, mark)).toBe("held");
    expect(decide(held, { ...mark, buyerId: "c", orderId: "ord_1" })).toBe("held");
    expect(decide(held, { ...mark, buyerId: "b", orderId: "ord_1" })).toMatchObject({ hold: null, order_id: "ord_1" });
  });

  it("is idempotent, and never undoes an order of a buyer", () => {
    const sold = carry(fresh, mark);
    expect(decide(sold, mark, T0 + MINUTE)).toBe(sold);
    expect(decide(sold, { ...mark, saleId: "hld_2" })).toBe("sold");
    expect(decide(sold, { ...undo, sellerId: "other" })).toBe("not_owner");
    expect(decide(fresh, undo)).toBe(fresh);
    expect(decide({ ...fresh, status: "sold", sold_at: T0, order_id: "ord_1" }, undo)).toBe("sold");
  });

  it("creates a completed order, which is removed when it is undone", () => {
    const order = placeOutsideSale(
      orderFacts({
        buyer_id: "b",
        seller_id: "seller",
        payment_method: "outside",
        collection_date: T0,
        collection_ends_at: T0 + 3_600_000,
        collection_zone: "Australia/Melbourne",
        collection_summary: "Brunswick",
      }),
      T0,
    );
    expect(order).toMatchObject({ status: "completed", paid_at: T0, completed_at: T0, handover: null });
    expect(order).toMatchObject({ confirmations: [], strike_exempt: true });
    expect([isTraded(order), isTraded({ hold_id: "trd_1" }), isTraded({ hold_id: "hld_trd_" })]).toEqual([
      false,
      true,
      false,
    ]);
    const undone = undoOutsideSale(order, "seller", T0 + MINUTE);
    expect(undone).toMatchObject({ ok: true, order: { status: "cancelled", paid_at: null, completed_at: null } });
    if (undone.ok) {
      expect(undoOutsideSale(undone.order, "seller", T0 + DAY)).toEqual({ ok: true, order: undone.order });
    }
    expect(undoOutsideSale(order, "b", T0)).toEqual({ ok: false, reason: "not_yours" });
    expect(undoOutsideSale(order, "seller", T0 + 10 * MINUTE)).toEqual({ ok: false, reason: "too_late" });
    expect(undoOutsideSale({ ...order, payment_method: "free" }, "seller", T0)).toEqual({
      ok: false,
      reason: "wrong_state",
    });
  });
});

describe("seller statistics", () => {
  it("begin each day at midnight in Sydney, in summer and winter", () => {
    // 13:30 UTC is 00:30 in Sydney's summer, and 23:30 of the day before in its winter.
    for (const now of [Date.UTC(2026, 10, 21, 13, 30), Date.UTC(2026, 5, 21, 13, 30)]) {
      const days = activityDays(now);
      const today = Math.floor((now + days.offset) / DAY);
      expect(today - days.first).toBe(13);
      expect((days.since + days.offset) % DAY).toBe(0);
    }
    expect(activityDays(Date.UTC(2026, 10, 21, 13, 30)).offset).toBe(11 * 3_600_000);
    expect(activityDays(Date.UTC(2026, 5, 21, 13, 30)).offset).toBe(10 * 3_600_000);
  });

  it("fill in days without views and leave out older ones", () => {
    const days = activityDays(T0);
    const series = activityOf(days, [
      [days.first - 1, 9],
      [days.first, 2],
      [days.first + 13, 5],
    ]);
    expect(series).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5]);
  });

  it("cover twelve months without gaps, up to the current one", () => {
    // In Sydney it is already December.
    const now = Date.UTC(2026, 10, 30, 14);
    const months = lastMonths(now);
    expect(months.map((month) => month.month)).toEqual([
      ...["2026-01", "2026-02", "2026-03", "2026-04", "2026-05", "2026-06"],
      ...["2026-07", "2026-08", "2026-09", "2026-10", "2026-11", "2026-12"],
    ]);
    for (const [index, month] of months.entries()) {
      const next = months[index + 1];
      if (next) expect(month.to).toBe(next.from);
    }
    expect(months.at(-1)?.from).toBe(Date.UTC(2026, 10, 30, 13));
    expect(months[6]?.from).toBe(Date.UTC(2026, 5, 30, 14));
  });
});
