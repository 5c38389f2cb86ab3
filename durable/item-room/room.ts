/**
 * Rules of the room as a plain reducer: state, command and clock in, state and reply out. It combines the item's
 * availability with its orders and does no I/O. Everything due is settled before every command, so that a late timer
 * never decides anything (D29).
 */
import { expireHold } from "#domain/holds/availability";
import { offerHoldToNext } from "#domain/holds/waitlist";
import type { NegotiationSession } from "#domain/negotiation/negotiation-session";
import { applyDeadlines } from "#domain/orders/order";
import type { Result } from "#domain/result";
import { type Context, type Reducer, replied } from "./command.ts";
import { type RoomState, withGiveawayFollowed, withItem, withOffersFollowed, withOrder } from "./state.ts";

export interface Applied<Value> {
  state: RoomState;
  reply: Result<Value>;
  writes: readonly NegotiationSession[];
}

/** Runs one command synchronously from check to new state. An unchanged state is returned as the same object. */
export function apply<Input, Value>(
  before: RoomState,
  reduce: Reducer<Input, Value>,
  input: Input,
  context: Context,
): Applied<Value> {
  const step = reduce(settle(before, context.now), input, context);
  const after = withFollowed(step.state, context.now);
  const state = after === before ? before : { ...after, rev: before.rev + 1, touched_at: context.now };
  return { state, reply: step.reply(state), writes: step.writes ?? [] };
}

/** Applies what time alone decides: lapsed holds, missed payments, silent sellers, and the hold offered next. */
export function settle(state: RoomState, now: number): RoomState {
  let next = withItem(state, expireHold(state.item, now));
  const open = next.negotiations.filter(({ until }) => now < until);
  if (open.length < next.negotiations.length) next = { ...next, negotiations: open };
  for (const order of state.orders) next = withOrder(next, applyDeadlines(order, now), now);
  return withFollowed(next, now);
}

/** Applies what follows from the item's state: the hold offered next, ended price offers, and the giveaway's next step. */
function withFollowed(state: RoomState, now: number): RoomState {
  const offered = withItem(state, offerHoldToNext(state.item, now));
  return withGiveawayFollowed(withOffersFollowed(offered, now), now);
}

/** Changes nothing itself, so that only what is due is settled. */
export const noop: Reducer<void, undefined> = (state) => replied(state, undefined);
