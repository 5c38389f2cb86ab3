/** Holiday mode (D60): a seller's items leave the lists and cannot be held until the day the seller is back. */
import { DAY_MS } from "../deadlines.ts";
import { done, type Refusal, type Result, refuse } from "../result.ts";
import { instantOfLocalTime } from "../time-zone.ts";

/** A holiday ends on its own, so no seller stays hidden by a setting they forgot. */
export const HOLIDAY_MAX_DAYS = 180;

/** Days begin and end here, as for advertisements: sellers and buyers may be in different zones. */
export const HOLIDAY_ZONE = "Australia/Sydney";

/** Returns when a seller who is back on this calendar day ("2026-12-05") can sell again (UTC ms). */
export function returnFromHoliday(day: string, now: number): Result<number> {
  const until = instantOfLocalTime(Date.parse(`${day}T00:00:00Z`), HOLIDAY_ZONE);
  if (!(until > now)) return refuse("invalid", "Please choose a day after today.");
  if (until - now > HOLIDAY_MAX_DAYS * DAY_MS) {
    return refuse("invalid", "Please choose a day within the next six months.");
  }
  return done(until);
}

/** Returns when the seller's items can be bought again (UTC ms), or null when that is now. */
export function awayUntil(stored: number | null, now: number): number | null {
  return stored !== null && stored > now ? stored : null;
}

/** The refusal of a new hold while the seller is away. `details.until`: when it becomes possible (UTC ms). */
export function awayRefusal(until: number): Refusal {
  return refuse("item_unavailable", "The seller is on holiday. You can buy this item when they're back.", { until });
}
