/** Local time in a time zone. Without `Intl` where the rule is known: its first use costs a phone sixty ms. */
import { DAY_MS, MINUTE_MS } from "./deadlines.ts";

interface Rule {
  /** Minutes ahead of UTC. */
  standard: number;
  /** Whether the zone has daylight saving. */
  summer: boolean;
}

const EAST: Rule = { standard: 600, summer: true };
const QUEENSLAND: Rule = { standard: 600, summer: false };
const CENTRE: Rule = { standard: 570, summer: true };

/** Time zones of collection places. All others use `Intl`, including Lord Howe with its half-hour change. */
const RULES: Record<string, Rule> = {
  "Australia/Sydney": EAST,
  "Australia/Melbourne": EAST,
  "Australia/Hobart": EAST,
  "Australia/Canberra": EAST,
  "Australia/Brisbane": QUEENSLAND,
  "Australia/Lindeman": QUEENSLAND,
  "Australia/Adelaide": CENTRE,
  "Australia/Broken_Hill": CENTRE,
  "Australia/Darwin": { standard: 570, summer: false },
  "Australia/Perth": { standard: 480, summer: false },
  "Australia/Eucla": { standard: 525, summer: false },
};

/** The rules apply since 2010; before that the states differed. */
const SINCE = Date.UTC(2010, 0);

/** Two in the morning on a month's first Sunday. */
function firstSunday(year: number, month: number): number {
  const first = new Date(Date.UTC(year, month, 1)).getUTCDay();
  return Date.UTC(year, month, 1 + ((7 - first) % 7), 2);
}

function byRule(at: number, { standard, summer }: Rule): number {
  const clock = at + standard * 60_000;
  if (!summer) return clock;
  const year = new Date(clock).getUTCFullYear();
  return clock >= firstSunday(year, 3) && clock < firstSunday(year, 9) ? clock : clock + 3_600_000;
}

function byIntl(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((entry) => entry.type === type)?.value);
  const minute = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"));
  return minute + (((at % MINUTE_MS) + MINUTE_MS) % MINUTE_MS);
}

/** Returns the local time of a zone at an instant, encoded as if it were UTC ms. */
export function localTime(at: number, zone: string): number {
  const rule = RULES[zone];
  return rule && at >= SINCE ? byRule(at, rule) : byIntl(at, zone);
}

/**
 * Returns the instant at which a zone shows this local time; the inverse of `localTime`. A local time skipped by
 * daylight saving means the hour after it; one that occurs twice means the first.
 */
export function instantOfLocalTime(clock: number, zone: string): number {
  // The offset depends on the result, and only the offsets of the days around it are possible.
  const offsets = [clock - DAY_MS, clock + DAY_MS].map((at) => localTime(at, zone) - at);
  const exact = offsets.map((offset) => clock - offset).filter((at) => localTime(at, zone) === clock);
  return exact.length > 0 ? Math.min(...exact) : clock - Math.min(...offsets);
}

/** Returns the display name of a zone: "Hobart time" for "Australia/Hobart". */
export function zoneName(zone: string): string {
  return `${(zone.split("/").at(-1) ?? zone).replaceAll("_", " ")} time`;
}
