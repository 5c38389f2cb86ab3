/** Sections and ads between the listings, in a separate chunk, because the first row of cards does not need them. */
import { ArrowRight, Tag } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Link } from "react-router-dom";
import type { AdView, MarketplaceExtras } from "#contract/items/marketplace";
import { LinkButton } from "../../ui/button.tsx";
import { AdCard } from "../ads/index.ts";
import type { GridStatus } from "../items/index.ts";
import { BundleCard, ItemCards, ItemRow } from "../items/index.ts";
import type { MarketSection } from "./sections.ts";

/** Items per section; the full list is in the section's tab. */
const ROW_SIZE = 6;
const BUNDLES_IN_ROW = 3;

/** The ad block of a row; without an ad, an invitation to list an item. */
export function AdBlock({ ad }: { ad: AdView | null }) {
  return ad ? <AdCard ad={ad} layout="block" /> : <ListYours />;
}

/** The ad across the full width of the grid. */
export function WideAd({ ad }: { ad: AdView }) {
  return <AdCard ad={ad} layout="banner" />;
}

function ListYours() {
  return (
    <div className="flex h-full flex-col items-start justify-center rounded-lg bg-wattle-soft p-4 sm:p-6">
      <Tag className="size-7" strokeWidth={1.75} />
      <p className="mt-3 text-lg font-bold text-balance">Got something a neighbour could use?</p>
      <p className="mt-1 text-sm text-muted max-sm:hidden">
        Add a photo, a price and a short description. It's free to list.
      </p>
      <LinkButton to="/AddItem" variant="wattle" size="sm" className="mt-4">
        List an item
      </LinkButton>
    </div>
  );
}

interface SectionProps {
  section: MarketSection;
  extras: MarketplaceExtras;
  grid: GridStatus;
}

/** One section between the listings: trending items, bundles or recently sold items. */
export function Section({ section, extras, grid }: SectionProps) {
  if (section === "trending") {
    return (
      <ItemRow
        title={<span className="inline-block rounded-full bg-trending px-4 py-1 text-on-trending">Trending Now</span>}
        action={<SeeAll tab="trending" what="trending items" />}
        items={extras.trending.slice(0, ROW_SIZE)}
        at={extras.server_now}
        grid={grid}
      />
    );
  }
  if (section === "bundles") {
    return (
      <Titled title="Bundle Deals" action={<SeeAll tab="bundles" what="bundles" />}>
        <ul className="-mx-4 flex [scroll-snap-type:x_mandatory] scroll-px-4 gap-4 overflow-x-auto px-4 [scrollbar-width:thin] *:w-[78vw] *:shrink-0 *:snap-start sm:mx-0 sm:grid sm:grid-cols-3 sm:gap-5 sm:overflow-visible sm:px-0 sm:*:w-auto">
          {extras.bundles.slice(0, BUNDLES_IN_ROW).map((bundle) => (
            <BundleCard key={bundle.id} bundle={bundle} />
          ))}
        </ul>
      </Titled>
    );
  }
  return (
    <Titled title="Recently Sold" action={<SeeAll tab="sold" what="sold items" />}>
      <ItemCards pages={[{ items: extras.recently_sold, server_now: extras.server_now }]} grid={grid} />
    </Titled>
  );
}

function Titled({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-3.5 flex items-center justify-between gap-3">
        <h2 id={id} className="text-xl font-bold">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

function SeeAll({ tab, what }: { tab: string; what: string }) {
  return (
    <Link
      to={`/Marketplace?tab=${tab}`}
      // Scroll the other tab to its top instead of keeping this link's position.
      onClick={() => window.scrollTo(0, 0)}
      className="-my-2 inline-flex min-h-tap shrink-0 items-center gap-1 rounded-full px-2 font-semibold text-brand-ink hover:underline"
    >
      See all
      <span className="sr-only"> {what}</span>
      <ArrowRight className="size-4" />
    </Link>
  );
}
