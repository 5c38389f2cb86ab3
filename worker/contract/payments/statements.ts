/** Monthly statement of a seller's card sales and ad credit (D75). Amounts are dollars. */
import * as z from "zod/mini";

/** GET /api/statement?month= */
export const ReadStatement = z.strictObject({
  month: z.optional(z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))),
});

export interface StatementLine {
  at: number;
  text: string;
  amount: number;
  order_id: string | null;
}

/** What the operator supplied: a tax invoice when GST is within it. */
export interface StatementSupply extends StatementLine {
  gst: number;
}

export interface StatementReply {
  /** `2026-11`, Sydney time. */
  month: string;
  /** The months to choose from, newest first. */
  months: string[];
  operator: { name: string; abn: string | null };
  /** Name of the seller's account. */
  seller: string;
  /** Card sales whose proceeds fell due, and what came off them later. */
  sales: StatementLine[];
  /** Platform fees, and those given back. */
  fees: StatementSupply[];
  /** Bought ad credit, and payments for it that were returned. */
  credit: StatementSupply[];
  /** Sent to the seller's account at Stripe, and claimed back. */
  payouts: StatementLine[];
  server_now: number;
}
