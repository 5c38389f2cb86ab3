import { describe, expect, it } from "vitest";
import {
  availabilityOf,
  isEditable,
  isNegotiable,
  joinTags,
  type ListingTerms,
  placeText,
  problemsOfTerms,
  splitTags,
  zoneOfState,
} from "#domain/listing";

const NOW = Date.UTC(2026, 9, 4, 12);
const DAY = 86_400_000;
const TERMS: ListingTerms = {
  price_cents: 5_000,
  negotiation_enabled: true,
  minimum_price_cents: 4_000,
  collection_date: NOW + 7 * DAY,
  collection_zone: "Australia/Melbourne",
};
const fieldsOf = (change: Partial<ListingTerms>, stored: ListingTerms | null = null) =>
  problemsOfTerms({ ...TERMS, ...change }, stored, NOW).map((problem) => problem.field);

describe("a listing's terms", () => {
  it("hold together as they stand", () => {
    expect(fieldsOf({})).toEqual([]);
  });

  it("want a minimum price above 0 and not above the price, in the specified words", () => {
    for (const minimum_price_cents of [0, -1, 5_001, null]) {
      expect(problemsOfTerms({ ...TERMS, minimum_price_cents }, null, NOW)).toEqual([
        { field: "minimum_price", message: "Please enter a valid minimum price." },
      ]);
    }
    expect(fieldsOf({ minimum_price_cents: 5_000 })).toEqual([]);
    expect(fieldsOf({ minimum_price_cents: 1 })).toEqual([]);
    expect(fieldsOf({ minimum_price_cents: null, negotiation_enabled: false })).toEqual([]);
    expect(fieldsOf({ minimum_price_cents: 0, negotiation_enabled: false })).toEqual(["minimum_price"]);
  });

  it("let a free item switch negotiation on without a minimum, to no effect", () => {
    const free = { ...TERMS, price_cents: 0, minimum_price_cents: null };
    expect(problemsOfTerms(free, null, NOW)).toEqual([]);
    expect(isNegotiable(free)).toBe(false);
  });

  it("bound the collection date: not past, at most 210 days ahead, and an old one may stay", () => {
    expect(fieldsOf({ collection_date: NOW })).toEqual([]);
    expect(fieldsOf({ collection_date: NOW - 1 })).toEqual(["collection_date"]);
    expect(fieldsOf({ collection_date: NOW + 210 * DAY })).toEqual([]);
    expect(fieldsOf({ collection_date: NOW + 210 * DAY + 1 })).toEqual(["collection_date"]);
    expect(fieldsOf({ collection_date: null })).toEqual([]);
    const passed = { ...TERMS, collection_date: NOW - DAY };
    expect(problemsOfTerms(passed, passed, NOW)).toEqual([]);
  });

  it("know Australia's zones and no others", () => {
    for (const zone of ["Australia/Perth", "Australia/Lord_Howe", "Australia/Canberra"]) {
      expect(fieldsOf({ collection_zone: zone })).toEqual([]);
    }
    for (const zone of ["Europe/Berlin", "UTC", "", "australia/perth", "constructor", "Australia/Atlantis"]) {
      expect(fieldsOf({ collection_zone: zone })).toEqual(["collection_zone"]);
    }
  });
});

it("takes the zone from the state, by code or name, else Melbourne", () => {
  expect(["WA", " queensland ", "nt", null, "Bavaria"].map(zoneOfState)).toEqual([
    "Australia/Perth",
    "Australia/Brisbane",
    "Australia/Darwin",
    "Australia/Melbourne",
    "Australia/Melbourne",
  ]);
});

it("writes a place once, with its state", () => {
  expect(placeText({ suburb: "Brunswick", city: "Melbourne" }, "Victoria")).toBe("Brunswick, Melbourne VIC");
  expect(placeText({ suburb: "Hobart", city: "Hobart" }, null)).toBe("Hobart");
  expect(placeText({ suburb: null, city: null }, "VIC")).toBeNull();
});

it("keeps tags apart through storage, without repeats and commas", () => {
  const stored = joinTags(["art deco", "Lamp", "lamp", "a,b", "  ", "brass"]);
  expect(splitTags(stored)).toEqual(["art deco", "Lamp", "a b", "brass"]);
  expect(splitTags("")).toEqual([]);
});

describe("how an item reads", () => {
  const held = { status: "active", holder_id: "acc_holder00", hold_until: NOW + 1 } as const;

  it("is reserved exactly until the hold runs out, cleaned up or not", () => {
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

  it("tells the holder, and nobody else, that it is theirs", () => {
    expect(availabilityOf(held, "acc_holder00", NOW).reserved_by_you).toBe(true);
    expect(availabilityOf(held, "acc_other000", NOW).reserved_by_you).toBe(false);
    expect(availabilityOf({ ...held, holder_id: null }, null, NOW).status).toBe("active");
  });

  it("shows no countdown for what is paid for or sold", () => {
    for (const status of ["pending_payment", "sold"] as const) {
      expect(availabilityOf({ ...held, status }, "acc_holder00", NOW)).toMatchObject({ status, reserved_until: null });
    }
  });

  it("may be edited before anybody committed to it", () => {
    expect((["active", "inactive", "pending", "pending_payment", "sold"] as const).filter(isEditable)).toEqual([
      "active",
      "inactive",
    ]);
  });
});
