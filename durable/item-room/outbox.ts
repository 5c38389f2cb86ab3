/**
 * What is still to be written to D1, as pure decisions over the state. The room commits first and projects afterwards;
 * these functions say whether to try, what a success covers and what a failure means.
 */
import { isDirty, isOver, type RoomState } from "./state.ts";

/** How far one projection reaches: taken with its statements, applied when D1 has accepted them. */
export interface ProjectionMark {
  rev: number;
  orders: Record<string, number>;
}

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 60_000;
/** A commit is projected at once; this is when the alarm does it instead, if the room died in between. */
export const OUTBOX_MS = 1_000;

/** Whether there is something to project and no reason to leave it alone. */
export function wantsProjection(state: RoomState): boolean {
  return isDirty(state) && state.outbox.conflict_rev !== state.rev;
}

/** When the next try is due, or null when none is. */
export function outboxDueAt(state: RoomState, now: number): number | null {
  if (!wantsProjection(state)) return null;
  return state.outbox.retry_at ?? now + OUTBOX_MS;
}

export function markOf(state: RoomState): ProjectionMark {
  return { rev: state.rev, orders: Object.fromEntries(state.orders.map((order) => [order.id, order.rev])) };
}

/** D1 has seen everything up to the mark. Orders that are over and seen are let go; D1 remembers them. */
export function projected(state: RoomState, mark: ProjectionMark): RoomState {
  const seen = { ...state.outbox.order_revs };
  for (const [id, rev] of Object.entries(mark.orders)) seen[id] = Math.max(rev, seen[id] ?? 0);
  const orders = state.orders.filter((order) => !isOver(order) || order.rev > (seen[order.id] ?? 0));
  return {
    ...state,
    orders,
    outbox: {
      item_rev: Math.max(state.outbox.item_rev, mark.rev),
      order_revs: Object.fromEntries(orders.flatMap(({ id }) => (id in seen ? [[id, seen[id] ?? 0]] : []))),
      attempts: 0,
      retry_at: null,
      conflict_rev: null,
    },
  };
}

/**
 * A projection failed. A constraint refuses the same rows every time: that is recorded and left for the next commit or
 * a person. Everything else may be the network, and is tried again with growing pauses.
 */
export function projectionFailed(state: RoomState, mark: ProjectionMark, error: unknown, now: number): RoomState {
  const attempts = state.outbox.attempts + 1;
  if (isConflict(error)) {
    return { ...state, outbox: { ...state.outbox, attempts, retry_at: null, conflict_rev: mark.rev } };
  }
  const pause = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 10), LAST_RETRY_MS);
  return { ...state, outbox: { ...state.outbox, attempts, retry_at: now + pause } };
}

/** D1 reports constraints only in the text; drizzle and the RPC layer may wrap it. */
export function isConflict(error: unknown): boolean {
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    if (/constraint failed|is append-only/i.test(e.message)) return true;
  }
  return false;
}
