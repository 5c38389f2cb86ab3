/** Moving sales: one public page for several items of a seller (decision 0045). */
import * as z from "zod/mini";
import { WINDOWS_MAX } from "#domain/orders/collection-windows";
import { SALE_ITEMS_MAX, SALE_ITEMS_MIN, SALE_TEXT_MAX, SALE_TITLE_MAX } from "#domain/selling/moving-sale";
import { collectionWindow, id, named, text } from "../fields.ts";
import type { ItemCard, ItemStatus, Photo, PublicSeller } from "../items.ts";

/**
 * POST /api/moving-sales: 201 OwnMovingSale. PUT /api/moving-sales/:id: 200 OwnMovingSale. Sets the pickup times of every
 * item to those of the sale, as an edit of each. 409 `conflict` above three live sales, `wrong_state` for an item that is
 * being bought; 422 `invalid` for items that are not the caller's own, in another live sale or not for sale, for times that
 * are over, and for contact details in title or text.
 */
export const SaveMovingSale = z.strictObject({
  title: named(3, SALE_TITLE_MAX, "Enter a title of 3 to 80 characters."),
  description: z.optional(text(0, SALE_TEXT_MAX)),
  item_ids: z
    .array(id)
    .check(
      z.minLength(SALE_ITEMS_MIN, `Choose at least ${SALE_ITEMS_MIN} items.`),
      z.maxLength(SALE_ITEMS_MAX, `A sale can have up to ${SALE_ITEMS_MAX} items.`),
    ),
  collection_windows: z
    .array(collectionWindow)
    .check(
      z.minLength(1, "Add at least one pickup time."),
      z.maxLength(WINDOWS_MAX, `You can offer up to ${WINDOWS_MAX} pickup times.`),
    ),
  /** Time zone of the place, such as Australia/Sydney. */
  collection_zone: z.string().check(z.maxLength(60)),
});
export type SaveMovingSaleInput = z.input<typeof SaveMovingSale>;
export type SaveMovingSaleValue = z.output<typeof SaveMovingSale>;

/** GET /api/moving-sales/:id: public. A sale that is over keeps its page; one that staff removed is 404. */
export interface MovingSaleView {
  id: string;
  title: string;
  description: string;
  seller: PublicSeller;
  /** Suburb and city of the items; never an address. */
  place: string;
  /** Those that have not ended, in order. */
  collection_windows: { from: number; until: number }[];
  collection_zone: string;
  ends_at: number;
  live: boolean;
  /** Until when the seller is on holiday; null otherwise. */
  seller_away_until: number | null;
  /** Items for sale first, then held and sold ones. */
  items: ItemCard[];
  server_now: number;
}

/** An entry of GET /api/moving-sales/mine: the caller's own, newest first. */
export interface OwnMovingSale {
  id: string;
  title: string;
  description: string;
  /** All of them, as stored. */
  collection_windows: { from: number; until: number }[];
  collection_zone: string;
  ends_at: number;
  /** `removed`: by staff. */
  state: "live" | "ended" | "removed";
  items: { id: string; title: string; price: number; image: Photo | null; status: ItemStatus }[];
  created_at: number;
}

/** At most 20, newest first. DELETE /api/moving-sales/:id ends a sale and replies {ok: true}. */
export interface OwnMovingSalesReply {
  items: OwnMovingSale[];
  /** Live sales the caller may have. */
  live_max: number;
  server_now: number;
}
