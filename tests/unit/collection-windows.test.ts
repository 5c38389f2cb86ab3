import { describe, expect, it } from "vitest";
import {
  type CollectionWindow,
  chosenTime,
  collectionTimes,
  nextCollection,
  openWindows,
  timeMeant,
  windowsProblem,
} from "#domain/orders/collection-windows";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 24, 0);
const ZONE = "Australia/Melbourne";
const at = (hours: number, length = 2): CollectionWindow => ({
  from: NOW + hours * HOUR,
  until: NOW + (hours + length) * HOUR,
});
const problem = (windows: CollectionWindow[], stored: CollectionWindow[] = []) => windowsProblem(windows, stored, NOW);

describe("windowsProblem", () => {
  it("accepts up to six windows of 30 minutes to 4 hours that do not overlap", () => {
    expect(problem([])).toBeNull();
    expect(problem([at(24, 0.5), at(48, 4), at(52, 1), at(72), at(96), at(120)])).toBeNull();
  });

  it("refuses a seventh window", () => {
    expect(problem([1, 2, 3, 4, 5, 6, 7].map((day) => at(day * 24)))).toBe("You can offer up to 6 pickup times.");
  });

  it.each([0.49, 4.01, 0, -1])("refuses a window of %s hours", (length) => {
    expect(problem([at(24, length)])).toBe("Each pickup time must be between 30 minutes and 4 hours long.");
  });

  it("refuses windows that overlap, in any order", () => {
    expect(problem([at(25), at(24)])).toBe("Two of your pickup times overlap.");
  });

  it("refuses a window that has begun, unless the listing has it already", () => {
    expect(problem([at(-1)])).toBe("A pickup time can't be in the past.");
    expect(problem([at(-1), at(24)], [at(-1)])).toBeNull();
  });

  it("refuses a window more than 210 days ahead", () => {
    expect(problem([at(211 * 24)])).toMatch(/210 days/);
  });
});

describe("collectionTimes", () => {
  const item = { collection_date: at(24).from, collection_windows: [at(24), at(48)], collection_zone: ZONE };

  it("offers the windows that have not begun", () => {
    expect(collectionTimes(item, NOW)).toEqual([at(24), at(48)]);
    expect(collectionTimes(item, NOW + 25 * HOUR)).toEqual([at(48)]);
    expect(openWindows(item.collection_windows, NOW + 48 * HOUR)).toEqual([]);
  });

  it("offers the default time when all windows have begun, as for a past date", () => {
    const [only, ...more] = collectionTimes(item, NOW + 60 * HOUR);
    expect(more).toEqual([]);
    expect(only.from).toBeGreaterThan(NOW + 60 * HOUR + 6 * DAY);
    expect(only.until - only.from).toBe(HOUR / 2);
  });

  it("offers the item's one date for half an hour", () => {
    const date = NOW + 2 * DAY;
    const one = { collection_date: date, collection_windows: [], collection_zone: ZONE };
    expect(collectionTimes(one, NOW)).toEqual([{ from: date, until: date + HOUR / 2 }]);
  });
});

describe("nextCollection", () => {
  it("is the first window that has not begun, else the stored date", () => {
    const item = { collection_date: at(24).from, collection_windows: [at(24), at(48)] };
    expect(nextCollection(item, NOW + 25 * HOUR)).toBe(at(48).from);
    expect(nextCollection(item, NOW + 50 * HOUR)).toBe(at(24).from);
    expect(nextCollection({ collection_date: null, collection_windows: [] }, NOW)).toBeNull();
  });
});

describe("the chosen time", () => {
  const times = [at(24), at(28), at(48)] as const;

  it("is the first without a choice, and none when it is no longer offered", () => {
    expect(chosenTime(times, undefined)).toEqual(at(24));
    expect(chosenTime(times, at(48).from)).toEqual(at(48));
    expect(chosenTime(times, at(49).from)).toBeNull();
  });

  it("is the one meant by an instant, or by a day with a single time", () => {
    expect(timeMeant(times, at(28).from, ZONE)).toEqual(at(28));
    expect(timeMeant(times, new Date(at(48).from).toISOString(), ZONE)).toEqual(at(48));
    expect(timeMeant(times, "2026-11-26", ZONE)).toEqual(at(48));
    expect(timeMeant(times, undefined, ZONE)).toEqual(at(24));
  });

  it("is not guessed from a day with two times, or from another instant of that day", () => {
    expect(timeMeant(times, "2026-11-25", ZONE)).toBeNull();
    expect(timeMeant(times, at(25).from, ZONE)).toBeNull();
  });

  it("is the only time, whose day is compared later", () => {
    expect(timeMeant([at(24)], at(30).from, ZONE)).toEqual(at(24));
  });
});
