import { describe, expect, it } from "vitest";
import { instantAtClock, zoneClock } from "#domain/zone-clock";
import { ZONES } from "../support/zones.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The minute around every change of the clocks, the days beside it, and a few times a month else. */
function* instants(year: number): Generator<number> {
  for (const month of [3, 9]) {
    for (let day = 0; day < 8; day++) {
      // From one in the morning to four, wherever in the country.
      const morning = Date.UTC(year, month, day, 14);
      for (let at = morning; at <= morning + 5 * HOUR; at += 30 * MINUTE) yield* [at - 1, at];
    }
  }
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += 10 * DAY + 7 * HOUR) yield at + 59_999;
}

describe("the clock of a zone", () => {
  it.each(ZONES)("shows in %s what Intl says it shows, to the millisecond", (timeZone) => {
    const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
    for (const year of [2009, 2010, 2026, 2027, 2032]) {
      for (const at of instants(year)) {
        const shown = new Date(zoneClock(at, timeZone)).toISOString();
        const rest = new Date(at).toISOString().slice(-5);
        expect(`${shown} at ${at}`).toBe(`${format.format(at).replace(" ", "T")}${rest} at ${at}`);
      }
    }
  });

  it.each(ZONES)("leads back to the instant in %s, to the first of an hour that comes twice", (zone) => {
    for (const at of instants(2027)) {
      const clock = zoneClock(at, zone);
      const back = instantAtClock(clock, zone);
      expect(zoneClock(back, zone)).toBe(clock);
      expect([at, at - HOUR, at - HOUR / 2]).toContain(back);
    }
  });

  it("is that of an instant before 1970 too", () => {
    expect(zoneClock(-1, "Australia/Perth")).toBe(8 * HOUR - 1);
    expect(zoneClock(-MINUTE - 1, "Europe/London")).toBe(HOUR - MINUTE - 1);
  });

  it("is refused for a zone that does not exist", () => {
    expect(() => zoneClock(0, "Australia/Atlantis")).toThrow(RangeError);
  });
});
