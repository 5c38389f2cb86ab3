import type { GridStatus, ListedItem } from "../../lib/grid-status.ts";
import { ItemCard } from "../../ui/item-card.tsx";
import { CardSkeletons, gridClass } from "../../ui/skeleton.tsx";

export function ItemGrid({ items, grid }: { items: readonly ListedItem[]; grid: GridStatus }) {
  return (
    <ul className={gridClass}>
      {items.map((listed, index) => (
        <ItemCard key={listed.item.id} listed={listed} grid={grid} eager={index < 2} />
      ))}
    </ul>
  );
}

/** Eight cards' worth of grey (§2) while a tab's first page is on its way. */
export function LoadingGrid() {
  return (
    <div role="status">
      <span className="sr-only">Loading listings…</span>
      <div className={gridClass}>
        <CardSkeletons />
      </div>
    </div>
  );
}
