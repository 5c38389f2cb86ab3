import { describe, expect, it } from "vitest";
import {
  availabilityOf,
  defaultTimeZone,
  formatPlace,
  isEditable,
  isNegotiable,
  joinTags,
  type ListingTerms,
  splitTags,
  termsProblems,
} from "#domain/items/listing";

const NOW = Date.UTC(2026, 9, 4, 12);
const DAY = 86_400_000;
const TERMS: ListingTerms = {
  price_cents: 5_000,
  negotiation_enabled: true,
  minimum_price_cents: 4_000,
  collection_windows: [],
  decline_below_cents: null,
  collection_date: NOW + 7 * DAY,
  collection_zone: "Australia/Melbourne",
};
const fieldsOf = (change: Partial<ListingTerms>, stored: ListingTerms | null = null) =>
  termsProblems({ ...TERMS, ...change }, stored, NOW).map((problem) => problem.field);

describe("termsProblems", () => {
  it("finds nothing wrong with valid terms", () => {
    expect(fieldsOf({})).toEqual([]);
  });

  it("requires a minimum price above 0 and not above the price", () => {
    for (const minimum_price_cents of [0, -1, 5_001, null]) {
      expect(termsProblems({ ...TERMS, minimum_price_cents }, null, NOW)).toEqual([
        { field: "minimum_price", message: "Please enter a valid minimum price." },
      ]);
    }
    expect(fieldsOf({ minimum_price_cents: 5_000 })).toEqual([]);
    expect(fieldsOf({ minimum_price_cents: 1 })).toEqual([]);
    expect(fieldsOf({ minimum_price_cents: null, negotiation_enabled: false })).toEqual([]);
    expect(fieldsOf({ minimum_price_cents: 0, negotiation_enabled: false })).toEqual(["minimum_price"]);
  });

  it("ignores negotiation on a free item", () => {
    const free = { ...TERMS, price_cents: 0, minimum_price_cents: null };
    expect(termsProblems(free, null, NOW)).toEqual([]);
    expect(isNegotiable(free)).toBe(false);
  });

  it("accepts collection dates from now to 210 days ahead, and an unchanged past date", () => {
    expect(fieldsOf({ collection_date: NOW })).toEqual([]);
    expect(fieldsOf({ collection_date: NOW - 1 })).toEqual(["collection_date"]);
    expect(fieldsOf({ collection_date: NOW + 210 * DAY })).toEqual([]);
    expect(fieldsOf({ collection_date: NOW + 210 * DAY + 1 })).toEqual(["collection_date"]);
    expect(fieldsOf({ collection_date: null })).toEqual([]);
    const passed = { ...TERMS, collection_date: NOW - DAY };
    expect(termsProblems(passed, passed, NOW)).toEqual([]);
  });

  it("accepts Australian time zones only", () => {
    for (const zone of ["Australia/Perth", "Australia/Lord_Howe", "Australia/Canberra"]) {
      expect(fieldsOf({ collection_zone: zone })).toEqual([]);
    }
    for (const zone of ["Europe/Berlin", "UTC", "", "australia/perth", "constructor", "Australia/Atlantis"]) {
      expect(fieldsOf({ collection_zone: zone })).toEqual(["collection_zone"]);
    }
  });
});

it("defaultTimeZone reads the state by code or name, else returns Melbourne", () => {
  expect(["WA", " queensland ", "nt", null, "Bavaria"].map(defaultTimeZone)).toEqual([
    "Australia/Perth",
    "Australia/Brisbane",
    "Australia/Darwin",
    "Australia/Melbourne",
    "Australia/Melbourne",
  ]);
});

it("formatPlace names a place once, with its state", () => {
  expect(formatPlace({ suburb: "Brunswick", city: "Melbourne" }, "Victoria")).toBe("Brunswick, Melbourne VIC");
  expect(formatPlace({ suburb: "Hobart", city: "Hobart" }, null)).toBe("Hobart");
  expect(formatPlace({ suburb: null, city: null }, "VIC")).toBeNull();
});

it("joinTags and splitTags round-trip tags, without repeats and commas", () => {
  const stored = joinTags(["art deco", "Lamp", "lamp", "a,b", "  ", "brass"]);
  expect(splitTags(stored)).toEqual(["art deco", "Lamp", "a b", "brass"]);
  expect(splitTags("")).toEqual([]);
});

describe("availabilityOf", () => {
  const held = { status: "active", holder_id: "acc_holder00", hold_until: NOW + 1 } as const;

  it("is reserved exactly until the hold ends, whether or not it has been cleaned up", () => {
    expect(availabilityOf(held, null, NOW)).toEqual({
      status: "reserved",
      reserved_until: NOW + 1,
      reserved_by_you: false,
    });
    expect(availabilityOf(held, null, NOW + 1)).toEqual({
      status: "active",
      reserved_until: null,
      reserved_by_you: false,
    });
  });

  it("marks the hold as the viewer's own for its holder only", () => {
    expect(availabilityOf(held, "acc_holder00", NOW).reserved_by_you).toBe(true);
    expect(availabilityOf(held, "acc_other000", NOW).reserved_by_you).toBe(false);
    expect(availabilityOf({ ...held, holder_id: null }, null, NOW).status).toBe("active");
  });

  it("shows no countdown for a paid or sold item", () => {
    for (const status of ["pending_payment", "sold"] as const) {
      expect(availabilityOf({ ...held, status }, "acc_holder00", NOW)).toMatchObject({ status, reserved_until: null });
    }
  });

  it("allows edits only before a buyer commits", () => {
    expect((["active", "inactive", "pending", "pending_payment", "sold"] as const).filter(isEditable)).toEqual([
      "active",
      "inactive",
    ]);
  });
});
