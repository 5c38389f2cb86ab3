/** Items on the wire (D4 private fields, D16 dollars, D47 canonical names). */

import * as z from "zod/mini";
import {
  type Category,
  CONDITIONS,
  type Condition,
  canonicalCategory,
  DESCRIPTION_MAX,
  PHOTOS_MAX,
  SORTS,
  sortNamed,
  TAG_LENGTH_MAX,
  TAGS_MAX,
  TITLE_MAX,
} from "#domain/catalogue";
import { DRAFT_ID, dollars, id, instant, text } from "./fields.ts";
import type { LineView } from "./line.ts";

/** `reserved` is derived from a live hold on read, never stored. */
export type ItemStatus = "active" | "inactive" | "sold" | "pending" | "reserved" | "pending_payment";

/** A stored photo: the original (≤ 1600 px) and its sizes, all under content-hash keys served for ever. */
export interface Photo {
  id: string;
  /** Largest size, for the viewer and Open Graph. */
  url: string;
  /** 800 px and 400 px renditions. */
  url_800: string;
  url_400: string;
  width: number;
  height: number;
}

/** What everybody may know of a seller (D5). */
export interface PublicSeller {
  id: string;
  display_name: string;
  suburb: string | null;
  city: string | null;
  average_rating: number | null;
  rating_count: number;
}

/** One card of a grid: exactly what is drawn, nothing else. */
export interface ItemCard {
  id: string;
  title: string;
  price: number;
  previous_price: number | null;
  category: Category;
  condition: Condition;
  status: ItemStatus;
  /** UTC ms while somebody holds it, else null. */
  reserved_until: number | null;
  /** True when the hold is the reader's own: the card then shows no countdown against them. */
  reserved_by_you: boolean;
  /** How many wait for it while somebody else has it. */
  line_length: number;
  image: Photo | null;
  image_url: string | null;
  seller: PublicSeller;
  suburb: string | null;
  city: string | null;
  negotiation_available: boolean;
  /** What the seller takes off at checkout, in words; null when nothing. */
  offer_label: string | null;
  /** From the place a radius search names, to one decimal; null in every other list. */
  distance_km: number | null;
  views_count: number;
  created_at: number;
}

/** What a reader may do with this item; screens draw their buttons from it. */
export interface ItemAbilities {
  buy: boolean;
  edit: boolean;
  /** Signed in, not the owner, it has a price, and its seller is open to trades (D39). */
  trade: boolean;
}

/** What something is given for. */
export interface Cause {
  kind: "charity" | "cause";
  name: string;
  /** "51 824 753 556"; null for a cause. */
  abn: string | null;
}

/** Item detail as everybody sees it. Exact address, minimum price and notes are not part of it (D4). */
export interface ItemDetail extends ItemCard, LineView {
  /** The reader's own order that the item is in; null when it is in none, or in somebody else's. */
  your_order: string | null;
  description: string;
  tags: string[];
  photos: Photo[];
  image_urls: string[];
  location: string | null;
  collection_date: number | null;
  /** IANA zone of the collection place, e.g. "Australia/Melbourne" (D9). */
  collection_zone: string;
  /** The public text in place of the address: suburb and city, or "To be arranged with seller" (D9). */
  collection_summary: string;
  seller_since: number;
  /** What a free item is given for, if its giver has said so (D49). */
  cause: Cause | null;
  accepted_payment_methods: PaymentMethod[];
  updated_at: number;
  /** Version for conditional edits (`If-Match` value of PATCH). */
  version: number;
  abilities: ItemAbilities;
  server_now: number;
}

/** The owner's own view adds the private fields. */
export interface OwnItem extends ItemDetail {
  minimum_price: number | null;
  negotiation_enabled: boolean;
  /** For Knowzee alone. */
  negotiation_notes: string;
  /** What Knowzee may tell buyers. */
  public_notes: string;
  collection_address: string | null;
  postcode: string | null;
}

export type PaymentMethod = "bank_transfer" | "stripe" | "crypto";

const tags = z
  .array(text(1, TAG_LENGTH_MAX, undefined, "each tag"))
  .check(z.maxLength(TAGS_MAX, `Add up to ${TAGS_MAX} tags.`));
const photoIds = z.array(id).check(z.maxLength(PHOTOS_MAX, `Add up to ${PHOTOS_MAX} photos.`));
const category = z.pipe(
  z.string(),
  z.transform((value: string, ctx) => {
    const known = canonicalCategory(value);
    if (known) return known;
    ctx.issues.push({ code: "custom", input: value, message: "Please choose a category." });
    return z.NEVER;
  }),
);

const itemFields = {
  title: text(3, TITLE_MAX, "Please enter a title of at least 3 characters."),
  description: text(0, DESCRIPTION_MAX),
  price: dollars,
  category,
  condition: z.enum(CONDITIONS, "Please choose a condition."),
  photo_ids: photoIds,
  tags,
  collection_date: z.nullable(instant),
  collection_zone: z.string().check(z.maxLength(60)),
  collection_address: z.nullable(text(0, 200)),
  postcode: z.nullable(z.string().check(z.regex(/^\d{4}$/, "A postcode has four digits."))),
  suburb: z.nullable(text(0, 60)),
  city: z.nullable(text(0, 60)),
  location: z.nullable(text(0, 120)),
  negotiation_enabled: z.boolean(),
  minimum_price: z.nullable(dollars),
  negotiation_notes: text(0, 500),
  public_notes: text(0, 500),
};

/** POST /api/items. Five inputs are required: photos may follow, title, price, category, condition may not. */
export const CreateItem = z.strictObject({
  ...z.partial(z.object(itemFields)).shape,
  /** The draft it grew from: that ends with the listing, and becomes one listing only. */
  draft_id: z.optional(z.string().check(z.regex(DRAFT_ID, "That is not a draft."))),
  title: itemFields.title,
  price: itemFields.price,
  category: itemFields.category,
  condition: itemFields.condition,
});
export type CreateItemInput = z.input<typeof CreateItem>;

/** PATCH /api/items/:id. `version` is what the editor loaded; a newer stored version answers 409 `stale` with it. */
export const UpdateItem = z.strictObject({
  ...z.partial(z.object(itemFields)).shape,
  status: z.optional(z.enum(["active", "inactive"])),
  version: z.optional(z.int()),
});
export type UpdateItemInput = z.input<typeof UpdateItem>;

/** Most characters of a search box or location filter that are looked at; more is cut, never an error (A88). */
export const SEARCH_TERM_MAX = 100;

const cut = z.pipe(
  z.string(),
  z.transform((value: string) => value.toWellFormed().slice(0, SEARCH_TERM_MAX)),
);

/** A whole number as it stands in a query string. */
export function queryInteger(min: number, max: number) {
  return z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,6}$/, "Enter a whole number.")), z.transform(Number)),
    z.int().check(z.minimum(min), z.maximum(max)),
  );
}

const categories = z.pipe(
  z.string().check(z.maxLength(200)),
  z.transform((value: string, ctx) => {
    const known = value.split(",").map(canonicalCategory);
    if (known.every((name) => name !== null)) return [...new Set(known)];
    ctx.issues.push({ code: "custom", input: value, message: "Please choose a category." });
    return z.NEVER;
  }),
);

/** GET /api/items: the marketplace's filters, in snake_case. Unknown names are refused. */
export const ListItems = z.strictObject({
  q: z.optional(cut),
  category: z.optional(category),
  /** Any of these, comma-separated: for a tab that lists more than one. */
  categories: z.optional(categories),
  condition: z.optional(z.enum(CONDITIONS)),
  min_price: z.optional(dollars),
  max_price: z.optional(dollars),
  location: z.optional(cut),
  /** Suburb or postcode, and how far around it. Nothing further away is listed. */
  near: z.optional(cut),
  within_km: z.optional(queryInteger(1, 200)),
  /** Also as a column, with a leading minus for descending: `-created_at`. */
  sort: z.optional(z.pipe(z.pipe(z.string(), z.transform(sortNamed)), z.enum(SORTS))),
  seller_id: z.optional(id),
  /** `active` (default) lists what can be bought or is held right now; `sold` the recently sold. */
  status: z.optional(z.enum(["active", "sold"])),
  cursor: z.optional(z.string().check(z.maxLength(600))),
  limit: z.optional(queryInteger(1, 100)),
  offset: z.optional(queryInteger(0, 10_000)),
});
export type ListItemsQuery = z.output<typeof ListItems>;
export type ListItemsInput = z.input<typeof ListItems>;

/** GET /api/items/mine: everything the signed-in seller has listed and not deleted, newest first. */
export const ListOwnItems = z.strictObject({
  /** `active`: for sale or being bought, so everything that is neither sold nor taken off sale. Default: all. */
  status: z.optional(z.enum(["active", "sold", "inactive"])),
  cursor: z.optional(z.string().check(z.maxLength(600))),
  limit: z.optional(queryInteger(1, 100)),
});

/** Most cards one status call asks about. */
export const STATUS_IDS_MAX = 60;

/** GET /api/items/status: a comma-separated list of item ids. */
export const ItemStatusQuery = z.strictObject({
  ids: z.pipe(
    z.pipe(
      z.string().check(z.maxLength(4_000)),
      z.transform((value: string) => [...new Set(value.split(",").filter((part) => part !== ""))]),
    ),
    z.array(id).check(z.maxLength(STATUS_IDS_MAX, `Ask about at most ${STATUS_IDS_MAX} items at a time.`)),
  ),
});

export interface ItemStatusReply {
  items: ItemLiveStatus[];
  server_now: number;
}

/** GET /api/items/status?ids=a,b,c (≤ 60): the one combined status call of a grid (D48). */
export interface ItemLiveStatus {
  id: string;
  status: ItemStatus;
  reserved_until: number | null;
  reserved_by_you: boolean;
  price: number;
  /** How many wait for it while somebody else has it. */
  line_length: number;
}
