import { DEFAULT_HOLD_MS, MINUTE_MS } from "#domain/deadlines";

const MINUTES = DEFAULT_HOLD_MS / MINUTE_MS;

/** Returns what matches the countdown of a hold in its first minute: "Available in 9:58". */
export const newHold = (before: string) => new RegExp(`${before} (${MINUTES}:00|${MINUTES - 1}:\\d\\d)`);
