import { CONDITION_LABELS } from "#domain/items/catalogue";
import { DEMO_ITEMS, demoMinimum } from "#domain/items/demo-items";
import { centsToDollars } from "#domain/money";
import { Badge } from "../../ui/badge.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { CATEGORY_ICONS } from "../../ui/category-icons.ts";
import { Price } from "../../ui/price.tsx";
import { gridClass } from "../../ui/skeleton.tsx";
import { DemoChat } from "../negotiation/index.ts";
import "../../ui/category-colors.css";

const example = (conditionLabels: string) => `${conditionLabels} · Example`;

/** Demo items of an empty marketplace: marked with a badge, without an item page, and not for sale (D3). */
export default function DemoListings() {
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg bg-brand-soft p-4 sm:px-6">
        <div className="min-w-0">
          <p className="font-bold">No listings yet</p>
          <p className="text-sm text-muted">
            These are example listings. They aren't for sale, but you can try negotiating with Knowzee.
          </p>
        </div>
        <LinkButton to="/AddItem" size="sm">
          List the first item
        </LinkButton>
      </div>
      <ul className={gridClass}>
        {DEMO_ITEMS.map((item) => {
          const { id, title, category, condition, place } = item;
          const price = centsToDollars(item.price_cents);
          const previous = item.previous_cents === null ? null : centsToDollars(item.previous_cents);
          const Icon = CATEGORY_ICONS[category];
          return (
            <li key={id} data-item={id} className="min-w-0">
              <article>
                <div
                  className="relative flex aspect-square items-center justify-center rounded-lg"
                  style={{ background: `var(--cat-${category})`, color: `var(--cat-${category}-ink)` }}
                >
                  <Icon className="size-1/4" strokeWidth={1.25} />
                  <Badge tone="ink" className="absolute top-2.5 left-2.5">
                    Demo
                  </Badge>
                </div>
                <Price price={price} previous={previous} className="mt-2.5" />
                <h3 dir="auto" className="truncate font-medium">
                  {title}
                </h3>
                <p className="mt-0.5 truncate text-sm text-muted">{place}</p>
                <p className="truncate text-sm text-muted">{example(CONDITION_LABELS[condition])}</p>
                {demoMinimum(item) === null ? null : <DemoChat id={id} title={title} price={price} />}
              </article>
            </li>
          );
        })}
      </ul>
    </>
  );
}
