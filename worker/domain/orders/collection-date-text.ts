import { SINGLE_COLLECTION_MS } from "../deadlines.ts";
import { localTime, zoneName } from "../time-zone.ts";
import type { CollectionWindow } from "./collection-windows.ts";

/** Made once per zone, because making one costs more than 100 uses. The zones are those of the collection places. */
const FORMATS = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = FORMATS.get(timeZone);
  format ??= new Intl.DateTimeFormat("en-AU", { timeZone, dateStyle: "full", timeStyle: "short" });
  FORMATS.set(timeZone, format);
  return format;
}

/**
 * Formats "Saturday, 28 November 2026 at 2:30 pm (Hobart time)", or both ends of a window, for emails that can be read
 * anywhere (D55).
 */
export function formatDateInZone(at: number, zone: string, endsAt = at): string {
  const inZone = (timeZone: string) => {
    const format = formatOf(timeZone);
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

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Returns "10 am" or "2:30 pm" of a local time encoded as UTC ms. */
function clockText(local: Date): string {
  const [hour, minute] = [local.getUTCHours(), local.getUTCMinutes()];
  return `${hour % 12 || 12}${minute === 0 ? "" : `:${String(minute).padStart(2, "0")}`} ${hour < 12 ? "am" : "pm"}`;
}

/** Formats "Sat 28 Nov, 10 am", or "Sat 28 Nov, 10 am–12 pm" of a window, in the zone of the place, for plain text. */
export function shortCollectionTime({ from, until }: CollectionWindow, zone: string): string {
  const [start, end] = [new Date(localTime(from, zone)), new Date(localTime(until, zone))];
  const day = `${DAYS[start.getUTCDay()]} ${start.getUTCDate()} ${MONTHS[start.getUTCMonth()]}`;
  if (until - from <= SINGLE_COLLECTION_MS) return `${day}, ${clockText(start)}`;
  const first = clockText(start);
  const last = clockText(end);
  return `${day}, ${first.slice(-2) === last.slice(-2) ? first.slice(0, -3) : first}–${last}`;
}
