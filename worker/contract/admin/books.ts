/** The operator's books of card money, for staff (D75). Amounts are dollars. */
import * as z from "zod/mini";

/** Sums of one month (Sydney time). They add up to the change of the balance at Stripe. */
export interface BooksMonth {
  /** `2026-11`. */
  month: string;
  received: number;
  refunded: number;
  /** Taken by banks for chargebacks, less what they returned. */
  chargebacks: number;
  stripe_fees: number;
  paid_to_sellers: number;
  /** Kept from proceeds that fell due; part of the balance already. */
  platform_fees: number;
}

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
  /** Newest first. */
  months: BooksMonth[];
  server_now: number;
}

/** GET /api/admin/books/export.csv?month= */
export const ExportBooks = z.strictObject({ month: z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/)) });
