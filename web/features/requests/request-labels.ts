import type { RequestStatus, RequestView } from "#contract/requests";
import { formatPrice } from "../../lib/format.ts";

/** Formats the price limit: "Up to $80", "Free only", "Any price". */
export function priceLabel(maxPrice: number | null): string {
  if (maxPrice === null) return "Any price";
  return maxPrice === 0 ? "Free only" : `Up to ${formatPrice(maxPrice)}`;
}

/** Formats the place: "Brunswick, Melbourne · 3.2 km away", "Brunswick · picks up within 25 km". */
export function placeLabel({ suburb, city, within_km, distance_km }: RequestView): string {
  const place = [suburb, city].filter(Boolean).join(", ") || "Anywhere";
  if (distance_km !== null) return `${place} · ${distance_km} km away`;
  return within_km === null ? place : `${place} · picks up within ${within_km} km`;
}

export const STATUS_LABELS: Record<RequestStatus, string> = { open: "Open", found: "Found", closed: "Closed" };
