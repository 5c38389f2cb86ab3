/** Calls of clients and their replies, each with the interval in which it must have taken effect. */

export type Operation =
  | { kind: "reserve" }
  | { kind: "release" }
  | { kind: "buy" }
  /** The buyer cancels the order that their own `buy` created. */
  | { kind: "cancel"; order: string }
  /** The public view of the item, read by this client. */
  | { kind: "read" }
  | { kind: "pause" }
  | { kind: "resume" }
  | { kind: "reprice" }
  | { kind: "mark_sold" }
  | { kind: "undo_sold" }
  /** Advances the clock, only where the test controls it. */
  | { kind: "wait"; ms: number };

export type Shown = "active" | "reserved" | "pending_payment" | "sold" | "inactive";

export type Result =
  | { ok: true; kind: "reserve"; hold: string; until: number }
  | { ok: true; kind: "release"; released: boolean }
  | { ok: true; kind: "buy"; order: string; cents: number }
  | { ok: true; kind: "cancel" | "pause" | "resume" | "mark_sold" | "undo_sold" | "wait" }
  /** `cents` is null when the item is hidden from this client. */
  | { ok: true; kind: "read"; shown: Shown; mine: boolean; cents: number | null }
  | { ok: true; kind: "reprice"; from: number; to: number }
  /** Refused with this error code. */
  | { ok: false; code: string };

export interface Event {
  client: string;
  op: Operation;
  start: number;
  /** Time of the reply; infinite when none came. */
  end: number;
  /** Unknown: the connection was lost. The call may have taken effect at any time after `start`, or never. */
  result: Result | "unknown";
}

/** The events of one item and its initial state. */
export interface History {
  seller: string;
  cents: number;
  /** Holds in a row that one user may have on the item before the pause (D35). */
  holdsInARow: number;
  /** D1 lags behind the item room, so a new order may answer `not_found`. */
  lagging?: boolean;
  events: Event[];
}
