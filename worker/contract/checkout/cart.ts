/** The cart (D35, D41). */
import * as z from "zod/mini";
import type { JointMethod, NotTogether } from "#domain/checkout/purchase";
import type { CashProblem } from "#domain/orders/cash";
import type { CollectionWindow } from "#domain/orders/collection-windows";
import type { Point } from "#domain/places/distance";
import { id, instant } from "../fields.ts";
import type { PaymentMethod, Photo, PublicSeller } from "../items.ts";

/** Maximum number of items in a cart. The limit of live holds is much lower (D35). */
export const CART_MAX = 20;

/** Start of the chosen collection time (UTC ms) of each item; items without an entry take their first time (D54). */
export const CollectionChoices = z.record(id, instant);
export type CollectionChoices = z.output<typeof CollectionChoices>;

/** GET /api/cart and GET /api/bundles/:id/checkout: the choices, as `itm_1:1795000000000,itm_2:1795100000000`. */
export const ChosenCollections = z.strictObject({
  collections: z.optional(
    z.pipe(
      z.pipe(
        z.string().check(z.maxLength(1_000, "Choose a pickup time for each item.")),
        z.transform((typed: string) =>
          Object.fromEntries(typed.split(",").map((choice) => [choice.split(":")[0], Number(choice.split(":")[1])])),
        ),
      ),
      CollectionChoices,
    ),
  ),
});

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

/** When and where an item that is being bought is collected. */
export interface PickupChoice {
  /** The chosen collection time; until a choice, the first one. */
  collection_date: number;
  collection_ends_at: number;
  /** The times to choose from, in order; at least one (D54). */
  collection_times: CollectionWindow[];
  collection_zone: string;
  collection_summary: string;
  /** Middle of the suburb of the pickup; null where that is unknown. */
  centre: Point | null;
}

export interface CartLine extends PickupChoice {
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
}

/** How several items can be paid for at once. */
export interface JointPayment {
  methods: JointMethod[];
  /** Methods that would not finish before the first collection (D55). */
  too_late: JointMethod[];
  /** Why other methods that a seller accepts cannot pay for all; `NOT_TOGETHER` has the messages. */
  not_together: NotTogether[];
  /** Why cash is not offered although a seller accepts it; `CASH_PROBLEMS` has the messages (D53). */
  cash_problem: CashProblem | null;
  /** UTC ms: the payment deadline of each method, if the orders are placed now. */
  pay_by: Partial<Record<JointMethod, number>>;
  /** See CheckoutView. */
  last_method: PaymentMethod | null;
}

/** The payment is for this seller's held items together. */
export interface CartGroup extends JointPayment {
  seller: PublicSeller;
  /** See CheckoutView. */
  seller_is_new: boolean;
  lines: CartLine[];
  total: number;
}

/** GET /api/cart, and the reply of every change to the cart. The payment is for all held items at once. */
export interface CartReply extends JointPayment {
  groups: CartGroup[];
  count: number;
  held_count: number;
  /** Total of the held items at list price, and at the price to pay. */
  list_total: number;
  total: number;
  server_now: number;
}
