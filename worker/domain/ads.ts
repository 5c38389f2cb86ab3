/** Which ad a placement shows. Pure: the day is passed in. */
import { calendarDay } from "./collection.ts";

export const AD_PLACEMENTS = ["top_banner", "sidebar", "between_items", "bottom_banner", "local_deals"] as const;
export type AdPlacement = (typeof AD_PLACEMENTS)[number];

/** Ads run by the calendar of the country's largest city, whatever zone the reader is in (A101). */
const AD_ZONE = "Australia/Sydney";

/** What decides whether an ad is shown. */
export interface RunningAd {
  active: boolean;
  /** Calendar days "2026-11-21", inclusive. What follows the date portion is not looked at. */
  start_date: string | null;
  end_date: string | null;
}

/** Today as ads count it. */
export function adDay(now: number): string {
  return calendarDay(now, AD_ZONE);
}

/** The date portion of a bound; null for none. Text that is no date bounds nothing, as an empty one. */
function dayOf(bound: string | null): string | null {
  return /^\d{4}-\d{2}-\d{2}/.exec(bound ?? "")?.[0] ?? null;
}

/** Active, and today lies within its days: both inclusive, either optional. */
export function isRunning(ad: RunningAd, today: string): boolean {
  const start = dayOf(ad.start_date);
  const end = dayOf(ad.end_date);
  return ad.active && (start === null || start <= today) && (end === null || today <= end);
}

interface RankedAd extends RunningAd {
  id: string;
  priority: number;
  created_at: number;
  /** Of a promoted listing; null for an editor's ad. */
  item_id?: string | null;
}

/**
 * The running ad of the highest priority; the older of two equal ones, so that the choice does not flicker. Promoted
 * listings have all paid the same for it, so those take turns. @param turn rises with time.
 */
export function chosenAd<T extends RankedAd>(ads: readonly T[], today: string, turn = 0): T | null {
  const running = ads.filter((ad) => isRunning(ad, today)).sort((a, b) => (comesBefore(a, b) ? -1 : 1));
  const [best] = running;
  if (!best || best.item_id == null) return best ?? null;
  const equals = running.filter((ad) => ad.item_id != null && ad.priority === best.priority);
  return equals[turn % equals.length] ?? best;
}

/** How long a promoted listing has its placement before the next one's turn. */
export const AD_TURN_MS = 10 * 60_000;

function comesBefore(a: RankedAd, b: RankedAd): boolean {
  if (a.priority !== b.priority) return a.priority > b.priority;
  return a.created_at !== b.created_at ? a.created_at < b.created_at : a.id < b.id;
}

/** One impression per viewer and ad within this time, one click within that (A100). */
export const IMPRESSION_WINDOW_MS = 60 * 60_000;
export const CLICK_WINDOW_MS = 24 * 60 * 60_000;
