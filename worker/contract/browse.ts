/** The browsing side on the wire: extras of the marketplace, bundles, offers, ads, home page, stores. */
import * as z from "zod/mini";
import { AD_PLACEMENTS, type AdPlacement } from "#domain/ads";
import type { Category, Condition } from "#domain/catalogue";
import type { HomeHero, HomePart, HomeSection } from "#domain/homepage";
import type { OfferType } from "#domain/special-offers";
import { id, text } from "./fields.ts";
import { type ItemCard, type ItemStatus, type Photo, type PublicSeller, queryInteger } from "./items.ts";
import type { Page } from "./page.ts";
import type { PublicProfile } from "./profiles.ts";

/** GET /api/items: a page of cards, and what was searched for instead when nothing matched the words as typed. */
export interface ItemListReply extends Page<ItemCard> {
  /** Null when the words matched as they are, or when there were none. */
  corrected_query: string | null;
}

/** Most cards of one carousel call. */
const CAROUSEL_MAX = 24;

/** GET /api/items/trending?limit=12. */
export const ListTrending = z.strictObject({ limit: z.optional(queryInteger(1, CAROUSEL_MAX)) });

/** Listed within 7 days, with views, most viewed first. */
export interface TrendingReply {
  items: ItemCard[];
  server_now: number;
}

/** An item as part of a bundle. */
export interface BundlePart {
  id: string;
  title: string;
  price: number;
  image: Photo | null;
  status: ItemStatus;
  condition: Condition;
}

/** A bundle as everybody sees it. The exact address is not part of it (D9). */
export interface BundleCard {
  id: string;
  title: string;
  description: string;
  bundle_price: number;
  /** Sum of the items' own prices as they are now; computed by the server, like both savings (D38). */
  individual_total: number;
  savings: number;
  /** Whole percent of `individual_total`. */
  savings_percentage: number;
  collection_date: number | null;
  collection_zone: string;
  collection_summary: string;
  status: "active" | "pending" | "sold";
  /** Every item can be bought right now; a bundle with an item that cannot be is not for sale (D38). */
  available: boolean;
  items: BundlePart[];
  seller: PublicSeller;
  created_at: number;
}

/** GET /api/bundles?limit=20&seller_id=. */
export const ListBundles = z.strictObject({ limit: z.optional(queryInteger(1, 50)), seller_id: z.optional(id) });

export interface BundleListReply {
  items: BundleCard[];
  server_now: number;
}

/** GET /api/bundles/:id. */
export interface BundleReply extends BundleCard {
  server_now: number;
}

/** An ad as it is shown; its numbers and dates are for its owner and staff. */
export interface AdView {
  id: string;
  title: string;
  description: string;
  image_url: string | null;
  /** Https or a path of our own; open it with `rel="sponsored noopener"` (D13). */
  link_url: string | null;
  placement: AdPlacement;
}

const placements = z.pipe(
  z.string().check(z.maxLength(200)),
  z.transform((value: string, ctx) => {
    const known = value.split(",").map((name) => AD_PLACEMENTS.find((placement) => placement === name));
    if (known.every((name) => name !== undefined)) return [...new Set(known)];
    ctx.issues.push({ code: "custom", input: value, message: "That placement does not exist." });
    return z.NEVER;
  }),
);

/** GET /api/ads?placements=local_deals,between_items. */
export const ListAds = z.strictObject({ placements });

/** The ad of each placement that was asked for; null where none is running. */
export interface AdsReply {
  ads: Partial<Record<AdPlacement, AdView | null>>;
}

/** POST /api/ads/:id/impression and /click (D46). False when this viewer's was counted already, or does not count. */
export interface AdEventReply {
  counted: boolean;
}

/** An offer of the seller that is charged at checkout: one that could not be applied is not shown (D25). */
export interface SpecialOfferView {
  id: string;
  title: string;
  description: string;
  offer_type: OfferType;
  label: string;
  /** What this item costs alone under it, and the listed price that counts from; null where it takes several. */
  alone: { price: number; list_price: number } | null;
  ends_at: number | null;
}

/** GET /api/items/:id/related: everything below an item's own facts, in one call. */
export interface RelatedReply {
  special_offers: SpecialOfferView[];
  more_from_seller: ItemCard[];
  /** Same category, 50 % to 150 % of the price. */
  similar: ItemCard[];
  trending: ItemCard[];
  /** 70 % to 130 % of the price, any category. */
  price: ItemCard[];
  server_now: number;
}

/** GET /api/marketplace/extras: what stands between the listings. */
export interface MarketExtras {
  bundles: BundleCard[];
  recently_sold: ItemCard[];
  trending: ItemCard[];
  ads: Record<"local_deals" | "between_items", AdView | null>;
  server_now: number;
}

export type { HomeLink, HomeSection } from "#domain/homepage";

/** GET /api/homepage: the editor's words over defaults that stand on their own. */
export interface HomeView {
  hero: HomeHero;
  sections: HomeSection[];
  /** What stands where, from the top. */
  layout: HomePart[];
  /** Categories that have something for sale, fullest first. */
  categories: { category: Category; listed: number }[];
  featured: ItemCard[];
  recently_sold: ItemCard[];
  counts: { listed: number; sellers: number; sold: number };
  ads: Record<"top_banner" | "bottom_banner", AdView | null>;
  server_now: number;
}

/** GET /api/stores?cursor=. */
export const ListStores = z.strictObject({
  cursor: z.optional(z.string().check(z.maxLength(600))),
  limit: z.optional(queryInteger(1, 100)),
});

/** A seller with something for sale. */
export interface StoreCard extends PublicProfile {
  listed_count: number;
  /** First photos of the newest listings, at most four. */
  photos: Photo[];
}

/** GET /api/places?q=: suburbs by the beginning of a name or postcode. */
export const FindPlaces = z.strictObject({ q: text(0, 100) });

export interface PlaceSuggestion {
  suburb: string;
  state: string;
  postcode: string;
}

export interface PlacesReply {
  items: PlaceSuggestion[];
}
