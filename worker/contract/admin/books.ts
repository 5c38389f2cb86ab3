/** The operator's books of card money, for staff (D75). Amounts are dollars. */
import * as z from "zod/mini";

/** Sums of one month (Sydney time). They add up to the change of the balance at Stripe. */
export interface BooksMonth {
  /** `2026-11`. */
  month: string;
  /** Card sales, as charged to buyers. */
  sales: number;
  topups: number;
  refunded: number;
  /** Taken by banks for chargebacks, less what they returned. */
  chargebacks: number;
  stripe_fees: number;
  paid_to_sellers: number;
  /** Kept from proceeds that fell due; part of the balance already. */
  platform_fees: number;
  /** GST within platform fees and bought ad credit, at today's rates: the sum of the tax invoices. */
  gst: number;
}

/** A movement of the balance at Stripe that the ledger does not have. */
export interface BooksDifference {
  id: string;
  /** Stripe's type of the movement; `balance`: the balance differs though every movement is booked. */
  kind: string;
  amount: number;
  /** Stripe's id of what moved the money. */
  source: string | null;
  description: string | null;
  happened_at: number;
}

/** POST /api/admin/books/differences/:id: book it as the operator's own, with an explanation. */
export const SettleDifference = z.strictObject({
  note: z.string().check(z.trim(), z.minLength(5, "Say what it was."), z.maxLength(1_000)),
});

/** GET /api/admin/books */
export interface BooksReply {
  /** The balance at Stripe that the ledger expects. */
  at_stripe: number;
  /** Paid and not collected yet, and refunds on their way. */
  owed_to_buyers: number;
  /** Proceeds that are due and not sent. */
  owed_to_sellers: number;
  /** Bought ad credit that was not spent. */
  ad_credit: number;
  /** The rest; negative when the operator has to top the balance up. */
  yours: number;
  /** What sellers owe the operator. Not part of the balance. */
  owed_by_sellers: number;
  /** Taken by banks in open disputes. Not part of the balance. */
  at_banks: number;
  /** When the ledger was last compared with the balance at Stripe; null before the first time. */
  compared_at: number | null;
  /** Whether they agreed, but for the differences. */
  agrees: boolean;
  /** For staff to explain, oldest first. */
  differences: BooksDifference[];
  /** Newest first. */
  months: BooksMonth[];
  server_now: number;
}

/** GET /api/admin/books/export.csv?month= */
export const ExportBooks = z.strictObject({ month: z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/)) });
