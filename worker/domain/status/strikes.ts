/**
 * Penalties for buyers who do not pay (D32): the first missed payment suspends for 24 hours, the next bans permanently.
 * Pure: a job applies the result.
 *
 * Orders missed together form an event and cost one strike. An event stays open from its first missed order until 24
 * hours after the penalty was applied (`applied_at`), so a second strike needs an order that was missed after the first
 * suspension.
 */

import { DAY_MS } from "../deadlines.ts";
import { type AccountStatus, isStaff } from "./account-status.ts";

export const SUSPENSION_MS = DAY_MS;
/** How long staff may suspend an account over a report. */
export const SUSPENSION_DAYS = { min: 1, max: 90 } as const;
/** Strikes older than this do not count (D32). */
export const STRIKE_LIFE_MS = 365 * DAY_MS;

/** Why a missed order does not count against its buyer. */
export type StrikeExemption =
  | "staff"
  | "banned"
  /** The buyer was suspended during part of the time to pay (D32). */
  | "suspended";

/** An expired order that has not been processed yet. */
export interface MissedOrder {
  order_id: string;
  placed_at: number;
  /** When it expired (UTC ms). */
  missed_at: number;
}

export interface Strike {
  order_id: string;
  /** The order that opened the event. */
  event_id: string;
  /** When the order expired (UTC ms). */
  at: number;
  /** When the strike was applied; the suspension runs from here. */
  applied_at: number;
  /** At most one order of an event counts. */
  counted: boolean;
  excuse: StrikeExemption | null;
  /** Set when an appeal reversed the strike. */
  overturned_at: number | null;
}

export interface PenaltySubject {
  role: AccountStatus["role"];
  is_banned: boolean;
  strikes: readonly Strike[];
}

export interface Penalty {
  /** Strikes that count now: `incomplete_transaction_count`. */
  count: number;
  banned: boolean;
  /** End of the last suspension from strikes, past or future; null when banned or never suspended. */
  suspended_until: number | null;
}

/**
 * Returns the strikes these missed orders add, oldest first. Every order gets exactly one; orders that already have one
 * are skipped, so repeats add nothing. The caller stores them and then calls `penaltyOf`.
 */
export function strikesFor(person: PenaltySubject, missed: readonly MissedOrder[], now: number): Strike[] {
  const known = new Set(person.strikes.map((strike) => strike.order_id));
  const all: Strike[] = [...person.strikes];
  const added: Strike[] = [];
  let banned = person.is_banned;
  for (const order of missed.toSorted((a, b) => a.missed_at - b.missed_at || (a.order_id < b.order_id ? -1 : 1))) {
    if (known.has(order.order_id)) continue;
    known.add(order.order_id);
    const excuse = exemptionOf(person.role, banned, all, order);
    const event = excuse === null ? openEvent(all, order.missed_at) : undefined;
    const strike: Strike = {
      order_id: order.order_id,
      event_id: event?.event_id ?? order.order_id,
      at: order.missed_at,
      applied_at: now,
      counted: excuse === null && event === undefined,
      excuse,
      overturned_at: null,
    };
    all.push(strike);
    added.push(strike);
    banned ||= penaltyOf(all, now).banned;
  }
  return added;
}

/** Returns the penalty of all a user's strikes: one suspends, a second within twelve months bans. */
export function penaltyOf(strikes: readonly Strike[], now: number): Penalty {
  const counted = strikes.filter((strike) => strike.counted).toSorted((a, b) => a.at - b.at);
  const banned = counted.some((strike, index) => {
    const before = counted[index - 1];
    return before !== undefined && strike.at - before.at < STRIKE_LIFE_MS;
  });
  return {
    count: counted.filter((strike) => now - strike.at < STRIKE_LIFE_MS).length,
    banned,
    suspended_until:
      banned || counted.length === 0 ? null : Math.max(...counted.map((strike) => suspensionOf(strike).until)),
  };
}

export interface AccountFlags
  extends Pick<AccountStatus, "is_suspended" | "suspension_end_date" | "is_banned" | "ban_reason"> {
  incomplete_transaction_count: number;
}

const NOT_SUSPENDED = { is_suspended: false, suspension_end_date: null } as const;

/** Returns the account flags that follow from the strikes. Bans and suspensions set by staff stay. */
export function accountFlags(
  before: AccountFlags,
  strikes: readonly Strike[],
  ladderReason: string,
  now: number,
): AccountFlags {
  const { count, banned, suspended_until } = penaltyOf(strikes, now);
  if (banned) {
    const ban_reason = before.is_banned ? before.ban_reason : ladderReason;
    return {
      ...NOT_SUSPENDED,
      is_banned: true,
      ban_reason,
      incomplete_transaction_count: count,
    };
  }
  const is_banned = before.is_banned && before.ban_reason !== ladderReason;
  return {
    // A banned user is not also suspended; lifting the ban calculates the suspension again.
    ...(is_banned ? NOT_SUSPENDED : suspension(before, strikes, suspended_until, now)),
    is_banned,
    ban_reason: is_banned ? before.ban_reason : null,
    incomplete_transaction_count: count,
  };
}

function suspension(
  { is_suspended, suspension_end_date: end }: AccountFlags,
  strikes: readonly Strike[],
  ladderEnd: number | null,
  now: number,
): Pick<AccountFlags, "is_suspended" | "suspension_end_date"> {
  const until = ladderEnd !== null && ladderEnd > now ? ladderEnd : null;
  const foreign = is_suspended && !strikes.some((strike) => suspensionOf(strike).until === end);
  if (!foreign) return { is_suspended: until !== null, suspension_end_date: until };
  // A suspension without an end lasts until an admin decides.
  return { is_suspended: true, suspension_end_date: end === null ? null : Math.max(end, until ?? end) };
}

/** Reverses strikes (D34). If other orders of the event remain, the oldest of them counts instead. */
export function reverseStrikes(strikes: readonly Strike[], orderIds: ReadonlySet<string>, now: number): Strike[] {
  const after = strikes.map((strike) =>
    orderIds.has(strike.order_id) && strike.overturned_at === null ? { ...strike, overturned_at: now } : strike,
  );
  const counting = new Map<string, Strike>();
  for (const strike of after) {
    if (strike.excuse !== null || strike.overturned_at !== null) continue;
    const first = counting.get(strike.event_id);
    if (!first || strike.at < first.at) counting.set(strike.event_id, strike);
  }
  return after.map((strike) => {
    const counted = counting.get(strike.event_id)?.order_id === strike.order_id;
    return counted === strike.counted ? strike : { ...strike, counted };
  });
}

function suspensionOf(strike: Pick<Strike, "applied_at">): { from: number; until: number } {
  return { from: strike.applied_at, until: strike.applied_at + SUSPENSION_MS };
}

/** Returns how long the buyer was suspended during this span. A missed order with an overlap does not count (D32). */
export function suspendedTimeWithin(span: { from: number; until: number }, strikes: readonly Strike[]): number {
  return strikes
    .filter((strike) => strike.counted)
    .map(suspensionOf)
    .reduce((sum, { from, until }) => sum + Math.max(0, Math.min(until, span.until) - Math.max(from, span.from)), 0);
}

function exemptionOf(
  role: AccountStatus["role"],
  banned: boolean,
  strikes: readonly Strike[],
  order: MissedOrder,
): StrikeExemption | null {
  if (isStaff(role)) return "staff";
  if (banned) return "banned";
  const span = { from: order.placed_at, until: order.missed_at };
  return suspendedTimeWithin(span, strikes) > 0 ? "suspended" : null;
}

/** Returns the event open at this time. A late order joins it, because its buyer had not been notified. */
function openEvent(strikes: readonly Strike[], at: number): Strike | undefined {
  return strikes
    .filter((strike) => strike.counted && at < suspensionOf(strike).until)
    .toSorted((a, b) => b.at - a.at)
    .at(0);
}
