/** Checkout: acknowledgement, payment details and transaction (D8, D17, D24). */
import * as z from "zod/mini";
import type { CashProblem } from "#domain/orders/cash";
import { COINS, type Coin } from "#domain/payments/crypto-coins";
import type { BankDetails } from "./account/profiles.ts";
import type { PickupChoice } from "./checkout/cart.ts";
import { dollars, id, instant, instantText } from "./fields.ts";
import type { PaymentMethod } from "./items.ts";

export type CheckoutMethod = PaymentMethod | "free";

/**
 * GET /api/items/:id/checkout: the data of the checkout, for the holder of a live hold only (409 `hold_expired`
 * otherwise). Methods and deadlines follow the chosen collection time (D55). The server sets amount and dates; a client
 * sends them back only for comparison.
 */
export interface CheckoutView extends PickupChoice {
  item_id: string;
  hold_id: string;
  title: string;
  image_url: string | null;
  seller_id: string;
  seller_name: string;
  /** Buyers are advised to be careful with a bank transfer to a new seller. */
  seller_is_new: boolean;
  amount: number;
  /** List price; above the amount when an offer or an accepted negotiation reduced it. */
  listed: number;
  /** Why the amount is below the list price: the seller's special offer, or a price agreed with Knowzee. */
  discount: "offer" | "agreed" | null;
  /** Methods the seller accepts and the site has configured (D22). Empty for a free item. */
  methods: PaymentMethod[];
  /** Methods that leave too little time before the collection (D55); `TOO_LATE_TO_PAY` has the messages. */
  too_late: PaymentMethod[];
  /** Why cash is not offered although the seller accepts it; `CASH_PROBLEMS` has the messages (D53). */
  cash_problem: CashProblem | null;
  /** UTC ms: the payment deadline of each method that has one, if the order is placed now. */
  pay_by: Partial<Record<PaymentMethod, number>>;
  /**
   * Why a bank transfer is not possible although the seller accepts it: the seller has no bank details (D22), or buyers
   * see the changed ones only from this time on (UTC ms, A66). Null when it is possible.
   */
  no_bank_details: { available_from: number | null } | null;
  /** How the buyer paid last, if at all: the choice stands as made (D76). */
  last_method: PaymentMethod | null;
  /** Coins the seller has a wallet for; empty unless crypto is among the methods. */
  coins: Coin[];
  is_free: boolean;
  acknowledged: boolean;
  /** When the hold began (UTC ms). */
  held_since: number;
  reserved_until: number;
  server_now: number;
}

/** Start of the chosen collection time; without it the first one. */
const chosenCollection = { collection_date: z.optional(instant) };

/** GET /api/items/:id/checkout?collection_date=: start of the chosen collection time (UTC ms). */
export const ReadCheckout = z.strictObject({ collection_date: z.optional(instantText) });

/** POST /api/items/:id/checkout/acknowledgement: stores the acknowledgement with the hold. Replies CheckoutView. */
export const Acknowledge = z.strictObject({
  acknowledged: z.literal(true, "You must acknowledge the collection details to proceed."),
  ...chosenCollection,
});

const coin = z.enum(COINS, "Please select a cryptocurrency.");

/**
 * POST /api/items/:id/checkout/payment-details {method, coin?}: shows the holder the bank details and the reference
 * issued by the server, after the acknowledgement (D8, D24). Each request is recorded and rate-limited. For crypto the
 * reply is a CryptoQuoteReply.
 */
export const RevealPaymentDetails = z.discriminatedUnion("method", [
  z.strictObject({ method: z.literal("bank_transfer"), ...chosenCollection }),
  z.strictObject({ method: z.literal("crypto"), coin, ...chosenCollection }),
]);

export interface PaymentDetailsReply {
  method: "bank_transfer";
  /** Null: show "Bank Details Not Available" (D22). */
  bank_details: BankDetails | null;
  /** UTC ms from which the seller's new details may be used, if they are missing for that reason (A66). */
  available_from: number | null;
  /** `GS` and 8 digits. */
  reference_number: string;
  amount: number;
  server_now: number;
}

/**
 * POST /api/transactions: creates the order. Only itemId and paymentMethod are used; all other values are compared with
 * the server's own, and a difference is refused with 409 `values_changed` (D17). Send an `Idempotency-Key`, so that
 * repeating the request is safe; the same key returns the same reply.
 */
export const CreateTransaction = z.strictObject({
  itemId: id,
  buyerId: z.optional(id),
  sellerId: z.optional(id),
  paymentMethod: z.enum(["bank_transfer", "stripe", "crypto", "cash", "free"], "Please select a payment method."),
  paymentStatus: z.optional(z.literal("pending")),
  amount: z.optional(dollars),
  /** Chooses the collection time that starts then. */
  collectionDate: z.optional(z.union([instant, z.iso.datetime(), z.iso.date(), z.null()])),
  /** Bank transfer: the issued reference, sent when the buyer reports the transfer (D31). */
  referenceNumber: z.optional(z.string().check(z.regex(/^GS\d{8}$/, "That payment reference isn't valid."))),
  /** Crypto: the chosen coin. The server uses its own quote for this hold. */
  cryptoCurrency: z.optional(coin),
  /** Crypto: the hash of the buyer's payment (D31). Without it the order waits for the payment. */
  cryptoTxHash: z.optional(z.string().check(z.maxLength(100, "That transaction hash isn't valid."))),
  /** The acknowledgement, for clients that have not recorded it before. */
  acknowledged: z.optional(z.boolean()),
});
export type CreateTransactionInput = z.input<typeof CreateTransaction>;

/** The created transaction with its order. */
export interface TransactionView {
  id: string;
  order_id: string;
  item_id: string;
  seller_id: string;
  buyer_id: string;
  payment_method: CheckoutMethod;
  /** Always `pending` when created. */
  payment_status: "pending" | "completed";
  status: "pending" | "completed" | "cancelled";
  order_status: import("./orders.ts").OrderStatus;
  amount: number;
  collection_date: number;
  reference_number: string | null;
  crypto_currency: Coin | null;
  crypto_tx_hash: string | null;
  /** 8 decimals. */
  crypto_amount: string | null;
  payment_deadline: number | null;
  created_at: number;
  server_now: number;
}
