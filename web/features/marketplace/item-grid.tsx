import { memo, Suspense, useMemo } from "react";
import type { MarketplaceExtras } from "#contract/items/marketplace";
import { useHydrated } from "../../lib/use-hydrated.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { gridClass, Skeleton } from "../../ui/skeleton.tsx";
import type { GridStatus, ListedItem } from "../items/index.ts";
import { ItemCard } from "../items/index.ts";
import { gridPlan } from "./grid-plan.ts";
import { type MarketSection, sectionsOf } from "./sections.ts";
import type { Extras } from "./use-extras.ts";

const loadBetween = () => import("./grid-sections.tsx");
const AdBlock = lazyPart(async () => ({ default: (await loadBetween()).AdBlock }));
const WideAd = lazyPart(async () => ({ default: (await loadBetween()).WideAd }));
const Section = lazyPart(async () => ({ default: (await loadBetween()).Section }));

/**
 * Number of cards that the server renders: a row with its ad block, more than a phone's screen. The browser renders the
 * other cards of the page from its embedded data, because as markup they delay the first paint on a phone by a tenth of
 * a second.
 */
const SERVER_CARDS = 7;

interface ItemGridProps {
  items: readonly ListedItem[];
  grid: GridStatus;
  extras: Extras;
  /**
   * Whether bundles, trending and recently sold items are shown between the rows; not in a searched or filtered list.
   */
  mixed: boolean;
  complete: boolean;
  /** Index of the first item that is far from the visitor's place; null when the list isn't split. */
  furtherFrom?: number | null;
}

/** Listings in rows of seven with an ad block, and sections between the rows. */
export const ItemGrid = memo(function ItemGrid({
  items: listed,
  grid,
  extras,
  mixed,
  complete,
  furtherFrom = null,
}: ItemGridProps) {
  const whole = useHydrated();
  const items = whole ? listed : listed.slice(0, SERVER_CARDS);
  const { data, pending } = extras;
  const ad = data?.ads.local_deals ?? data?.ads.between_items ?? null;
  // Do not show the same ad twice: the wide ad needs another one in the block.
  const wideAd = data?.ads.local_deals ? data.ads.between_items : null;
  const sections = useMemo(() => sectionsOf(mixed ? data : undefined), [mixed, data]);
  const plan = useMemo(
    () =>
      gridPlan(items.length, {
        blocks: pending || ad !== null,
        band: (row) => wideAd !== null || row < sections.length,
        furtherFrom,
      }),
    [items.length, pending, ad, wideAd, sections, furtherFrom],
  );
  const rows = plan.filter((entry) => entry.kind === "band").length;
  const left = complete ? sections.slice(rows) : [];

  return (
    <>
      <ul className={gridClass}>
        {plan.map((entry) => {
          if (entry.kind === "item") {
            const card = items[entry.index];
            return card ? <ItemCard key={card.item.id} listed={card} grid={grid} eager={entry.index < 2} /> : null;
          }
          if (entry.kind === "further") {
            return (
              <li key="further" className="col-span-full not-first:mt-6">
                <h2 className="text-xl font-bold">Further away</h2>
              </li>
            );
          }
          if (entry.kind === "block") {
            return (
              <li key={`block-${entry.row}`} className="md:max-lg:col-span-2">
                {pending ? <Skeleton className="h-full rounded-lg" /> : <AdBlockOf ad={ad} />}
              </li>
            );
          }
          return (
            <li key={`band-${entry.row}`} className="col-span-full mb-4 grid min-w-0 grid-cols-1 gap-9">
              <Suspense fallback={null}>
                {wideAd ? <WideAd ad={wideAd} /> : null}
                <SectionOf section={sections[entry.row]} data={data} grid={grid} />
              </Suspense>
            </li>
          );
        })}
      </ul>
      {left.length > 0 ? (
        <Suspense fallback={null}>
          <div className="mt-10 grid grid-cols-1 gap-10">
            {left.map((section) => (
              <SectionOf key={section} section={section} data={data} grid={grid} />
            ))}
          </div>
        </Suspense>
      ) : null}
    </>
  );
});

function AdBlockOf({ ad }: { ad: MarketplaceExtras["ads"]["local_deals"] }) {
  return (
    <Suspense fallback={<Skeleton className="h-full rounded-lg" />}>
      <AdBlock ad={ad} />
    </Suspense>
  );
}

interface SectionOfProps {
  section: MarketSection | undefined;
  data: MarketplaceExtras | undefined;
  grid: GridStatus;
}

function SectionOf({ section, data, grid }: SectionOfProps) {
  return section && data ? <Section section={section} extras={data} grid={grid} /> : null;
}
