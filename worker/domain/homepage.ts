/**
 * The words of the home page: what editors have written, over words that stand on their own. Content is read
 * defensively, field by field: a half-filled section shows what it has and never breaks the page (D13, D49).
 */
import { publicLink } from "./public-link.ts";

export interface HomeLink {
  label: string;
  href: string;
}

export interface HomeHero {
  title: string;
  text: string;
  primary: HomeLink;
  secondary: HomeLink | null;
}

export interface HomeSection {
  id: string;
  /** `steps`: a short list of points, `text`: a paragraph, `callout`: a coloured band. */
  kind: "steps" | "text" | "callout";
  title: string;
  text: string;
  points: { title: string; text: string }[];
  link: HomeLink | null;
}

/** Rows of the marketplace's own, which stand among the editor's sections. */
export const HOME_ROWS = ["categories", "featured", "sold"] as const;
export type HomeRow = (typeof HOME_ROWS)[number];

/** What stands where on the page. A section is found by its id; a row may have a title of the editor's. */
export interface HomePart {
  id: string;
  kind: HomeSection["kind"] | HomeRow;
  /** Empty: the usual one. */
  title: string;
}

/**
 * A stored row. `page` says that an editor has saved the whole page: then the rows are everything there is on it, in their
 * order. `hero` is the top of the page; every other kind stands below, by position.
 */
export interface StoredHomeSection {
  id: string;
  section: string;
  content: Readonly<Record<string, unknown>>;
}

export const DEFAULT_HERO: HomeHero = {
  title: "Good things, close to home",
  text: "Buy, sell and give away second-hand things with people in your neighbourhood. Hold an item while you decide, pay when you are sure, and collect it in person.",
  primary: { label: "Browse the marketplace", href: "/Marketplace" },
  secondary: { label: "Sell something", href: "/AddItem" },
};

export const DEFAULT_SECTIONS: readonly HomeSection[] = [
  {
    id: "how-it-works",
    kind: "steps",
    title: "How it works",
    text: "",
    points: [
      {
        title: "Find it",
        text: "Search by word, price and distance. What you see is really there: sold things leave at once.",
      },
      {
        title: "Hold it",
        text: "Buy Now holds the item for you while you check out. Nobody else can take it meanwhile.",
      },
      { title: "Collect it", text: "Pay, then meet the seller. The address is shown from 24 hours before collection." },
    ],
    link: null,
  },
  {
    id: "sell",
    kind: "callout",
    title: "Something gathering dust?",
    text: "Listing takes two minutes and costs nothing. Set a price, or give it away.",
    points: [],
    link: { label: "List an item", href: "/AddItem" },
  },
];

const KINDS: readonly HomeSection["kind"][] = ["steps", "text", "callout"];
const TEXT_MAX = 600;
const POINTS_MAX = 6;

/** Hero, sections and layout from the active rows in their order; the defaults where there is nothing of the kind. */
export function homeWords(rows: readonly StoredHomeSection[]): {
  hero: HomeHero;
  sections: HomeSection[];
  layout: HomePart[];
} {
  const hero = rows.find((row) => row.section === "hero");
  const written = rows.flatMap((row) => sectionOf(row) ?? []);
  const edited = rows.some((row) => row.section === "page");
  const sections = written.length > 0 || edited ? written : [...DEFAULT_SECTIONS];
  return {
    hero: hero ? heroOf(hero.content) : DEFAULT_HERO,
    sections,
    layout: edited ? rows.flatMap((row) => partOf(row) ?? []) : usualLayout(sections),
  };
}

/** A call to do something ends the page; what stands before it stays in its order, between what is popular and what is sold. */
export function usualLayout(sections: readonly HomeSection[]): HomePart[] {
  const parts = sections.map(({ id, kind }): HomePart => ({ id, kind, title: "" }));
  const closing = parts.at(-1)?.kind === "callout" ? parts.splice(-1) : [];
  const [categories, featured, sold] = HOME_ROWS.map((kind): HomePart => ({ id: kind, kind, title: "" }));
  return [categories, featured, ...parts, sold, ...closing].filter((part) => part !== undefined);
}

function partOf(row: StoredHomeSection): HomePart | null {
  const own = HOME_ROWS.find((kind) => kind === row.section);
  if (own) return { id: own, kind: own, title: words(row.content.title) };
  const section = sectionOf(row);
  return section && { id: section.id, kind: section.kind, title: "" };
}

function heroOf(content: StoredHomeSection["content"]): HomeHero {
  return {
    title: words(content.title) || DEFAULT_HERO.title,
    text: words(content.text) || DEFAULT_HERO.text,
    primary: linkOf(content.primary) ?? DEFAULT_HERO.primary,
    // An editor may leave it out, which is not the same as never having been asked.
    secondary: "secondary" in content ? linkOf(content.secondary) : DEFAULT_HERO.secondary,
  };
}

/** Null for an unknown kind and for a section without a title. */
function sectionOf({ id, section, content }: StoredHomeSection): HomeSection | null {
  const kind = KINDS.find((known) => known === section);
  const title = words(content.title);
  if (!kind || !title) return null;
  const points = Array.isArray(content.points) ? content.points.slice(0, POINTS_MAX).flatMap(pointOf) : [];
  return { id, kind, title, text: words(content.text), points, link: linkOf(content.link) };
}

function pointOf(value: unknown): { title: string; text: string }[] {
  const point = fieldsOf(value);
  const title = words(point.title);
  return title ? [{ title, text: words(point.text) }] : [];
}

function linkOf(value: unknown): HomeLink | null {
  const link = fieldsOf(value);
  const label = words(link.label);
  const href = publicLink(link.href);
  return label && href ? { label, href } : null;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function words(value: unknown): string {
  return typeof value === "string" ? value.trim().slice(0, TEXT_MAX).toWellFormed() : "";
}
