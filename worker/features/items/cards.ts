/** Columns of an item card and how its rows are read, shared by every statement that lists items. */
import { type SQL, sql } from "drizzle-orm";
import type { Photo } from "#contract/items";
import type { StoredOffer } from "#domain/checkout/pricing";
import type { Database } from "../../db/client.ts";
import type { profiles } from "../../db/schema/account.ts";
import type { items } from "../../db/schema/items.ts";

export type SellerRow = Pick<
  typeof profiles.$inferSelect,
  "id" | "full_name" | "suburb" | "city" | "average_rating_hundredths" | "rating_count"
>;

type Item = typeof items.$inferSelect;

/** Columns of the item that a card has as they are stored. */
const STORED = [
  "id",
  "title",
  "price_cents",
  "previous_price_cents",
  "previous_price_until",
  "category",
  "condition",
  "status",
  "holder_id",
  "hold_until",
  "suburb",
  "city",
  // Centroid of the item's suburb; null where the place is unknown.
  "lat",
  "lon",
  "giveaway",
  "views_count",
  "created_at",
  "relisted_at",
] as const satisfies readonly (keyof Item)[];
type Stored = (typeof STORED)[number];

export interface CardRow extends Pick<Item, Stored | "negotiation_available" | "seller_id"> {
  /** Length of the waitlist. */
  line_length: number;
  photo: Photo | null;
  seller: SellerRow;
  /** Active offers of the seller on this item. Whether they run now depends on the time. */
  offers: StoredOffer[];
}

/** A seller's columns under separate names. */
export interface RawSellerColumns {
  seller_id: string;
  seller_name: string;
  seller_suburb: string | null;
  seller_city: string | null;
  seller_rating: number | null;
  seller_ratings: number;
}

/** Flat row of a card; SQLite has neither booleans nor nested values. */
export interface RawCardRow
  extends Omit<CardRow, "photo" | "negotiation_available" | "seller" | "offers">,
    RawSellerColumns {
  photo: string | null;
  negotiation_available: number;
  offers: string;
  sort_key: number;
}

type Columns<Name extends string> = Record<Name, SQL>;

const named = (columns: Columns<string>) =>
  sql.join(
    Object.entries(columns).map(([name, column]) => sql`${column} AS ${sql.raw(name)}`),
    sql`, `,
  );

const SELLER: Columns<keyof RawSellerColumns> = {
  seller_id: sql`p.id`,
  seller_name: sql`p.full_name`,
  seller_suburb: sql`p.suburb`,
  seller_city: sql`p.city`,
  seller_rating: sql`p.average_rating_hundredths`,
  seller_ratings: sql`p.rating_count`,
};

/** Public columns of the seller `p`. */
export const sellerColumns = named(SELLER);

/**
 * Returns the active offers on an item as JSON text. Only the item's own seller can make offers on it. For an offer on
 * several items it includes how many there are and how many can be bought: few items have one, and an offer has few
 * items.
 */
export function itemOffers(itemId: SQL, sellerId: SQL): SQL<string> {
  return sql<string>`(SELECT json_group_array(json_object('id', o.id, 'offer_type', o.offer_type, 'config', o.config,
      'ends_at', o.ends_at, 'size', ${offerSize}, 'available', ${offerAvailable}))
    FROM special_offer_items oi CROSS JOIN special_offers o ON o.id = oi.offer_id
    WHERE oi.item_id = ${itemId} AND o.is_active = 1 AND o.seller_id = ${sellerId})`;
}

/** Number of items of the offer `o`, counted only where it matters. */
export const offerSize = sql`CASE o.offer_type WHEN 'percentage_off' THEN 1 ELSE
  (SELECT count(*) FROM special_offer_items x WHERE x.offer_id = o.id) END`;

/** How many items of the offer can still be bought; 1 for a percentage offer, where the number does not matter. */
export const offerAvailable = sql`CASE o.offer_type WHEN 'percentage_off' THEN 1 ELSE
  (SELECT count(*) FROM special_offer_items x CROSS JOIN items xi ON xi.id = x.item_id
    WHERE x.offer_id = o.id AND xi.status = 'active' AND xi.deleted_at IS NULL AND xi.price_cents > 0
      AND xi.seller_id = o.seller_id) END`;

const CARD: Columns<Exclude<keyof RawCardRow, "sort_key">> = {
  ...(Object.fromEntries(STORED.map((name) => [name, sql.raw(`i.${name}`)])) as Columns<Stored>),
  line_length: sql`coalesce(json_array_length(i.line), 0)`,
  photo: sql`json_extract(i.photos, '$[0]')`,
  negotiation_available: sql`i.negotiation_available`,
  offers: itemOffers(sql`i.id`, sql`i.seller_id`),
  ...SELLER,
};

/**
 * Columns of a card from item `i` and seller `p`. `CROSS JOIN profiles p` keeps the item the outer table, so that the
 * result has the order of its index.
 */
export const cardColumns = named(CARD);

const NAMES = [...Object.keys(CARD), "sort_key"];

/**
 * Returns the rows of a statement of `cardColumns` and `sort_key`, in that order. Rows are read without names, because
 * the database client takes twice as long to build objects for a page of cards.
 */
export async function readCards(db: Database, statement: SQL): Promise<RawCardRow[]> {
  const rows = await db.values<unknown[]>(statement);
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (const [index, name] of NAMES.entries()) row[name] = values[index];
    return row as unknown as RawCardRow;
  });
}

/** Parses a card's values. The raw columns of the seller stay in the row; presenters name what they show. */
export function toCardRow(row: RawCardRow): CardRow {
  return {
    ...row,
    photo: row.photo === null ? null : (JSON.parse(row.photo) as Photo),
    negotiation_available: row.negotiation_available !== 0,
    seller: toSellerRow(row),
    offers: readOffers(row.offers),
  };
}

export function toSellerRow(row: RawSellerColumns): SellerRow {
  return {
    id: row.seller_id,
    full_name: row.seller_name,
    suburb: row.seller_suburb,
    city: row.seller_city,
    average_rating_hundredths: row.seller_rating,
    rating_count: row.seller_ratings,
  };
}

interface RawOffer {
  id: string;
  offer_type: StoredOffer["offer_type"];
  config: string;
  ends_at: number | null;
  size: number;
  available: number;
}

/** Parses the text of `itemOffers`. */
export function readOffers(text: string): StoredOffer[] {
  if (text === "[]") return [];
  return (JSON.parse(text) as RawOffer[]).map((offer) => ({
    ...offer,
    config: JSON.parse(offer.config) as Record<string, unknown>,
    is_active: true,
  }));
}

export interface CardPage {
  rows: CardRow[];
  next_cursor: string | null;
}

/** Builds a page from rows of which one more than the limit was read; the extra row means that there is a next page. */
export function pageOf(rows: RawCardRow[], limit: number, cursorOf: (last: RawCardRow) => string): CardPage {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(toCardRow),
    next_cursor: rows.length > limit && last ? cursorOf(last) : null,
  };
}
