/** The home page editor, for admins (D49). */
import * as z from "zod/mini";
import { HOME_ROWS } from "#domain/site/homepage";
import { publicLink } from "#domain/site/public-link";
import { id, text } from "../fields.ts";
import type { ItemCard } from "../items.ts";

export const HOME_PARTS_MAX = 15;
export const HOME_POINTS_MAX = 6;
export const HOME_CHOSEN_MAX = 8;
export const HOME_TEXT_MAX = 600;
export const HOME_TITLE_MAX = 100;

const link = z.strictObject({
  label: text(1, 40, "Please enter the button text."),
  href: text(1, 300, "Please enter where the button goes.").check(
    z.refine(
      (href) => publicLink(href) !== null,
      "Enter a Goodstreet page, such as /Marketplace, or an address that starts with https://.",
    ),
  ),
});

const kinds = ["steps", "text", "callout", ...HOME_ROWS] as const;

const part = z
  .strictObject({
    id: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/, "That ID isn't valid.")),
    kind: z.enum(kinds),
    active: z.boolean(),
    title: text(0, HOME_TITLE_MAX),
    text: text(0, HOME_TEXT_MAX),
    points: z
      .array(z.strictObject({ title: text(1, 80, "Please enter a title."), text: text(0, 300) }))
      .check(z.maxLength(HOME_POINTS_MAX, `Up to ${HOME_POINTS_MAX} points.`)),
    link: z.nullable(link),
    /** For `featured`: chosen items in this order. Empty: popular items. */
    item_ids: z.array(id).check(z.maxLength(HOME_CHOSEN_MAX, `Up to ${HOME_CHOSEN_MAX} listings.`)),
  })
  .check(
    z.refine(({ kind, title }) => isRow(kind) || title !== "", { error: "Please enter a title.", path: ["title"] }),
    // A marketplace row has a fixed id, which equals its kind.
    z.refine(({ kind, id: name }) => !isRow(kind) || name === kind, { error: "That ID isn't valid.", path: ["id"] }),
    z.refine(({ kind, points }) => kind !== "steps" || points.length > 0, {
      error: "Please add at least one point.",
      path: ["points"],
    }),
  );

function isRow(kind: (typeof kinds)[number]): boolean {
  return HOME_ROWS.some((row) => row === kind);
}

const RESERVED = ["hero", "page"];

const HomeDocumentBody = z.strictObject({
  hero: z.strictObject({
    title: text(3, HOME_TITLE_MAX, "Please enter a title of at least 3 characters."),
    text: text(0, HOME_TEXT_MAX),
    primary: link,
    secondary: z.nullable(link),
  }),
  parts: z.array(part).check(
    z.maxLength(HOME_PARTS_MAX, `Up to ${HOME_PARTS_MAX} sections.`),
    z.refine((parts) => {
      const ids = [...parts.map(({ id: name }) => name), ...RESERVED];
      return new Set(ids).size === ids.length && HOME_ROWS.every((row) => parts.some(({ kind }) => kind === row));
    }, "Each section needs its own ID, and each marketplace row can appear only once."),
  ),
});
export type HomeDocument = z.output<typeof HomeDocumentBody>;
export type HomeDocumentPart = HomeDocument["parts"][number];

/** PUT /api/admin/homepage */
export const SaveHome = z.strictObject({
  /** The version that was edited: 409 `stale` when another admin has saved since. */
  version: z.int().check(z.minimum(0)),
  document: HomeDocumentBody,
});
export type SaveHomeInput = z.input<typeof SaveHome>;

export interface HomeVersion {
  version: number;
  saved_at: number;
  /** Display name of the admin. */
  saved_by: string;
  document: HomeDocument;
}

/** GET /api/admin/homepage, and the reply of PUT. */
export interface HomeEditorReply {
  /** 0 before the first save. */
  version: number;
  document: HomeDocument;
  /** The chosen items that are still for sale. */
  chosen: ItemCard[];
  /** Newest first. */
  versions: HomeVersion[];
  server_now: number;
}
