/** The admin side of payment confirmations and disputes (decision 0064). Staff see e-mail addresses (D5), no card data. */
import * as z from "zod/mini";
import type { CardState, CryptoTerms, OrderEventView, OrderStatus, OrderView } from "./orders.ts";
import type { ReportPerson } from "./safety.ts";

/**
 * `waiting`: the seller has still time to answer; `overdue`: they let it pass, and are restricted; `disputed`: the buyer
 * says that something is wrong with what was paid for, or it was refunded at the provider; `decided`: what staff have
 * decided, newest first.
 */
export const PAYMENT_QUEUES = ["waiting", "overdue", "disputed", "decided"] as const;
export type PaymentQueue = (typeof PAYMENT_QUEUES)[number];

/** GET /api/admin/payments */
export const ListAdminPayments = z.strictObject({
  queue: z.optional(z.enum(PAYMENT_QUEUES)),
  cursor: z.optional(z.string().check(z.maxLength(300))),
});

/** One order whose money is not settled, or was by staff. */
export interface AdminPayment {
  order_id: string;
  status: OrderStatus;
  payment_method: "bank_transfer" | "stripe" | "crypto" | "free" | "outside";
  amount: number;
  reference_number: string | null;
  crypto: Pick<CryptoTerms, "coin" | "network" | "amount_text" | "tx_hash"> | null;
  card_state: CardState | null;
  item: { id: string; title: string; image_url: string | null };
  buyer: ReportPerson;
  seller: ReportPerson;
  confirmation_deadline: number | null;
  dispute: { reason: string; opened_at: number; outcome: "release" | "refund" | null } | null;
  reversal: OrderView["reversal"];
  /** Of `decided`. */
  decision: { event: OrderEventView["kind"]; note: string | null; at: number } | null;
  created_at: number;
  paid_at: number | null;
}

/** How many wait in each queue; 99 stands for more. `chargebacks`: those nobody has decided yet. */
export type PaymentQueueCounts = Record<Exclude<PaymentQueue, "decided"> | "chargebacks", number>;

/** GET /api/admin/payments/reversals: what is open first, then newest first. */
export const ListReversals = z.strictObject({ cursor: z.optional(z.string().check(z.maxLength(300))) });

/** Money that left our account at the provider without us. Dollars. */
export interface ReversalSummary {
  /** The provider's id of it. */
  id: string;
  /** `chargeback`: by the buyer's bank. `refund`: somebody refunded it at the provider itself. */
  kind: "chargeback" | "refund";
  /** `open`: the bank decides about a chargeback, staff about a refund. `won`: the payment stands. */
  status: "open" | "won" | "lost";
  amount: number;
  /** What the provider charged for it. */
  fee: number;
  /** Until when evidence can be sent to the bank. */
  due_at: number | null;
  created_at: number;
  closed_at: number | null;
}

export interface AdminReversal extends ReversalSummary {
  payment_id: string;
  payer: ReportPerson;
  /** What was paid for; none for a top-up. */
  orders: { id: string; title: string; status: OrderStatus }[];
  /** Of a top-up: ad credit that was spent and is owed. */
  owed: number;
  /** Why orders or payouts could not follow yet; tried again by itself. */
  problem: string | null;
}

/** GET /api/admin/payments/:id: everything staff need to decide. */
export interface AdminPaymentDetail extends AdminPayment {
  /** `release` and `refund` are possible now. While a bank decides about a chargeback nobody else does. */
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
  /** Where a transfer was to go: the name, and the end of the number, to compare with a statement (D8). */
  paid_to: { account_name: string; account_end: string } | null;
  refunds: { amount: number; status: "due" | "sent" | "succeeded" | "failed"; created_at: number }[];
  /** What the two have written to each other about the item, oldest first; only while there is something to decide. */
  conversation: { from: "buyer" | "seller" | "event"; text: string; at: number }[];
  server_now: number;
}
