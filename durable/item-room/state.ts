/** What a room keeps in its storage: the item's availability, its orders, and how much of both D1 has seen. */
import { type ItemState, runMattersUntil } from "#domain/availability";
import { claimOf, type Order } from "#domain/order";

export interface RoomState {
  /** Version of this shape; rooms outlive deployments. */
  v: 1;
  item_id: string;
  /** Rises with every commit; fences the item's row in D1 and the live messages. */
  rev: number;
  item: ItemState;
  /** The order that owns the item, and ended ones D1 has not seen in their last state. */
  orders: Order[];
  /** Open negotiation conversations, counted as interest. */
  negotiations: { id: string; until: number }[];
  outbox: Outbox;
  /** When the last commit was made; the idle clean-up counts from here. */
  touched_at: number;
}

/**
 * The state-based outbox: no queue of messages, only how far D1 has come. Whatever is newer is still to be projected,
 * so a crash at any point loses nothing, and repeating a projection is a no-op.
 */
export interface Outbox {
  item_rev: number;
  order_revs: Record<string, number>;
  attempts: number;
  retry_at: number | null;
  /** The rev whose projection a constraint refused: repeating it would only be refused again. */
  conflict_rev: number | null;
}

export function findOrder(state: RoomState, orderId: string): Order | null {
  return state.orders.find((order) => order.id === orderId) ?? null;
}

/** The order the item belongs to now: in payment, or bought. */
export function owningOrder(state: RoomState): Order | null {
  return state.item.order_id === null ? null : findOrder(state, state.item.order_id);
}

export function isOrderUnseen(state: RoomState, order: Order): boolean {
  return order.rev > (state.outbox.order_revs[order.id] ?? 0);
}

/** Whether it has just become somebody's turn, and D1 has not been asked yet if they may have it. */
export function awaitsAnswer({ item }: RoomState): boolean {
  return item.hold?.turn?.item_title === null;
}

/** Whether D1 has yet to see something. */
export function isDirty(state: RoomState): boolean {
  return state.rev > state.outbox.item_rev || state.orders.some((order) => isOrderUnseen(state, order));
}

/**
 * When the room's storage may be dropped, or null while it must not: everything is in D1, nobody holds or pays, and no
 * pause of D35 is running, since those exist nowhere else. A room that D1 has not fully seen is never dropped.
 */
export function disposableAt(state: RoomState, idleMs: number): number | null {
  const { item } = state;
  if (isDirty(state) || item.hold || state.negotiations.length > 0) return null;
  if (item.status === "pending_payment" || item.status === "pending") return null;
  return Math.max(state.touched_at + idleMs, ...item.runs.map(runMattersUntil));
}

/** Whether an order has let go of its item and never acts again. */
export function isOver(order: Order): boolean {
  return claimOf(order.status) === "none";
}
