import { zoneName } from "../time-zone.ts";

/** Formats "Saturday, 28 November 2026 at 2:30 pm (Hobart time)", for emails that can be read anywhere (D55). */
export function formatDateInZone(at: number, zone: string): string {
  const inZone = (timeZone: string) =>
    `${new Intl.DateTimeFormat("en-AU", { timeZone, dateStyle: "full", timeStyle: "short" }).format(at)} (${zoneName(timeZone)})`;
  try {
    return inZone(zone);
  } catch {
    // An unknown zone must not prevent an order.
    return inZone("Australia/Sydney");
  }
}
