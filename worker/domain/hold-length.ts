import { MINUTE_MS } from "./deadlines.ts";

/** "10 minutes": how long a hold lasts, or what is left of it, for every sentence that says so. */
export function holdLength(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}
