import { useMemo } from "react";
import type { ItemCard as Card } from "#contract/items";
import type { GridStatus, ListedItem } from "../lib/grid-status.ts";
import { ItemCard } from "./item-card.tsx";
import { gridClass } from "./skeleton.tsx";

interface ItemCardsProps {
  /** Pages of a list, each with the server's time of its reply. */
  pages: readonly { items: readonly Card[]; server_now: number }[];
  grid: GridStatus;
  /** How many photos are in view from the start. */
  eager?: number;
}

/** Listings as a grid of cards, for every page but the marketplace, whose grid has ads in it. */
export function ItemCards({ pages, grid, eager = 0 }: ItemCardsProps) {
  const listed = useMemo(() => {
    const byId = new Map<string, ListedItem>();
    for (const { items, server_now } of pages) {
      // An item relisted between two pages comes twice.
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
