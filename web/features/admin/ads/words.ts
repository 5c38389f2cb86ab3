import type { AdState, Advertisement } from "#contract/advertisements";
import { counted, daysWords, dayWords } from "../../../lib/ad-words.ts";

export const STATE_WORDS: Record<AdState, { label: string; tone: "brand" | "neutral" | "wattleSoft" }> = {
  running: { label: "Running", tone: "brand" },
  scheduled: { label: "Scheduled", tone: "wattleSoft" },
  off: { label: "Off", tone: "neutral" },
  ended: { label: "Ended", tone: "neutral" },
};

/** "23 – 27 Nov", "From 23 Nov", "Until 27 Nov", "No end". */
export function scheduleWords({ start_date, end_date }: Pick<Advertisement, "start_date" | "end_date">): string {
  if (start_date && end_date) return daysWords(start_date, end_date);
  if (start_date) return `From ${dayWords(start_date)}`;
  return end_date ? `Until ${dayWords(end_date)}` : "No end";
}

/** "1,204 impressions · 31 clicks · 2.6%". */
export function numberWords({
  impressions,
  clicks,
  rate,
}: Pick<Advertisement, "impressions" | "clicks" | "rate">): string {
  return [counted(impressions, "impression"), counted(clicks, "click"), ...(rate === null ? [] : [`${rate}%`])].join(
    " · ",
  );
}
