/** The admin side of payment confirmations and disputes (decision 0064). Staff see e-mail addresses (D5), no card data. */
import * as z from "zod/mini";
import type { CardState, CryptoTerms, OrderEventView, OrderStatus } from "./orders.ts";
import type { ReportPerson } from "./safety.ts";

/**
 * `waiting`: the seller has still time to answer; `overdue`: they let it pass, and are restricted; `disputed`: the buyer
 * says that something is wrong with what was paid for; `decided`: what staff have decided, newest first.
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
  /** Of `decided`. */
  decision: { event: OrderEventView["kind"]; note: string | null; at: number } | null;
  created_at: number;
  paid_at: number | null;
}

/** How many wait in each queue; 99 stands for more. */
export type PaymentQueueCounts = Record<Exclude<PaymentQueue, "decided">, number>;

/** GET /api/admin/payments/:id: everything staff need to decide. */
export interface AdminPaymentDetail extends AdminPayment {
  /** `release` and `refund` are possible now. */
  decidable: boolean;
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
