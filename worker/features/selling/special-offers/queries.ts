/** Special offers: those on an item's page, and a seller's own. */
import { type SQL, sql } from "drizzle-orm";
import type { Photo } from "#contract/items";
import type { OfferTerms } from "#domain/selling/special-offers";
import type { Database } from "../../../db/client.ts";
import type { items, specialOffers } from "../../../db/schema/items.ts";
import { offerAvailable, offerSize } from "../../items/cards.ts";

type SpecialOffer = typeof specialOffers.$inferSelect;

export interface RawOfferRow extends Pick<SpecialOffer, "id" | "title" | "description" | "offer_type" | "ends_at"> {
  config: string;
  size: number;
  available: number;
}

/** Returns the seller's running offers on the item, newest first. */
export function offersStatement(item: { id: string; seller_id: string }, now: number): SQL {
  return sql`SELECT o.id, o.title, o.description, o.offer_type, o.config, o.ends_at, ${offerSize} AS size,
      ${offerAvailable} AS available
    FROM special_offer_items oi CROSS JOIN special_offers o ON o.id = oi.offer_id
    WHERE oi.item_id = ${item.id} AND o.seller_id = ${item.seller_id} AND o.is_active = 1
      AND (o.ends_at IS NULL OR o.ends_at > ${now})
    ORDER BY o.created_at DESC, o.id DESC`;
}

interface OwnOfferItemRow
  extends Pick<typeof items.$inferSelect, "id" | "title" | "price_cents" | "status" | "holder_id" | "hold_until"> {
  photo: Photo | null;
}

export interface OwnOfferRow extends Omit<SpecialOffer, "seller_id"> {
  items: OwnOfferItemRow[];
}

/** Returns all offers of this seller, or one of them, without deleted items. */
export async function listOwnOffers(db: Database, sellerId: string, id: string | null = null): Promise<OwnOfferRow[]> {
  const rows = await db.all<
    Omit<OwnOfferRow, "config" | "is_active" | "items"> & { config: string; is_active: number; items: string }
  >(sql`SELECT o.id, o.title, o.description, o.offer_type, o.config, o.is_active, o.ends_at, o.created_at,
      (SELECT json_group_array(json_object('id', i.id, 'title', i.title, 'price_cents', i.price_cents,
          'photo', json_extract(i.photos, '$[0]'), 'status', i.status, 'holder_id', i.holder_id,
          'hold_until', i.hold_until))
        FROM special_offer_items oi CROSS JOIN items i ON i.id = oi.item_id
        WHERE oi.offer_id = o.id AND i.seller_id = o.seller_id AND i.deleted_at IS NULL) AS items
    FROM special_offers o WHERE o.seller_id = ${sellerId} ${id === null ? sql`` : sql`AND o.id = ${id}`}
    ORDER BY o.created_at DESC, o.id DESC`);
  return rows.map((row) => ({
    ...row,
    config: JSON.parse(row.config) as Record<string, unknown>,
    is_active: row.is_active !== 0,
    items: JSON.parse(row.items) as OwnOfferItemRow[],
  }));
}

export interface OfferableItem {
  id: string;
  price_cents: number;
  status: string;
}

/** Returns those of the items that belong to this seller and are not deleted. */
export async function findOwnItems(db: Database, sellerId: string, ids: readonly string[]): Promise<OfferableItem[]> {
  return db.all<OfferableItem>(sql`SELECT i.id, i.price_cents, i.status
    FROM json_each(${JSON.stringify(ids)}) wanted CROSS JOIN items i ON i.id = wanted.value
    WHERE i.seller_id = ${sellerId} AND i.deleted_at IS NULL`);
}

export interface SavedOffer extends Omit<SpecialOffer, "config" | "created_at"> {
  terms: OfferTerms;
}
