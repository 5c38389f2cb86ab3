/** Views of the demo listings in the last fortnight, for the sparklines of My Items and the popularity order. */
const HALF_HOUR = 30 * 60_000;
const FORTNIGHT = 13 * 24 * 60 * 60_000;
/** Enough for the shape of a sparkline; the other views of `views_count` are older. */
const SHOWN_MAX = 15;

/** Returns rows of `item_views`, denser towards today and never older than the listing; deterministic. */
export function recentViews(item: { id: string; index: number; views: number; createdAt: number }, now: number) {
  const span = Math.min(FORTNIGHT, now - item.createdAt);
  return Array.from({ length: Math.min(item.views, SHOWN_MAX) }, (_, position) => {
    // Multiples of the golden ratio spread evenly and never align with days.
    const place = (position * 0.618034 + item.index * 0.379) % 1;
    const at = now - span * place ** 1.4;
    return { item_id: item.id, viewer: `demo-${position}`, window_start: Math.floor(at / HALF_HOUR) * HALF_HOUR };
  });
}
