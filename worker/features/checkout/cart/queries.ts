import { sql } from "drizzle-orm";
import type { PaymentMethod, Photo } from "#contract/items";
import type { StoredOffer } from "#domain/checkout/pricing";
import type { CollectionWindow } from "#domain/orders/collection-windows";
import { type DetailsAvailableFrom, pendingWaits } from "#domain/payments/payment-details-delay";
import { pick } from "#domain/pick";
import { isNewSeller } from "#domain/safety/new-seller";
import { notOrdered } from "../../../db/bar-counts.ts";
import type { Database } from "../../../db/client.ts";
import type { items } from "../../../db/schema/items.ts";
import {
  itemOffers,
  type RawSellerColumns,
  readOffers,
  type SellerRow,
  sellerColumns,
  toSellerRow,
} from "../../items/cards.ts";
import { acceptedMethods } from "../../payments/queries.ts";
import { lastMethod } from "../queries.ts";

export interface CartRow {
  item_id: string;
  title: string;
  price_cents: number;
  status: (typeof items.$inferSelect)["status"];
  deleted: boolean;
  holder_id: string | null;
  hold_until: number | null;
  photo: Photo | null;
  suburb: string | null;
  city: string | null;
  location: string | null;
  lat: number | null;
  lon: number | null;
  collection_date: number | null;
  collection_windows: CollectionWindow[];
  collection_zone: string;
  offers: StoredOffer[];
  seller: SellerRow;
  seller_is_new: boolean;
  /** Methods that the seller accepts and has set up. */
  methods: PaymentMethod[];
  /** How the owner of the cart paid last. */
  last_method: PaymentMethod | null;
}

interface RawCartRow
  extends Omit<CartRow, "deleted" | "photo" | "offers" | "seller" | "seller_is_new" | "methods" | "collection_windows">,
    RawSellerColumns {
  deleted: number;
  photo: string | null;
  offers: string;
  collection_windows: string;
  accepted_payment_methods: string;
  has_bank_details: number;
  details_wait: string;
  seller_since: number;
  pickups: number;
}

/** Whether the seller has bank details that are not withheld (A66). */
function showsBank({ has_bank_details, details_wait }: RawCartRow, now: number): boolean {
  return (
    has_bank_details !== 0 && !("bank_transfer" in pendingWaits(JSON.parse(details_wait) as DetailsAvailableFrom, now))
  );
}

/** Returns the lines of a cart in the order they were added, without items that the owner has ordered since. */
export async function listCart(db: Database, userId: string, now: number): Promise<CartRow[]> {
  const rows = await db.all<RawCartRow>(sql`SELECT i.id AS item_id, i.title, i.price_cents, i.status,
      i.deleted_at IS NOT NULL AS deleted, i.holder_id, i.hold_until, json_extract(i.photos, '$[0]') AS photo,
      i.suburb, i.city, i.location, i.lat, i.lon, i.collection_date, i.collection_windows, i.collection_zone,
      ${lastMethod(userId)} AS last_method,
      ${itemOffers(sql`i.id`, sql`i.seller_id`)} AS offers, ${acceptedMethods(sql`p`, now)} AS accepted_payment_methods,
      p.bank_details IS NOT NULL AS has_bank_details, p.details_wait,
      p.created_at AS seller_since, p.pickups, ${sellerColumns}
    FROM cart_items c CROSS JOIN items i ON i.id = c.item_id CROSS JOIN profiles p ON p.id = i.seller_id
    WHERE c.buyer_id = ${userId} AND ${notOrdered(userId)}
    ORDER BY c.created_at, c.item_id`);
  return rows.map((row) => ({
    ...pick(row, "item_id", "title", "price_cents", "status", "holder_id", "hold_until", "suburb", "city"),
    ...pick(row, "location", "lat", "lon", "collection_date", "collection_zone", "last_method"),
    deleted: row.deleted !== 0,
    photo: row.photo === null ? null : (JSON.parse(row.photo) as Photo),
    collection_windows: JSON.parse(row.collection_windows) as CollectionWindow[],
    offers: readOffers(row.offers),
    seller: toSellerRow(row),
    seller_is_new: isNewSeller({ since: row.seller_since, pickups: row.pickups }, now),
    methods: (JSON.parse(row.accepted_payment_methods) as PaymentMethod[]).filter(
      (method) => method !== "bank_transfer" || showsBank(row, now),
    ),
  }));
}
