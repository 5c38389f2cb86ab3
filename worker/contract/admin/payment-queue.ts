/** Payment confirmations and disputes for staff (decision 0032). Staff see email addresses (D5) but no card data. */
import * as z from "zod/mini";
import { dollars } from "../fields.ts";
import type { CardState, CryptoTerms, OrderEventView, OrderStatus, OrderView } from "../orders.ts";
import type { StaffUserView } from "../safety.ts";

/**
 * `waiting`: the seller still has time to confirm. `overdue`: the seller missed the deadline and is restricted.
 * `disputed`: the buyer reported a problem with a paid order, it was refunded at Stripe, or a bank suspects fraud. `decided`: decided by
 * staff, newest first.
 */
export const PAYMENT_QUEUES = ["waiting", "overdue", "disputed", "decided"] as const;
export type PaymentQueue = (typeof PAYMENT_QUEUES)[number];

/** GET /api/admin/payments */
export const ListAdminPayments = z.strictObject({
  queue: z.optional(z.enum(PAYMENT_QUEUES)),
  cursor: z.optional(z.string().check(z.maxLength(300))),
});

/** An order whose payment is unsettled, or was settled by staff. */
export interface AdminPayment {
  order_id: string;
  status: OrderStatus;
  payment_method: "bank_transfer" | "stripe" | "crypto" | "cash" | "free" | "outside";
  amount: number;
  reference_number: string | null;
  crypto: Pick<CryptoTerms, "coin" | "network" | "amount_text" | "tx_hash" | "contested"> | null;
  card_state: CardState | null;
  item: { id: string; title: string; image_url: string | null };
  buyer: StaffUserView;
  seller: StaffUserView;
  confirmation_deadline: number | null;
  dispute: { reason: string; opened_at: number; outcome: "release" | "refund" | null } | null;
  reversal: OrderView["reversal"];
  /** For `decided` only. */
  decision: { event: OrderEventView["kind"]; note: string | null; at: number } | null;
  created_at: number;
  paid_at: number | null;
}

/** Number of cases per queue; 99 means 99 or more. `chargebacks` counts the open ones. */
export type PaymentQueueCounts = Record<Exclude<PaymentQueue, "decided"> | "chargebacks", number>;

/** GET /api/admin/payments/reversals: open ones first, then newest first. */
export const ListReversals = z.strictObject({ cursor: z.optional(z.string().check(z.maxLength(300))) });

/** A payment that the buyer's bank took back, or that was refunded at Stripe. Amounts in dollars. */
export interface ReversalSummary {
  /** Stripe's id of the reversal. */
  id: string;
  /**
   * `chargeback`: by the buyer's bank. `inquiry`: the bank asks, and has taken nothing. `refund`: made in Stripe's
   * dashboard. `fraud_warning`: the card's bank suspects fraud.
   */
  kind: "chargeback" | "inquiry" | "refund" | "fraud_warning";
  /** `open`: the bank decides about a chargeback, staff about a refund or a warning. `won`: the seller keeps the payment. */
  status: "open" | "won" | "lost";
  amount: number;
  /** Stripe's fee for it. */
  fee: number;
  /** Deadline for sending evidence to the bank (UTC ms). */
  due_at: number | null;
  created_at: number;
  closed_at: number | null;
}

/** POST /api/admin/payments/reversals/:id/shares: what a chargeback takes from each order. The operator bears the rest. */
export const ShareChargeback = z.strictObject({
  shares: z
    .array(z.strictObject({ order_id: z.string().check(z.maxLength(100)), amount: dollars }))
    .check(z.maxLength(50)),
  note: z.string().check(z.trim(), z.minLength(1, "Enter a reason."), z.maxLength(1_000)),
});
export type ShareChargebackValue = z.output<typeof ShareChargeback>;

/** A chargeback of part of a purchase, which staff share out among its orders (D69). Amounts in dollars. */
export interface ChargebackToShare {
  /** What the bank took. */
  amount: number;
  orders: {
    id: string;
    title: string;
    seller: StaffUserView;
    price: number;
    /** Its proceeds are the seller's: then the sale stands, less the share. Otherwise it ends. */
    collected: boolean;
    /** What we have already sent to the seller. */
    sent: number;
  }[];
}

export interface AdminReversal extends ReversalSummary {
  payment_id: string;
  payer: StaffUserView;
  /** The orders that were paid; empty for a top-up. */
  orders: { id: string; title: string; status: OrderStatus }[];
  /** For a top-up: spent ad credit that is owed. */
  owed: number;
  /** For staff to decide; null when nothing is to be shared out. */
  to_share: ChargebackToShare | null;
  /** Why orders or payouts could not be updated yet; retried automatically. */
  problem: string | null;
}

/** GET /api/admin/payments/:id: all details for a decision. */
export interface AdminPaymentDetail extends AdminPayment {
  /** `release` and `refund` are possible now. Not while a bank decides about a chargeback. */
  decidable: boolean;
  reversals: ReversalSummary[];
  collection_date: number;
  collection_zone: string;
  events: { kind: OrderEventView["kind"]; by: "buyer" | "seller" | "staff" | "service"; at: number }[];
  confirmations: {
    status: "pending" | "confirmed" | "not_received" | "lapsed";
    created_at: number;
    confirmation_deadline: number;
    payment_confirmed_at: number | null;
  }[];
  /** Card payments at Stripe, newest first, with their page in Stripe's dashboard; null with the emulator. */
  card_payments: { id: string; status: "open" | "succeeded" | "canceled"; url: string | null }[];
  /** For a contested crypto payment: the order that named it first. */
  claimed_by: string | null;
  /** Destination of a bank transfer: name and last digits, to compare with a statement (D8). */
  paid_to: { account_name: string; account_end: string } | null;
  refunds: { amount: number; status: "due" | "sent" | "succeeded" | "failed"; created_at: number }[];
  /** Messages between the two about the item, oldest first; only while there is something to decide. */
  conversation: { from: "buyer" | "seller" | "event"; text: string; at: number }[];
  server_now: number;
}
