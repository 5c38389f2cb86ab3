import { zoneClock } from "#domain/zone-clock";

/** The clock of a zone, or of this device: to be read by the UTC getters, to the minute. */
export function wallClock(at: number, zone?: string): Date {
  return new Date(zone === undefined ? at - new Date(at).getTimezoneOffset() * 60_000 : zoneClock(at, zone));
}
