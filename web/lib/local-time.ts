/** Between instants and the wall clock of a place, for `datetime-local` inputs. */
import { wallClock } from "./wall-clock.ts";

/** What a `datetime-local` input shows for an instant in that zone: "2026-11-28T14:30". */
export function localTime(instant: number, zone: string): string {
  return wallClock(instant, zone).toISOString().slice(0, 16);
}

const LOCAL = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/;

/** Minutes the zone is ahead of UTC at an instant. */
function offsetAt(instant: number, zone: string): number {
  const minute = Math.floor(instant / 60_000) * 60_000;
  return (Date.parse(`${localTime(minute, zone)}:00Z`) - minute) / 60_000;
}

/**
 * The instant meant by a wall-clock time in that zone; NaN when the text is no time. An hour that a
 * daylight-saving change skips means the hour after it, one that comes twice means its first.
 */
export function instantOf(local: string, zone: string): number {
  if (!LOCAL.test(local)) return Number.NaN;
  const asUtc = Date.parse(`${local.slice(0, 16)}:00Z`);
  if (Number.isNaN(asUtc)) return Number.NaN;
  // The offset is that of the answer, which is not known yet: the two offsets around it are the only candidates.
  const offsets = [offsetAt(asUtc - 86_400_000, zone), offsetAt(asUtc + 86_400_000, zone)];
  const exact = offsets
    .map((offset) => asUtc - offset * 60_000)
    .filter((at) => localTime(at, zone) === local.slice(0, 16));
  return exact.length > 0 ? Math.min(...exact) : asUtc - Math.min(...offsets) * 60_000;
}
