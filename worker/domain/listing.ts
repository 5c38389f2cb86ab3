/**
 * Rules of a listing: what its seller may state, what is filled in, and how its availability reads. Pure: the clock is
 * passed in.
 */
import type { Cents } from "./money.ts";
import { STATES, stateNamed, zoneOf } from "./states.ts";

const DAY_MS = 86_400_000;

/** Furthest a collection date may lie ahead. */
export const COLLECTION_MAX_DAYS = 210;

export const MINIMUM_PRICE_MESSAGE = "Please enter a valid minimum price.";

/** Whether a minimum price can stand beside a price: above nothing, and not above the price itself. */
export function isValidMinimum(minimumCents: Cents, priceCents: Cents): boolean {
  return minimumCents > 0 && minimumCents <= priceCents;
}

/** What is wrong with one field, by its name on the wire. */
export interface TermsProblem {
  field: "minimum_price" | "collection_date" | "collection_zone";
  message: string;
}

/** The stated values that have to fit together. */
export interface ListingTerms {
  price_cents: Cents;
  negotiation_enabled: boolean;
  minimum_price_cents: Cents | null;
  collection_date: number | null;
  collection_zone: string;
}

/**
 * What is wrong with a listing's terms; empty when nothing is. `stored` is the listing before an edit: a collection
 * date that has passed meanwhile does not block an edit that leaves it alone.
 */
export function problemsOfTerms(terms: ListingTerms, stored: ListingTerms | null, now: number): TermsProblem[] {
  const problems: TermsProblem[] = [];
  const minimum = terms.minimum_price_cents;
  const minimumMissing = terms.negotiation_enabled && minimum === null && terms.price_cents > 0;
  const minimumWrong = minimum !== null && !isValidMinimum(minimum, terms.price_cents);
  if (minimumMissing || minimumWrong) problems.push({ field: "minimum_price", message: MINIMUM_PRICE_MESSAGE });
  if (terms.collection_date !== null && terms.collection_date !== stored?.collection_date) {
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

/** The sentence for a collection date that cannot be, or null. */
export function collectionDateProblem(date: number, now: number): string | null {
  if (date < now) return "The collection date cannot be in the past.";
  if (date > now + COLLECTION_MAX_DAYS * DAY_MS) {
    return `The collection date can be at most ${COLLECTION_MAX_DAYS} days ahead.`;
  }
  return null;
}

/** Whether Knowzee may be asked: never for free items, only with a minimum price that still lies within the price (D4). */
export function isNegotiable(terms: ListingTerms): boolean {
  const minimum = terms.minimum_price_cents;
  return terms.negotiation_enabled && minimum !== null && isValidMinimum(minimum, terms.price_cents);
}

export interface Place {
  suburb: string | null;
  city: string | null;
}

/** "Brunswick, Melbourne VIC": the public location line of an item whose seller did not write one. */
export function placeText(place: Place, state: string | null = null): string | null {
  const parts = [place.suburb, place.city].filter((part, index, all) => part && all.indexOf(part) === index);
  if (parts.length === 0) return null;
  const short = stateNamed(state);
  return parts.join(", ") + (short ? ` ${short}` : "");
}

/** IANA zones in use on Australian ground, old spellings of the same places included: browsers still report some. */
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

/** Zone of the collection place when its seller names none (D9). */
export function zoneOfState(state: string | null): string {
  return zoneOf(stateNamed(state) ?? "VIC");
}

/** Tags as stored: one text, so that the full-text index reads them. A comma separates, so no tag keeps one. */
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

/** How an item reads on a card. */
export interface ShownAvailability {
  status: StoredStatus | "reserved";
  /** UTC ms while somebody holds it. */
  reserved_until: number | null;
  reserved_by_you: boolean;
}

/**
 * How an item stands for a reader at this moment. `reserved` is never stored: it is an active item with a hold that has
 * not run out, so a hold that nothing has cleaned up yet blocks nobody (D29).
 */
export function availabilityOf(
  item: { status: StoredStatus; holder_id: string | null; hold_until: number | null },
  readerId: string | null,
  now: number,
): ShownAvailability {
  const held = item.status === "active" && item.holder_id !== null && (item.hold_until ?? 0) > now;
  return {
    status: held ? "reserved" : item.status,
    reserved_until: held ? item.hold_until : null,
    reserved_by_you: held && readerId !== null && item.holder_id === readerId,
  };
}

/** Words and photos may change until somebody has committed to buying them as they are. */
export function isEditable(status: StoredStatus): boolean {
  return status === "active" || status === "inactive";
}
