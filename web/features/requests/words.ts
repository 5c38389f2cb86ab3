/** What a wanted post says in words. */
import type { RequestStatus, RequestView } from "#contract/requests";
import { formatPrice } from "../../lib/format.ts";

/** "Up to $80", "For free only", "Any price". */
export function priceWords(maxPrice: number | null): string {
  if (maxPrice === null) return "Any price";
  return maxPrice === 0 ? "For free only" : `Up to ${formatPrice(maxPrice)}`;
}

/** "Brunswick, Melbourne · 3.2 km away", "Brunswick · collects within 25 km". */
export function placeWords({ suburb, city, within_km, distance_km }: RequestView): string {
  const place = [suburb, city].filter(Boolean).join(", ") || "Anywhere";
  if (distance_km !== null) return `${place} · ${distance_km} km away`;
  return within_km === null ? place : `${place} · collects within ${within_km} km`;
}

/** How far somebody would travel, in kilometres. */
export const RADII = [5, 10, 25, 50, 100, 200] as const;

export const STATUS_WORDS: Record<RequestStatus, string> = { open: "Open", found: "Found", closed: "Closed" };

const ASKING = /^(?:wanted|wanting|wtb|iso|looking for|in search of|need(?:ed)?)\b[\s:,–-]*/i;

/** The name of the thing itself: "Wanted: kids bike" → "Kids bike". */
export function thingOf(title: string): string {
  const thing = title.replace(ASKING, "").trim() || title;
  return thing.charAt(0).toLocaleUpperCase("en-AU") + thing.slice(1);
}
