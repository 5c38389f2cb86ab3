import { describe, expect, it } from "vitest";
import { agreedCollectionDate, calendarDay, collectionAddress, collectionSummary } from "#domain/collection";

const DAY = 86_400_000;
const DATE = Date.UTC(2026, 11, 10, 0);

describe("why an address is not there", () => {
  const buyer = {
    role: "buyer",
    collection_date: DATE,
    address: "1 Elm St",
    paid_at: null,
    completed_at: null,
  } as const;

  it("is the 24-hour rule while the date is further away, with the instant only once the order is paid", () => {
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

  it("is the payment once the date is near", () => {
    const now = DATE - DAY;
    for (const status of ["awaiting_payment", "payment_pending_seller_confirmation", "disputed"] as const) {
      expect(collectionAddress({ ...buyer, status, now })).toEqual({ address: null, state: "after_payment", at: null });
    }
  });

  it("is the dispute about what has been paid for, near the date and far from it", () => {
    for (const now of [DATE - 3 * DAY, DATE]) {
      const answer = collectionAddress({ ...buyer, status: "disputed", paid_at: DATE - 5 * DAY, now });
      expect(answer).toEqual({ address: null, state: "in_dispute", at: null });
    }
  });

  it("is that the seller has given none", () => {
    const answer = collectionAddress({ ...buyer, address: "  ", status: "payment_confirmed", now: DATE - 3 * DAY });
    expect(answer).toEqual({ address: null, state: "from_seller", at: null });
  });

  it("is that the deal is off", () => {
    for (const status of ["expired", "cancelled", "refunded"] as const) {
      expect(collectionAddress({ ...buyer, status, now: DATE }).state).toBe("no_longer");
      expect(collectionAddress({ ...buyer, status, now: DATE })).toMatchObject({ address: null, at: null });
    }
  });

  it("opens 24 hours before to the millisecond, in every state that has been paid", () => {
    for (const status of ["payment_confirmed", "shipped", "collection_arranged", "completed"] as const) {
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

  it("is never withheld from the seller, who may not have given one", () => {
    const seller = { ...buyer, role: "seller" } as const;
    for (const status of ["awaiting_payment", "disputed", "payment_confirmed", "refunded", "completed"] as const) {
      const order = { ...seller, status, completed_at: 0, now: DATE - 9 * DAY };
      expect(collectionAddress(order)).toEqual({ address: "1 Elm St", state: "shown", at: null });
      expect(collectionAddress({ ...order, address: null })).toEqual({ address: null, state: "from_seller", at: null });
    }
  });

  it("is that it was completed seven days ago", () => {
    const completed = { ...buyer, status: "completed", completed_at: DATE } as const;
    expect(collectionAddress({ ...completed, now: DATE + 7 * DAY - 1 }).address).toBe("1 Elm St");
    expect(collectionAddress({ ...completed, now: DATE + 7 * DAY })).toMatchObject({
      address: null,
      state: "no_longer",
    });
  });
});

describe("agreed collection date", () => {
  it("is the item's own while it lies ahead, else seven days after the hold began", () => {
    expect(agreedCollectionDate(DATE, DATE - 1)).toBe(DATE);
    expect(agreedCollectionDate(DATE, DATE)).toBe(DATE + 7 * DAY);
    expect(agreedCollectionDate(null, DATE)).toBe(DATE + 7 * DAY);
  });
});

describe("collection summary", () => {
  it("names suburb and city once each, then the seller's words, then that it is to be arranged", () => {
    expect(collectionSummary({ suburb: "Brunswick", city: "Melbourne" })).toBe("Brunswick, Melbourne");
    expect(collectionSummary({ suburb: "Hobart", city: "Hobart" })).toBe("Hobart");
    expect(collectionSummary({ suburb: null, city: " ", location: " Near the pier " })).toBe("Near the pier");
    expect(collectionSummary({ suburb: null, city: null, location: null })).toBe("To be arranged with seller");
  });
});

describe("calendar day", () => {
  it("is that of the place, not of UTC", () => {
    const evening = Date.UTC(2026, 11, 9, 20);
    expect(calendarDay(evening, "Australia/Melbourne")).toBe("2026-12-10");
    expect(calendarDay(evening, "Australia/Perth")).toBe("2026-12-10");
    expect(calendarDay(evening, "UTC")).toBe("2026-12-09");
    expect(calendarDay(evening, "Nowhere/Town")).toBe("2026-12-09");
  });
});
