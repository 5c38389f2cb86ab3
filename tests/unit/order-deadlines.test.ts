import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/deadlines";
import {
  canPlace,
  confirmationDeadline,
  deniedDeadline,
  leavesTime,
  type PrepaidMethod,
  paymentDeadline,
} from "#domain/orders/order-deadlines";

import { DEFAULT_SITE_SETTINGS, SITE_NUMBERS, type SiteNumber, timeLimitsOf } from "#domain/site/site-settings";
import { DEFAULT_TIME_LIMITS } from "#domain/time-limits";
import holidays from "../../worker/domain/places/public-holidays.json" with { type: "json" };

const COLLECTION = Date.UTC(2026, 10, 25, 0);
const PICKUP = { collection_date: COLLECTION, collection_zone: "Australia/Melbourne" };
const METHODS: PrepaidMethod[] = ["bank_transfer", "crypto", "stripe"];

describe("leavesTime", () => {
  it.each([
    ["bank_transfer", 25 * HOUR_MS],
    ["crypto", 2 * HOUR_MS],
    ["stripe", 15 * MINUTE_MS],
  ] as const)("offers %s until too little time is left before the collection", (method, least) => {
    expect(leavesTime(method, COLLECTION, COLLECTION - least)).toBe(true);
    expect(leavesTime(method, COLLECTION, COLLECTION - least + 1)).toBe(false);
  });
});

describe("canPlace", () => {
  it("allows a bank transfer until a day before the collection, and a sent one until an hour before", () => {
    const at = (before: number, evidence: boolean) =>
      canPlace("bank_transfer", COLLECTION, COLLECTION - before, { evidence });
    expect([at(DAY_MS + 1, false), at(DAY_MS, false)]).toEqual([true, false]);
    expect([at(HOUR_MS + 1, true), at(HOUR_MS, true)]).toEqual([true, false]);
  });
});

/** Any settings that staff may choose. */
const clocks = fc
  .record(
    Object.fromEntries(
      (Object.keys(SITE_NUMBERS) as SiteNumber[]).map((name) => [
        name,
        fc.integer({ min: SITE_NUMBERS[name].min, max: SITE_NUMBERS[name].max }),
      ]),
    ) as Record<SiteNumber, fc.Arbitrary<number>>,
  )
  .map((numbers) => timeLimitsOf({ ...DEFAULT_SITE_SETTINGS, numbers }));

describe("deadlines of an order", () => {
  it("never end after the collection, for any settings and times", () => {
    fc.assert(
      fc.property(
        clocks,
        fc.constantFrom(...METHODS),
        fc.integer({ min: 1, max: 20 * DAY_MS }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (set, method, before, part) => {
          const placed = COLLECTION - before;
          if (!canPlace(method, COLLECTION, placed, { evidence: false })) return;
          const payBy = paymentDeadline(method, COLLECTION, placed, set);
          expect(payBy).toBeGreaterThan(placed);
          expect(payBy).toBeLessThanOrEqual(COLLECTION);
          if (method === "stripe") return;
          const sent = placed + Math.floor((payBy - 1 - placed) * part);
          const confirmBy = confirmationDeadline(PICKUP, sent, set);
          expect(confirmBy).toBeLessThanOrEqual(COLLECTION);
          expect(confirmBy - sent).toBeGreaterThanOrEqual(HOUR_MS);
          const denied = sent + Math.floor((confirmBy - 1 - sent) * part);
          const again = deniedDeadline(COLLECTION, denied, set);
          if (again === null) return;
          expect(again).toBeGreaterThan(denied);
          expect(confirmationDeadline(PICKUP, again - 1, set)).toBeLessThanOrEqual(COLLECTION);
        },
      ),
    );
  });

  it("give the seller of an order from before this rule an hour to answer", () => {
    expect(confirmationDeadline(PICKUP, COLLECTION + DAY_MS, DEFAULT_TIME_LIMITS)).toBe(COLLECTION + DAY_MS + HOUR_MS);
  });

  it.each([
    ["over a weekend", "Australia/Sydney", "2026-11-28T10:10Z", "2026-12-01T10:10Z"],
    ["from a weekday", "Australia/Perth", "2026-11-30T02:00Z", "2026-12-02T02:00Z"],
    ["over Christmas and its substitute day", "Australia/Melbourne", "2026-12-24T00:00Z", "2026-12-30T00:00Z"],
    ["over a holiday of one state", "Australia/Melbourne", "2026-11-02T00:00Z", "2026-11-05T00:00Z"],
    ["on that day in another state", "Australia/Brisbane", "2026-11-02T00:00Z", "2026-11-04T00:00Z"],
    ["over the change of the clock", "Australia/Sydney", "2026-10-02T01:00Z", "2026-10-07T00:00Z"],
    ["never past the pickup", "Australia/Sydney", "2026-12-18T01:00Z", "2026-12-19T00:00Z", "2026-12-19T00:00Z"],
  ])("count business days (D80): %s", (_, collection_zone, from, to, pickup = "2027-06-01T00:00Z") => {
    const order = { collection_date: Date.parse(pickup), collection_zone };
    const deadline = confirmationDeadline(order, Date.parse(from), DEFAULT_TIME_LIMITS);
    expect(new Date(deadline).toISOString()).toBe(new Date(to).toISOString());
  });

  it("know the public holidays for another year", () => {
    expect(Date.parse(holidays.last_day)).toBeGreaterThan(Date.now() + 365 * DAY_MS);
  });
});
