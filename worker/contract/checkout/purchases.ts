/** Buying several items at once: a cart or a bundle, all or nothing (D38, D41). */
import * as z from "zod/mini";
import type { BankDetails } from "../account/profiles.ts";
import { dollars, id } from "../fields.ts";
import type { OrderView } from "../orders.ts";
import { CART_MAX, CollectionChoices, type JointPayment, type PickupChoice } from "./cart.ts";

/** Crypto pays one order at a time. */
const paymentMethod = z.enum(["bank_transfer", "stripe", "cash", "free"], "Please select a payment method.");

const terms = {
  /** Acknowledges the collection dates, when the address is shown, and payment before collection. */
  acknowledged: z.optional(z.boolean()),
  /** 409 `values_changed` when a chosen time is no longer offered. */
  collections: z.optional(CollectionChoices),
};

const agreed = {
  ...terms,
  paymentMethod,
  /** The total shown to the buyer; 409 `values_changed` when the server's total differs (D17). */
  amount: z.optional(dollars),
};

const cart = {
  kind: z.literal("cart"),
  itemIds: z.optional(z.array(id).check(z.minLength(1, "Choose at least one item."), z.maxLength(CART_MAX))),
};

/**
 * POST /api/purchases/payment-details: shows the holder of all items the bank details and the one reference of a
 * transfer for them, after the acknowledgement. Replies PaymentDetailsReply.
 */
export const RevealPurchaseDetails = z.discriminatedUnion("kind", [
  z.strictObject({ ...cart, ...terms }),
  z.strictObject({ kind: z.literal("bundle"), bundleId: id, ...terms }),
]);

/** POST /api/bundles/:id/checkout/holds: holds all items of the bundle, or none. Replies BundleCheckoutView. */
export const HoldBundle = z.strictObject({ collections: terms.collections });

/** POST /api/purchases. Without `itemIds` a cart purchase takes all items the buyer holds in the cart. */
export const CreatePurchase = z.discriminatedUnion("kind", [
  z.strictObject({ ...cart, ...agreed }),
  z.strictObject({ kind: z.literal("bundle"), bundleId: id, ...agreed }),
]);
export type CreatePurchaseInput = z.input<typeof CreatePurchase>;
export type PurchaseMethod = z.infer<typeof paymentMethod>;

/** `awaiting_collection`: paid at pick-up. `paid`: every order is paid. `settled`: some orders are paid, and the others have ended. */
export type PurchaseStatus =
  | "awaiting_payment"
  | "waiting_for_seller"
  | "awaiting_collection"
  | "paid"
  | "settled"
  | "cancelled";

export interface PurchaseView {
  id: string;
  kind: "cart" | "bundle";
  bundle: { id: string; title: string } | null;
  status: PurchaseStatus;
  payment_method: PurchaseMethod;
  /** Total; exactly the sum of the orders' amounts. */
  amount: number;
  /** Amount still to be paid. */
  due: number;
  /** Bank transfer: one transfer with one reference pays for all orders. */
  reference_number: string | null;
  /** Null unless payment is awaited. */
  bank_details: BankDetails | null;
  payment_deadline: number | null;
  created_at: number;
}

/** Reply of POST /api/purchases (201) and GET /api/purchases/:id, for its buyer only. */
export interface PurchaseReply {
  purchase: PurchaseView;
  orders: OrderView[];
  server_now: number;
}

/** GET /api/bundles/:id/checkout: what the buyer of a bundle agrees to. */
export interface BundleCheckoutView extends JointPayment {
  bundle_id: string;
  title: string;
  seller_name: string;
  /** See CheckoutView. */
  seller_is_new: boolean;
  amount: number;
  items: (PickupChoice & {
    item_id: string;
    title: string;
    image_url: string | null;
    /** List price. */
    price: number;
    /** Its share of the bundle's price. */
    charged: number;
  })[];
  /** When the first of the caller's holds of its items ends (UTC ms); null unless they hold them all. */
  reserved_until: number | null;
  server_now: number;
}
