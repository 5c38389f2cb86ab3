import { afterEach, describe, expect, it, vi } from "vitest";
import {
  formatCollection,
  formatDate,
  formatDateTime,
  formatDay,
  formatMonth,
  formatPlaceTime,
  formatTime,
} from "../../web/lib/format.ts";
import { localTime } from "../../web/lib/local-time.ts";
import { ZONES } from "../support/zones.ts";

const HOUR = 3_600_000;

/** Every hour around the changes to and from daylight saving, and every 53 hours in between. */
function* instants(year: number): Generator<number> {
  for (const month of [3, 9]) {
    const start = Date.UTC(year, month, 1) - 24 * HOUR;
    for (let at = start; at < start + 9 * 24 * HOUR; at += HOUR) yield at;
  }
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += 53 * HOUR) yield at;
}

const options: Record<string, Intl.DateTimeFormatOptions> = {
  day: { weekday: "long", day: "numeric", month: "long" },
  date: { weekday: "short", day: "numeric", month: "short", year: "numeric" },
  month: { month: "short", year: "numeric" },
  time: { hour: "numeric", minute: "2-digit", hour12: true },
};

/** A no-break space keeps "4:47 pm" on one line. */
const unbroken = (time: string) => time.replace(" ", "\u00a0");

describe("localTime", () => {
  it.each(ZONES)("shows in %s the same as Intl, in every season", (timeZone) => {
    const iso = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
    for (const year of [2001, 2009, 2010, 2026, 2027, 2036]) {
      for (const at of instants(year)) {
        expect(`${localTime(at, timeZone)} for ${at}`).toBe(`${iso.format(at).replace(" ", "T")} for ${at}`);
      }
    }
  });

  it("uses the viewer's time zone when none is given", () => {
    const at = Date.UTC(2026, 10, 28, 3, 30);
    expect(formatTime(at)).toBe(unbroken(new Intl.DateTimeFormat("en-AU", options.time).format(at)));
  });

  it("refuses an unknown time zone", () => {
    expect(() => localTime(0, "Australia/Atlantis")).toThrow(RangeError);
  });
});

describe("formatted dates", () => {
  it("equal those of Intl for Australian English, in every month and at every hour", () => {
    const timeZone = "Australia/Melbourne";
    const intl = (name: string, at: number) =>
      new Intl.DateTimeFormat("en-AU", { ...options[name], timeZone }).format(at).replaceAll(",", "");
    for (let month = 0; month < 12; month++) {
      const at = Date.UTC(2026, month, 3 + month, month * 2, 7);
      expect(formatDay(at, timeZone)).toBe(intl("day", at));
      expect(formatDate(at, timeZone)).toBe(intl("date", at));
      expect(formatMonth(at, timeZone)).toBe(intl("month", at));
      expect(formatTime(at, timeZone)).toBe(unbroken(intl("time", at)));
    }
    expect(formatDateTime(Date.UTC(2026, 10, 28, 3, 30), timeZone)).toBe("Sat 28 Nov, 2:30\u00a0pm");
  });
});

describe("a time at the collection place", () => {
  afterEach(() => vi.unstubAllEnvs());
  const at = Date.UTC(2026, 10, 24, 17, 37);

  it("names the time zone when the viewer's clock shows another time", () => {
    vi.stubEnv("TZ", "Australia/Perth");
    expect(formatPlaceTime(at, "Australia/Hobart")).toBe("Wed 25 Nov, 4:37\u00a0am (Hobart time)");
    expect(formatCollection(at, "Australia/Hobart")).toBe("Wednesday 25 November, 4:37\u00a0am (Hobart time)");
  });

  it("does not name it when both clocks show the same time", () => {
    vi.stubEnv("TZ", "Australia/Sydney");
    expect(formatPlaceTime(at, "Australia/Hobart")).toBe("Wed 25 Nov, 4:37\u00a0am");
    expect(formatCollection(at, "Australia/Melbourne")).toBe("Wednesday 25 November, 4:37\u00a0am");
    vi.stubEnv("TZ", "Australia/Brisbane");
    expect(formatPlaceTime(at, "Australia/Sydney")).toContain("(Sydney time)");
    expect(formatPlaceTime(Date.UTC(2026, 6, 1), "Australia/Sydney")).not.toContain("Sydney");
  });
});
