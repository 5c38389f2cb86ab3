import { localTime } from "#domain/time-zone";

/** Returns the local time of a time zone, or of this device, to the minute. Read it with the UTC getters. */
export function localClock(at: number, zone?: string): Date {
  return new Date(zone === undefined ? at - new Date(at).getTimezoneOffset() * 60_000 : localTime(at, zone));
}
