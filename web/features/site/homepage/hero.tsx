import { Search } from "lucide-react";
import type { FormEvent } from "react";
import { useNavigate } from "react-router-dom";
import { SEARCH_TERM_MAX } from "#contract/items";
import type { HomeView } from "#contract/items/marketplace";
import { groupDigits } from "#domain/group-digits";
import { CATEGORIES } from "#domain/items/catalogue";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { HomeAction } from "./home-action.tsx";
import scene from "./street-scene.svg";

const listed = (count: number) => `${groupDigits(count)} ${count === 1 ? "item for sale" : "items for sale"}`;

const sellers = (count: number) => `${groupDigits(count)} ${count === 1 ? "seller" : "sellers"}`;

const alreadySold = (count: number) => `${groupDigits(count)} already sold`;

/** Title, text and buttons of the home page, with a search that opens the marketplace. */
export function Hero({ hero, counts }: { hero: HomeView["hero"]; counts: HomeView["counts"] | null }) {
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
        <h1 className="text-4xl font-extrabold">{hero.title}</h1>
        {hero.text ? <p className="mt-3 max-w-prose text-banner-quiet">{hero.text}</p> : null}
        <HeroSearch />
        <div className="mt-4 flex flex-wrap gap-2.5">
          <HomeAction link={hero.primary} variant="wattle" />
          {hero.secondary ? <HomeAction link={hero.secondary} variant="onBanner" /> : null}
        </div>
        <Counts counts={counts} />
      </div>
    </header>
  );
}

/** The browser keeps the typed text and submits the form itself when the page is not hydrated yet. */
function HeroSearch() {
  const navigate = useNavigate();
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const query = String(new FormData(event.currentTarget).get("q")).trim();
    void navigate(query ? `/Marketplace?q=${encodeURIComponent(query)}` : "/Marketplace");
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers before 2023 do not know <search>
    <form role="search" action="/Marketplace" onSubmit={search} className="relative mt-6 max-w-lg">
      <Search className="pointer-events-none absolute inset-y-0 left-4 my-auto size-5 text-muted" aria-hidden="true" />
      <input
        type="search"
        name="q"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={SEARCH_TERM_MAX}
        aria-label="Search the marketplace"
        placeholder="Bikes, sofas, cameras"
        className="h-14 w-full rounded-full border border-field bg-raised pr-28 pl-12 text-base text-ink focus-visible:outline-wattle [&::-webkit-search-cancel-button]:hidden"
      />
      <Button type="submit" className="absolute! top-1.5 right-1.5">
        Search
      </Button>
    </form>
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
    <div role="status">
      <span className="sr-only">Loading…</span>
      <Skeleton className="h-[min(400px,60dvh)] rounded-xl" />
      <Skeleton className="mt-10 mb-3.5 h-7 w-56" />
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
        {CATEGORIES.map((category) => (
          <Skeleton key={category} className="h-16 rounded-lg" />
        ))}
      </div>
    </div>
  );
}
