/**
 * Who is next (D35). While somebody else has an item — holds it or pays for it — up to five people stand in line for it in
 * the order they came. When it comes free it is held for the first of them, as long as any hold; then for the next. An
 * item that is free has no line, so a line never keeps anybody from buying.
 */

import { addRun, endHold, type ItemState, newHold, type Place, pausedUntil } from "./availability.ts";
import type { Clocks } from "./clocks.ts";
import { DEFAULT_HOLD_MS } from "./deadlines.ts";

/** Most people who can wait for one item. */
export const LINE_MAX = 5;

export type LineRefusal =
  | { reason: "removed" | "own_item" | "sold" | "not_for_sale" | "free" | "yours" | "full" }
  | { reason: "held_too_often"; until: number };

export type LineDecision = { ok: true; state: ItemState } | ({ ok: false } & LineRefusal);

export function lineOf(state: ItemState): readonly Place[] {
  return state.line ?? [];
}

/** A hold that came from the line carries the id of the place it was. */
export function isPlaceId(holdId: string | null): boolean {
  return holdId?.startsWith("lin_") === true;
}

/** Where somebody stands, from 1; null when they do not. */
export function placeOf(line: readonly Pick<Place, "user_id">[], userId: string | null): number | null {
  const index = line.findIndex((place) => place.user_id === userId);
  return index < 0 ? null : index + 1;
}

/** Whether this person has the item because it was their turn. */
export function isTurnOf(state: ItemState, userId: string | null): boolean {
  return userId !== null && state.hold?.user_id === userId && state.hold.turn !== undefined;
}

/** `buyerId`: who pays for it, while somebody does. Whoever stands in it keeps their place. */
export function joinLine(state: ItemState, place: Place, buyerId: string | null, now: number): LineDecision {
  const { user_id: userId } = place;
  const line = lineOf(state);
  if (state.status === "removed") return { ok: false, reason: "removed" };
  if (userId === state.seller_id) return { ok: false, reason: "own_item" };
  if (state.status === "sold") return { ok: false, reason: "sold" };
  if (state.status !== "active" && state.status !== "pending_payment") return { ok: false, reason: "not_for_sale" };
  if (placeOf(line, userId) !== null) return { ok: true, state };
  if (state.status === "active" && !state.hold) return { ok: false, reason: "free" };
  if (state.hold?.user_id === userId || buyerId === userId) return { ok: false, reason: "yours" };
  // Holding it twice and then standing in line would be a third time in a row (D35).
  const paused = pausedUntil(state, userId, now);
  if (paused !== null) return { ok: false, reason: "held_too_often", until: paused };
  if (line.length >= LINE_MAX) return { ok: false, reason: "full" };
  return { ok: true, state: { ...state, line: [...line, place] } };
}

/** Whether there is a place for this reader; for a visitor, whether there is one at all. */
export function mayJoin(state: ItemState, userId: string | null, buyerId: string | null, now: number): boolean {
  if (placeOf(lineOf(state), userId) !== null) return false;
  return joinLine(state, { id: "", user_id: userId ?? "", joined_at: now }, buyerId, now).ok;
}

/** Gives up a place, or the turn it has become. */
export function leaveLine(state: ItemState, userId: string, now: number): ItemState {
  if (isTurnOf(state, userId)) return endHold(state, now);
  const line = lineOf(state);
  const left = line.filter((place) => place.user_id !== userId);
  return left.length === line.length ? state : { ...state, line: left };
}

/** What follows from any change: a free item goes to the first in line who may hold it, a sale ends the line. */
export function callNext(state: ItemState, now: number): ItemState {
  const line = lineOf(state);
  if (line.length === 0 || state.status === "pending_payment") return state;
  if (state.status !== "active") return { ...state, line: [] };
  if (state.hold) return state;
  const index = line.findIndex((place) => pausedUntil(state, place.user_id, now) === null);
  const next = line[index];
  if (!next) return { ...state, line: [] };
  const terms = {
    hold_id: next.id,
    user_id: next.user_id,
    kind: "buy_now",
    price_cents: state.price_cents,
    turn: { item_title: null, priced: false },
  } as const;
  // The room learns from D1 for how long it really is (`answerTurn`).
  return { ...state, ...newHold(state, terms, now, DEFAULT_HOLD_MS), line: line.slice(index + 1) };
}

/**
 * What the database says of the one whose turn it is. Whoever may not hold anything just now is passed over without its
 * counting as a hold; for the others it counts from here (D35). A late answer about an earlier turn changes nothing.
 */
export function answerTurn(
  state: ItemState,
  answer: { holdId: string; itemTitle: string | null; clocks: Pick<Clocks, "hold_ms" | "hold_pause_ms"> },
  now: number,
): ItemState {
  const { hold } = state;
  const { holdId, itemTitle, clocks } = answer;
  if (!hold?.turn || hold.hold_id !== holdId || hold.turn.item_title !== null) return state;
  if (itemTitle === null) return { ...state, hold: null };
  const until = now + clocks.hold_ms;
  return {
    ...state,
    // They are notified now, so their time starts now.
    hold: { ...hold, started_at: now, until, turn: { ...hold.turn, item_title: itemTitle } },
    runs: addRun(state.runs, { userId: hold.user_id, endsAt: until, pauseMs: clocks.hold_pause_ms }, now),
  };
}
