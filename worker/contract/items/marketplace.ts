/** Marketplace pages: trending items, bundles, offers, advertisements, home page, stores and places. */
import * as z from "zod/mini";
import { AD_PLACEMENTS, type AdPlacement } from "#domain/ads/ads";
import type { Category, Condition } from "#domain/items/catalogue";
import type { Understood } from "#domain/items/search-meaning";
import type { Point } from "#domain/places/distance";
import type { RadiusKm } from "#domain/places/near-place";
import type { OfferType } from "#domain/selling/special-offers";
import type { HomeHero, HomePart, HomeSection } from "#domain/site/homepage";
import type { PublicProfile } from "../account/profiles.ts";
import { id } from "../fields.ts";
import { type ItemCard, type ItemStatus, type Photo, queryInteger, type SellerSummary } from "../items.ts";
import type { Page } from "../page.ts";

/** GET /api/items: a page of items, and the corrected search when nothing matched the words as typed. */
export interface ItemListReply extends Page<ItemCard> {
  /** Null when the words matched, or when there were none. */
  corrected_query: string | null;
  /** What the search was understood as beside its words: prices in cents, a place, words to leave out. */
  understood: Understood[];
  /** The search without all that was understood; null where it is words alone. */
  words_alone: string | null;
  /**
   * With `near` and no radius: index of the first item of this page that is further away than 25 km. 0 when all of them
   * are; null when none is, and in every other list.
   */
  further_from: number | null;
  /** On the empty first page of a list with a radius: the next wider choice that has items, if one has. */
  wider: WiderRadius | null;
}

/** A wider radius for an empty list. */
export interface WiderRadius {
  /** Null: anywhere. */
  within_km: RadiusKm | null;
  /** How many items it has, at most 2,000. */
  count: number;
}

/** GET /api/items/count: how many items a list has. Paging and order have no effect. */
export interface ItemCountReply {
  /** At most 2,000. */
  count: number;
  /** There are more than `count`. */
  more: boolean;
}

/** The items of a list in one suburb. */
export interface ItemPlace {
  /** "Newtown NSW 2042" */
  place: string;
  suburb: string;
  /** Centroid of the suburb, never of an address; as `at` it lists these items. */
  lat: number;
  lon: number;
  count: number;
  /** Lowest and highest price, in dollars. */
  min_price: number;
  max_price: number;
}

/** GET /api/items/places: where the items of a list are. Paging and order have no effect. */
export interface ItemPlacesReply {
  /** At most 2,000 suburbs, those with the most items first. */
  places: ItemPlace[];
  /** There are more suburbs. */
  more: boolean;
  /** Items whose suburb is unknown. */
  unplaced: number;
  /** Centroid of `near`, where the map starts. */
  around: Point | null;
  /** MapLibre style of the base map; null: the embedded one. */
  map_style: string | null;
}

const CAROUSEL_MAX = 24;

/** GET /api/items/trending?limit=12 */
export const ListTrending = z.strictObject({ limit: z.optional(queryInteger(1, CAROUSEL_MAX)) });

/** Items listed in the last 7 days that have views, most viewed first. */
export interface TrendingReply {
  items: ItemCard[];
  server_now: number;
}

/** An item of a bundle. */
export interface BundlePart {
  item_id: string;
  /** A second-hand item exists once (D41). */
  quantity: number;
  title: string;
  price: number;
  image: Photo | null;
  status: ItemStatus;
  condition: Condition;
  /** UTC ms; null when the item has no date, or a past one. The bundle's own date replaces it. */
  collection_date: number | null;
  collection_zone: string;
}

/** A bundle without the exact collection address (D9). */
export interface BundleCard {
  id: string;
  title: string;
  description: string;
  bundle_price: number;
  /** Sum of the items' current prices. The server calculates it, like both savings (D38). */
  individual_total: number;
  savings: number;
  /** Whole percent of `individual_total`. */
  savings_percentage: number;
  collection_date: number | null;
  collection_zone: string;
  collection_summary: string;
  status: "active" | "pending" | "sold";
  /** Every item can be bought now. A bundle with an unavailable item is not for sale (D38). */
  available: boolean;
  bundle_items: BundlePart[];
  seller_id: string;
  seller: SellerSummary;
  created_at: number;
  updated_at: number;
}

/** GET /api/bundles?limit=20&seller_id= */
export const ListBundles = z.strictObject({ limit: z.optional(queryInteger(1, 50)), seller_id: z.optional(id) });

export interface BundleListReply {
  items: BundleCard[];
  server_now: number;
}

/** GET /api/bundles/:id */
export interface BundleReply extends BundleCard {
  server_now: number;
}

/** An advertisement as shown. Its statistics and dates are for its owner and staff only. */
export interface AdView {
  id: string;
  title: string;
  description: string;
  image_url: string | null;
  /** An https address or a path of this site; open it with `rel="sponsored noopener"` (D13). */
  link_url: string | null;
  placement: AdPlacement;
}

const placements = z.pipe(
  z.string().check(z.maxLength(200)),
  z.transform((value: string, ctx) => {
    const known = value.split(",").map((name) => AD_PLACEMENTS.find((placement) => placement === name));
    if (known.every((name) => name !== undefined)) return [...new Set(known)];
    ctx.issues.push({ code: "custom", input: value, message: "That placement doesn't exist." });
    return z.NEVER;
  }),
);

/** GET /api/ads?placements=local_deals,between_items */
export const ListAds = z.strictObject({ placements });

/** The advertisement of each requested placement; null where none is running. */
export interface AdsReply {
  ads: Partial<Record<AdPlacement, AdView | null>>;
}

/** POST /api/ads/:id/impression and /click (D46). False when this viewer was counted already, or is not counted. */
export interface AdEventReply {
  counted: boolean;
}

/** A special offer of the seller that checkout applies. Offers that cannot be applied are not shown (D25). */
export interface SpecialOfferView {
  id: string;
  title: string;
  description: string;
  offer_type: OfferType;
  label: string;
  ends_at: number | null;
}

/** GET /api/items/:id/related: recommendations and offers for an item page. */
export interface RelatedReply {
  special_offers: SpecialOfferView[];
  more_from_seller: ItemCard[];
  /** Same category, 50 % to 150 % of the price. */
  similar: ItemCard[];
  trending: ItemCard[];
  /** Any category, 70 % to 130 % of the price. */
  price: ItemCard[];
  server_now: number;
}

/** GET /api/marketplace/extras: rows shown between the listings. */
export interface MarketplaceExtras {
  bundles: BundleCard[];
  recently_sold: ItemCard[];
  trending: ItemCard[];
  ads: Record<"local_deals" | "between_items", AdView | null>;
  server_now: number;
}

export type { HomeLink, HomeSection } from "#domain/site/homepage";

/** GET /api/homepage: the editor's content, with defaults for missing parts. */
export interface HomeView {
  hero: HomeHero;
  sections: HomeSection[];
  /** Parts of the page from the top. */
  layout: HomePart[];
  /** Categories with items for sale, largest first. */
  categories: { category: Category; listed: number }[];
  featured: ItemCard[];
  recently_sold: ItemCard[];
  counts: { listed: number; sellers: number; sold: number };
  ads: Record<"top_banner" | "bottom_banner", AdView | null>;
  server_now: number;
}

/** GET /api/stores?cursor= */
export const ListStores = z.strictObject({
  cursor: z.optional(z.string().check(z.maxLength(600))),
  limit: z.optional(queryInteger(1, 100)),
});

export interface StoreCard extends PublicProfile {
  listed_count: number;
  /** Photos of the newest listings, at most four. */
  photos: Photo[];
  /** From the viewer's place to the nearest item; null beyond 25 km, and without a place. */
  distance_km: number | null;
}
