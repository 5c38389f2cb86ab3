/** Named due times over the object's single alarm. Timers are nets: every command settles what is due by itself. */
import { orderDueAt } from "#domain/order";
import { outboxDueAt } from "./outbox.ts";
import { awaitsAnswer, disposableAt, type RoomState } from "./state.ts";

/** An untouched room drops its storage after this; the next touch reads D1 again. */
export const IDLE_MS = 15 * 60_000;

/** A turn is looked into at once; this is when the alarm does it instead, if the room died in between. */
const TURN_MS = 2_000;

export interface DueTimes {
  hold: number | null;
  order: number | null;
  outbox: number | null;
  cleanup: number | null;
  /** A conversation is over that counted as interest. */
  talk: number | null;
  /** Somebody's turn has come and D1 has not answered for them. */
  turn: number | null;
}

/** `keepUntil`: the room was found in use (open sockets) and is not to be dropped before. */
export function dueTimes(state: RoomState, now: number, keepUntil = 0): DueTimes {
  const disposable = disposableAt(state, IDLE_MS);
  return {
    hold: state.item.hold?.until ?? null,
    order: earliest(state.orders.map(orderDueAt)),
    outbox: outboxDueAt(state, now),
    cleanup: disposable === null ? null : Math.max(disposable, keepUntil),
    talk: earliest(state.negotiations.map(({ until }) => until)),
    turn: awaitsAnswer(state) ? now + TURN_MS : null,
  };
}

/** When the alarm must ring, or null for never. `beside`: what is due outside of the state. */
export function nextAlarm(due: DueTimes, beside: number | null = null): number | null {
  return earliest([...Object.values(due), beside]);
}

function earliest(times: (number | null)[]): number | null {
  const real = times.filter((time) => time !== null);
  return real.length === 0 ? null : Math.min(...real);
}
