/** Between instants and the wall clock of a place, for `datetime-local` inputs. */
import { instantAtClock } from "#domain/zone-clock";
import { wallClock } from "./wall-clock.ts";

/** What a `datetime-local` input shows for an instant in that zone: "2026-11-28T14:30". */
export function localTime(instant: number, zone: string): string {
  return wallClock(instant, zone).toISOString().slice(0, 16);
}

const LOCAL = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/;

/** The instant meant by a wall-clock time in that zone; NaN when the text is no time. */
export function instantOf(local: string, zone: string): number {
  if (!LOCAL.test(local)) return Number.NaN;
  const asUtc = Date.parse(`${local.slice(0, 16)}:00Z`);
  return Number.isNaN(asUtc) ? Number.NaN : instantAtClock(asUtc, zone);
}
