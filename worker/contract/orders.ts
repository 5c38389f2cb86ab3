/** Orders and the seller's payment confirmations on the wire (§3, §4; D7, D9, D30, D31). */
import * as z from "zod/mini";
import type { CheckoutMethod } from "./checkout.ts";
import { id } from "./fields.ts";
import { queryInteger } from "./items.ts";
import type { BankDetails } from "./profiles.ts";

export const ORDER_STATUSES = [
  "awaiting_payment",
  "payment_pending_seller_confirmation",
  "payment_confirmed",
  "shipped",
  "collection_arranged",
  "completed",
  "expired",
  "cancelled",
  "disputed",
  "refunded",
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** What the reader may do with the order now; screens draw their buttons from it. */
export interface OrderAbilities {
  /** Buyer: "I've sent the transfer". */
  submit_evidence: boolean;
  /** Buyer, before giving evidence. */
  cancel: boolean;
  /** Buyer: "I've collected it". */
  collect: boolean;
  /** Seller: "Payment received" / "Not received". */
  confirm_payment: boolean;
  deny_payment: boolean;
}

export interface OrderEventView {
  kind:
    | "placed"
    | "evidence_submitted"
    | "payment_confirmed"
    | "payment_denied"
    | "completed"
    | "cancelled"
    | "expired"
    | "disputed";
  at: number;
}

/** One order as its buyer or its seller sees it. The other party is shown by id and display name only. */
export interface OrderView {
  id: string;
  transaction_id: string;
  status: OrderStatus;
  role: "buyer" | "seller";
  item: { id: string; title: string; image_url: string | null };
  counterparty: { id: string; display_name: string };
  payment_method: CheckoutMethod;
  amount: number;
  reference_number: string | null;
  /** Buyer only, bank transfer only, while payment is awaited: the snapshot taken when the order was made (D8). */
  bank_details: BankDetails | null;
  payment_deadline: number | null;
  confirmation_deadline: number | null;
  collection_date: number;
  collection_zone: string;
  collection_summary: string;
  /** Released by the server's clock only (D9). */
  collection_address: string | null;
  /** Always a sentence to show: the address, or why it is not there yet. */
  collection_address_text: string;
  /** UTC ms when the address will be shown, for the countdown; null once shown or when it never will be. */
  collection_address_at: number | null;
  marked_incomplete: boolean;
  incomplete_reason: string | null;
  events: OrderEventView[];
  abilities: OrderAbilities;
  created_at: number;
  updated_at: number;
  server_now: number;
}

/** GET /api/orders?role=buyer|seller&cursor=&limit= */
export const ListOrders = z.strictObject({
  /** `buyer` (default) lists one's purchases, `seller` one's sales. */
  role: z.optional(z.enum(["buyer", "seller"])),
  cursor: z.optional(z.string().check(z.maxLength(600))),
  limit: z.optional(queryInteger(1, 100)),
});

/** POST /api/orders/:id/evidence: the buyer says the transfer is sent; repeats the issued reference (D31). */
export const SubmitEvidence = z.strictObject({
  referenceNumber: z.string().check(z.regex(/^GS\d{8}$/, "That payment reference is not valid.")),
});

/** POST /api/rpc/confirm_payment_received {confirmation_id, seller_id}. seller_id must match the session (A05). */
export const ConfirmPaymentReceived = z.strictObject({ confirmation_id: id, seller_id: z.optional(id) });

/** GET /api/payment-confirmations?status= */
export const ListConfirmations = z.strictObject({ status: z.optional(z.enum(["pending", "settled"])) });

export interface ConfirmationsReply {
  items: PaymentConfirmationView[];
  server_now: number;
}

/** A pending (or settled) confirmation as its seller sees it; the buyer's e-mail is masked (D7). */
export interface PaymentConfirmationView {
  id: string;
  order_id: string;
  amount: number;
  reference_number: string | null;
  status: "pending" | "confirmed" | "not_received" | "lapsed";
  confirmation_deadline: number;
  payment_confirmed_at: number | null;
  created_at: number;
  item: { id: string; title: string; image_urls: string[] };
  buyer: { id: string; full_name: string; email: string };
  server_now: number;
}
