/**
 * The listings. `status, price_cents, rev, holder_id, hold_*, order_id, fence` are a projection that only the item's
 * Durable Object writes, fenced by `rev` (D29); routes write everything else.
 */
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Photo } from "#contract/items";
import type { GivingMode } from "#domain/giveaways/giveaway";
import type { WaitlistEntry } from "#domain/holds/availability";
import type { Category, Condition } from "#domain/items/catalogue";
import { KEYWORD_FIELDS } from "#domain/items/listing-fields";
import type { CollectionWindow } from "#domain/orders/collection-windows";
import { profiles } from "./account.ts";
import { idOf, keyOf } from "./columns.ts";

/** While an item is being bought, hidden or deleted, or its seller is away, the indexes of the lists have no row for it. */
const inList = sql`listed_as IS NOT NULL`;

export const items = sqliteTable(
  "items",
  {
    /** Stable rowid for the full-text index, because implicit rowids can be renumbered. */
    rid: integer().primaryKey(),
    id: text().notNull().unique(),
    seller_id: idOf(() => profiles.id),
    title: text().notNull(),
    description: text().notNull().default(""),
    /** Separated by commas, so no tag contains one. */
    tags: text().notNull().default(""),
    /** Other forms of its words, which search looks for (`searchForms`); null until a job has filled them in. */
    search_forms: text(),
    /** What search reads besides title and description. Its triggers are in migrations/, with how to change it. */
    keywords: text()
      .notNull()
      .generatedAlwaysAs(
        sql.raw([...KEYWORD_FIELDS, "search_forms"].map((field) => `coalesce(${field}, '')`).join(" || ' ' || ")),
      ),
    price_cents: integer().notNull(),
    /** A price it was on sale at for long enough (D95), and until when it may be shown. Triggers alone write these. */
    previous_price_cents: integer(),
    previous_price_until: integer(),
    /** Since when it is on sale at its price without a break; null: since it was created. */
    priced_at: integer(),
    category: text().$type<Category>().notNull(),
    condition: text().$type<Condition>().notNull(),
    /** Photos in order, copied from `images` when the item is saved, so that lists need no join. */
    photos: text({ mode: "json" }).$type<Photo[]>().notNull().default(sql`'[]'`),
    /** Public place of the item, from the profile or the form. */
    suburb: text(),
    city: text(),
    location: text(),
    postcode: text(),
    /** Centroid of the suburb or postcode, never of the address; null for an unknown place. */
    lat: real(),
    lon: real(),
    /** Private until the buyer may see it (D9). */
    collection_address: text(),
    /** The only date, or the start of the first window. */
    collection_date: integer(),
    /** Times a buyer can choose from, in order; empty for one date (D54). */
    collection_windows: text({ mode: "json" }).$type<CollectionWindow[]>().notNull().default(sql`'[]'`),
    collection_zone: text().notNull().default("Australia/Melbourne"),
    negotiation_available: integer({ mode: "boolean" }).notNull().default(false),
    /** Buyers may send the seller a price offer (D52). */
    open_to_offers: integer({ mode: "boolean" }).notNull().default(true),
    views_count: integer().notNull().default(0),
    /** Views in 7 days + 5 × wish-list entries + 10 × offers (D47), updated by a job. */
    popular_score: integer().notNull().default(0),
    /** The seller is on holiday: no list shows the item, and nobody can hold it (D60). */
    seller_away: integer({ mode: "boolean" }).notNull().default(false),
    /** Rises with every edit by the owner; PATCH compares it. */
    version: integer().notNull().default(1),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
    /** When the seller was last asked whether it is still for sale; null for never (D59). */
    asked_at: integer(),
    /** When it last returned to the top of the newest; null for never. */
    relisted_at: integer(),
    deleted_at: integer(),
    // --- projection of the item's room ---
    status: text({ enum: ["active", "inactive", "pending", "pending_payment", "sold"] })
      .notNull()
      .default("active"),
    rev: integer().notNull().default(0),
    fence: integer().notNull().default(0),
    holder_id: text(),
    hold_id: text(),
    hold_kind: text({ enum: ["buy_now", "cart"] }),
    hold_started_at: integer(),
    hold_until: integer(),
    order_id: text(),
    sold_at: integer(),
    /** Marked as sold by the seller to a buyer outside Goodstreet, so there is no order (D36). */
    sold_outside: integer({ mode: "boolean" }).notNull().default(false),
    /** How the item is given away now, if not to the first who claims it (D57). */
    giveaway: text().$type<GivingMode>(),
    /** The waitlist, first come first served; null when it is empty. Never sent to clients as stored. */
    line: text({ mode: "json" }).$type<WaitlistEntry[]>(),
    // --- calculated ---
    /**
     * The list in which the item is shown; null for none. The indexes use it instead of the status: with the status in an
     * index, SQLite would read all active items where a query names a few of them by id.
     */
    listed_as: text({ enum: ["active", "sold"] }).generatedAlwaysAs(
      sql`CASE WHEN deleted_at IS NULL AND (status = 'sold' OR (status = 'active' AND seller_away = 0)) THEN status END`,
    ),
    /** The date by which lists are sorted. */
    listed_or_sold_at: integer().generatedAlwaysAs(
      sql`CASE status WHEN 'sold' THEN sold_at ELSE coalesce(relisted_at, created_at) END`,
    ),
    /** The text that place filters search, in lower case. */
    place: text().generatedAlwaysAs(
      sql`lower(coalesce(suburb, '') || ' ' || coalesce(city, '') || ' ' || coalesce(location, '') || ' ' || coalesce(postcode, ''))`,
    ),
  },
  (t) => [
    // At most ten indexes with the unique one on `id`: each is a billed row for every new listing. The first columns find
    // the rows in order; columns after `id` only save reading the item (decision 0007).
    index("items_by_date").on(t.listed_as, t.listed_or_sold_at, t.id, t.views_count).where(inList),
    index("items_by_price").on(t.listed_as, t.price_cents, t.id, t.category, t.created_at).where(inList),
    index("items_by_views").on(t.listed_as, t.views_count, t.id).where(inList),
    index("items_by_popularity").on(t.listed_as, t.popular_score, t.id).where(inList),
    index("items_by_category").on(t.listed_as, t.category, t.listed_or_sold_at, t.id, t.condition).where(inList),
    index("items_by_place")
      .on(t.listed_as, t.place, t.lat, t.lon, t.listed_or_sold_at, t.id, t.category, t.condition, t.price_cents)
      .where(inList),
    // Filters of a text search, whose matches come by rowid.
    index("items_by_rid").on(t.rid, t.listed_as, t.category, t.condition, t.price_cents).where(inList),
    // Items that somebody holds, and those locked for an accepted trade.
    index("items_locked").on(t.holder_id, t.hold_until).where(sql`holder_id IS NOT NULL OR status = 'pending'`),
    // Last, because when two indexes fit equally, SQLite uses the later one.
    index("items_by_seller").on(t.seller_id, t.created_at, t.id),
    check("items_price_not_negative", sql`${t.price_cents} >= 0`),
  ],
);

/**
 * Every place that a listing has or had, written by a trigger. They are few, however many items there are, so a place or
 * radius filter searches them instead of the items.
 */
export const itemPlaces = sqliteTable("item_places", { place: text().notNull(), lat: real(), lon: real() }, (t) => [
  uniqueIndex("item_places_distinct").on(t.place, t.lat, t.lon),
]);

/** Uploaded photos by owner. A job deletes photos without an item after a day. */
export const images = sqliteTable(
  "images",
  {
    id: text().primaryKey(),
    owner_id: idOf(() => profiles.id),
    item_id: text(),
    key: text().notNull(),
    key_800: text().notNull(),
    key_400: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    bytes: integer().notNull(),
    created_at: integer().notNull(),
  },
  (t) => [
    index("images_by_owner").on(t.owner_id, t.created_at),
    index("images_by_item").on(t.item_id),
    // Keys follow from content, so rows may share a stored object, which is deleted only with the last of them.
    index("images_by_key").on(t.key),
    index("images_by_key_800").on(t.key_800),
    index("images_by_key_400").on(t.key_400),
  ],
);

/** Negotiation settings of an item. Only this table has the minimum price and the private notes (D4). */
export const itemKnowledge = sqliteTable("item_knowledge", {
  item_id: keyOf(() => items.id),
  negotiation_enabled: integer({ mode: "boolean" }).notNull().default(false),
  minimum_price_cents: integer(),
  /** Offers below this are declined without asking the seller (D52). Private, like the minimum price. */
  decline_below_cents: integer(),
  /** The ladder step, fixed when the minimum price was saved; not recalculated when the price changes. */
  reserve_cents: integer(),
  /** Private: never shown or quoted. */
  negotiation_notes: text().notNull().default(""),
  /** Notes that Knowzee may share with buyers. */
  public_notes: text().notNull().default(""),
  created_at: integer().notNull(),
  updated_at: integer().notNull(),
});

/** Every change of price (D26). */
export const priceChanges = sqliteTable(
  "price_changes",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    item_id: idOf(() => items.id),
    from_cents: integer().notNull(),
    to_cents: integer().notNull(),
    at: integer().notNull(),
  },
  (t) => [index("price_changes_by_item").on(t.item_id, t.at)],
);

/** One row per viewer, item and half hour, so that repeats in the window are ignored (D44). */
export const itemViews = sqliteTable(
  "item_views",
  {
    item_id: text().notNull(),
    viewer: text().notNull(),
    window_start: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.item_id, t.viewer, t.window_start] }),
    index("item_views_by_window").on(t.window_start),
  ],
);

export const cartItems = sqliteTable(
  "cart_items",
  {
    buyer_id: idOf(() => profiles.id),
    item_id: idOf(() => items.id),
    /** Always 1, because every item exists once (D41). */
    quantity: integer().notNull().default(1),
    created_at: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.buyer_id, t.item_id] }),
    // For counting an item's interested users.
    index("cart_items_by_item").on(t.item_id),
    check("cart_items_single", sql`${t.quantity} = 1`),
  ],
);

export const bundles = sqliteTable(
  "bundles",
  {
    id: text().primaryKey(),
    seller_id: idOf(() => profiles.id),
    title: text().notNull(),
    description: text().notNull().default(""),
    bundle_price_cents: integer().notNull(),
    /** Calculated by the server from the items when saved (D38). */
    individual_total_cents: integer().notNull(),
    collection_date: integer(),
    collection_address: text(),
    status: text({ enum: ["active", "pending", "sold", "deleted"] })
      .notNull()
      .default("active"),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
  },
  (t) => [
    index("bundles_by_seller").on(t.seller_id, t.created_at),
    index("bundles_active_by_date").on(t.created_at, t.id).where(sql`status = 'active'`),
    check(
      "bundles_cheaper_than_parts",
      sql`${t.bundle_price_cents} > 0 AND ${t.bundle_price_cents} < ${t.individual_total_cents}`,
    ),
  ],
);

export const bundleItems = sqliteTable(
  "bundle_items",
  {
    bundle_id: idOf(() => bundles.id),
    item_id: idOf(() => items.id),
    quantity: integer().notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.bundle_id, t.item_id] }), index("bundle_items_by_item").on(t.item_id)],
);

export const specialOffers = sqliteTable(
  "special_offers",
  {
    id: text().primaryKey(),
    seller_id: idOf(() => profiles.id),
    title: text().notNull(),
    description: text().notNull().default(""),
    offer_type: text({ enum: ["bogo", "bulk_discount", "percentage_off", "bundle"] }).notNull(),
    config: text({ mode: "json" }).$type<Record<string, unknown>>().notNull().default(sql`'{}'`),
    is_active: integer({ mode: "boolean" }).notNull().default(true),
    ends_at: integer(),
    created_at: integer().notNull(),
  },
  (t) => [
    index("special_offers_active").on(t.created_at, t.id).where(sql`is_active = 1`),
    index("special_offers_by_seller").on(t.seller_id),
  ],
);

export const specialOfferItems = sqliteTable(
  "special_offer_items",
  {
    offer_id: idOf(() => specialOffers.id),
    item_id: idOf(() => items.id),
  },
  (t) => [primaryKey({ columns: [t.offer_id, t.item_id] }), index("special_offer_items_by_item").on(t.item_id)],
);

export const wishLists = sqliteTable(
  "wish_lists",
  {
    id: text().primaryKey(),
    owner_id: idOf(() => profiles.id),
    name: text().notNull(),
    created_at: integer().notNull(),
  },
  (t) => [uniqueIndex("wish_lists_by_name").on(t.owner_id, t.name)],
);

export const wishListItems = sqliteTable(
  "wish_list_items",
  {
    list_id: idOf(() => wishLists.id),
    item_id: idOf(() => items.id),
    added_at: integer().notNull(),
    price_cents_when_added: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.list_id, t.item_id] }), index("wish_list_items_by_item").on(t.item_id)],
);
