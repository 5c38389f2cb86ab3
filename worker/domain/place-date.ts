import { zoneName } from "./zone-clock.ts";

/** "Saturday, 28 November 2026 at 2:30 pm (Hobart time)": an email is read anywhere, so the zone is always named (D55). */
export function placeDate(at: number, zone: string): string {
  const inZone = (timeZone: string) =>
    `${new Intl.DateTimeFormat("en-AU", { timeZone, dateStyle: "full", timeStyle: "short" }).format(at)} (${zoneName(timeZone)})`;
  try {
    return inZone(zone);
  } catch {
    // An unknown zone name must not stop an order from being written down.
    return inZone("Australia/Sydney");
  }
}
