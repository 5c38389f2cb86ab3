/** The edited home page: defaults of new sections, validation and preview. */
import type { ItemCard } from "#contract/items";
import type { HomeView } from "#contract/items/marketplace";
import { type HomeDocument, type HomeDocumentPart, SaveHome, type SaveHomeInput } from "#contract/site/homepage";
import { DEFAULT_HERO, DEFAULT_SECTIONS, defaultLayout, HOME_ROWS, homeContent } from "#domain/site/homepage";
import { type Checked, checked } from "../../../lib/field-errors.ts";

export type Kind = HomeDocumentPart["kind"];

export const isRow = (kind: Kind): boolean => HOME_ROWS.some((row) => row === kind);

/** Returns a new section. Rows of the marketplace exist once, so their kind is their id. */
export function newPart(kind: Kind): HomeDocumentPart {
  const id = isRow(kind) ? kind : `s-${crypto.randomUUID().slice(0, 12)}`;
  const points = kind === "steps" ? [{ title: "", text: "" }] : [];
  return { id, kind, active: true, title: "", text: "", points, link: null, item_ids: [] };
}

/** Returns the default home page, which is shown until an admin edits it. */
export function defaultDocument(): HomeDocument {
  const parts = defaultLayout(DEFAULT_SECTIONS).map(({ id, kind }): HomeDocumentPart => {
    const section = DEFAULT_SECTIONS.find((one) => one.id === id);
    return { ...newPart(kind), ...section, id };
  });
  return structuredClone({ hero: DEFAULT_HERO, parts });
}

/** Returns the list with one entry moved by one place. `from` is its index. */
export function move<T>(list: readonly T[], from: number, by: -1 | 1): T[] {
  const next = [...list];
  const [moved] = next.splice(from, 1);
  if (moved !== undefined) next.splice(from + by, 0, moved);
  return next;
}

/** Returns the request body, or the validation messages by input name ("document.parts.2.title"). */
export function checkDocument(document: HomeDocument, version: number): Checked<SaveHomeInput> {
  return checked(SaveHome, { version, document });
}

/** Returns the page as visitors would see it, computed by the same rule as on the server, with the current listings. */
export function previewOf(document: HomeDocument, live: HomeView, chosen: readonly ItemCard[]): HomeView {
  const shown = document.parts
    .filter(({ active }) => active)
    .map(({ id, kind, ...content }) => ({ id, section: kind, content }));
  const rows = [
    { id: "page", section: "page", content: {} },
    { id: "hero", section: "hero", content: { ...document.hero } },
    ...shown,
  ];
  return {
    ...live,
    ...homeContent(rows),
    featured: chosen.length > 0 ? [...chosen] : live.featured,
    ads: { top_banner: null, bottom_banner: null },
  };
}
