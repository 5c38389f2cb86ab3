import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  agreedCollectionDate,
  calendarDay,
  collectionAddress,
  collectionSummary,
  defaultCollectionDate,
  endOfSingleCollection,
} from "#domain/orders/collection";
import { localTime } from "#domain/time-zone";
import { runs } from "../support/property-runs.ts";
import { ZONES } from "../support/zones.ts";

const DAY = 86_400_000;
const DATE = Date.UTC(2026, 11, 10, 0);

describe("collectionAddress", () => {
  const buyer = {
    role: "buyer",
    collection_date: DATE,
    address: "1 Elm St",
    paid_at: null,
    completed_at: null,
  } as const;

  it("withholds the address until 24 hours before collection, and names that time only to a buyer who paid", () => {
    const now = DATE - 3 * DAY;
    expect(collectionAddress({ ...buyer, status: "payment_confirmed", now })).toEqual({
      address: null,
      state: "later",
      at: DATE - DAY,
    });
    expect(collectionAddress({ ...buyer, status: "awaiting_payment", now })).toEqual({
      address: null,
      state: "later",
      at: null,
    });
  });

  it("withholds the address until payment once the date is near", () => {
    const now = DATE - DAY;
    for (const status of ["awaiting_payment", "payment_pending_seller_confirmation", "disputed"] as const) {
      expect(collectionAddress({ ...buyer, status, now })).toEqual({ address: null, state: "after_payment", at: null });
    }
  });

  it("withholds the address during a dispute about a paid order, on any date", () => {
    for (const now of [DATE - 3 * DAY, DATE]) {
      const answer = collectionAddress({ ...buyer, status: "disputed", paid_at: DATE - 5 * DAY, now });
      expect(answer).toEqual({ address: null, state: "in_dispute", at: null });
    }
  });

  it("reports that the seller has not given an address", () => {
    const answer = collectionAddress({ ...buyer, address: "  ", status: "payment_confirmed", now: DATE - 3 * DAY });
    expect(answer).toEqual({ address: null, state: "from_seller", at: null });
  });

  it("withholds the address once the order is expired, cancelled or refunded", () => {
    for (const status of ["expired", "cancelled", "refunded"] as const) {
      expect(collectionAddress({ ...buyer, status, now: DATE }).state).toBe("no_longer");
      expect(collectionAddress({ ...buyer, status, now: DATE })).toMatchObject({ address: null, at: null });
    }
  });

  it("shows the address exactly 24 hours before collection, in every paid state", () => {
    for (const status of ["payment_confirmed", "completed"] as const) {
      const order = { ...buyer, address: " 1 Elm St ", status, completed_at: DATE };
      expect(collectionAddress({ ...order, now: DATE - DAY })).toEqual({
        address: "1 Elm St",
        state: "shown",
        at: null,
      });
      expect(collectionAddress({ ...order, now: DATE - DAY - 1 })).toEqual({
        address: null,
        state: "later",
        at: DATE - DAY,
      });
    }
  });

  it("always shows the address to the seller, who may not have given one", () => {
    const seller = { ...buyer, role: "seller" } as const;
    for (const status of ["awaiting_payment", "disputed", "payment_confirmed", "refunded", "completed"] as const) {
      const order = { ...seller, status, completed_at: 0, now: DATE - 9 * DAY };
      expect(collectionAddress(order)).toEqual({ address: "1 Elm St", state: "shown", at: null });
      expect(collectionAddress({ ...order, address: null })).toEqual({ address: null, state: "from_seller", at: null });
    }
  });

  it("withholds the address again seven days after completion", () => {
    const completed = { ...buyer, status: "completed", completed_at: DATE } as const;
    expect(collectionAddress({ ...completed, now: DATE + 7 * DAY - 1 }).address).toBe("1 Elm St");
    expect(collectionAddress({ ...completed, now: DATE + 7 * DAY })).toMatchObject({
      address: null,
      state: "no_longer",
    });
  });
});

describe("agreedCollectionDate", () => {
  it("returns the item's own date while it is in the future", () => {
    expect(agreedCollectionDate(DATE, DATE - 1, "Australia/Sydney")).toBe(DATE);
  });

  it("returns the morning seven days after the hold began when the item has no date or a past one", () => {
    // 11:07 pm on a Tuesday in Brisbane.
    const night = Date.UTC(2026, 10, 24, 13, 7);
    const morning = Date.UTC(2026, 11, 1, 0);
    expect(agreedCollectionDate(null, night, "Australia/Brisbane")).toBe(morning);
    expect(agreedCollectionDate(night, night, "Australia/Brisbane")).toBe(morning);
    // A hold an hour earlier or half an hour later that evening gets the same morning.
    expect(agreedCollectionDate(null, night - 3_600_000, "Australia/Brisbane")).toBe(morning);
    expect(agreedCollectionDate(null, night + 1_800_000, "Australia/Brisbane")).toBe(morning);
  });
});

describe("defaultCollectionDate", () => {
  const at = (text: string) => Date.parse(text);

  it("returns next Saturday, 10:00 at the place of collection", () => {
    expect(defaultCollectionDate(at("2026-11-25T03:00+11:00"), "Australia/Sydney")).toBe(at("2026-11-28T10:00+11:00"));
    // In Perth it is still Friday.
    expect(defaultCollectionDate(at("2026-11-28T01:00+11:00"), "Australia/Perth")).toBe(at("2026-11-28T10:00+08:00"));
    expect(defaultCollectionDate(at("2026-11-28T09:00+11:00"), "Australia/Sydney")).toBe(at("2026-12-05T10:00+11:00"));
    expect(defaultCollectionDate(at("2026-11-29T00:00+11:00"), "Australia/Sydney")).toBe(at("2026-12-05T10:00+11:00"));
  });

  it("keeps 10:00 across daylight saving changes", () => {
    // Summer time ends on Sunday 4 April 2027 and begins on Sunday 3 October 2027.
    expect(defaultCollectionDate(at("2027-04-03T23:30+11:00"), "Australia/Hobart")).toBe(at("2027-04-10T10:00+10:00"));
    expect(defaultCollectionDate(at("2027-10-02T23:30+10:00"), "Australia/Hobart")).toBe(at("2027-10-09T10:00+11:00"));
  });

  it.each(ZONES)("stays between 8:00 and 20:00 in %s, whenever the seller or the buyer is active", (zone) => {
    const moments = fc.integer({ min: at("2026-01-01T00:00Z"), max: at("2027-01-01T00:00Z") });
    const property = fc.property(moments, (now) => {
      for (const date of [defaultCollectionDate(now, zone), agreedCollectionDate(null, now, zone)]) {
        const hour = new Date(localTime(date, zone)).getUTCHours();
        expect(hour).toBeGreaterThanOrEqual(8);
        expect(hour).toBeLessThan(20);
        expect(date).toBeGreaterThan(now);
        expect(date).toBeLessThanOrEqual(now + 8 * DAY);
      }
    });
    fc.assert(property, { numRuns: runs(2_000) });
  });
});

describe("collectionSummary", () => {
  it("names suburb and city once each, else the seller's text, else that it is to be arranged", () => {
    expect(collectionSummary({ suburb: "Brunswick", city: "Melbourne" })).toBe("Brunswick, Melbourne");
    expect(collectionSummary({ suburb: "Hobart", city: "Hobart" })).toBe("Hobart");
    expect(collectionSummary({ suburb: null, city: " ", location: " Near the pier " })).toBe("Near the pier");
    expect(collectionSummary({ suburb: null, city: null, location: null })).toBe("To be arranged with seller");
  });
});

describe("calendarDay", () => {
  it("returns the day of the place, not of UTC", () => {
    const evening = Date.UTC(2026, 11, 9, 20);
    expect(calendarDay(evening, "Australia/Melbourne")).toBe("2026-12-10");
    expect(calendarDay(evening, "Australia/Perth")).toBe("2026-12-10");
    expect(calendarDay(evening, "UTC")).toBe("2026-12-09");
    expect(calendarDay(evening, "Nowhere/Town")).toBe("2026-12-09");
  });
});

describe("endOfSingleCollection", () => {
  it("gives a collection at one time half an hour", () => {
    expect(endOfSingleCollection(DATE)).toBe(DATE + 1_800_000);
  });
});
