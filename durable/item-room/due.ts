/**
 * Named due times that share the object's single alarm. Correctness does not depend on it: every command settles what
 * is due.
 */
import { MINUTE_MS } from "#domain/deadlines";
import { giveawayDueAt } from "#domain/giveaways/giveaway";
import { offerDueAt } from "#domain/offers/price-offer";
import { orderDueAt } from "#domain/orders/order";
import { outboxDueAt } from "./outbox.ts";
import { awaitsHoldCheck, disposableAt, type RoomState } from "./state.ts";

/** An idle room deletes its storage after this time and is read from D1 when next used. */
export const IDLE_MS = 15 * MINUTE_MS;

/** An offered hold is confirmed with D1 at once. The alarm does it after this time if the object died in between. */
const OFFERED_HOLD_MS = 2_000;

export interface DueTimes {
  hold: number | null;
  order: number | null;
  /** A price offer expires, or is declined for the seller. */
  offer: number | null;
  /** Entries of a draw close. */
  giveaway: number | null;
  outbox: number | null;
  cleanup: number | null;
  /** End of a negotiation that counts as interest. */
  negotiation: number | null;
  /** An offered hold waits for D1 to confirm that the user may hold the item. */
  offeredHold: number | null;
}

/** Returns the due times of a state. `keepUntil`: the room is in use (open sockets) and is kept at least until then. */
export function dueTimes(state: RoomState, now: number, keepUntil = 0): DueTimes {
  const disposable = disposableAt(state, IDLE_MS);
  return {
    hold: state.item.hold?.until ?? null,
    order: earliest(state.orders.map(orderDueAt)),
    offer: earliest((state.offers ?? []).map(offerDueAt)),
    giveaway: earliest((state.giveaways ?? []).map(giveawayDueAt)),
    outbox: outboxDueAt(state, now),
    cleanup: disposable === null ? null : Math.max(disposable, keepUntil),
    negotiation: earliest(state.negotiations.map(({ until }) => until)),
    offeredHold: awaitsHoldCheck(state) ? now + OFFERED_HOLD_MS : null,
  };
}

/** Returns when the alarm must run, or null for never. `other`: a due time that does not follow from the state. */
export function nextAlarm(due: DueTimes, other: number | null = null): number | null {
  return earliest([...Object.values(due), other]);
}

function earliest(times: (number | null)[]): number | null {
  const real = times.filter((time) => time !== null);
  return real.length === 0 ? null : Math.min(...real);
}
