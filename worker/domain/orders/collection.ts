/**
 * When and where an item is collected, and who may read the address (D9). The address is the most sensitive seller data
 * we store, so one pure function decides, on the server's clock.
 */

import { DAY_MS, HOUR_MS, SINGLE_COLLECTION_MS } from "../deadlines.ts";
import { instantOfLocalTime, localTime } from "../time-zone.ts";
import { LIVE, type OrderStatus, UNSETTLED } from "./order-status.ts";

/** The buyer sees the address from this long before the collection date. */
export const ADDRESS_BEFORE_MS = DAY_MS;
/** The buyer sees the address until this long after completion, in case something was left behind. */
export const ADDRESS_AFTER_MS = 7 * DAY_MS;
/** Days from the hold to the collection when the item has no date. */
const DEFAULT_COLLECTION_DAYS = 7;
/** Default dates are at ten in the morning, local time at the collection place (D54). */
const DEFAULT_HOUR_MS = 10 * HOUR_MS;
const SATURDAY = 6;

export interface AddressFacts {
  role: "buyer" | "seller";
  status: OrderStatus;
  collection_date: number;
  /** The address copied into the order. */
  address: string | null;
  /** When the order was paid, or confirmed as free. */
  paid_at: number | null;
  completed_at: number | null;
  now: number;
}

/** Why a viewer sees the address or not. The presenter supplies the sentence for each. */
export type AddressState = "shown" | "from_seller" | "later" | "after_payment" | "in_dispute" | "no_longer";

export interface VisibleAddress {
  /** Null unless `state` is "shown". */
  address: string | null;
  state: AddressState;
  /** When the address will be shown (UTC ms), if nothing else changes; else null. */
  at: number | null;
}

/** Returns when the address opens for a buyer who has paid. */
export const addressOpens = (collectionDate: number): number => collectionDate - ADDRESS_BEFORE_MS;

const withheld = (state: AddressState, at: number | null = null): VisibleAddress => ({ address: null, state, at });

/**
 * Returns the collection address as this party may see it now. The seller always sees their own. The buyer sees it only
 * for an order that is paid, free or paid at pick-up, from 24 hours before the collection date. Both are UTC instants: the time zone affects only how the
 * date is displayed, so daylight saving cannot open the address early.
 */
export function collectionAddress(question: AddressFacts): VisibleAddress {
  const address = question.address?.trim() || null;
  const shown: VisibleAddress = { address, state: address === null ? "from_seller" : "shown", at: null };
  if (question.role === "seller") return shown;

  const opens = addressOpens(question.collection_date);
  if (question.status !== "awaiting_collection" && UNSETTLED.includes(question.status)) {
    if (question.paid_at !== null) return withheld("in_dispute");
    return withheld(question.now < opens ? "later" : "after_payment");
  }
  if (!LIVE.includes(question.status)) return withheld("no_longer");
  if (question.status === "completed" && question.now >= (question.completed_at ?? 0) + ADDRESS_AFTER_MS) {
    return withheld("no_longer");
  }
  if (address === null) return shown;
  return question.now < opens ? withheld("later", opens) : shown;
}

/** Returns ten in the morning, `days` days after the day of `now` at the collection place. */
function morningAfter(now: number, days: number, zone: string): number {
  const today = Math.floor(localTime(now, zone) / DAY_MS) * DAY_MS;
  return instantOfLocalTime(today + days * DAY_MS + DEFAULT_HOUR_MS, zone);
}

/** Returns the default collection date of a new listing: next Saturday, 10:00 at the collection place (D54). */
export function defaultCollectionDate(now: number, zone: string): number {
  const weekday = new Date(localTime(now, zone)).getUTCDay();
  // On a Saturday this is a week later, because the morning may be over.
  return morningAfter(now, ((SATURDAY - weekday + 6) % 7) + 1, zone);
}

/**
 * Returns the date a buyer agrees to: the item's own, or the morning seven days after the hold began when the item has
 * no date or a past one. Counted from the hold, so that it does not move while the checkout is open.
 */
export function agreedCollectionDate(itemDate: number | null, holdStartedAt: number, zone: string): number {
  if (itemDate !== null && itemDate > holdStartedAt) return itemDate;
  return morningAfter(holdStartedAt, DEFAULT_COLLECTION_DAYS, zone);
}

/** Returns when a collection at one time, without a window, ends (D54). */
export const endOfSingleCollection = (date: number): number => date + SINGLE_COLLECTION_MS;

/** Shown instead of a place when the seller has named none. */
export const TO_BE_ARRANGED = "To be arranged with seller";

/** Returns the public text in place of the address: suburb and city, or the seller's free text (D9). */
export function collectionSummary(place: {
  suburb: string | null;
  city: string | null;
  location?: string | null;
}): string {
  const named = [place.suburb, place.city].map((part) => part?.trim()).filter(Boolean);
  return [...new Set(named)].join(", ") || place.location?.trim() || TO_BE_ARRANGED;
}

/** Returns the calendar day in a time zone, "2026-10-04". An unknown zone counts as UTC. */
export function calendarDay(instant: number, zone: string): string {
  const options = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  try {
    return new Intl.DateTimeFormat("en-CA", { ...options, timeZone: zone }).format(instant);
  } catch {
    return new Intl.DateTimeFormat("en-CA", { ...options, timeZone: "UTC" }).format(instant);
  }
}
