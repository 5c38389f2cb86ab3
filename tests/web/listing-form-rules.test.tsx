import { describe, expect, it } from "vitest";
import {
  changedFields,
  type ItemFormValues,
  itemBody,
  itemFormSchema,
  startingValues,
} from "../../web/features/selling/listing-form/item-form-values.ts";
import { instantOfInput, localTime } from "../../web/lib/local-time.ts";
import { timeZoneOfPostcode } from "../../worker/domain/places/states.ts";
import cases from "./listing-form-rules.json" with { type: "json" };

const NOW = Date.UTC(2026, 10, 21, 1, 0);
const DAY = 86_400_000;

const complete: ItemFormValues = {
  ...startingValues(null, NOW),
  title: "Reid city bike",
  price: "240",
  category: "sports",
  condition: "good",
};

function problems(values: Partial<ItemFormValues>, storedDate: number | null = null): Record<string, string> {
  const result = itemFormSchema(() => NOW, { date: storedDate, windows: [] }).safeParse({ ...complete, ...values });
  const found: Record<string, string> = {};
  for (const issue of result.error?.issues ?? []) found[issue.path.join(".")] ??= issue.message;
  return found;
}

describe("itemFormSchema and itemBody", () => {
  it("accept a complete listing", () => {
    expect(problems({})).toEqual({});
  });

  it("name each required field that is missing", () => {
    const found = problems({ title: "", price: "", category: "", condition: "" });
    expect(found).toEqual({
      title: "Please enter a title of at least 3 characters.",
      price: "Enter an amount in dollars, such as 45 or 45.50.",
      category: "Please choose a category.",
      condition: "Please choose a condition.",
    });
  });

  it.each(cases.prices as [string, number][])("read %s as dollars", (typed, price) => {
    expect(problems({ price: typed })).toEqual({});
    expect(itemBody({ ...complete, price: typed }).price).toBe(price);
  });

  it.each(["1.200", "1.005", "-5", "1e3", "99999999"])("refuse %s as a price", (typed) => {
    expect(problems({ price: typed })).toHaveProperty("price");
  });

  it("send price 0 for a giveaway, whatever the price field contains", () => {
    expect(problems({ free: true, price: "nonsense" })).toEqual({});
    expect(itemBody({ ...complete, free: true, price: "80" }).price).toBe(0);
  });

  it("refuse a collection date in the past or more than 210 days ahead", () => {
    const at = (instant: number) => ({ collection_date: localTime(instant, complete.collection_zone) });
    expect(problems(at(NOW - 60_000))).toEqual({ collection_date: "The pickup date can't be in the past." });
    expect(problems(at(NOW + 209 * DAY))).toEqual({});
    expect(problems(at(NOW + 211 * DAY))).toEqual({
      collection_date: "The pickup date can be up to 210 days ahead.",
    });
    expect(problems({ collection_date: "" })).toEqual({});
  });

  it("say that a time does not exist on the night the clocks go forward (D110)", () => {
    const before = Date.parse("2027-09-20T00:00Z");
    const found = (values: object) => {
      const result = itemFormSchema(() => before).safeParse({ ...complete, ...values });
      return result.error?.issues.map(({ path, message }) => [path.join("."), message]);
    };
    const sydney = { collection_zone: "Australia/Sydney" };
    const says = "The clocks go forward that night, so 02:30 doesn't exist. Choose 03:30 or another time.";
    expect(found({ ...sydney, collection_date: "2027-10-03T02:30" })).toEqual([["collection_date", says]]);
    const windows = "2027-10-02T10:00/12:00 2027-10-03T02:30/05:00";
    expect(found({ ...sydney, collection_windows: windows })).toEqual([["collection_windows", says]]);
    for (const fine of ["2027-10-03T01:59", "2027-10-03T03:00"]) {
      expect(found({ ...sydney, collection_date: fine })).toBeUndefined();
    }
    expect(found({ collection_zone: "Australia/Brisbane", collection_date: "2027-10-03T02:30" })).toBeUndefined();
  });

  it("let an edit keep a collection date that has passed", () => {
    const passed = NOW - 3 * DAY;
    const typed = localTime(passed, complete.collection_zone);
    expect(problems({ collection_date: typed }, passed + 12_345)).toEqual({});
  });

  it("start with next Saturday, 10:00 at the seller's place (D54)", () => {
    const values = startingValues(
      {
        postcode: "6160",
        state_region: null,
        suburb: "Fremantle",
        city: "Perth",
        collection_address: "1 High St",
      } as never,
      NOW,
    );
    expect(values).toMatchObject({ collection_zone: "Australia/Perth", suburb: "Fremantle", city: "Perth" });
    expect(values.collection_date).toBe("2026-11-28T10:00");
    expect(instantOfInput(values.collection_date, values.collection_zone)).toBe(Date.parse("2026-11-28T10:00+08:00"));
  });

  it("merge tags that differ only in letter case, and refuse an eleventh", () => {
    expect(itemBody({ ...complete, tags: "Oak, oak , , solid  wood" }).tags).toEqual(["Oak", "solid wood"]);
    expect(problems({ tags: Array.from({ length: 11 }, (_, i) => `tag ${i}`).join(",") })).toEqual({
      tags: "Add up to 10 tags.",
    });
  });

  it("refuse a postcode that is not four digits and send an empty one as null", () => {
    expect(problems({ postcode: "30" })).toEqual({ postcode: "A postcode has 4 digits." });
    expect(itemBody({ ...complete, postcode: " " }).postcode).toBeNull();
  });

  it("send only the fields that an edit changed", () => {
    const before = itemBody(complete);
    expect(changedFields(before, itemBody({ ...complete, price: "240.00", title: " Reid city bike " }))).toEqual({});
    expect(changedFields(before, itemBody({ ...complete, price: "200" }))).toEqual({ price: 200 });
  });
});

describe("localTime and instantOfInput", () => {
  it("convert an instant there and back in every time zone and season", () => {
    for (const zone of ["Australia/Perth", "Australia/Adelaide", "Australia/Sydney", "Australia/Lord_Howe"]) {
      for (let day = 0; day < 365; day += 7) {
        const at = Date.UTC(2026, 0, 1, 5, 30) + day * DAY;
        expect(instantOfInput(localTime(at, zone), zone)).toBe(at);
      }
    }
  });

  it("use the hour after for a time skipped by daylight saving, and the first for one that repeats", () => {
    expect(localTime(instantOfInput("2026-10-04T02:30", "Australia/Melbourne"), "Australia/Melbourne")).toBe(
      "2026-10-04T03:30",
    );
    expect(instantOfInput("2026-04-05T02:30", "Australia/Melbourne")).toBe(Date.UTC(2026, 3, 4, 15, 30));
  });

  it("return NaN for an invalid time", () => {
    expect(instantOfInput("tomorrow", "Australia/Perth")).toBeNaN();
  });

  it("timeZoneOfPostcode knows the time zone of a postcode", () => {
    expect(["2600", "0800", "2880", "4000", "5000", "7000", "30"].map(timeZoneOfPostcode)).toEqual([
      "Australia/Sydney",
      "Australia/Darwin",
      "Australia/Broken_Hill",
      "Australia/Brisbane",
      "Australia/Adelaide",
      "Australia/Hobart",
      null,
    ]);
  });
});
