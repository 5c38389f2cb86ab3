/** Reads the ledger as the operator's books (D75). */
import { type SQL, sql } from "drizzle-orm";
import type { BooksDifference, BooksMonth, BooksReply } from "#contract/admin/books";
import { centsToDollars } from "#domain/money";
import { gstWithin } from "#domain/payments/gst";
import { lastMonths } from "#domain/selling/selling-days";
import type { SiteSettings } from "#domain/site/site-settings";
import type { Database } from "../../../db/client.ts";
import type { ledger } from "../../../db/schema/payments.ts";
import { parseState, type StateRow, stateQuery } from "../../../db/service-state.ts";
import { isCreditSold } from "../../payments/statements/queries.ts";

const LISTED = 100;

interface Sums {
  at_stripe: number;
  owed_to_buyers: number;
  owed_to_sellers: number;
  owed_by_sellers: number;
  ad_credit: number;
  at_banks: number;
}

/** What an account means for the operator. Debts are negative in the ledger. */
const sumsQuery = sql`SELECT coalesce(sum(CASE WHEN account = 'stripe_clearing' THEN cents END), 0) AS at_stripe,
    -coalesce(sum(CASE WHEN account IN ('card_received', 'order_held', 'refunds') THEN cents END), 0) AS owed_to_buyers,
    -coalesce(sum(CASE WHEN account LIKE 'seller_payable:%' AND cents < 0 THEN cents END), 0) AS owed_to_sellers,
    coalesce(sum(CASE WHEN account LIKE 'seller_payable:%' AND cents > 0 THEN cents END), 0) AS owed_by_sellers,
    -coalesce(sum(CASE WHEN account LIKE 'ad_credit:%' THEN cents END), 0) AS ad_credit,
    coalesce(sum(CASE WHEN account = 'dispute_hold' THEN cents END), 0) AS at_banks
  FROM (SELECT account, sum(amount_cents) AS cents FROM ledger GROUP BY account)`;

/** The kind of a movement is the beginning of its id (domain/payments/ledger.ts). */
const moved = (...kinds: string[]): SQL => {
  const any = kinds.map((kind) => sql`l.txn_id LIKE ${`${kind}:%`}`);
  return sql`coalesce(sum(CASE WHEN l.account = 'stripe_clearing' AND (${sql.join(any, sql` OR `)})
    THEN l.amount_cents END), 0)`;
};

const toppedUp = sql`coalesce(sum(CASE WHEN l.account = 'stripe_clearing' AND l.txn_id LIKE 'charge:%' AND EXISTS
  (SELECT 1 FROM payments p WHERE p.intent_id = l.intent_id AND p.kind = 'topup') THEN l.amount_cents END), 0)`;

/** What the operator sold with this ledger line, for GST: its fee, or ad credit; null for buyers' and sellers' money. */
const supplyOf = sql`CASE WHEN l.account = 'platform_fees' THEN 'fee' WHEN l.account LIKE 'ad_credit:%' AND EXISTS
    (SELECT 1 FROM balance_transactions b WHERE b.id = substr(l.txn_id, 8) AND ${isCreditSold}) THEN 'credit' END`;

type Supply = "fee" | "credit";
type Numbers = SiteSettings["numbers"];

/** Returns the GST within a line of the ledger, in cents. */
export const gstOf = (supply: Supply, cents: number, { gst_bp, credit_gst_bp }: Numbers): number =>
  gstWithin(-cents, supply === "fee" ? gst_bp : credit_gst_bp);

export async function readBooks(db: Database, numbers: Numbers, now: number): Promise<BooksReply> {
  const months = lastMonths(now);
  const [[sums], rows, [state], differences, supplies] = await Promise.all([
    db.all<Sums>(sumsQuery),
    db.all<Record<keyof Omit<BooksMonth, "month" | "gst">, number> & { month: string }>(sql`SELECT
        m.value ->> 'month' AS month, ${moved("charge")} - ${toppedUp} AS sales, ${toppedUp} AS topups,
        -${moved("refund-sent", "refund-returned", "refund-elsewhere", "refund-elsewhere-returned")} AS refunded,
        -${moved("chargeback", "chargeback-returned")} AS chargebacks,
        -${moved("charge-fee", "chargeback-fee")} AS stripe_fees,
        -${moved("transfer", "transfer-reversed")} AS paid_to_sellers,
        -coalesce(sum(CASE WHEN l.account = 'platform_fees' THEN l.amount_cents END), 0) AS platform_fees
      FROM json_each(${JSON.stringify(months)}) m LEFT JOIN ledger l ON l.account IN ('stripe_clearing', 'platform_fees')
        AND l.at >= m.value ->> 'from' AND l.at < m.value ->> 'to'
      GROUP BY 1 ORDER BY 1 DESC`),
    db.all<StateRow>(stateQuery("books")),
    db.all<Omit<BooksDifference, "amount"> & { amount_cents: number }>(sql`SELECT id, kind, amount_cents, source,
        description, happened_at FROM books_differences WHERE settled_at IS NULL ORDER BY found_at, id LIMIT ${LISTED}`),
    // The lines of one amount together, because each is rounded for itself.
    db.all<{ month: string; supply: Supply; cents: number; lines: number }>(sql`SELECT m.value ->> 'month' AS month,
        ${supplyOf} AS supply, l.amount_cents AS cents, count(*) AS lines
      FROM json_each(${JSON.stringify(months)}) m JOIN ledger l
        ON (l.account = 'platform_fees' OR l.account LIKE 'ad_credit:%')
        AND l.at >= m.value ->> 'from' AND l.at < m.value ->> 'to'
      WHERE supply IS NOT NULL GROUP BY 1, 2, 3`),
  ]);
  const compared = parseState("books", state)?.value;
  if (!sums) throw new Error("no sums");
  const { at_stripe, owed_to_buyers, owed_to_sellers, ad_credit } = sums;
  return {
    at_stripe: centsToDollars(at_stripe),
    owed_to_buyers: centsToDollars(owed_to_buyers),
    owed_to_sellers: centsToDollars(owed_to_sellers),
    ad_credit: centsToDollars(ad_credit),
    yours: centsToDollars(at_stripe - owed_to_buyers - owed_to_sellers - ad_credit),
    owed_by_sellers: centsToDollars(sums.owed_by_sellers),
    at_banks: centsToDollars(sums.at_banks),
    compared_at: compared?.compared_at ?? null,
    agrees: compared?.agrees ?? true,
    differences: differences.map(({ id, kind, amount_cents, source, description, happened_at }) => ({
      id,
      kind,
      amount: centsToDollars(amount_cents),
      source,
      description,
      happened_at,
    })),
    months: rows.map(({ month, ...cents }) => ({
      month,
      sales: centsToDollars(cents.sales),
      topups: centsToDollars(cents.topups),
      refunded: centsToDollars(cents.refunded),
      chargebacks: centsToDollars(cents.chargebacks),
      stripe_fees: centsToDollars(cents.stripe_fees),
      paid_to_sellers: centsToDollars(cents.paid_to_sellers),
      platform_fees: centsToDollars(cents.platform_fees),
      gst: centsToDollars(
        supplies.reduce(
          (sum, of) => sum + (of.month === month ? of.lines * gstOf(of.supply, of.cents, numbers) : 0),
          0,
        ),
      ),
    })),
    server_now: now,
  };
}

export type LedgerRow = Omit<typeof ledger.$inferSelect, "ref"> & { supply: Supply | null };

/** Returns one page of the ledger's lines of a span of time, oldest first. */
export function ledgerPage(db: Database, { from, to }: { from: number; to: number }, after: number, limit: number) {
  return db.all<LedgerRow>(sql`SELECT id, at, txn_id, account, amount_cents, order_id, intent_id, ${supplyOf} AS supply
    FROM ledger l WHERE id > ${after} AND at >= ${from} AND at < ${to} ORDER BY id LIMIT ${limit}`);
}
