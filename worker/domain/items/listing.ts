import type { Cents } from "../money.ts";
import { type CollectionWindow, collectionDateProblem, windowsProblem } from "../orders/collection-windows.ts";
import { STATES, stateNamed, timeZoneOfState } from "../places/states.ts";

export const MINIMUM_PRICE_MESSAGE = "Please enter a valid minimum price.";

export const DECLINE_BELOW_MESSAGE = "Enter an amount below the price, or leave it empty.";

/** Returns whether a minimum price is above zero and not above the price. */
export function isValidMinimum(minimumCents: Cents, priceCents: Cents): boolean {
  return minimumCents > 0 && minimumCents <= priceCents;
}

/** A problem with one field, by its name in the API. */
export interface TermsProblem {
  field: "minimum_price" | "decline_below" | "collection_date" | "collection_windows" | "collection_zone";
  message: string;
}

export interface ListingTerms {
  price_cents: Cents;
  negotiation_enabled: boolean;
  minimum_price_cents: Cents | null;
  decline_below_cents: Cents | null;
  /** The only date, or the start of the first window. */
  collection_date: number | null;
  collection_windows: readonly CollectionWindow[];
  collection_zone: string;
}

/** Lists the problems of the terms. A collection date or window that is unchanged from `stored` may have passed. */
export function termsProblems(terms: ListingTerms, stored: ListingTerms | null, now: number): TermsProblem[] {
  const problems: TermsProblem[] = [];
  const minimum = terms.minimum_price_cents;
  const minimumMissing = terms.negotiation_enabled && minimum === null && terms.price_cents > 0;
  const minimumWrong = minimum !== null && !isValidMinimum(minimum, terms.price_cents);
  if (minimumMissing || minimumWrong) problems.push({ field: "minimum_price", message: MINIMUM_PRICE_MESSAGE });
  const limit = terms.decline_below_cents;
  if (limit !== null && terms.price_cents > 0 && (limit <= 0 || limit >= terms.price_cents)) {
    problems.push({ field: "decline_below", message: DECLINE_BELOW_MESSAGE });
  }
  if (terms.collection_windows.length > 0) {
    const message = windowsProblem(terms.collection_windows, stored?.collection_windows ?? [], now);
    if (message) problems.push({ field: "collection_windows", message });
  } else if (terms.collection_date !== null && terms.collection_date !== stored?.collection_date) {
    const message = collectionDateProblem(terms.collection_date, now);
    if (message) problems.push({ field: "collection_date", message });
  }
  if (!isAustralianZone(terms.collection_zone)) {
    problems.push({
      field: "collection_zone",
      message: "Choose an Australian time zone, such as Australia/Melbourne.",
    });
  }
  return problems;
}

/** Returns whether buyers may negotiate: never for a free item, only with a valid minimum price (D4). */
export function isNegotiable(terms: ListingTerms): boolean {
  const minimum = terms.minimum_price_cents;
  return terms.negotiation_enabled && minimum !== null && isValidMinimum(minimum, terms.price_cents);
}

export interface SuburbAndCity {
  suburb: string | null;
  city: string | null;
}

/** Formats the public location of an item without its own text: "Brunswick, Melbourne VIC". */
export function formatPlace(place: SuburbAndCity, state: string | null = null): string | null {
  const parts = [place.suburb, place.city].filter((part, index, all) => part && all.indexOf(part) === index);
  if (parts.length === 0) return null;
  const short = stateNamed(state);
  return parts.join(", ") + (short ? ` ${short}` : "");
}

/** IANA time zones of Australia, including old names that some browsers still report. */
const AUSTRALIAN_ZONES: ReadonlySet<string> = new Set([
  ...STATES.map(({ zone }) => zone),
  "Australia/Broken_Hill",
  "Australia/Canberra",
  "Australia/Eucla",
  "Australia/Lindeman",
  "Australia/Lord_Howe",
]);

export function isAustralianZone(zone: string): boolean {
  return AUSTRALIAN_ZONES.has(zone);
}

/** Returns the default time zone of a collection place (D9). */
export function defaultTimeZone(state: string | null): string {
  return timeZoneOfState(stateNamed(state) ?? "VIC");
}

/** Joins tags into one text for the full-text index. Commas separate tags, so those inside a tag are removed. */
export function joinTags(tags: readonly string[]): string {
  const seen = new Map<string, string>();
  for (const tag of tags) {
    const clean = tag.replace(/[,\s]+/g, " ").trim();
    if (clean && !seen.has(clean.toLowerCase())) seen.set(clean.toLowerCase(), clean);
  }
  return [...seen.values()].join(", ");
}

export function splitTags(stored: string): string[] {
  return stored
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}

type StoredStatus = "active" | "inactive" | "pending" | "pending_payment" | "sold";

/** The availability shown on a card. */
export interface ShownAvailability {
  status: StoredStatus | "reserved";
  /** UTC ms while the item is held. */
  reserved_until: number | null;
  reserved_by_you: boolean;
}

/**
 * Returns the availability of an item for a viewer. `reserved` is never stored: it is an active item with an unexpired
 * hold, so an expired hold that has not been cleaned up yet blocks no buyer (D29).
 */
export function availabilityOf(
  item: { status: StoredStatus; holder_id: string | null; hold_until: number | null },
  viewerId: string | null,
  now: number,
): ShownAvailability {
  const held = item.status === "active" && item.holder_id !== null && (item.hold_until ?? 0) > now;
  return {
    status: held ? "reserved" : item.status,
    reserved_until: held ? item.hold_until : null,
    reserved_by_you: held && viewerId !== null && item.holder_id === viewerId,
  };
}

/** Returns whether text and photos may change: only while no buyer has committed to the item. */
export function isEditable(status: StoredStatus): boolean {
  return status === "active" || status === "inactive";
}
