/** Builds a room's state from D1: the item's row, the order that owns it with its history, or one past order. */
import { type SQL, sql } from "drizzle-orm";
import type { Availability, HoldKind, ItemState, WaitlistEntry } from "#domain/holds/availability";
import { isWaitlistEntryId } from "#domain/holds/waitlist";
import { type Confirmation, itemClaimOf, type Order, type OrderEvent } from "#domain/orders/order";
import { LIVE, sqlList } from "#domain/orders/order-status";
import { pick } from "#domain/pick";
import { orders, paymentConfirmations } from "../../worker/db/schema/orders.ts";
import { type Row, type SqlValue, storedRow } from "../../worker/db/stored-row.ts";
import { giveawayFromRows, liveGiveawayQueries } from "./giveaway-rows.ts";
import { liveOffersQuery, offerFromRow } from "./offer-rows.ts";
import type { RoomState } from "./state.ts";

/** Returns the queries whose results `stateFromRows` reads, in this order. */
export function itemQueries(itemId: string): SQL[] {
  return [
    sql`SELECT id, seller_id, status, price_cents, rev, fence, holder_id, hold_id, hold_kind, hold_started_at,
      hold_until, sold_at, sold_outside, order_id, line, deleted_at,
      (SELECT amount_cents FROM price_offers WHERE item_id = items.id AND accepted_id = items.hold_id) AS agreed_cents
      FROM items WHERE id = ${itemId}`,
    ...orderQueriesWhere(sql`item_id = ${itemId} AND status IN (${sql.raw(sqlList(LIVE))})`),
    // The trade or circle that locks the item, or is about to; else the one in which it changed hands.
    sql`SELECT id, attempt, status FROM (
        SELECT t.id, t.attempt, t.status, t.accepting_at AS since FROM trade_items ti JOIN trades t ON t.id = ti.trade_id
        WHERE ti.item_id = ${itemId} AND (t.status IN ('accepted', 'completed') OR t.accepting_at IS NOT NULL)
        UNION ALL SELECT c.id, c.attempt,
          CASE l.state WHEN 'locked' THEN 'accepted' WHEN 'handed_over' THEN 'completed' ELSE 'proposed' END, c.locking_at
        FROM circle_legs l JOIN circles c ON c.id = l.circle_id
        WHERE l.item_id = ${itemId} AND (l.state IN ('locked', 'handed_over') OR c.locking_at IS NOT NULL))
      ORDER BY status, since DESC LIMIT 1`,
    liveOffersQuery(itemId),
    ...liveGiveawayQueries(itemId),
  ];
}

/** Returns the queries whose results `orderFromRows` reads, in this order. */
export function orderQueries(itemId: string, orderId: string): SQL[] {
  return orderQueriesWhere(sql`item_id = ${itemId} AND id = ${orderId}`);
}

function orderQueriesWhere(condition: SQL): SQL[] {
  const ids = sql`SELECT id FROM orders WHERE ${condition}`;
  return [
    sql`SELECT *, (SELECT t.id FROM transactions t WHERE t.order_id = orders.id) AS transaction_id
      FROM orders WHERE ${condition} LIMIT 1`,
    sql`SELECT rev, kind, at, actor_id, staff FROM order_events WHERE order_id IN (${ids}) ORDER BY rev`,
    sql`SELECT id, status, confirmation_deadline, payment_confirmed_at, created_at FROM payment_confirmations
      WHERE order_id IN (${ids}) ORDER BY created_at, rowid`,
  ];
}

/** Returns the state, or null when there is no such item. `now` only dates the state. */
export function stateFromRows(results: Row[][], now: number): RoomState | null {
  const row = results[0]?.[0];
  if (!row) return null;
  const order = orderFromRows(results.slice(1));
  const trade = results[4]?.[0] ?? null;
  const offers = (results[5] ?? []).map(offerFromRow);
  const giveaway = giveawayFromRows(results[6]?.[0], results[7] ?? []);
  const { status, order_id, repaired } = reconciled(row, order, trade);
  const known = integer(row.rev);
  const rev = repaired ? known + 1 : known;
  return {
    v: 1,
    item_id: text(row.id),
    rev,
    item: {
      seller_id: text(row.seller_id),
      status,
      price_cents: integer(row.price_cents),
      fence: integer(row.fence),
      hold: status === "active" ? holdOf(row) : null,
      order_id,
      sold_at: maybe(row.sold_at, integer),
      // D1 does not store the previous status. `inactive` is safe: it puts nothing on offer.
      marked: status === "sold" && row.sold_outside === 1 ? { id: order?.hold_id ?? "", from: "inactive" } : null,
      trade:
        trade && (status === "pending" || (status === "sold" && trade.status === "completed"))
          ? { id: text(trade.id), attempt: integer(trade.attempt) }
          : null,
      line: maybe(row.line ?? null, json<WaitlistEntry[]>) ?? [],
      runs: [],
    },
    orders: order ? [order] : [],
    negotiations: [],
    offers,
    giveaways: giveaway ? [giveaway] : [],
    outbox: {
      item_rev: known,
      order_revs: order ? { [order.id]: order.rev } : {},
      giveaway_revs: giveaway ? { [giveaway.id]: giveaway.rev } : {},
      offer_revs: Object.fromEntries(offers.map(({ id, rev }) => [id, rev])),
      attempts: 0,
      retry_at: null,
      conflict_rev: null,
    },
    touched_at: now,
  };
}

/** Returns the order of the results of `orderQueries`, or null. */
export function orderFromRows(results: Row[][]): Order | null {
  const [[row] = [], events = [], confirmations = []] = results;
  if (!row) return null;
  const { card_intent_id: intent_id, card_state, changes, reversals, ...order } = storedRow(orders, row);
  return {
    ...order,
    transaction_id: maybe(row.transaction_id, text) ?? `txn_${order.id.replace(/^[a-z]+_/, "")}`,
    proposals: order.proposals ?? [],
    card: intent_id === null || card_state === null ? null : { intent_id, state: card_state },
    ...(changes && { changes }),
    ...(reversals && { reversals }),
    events: events.map(
      (event): OrderEvent => ({
        rev: integer(event.rev),
        kind: text(event.kind) as OrderEvent["kind"],
        at: integer(event.at),
        actor_id: maybe(event.actor_id, text),
        ...(event.staff === 1 && { staff: true as const }),
      }),
    ),
    confirmations: confirmations.map((entry): Confirmation => {
      const stored = storedRow(paymentConfirmations, entry);
      return pick(stored, "id", "status", "confirmation_deadline", "payment_confirmed_at", "created_at");
    }),
  };
}

/**
 * Item and order are written in one batch, so they agree unless the database was restored or edited. Then the order
 * decides: an item in payment for an order that does not exist would be locked for ever.
 */
function reconciled(row: Row, order: Order | null, trade: Row | null) {
  const stored = text(row.status) as Availability;
  let status: Availability = row.deleted_at === null ? stored : "removed";
  // An order in an open dispute keeps the item as it was: sold once it was paid, locked before that.
  if (order) status = itemClaimOf(order.status) === "bought" || order.paid_at !== null ? "sold" : "pending_payment";
  else if (stored === "pending_payment") status = "active";
  // The trade's row decides likewise: an accepted trade locks the item; without a trade it is unlocked.
  else if (stored === "pending" && trade === null) status = "active";
  else if (stored === "active" && status !== "removed" && trade?.status === "accepted") status = "pending";
  const order_id = order?.id ?? null;
  const repaired = status !== "removed" && (status !== stored || (order !== null && order_id !== row.order_id));
  return { status, order_id, repaired };
}

function holdOf(row: Row): ItemState["hold"] {
  const user = row.holder_id;
  const until = row.hold_until;
  if (typeof user !== "string" || typeof until !== "number") return null;
  return {
    hold_id: maybe(row.hold_id, text) ?? `hld_${text(row.id).replace(/^[a-z]+_/, "")}`,
    user_id: user,
    kind: (maybe(row.hold_kind, text) ?? "buy_now") as HoldKind,
    fence: integer(row.fence),
    // Missing only in rows written by an earlier version of the room.
    started_at: maybe(row.hold_started_at ?? null, integer) ?? until,
    until,
    // The price cannot change during a hold, so it is still the one the holder saw. An agreed price is stored apart.
    price_cents: maybe(row.agreed_cents ?? null, integer) ?? integer(row.price_cents),
    ...(typeof row.agreed_cents === "number" && { agreed: true }),
    acknowledged_at: null,
    // An offered hold has the id of its waitlist entry. D1 must confirm again that its holder may have it.
    ...(isWaitlistEntryId(maybe(row.hold_id, text)) && { turn: { item_title: null, priced: false } }),
  };
}

function text(value: SqlValue | undefined): string {
  return String(value);
}

function json<T>(value: SqlValue): T {
  return JSON.parse(text(value)) as T;
}

function integer(value: SqlValue | undefined): number {
  return Number(value);
}

function maybe<T>(value: SqlValue | undefined, read: (value: SqlValue) => T): T | null {
  return value === null || value === undefined ? null : read(value);
}
