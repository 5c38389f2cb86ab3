/**
 * When and where a thing is collected, and who may read the address (D9). The address is the most sensitive thing the
 * service keeps about a seller, so one pure function decides, on the server's clock.
 */
import type { OrderStatus } from "./order-abilities.ts";
import { instantAtClock, zoneClock } from "./zone-clock.ts";

const DAY_MS = 24 * 60 * 60_000;

/** The buyer sees the address from this long before the collection date. */
export const ADDRESS_BEFORE_MS = DAY_MS;
/** … and until this long after completion, in case something was left behind. */
export const ADDRESS_AFTER_MS = 7 * DAY_MS;
/** Days to the collection of an item that names no date. */
const DEFAULT_COLLECTION_DAYS = 7;
/** Defaults lie in daytime at the collection place, whatever time of day the seller or the buyer is active (D54). */
const DEFAULT_HOUR_MS = 10 * 60 * 60_000;
const SATURDAY = 6;

/** Paid, or given away: the only states in which a buyer learns the address. */
const RELEASED: readonly OrderStatus[] = ["payment_confirmed", "shipped", "collection_arranged", "completed"];
/** The deal may still come about. A dispute may be about the payment, or begin after it. */
const OPEN: readonly OrderStatus[] = ["awaiting_payment", "payment_pending_seller_confirmation", "disputed"];

export interface AddressQuestion {
  role: "buyer" | "seller";
  status: OrderStatus;
  collection_date: number;
  /** The snapshot in the order. */
  address: string | null;
  /** When it was paid, or turned out to need no payment. */
  paid_at: number | null;
  completed_at: number | null;
  now: number;
}

/** Why a reader sees what they see; the sentence for each is the presenter's. */
export type AddressState = "shown" | "from_seller" | "later" | "after_payment" | "in_dispute" | "no_longer";

export interface AddressAnswer {
  /** Null unless `state` is "shown". */
  address: string | null;
  state: AddressState;
  /** UTC ms when the address will be shown, if nothing else is in the way; else null. */
  at: number | null;
}

/** From when a buyer who has paid may read the address. */
export const addressOpens = (collectionDate: number): number => collectionDate - ADDRESS_BEFORE_MS;

const withheld = (state: AddressState, at: number | null = null): AddressAnswer => ({ address: null, state, at });

/**
 * The collection address as this party may see it now. The seller always sees their own; the buyer only that of a paid
 * order, from 24 hours before the collection date. Both are instants in UTC: the zone of the place matters to how the
 * date is written, never to when the address opens, so no daylight-saving night can open it early.
 */
export function collectionAddress(question: AddressQuestion): AddressAnswer {
  const address = question.address?.trim() || null;
  const shown: AddressAnswer = { address, state: address === null ? "from_seller" : "shown", at: null };
  if (question.role === "seller") return shown;

  const opens = addressOpens(question.collection_date);
  if (OPEN.includes(question.status)) {
    if (question.paid_at !== null) return withheld("in_dispute");
    return withheld(question.now < opens ? "later" : "after_payment");
  }
  if (!RELEASED.includes(question.status)) return withheld("no_longer");
  if (question.status === "completed" && question.now >= (question.completed_at ?? 0) + ADDRESS_AFTER_MS) {
    return withheld("no_longer");
  }
  if (address === null) return shown;
  return question.now < opens ? withheld("later", opens) : shown;
}

/** Ten in the morning, that many days after the day of `now` at the collection place. */
function morningAfter(now: number, days: number, zone: string): number {
  const today = Math.floor(zoneClock(now, zone) / DAY_MS) * DAY_MS;
  return instantAtClock(today + days * DAY_MS + DEFAULT_HOUR_MS, zone);
}

/** Collection date of a new listing whose seller has not chosen one: next Saturday, 10:00 at the collection place (D54). */
export function defaultCollectionDate(now: number, zone: string): number {
  const weekday = new Date(zoneClock(now, zone)).getUTCDay();
  // On a Saturday it is the next one: this morning may be over.
  return morningAfter(now, ((SATURDAY - weekday + 6) % 7) + 1, zone);
}

/**
 * The date a buyer agrees to: the item's own, or the morning seven days after the hold began when it names none or one
 * that had already gone by. Counted from the hold, so that it stands still while the wizard is open.
 */
export function agreedCollectionDate(itemDate: number | null, holdStartedAt: number, zone: string): number {
  if (itemDate !== null && itemDate > holdStartedAt) return itemDate;
  return morningAfter(holdStartedAt, DEFAULT_COLLECTION_DAYS, zone);
}

/** Stands where a place would, when the seller has named none. */
export const TO_BE_ARRANGED = "To be arranged with seller";

/** The public text in place of the address: suburb and city, or the seller's own words for the place (D9). */
export function collectionSummary(place: {
  suburb: string | null;
  city: string | null;
  location?: string | null;
}): string {
  const named = [place.suburb, place.city].map((part) => part?.trim()).filter(Boolean);
  return [...new Set(named)].join(", ") || place.location?.trim() || TO_BE_ARRANGED;
}

/** Calendar day of an instant in a zone, "2026-10-04". An unknown zone counts as UTC rather than as an error. */
export function calendarDay(instant: number, zone: string): string {
  const options = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  try {
    return new Intl.DateTimeFormat("en-CA", { ...options, timeZone: zone }).format(instant);
  } catch {
    return new Intl.DateTimeFormat("en-CA", { ...options, timeZone: "UTC" }).format(instant);
  }
}
