/** Items (private fields: D4; prices in dollars: D16; canonical names: D47). */

import * as z from "zod/mini";
import type { Check } from "#domain/account/checks";
import type { GivingMode } from "#domain/giveaways/giveaway";
import {
  type Category,
  CONDITIONS,
  type Condition,
  canonicalCategory,
  PHOTOS_MAX,
  SORTS,
  sortNamed,
  TAG_LENGTH_MAX,
  TAGS_MAX,
} from "#domain/items/catalogue";
import { LISTING_FIELDS, type ListingField } from "#domain/items/listing-fields";
import { MAP_PLACE, SEARCH_TERM_MAX } from "#domain/items/market-filters";
import type { AnswerTime } from "#domain/messages/answer-time";
import { type CollectionWindow, WINDOWS_MAX } from "#domain/orders/collection-windows";
import type { ShowsUp } from "#domain/orders/showing-up";
import type { Point } from "#domain/places/distance";
import { readPostcode } from "#domain/readers/numbers";
import { readTags } from "#domain/readers/tags";
import { collectionWindow, DRAFT_ID, dollars, id, instant, named, text, typed } from "./fields.ts";
import { GivingTerms } from "./giveaways.ts";
import type { WaitlistView } from "./holds/waitlist.ts";

/** `reserved` is derived from a live hold when the item is read; it is never stored. */
export type ItemStatus = "active" | "inactive" | "sold" | "pending" | "reserved" | "pending_payment";

/** A stored photo in three sizes. Their addresses contain content hashes, so they never change. */
export interface Photo {
  id: string;
  /** Largest size, also used for Open Graph. */
  url: string;
  /** Longest side 800 px and 400 px. */
  url_800: string;
  url_400: string;
  width: number;
  height: number;
}

/** What a listing says about its seller, beside `seller_id` (D5). */
export interface SellerSummary {
  display_name: string;
  suburb: string | null;
  city: string | null;
  average_rating: number | null;
  rating_count: number;
}

/** Public details of a seller (D5). */
export interface PublicSeller extends SellerSummary {
  id: string;
}

/** An item as shown on a card. */
export interface ItemCard {
  id: string;
  title: string;
  price: number;
  previous_price: number | null;
  category: Category;
  condition: Condition;
  status: ItemStatus;
  /** UTC ms while the item is held, else null. */
  reserved_until: number | null;
  /** The hold is the viewer's own. */
  reserved_by_you: boolean;
  /** Number of users in the waitlist. */
  line_length: number;
  image: Photo | null;
  image_url: string | null;
  seller_id: string;
  seller: SellerSummary;
  suburb: string | null;
  city: string | null;
  negotiation_available: boolean;
  /** How it is given away, if not to the first who claims it (D57). */
  giveaway: GivingMode | null;
  /** Label of a special offer that applies at checkout; null without one. */
  offer_label: string | null;
  /** What this item alone costs at checkout with the offer; null without one, or when it needs several items. */
  offer_price: number | null;
  /** Centroid of the item's suburb, never of the address; null for an unknown place. */
  centre: Point | null;
  views_count: number;
  created_at: number;
}

/** What the viewer may do with this item now. Show only the buttons that are true. */
export interface ItemAbilities {
  buy: boolean;
  edit: boolean;
  /** The viewer is signed in and not the owner, the item is not free, and its seller accepts trades (D39). */
  trade: boolean;
  /** The item is open to price offers, and the viewer is not its owner (D52). Visitors sign in first. */
  offer: boolean;
}

export interface Cause {
  kind: "charity" | "cause";
  name: string;
  /** "51 824 753 556"; null for a cause. */
  abn: string | null;
}

/** Public details of an item. Exact address, minimum price and notes are excluded (D4). */
export interface ItemDetail extends ItemCard, WaitlistView {
  /** The viewer's own order of this item; null for no order, or another user's. */
  your_order: string | null;
  description: string;
  tags: string[];
  photos: Photo[];
  image_urls: string[];
  location: string | null;
  /** The next time it can be collected: the only date, or the start of the first window. */
  collection_date: number | null;
  /** The windows a buyer can choose from, in order (UTC ms). Empty for one date (D54). */
  collection_windows: CollectionWindow[];
  /** IANA time zone of the collection place, e.g. "Australia/Melbourne" (D9). */
  collection_zone: string;
  /** Public text in place of the address: suburb and city, or "To be arranged with seller" (D9). */
  collection_summary: string;
  seller_since: number;
  /** The seller is on holiday until then (UTC ms), and nobody can hold the item; null when they are not (D60). */
  seller_away_until: number | null;
  /** The seller's usual time to answer messages (D56); null with too few answers. */
  seller_answer_time: AnswerTime | null;
  /** Collections the seller came to (D56); null with too few. */
  seller_shows_up: ShowsUp | null;
  /** What has been checked of the seller (D70). */
  seller_checks: Check[];
  /** Views of the last seven days, plus 5 for each wish list and 10 for each offer (D47). */
  popular_score: number;
  /** Buyers may send the seller a price offer (D52). */
  open_to_offers: boolean;
  /** The charity or cause of a free item, if its seller has named one (D49). */
  cause: Cause | null;
  accepted_payment_methods: PaymentMethod[];
  updated_at: number;
  /** Version for conditional edits with PATCH. */
  version: number;
  abilities: ItemAbilities;
  server_now: number;
}

/** An item with its private fields, for its owner. */
export interface OwnItem extends ItemDetail {
  minimum_price: number | null;
  negotiation_enabled: boolean;
  /** Private notes for Knowzee. */
  negotiation_notes: string;
  /** Notes that Knowzee may share with buyers. */
  public_notes: string;
  /** Offers below this are declined automatically. Private. */
  decline_below: number | null;
  collection_address: string | null;
  postcode: string | null;
  review: OwnListingReview | null;
}

/** The latest review of a listing whose goods need one (D63), for its owner. */
export interface OwnListingReview {
  state: "open" | "approved" | "refused" | "withdrawn";
  /** What staff wrote when they refused it. */
  note: string | null;
  /** What the rules found and a review covers, so that the form does not ask again. */
  covered: string[];
}

/** `cash`: in cash or by PayID at pick-up (D53). */
export type PaymentMethod = "bank_transfer" | "stripe" | "crypto" | "cash";

const tags = z.pipe(
  z.pipe(
    z.array(text(0, 1_000)),
    z.transform((typed: string[]) => typed.flatMap(readTags)),
  ),
  z.array(text(1, TAG_LENGTH_MAX, undefined, "each tag")).check(z.maxLength(TAGS_MAX, `Add up to ${TAGS_MAX} tags.`)),
);
const photoIds = z.array(id).check(z.maxLength(PHOTOS_MAX, `Add up to ${PHOTOS_MAX} photos.`));
export const category = z.pipe(
  z.string(),
  z.transform((value: string, ctx) => {
    const known = canonicalCategory(value);
    if (known) return known;
    ctx.issues.push({ code: "custom", input: value, message: "Please choose a category." });
    return z.NEVER;
  }),
);

const limits = LISTING_FIELDS;
const itemFields = {
  title: named(3, limits.title.max, "Please enter a title of at least 3 characters."),
  description: text(0, limits.description.max),
  price: dollars,
  category,
  condition: z.enum(CONDITIONS, "Please choose a condition."),
  photo_ids: photoIds,
  tags,
  collection_date: z.nullable(instant),
  /** Replaces the date. Empty: one date. */
  collection_windows: z
    .array(collectionWindow)
    .check(z.maxLength(WINDOWS_MAX, `You can offer up to ${WINDOWS_MAX} pickup times.`)),
  collection_zone: z.string().check(z.maxLength(limits.collection_zone.max)),
  collection_address: z.nullable(text(0, limits.collection_address.max)),
  postcode: z.nullable(typed(readPostcode)),
  suburb: z.nullable(text(0, limits.suburb.max)),
  city: z.nullable(text(0, limits.city.max)),
  location: z.nullable(text(0, 120)),
  negotiation_enabled: z.boolean(),
  minimum_price: z.nullable(dollars),
  negotiation_notes: text(0, limits.negotiation_notes.max),
  public_notes: text(0, limits.public_notes.max),
  open_to_offers: z.boolean(),
  decline_below: z.nullable(dollars),
} satisfies Record<ListingField | "photo_ids" | "location", z.ZodMiniType>;

export const REVIEW_REASON_MAX = 500;
const reviewReason = text(10, REVIEW_REASON_MAX, "Please tell us in at least 10 characters why it's fine to sell.");

/** POST /api/items. Title, price, category and condition are required; photos may be added later. */
export const CreateItem = z.strictObject({
  ...z.partial(z.object(itemFields)).shape,
  /** How the item is given away. Only for a free one; absent: to the first who claims it (D57). */
  giveaway: z.optional(GivingTerms),
  /** Why a listing that the rules block should be reviewed (D63). It stays off sale until staff approve it. */
  review_reason: z.optional(reviewReason),
  /** The draft this listing was written in. It is deleted, and can become only one listing. */
  draft_id: z.optional(z.string().check(z.regex(DRAFT_ID, "That isn't a draft."))),
  title: itemFields.title,
  price: itemFields.price,
  category: itemFields.category,
  condition: itemFields.condition,
});
export type CreateItemInput = z.input<typeof CreateItem>;

/** PATCH /api/items/:id. `version` is the version that was loaded; 409 `stale` when the stored version is newer. */
export const UpdateItem = z.strictObject({
  ...z.partial(z.object(itemFields)).shape,
  status: z.optional(z.enum(["active", "inactive"])),
  review_reason: z.optional(reviewReason),
  version: z.optional(z.int()),
});
export type UpdateItemInput = z.input<typeof UpdateItem>;

/** A search or location filter. Longer text is cut without an error (A88). */
const cut = z.pipe(
  z.string(),
  z.transform((value: string) => value.toWellFormed().slice(0, SEARCH_TERM_MAX)),
);

/** A whole number in a query string. */
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

const conditions = z.pipe(
  z.string().check(z.maxLength(200)),
  z.transform((value: string, ctx) => {
    const asked = value.split(",");
    const known = CONDITIONS.filter((condition) => asked.includes(condition));
    if (known.length === new Set(asked).size) return known;
    ctx.issues.push({ code: "custom", input: value, message: "Please choose a condition." });
    return z.NEVER;
  }),
);

/** A point as GET /api/items/places names it: "-33.898,151.179". */
const point = z.pipe(
  z.string().check(z.regex(MAP_PLACE, "Enter latitude and longitude.")),
  z.transform((value: string): Point => {
    const [lat = 0, lon = 0] = value.split(",").map(Number);
    return { lat, lon };
  }),
);

/** GET /api/items, GET /api/items/count and GET /api/items/places: filters of the list. Unknown names are refused. */
export const ListItems = z.strictObject({
  q: z.optional(cut),
  category: z.optional(category),
  /** Any of these categories, comma-separated. */
  categories: z.optional(categories),
  /** Any of these conditions, comma-separated. */
  condition: z.optional(conditions),
  min_price: z.optional(dollars),
  max_price: z.optional(dollars),
  location: z.optional(cut),
  /** Centre of a suburb, as GET /api/items/places gives it: the items of that suburb. */
  at: z.optional(point),
  /** Suburb, city or postcode. Without `within_km`, items within 25 km come first, then all others. */
  near: z.optional(cut),
  /** Radius in kilometres around `near`; items further away are not listed. */
  within_km: z.optional(queryInteger(1, 200)),
  /** `nearest` needs `near`. Also accepts a column name, with a leading minus for descending: `-created_at`. */
  sort: z.optional(z.pipe(z.pipe(z.string(), z.transform(sortNamed)), z.enum(SORTS))),
  seller_id: z.optional(id),
  /** Listed (or sold, for what is sold) after this moment, in UTC ms. */
  listed_after: z.optional(
    z.pipe(z.string().check(z.regex(/^\d{1,15}$/, "Enter a time in milliseconds.")), z.transform(Number)),
  ),
  /** `active` (default): items that can be bought or are held now. `sold`: recently sold items. */
  status: z.optional(z.enum(["active", "sold"])),
  cursor: z.optional(z.string().check(z.maxLength(600))),
  limit: z.optional(queryInteger(1, 100)),
  offset: z.optional(queryInteger(0, 10_000)),
});
export type ListItemsQuery = z.output<typeof ListItems>;
export type ListItemsInput = z.input<typeof ListItems>;

/** GET /api/items/mine: the signed-in seller's listings that are not deleted, newest first. */
export const ListOwnItems = z.strictObject({
  /** `active`: every listing that is neither sold nor inactive. Default: all. */
  status: z.optional(z.enum(["active", "sold", "inactive"])),
  cursor: z.optional(z.string().check(z.maxLength(600))),
  limit: z.optional(queryInteger(1, 100)),
});

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

/** GET /api/items/status?ids=a,b,c (≤ 60): the current status of several items in one request (D48). */
export interface ItemLiveStatus {
  id: string;
  status: ItemStatus;
  reserved_until: number | null;
  reserved_by_you: boolean;
  price: number;
  /** Number of users in the waitlist. */
  line_length: number;
}
