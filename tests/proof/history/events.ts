/** What a client asked for and what it was told, with the moments between which it must have taken effect (RELIABILITY §3.4). */

export type Operation =
  | { kind: "reserve" }
  | { kind: "release" }
  | { kind: "buy" }
  /** The buyer steps back from the order their own `buy` was answered with. */
  | { kind: "cancel"; order: string }
  /** What anybody sees of the item; asked as this client. */
  | { kind: "read" }
  | { kind: "pause" }
  | { kind: "resume" }
  | { kind: "reprice" }
  | { kind: "mark_sold" }
  | { kind: "undo_sold" }
  /** The clock moves on: only where the test owns it. */
  | { kind: "wait"; ms: number };

export type Shown = "active" | "reserved" | "pending_payment" | "sold" | "inactive";

export type Result =
  | { ok: true; kind: "reserve"; hold: string; until: number }
  | { ok: true; kind: "release"; released: boolean }
  | { ok: true; kind: "buy"; order: string; cents: number }
  | { ok: true; kind: "cancel" | "pause" | "resume" | "mark_sold" | "undo_sold" | "wait" }
  /** `cents` null: the item is not shown to this client, so neither is its price. */
  | { ok: true; kind: "read"; shown: Shown; mine: boolean; cents: number | null }
  | { ok: true; kind: "reprice"; from: number; to: number }
  /** Refused with this code of the registry. */
  | { ok: false; code: string };

export interface Event {
  client: string;
  op: Operation;
  start: number;
  /** When the answer was there; infinite for one that never came. */
  end: number;
  /** Unknown: the connection was lost. It may have happened at any time after `start`, or never. */
  result: Result | "unknown";
}

/** One item's history with what it began as. */
export interface History {
  seller: string;
  cents: number;
  /** Holds in a row by one person before they have to pause (D35). */
  holdsInARow: number;
  /** D1 is behind the item: an order it has not heard of yet is not found by those who look there first. */
  lagging?: boolean;
  events: Event[];
}
