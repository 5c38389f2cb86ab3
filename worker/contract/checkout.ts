/** Checkout on the wire: acknowledgement, payment details, the transaction (D8, D17, D24). */
import * as z from "zod/mini";
import { COINS, type Coin } from "#domain/crypto-coins";
import { dollars, id, instant } from "./fields.ts";
import type { PaymentMethod } from "./items.ts";
import type { BankDetails } from "./profiles.ts";

export type CheckoutMethod = PaymentMethod | "free";

/**
 * GET /api/items/:id/checkout — what the wizard shows, for the holder of a live hold only (409 `hold_expired` otherwise).
 * Amount and dates are the server's; the wizard sends them back only to be checked.
 */
export interface CheckoutView {
  item_id: string;
  hold_id: string;
  title: string;
  image_url: string | null;
  seller_id: string;
  seller_name: string;
  amount: number;
  /** The price it is listed at: above the amount where an offer or an agreement with Knowzee took something off. */
  listed: number;
  /** Methods the seller accepts and this service can carry out (D22). Empty for a free item. */
  methods: PaymentMethod[];
  /** Methods that would be among them if the collection were later (D55): `TOO_LATE_TO_PAY` says why. */
  too_late: PaymentMethod[];
  /** Coins the seller has a wallet for; empty unless crypto is among the methods. */
  coins: Coin[];
  is_free: boolean;
  collection_date: number;
  collection_zone: string;
  collection_summary: string;
  acknowledged: boolean;
  /** When the hold began. */
  held_since: number;
  reserved_until: number;
  server_now: number;
}

/** POST /api/items/:id/checkout/acknowledgement: the ticked box of step 1, kept with the hold. Replies CheckoutView. */
export const Acknowledge = z.strictObject({
  acknowledged: z.literal(true, "You must acknowledge the collection details to proceed."),
});

const coin = z.enum(COINS, "Please select a cryptocurrency.");

/**
 * POST /api/items/:id/checkout/payment-details {method, coin?} — bank details and the server-issued reference (D8, D24), for
 * the holder after the acknowledgement, for the method chosen. Each reveal is recorded and rate-limited. For crypto the
 * reply is a CryptoQuoteReply.
 */
export const RevealPaymentDetails = z.discriminatedUnion("method", [
  z.strictObject({ method: z.literal("bank_transfer") }),
  z.strictObject({ method: z.literal("crypto"), coin }),
]);

export interface PaymentDetailsReply {
  method: "bank_transfer";
  /** null shows "Bank Details Not Available" (D22). */
  bank_details: BankDetails | null;
  /** UTC ms: when new details of this seller may be used, where that is why they are missing (A66). */
  available_from: number | null;
  /** `GS` + 8 digits. */
  reference_number: string;
  amount: number;
  server_now: number;
}

/**
 * POST /api/transactions, the specified payload. Only itemId and paymentMethod decide anything; every other value is
 * compared with the server's own and refused with 409 `values_changed` when it differs (D17). Needs `Idempotency-Key`
 * to be safe to repeat; the same key returns the same reply.
 */
export const CreateTransaction = z.strictObject({
  itemId: id,
  buyerId: z.optional(id),
  sellerId: z.optional(id),
  paymentMethod: z.enum(["bank_transfer", "stripe", "crypto", "free"], "Please select a payment method."),
  paymentStatus: z.optional(z.literal("pending")),
  amount: z.optional(dollars),
  collectionDate: z.optional(z.union([instant, z.iso.datetime(), z.iso.date(), z.null()])),
  /** Bank transfer: the issued reference, sent when the buyer says the transfer is on its way. This is the evidence of D31. */
  referenceNumber: z.optional(z.string().check(z.regex(/^GS\d{8}$/, "That payment reference is not valid."))),
  /** Crypto: the coin chosen; its quote for this hold is the server's. */
  cryptoCurrency: z.optional(coin),
  /** Crypto: the buyer's payment, which is the evidence of D31. Without it the order waits to be paid. */
  cryptoTxHash: z.optional(z.string().check(z.maxLength(100, "That transaction hash is not valid."))),
  /** The acknowledgement of step 1, for clients that did not record it before. */
  acknowledged: z.optional(z.boolean()),
});
export type CreateTransactionInput = z.input<typeof CreateTransaction>;

/** The created transaction, with the order it belongs to. */
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
