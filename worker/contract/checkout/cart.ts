/** The cart (D35, D41). */
import * as z from "zod/mini";
import { id } from "../fields.ts";
import type { PaymentMethod, Photo, PublicSeller } from "../items.ts";

/** Maximum number of items in a cart. The limit of live holds is much lower (D35). */
export const CART_MAX = 20;

/** POST /api/cart: holds the item and adds it to the cart. Holds it again if its hold has expired. */
export const AddToCart = z.strictObject({
  item_id: id,
  /** Every item exists once (D41). */
  quantity: z.optional(z.literal(1, "There's only one of each item.")),
});

/**
 * `held`: held by the viewer until `reserved_until`. `lapsed`: the hold has expired, and no buyer holds the item.
 * `taken`: another user holds it. `gone`: sold, being paid for, or removed.
 */
export type CartLineState = "held" | "lapsed" | "taken" | "gone";

export interface CartLine {
  item_id: string;
  title: string;
  image: Photo | null;
  /** List price. */
  price: number;
  /** Price to pay; for a held item, the price of the hold (D25). */
  charged: number;
  /** Label of the offer that explains the difference. */
  offer_label: string | null;
  state: CartLineState;
  /** UTC ms: end of the hold, the viewer's or another user's. */
  reserved_until: number | null;
  collection_date: number;
  collection_zone: string;
  collection_summary: string;
}

export interface CartGroup {
  seller: PublicSeller;
  lines: CartLine[];
  total: number;
  /** Methods that can pay for this seller's held items together. */
  methods: PaymentMethod[];
  /** Methods that would not finish before the first collection (D55). */
  too_late: PaymentMethod[];
}

/** GET /api/cart, and the reply of every change to the cart. */
export interface CartReply {
  groups: CartGroup[];
  count: number;
  held_count: number;
  /** Total of the held items at list price, and at the price to pay. */
  list_total: number;
  total: number;
  /** Methods that can pay for all held items at once. */
  methods: PaymentMethod[];
  too_late: PaymentMethod[];
  server_now: number;
}

/** GET /api/cart/count */
export interface CartCountReply {
  count: number;
}
