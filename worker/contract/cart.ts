/** The cart on the wire (D35, D41). */
import * as z from "zod/mini";
import { id } from "./fields.ts";
import type { PaymentMethod, Photo, PublicSeller } from "./items.ts";

/** More than this is a wish list. Live holds are limited much lower (D35). */
export const CART_MAX = 20;

/** POST /api/cart: holds the item and puts it in the cart; on a lapsed line, holds it again. */
export const AddToCart = z.strictObject({
  item_id: id,
  /** Second-hand things are single (D41). */
  quantity: z.optional(z.literal(1, "There is only one of each item.")),
});

/**
 * `held`: the reader's until `reserved_until`. `lapsed`: the hold has ended and nobody has it. `taken`: somebody
 * else holds it for now. `gone`: sold, in payment or taken down.
 */
export type CartLineState = "held" | "lapsed" | "taken" | "gone";

export interface CartLine {
  item_id: string;
  title: string;
  image: Photo | null;
  /** What the seller asks. */
  price: number;
  /** What will be charged, by the one pricing function; of a held line, the price of the hold (D25). */
  charged: number;
  /** Words for the difference. */
  offer_label: string | null;
  state: CartLineState;
  /** UTC ms: when the hold (one's own, or the other's) ends. */
  reserved_until: number | null;
  collection_date: number;
  collection_zone: string;
  collection_summary: string;
}

/** One seller's things: one place to go, one person to pay. */
export interface CartGroup {
  seller: PublicSeller;
  lines: CartLine[];
  /** Of the held lines. */
  total: number;
  /** Ways to pay for this seller's held lines together. */
  methods: PaymentMethod[];
  /** Ways that would not finish before the first collection (D55). */
  too_late: PaymentMethod[];
}

/** GET /api/cart; also the reply of every change. */
export interface CartReply {
  groups: CartGroup[];
  count: number;
  held_count: number;
  /** Held lines at what the sellers ask, and at what will be charged. */
  list_total: number;
  total: number;
  /** Ways to pay for everything held at once. */
  methods: PaymentMethod[];
  too_late: PaymentMethod[];
  server_now: number;
}

/** GET /api/cart/count, for the bar. */
export interface CartCountReply {
  count: number;
}
