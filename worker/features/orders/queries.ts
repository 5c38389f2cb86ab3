/** Reads of orders. Every read checks that the viewer is a party; another user's order is not found. */
import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { OrderDecisionView, OrderEventView } from "#contract/orders";
import type { DirectRefund } from "#domain/orders/direct-refund";
import type { NoShow } from "#domain/orders/no-show";
import { eventView } from "#domain/orders/order";
import type { OrderRole } from "#domain/orders/order-abilities";
import { sqlList, UNDONE } from "#domain/orders/order-status";
import { done, type Result } from "#domain/result";
import type { OrderSnapshot } from "../../../durable/item-room/views.ts";
import type { Database } from "../../db/client.ts";
import { profiles } from "../../db/schema/account.ts";
import { directRefunds } from "../../db/schema/direct-refunds.ts";
import { failedCollections } from "../../db/schema/failed-collections.ts";
import { orderEvents, orders, transactions } from "../../db/schema/orders.ts";
import { type CursorPage, cursorList } from "../../http/cursor-list.ts";
import { WRONG_CURSOR } from "../../http/wrong-cursor.ts";

export const ORDERS_SHOWN = 20;

/** An order for one of its parties, with the other party's name. */
export interface OrderRecord {
  order: OrderSnapshot;
  role: OrderRole;
  /** The figures of D56 are only read with a single order. */
  counterparty: { id: string; full_name: string; pickups?: number; pickups_missed?: number };
  /** Only read with a single order, not in lists. */
  decision?: OrderDecisionView | null;
  /** Only read with a single order: a report that one party missed the collection. */
  no_show?: NoShow & { decision_note: string | null };
  money_back?: DirectRefund;
  /** Platform fee of a card order; null before its payment begins. */
  fee_cents?: number | null;
  item_status?: string | null;
  /** Only read with a single order: the number and price of what was bought as a whole with it. */
  whole?: { orders: number; cents: number };
  /** Only read with a single order: who said that they are coming, and to which time. */
  coming?: { user_id: string; collection_date: number }[];
}

type OrderRow = typeof orders.$inferSelect;

/**
 * Returns a stored order in the shape of the room. Confirmations belong to their own feature, so `confirmation_id` is
 * null.
 */
function snapshotOf(row: OrderRow, transactionId: string, events: OrderEventView[]): OrderSnapshot {
  const { card_intent_id, card_state, ...fields } = row;
  const card = card_intent_id !== null && card_state !== null ? { intent_id: card_intent_id, state: card_state } : null;
  return { ...fields, card, transaction_id: transactionId, confirmation_id: null, events };
}

function counterpartyJoin(role: OrderRole) {
  return eq(profiles.id, role === "buyer" ? orders.seller_id : orders.buyer_id);
}

const eventOf = (row: { kind: string; at: number; actor_id: string | null }, order: { buyer_id: string }) =>
  eventView({ ...row, kind: row.kind as OrderEventView["kind"] }, order);

/** Reads the histories of several orders in one statement; the ids are passed as one JSON parameter. */
async function eventsOf(db: Database, ids: string[]): Promise<Map<string, OrderEventView[]>> {
  const byOrder = new Map<string, OrderEventView[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return byOrder;
  const rows = await db
    .select({
      order_id: orderEvents.order_id,
      kind: orderEvents.kind,
      at: orderEvents.at,
      actor_id: orderEvents.actor_id,
      buyer_id: orders.buyer_id,
    })
    .from(orderEvents)
    .innerJoin(orders, eq(orders.id, orderEvents.order_id))
    .where(sql`${orderEvents.order_id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .orderBy(orderEvents.order_id, orderEvents.rev);
  for (const row of rows) {
    byOrder.get(row.order_id)?.push(eventOf(row, row));
  }
  return byOrder;
}

const withReturn = (money_back: DirectRefund | undefined) => (money_back ? { money_back } : {});

/** Reads the direct refunds of these orders. */
async function returnsOf(db: Database, ids: string[]): Promise<Map<string, DirectRefund>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(directRefunds)
    .where(sql`${directRefunds.order_id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
  return new Map(rows.map((row) => [row.order_id, row]));
}

/** Returns one page of the viewer's purchases or sales, newest first. */
export async function listOrders(
  db: Database,
  viewerId: string,
  role: OrderRole,
  cursor: string | undefined,
  limit: number,
): Promise<Result<CursorPage<OrderRecord>>> {
  const list = cursorList("orders", { reader: viewerId, role }, cursor);
  if (!list) return WRONG_CURSOR;
  const { after } = list;

  const mine = eq(role === "buyer" ? orders.buyer_id : orders.seller_id, viewerId);
  const older = after && sql`(${orders.created_at}, ${orders.id}) < (${after.key}, ${after.id})`;
  const rows = await db
    .select({
      order: orders,
      transaction_id: transactions.id,
      other: { id: profiles.id, full_name: profiles.full_name },
    })
    .from(orders)
    .innerJoin(transactions, eq(transactions.order_id, orders.id))
    .innerJoin(profiles, counterpartyJoin(role))
    .where(older ? and(mine, older) : mine)
    .orderBy(sql`${orders.created_at} DESC, ${orders.id} DESC`)
    .limit(limit + 1);

  const page = list.page(rows, limit, ({ order }) => ({ key: order.created_at, id: order.id }));
  const [events, returns] = await Promise.all([
    eventsOf(
      db,
      page.rows.map((row) => row.order.id),
    ),
    returnsOf(
      db,
      page.rows.flatMap(({ order }) => (order.status === "refunded" ? [order.id] : [])),
    ),
  ]);
  return done({
    rows: page.rows.map((row) => ({
      order: snapshotOf(row.order, row.transaction_id, events.get(row.order.id) ?? []),
      role,
      counterparty: row.other,
      ...withReturn(returns.get(row.order.id)),
    })),
    next_cursor: page.next_cursor,
  });
}

/** The last staff decision, as the room wrote it (durable/item-room/projection.ts), as JSON. */
const lastDecision = sql<string | null>`(SELECT json_set(a.details, '$.at', a.at) FROM audit_log a
  WHERE a.subject = ${orders.id} AND a.action = 'order_decided' ORDER BY a.at DESC LIMIT 1)`;

function decisionOf(json: string | null): OrderDecisionView | null {
  if (json === null) return null;
  const { event, note, at } = JSON.parse(json) as Omit<OrderDecisionView, "note"> & { note?: string };
  return { event, note: note ?? null, at };
}

/**
 * Returns the query of the orders that were bought as a whole with this one, as a bundle or under one offer, and stand:
 * they change together (D82). No rows for an order of its own.
 */
export const wholeOf = (orderId: SQL): SQL => sql`SELECT o.id, o.item_id, o.amount_cents, o.status
  FROM purchase_orders mine JOIN purchases p ON p.id = mine.purchase_id
    JOIN purchase_orders po ON po.purchase_id = mine.purchase_id AND (p.kind = 'bundle' OR po.offer_group = mine.offer_group)
    JOIN orders o ON o.id = po.order_id
  WHERE mine.order_id = ${orderId} AND o.amount_cents > 0 AND o.status NOT IN (${sql.raw(sqlList(UNDONE))})`;

const feeOfOrder = sql<number | null>`(SELECT max(p.fee_cents) FROM payment_parts p WHERE p.order_id = ${orders.id})`;

/**
 * Returns one order of which the viewer is a party, else null: another user's order looks like one that does not exist
 * (A01).
 */
export async function findOwnOrder(db: Database, id: string, viewerId: string): Promise<OrderRecord | null> {
  // Parallel queries instead of a batch: a batch returns rows as objects, in which columns of the same name overwrite
  // each other.
  const [row, events, no_show, money_back] = await Promise.all([
    db
      .select({
        order: orders,
        transaction_id: transactions.id,
        decision: lastDecision,
        fee_cents: feeOfOrder,
        coming: sql<string>`(SELECT json_group_array(json_object('user_id', c.user_id, 'collection_date', c.collection_date))
          FROM collection_confirmations c WHERE c.order_id = ${orders.id})`,
        whole: sql<string | null>`(SELECT json_object('orders', count(*), 'cents', sum(w.amount_cents))
          FROM (${wholeOf(sql`${orders.id}`)}) w HAVING count(*) > 1)`,
        item_status: sql<string | null>`(SELECT i.status FROM items i WHERE i.id = ${orders.item_id})`,
        other: {
          id: profiles.id,
          full_name: profiles.full_name,
          pickups: profiles.pickups,
          pickups_missed: profiles.pickups_missed,
        },
      })
      .from(orders)
      .innerJoin(transactions, eq(transactions.order_id, orders.id))
      .innerJoin(
        profiles,
        sql`${profiles.id} = CASE ${orders.buyer_id} WHEN ${viewerId} THEN ${orders.seller_id} ELSE ${orders.buyer_id} END`,
      )
      .where(and(eq(orders.id, id), or(eq(orders.buyer_id, viewerId), eq(orders.seller_id, viewerId))))
      .get(),
    db
      .select({ kind: orderEvents.kind, at: orderEvents.at, actor_id: orderEvents.actor_id })
      .from(orderEvents)
      .where(eq(orderEvents.order_id, id))
      .orderBy(orderEvents.rev),
    db.select().from(failedCollections).where(eq(failedCollections.id, id)).get(),
    db.select().from(directRefunds).where(eq(directRefunds.order_id, id)).get(),
  ]);
  if (!row) return null;
  return {
    order: snapshotOf(
      row.order,
      row.transaction_id,
      events.map((event) => eventOf(event, row.order)),
    ),
    role: row.order.buyer_id === viewerId ? "buyer" : "seller",
    counterparty: row.other,
    decision: decisionOf(row.decision),
    fee_cents: row.fee_cents,
    item_status: row.item_status,
    ...(row.whole !== null && { whole: JSON.parse(row.whole) as NonNullable<OrderRecord["whole"]> }),
    coming: JSON.parse(row.coming) as OrderRecord["coming"] & object,
    ...(no_show && { no_show }),
    ...withReturn(money_back),
  };
}

/** Returns the item and parties of an order, for staff. */
export async function findOrderFacts(db: Database, id: string) {
  const row = await db
    .select({ item_id: orders.item_id, buyer_id: orders.buyer_id, seller_id: orders.seller_id })
    .from(orders)
    .where(eq(orders.id, id))
    .get();
  return row ?? null;
}
