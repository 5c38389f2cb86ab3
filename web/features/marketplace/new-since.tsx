import { useEffect } from "react";
import { DAY_MS } from "#domain/deadlines";
import { groupDigits } from "#domain/group-digits";
import type { MarketListQuery } from "#domain/items/market-filters";
import { formatDay, formatShortDay, formatTime } from "../../lib/format.ts";
import { useRecent } from "../../lib/recent-store.ts";
import { serverNow } from "../../lib/server-clock.ts";
import { useNearPlace } from "../places/index.ts";
import { useItemCount } from "./use-item-count.ts";
import type { ChangeFilters } from "./use-market-filters.ts";

interface NewSinceProps {
  /** The query of what is near. */
  query: MarketListQuery;
  change: ChangeFilters;
}

/** "12 new near Newtown since Tuesday": how many items were listed since the last visit; a press lists them. */
export default function NewSince({ query, change }: NewSinceProps) {
  const visit = useRecent((recent) => recent.visit);
  const since = useRecent((recent) => recent.newSince);
  const near = useNearPlace();
  useEffect(() => visit(serverNow()), [visit]);
  const found = useItemCount(since === null ? null : { ...query, listed_after: String(since) });
  if (since === null || !found || found.count === 0) return null;
  return (
    <button
      type="button"
      onClick={() => change({ since, sort: null })}
      className="min-h-tap rounded-full bg-wattle-soft px-3.5 text-sm font-semibold text-ink"
    >
      {`${groupDigits(found.count)}${found.more ? "+" : ""} new `}
      {/* On phones the heading beside it names the place. */}
      <span className="max-sm:sr-only">{`${near ? `near ${near.suburb} ` : ""}since ${momentText(since, serverNow())}`}</span>
    </button>
  );
}

/** Returns "9:05 am", "Tuesday" or "Tue 3 Nov". */
export function momentText(at: number, now: number): string {
  if (formatDay(at) === formatDay(now)) return formatTime(at);
  return now - at < 6 * DAY_MS ? (formatDay(at).split(" ")[0] ?? "") : formatShortDay(at);
}
