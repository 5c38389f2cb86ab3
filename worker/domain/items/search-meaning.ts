/** What parts of a search can be understood as, and how they are named. The screens use it without the word lists. */
import { type Cents, formatCents } from "../money.ts";
import type { RadiusKm } from "../places/near-place.ts";

export type Meaning =
  | { kind: "price"; min: Cents | null; max: Cents | null }
  /** A radius around a place: "Newtown NSW 2042". */
  | { kind: "near"; place: string; within_km: RadiusKm }
  /** A state, or a name that several places bear. */
  | { kind: "in"; name: string }
  | { kind: "without"; words: string };

/** A part of the search that is no word of a listing, with the search that is left when it is taken off. */
export type Understood = Meaning & { rest: string };

/** Returns what was understood in words: "within 10 km of Newtown NSW 2042", "up to $200", "without ikea". */
export function describeMeaning(meaning: Meaning): string {
  switch (meaning.kind) {
    case "near":
      return `within ${meaning.within_km} km of ${meaning.place}`;
    case "in":
      return `in ${meaning.name}`;
    case "without":
      return `without ${meaning.words}`;
    case "price":
      return describePrices(meaning.min, meaning.max) ?? "";
  }
}

/** Describes price bounds: "free", "$50 to $200", "from $50", "up to $200". */
export function describePrices(min: Cents | null, max: Cents | null): string | undefined {
  if (max === 0) return "free";
  if (min !== null && max !== null) return `${formatCents(min)} to ${formatCents(max)}`;
  if (min !== null) return `from ${formatCents(min)}`;
  return max === null ? undefined : `up to ${formatCents(max)}`;
}
