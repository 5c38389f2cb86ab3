/**
 * Pure decisions about the outbox. The room commits first and projects to D1 afterwards; these functions say whether to
 * try, what a success covers and what a failure means.
 */
import { isLiveGiveaway } from "#domain/giveaways/giveaway";
import { isLive } from "#domain/offers/price-offer";
import { isDirty, isOver, type RoomState } from "./state.ts";

/** How far one projection reaches. Taken with its statements, applied when D1 has accepted them. */
export interface ProjectionMark {
  rev: number;
  orders: Record<string, number>;
  offers: Record<string, number>;
  giveaways: Record<string, number>;
}

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 60_000;
/** A commit is projected at once. The alarm does it after this time if the object died in between. */
export const OUTBOX_MS = 1_000;

/** Whether there is something to project that D1 has not refused already. */
export function wantsProjection(state: RoomState): boolean {
  return isDirty(state) && state.outbox.conflict_rev !== state.rev;
}

/** Returns when the next try is due, or null. */
export function outboxDueAt(state: RoomState, now: number): number | null {
  if (!wantsProjection(state)) return null;
  return state.outbox.retry_at ?? now + OUTBOX_MS;
}

/** Returns how far a projection of this state reaches. */
export function markOf(state: RoomState): ProjectionMark {
  return {
    rev: state.rev,
    orders: revsOf(state.orders),
    offers: revsOf(state.offers ?? []),
    giveaways: revsOf(state.giveaways ?? []),
  };
}

function revsOf(entries: readonly { id: string; rev: number }[]): Record<string, number> {
  return Object.fromEntries(entries.map(({ id, rev }) => [id, rev]));
}

/** Records that D1 has everything up to the mark, and drops orders, offers and giveaways that are over and stored. */
export function projected(state: RoomState, mark: ProjectionMark): RoomState {
  const seen = { ...state.outbox.order_revs };
  for (const [id, rev] of Object.entries(mark.orders)) seen[id] = Math.max(rev, seen[id] ?? 0);
  const orders = state.orders.filter((order) => !isOver(order) || order.rev > (seen[order.id] ?? 0));
  const seenOffers = { ...state.outbox.offer_revs };
  for (const [id, rev] of Object.entries(mark.offers)) seenOffers[id] = Math.max(rev, seenOffers[id] ?? 0);
  const offers = (state.offers ?? [])
    .filter((offer) => isLive(offer) || offer.rev > (seenOffers[offer.id] ?? 0))
    .map((offer) => ({ ...offer, events: offer.events.filter(({ rev }) => rev > (seenOffers[offer.id] ?? 0)) }));
  const seenGiveaways = { ...state.outbox.giveaway_revs };
  for (const [id, rev] of Object.entries(mark.giveaways)) seenGiveaways[id] = Math.max(rev, seenGiveaways[id] ?? 0);
  const giveaways = (state.giveaways ?? [])
    .filter((giveaway) => isLiveGiveaway(giveaway) || giveaway.rev > (seenGiveaways[giveaway.id] ?? 0))
    .map((giveaway) => {
      const seenRev = seenGiveaways[giveaway.id] ?? 0;
      return {
        ...giveaway,
        // Those who left before the draw have no place in its order.
        entries: giveaway.entries.filter(
          ({ status, place, rev }) => status !== "left" || place !== null || rev > seenRev,
        ),
        events: giveaway.events.filter(({ rev }) => rev > seenRev),
      };
    });
  return {
    ...state,
    orders,
    offers,
    giveaways,
    outbox: {
      item_rev: Math.max(state.outbox.item_rev, mark.rev),
      order_revs: Object.fromEntries(orders.flatMap(({ id }) => (id in seen ? [[id, seen[id] ?? 0]] : []))),
      offer_revs: Object.fromEntries(offers.flatMap(({ id }) => (id in seenOffers ? [[id, seenOffers[id] ?? 0]] : []))),
      giveaway_revs: Object.fromEntries(
        giveaways.flatMap(({ id }) => (id in seenGiveaways ? [[id, seenGiveaways[id] ?? 0]] : [])),
      ),
      attempts: 0,
      retry_at: null,
      conflict_rev: null,
    },
  };
}

/**
 * Records a failed projection. A constraint violation would fail again, so it waits for the next commit or a person.
 * Everything else may be the network and is retried with growing delays.
 */
export function projectionFailed(state: RoomState, mark: ProjectionMark, error: unknown, now: number): RoomState {
  const attempts = state.outbox.attempts + 1;
  if (isConflict(error)) {
    return { ...state, outbox: { ...state.outbox, attempts, retry_at: null, conflict_rev: mark.rev } };
  }
  const pause = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 10), LAST_RETRY_MS);
  return { ...state, outbox: { ...state.outbox, attempts, retry_at: now + pause } };
}

/** D1 reports constraint violations only in the message; drizzle and the RPC layer may wrap it. */
export function isConflict(error: unknown): boolean {
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    if (/constraint failed|is append-only/i.test(e.message)) return true;
  }
  return false;
}
