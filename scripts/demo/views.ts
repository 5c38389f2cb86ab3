/** Views of the demo listings in the last fortnight, for the sparklines of My Items and the popularity order. */
import { DAY_MS } from "#domain/deadlines";

const HALF_HOUR = 30 * 60_000;
const FORTNIGHT = 13 * 24 * 60 * 60_000;
/** Enough for the shape of a sparkline, and different enough that few items are popular (D44). */
const shownOf = (index: number) => 2 + ((index * 5) % 14);

/**
 * Returns rows of `item_views`, denser towards today and never older than the listing; deterministic. The other views of
 * `views_count` are older.
 */
export function recentViews(item: { id: string; index: number; views: number; createdAt: number }, now: number) {
  const span = Math.min(FORTNIGHT, now - item.createdAt);
  return Array.from({ length: Math.min(item.views, shownOf(item.index)) }, (_, position) => {
    // Multiples of the golden ratio spread evenly and never align with days.
    const place = (position * 0.618034 + item.index * 0.379) % 1;
    const at = now - span * place ** 1.4;
    return { item_id: item.id, viewer: `demo-${position}`, window_start: Math.floor(at / HALF_HOUR) * HALF_HOUR };
  });
}

/** Returns the number of views in the last seven days, which is the popularity of an item nobody has saved (D47). */
export function viewsThisWeek(views: readonly { window_start: number }[], now: number): number {
  return views.filter(({ window_start }) => window_start >= now - 7 * DAY_MS).length;
}
