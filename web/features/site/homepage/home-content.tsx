import { type ReactNode, useMemo } from "react";
import { Link } from "react-router-dom";
import type { ItemCard as Card } from "#contract/items";
import type { HomeView } from "#contract/items/marketplace";
import { Section } from "../../../ui/layout.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { AdCard } from "../../ads/index.ts";
import { type GridStatus, ItemCards, useGridStatus } from "../../items/index.ts";
import { CategoryTiles } from "./category-tiles.tsx";
import { Hero } from "./hero.tsx";
import { HomeAction } from "./home-action.tsx";
import { HomeSectionView } from "./home-section.tsx";

/** Content of the home page; also the preview of its editor. */
export function HomeContent({ home, lost = false }: { home: HomeView; lost?: boolean }) {
  const grid = useGridStatus();
  const { top_banner: top, bottom_banner: bottom } = home.ads;
  return (
    <>
      <Hero hero={home.hero} counts={home.counts} lost={lost} />
      {top ? <AdCard ad={top} layout="banner" className="mt-5" /> : null}
      {home.layout.map((part) => (
        <Part key={part.id} part={part} home={home} grid={grid} />
      ))}
      {bottom ? <AdCard ad={bottom} layout="banner" className="mt-10" /> : null}
    </>
  );
}

interface PartProps {
  part: HomeView["layout"][number];
  home: HomeView;
  grid: GridStatus;
}

/** One section: a row of the marketplace, or text from the editor. */
function Part({ part: { id, kind, title }, home, grid }: PartProps) {
  switch (kind) {
    case "categories":
      return home.categories.length > 0 ? (
        <Section title={title || "What are you after?"} className="mt-10">
          <CategoryTiles categories={home.categories} />
        </Section>
      ) : null;
    case "featured":
      return home.featured.length > 0 ? (
        <CardRow
          title={title || "Popular right now"}
          more={<More to="/Marketplace">See all</More>}
          items={home.featured}
          at={home.server_now}
          grid={grid}
        />
      ) : (
        <EmptyState
          title="Nothing for sale yet"
          description="The first listing could be yours."
          action={<HomeAction link={{ label: "List an item", href: "/AddItem" }} variant="primary" />}
        />
      );
    case "sold":
      return home.recently_sold.length > 0 ? (
        <CardRow
          title={title || "Recently sold"}
          more={<More to="/Marketplace?tab=sold">See all sold</More>}
          items={home.recently_sold}
          at={home.server_now}
          grid={grid}
        />
      ) : null;
    default: {
      const section = home.sections.find((one) => one.id === id);
      return section ? <HomeSectionView section={section} /> : null;
    }
  }
}

interface CardRowProps {
  title: string;
  more: ReactNode;
  items: readonly Card[];
  at: number;
  grid: GridStatus;
}

function CardRow({ title, more, items, at, grid }: CardRowProps) {
  const pages = useMemo(() => [{ items, server_now: at }], [items, at]);
  return (
    <Section title={title} actions={more} className="mt-10">
      <ItemCards pages={pages} grid={grid} />
    </Section>
  );
}

function More({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="-my-2 -ml-2 flex min-h-tap items-center rounded-full px-2 font-semibold text-brand-ink underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  );
}
