/** The times at which a seller lets an item be collected, and the one its buyer chooses (D54). Pure. */
import { COLLECTION_WINDOW_MAX_MS, COLLECTION_WINDOW_MIN_MS, DAY_MS } from "../deadlines.ts";
import { type Hold, isPromisedHold } from "../holds/availability.ts";
import { agreedCollectionDate, calendarDay, endOfSingleCollection } from "./collection.ts";

/** A span of time (UTC ms) in which an item is collected. */
export interface CollectionWindow {
  from: number;
  until: number;
}

/** How many windows a listing may offer (D54). */
export const WINDOWS_MAX = 6;

/** How many days ahead a collection may be. */
export const COLLECTION_MAX_DAYS = 210;

/** Returns the message for an invalid collection date, or null. */
export function collectionDateProblem(date: number, now: number): string | null {
  if (date < now) return "The pickup date can't be in the past.";
  if (date > now + COLLECTION_MAX_DAYS * DAY_MS) {
    return `The pickup date can be up to ${COLLECTION_MAX_DAYS} days ahead.`;
  }
  return null;
}

/** Returns the message for an invalid window, or null. */
export function windowProblem({ from, until }: CollectionWindow, now: number): string | null {
  const length = until - from;
  if (!(length >= COLLECTION_WINDOW_MIN_MS && length <= COLLECTION_WINDOW_MAX_MS)) {
    return "Each pickup time must be between 30 minutes and 4 hours long.";
  }
  if (from <= now) return "A pickup time can't be in the past.";
  return collectionDateProblem(from, now);
}

export const sameWindow = (a: CollectionWindow, b: CollectionWindow) => a.from === b.from && a.until === b.until;

/** Returns the message for an invalid set of windows, or null. A window that is in `stored` already may have passed. */
export function windowsProblem(
  windows: readonly CollectionWindow[],
  stored: readonly CollectionWindow[],
  now: number,
): string | null {
  if (windows.length > WINDOWS_MAX) return `You can offer up to ${WINDOWS_MAX} pickup times.`;
  for (const window of windows) {
    const problem = stored.some((known) => sameWindow(known, window)) ? null : windowProblem(window, now);
    if (problem !== null) return problem;
  }
  const overlap = sortWindows(windows).some(
    (window, index, all) => index > 0 && window.from < (all[index - 1]?.until ?? 0),
  );
  return overlap ? "Two of your pickup times overlap." : null;
}

export const sortWindows = (windows: readonly CollectionWindow[]): CollectionWindow[] =>
  windows.map(({ from, until }) => ({ from, until })).sort((a, b) => a.from - b.from);

/** Returns the windows a buyer can still choose: those that have not begun. */
export const openWindows = (windows: readonly CollectionWindow[], now: number): CollectionWindow[] =>
  windows.filter(({ from }) => from > now);

/** When an item is offered: one date, or windows with their first one as the date. */
export interface CollectionOffer {
  collection_date: number | null;
  collection_windows: readonly CollectionWindow[];
  collection_zone: string;
}

/** What a buyer can choose from, in order. */
export type CollectionTimes = readonly [CollectionWindow, ...CollectionWindow[]];

/** Returns the start of the next collection: the first window that has not begun, else the item's date. */
export const nextCollection = (item: Omit<CollectionOffer, "collection_zone">, now: number): number | null =>
  openWindows(item.collection_windows, now)[0]?.from ?? item.collection_date;

/**
 * Returns the times a buyer can choose from, at least one. Counted from the start of the hold, so that they do not
 * change while the checkout is open.
 */
export function collectionTimes(item: CollectionOffer, holdStartedAt: number): CollectionTimes {
  const [first, ...more] = openWindows(item.collection_windows, holdStartedAt);
  if (first) return [first, ...more];
  const from = agreedCollectionDate(item.collection_date, holdStartedAt, item.collection_zone);
  return [{ from, until: endOfSingleCollection(from) }];
}

/** Returns the times that the holder can choose from. A hold of hours may outlast some of them, so they are counted from now. */
export const timesOfHold = (
  item: CollectionOffer,
  { hold_id, started_at }: Pick<Hold, "hold_id" | "started_at">,
  now: number,
): CollectionTimes => collectionTimes(item, isPromisedHold(hold_id) ? now : started_at);

/** Returns the time that starts at `from`, the first one without a choice, or null when it is no longer offered. */
export function chosenTime(times: CollectionTimes, from: number | undefined): CollectionWindow | null {
  return from === undefined ? times[0] : (times.find((time) => time.from === from) ?? null);
}

/**
 * Returns the time meant by the date of a request, or null when it is not offered. A single time is compared later by
 * its day only (D17); of several, a day alone means a time only if no other is on that day.
 */
export function timeMeant(
  times: CollectionTimes,
  sent: number | string | null | undefined,
  zone: string,
): CollectionWindow | null {
  if (times.length === 1 || sent === undefined || sent === null) return times[0];
  if (typeof sent === "string" && /^\d{4}-\d{2}-\d{2}$/.test(sent)) {
    const ofDay = times.filter(({ from }) => calendarDay(from, zone) === sent);
    return ofDay.length === 1 ? (ofDay[0] ?? null) : null;
  }
  return chosenTime(times, typeof sent === "number" ? sent : Date.parse(sent));
}
