import { ListChecks } from "lucide-react";
import { useCallback, useSyncExternalStore } from "react";
import type { SavedItemView } from "#contract/wishlists";
import { formatAge, formatDollars } from "../../lib/format.ts";
import { serverNow } from "../../lib/server-clock.ts";
import { Badge } from "../../ui/badge.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import type { GridStatus } from "../items/index.ts";

const savedAt = (age: string, price: string | null) => `Saved ${age}${price === null ? "" : ` at ${price}`}`;

/** The price change since the item was saved, updated live, and a button to change its lists. */
export function PriceChangeNote({
  wish,
  at,
  grid,
  onChoose,
}: {
  wish: SavedItemView;
  at: number;
  grid: GridStatus;
  onChoose: (item: SavedItemView["item"]) => void;
}) {
  const { item } = wish;
  const live = useSyncExternalStore(
    grid.subscribe,
    useCallback(() => grid.statusOf(item.id), [grid, item.id]),
  );
  const now = live && live.at >= at ? live : item;
  const then = wish.price_when_added ?? item.price;
  const less = Math.round((then - now.price) * 100) / 100;
  return (
    <div className="mt-1.5">
      {now.status !== "sold" && less > 0 ? (
        <Badge tone="wattleSoft" className="max-w-full whitespace-normal!">
          {formatDollars(less)} less than when you saved it
        </Badge>
      ) : null}
      <div className="flex items-center justify-between gap-2">
        <p className="min-w-0 text-sm text-muted">
          {savedAt(
            formatAge(wish.added_at, serverNow()),
            now.status !== "sold" && less < 0 ? formatDollars(then) : null,
          )}
        </p>
        <IconButton
          label={`Change list: ${item.title}`}
          size="sm"
          // Above the card's link, which covers the whole card.
          className="relative z-1 -mr-2"
          onClick={() => onChoose(item)}
        >
          <ListChecks className="size-5" />
        </IconButton>
      </div>
    </div>
  );
}
