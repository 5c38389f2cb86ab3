import { BookOpen, Dumbbell, Flower2, type LucideIcon, Shirt, Smartphone, Sofa, ToyBrick } from "lucide-react";
import { type Category, CONDITION_LABELS, type Condition } from "#domain/catalogue";
import { Badge } from "../../ui/badge.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Price } from "../../ui/price.tsx";
import { gridClass } from "../../ui/skeleton.tsx";
import "../../ui/category-colors.css";
import * as words from "./demo-words.ts";

interface DemoItem {
  id: `demo-${string}`;
  title: string;
  price: number;
  previous: number | null;
  category: Category;
  condition: Condition;
  place: string;
  Icon: LucideIcon;
}

function demo(
  name: string,
  Icon: LucideIcon,
  title: string,
  price: number,
  category: Category,
  condition: Condition,
  place: string,
  previous: number | null = null,
): DemoItem {
  return { id: `demo-${name}`, title, price, previous, category, condition, place, Icon };
}

const DEMO_ITEMS: readonly DemoItem[] = [
  demo("sofa", Sofa, words.twoSeatSofaOatBoucle, 420, "furniture", "like_new", words.fitzroyMelbourne),
  demo("phone", Smartphone, words.unlockedPhone128Gb, 390, "electronics", "good", words.newtownSydney, 450),
  demo("jacket", Shirt, words.rainJacketSizeM, 60, "clothing", "like_new", words.westEndBrisbane),
  demo("weights", Dumbbell, words.dumbbellSet210Kg, 45, "sports", "good", words.carltonMelbourne, 60),
  demo("novels", BookOpen, words.boxOfNovelsTwenty, 0, "books", "fair", words.subiacoPerth),
  demo("blocks", ToyBrick, words.woodenBlocks100Pieces, 25, "toys", "good", words.glenelgAdelaide),
  demo("fern", Flower2, words.maidenhairFernInPot, 18, "home_garden", "new", words.braddonCanberra),
  demo("chair", Sofa, words.readingChairWithFootstool, 150, "furniture", "good", words.sandyBayHobart),
];

/** Before anything is listed: what listings will look like. Badged, without a page of their own, never for sale (D3). */
export default function DemoListings() {
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg bg-brand-soft p-4 sm:px-6">
        <div className="min-w-0">
          <p className="font-bold">{words.nothingIsListedYet}</p>
          <p className="text-sm text-muted">{words.theseAreExamplesOfWhat}</p>
        </div>
        <LinkButton to="/AddItem" size="sm">
          {words.listFirstItem}
        </LinkButton>
      </div>
      <ul className={gridClass}>
        {DEMO_ITEMS.map(({ id, title, price, previous, category, condition, place, Icon }) => (
          <li key={id} data-item={id} className="min-w-0">
            <article>
              <div
                className="relative flex aspect-square items-center justify-center rounded-lg"
                style={{ background: `var(--cat-${category})`, color: `var(--cat-${category}-ink)` }}
              >
                <Icon className="size-1/4" strokeWidth={1.25} aria-hidden="true" />
                <Badge tone="ink" className="absolute top-2.5 left-2.5">
                  {words.demo}
                </Badge>
              </div>
              <Price price={price} previous={previous} className="mt-2.5" />
              <h3 className="truncate font-medium">{title}</h3>
              <p className="mt-0.5 truncate text-sm text-muted">{place}</p>
              <p className="truncate text-sm text-muted">{words.example(CONDITION_LABELS[condition])}</p>
            </article>
          </li>
        ))}
      </ul>
    </>
  );
}
