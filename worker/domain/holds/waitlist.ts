/**
 * Waitlist of an item (D35). While another buyer holds or pays for the item, up to five users wait in the order they
 * joined. When it becomes available, the first of them is offered a hold of the usual length, then the next. An
 * available item has no waitlist, so the waitlist never blocks a purchase.
 */

import { DEFAULT_HOLD_MS } from "../deadlines.ts";
import type { TimeLimits } from "../time-limits.ts";
import { addRun, endHold, type ItemState, newHold, pausedUntil, type WaitlistEntry } from "./availability.ts";

export const WAITLIST_MAX = 5;

export type WaitlistRefusal =
  | { reason: "removed" | "own_item" | "sold" | "not_for_sale" | "free" | "yours" | "full" }
  | { reason: "held_too_often"; until: number };

export type WaitlistDecision = { ok: true; state: ItemState } | ({ ok: false } & WaitlistRefusal);

export function waitlistOf(state: ItemState): readonly WaitlistEntry[] {
  return state.line ?? [];
}

/** Returns whether a hold was offered through the waitlist: it then carries the id of the waitlist entry. */
export function isWaitlistEntryId(holdId: string | null): boolean {
  return holdId?.startsWith("lin_") === true;
}

/** Returns the user's position in the waitlist, from 1, or null. */
export function positionOf(line: readonly Pick<WaitlistEntry, "user_id">[], userId: string | null): number | null {
  const index = line.findIndex((place) => place.user_id === userId);
  return index < 0 ? null : index + 1;
}

/** Returns whether this user has a hold offered through the waitlist. */
export function hasOfferedHold(state: ItemState, userId: string | null): boolean {
  return userId !== null && state.hold?.user_id === userId && state.hold.turn !== undefined;
}

/** Adds a user, who keeps an existing position. `buyerId` is the buyer who is paying for the item, if any. */
export function joinWaitlist(
  state: ItemState,
  place: WaitlistEntry,
  buyerId: string | null,
  now: number,
): WaitlistDecision {
  const { user_id: userId } = place;
  const line = waitlistOf(state);
  if (state.status === "removed") return { ok: false, reason: "removed" };
  if (userId === state.seller_id) return { ok: false, reason: "own_item" };
  if (state.status === "sold") return { ok: false, reason: "sold" };
  if (state.status !== "active" && state.status !== "pending_payment") return { ok: false, reason: "not_for_sale" };
  if (positionOf(line, userId) !== null) return { ok: true, state };
  if (state.status === "active" && !state.hold) return { ok: false, reason: "free" };
  if (state.hold?.user_id === userId || buyerId === userId) return { ok: false, reason: "yours" };
  // Two holds in a row followed by one from the waitlist would be three (D35).
  const paused = pausedUntil(state, userId, now);
  if (paused !== null) return { ok: false, reason: "held_too_often", until: paused };
  if (line.length >= WAITLIST_MAX) return { ok: false, reason: "full" };
  return { ok: true, state: { ...state, line: [...line, place] } };
}

/** Returns whether this user could join; for a visitor (null), whether the waitlist is not full. */
export function canJoinWaitlist(state: ItemState, userId: string | null, buyerId: string | null, now: number): boolean {
  if (positionOf(waitlistOf(state), userId) !== null) return false;
  return joinWaitlist(state, { id: "", user_id: userId ?? "", joined_at: now }, buyerId, now).ok;
}

/** Removes a user from the waitlist, or ends the hold offered to them. */
export function leaveWaitlist(state: ItemState, userId: string, now: number): ItemState {
  if (hasOfferedHold(state, userId)) return endHold(state, now);
  const line = waitlistOf(state);
  const left = line.filter((place) => place.user_id !== userId);
  return left.length === line.length ? state : { ...state, line: left };
}

/** Offers an available item to the first waiting user who may hold it. A sale ends the waitlist. */
export function offerHoldToNext(state: ItemState, now: number): ItemState {
  const line = waitlistOf(state);
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
  // The default length is replaced by the configured one from D1 (`confirmOfferedHold`).
  return { ...state, ...newHold(state, terms, now, DEFAULT_HOLD_MS), line: line.slice(index + 1) };
}

/**
 * Applies the database's answer about the user who is offered the hold. A user who may not hold anything now is
 * skipped, without counting a hold; for others the hold counts from now (D35). An answer about an earlier offer is
 * ignored.
 */
export function confirmOfferedHold(
  state: ItemState,
  answer: { holdId: string; itemTitle: string | null; clocks: Pick<TimeLimits, "hold_ms" | "hold_pause_ms"> },
  now: number,
): ItemState {
  const { hold } = state;
  const { holdId, itemTitle, clocks } = answer;
  if (!hold?.turn || hold.hold_id !== holdId || hold.turn.item_title !== null) return state;
  if (itemTitle === null) return { ...state, hold: null };
  const until = now + clocks.hold_ms;
  return {
    ...state,
    // The user is notified now, so the time starts now.
    hold: { ...hold, started_at: now, until, turn: { ...hold.turn, item_title: itemTitle } },
    runs: addRun(state.runs, { userId: hold.user_id, endsAt: until, pauseMs: clocks.hold_pause_ms }, now),
  };
}
