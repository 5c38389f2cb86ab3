/** Unsettled payments, for staff. */
import { type SQL, sql } from "drizzle-orm";
import type { PaymentQueue, PaymentQueueCounts } from "#contract/admin/payment-queue";
import type { CardState, OrderEventView, OrderStatus } from "#contract/orders";
import type { Confirmation } from "#domain/orders/order";
import { sqlList, UNDONE } from "#domain/orders/order-status";
import { done, type Result } from "#domain/result";
import { batch, type Database } from "../../../db/client.ts";
import type { paymentReversals } from "../../../db/schema/payments.ts";
import { type CursorPage, cursorList } from "../../../http/cursor-list.ts";
import { WRONG_CURSOR } from "../../../http/wrong-cursor.ts";
import { isToShare } from "../../payments/queries.ts";
import { userJson } from "../../safety/reports/queries.ts";

export interface PaymentRow {
  id: string;
  status: OrderStatus;
  payment_method: "bank_transfer" | "stripe" | "crypto" | "cash" | "free" | "outside";
  amount_cents: number;
  bank_reference: string | null;
  /** JSON, like `bank_details`, `dispute`, `reversals`, `buyer`, `seller` and `decision`. */
  crypto: string | null;
  bank_details: string | null;
  card_state: CardState | null;
  item_id: string;
  item_title: string;
  item_image_url: string | null;
  buyer_id: string;
  seller_id: string;
  buyer: string;
  seller: string;
  confirmation_deadline: number | null;
  collection_date: number;
  collection_zone: string;
  dispute: string | null;
  reversals: string | null;
  created_at: number;
  paid_at: number | null;
  decision: string | null;
  decided_at: number | null;
}

/** Action that the room logs for a decision of staff (durable/item-room/projection.ts). */
export const DECIDED = "order_decided";

/** Condition: a chargeback of this order's payment is open. */
const chargedBack = sql`EXISTS (SELECT 1 FROM payment_reversals r
  WHERE r.intent_id = o.card_intent_id AND r.kind = 'chargeback' AND r.status = 'open')`;

const columns = sql`o.id, o.status, o.payment_method, o.amount_cents, o.bank_reference, o.crypto, o.bank_details,
  o.card_state, o.item_id, o.item_title, o.item_image_url, o.buyer_id, o.seller_id, ${userJson("bp")} AS buyer,
  ${userJson("sp")} AS seller, o.confirmation_deadline, o.collection_date, o.collection_zone, o.dispute, o.reversals,
  o.created_at, o.paid_at`;
const withPeople = sql`JOIN profiles bp ON bp.id = o.buyer_id JOIN profiles sp ON sp.id = o.seller_id`;

/**
 * Before payment: the seller has not answered (D31). After payment: a problem reported by the buyer, a refund in the
 * provider's dashboard, or a fraud warning, unless the buyer's bank decides.
 */
const QUEUES: Record<Exclude<PaymentQueue, "decided">, SQL> = {
  waiting: sql`o.status = 'payment_pending_seller_confirmation'`,
  overdue: sql`o.status = 'disputed' AND o.paid_at IS NULL`,
  disputed: sql`o.status = 'disputed' AND o.paid_at IS NOT NULL AND NOT ${chargedBack}`,
};

const PAGE = 20;

/** Returns a page, oldest first; decided payments newest first. */
export async function listPayments(
  db: Database,
  queue: PaymentQueue,
  cursor: string | undefined,
): Promise<Result<CursorPage<PaymentRow>>> {
  const list = cursorList(`admin-payments-${queue}`, {}, cursor);
  if (!list) return WRONG_CURSOR;
  const { after } = list;
  const rows =
    queue === "decided"
      ? await db.all<PaymentRow>(sql`SELECT ${columns}, a.details AS decision, a.at AS decided_at
          FROM audit_log a CROSS JOIN orders o ON o.id = a.subject ${withPeople}
          WHERE a.action = ${DECIDED} ${after ? sql`AND (a.at, a.subject) < (${after.key}, ${after.id})` : sql``}
          ORDER BY a.at DESC, a.subject DESC LIMIT ${PAGE + 1}`)
      : await db.all<PaymentRow>(sql`SELECT ${columns}, NULL AS decision, NULL AS decided_at
          FROM orders o ${withPeople}
          WHERE ${QUEUES[queue]} ${after ? sql`AND (o.created_at, o.id) > (${after.key}, ${after.id})` : sql``}
          ORDER BY o.created_at, o.id LIMIT ${PAGE + 1}`);
  return done(list.page(rows, PAGE, (last) => ({ key: last.decided_at ?? last.created_at, id: last.id })));
}

const MANY = 99;

/** Counts the payments in each queue, up to a limit. */
export async function countQueues(db: Database): Promise<PaymentQueueCounts> {
  const [row] = await db.all<PaymentQueueCounts>(sql`SELECT
    (SELECT count(*) FROM (SELECT 1 FROM orders o WHERE ${QUEUES.waiting} LIMIT ${MANY})) AS waiting,
    (SELECT count(*) FROM (SELECT 1 FROM orders o WHERE ${QUEUES.overdue} LIMIT ${MANY})) AS overdue,
    (SELECT count(*) FROM (SELECT 1 FROM orders o WHERE ${QUEUES.disputed} LIMIT ${MANY})) AS disputed,
    (SELECT count(*) FROM (SELECT 1 FROM payment_reversals r
      WHERE r.kind = 'chargeback' AND (r.status = 'open' OR ${isToShare}) LIMIT ${MANY}))
      AS chargebacks`);
  return row ?? { waiting: 0, overdue: 0, disputed: 0, chargebacks: 0 };
}

export type ReversalRow = typeof paymentReversals.$inferSelect;

/** `payer` and `orders` are JSON. */
export type ListedReversal = ReversalRow & {
  topup: number;
  payer: string;
  orders: string;
  rank: number;
  to_share: number;
  /** JSON, where something is to be shared out. */
  shareable: string | null;
};

/** Larger than any time, so that open reversals come first. */
const OPEN_FIRST = 1e15;

/** Returns a page of reversals, open ones first, then newest. */
export async function listReversals(
  db: Database,
  cursor: string | undefined,
): Promise<Result<CursorPage<ListedReversal>>> {
  const list = cursorList("admin-reversals", {}, cursor);
  if (!list) return WRONG_CURSOR;
  const { after } = list;
  const rank = sql`(r.created_at + (r.status = 'open' OR ${isToShare}) * ${OPEN_FIRST})`;
  const rows = await db.all<ListedReversal>(sql`SELECT r.*, ${rank} AS rank, p.kind = 'topup' AS topup,
      ${userJson("pp")} AS payer,
      (SELECT json_group_array(json_object('id', o.id, 'title', o.item_title, 'status', o.status))
        FROM payment_parts t JOIN orders o ON o.id = t.order_id WHERE t.intent_id = r.intent_id) AS orders,
      ${isToShare} AS to_share,
      CASE WHEN ${isToShare} THEN (SELECT json_group_array(json_object('id', o.id, 'title', o.item_title,
          'seller', json(${userJson("sp")}), 'price', t.amount_cents,
          'collected', o.completed_at IS NOT NULL OR f.order_id IS NOT NULL, 'sent', coalesce(f.at_seller_cents, 0)))
        FROM payment_parts t JOIN orders o ON o.id = t.order_id JOIN profiles sp ON sp.id = o.seller_id
          LEFT JOIN transfers f ON f.order_id = o.id
        WHERE t.intent_id = r.intent_id AND t.outcome = 'paid' AND o.status NOT IN (${sql.raw(sqlList(UNDONE))})) END
        AS shareable
    FROM payment_reversals r JOIN payments p ON p.intent_id = r.intent_id JOIN profiles pp ON pp.id = p.user_id
    WHERE r.kind <> 'fraud_warning' AND ${after ? sql`(${rank}, r.id) < (${after.key}, ${after.id})` : sql`1`}
    ORDER BY rank DESC, r.id DESC LIMIT ${PAGE + 1}`);
  return done(list.page(rows, PAGE, (last) => ({ key: last.rank, id: last.id })));
}

export interface PaymentFile {
  payment: PaymentRow;
  events: { kind: OrderEventView["kind"]; actor_id: string | null; staff: 0 | 1; at: number }[];
  confirmations: Omit<Confirmation, "id">[];
  refunds: { amount_cents: number; status: "due" | "sent" | "succeeded" | "failed"; created_at: number }[];
  reversals: ReversalRow[];
  intents: { id: string; status: "open" | "succeeded" | "canceled" }[];
  claimed_by: string | null;
  lines: { sender_id: string | null; text: string; at: number }[];
}

const LINES = 20;

/** Completes an id of which an order number has only the beginning. Returns the first order with this beginning. */
export async function findOrderId(db: Database, start: string): Promise<string | null> {
  const [row] = await db.all<{ id: string }>(
    sql`SELECT id FROM orders WHERE id >= ${start} AND id < ${`${start}~`} ORDER BY id LIMIT 1`,
  );
  return row?.id ?? null;
}

/** Returns one order with its history and evidence, in one round trip. */
export async function findPaymentFile(db: Database, id: string): Promise<PaymentFile | null> {
  const [[payment], events, confirmations, refunds, reversals, intents, claims, lines] = await batch<
    [
      PaymentRow,
      PaymentFile["events"][number],
      PaymentFile["confirmations"][number],
      PaymentFile["refunds"][number],
      ReversalRow,
      PaymentFile["intents"][number],
      { order_id: string },
      PaymentFile["lines"][number],
    ]
  >(db, [
    sql`SELECT ${columns}, a.details AS decision, a.at AS decided_at FROM orders o ${withPeople}
      LEFT JOIN audit_log a ON a.id = (SELECT max(id) FROM audit_log WHERE subject = o.id AND action = ${DECIDED})
      WHERE o.id = ${id}`,
    sql`SELECT kind, actor_id, staff, at FROM order_events WHERE order_id = ${id} ORDER BY rev`,
    sql`SELECT status, created_at, confirmation_deadline, payment_confirmed_at FROM payment_confirmations
      WHERE order_id = ${id} ORDER BY created_at, id`,
    sql`SELECT amount_cents, status, created_at FROM refunds WHERE order_id = ${id} ORDER BY created_at, id`,
    sql`SELECT r.* FROM orders o JOIN payment_reversals r ON r.intent_id = o.card_intent_id
      WHERE o.id = ${id} ORDER BY r.created_at, r.id`,
    sql`SELECT p.intent_id AS id, p.status FROM payment_parts t JOIN payments p ON p.intent_id = t.intent_id
      WHERE t.order_id = ${id} ORDER BY p.created_at DESC, p.intent_id`,
    sql`SELECT h.order_id FROM orders o JOIN crypto_hashes h ON h.hash = o.crypto ->> 'contested_hash' WHERE o.id = ${id}`,
    // Private messages: read only for a disputed order, which staff must decide.
    sql`SELECT m.sender_id, m.text, m.at FROM orders o
      JOIN conversations c ON c.low_id = min(o.buyer_id, o.seller_id) AND c.high_id = max(o.buyer_id, o.seller_id)
        AND c.item_id = o.item_id
      JOIN messages m ON m.conversation_id = c.id AND m.state = 'sent'
      WHERE o.id = ${id} AND o.status = 'disputed' ORDER BY m.seq DESC LIMIT ${LINES}`,
  ]);
  if (!payment) return null;
  const claimed_by = claims[0]?.order_id ?? null;
  return { payment, events, confirmations, refunds, reversals, intents, claimed_by, lines: lines.reverse() };
}
