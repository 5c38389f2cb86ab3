import { useMemo } from "react";
import type { ItemCard as Card } from "#contract/items";
import { gridClass } from "../../ui/skeleton.tsx";
import type { GridStatus, ListedItem } from "./grid-status.ts";
import { ItemCard } from "./item-card.tsx";

interface ItemCardsProps {
  /** Pages of a list, each with the server time of its reply. */
  pages: readonly { items: readonly Card[]; server_now: number }[];
  grid: GridStatus;
  /** Number of photos visible from the start. */
  eager?: number;
}

/** Grid of item cards, for every page except the marketplace, whose grid includes ads. */
export function ItemCards({ pages, grid, eager = 0 }: ItemCardsProps) {
  const listed = useMemo(() => {
    const byId = new Map<string, ListedItem>();
    for (const { items, server_now } of pages) {
      // An item relisted between two requests is in both pages.
      for (const item of items) if (!byId.has(item.id)) byId.set(item.id, { item, at: server_now });
    }
    return [...byId.values()];
  }, [pages]);
  return (
    <ul className={gridClass}>
      {listed.map((one, index) => (
        <ItemCard key={one.item.id} listed={one} grid={grid} eager={index < eager} elsewhere />
      ))}
    </ul>
  );
}
