import { DAY_MS, HOUR_MS, MINUTE_MS } from "../deadlines.ts";
import { calendarDay } from "../orders/collection.ts";

export const AD_PLACEMENTS = ["top_banner", "sidebar", "between_items", "bottom_banner", "local_deals"] as const;
export type AdPlacement = (typeof AD_PLACEMENTS)[number];

/** Ads start and end by Sydney's calendar, regardless of the viewer's time zone (A101). */
const AD_ZONE = "Australia/Sydney";

export interface RunningAd {
  active: boolean;
  /** Calendar days "2026-11-21", inclusive. Anything after the date portion is ignored. */
  start_date: string | null;
  end_date: string | null;
}

/** Returns today's calendar day for ads, "2026-11-21". */
export function adDay(now: number): string {
  return calendarDay(now, AD_ZONE);
}

/** Returns the date portion of a bound. Null for no bound, and for text that does not start with a date. */
function dayOf(bound: string | null): string | null {
  return /^\d{4}-\d{2}-\d{2}/.exec(bound ?? "")?.[0] ?? null;
}

/** Returns whether the ad is active and today is within its start and end day. Both days are inclusive and optional. */
export function isRunning(ad: RunningAd, today: string): boolean {
  const start = dayOf(ad.start_date);
  const end = dayOf(ad.end_date);
  return ad.active && (start === null || start <= today) && (end === null || today <= end);
}

interface RankedAd extends RunningAd {
  id: string;
  priority: number;
  created_at: number;
  /** Set for a promoted listing; null for an editor's ad. */
  item_id?: string | null;
}

/**
 * Returns the running ad with the highest priority, and the older of two with equal priority, so that the choice is
 * stable. Promoted listings of equal priority paid the same, so they rotate.
 * @param interval number of the rotation interval, which selects the promoted listing.
 */
export function chosenAd<T extends RankedAd>(ads: readonly T[], today: string, interval = 0): T | null {
  const running = ads.filter((ad) => isRunning(ad, today)).sort((a, b) => (comesBefore(a, b) ? -1 : 1));
  const [best] = running;
  if (!best || best.item_id == null) return best ?? null;
  const equals = running.filter((ad) => ad.item_id != null && ad.priority === best.priority);
  return equals[interval % equals.length] ?? best;
}

/** How long a promoted listing keeps its placement before the next one replaces it. */
export const AD_ROTATION_MS = 10 * MINUTE_MS;

function comesBefore(a: RankedAd, b: RankedAd): boolean {
  if (a.priority !== b.priority) return a.priority > b.priority;
  return a.created_at !== b.created_at ? a.created_at < b.created_at : a.id < b.id;
}

/** Counts one impression per viewer and ad within this time, and one click within the time below (A100). */
export const IMPRESSION_WINDOW_MS = HOUR_MS;
export const CLICK_WINDOW_MS = DAY_MS;
