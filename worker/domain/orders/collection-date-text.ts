import { SINGLE_COLLECTION_MS } from "../deadlines.ts";
import { zoneName } from "../time-zone.ts";

/**
 * Formats "Saturday, 28 November 2026 at 2:30 pm (Hobart time)", or both ends of a window, for emails that can be read
 * anywhere (D55).
 */
export function formatDateInZone(at: number, zone: string, endsAt = at): string {
  const inZone = (timeZone: string) => {
    const format = new Intl.DateTimeFormat("en-AU", { timeZone, dateStyle: "full", timeStyle: "short" });
    const text = endsAt - at > SINGLE_COLLECTION_MS ? format.formatRange(at, endsAt) : format.format(at);
    return `${text} (${zoneName(timeZone)})`;
  };
  try {
    return inZone(zone);
  } catch {
    // An unknown zone must not prevent an order.
    return inZone("Australia/Sydney");
  }
}
