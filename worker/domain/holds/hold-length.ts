import { MINUTE_MS } from "../deadlines.ts";

/** Formats the length of a hold or its remaining time: "10 minutes". */
export function holdLength(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}
