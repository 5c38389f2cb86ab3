import { MINUTE_MS } from "./deadlines.ts";

/** "10 minutes": how long a hold lasts, in every sentence that says so. Staff set whole minutes, at least five. */
export function holdLength(ms: number): string {
  return `${Math.round(ms / MINUTE_MS)} minutes`;
}
