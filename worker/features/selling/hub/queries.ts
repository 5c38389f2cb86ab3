/** Reads of the Seller Hub. Orders are read for their seller only; money by its ledger state. */
import { eq, type SQL, sql } from "drizzle-orm";
import type { HubAction, HubWaiting, SellerHub } from "#contract/selling/hub";
import { sqlList, TO_COLLECT, UNDER_WAY } from "#domain/orders/order-status";
import { done, type Result } from "#domain/result";
import { COUNT_MAX } from "../../../db/bar-counts.ts";
import type { Database } from "../../../db/client.ts";
import { payoutAccounts } from "../../../db/schema/payments.ts";
import { type CursorPage, cursorList } from "../../../http/cursor-list.ts";
import { WRONG_CURSOR } from "../../../http/wrong-cursor.ts";
import type { PayoutHold } from "../../payments/payout-holds/queries.ts";
import { concerns, isHeld, isInForce, isOwed, isRefunded, keptCents, notOwedCents } from "../../payments/queries.ts";

/** What the seller must do, by status. In a dispute before payment the seller must confirm or deny the payment. */
const ACTION = sql`CASE
  WHEN o.status = 'payment_pending_seller_confirmation' THEN 'confirm_payment'
  WHEN o.status IN (${sql.raw(sqlList(TO_COLLECT))}) THEN 'hand_over'
  WHEN o.status = 'disputed' AND o.paid_at IS NULL THEN 'confirm_payment'
  WHEN o.status = 'disputed' AND o.dispute IS NOT NULL THEN 'settle_dispute' END`;

const ORDERS_SHOWN = 6;

export type HubOrderRow = Omit<SellerHub["orders"][number], "amount"> & { amount_cents: number };

/** Returns the most urgent orders that wait for the seller, and the number of each kind. */
export async function ordersToHandle(db: Database, sellerId: string) {
  const open = sql`o.seller_id = ${sellerId} AND o.status IN (${sql.raw(sqlList(UNDER_WAY))})`;
  const [counts, rows] = await Promise.all([
    db.all<{ action: HubAction | null; count: number }>(
      sql`SELECT ${ACTION} AS action, count(*) AS count FROM orders o
        WHERE ${open} AND (o.status = 'awaiting_payment' OR ${ACTION} IS NOT NULL) GROUP BY 1`,
    ),
    db.all<HubOrderRow>(sql`SELECT o.id, o.item_title AS title, o.item_image_url AS image_url, o.status, o.amount_cents, ${ACTION} AS action,
        coalesce(CASE WHEN o.paid_at IS NULL THEN o.confirmation_deadline END, o.collection_date) AS due_at,
        o.collection_zone
      FROM orders o WHERE ${open} AND ${ACTION} IS NOT NULL ORDER BY due_at, o.id LIMIT ${ORDERS_SHOWN}`),
  ]);
  return { counts, rows };
}

/** Counts what waits for the seller besides orders; capped, because a badge of 100 says enough. */
export async function waitingOf(db: Database, sellerId: string, now: number): Promise<Record<HubWaiting, number>> {
  const count = (rows: SQL) => sql`(SELECT count(*) FROM (${rows} LIMIT ${COUNT_MAX}))`;
  return db.get<Record<HubWaiting, number>>(sql`SELECT
    ${count(sql`SELECT 1 FROM price_offers WHERE seller_id = ${sellerId} AND status = 'open' AND turn = 'seller'
      AND expires_at > ${now}`)} AS offers,
    ${count(sql`SELECT 1 FROM items i CROSS JOIN seller_questions q ON q.item_id = i.id
      WHERE i.seller_id = ${sellerId} AND q.answer IS NULL`)} AS questions,
    ${count(sql`SELECT 1 FROM circle_legs l CROSS JOIN circles c ON c.id = l.circle_id WHERE l.giver_id = ${sellerId}
      AND ((c.status = 'offered' AND l.accepted_at IS NULL) OR (c.status = 'accepted' AND l.state = 'locked'))`)} AS circles,
    ${count(sql`SELECT 1 FROM trades WHERE seller_id = ${sellerId} AND closed_at IS NULL AND status = 'proposed'`)} AS trades,
    ${count(sql`SELECT 1 FROM items INDEXED BY items_by_seller WHERE seller_id = ${sellerId} AND listed_as = 'active'
      AND asked_at IS NOT NULL`)} AS stale`);
}

const isUndecided = sql`EXISTS (SELECT 1 FROM payment_reversals r WHERE r.intent_id = t.intent_id AND r.status = 'open')`;

/** Proceeds are held while the buyer's bank or staff must decide about the payment, and by holds (D71). */
const payoutStatus = (now: number) => sql`CASE WHEN t.status NOT IN ('sent', 'reversing') AND ${isUndecided} THEN 'held'
  WHEN t.status = 'payable' AND ${isHeld(sql`t`, now)} THEN 'held' ELSE t.status END`;

/**
 * Returns the cents of the seller's card sales less the platform fee: held (paid, not handed over), ready (due, not
 * sent) and sent.
 */
export async function proceedsOf(db: Database, sellerId: string, now: number) {
  const [held, moved] = await Promise.all([
    db.get<{ cents: number }>(sql`SELECT coalesce(sum(pp.amount_cents - pp.fee_cents), 0) AS cents
      FROM orders o JOIN payment_parts pp ON pp.order_id = o.id AND pp.outcome = 'paid'
      WHERE o.seller_id = ${sellerId} AND o.card_state = 'paid'
        AND NOT EXISTS (SELECT 1 FROM transfers t WHERE t.order_id = o.id)
        AND NOT ${isRefunded(sql`o.id`, sql`pp.intent_id`)}`),
    db.all<{ status: PayoutRow["status"]; cents: number }>(
      sql`SELECT ${payoutStatus(now)} AS status, sum(t.amount_cents - ${keptCents(sql`t.order_id`)}) AS cents FROM transfers t
        WHERE t.seller_id = ${sellerId} GROUP BY 1`,
    ),
  ]);
  const of = (status: string) => moved.find((row) => row.status === status)?.cents ?? 0;
  return { held: (held?.cents ?? 0) + of("held"), ready: of("payable"), sent: of("sent") };
}

export type HoldFacts = Pick<PayoutHold, "cause" | "note" | "ends_at">;

export interface PayoutRow {
  order_id: string;
  title: string;
  amount_cents: number;
  kept_cents: number;
  status: "payable" | "sent" | "reversing" | "reversed" | "held";
  created_at: number;
  sent_at: number | null;
  /** JSON of the hold that ends last. */
  hold: string | null;
}

/** Returns the holds in force on everything due to a seller. */
export function holdsOnAll(db: Database, sellerId: string, now: number) {
  return db.all<HoldFacts>(sql`SELECT h.cause, h.note, h.ends_at FROM payout_holds h
    WHERE h.seller_id = ${sellerId} AND h.order_id IS NULL AND ${isInForce(now)} ORDER BY h.ends_at DESC`);
}

/** Returns the cents that a seller owes, and since when. */
export async function debtOf(db: Database, sellerId: string) {
  const row = await db.get<{ cents: number | null; since: number | null }>(sql`SELECT
      sum(t.at_seller_cents - ${notOwedCents(sql`t.order_id`)}) AS cents, min(t.claimed_at) AS since
    FROM transfers t WHERE t.seller_id = ${sellerId} AND ${isOwed(sql`t`)}`);
  return { cents: row?.cents ?? 0, since: row?.since ?? 0 };
}

/** Returns one page of the seller's payouts, newest first. */
export async function listPayouts(
  db: Database,
  sellerId: string,
  cursor: string | undefined,
  limit: number,
  now: number,
): Promise<Result<CursorPage<PayoutRow>>> {
  const list = cursorList("payouts", { seller: sellerId }, cursor);
  if (!list) return WRONG_CURSOR;
  const { after } = list;
  const rows = await db.all<PayoutRow>(sql`SELECT t.order_id, o.item_title AS title, t.amount_cents,
      ${keptCents(sql`t.order_id`)} AS kept_cents, ${payoutStatus(now)} AS status,
      t.created_at, t.sent_at, (SELECT json_object('cause', h.cause, 'note', h.note, 'ends_at', h.ends_at)
        FROM payout_holds h WHERE t.status = 'payable' AND ${concerns(sql`t`, now)} AND ${isInForce(now)}
        ORDER BY h.ends_at DESC LIMIT 1) AS hold
    FROM transfers t JOIN orders o ON o.id = t.order_id
    WHERE t.seller_id = ${sellerId} ${after ? sql`AND (t.created_at, t.order_id) < (${after.key}, ${after.id})` : sql``}
    ORDER BY t.created_at DESC, t.order_id DESC LIMIT ${limit + 1}`);
  return done(list.page(rows, limit, (last) => ({ key: last.created_at, id: last.order_id })));
}

export type PayoutAccount = typeof payoutAccounts.$inferSelect;

export async function payoutAccountOf(db: Database, sellerId: string): Promise<PayoutAccount | null> {
  return (await db.query.payoutAccounts.findFirst({ where: eq(payoutAccounts.seller_id, sellerId) })) ?? null;
}
