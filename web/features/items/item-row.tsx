import { clsx } from "clsx";
import { type ReactNode, useId, useMemo } from "react";
import type { ItemCard as Card } from "#contract/items";
import type { GridStatus } from "./grid-status.ts";
import { ItemCard } from "./item-card.tsx";

interface ItemRowProps {
  title: ReactNode;
  /** Next to the title, e.g. a link to the full list. */
  action?: ReactNode;
  items: readonly Card[];
  /** Server time of the reply with the cards. */
  at: number;
  grid: GridStatus;
  className?: string;
  /** Name of this row in a guided tour. */
  tour?: string;
}

/**
 * Up to six cards side by side. On narrow screens they scroll card by card and follow the keyboard focus. Renders
 * nothing without items.
 */
export function ItemRow({ title, action, items, at, grid, className, tour }: ItemRowProps) {
  const id = useId();
  // One object per card and reply, so that the memoised cards do not render again with the page.
  const listed = useMemo(() => items.map((item) => ({ item, at })), [items, at]);
  if (listed.length === 0) return null;
  return (
    <section aria-labelledby={id} data-tour={tour} className={className}>
      <div className="mb-3.5 flex items-center justify-between gap-3">
        <h2 id={id} className="text-xl font-bold">
          {title}
        </h2>
        {action}
      </div>
      {/* As wide as the screen, plus room for the focus ring of a card. */}
      <ul
        className={clsx(
          "-mx-4 -my-1 flex gap-3 overflow-x-auto px-4 py-1 [scrollbar-width:thin] sm:-mx-6 sm:gap-4 sm:px-6",
          "[scroll-snap-type:x_mandatory] scroll-px-4 overscroll-x-contain sm:scroll-px-6",
          "lg:mx-0 lg:grid lg:grid-cols-6 lg:gap-5 lg:overflow-visible lg:px-0",
        )}
      >
        {listed.map((one) => (
          <ItemCard key={one.item.id} listed={one} grid={grid} eager={false} layout="row" elsewhere />
        ))}
      </ul>
    </section>
  );
}
