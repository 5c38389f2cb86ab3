/** A seller's month, read from the ledger and the ad-credit statement (D75). */
import { sql } from "drizzle-orm";
import type { StatementLine, StatementReply, StatementSupply } from "#contract/payments/statements";
import { centsToDollars } from "#domain/money";
import { gstWithin } from "#domain/payments/gst";
import { abnText } from "#domain/selling/abn";
import { lastMonths, type Month } from "#domain/selling/selling-days";
import { batch } from "../../../db/client.ts";
import { siteSettings } from "../../../db/site-settings.ts";
import type { Services } from "../../../services.ts";

interface Row {
  at: number;
  text: string;
  cents: number;
  order_id: string | null;
}

/** Returns the statement of a month; null for one that is not offered. */
export async function readStatement(
  services: Services,
  userId: string,
  wanted: string | undefined,
): Promise<StatementReply | null> {
  const { db, now } = services;
  const months = lastMonths(now()).toReversed();
  const month = wanted === undefined ? months[0] : months.find((one) => one.month === wanted);
  if (!month) return null;
  const { numbers, operator, site_name } = await siteSettings(services);
  const [moved, credit, [seller]] = await batch<[Row & { account: string; txn_id: string }, Row, { name: string }]>(
    db,
    [movesOf(userId, month), creditOf(userId, month), sql`SELECT full_name AS name FROM profiles WHERE id = ${userId}`],
  );
  const payable = `seller_payable:${userId}`;
  const line = (row: Row, sign = 1): StatementLine => ({
    at: row.at,
    text: row.text,
    amount: centsToDollars(sign * row.cents),
    order_id: row.order_id,
  });
  const supply = (row: Row, sign: number, basisPoints: number): StatementSupply => ({
    ...line(row, sign),
    gst: centsToDollars(gstWithin(sign * row.cents, basisPoints)),
  });
  const isPayout = ({ txn_id: id }: { txn_id: string }) => /^transfer(-reversed)?:/.test(id);
  return {
    month: month.month,
    months: months.map((one) => one.month),
    operator: { name: operator.legal_name || site_name, abn: operator.abn === "" ? null : abnText(operator.abn) },
    seller: seller?.name ?? "",
    sales: moved.filter((row) => row.account === payable && !isPayout(row)).map((row) => line(row, -1)),
    fees: moved.filter(({ account }) => account === "platform_fees").map((row) => supply(row, -1, numbers.gst_bp)),
    credit: credit.map((row) => supply(row, 1, numbers.credit_gst_bp)),
    payouts: moved.filter(isPayout).map((row) => line(row)),
    server_now: now(),
  };
}

/** The seller's account in the ledger, and the platform fees of their orders. Set-offs are between their own sales. */
const movesOf = (userId: string, { from, to }: Month) => sql`SELECT l.at, l.account, l.txn_id, l.order_id,
    coalesce(o.item_title, 'Card sale') AS text, l.amount_cents AS cents
  FROM ledger l LEFT JOIN orders o ON o.id = l.order_id
  WHERE (l.account = ${`seller_payable:${userId}`}
      OR (l.account = 'platform_fees' AND o.seller_id = ${userId}))
    AND l.txn_id NOT LIKE 'set-off%' AND l.at >= ${from} AND l.at < ${to} ORDER BY l.id`;

/** Condition: this row `b` of the ad-credit statement is a supply of the operator, or gives one back. */
export const isCreditSold = sql`b.type IN ('topup', 'chargeback', 'topup_refund')`;

const creditOf = (userId: string, { from, to }: Month) => sql`SELECT b.created_at AS at, b.description AS text,
    b.amount_cents AS cents, NULL AS order_id
  FROM balance_transactions b WHERE b.user_id = ${userId} AND ${isCreditSold}
    AND b.created_at >= ${from} AND b.created_at < ${to} ORDER BY b.created_at, b.id`;
