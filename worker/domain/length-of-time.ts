import { DAY_MS, HOUR_MS, MINUTE_MS } from "./deadlines.ts";

/** Says a limit in its largest whole unit: "10 minutes", "24 hours", "3 days". One day is "24 hours". */
export function lengthText(ms: number): string {
  const say = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`;
  if (ms % DAY_MS === 0 && ms > DAY_MS) return say(ms / DAY_MS, "day");
  if (ms % HOUR_MS === 0) return say(ms / HOUR_MS, "hour");
  return say(Math.round(ms / MINUTE_MS), "minute");
}
