/** Labels of ad placements, and the dates and counts in ad reports. */
import type { AdPlacement } from "#domain/ads/ads";

export const PLACEMENT_LABELS: Record<AdPlacement, { label: string; where: string }> = {
  top_banner: { label: "Top banner", where: "At the top of Home and every store" },
  local_deals: { label: "Local deals", where: "A card in the first rows of the marketplace" },
  between_items: { label: "Between items", where: "A full-width row between the listings" },
  sidebar: { label: "Sidebar", where: "Beside the listings in every store" },
  bottom_banner: { label: "Bottom banner", where: "At the bottom of Home and every store" },
};

/** Display order in the forms: the most visible placement first. */
export const PLACEMENT_ORDER: readonly AdPlacement[] = [
  "local_deals",
  "between_items",
  "top_banner",
  "sidebar",
  "bottom_banner",
];

const short = new Intl.DateTimeFormat("en-AU", { day: "numeric", month: "short", timeZone: "UTC" });

/** Formats "2026-11-23" as "23 Nov". A calendar day has no time zone, so it is read and shown in UTC. */
export function formatShortDay(day: string): string {
  return short.format(Date.parse(`${day}T00:00:00Z`));
}

/** Formats a range of days as "23 – 27 Nov", and a single day as "23 Nov". */
export function formatDayRange(start: string, end: string): string {
  return start === end ? formatShortDay(start) : `${formatShortDay(start)} – ${formatShortDay(end)}`;
}

/** Formats a count with its noun: "1 click", "1,204 impressions". */
export function countLabel(count: number, one: string): string {
  return `${count.toLocaleString("en-AU")} ${one}${count === 1 ? "" : "s"}`;
}
