/** Formats money, dates in the time zone of the collection place, remaining time and names, all in en-AU. */
import { SINGLE_COLLECTION_MS } from "#domain/deadlines";
import { dollarsToCents, formatCents } from "#domain/money";
import type { CollectionWindow } from "#domain/orders/collection-windows";
import { localTime, zoneName } from "#domain/time-zone";

const count = (n: number, unit: string) => `${n} ${unit}${n === 1 ? "" : "s"}`;

/** With a no-break space, so that a line break cannot separate "4:47" from "pm". */
const clockText = (hour: number, minute: number) =>
  `${hour % 12 || 12}:${String(minute).padStart(2, "0")}\u00a0${hour < 12 ? "am" : "pm"}`;
const ago = (n: number, unit: "minute" | "hour" | "day" | "month" | "year") => `${count(n, unit)} ago`;
const hoursLeft = (hours: number, minutes: number) => `${hours} h ${minutes} min`;
const daysLeft = (days: number, hours: number) => `${count(days, "day")} ${hours} h`;

/** Formats decimal dollars of the API: "$240", "$19.50". */
export function formatDollars(dollars: number): string {
  return formatCents(dollarsToCents(dollars) ?? Math.round(dollars * 100));
}

/** Formats a price: "Free" when it is 0. */
export function formatPrice(dollars: number): string {
  return dollars === 0 ? "Free" : formatDollars(dollars);
}

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** "Jan" to "Dec", with "June", "July" and "Sept" as Australians write them. */
const shortMonth = (month: string) => (month.length <= 4 ? month : month.slice(0, month === "September" ? 4 : 3));

/**
 * Returns the parts of a time in the given time zone, or in the device's own. Not with `Intl`: creating its first format
 * blocks a phone for sixty ms while the page starts, and browsers differ in the names and their order, but the server's
 * markup must equal the browser's.
 */
function partsOf(at: number, zone: string | undefined) {
  const clock = new Date(zone === undefined ? at - new Date(at).getTimezoneOffset() * 60_000 : localTime(at, zone));
  const weekday = WEEKDAYS[clock.getUTCDay()] ?? "";
  const month = MONTHS[clock.getUTCMonth()] ?? "";
  return { clock, weekday, day: clock.getUTCDate(), month, year: clock.getUTCFullYear() };
}

/** "Sat 28 Nov". */
export function formatShortDay(at: number, zone?: string): string {
  const { weekday, day, month } = partsOf(at, zone);
  return `${weekday.slice(0, 3)} ${day} ${shortMonth(month)}`;
}

/** "Sat 28 Nov 2026". Pass the collection time zone for collection dates; omit it for the device's own. */
export function formatDate(at: number, zone?: string): string {
  return `${formatShortDay(at, zone)} ${partsOf(at, zone).year}`;
}

/** "Saturday 28 November". */
export function formatDay(at: number, zone?: string): string {
  const { weekday, day, month } = partsOf(at, zone);
  return `${weekday} ${day} ${month}`;
}

/** "Sat 28 Nov, 2:30 pm". */
export function formatDateTime(at: number, zone?: string): string {
  return `${formatShortDay(at, zone)}, ${formatTime(at, zone)}`;
}

/** "2:30 pm". */
export function formatTime(at: number, zone?: string): string {
  const { clock } = partsOf(at, zone);
  return clockText(clock.getUTCHours(), clock.getUTCMinutes());
}

/** " (Hobart time)" when the device's clock differs from the place's at that moment, else "" (D55). */
export function zoneNote(at: number, zone: string): string {
  return formatDateTime(at, zone) === formatDateTime(at) ? "" : ` (${zoneName(zone)})`;
}

/** "Sat 28 Nov, 2:30 pm" in the collection time zone. */
export function formatPlaceTime(at: number, zone: string): string {
  return `${formatDateTime(at, zone)}${zoneNote(at, zone)}`;
}

/** "2:30 pm", or "2–4 pm" of a window (D54), on one line. */
function formatSpan(at: number, endsAt: number, zone: string): string {
  if (endsAt - at <= SINGLE_COLLECTION_MS) return formatTime(at, zone);
  const [from = "", until = ""] = [at, endsAt].map((time) => formatTime(time, zone).replace(":00", ""));
  const half = until.slice(-3);
  // Word joiners keep the dash from ending a line.
  return `${from.endsWith(half) ? from.slice(0, -3) : from}\u2060–\u2060${until}`;
}

/** "Saturday 28 November, 2:30 pm" in the collection time zone, or with both ends of a window. */
export function formatCollection(at: number, zone: string, endsAt = at): string {
  return `${formatDay(at, zone)}, ${formatSpan(at, endsAt, zone)}${zoneNote(at, zone)}`;
}

/** "Sat 28 Nov, 2:30 pm", or "Sat 28 Nov 10 am–12 pm, and 2 more times" when the buyer can choose. */
export function formatCollectionChoices(date: number, windows: readonly CollectionWindow[], zone: string): string {
  const [first, ...more] = windows;
  if (!first) return formatDateTime(date, zone);
  const time = `${formatShortDay(first.from, zone)} ${formatSpan(first.from, first.until, zone)}`;
  return more.length === 0 ? time : `${time}, and ${more.length} more ${more.length === 1 ? "time" : "times"}`;
}

/** "Mar 2024", for "member since". */
export function formatMonth(at: number, zone?: string): string {
  const { month, year } = partsOf(at, zone);
  return `${shortMonth(month)} ${year}`;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "just now", "5 minutes ago", "3 days ago", "2 months ago". */
export function formatAge(at: number, now: number): string {
  const passed = Math.max(0, now - at);
  if (passed < MINUTE) return "just now";
  if (passed < HOUR) return ago(Math.floor(passed / MINUTE), "minute");
  if (passed < DAY) return ago(Math.floor(passed / HOUR), "hour");
  if (passed < 30 * DAY) return ago(Math.floor(passed / DAY), "day");
  if (passed < 365 * DAY) return ago(Math.floor(passed / (30 * DAY)), "month");
  return ago(Math.floor(passed / (365 * DAY)), "year");
}

/** Formats remaining time: "7:43" under an hour, "2 h 14 min" or "3 days 4 h" above. Never negative. */
export function formatTimeLeft(ms: number): string {
  // Rounded up, so that "0:00" appears exactly when the time is over and not a second before.
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (seconds < 86_400) return hoursLeft(Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60));
  return daysLeft(Math.floor(seconds / 86_400), Math.floor((seconds % 86_400) / 3_600));
}

/** "Maya Reyes" → "MR", for the avatar. Words without a letter or digit, such as an emoji, are skipped. */
export function initials(name: string): string {
  const [first = "?", ...more] = name
    .split(/[\s@.]+/u)
    .flatMap((word) => [...word].find((sign) => /[\p{L}\p{N}]/u.test(sign)) ?? []);
  return (first + (more.at(-1) ?? "")).toLocaleUpperCase("en-AU");
}
