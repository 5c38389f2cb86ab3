/** Converts between instants and local times of a time zone, for `datetime-local` inputs. */
import type { CollectionWindow } from "#domain/orders/collection-windows";
import { instantOfLocalTime, localTime as localTimeOf } from "#domain/time-zone";

/** Returns an instant as a `datetime-local` value in the given time zone: "2026-11-28T14:30". */
export function localTime(instant: number, zone: string): string {
  return new Date(localTimeOf(instant, zone)).toISOString().slice(0, 16);
}

const LOCAL = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/;

/** Returns the instant of a local time in the given time zone; NaN when the text is not a time. */
export function instantOfInput(local: string, zone: string): number {
  if (!LOCAL.test(local)) return Number.NaN;
  const asUtc = Date.parse(`${local.slice(0, 16)}:00Z`);
  return Number.isNaN(asUtc) ? Number.NaN : instantOfLocalTime(asUtc, zone);
}

/** Says that a local time does not exist, because the clocks go forward over it; null for all others. */
export function skippedTime(local: string, zone: string): string | null {
  const instant = instantOfInput(local, zone);
  if (Number.isNaN(instant)) return null;
  const [day, shown = ""] = localTime(instant, zone).split("T");
  if (local.startsWith(`${day}T${shown}`)) return null;
  return `The clocks go forward that night, so ${local.slice(11, 16)} doesn't exist. Choose ${shown} or another time.`;
}

/** A window as typed: local times at the place, each possibly empty. */
export interface TypedWindow {
  day: string;
  from: string;
  until: string;
}

/** Returns a typed window as instants; NaN where something is missing. */
export const windowOfTyped = ({ day, from, until }: TypedWindow, zone: string): CollectionWindow => ({
  from: instantOfInput(`${day}T${from}`, zone),
  until: instantOfInput(`${day}T${until}`, zone),
});

export function typedWindow({ from, until }: CollectionWindow, zone: string): TypedWindow {
  const [day = "", start = ""] = localTime(from, zone).split("T");
  return { day, from: start, until: localTime(until, zone).slice(11) };
}
