/**
 * Commands of an item's room. A command is one object: the Worker uses it to create a call, and the room to run that
 * call. Every command is idempotent on an id that its caller chooses (`holdId`, `orderId`), may be repeated after a lost
 * reply, and returns an expected refusal as a value. User ids come from the session; the room checks owner, state and
 * time again.
 */

import type { NegotiationView } from "#contract/negotiation";
import type { NegotiationSession } from "#domain/negotiation/negotiation-session";
import type { PriceOffer } from "#domain/offers/price-offer";
import type { Order } from "#domain/orders/order";
import { done, type Refusal, type Result } from "#domain/result";
import type { RoomState } from "./state.ts";

export interface Context {
  now: number;
  /**
   * The order a command names, read from D1 because the room has dropped it. It is over; only a late report of the card
   * provider still changes it.
   */
  past: Order | null;
  /** The price offer of the buyer a command names, read from D1 because the room has dropped it. It is over. */
  pastOffer?: PriceOffer | null;
  /** The negotiation of the buyer a command names. */
  negotiation: NegotiationSession | null;
}

/** What a command decides. The runner writes state and negotiations together, or neither. */
export interface Step<Value> {
  state: RoomState;
  /** Made from the committed state, so that it has the committed rev. */
  reply: (committed: RoomState) => Result<Value>;
  /** Changed negotiations. They come with a changed `state`. */
  writes?: readonly NegotiationSession[];
}

/** Decides a command from the settled state, without I/O. An unchanged state is returned as the same object. */
export type Reducer<Input, Value> = (state: RoomState, input: Input, context: Context) => Step<Value>;

/** The holder's other holds at the time when D1 stored a hold. */
export interface StoredHold {
  holdId: string;
  otherHolds: number;
}

/** What the runner does around a reducer. */
interface Options<Input, Value> {
  /** The order the command is about. If the room has dropped it, it is read from D1 into `context.past`. */
  order?(input: Input): string | undefined;
  /** The buyer whose price offer the command is about. If the room has dropped it, it is read into `context.pastOffer`. */
  offeror?(input: Input): string;
  /** The order the command places. It is withdrawn if D1 refuses it. */
  places?(input: Input): string | undefined;
  /** The buyer whose negotiation is loaded into `context.negotiation`. */
  buyer?(input: Input): string;
  /** The negotiation to send to that buyer's sockets, once it is stored. */
  sends?(value: Value, input: Input): NegotiationView | null;
  /** Adds to the reply what D1 reported when it stored a hold. */
  stored?(value: Value, input: Input, hold: StoredHold | null): Value;
}

/** What the runner can run: a command, or a step of the room itself. */
export interface Runnable<Input, Value> extends Options<Input, Value> {
  reduce: Reducer<Input, Value>;
}

/** A command with its input, as sent to the room. */
export interface Call<Name extends string = string, Value = unknown> {
  command: Name;
  input: unknown;
  /** Never set: carries the type of the reply. */
  reply?: Value;
}

export interface Command<Name extends string, Input, Value> extends Runnable<Input, Value> {
  (input: Input): Call<Name, Value>;
  command: Name;
}

export function command<Name extends string, Input, Value>(
  name: Name,
  reduce: Reducer<Input, Value>,
  options: Options<Input, Value> = {},
): Command<Name, Input, Value> {
  const call = (input: Input): Call<Name, Value> => ({ command: name, input });
  return Object.assign(call, { command: name, reduce, ...options });
}

/** Replies with a value. */
export function replied<Value>(state: RoomState, value: Value): Step<Value> {
  return { state, reply: () => done(value) };
}

/** Replies with a refusal. */
export function refused(state: RoomState, refusal: Refusal): Step<never> {
  return { state, reply: () => refusal };
}
