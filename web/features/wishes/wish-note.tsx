import { ListChecks } from "lucide-react";
import { useCallback, useState, useSyncExternalStore } from "react";
import type { WishView } from "#contract/wish-lists";
import { formatAge, formatDollars } from "../../lib/format.ts";
import type { GridStatus } from "../../lib/grid-status.ts";
import { serverNow } from "../../lib/server-clock.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import ListChooser from "./list-chooser.tsx";

/** What has become of the price since the thing was saved, as it changes, and the way to another list. */
export function WishNote({ wish, at, grid }: { wish: WishView; at: number; grid: GridStatus }) {
  const { item } = wish;
  const [choosing, setChoosing] = useState(false);
  const live = useSyncExternalStore(
    grid.subscribe,
    useCallback(() => grid.statusOf(item.id), [grid, item.id]),
  );
  const now = live && live.at >= at ? live : item;
  const then = wish.price_when_added ?? item.price;
  const saved = Math.round((then - now.price) * 100) / 100;
  return (
    <div className="relative z-1 mt-2 flex flex-col items-start gap-1.5">
      {now.status === "sold" ? null : saved > 0 ? (
        <Badge tone="wattle" className="max-w-full whitespace-normal!">
          {formatDollars(saved)} less than when you saved it
        </Badge>
      ) : saved < 0 ? (
        <p className="text-sm text-muted">{formatDollars(then)} when you saved it</p>
      ) : null}
      <p className="text-sm text-muted">Saved {formatAge(wish.added_at, serverNow())}</p>
      <Button
        variant="ghost"
        size="sm"
        className="-ml-4 text-brand-ink!"
        icon={<ListChecks className="size-4.5" aria-hidden="true" />}
        onClick={() => setChoosing(true)}
      >
        Change list
        <span className="sr-only">: {item.title}</span>
      </Button>
      <ListChooser item={item} open={choosing} onClose={() => setChoosing(false)} />
    </div>
  );
}
