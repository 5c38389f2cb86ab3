/** Texts made from values: money, dates in the zone of the collection place, time left, names. One place, en-AU. */
import { dollarsToCents, formatCents } from "#domain/money";
import * as words from "./words.ts";

/** Decimal dollars of the wire as shown: "$240", "$19.50". */
export function formatDollars(dollars: number): string {
  return formatCents(dollarsToCents(dollars) ?? Math.round(dollars * 100));
}

/** Price as a tag: "Free" when it is 0 (§3). */
export function formatPrice(dollars: number): string {
  return dollars === 0 ? words.free : formatDollars(dollars);
}

// Making a formatter costs more than formatting a hundred dates with it.
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(style: string, options: Intl.DateTimeFormatOptions, zone?: string): Intl.DateTimeFormat {
  const key = `${style}|${zone ?? ""}`;
  let known = formatters.get(key);
  if (!known) {
    known = new Intl.DateTimeFormat("en-AU", zone ? { ...options, timeZone: zone } : options);
    formatters.set(key, known);
  }
  return known;
}

/** "Sat 28 Nov 2026". Give the collection zone for collection dates, nothing for the reader's own. */
export function formatDate(at: number, zone?: string): string {
  return formatter("date", { weekday: "short", day: "numeric", month: "short", year: "numeric" }, zone)
    .format(at)
    .replaceAll(",", "");
}

/** "Saturday 28 November". */
export function formatDay(at: number, zone?: string): string {
  return formatter("day", { weekday: "long", day: "numeric", month: "long" }, zone).format(at).replaceAll(",", "");
}

/** "Sat 28 Nov, 2:30 pm". */
export function formatDateTime(at: number, zone?: string): string {
  return `${formatter("short", { weekday: "short", day: "numeric", month: "short" }, zone).format(at).replaceAll(",", "")}, ${formatTime(at, zone)}`;
}

/** "2:30 pm". */
export function formatTime(at: number, zone?: string): string {
  return formatter("time", { hour: "numeric", minute: "2-digit", hour12: true }, zone).format(at);
}

/** "Mar 2024", for "member since". */
export function formatMonth(at: number, zone?: string): string {
  return formatter("month", { month: "short", year: "numeric" }, zone).format(at);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "just now", "5 minutes ago", "3 days ago", "2 months ago". */
export function formatAge(at: number, now: number): string {
  const passed = Math.max(0, now - at);
  if (passed < MINUTE) return words.justNow;
  if (passed < HOUR) return words.ago(Math.floor(passed / MINUTE), "minute");
  if (passed < DAY) return words.ago(Math.floor(passed / HOUR), "hour");
  if (passed < 30 * DAY) return words.ago(Math.floor(passed / DAY), "day");
  if (passed < 365 * DAY) return words.ago(Math.floor(passed / (30 * DAY)), "month");
  return words.ago(Math.floor(passed / (365 * DAY)), "year");
}

/** Time left as a clock under an hour ("7:43"), in words above ("2 h 14 min", "3 days 4 h"). Never negative. */
export function formatTimeLeft(ms: number): string {
  // Rounded up, so that "0:00" appears exactly when the time is over and not a second before.
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (seconds < 86_400) return words.hoursLeft(Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60));
  return words.daysLeft(Math.floor(seconds / 86_400), Math.floor((seconds % 86_400) / 3_600));
}

/** "Maya Reyes" → "MR", for the avatar. */
export function initials(name: string): string {
  const parts = name
    .trim()
    .split(/[\s@.]+/u)
    .filter(Boolean);
  const letters = [parts[0], parts.length > 1 ? parts.at(-1) : undefined].map((word) => (word ? [...word][0] : ""));
  return letters.join("").toLocaleUpperCase("en-AU") || "?";
}
