import { describe, expect, it } from "vitest";
import { instantOfLocalTime, localTime } from "#domain/time-zone";
import { ZONES } from "../support/zones.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Yields the minute around every clock change, the days beside it, and a few other times a month. */
function* instants(year: number): Generator<number> {
  for (const month of [3, 9]) {
    for (let day = 0; day < 8; day++) {
      // From one to four in the morning, anywhere in the country.
      const morning = Date.UTC(year, month, day, 14);
      for (let at = morning; at <= morning + 5 * HOUR; at += 30 * MINUTE) yield* [at - 1, at];
    }
  }
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += 10 * DAY + 7 * HOUR) yield at + 59_999;
}

describe("localTime", () => {
  it.each(ZONES)("matches Intl in %s, to the millisecond", (timeZone) => {
    const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
    for (const year of [2009, 2010, 2026, 2027, 2032]) {
      for (const at of instants(year)) {
        const shown = new Date(localTime(at, timeZone)).toISOString();
        const rest = new Date(at).toISOString().slice(-5);
        expect(`${shown} at ${at}`).toBe(`${format.format(at).replace(" ", "T")}${rest} at ${at}`);
      }
    }
  });

  it.each(ZONES)("is reversed by instantOfLocalTime in %s, which returns the first of a repeated hour", (zone) => {
    for (const at of instants(2027)) {
      const clock = localTime(at, zone);
      const back = instantOfLocalTime(clock, zone);
      expect(localTime(back, zone)).toBe(clock);
      expect([at, at - HOUR, at - HOUR / 2]).toContain(back);
    }
  });

  it("supports instants before 1970", () => {
    expect(localTime(-1, "Australia/Perth")).toBe(8 * HOUR - 1);
    expect(localTime(-MINUTE - 1, "Europe/London")).toBe(HOUR - MINUTE - 1);
  });

  it("throws for an unknown time zone", () => {
    expect(() => localTime(0, "Australia/Atlantis")).toThrow(RangeError);
  });
});
