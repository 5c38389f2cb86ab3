import { Skeleton } from "../../ui/skeleton.tsx";
import type { GridStatus } from "./grid-status.ts";
import { ItemCard } from "./item-card.tsx";
import type { ListedItem } from "./use-market-query.ts";

const GRID = "grid grid-cols-2 gap-x-3 gap-y-7 md:grid-cols-3 lg:grid-cols-4 lg:gap-x-5";

export function ItemGrid({ items, grid }: { items: readonly ListedItem[]; grid: GridStatus }) {
  return (
    <ul className={GRID}>
      {items.map((listed, index) => (
        <ItemCard key={listed.item.id} listed={listed} grid={grid} eager={index < 2} />
      ))}
    </ul>
  );
}

const EIGHT = [1, 2, 3, 4, 5, 6, 7, 8];

/** Eight cards' worth of grey in the cards' own measures (§2), so that nothing moves when they arrive. */
export function GridSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading listings…</span>
      <div className={GRID}>
        {EIGHT.map((card) => (
          <div key={card}>
            <Skeleton className="aspect-square rounded-lg!" />
            <Skeleton className="mt-4 h-5 w-20" />
            <Skeleton className="mt-2 h-4 w-4/5" />
            <Skeleton className="mt-2 h-3.5 w-3/5" />
            <Skeleton className="mt-2 h-3.5 w-1/2" />
            <Skeleton className="mt-3 h-10 rounded-full!" />
          </div>
        ))}
      </div>
    </div>
  );
}
