import type { AdState, Advertisement } from "#contract/ads";
import { countLabel, formatDayRange, formatShortDay } from "../../ads/index.ts";

export const STATE_LABELS: Record<AdState, { label: string; tone: "brand" | "neutral" | "wattleSoft" }> = {
  running: { label: "Running", tone: "brand" },
  scheduled: { label: "Scheduled", tone: "wattleSoft" },
  off: { label: "Off", tone: "neutral" },
  ended: { label: "Ended", tone: "neutral" },
};

/** Formats the dates of an ad: "23 – 27 Nov", "From 23 Nov", "Until 27 Nov", "No end". */
export function scheduleLabel({ start_date, end_date }: Pick<Advertisement, "start_date" | "end_date">): string {
  if (start_date && end_date) return formatDayRange(start_date, end_date);
  if (start_date) return `From ${formatShortDay(start_date)}`;
  return end_date ? `Until ${formatShortDay(end_date)}` : "No end";
}

/** Formats the numbers of an ad: "1,204 impressions · 31 clicks · 2.6%". */
export function reachLabel({
  impressions,
  clicks,
  rate,
}: Pick<Advertisement, "impressions" | "clicks" | "rate">): string {
  return [
    countLabel(impressions, "impression"),
    countLabel(clicks, "click"),
    ...(rate === null ? [] : [`${rate}%`]),
  ].join(" · ");
}
