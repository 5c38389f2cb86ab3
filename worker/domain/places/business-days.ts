/** Business days of a place: weekends and public holidays are left out (D80). */
import { DAY_MS } from "../deadlines.ts";
import { instantOfLocalTime, localTime } from "../time-zone.ts";
import holidays from "./public-holidays.json" with { type: "json" };
import { STATES } from "./states.ts";

/** A day counts as a holiday if one state of the zone has it: where two share a zone, the seller gets the longer time. */
function isBusinessDay(day: number, zone: string): boolean {
  const weekday = new Date(day).getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  const date = new Date(day).toISOString().slice(0, 10);
  return !STATES.some((state) => state.zone === zone && holidays.states[state.code].includes(date));
}

/** Returns the same time of day some business days later, by the clock of this zone. */
export function businessDaysLater(at: number, days: number, zone: string): number {
  let clock = localTime(at, zone);
  for (let left = days; left > 0; ) {
    clock += DAY_MS;
    if (isBusinessDay(clock, zone)) left -= 1;
  }
  return instantOfLocalTime(clock, zone);
}
