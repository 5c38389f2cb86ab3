import type { HomeView } from "#contract/items/marketplace";
import { groupDigits } from "#domain/group-digits";
import { CATEGORIES } from "#domain/items/catalogue";
import { Button } from "../../../ui/button.tsx";
import { Loading, Skeleton } from "../../../ui/skeleton.tsx";
import { SearchForm } from "../../items/index.ts";
import { NearChip } from "../../places/index.ts";
import { HomeAction } from "./home-action.tsx";
import scene from "./street-scene.svg";

const listed = (count: number) => `${groupDigits(count)} ${count === 1 ? "item for sale" : "items for sale"}`;

const sellers = (count: number) => `${groupDigits(count)} ${count === 1 ? "seller" : "sellers"}`;

const alreadySold = (count: number) => `${groupDigits(count)} already sold`;

interface HeroProps {
  hero: HomeView["hero"];
  counts: HomeView["counts"] | null;
  /** The address is unknown: that is the page's heading then. */
  lost?: boolean;
}

/** Title, text and buttons of the home page, with a search that opens the marketplace. */
export function Hero({ hero, counts, lost = false }: HeroProps) {
  const Title = lost ? "h2" : "h1";
  return (
    <header className="relative overflow-hidden rounded-xl bg-banner px-5 py-10 text-on-banner sm:p-10">
      <img
        src={scene}
        loading="lazy"
        alt=""
        width={560}
        height={380}
        className="pointer-events-none absolute right-0 bottom-0 hidden h-full w-auto lg:block"
      />
      <div className="relative lg:w-1/2">
        <Title dir="auto" className="text-4xl font-extrabold">
          {hero.title}
        </Title>
        {hero.text ? (
          <p dir="auto" className="mt-3 max-w-prose text-banner-quiet">
            {hero.text}
          </p>
        ) : null}
        <SearchForm
          className="mt-6 max-w-lg"
          inputClass="h-14 w-full rounded-full border border-field bg-raised pr-28 pl-12 text-base text-ink focus-visible:outline-wattle"
        >
          <Button type="submit" className="absolute! top-1.5 right-1.5">
            Search
          </Button>
        </SearchForm>
        <NearChip look="banner" className="mt-2 ml-4 max-w-full" />
        <div className="mt-2 flex flex-wrap gap-2.5">
          <HomeAction link={hero.primary} variant="wattle" />
          {hero.secondary ? <HomeAction link={hero.secondary} variant="onBanner" /> : null}
        </div>
        <Counts counts={counts} />
      </div>
    </header>
  );
}

function Counts({ counts }: { counts: HomeView["counts"] | null }) {
  if (counts === null || counts.listed === 0) return null;
  const facts = [
    listed(counts.listed),
    sellers(counts.sellers),
    ...(counts.sold > 0 ? [alreadySold(counts.sold)] : []),
  ];
  return (
    <ul aria-label="Right now" className="mt-6 flex flex-wrap gap-x-5 gap-y-1 text-sm text-banner-quiet tabular-nums">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}

/** Skeleton of the hero while the home page loads. */
export function HeroSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-[min(400px,60dvh)] rounded-xl" />
      <Skeleton className="mt-10 mb-3.5 h-7 w-56" />
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
        {CATEGORIES.map((category) => (
          <Skeleton key={category} className="h-16 rounded-lg" />
        ))}
      </div>
    </Loading>
  );
}
