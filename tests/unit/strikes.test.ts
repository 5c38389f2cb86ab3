import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  accountFlags,
  type MissedOrder,
  type PenaltySubject,
  penaltyOf,
  reverseStrikes,
  STRIKE_LIFE_MS,
  type Strike,
  SUSPENSION_MS,
  strikesFor,
  suspendedTimeWithin,
} from "../../worker/domain/status/strikes.ts";
import { runs } from "../support/property-runs.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const T0 = Date.UTC(2026, 0, 1);
const REASON = "the ladder's reason";
const CLEAN = {
  is_suspended: false,
  suspension_end_date: null,
  is_banned: false,
  ban_reason: null,
  incomplete_transaction_count: 0,
};

let made = 0;
/** Returns an order that expired at this time, placed an hour earlier by default. */
const missedAt = (missed_at: number, placed_at = missed_at - HOUR): MissedOrder => ({
  order_id: `ord_${String(++made).padStart(8, "0")}`,
  placed_at,
  missed_at,
});

/** Applies the strike rules to a history: each entry holds the orders found at one time. */
function play(finds: { now: number; missed: MissedOrder[] }[], role: PenaltySubject["role"] = "user") {
  let strikes: Strike[] = [];
  let is_banned = false;
  for (const { now, missed } of finds) {
    strikes = [...strikes, ...strikesFor({ role, is_banned, strikes }, missed, now)];
    is_banned = penaltyOf(strikes, now).banned;
  }
  return strikes;
}

describe("strike rules", () => {
  it("suspend for exactly 24 hours from when the first missed payment is counted", () => {
    const strikes = play([{ now: T0 + 90_000, missed: [missedAt(T0)] }]);
    expect(penaltyOf(strikes, T0 + 90_000)).toEqual({
      count: 1,
      banned: false,
      suspended_until: T0 + 90_000 + SUSPENSION_MS,
    });
  });

  it("ban at the second strike, and end the suspension", () => {
    const strikes = play([
      { now: T0, missed: [missedAt(T0)] },
      { now: T0 + 3 * DAY, missed: [missedAt(T0 + 3 * DAY)] },
    ]);
    expect(penaltyOf(strikes, T0 + 3 * DAY)).toEqual({ count: 2, banned: true, suspended_until: null });
    expect(accountFlags(CLEAN, strikes, REASON, T0 + 3 * DAY)).toEqual({
      ...CLEAN,
      is_banned: true,
      ban_reason: REASON,
      incomplete_transaction_count: 2,
    });
  });

  it("count orders that expire within the same 24 hours once, found together or one by one", () => {
    const [a, b, c] = [missedAt(T0), missedAt(T0 + 5 * HOUR), missedAt(T0 + 23 * HOUR)];
    for (const strikes of [
      play([{ now: T0 + 24 * HOUR, missed: [c, a, b] }]),
      play([
        { now: T0, missed: [a] },
        { now: T0 + 5 * HOUR, missed: [b] },
        { now: T0 + 23 * HOUR, missed: [c] },
      ]),
    ]) {
      expect(penaltyOf(strikes, T0 + DAY)).toMatchObject({ count: 1, banned: false });
      expect(strikes.map((strike) => strike.counted)).toEqual([true, false, false]);
    }
  });

  it("count one event for everything missed before the first notice, so a late sweep never bans", () => {
    const found = [missedAt(T0), missedAt(T0 + 2 * DAY), missedAt(T0 + 5 * DAY)];
    const strikes = play([{ now: T0 + 6 * DAY, missed: found }]);
    expect(penaltyOf(strikes, T0 + 6 * DAY)).toMatchObject({ count: 1, banned: false });
  });

  it("count an old order that is found late together with the strike already notified", () => {
    const strikes = play([
      { now: T0, missed: [missedAt(T0)] },
      { now: T0 + 4 * DAY, missed: [missedAt(T0 - 10 * DAY)] },
    ]);
    expect(penaltyOf(strikes, T0 + 4 * DAY)).toMatchObject({ count: 1, banned: false });
  });

  it("exempt an order whose time to pay overlapped the suspension", () => {
    const suspended = { now: T0, missed: [missedAt(T0)] };
    const open = missedAt(T0 + 2 * DAY, T0 - HOUR);
    const strikes = play([suspended, { now: T0 + 2 * DAY, missed: [open] }]);
    expect(strikes.at(-1)).toMatchObject({ counted: false, excuse: "suspended" });
    // Placed the moment the suspension ended, so its time to pay did not overlap the suspension.
    const after = missedAt(T0 + 2 * DAY, T0 + SUSPENSION_MS);
    expect(play([suspended, { now: T0 + 2 * DAY, missed: [after] }]).at(-1)).toMatchObject({ counted: true });
  });

  it("expire strikes after twelve months, to the millisecond", () => {
    const first = { now: T0, missed: [missedAt(T0)] };
    const just = play([first, { now: T0 + STRIKE_LIFE_MS - 1, missed: [missedAt(T0 + STRIKE_LIFE_MS - 1)] }]);
    expect(penaltyOf(just, T0 + STRIKE_LIFE_MS - 1)).toMatchObject({ count: 2, banned: true });
    const over = play([first, { now: T0 + STRIKE_LIFE_MS, missed: [missedAt(T0 + STRIKE_LIFE_MS)] }]);
    expect(penaltyOf(over, T0 + STRIKE_LIFE_MS)).toMatchObject({ count: 1, banned: false });
  });

  it("keep a ban after its strikes have expired", () => {
    const strikes = play([
      { now: T0, missed: [missedAt(T0)] },
      { now: T0 + 3 * DAY, missed: [missedAt(T0 + 3 * DAY)] },
    ]);
    expect(penaltyOf(strikes, T0 + 3 * STRIKE_LIFE_MS)).toMatchObject({ count: 0, banned: true });
  });

  it.each(["admin", "super_admin"] as const)("exempt %s: recorded, never counted (A17)", (role) => {
    const strikes = play(
      [0, 3, 6].map((days) => ({ now: T0 + days * DAY, missed: [missedAt(T0 + days * DAY)] })),
      role,
    );
    expect(strikes.map((strike) => strike.excuse)).toEqual(["staff", "staff", "staff"]);
    expect(penaltyOf(strikes, T0 + 6 * DAY)).toEqual({ count: 0, banned: false, suspended_until: null });
  });

  it("skip an account that is already banned", () => {
    const strikes = strikesFor({ role: "user", is_banned: true, strikes: [] }, [missedAt(T0)], T0);
    expect(strikes).toMatchObject([{ counted: false, excuse: "banned" }]);
  });

  it("add nothing for an order that already has its strike", () => {
    const order = missedAt(T0);
    const strikes = play([{ now: T0, missed: [order] }]);
    expect(strikesFor({ role: "user", is_banned: false, strikes }, [order, order], T0 + DAY)).toEqual([]);
  });
});

describe("reverseStrikes", () => {
  it("lifts the suspension of the strike", () => {
    const strikes = play([{ now: T0, missed: [missedAt(T0)] }]);
    const flags = accountFlags(CLEAN, strikes, REASON, T0);
    expect(flags).toMatchObject({ is_suspended: true, incomplete_transaction_count: 1 });
    const after = reverseStrikes(strikes, new Set(strikes.map((strike) => strike.order_id)), T0 + HOUR);
    expect(accountFlags(flags, after, REASON, T0 + HOUR)).toEqual(CLEAN);
  });

  it("replaces a ban with the one remaining strike", () => {
    const strikes = play([
      { now: T0, missed: [missedAt(T0)] },
      { now: T0 + 3 * DAY, missed: [missedAt(T0 + 3 * DAY)] },
    ]);
    const banned = accountFlags(CLEAN, strikes, REASON, T0 + 3 * DAY);
    const first = new Set([strikes[0]?.order_id ?? ""]);
    const after = accountFlags(banned, reverseStrikes(strikes, first, T0 + 4 * DAY), REASON, T0 + 3 * DAY + HOUR);
    expect(after).toMatchObject({
      is_banned: false,
      ban_reason: null,
      incomplete_transaction_count: 1,
      is_suspended: true,
      suspension_end_date: T0 + 4 * DAY,
    });
  });

  it("keeps the event while another of its orders remains", () => {
    const [a, b] = [missedAt(T0), missedAt(T0 + HOUR)];
    const strikes = play([{ now: T0 + DAY, missed: [a, b] }]);
    const after = reverseStrikes(strikes, new Set([a.order_id]), T0 + 2 * DAY);
    expect(after.map((strike) => strike.counted)).toEqual([false, true]);
    expect(penaltyOf(after, T0 + 2 * DAY).count).toBe(1);
  });

  it("keeps bans and suspensions imposed by staff", () => {
    const strikes = play([{ now: T0, missed: [missedAt(T0)] }]);
    const after = reverseStrikes(strikes, new Set(strikes.map((strike) => strike.order_id)), T0);
    const foreignBan = { ...CLEAN, is_banned: true, ban_reason: "Sold counterfeit goods." };
    expect(accountFlags(foreignBan, after, REASON, T0)).toEqual(foreignBan);
    // An account is never banned and suspended at the same time.
    expect(accountFlags(foreignBan, strikes, REASON, T0)).toMatchObject({ is_banned: true, is_suspended: false });
    const untilDecided = { ...CLEAN, is_suspended: true, suspension_end_date: null };
    expect(accountFlags(untilDecided, strikes, REASON, T0)).toMatchObject({
      is_suspended: true,
      suspension_end_date: null,
    });
    const longer = { ...CLEAN, is_suspended: true, suspension_end_date: T0 + 9 * DAY };
    expect(accountFlags(longer, strikes, REASON, T0)).toMatchObject({ suspension_end_date: T0 + 9 * DAY });
  });
});

describe("suspension", () => {
  const strikes = play([{ now: T0, missed: [missedAt(T0)] }]);

  it("by a strike ends after a day", () => {
    expect(accountFlags(CLEAN, strikes, REASON, T0 + DAY - 1)).toMatchObject({
      is_suspended: true,
      suspension_end_date: T0 + DAY,
    });
    expect(accountFlags(CLEAN, strikes, REASON, T0 + DAY)).toEqual({ ...CLEAN, incomplete_transaction_count: 1 });
  });

  it("by staff is extended by a strike, and never shortened", () => {
    const until = (suspension_end_date: number, now = T0) =>
      accountFlags({ ...CLEAN, is_suspended: true, suspension_end_date }, strikes, REASON, now).suspension_end_date;
    expect(until(T0 + HOUR)).toBe(T0 + DAY);
    expect(until(T0 + 2 * DAY)).toBe(T0 + 2 * DAY);
    expect(until(T0 + 2 * DAY, T0 + DAY)).toBe(T0 + 2 * DAY);
  });

  it("overlaps a time to pay by exactly the time they share", () => {
    const still = (from: number, until: number, of: Strike[] = strikes) => suspendedTimeWithin({ from, until }, of);
    expect(still(T0 - HOUR, T0 + 2 * HOUR)).toBe(2 * HOUR);
    expect(still(T0 + HOUR, T0 + 3 * HOUR)).toBe(2 * HOUR);
    expect(still(T0 + DAY - HOUR, T0 + 2 * DAY)).toBe(HOUR);
    expect(still(T0 - HOUR, T0 + 2 * DAY)).toBe(DAY);
    expect(still(T0 - HOUR, T0)).toBe(0);
    expect(still(T0 + DAY, T0 + 2 * DAY)).toBe(0);
    const none = reverseStrikes(strikes, new Set(strikes.map((strike) => strike.order_id)), T0);
    expect(still(T0 - HOUR, T0 + 2 * DAY, none)).toBe(0);
    const later = play([
      { now: T0, missed: [missedAt(T0)] },
      { now: T0 + 400 * DAY, missed: [missedAt(T0 + 400 * DAY)] },
    ]);
    expect(still(T0, T0 + 500 * DAY, later)).toBe(2 * DAY);
    expect(penaltyOf(later, T0 + 400 * DAY).suspended_until).toBe(T0 + 401 * DAY);
  });
});

describe("strike event", () => {
  it("has the id of the order missed first, or of the lower id when two were missed at once", () => {
    const [a, b, c] = [missedAt(T0 + HOUR), missedAt(T0), missedAt(T0)];
    const strikes = strikesFor({ role: "user", is_banned: false, strikes: [] }, [a, c, b], T0 + DAY);
    expect(strikes.map((strike) => [strike.order_id, strike.event_id, strike.counted])).toEqual([
      [b.order_id, b.order_id, true],
      [c.order_id, b.order_id, false],
      [a.order_id, b.order_id, false],
    ]);
    expect(strikes[0]).toMatchObject({ at: T0, applied_at: T0 + DAY, excuse: null, overturned_at: null });
    // Once it is overturned, the next oldest order counts.
    const without = reverseStrikes(strikes, new Set([b.order_id]), T0 + DAY);
    expect(without.map((strike) => [strike.counted, strike.overturned_at])).toEqual([
      [false, T0 + DAY],
      [true, null],
      [false, null],
    ]);
    // Overturning it again changes nothing: the first time stays.
    expect(reverseStrikes(without, new Set([b.order_id]), T0 + 2 * DAY)).toEqual(without);
  });

  it("that is found late joins the latest event that the user was notified of", () => {
    const strikes = play([
      { now: T0, missed: [missedAt(T0)] },
      { now: T0 + 400 * DAY, missed: [missedAt(T0 + 400 * DAY)] },
    ]);
    const [late] = strikesFor(
      { role: "user", is_banned: false, strikes },
      [missedAt(T0 - DAY, T0 - 2 * DAY)],
      T0 + 400 * DAY,
    );
    expect(late).toMatchObject({ event_id: strikes[1]?.order_id, counted: false });
  });

  it("does not depend on the order in which its missed orders are found", () => {
    const [a, b] = [missedAt(T0), missedAt(T0)];
    for (const found of [
      [a, b],
      [b, a],
    ]) {
      const strikes = strikesFor({ role: "user", is_banned: false, strikes: [] }, found, T0);
      expect(strikes.map((strike) => strike.order_id)).toEqual([a.order_id, b.order_id]);
    }
    expect(strikesFor({ role: "user", is_banned: false, strikes: [] }, [a, a], T0)).toHaveLength(1);
  });

  it("counts for its oldest remaining order, regardless of their order in the list", () => {
    const [a, b, c] = [missedAt(T0), missedAt(T0 + HOUR), missedAt(T0 + 2 * HOUR)];
    const [first, second, third] = play([{ now: T0 + DAY, missed: [a, b, c] }]);
    const kept = [first, third, second].filter((strike) => strike !== undefined);
    const after = reverseStrikes(kept, new Set([a.order_id]), T0 + DAY);
    expect(after.filter((strike) => strike.counted).map((strike) => strike.order_id)).toEqual([b.order_id]);
  });

  it("ends with its suspension, so that a miss at that moment is a new event", () => {
    const earlier = play([{ now: T0, missed: [missedAt(T0)] }]);
    const end = T0 + SUSPENSION_MS;
    const next = strikesFor({ role: "user", is_banned: false, strikes: earlier }, [missedAt(end, end)], end);
    expect(next).toMatchObject([{ counted: true, excuse: null }]);
    expect(penaltyOf([...earlier, ...next], end).banned).toBe(true);
  });

  it("is not joined by excused orders, and a ban excuses what is found after it", () => {
    const earlier = play([{ now: T0, missed: [missedAt(T0)] }]);
    const late = missedAt(T0 + HOUR, T0 - HOUR);
    expect(strikesFor({ role: "admin", is_banned: false, strikes: earlier }, [late], T0 + HOUR)).toMatchObject([
      { excuse: "staff", event_id: late.order_id, counted: false },
    ]);
    const found = [missedAt(T0 + 5 * DAY), missedAt(T0 + 9 * DAY)];
    expect(strikesFor({ role: "user", is_banned: false, strikes: earlier }, found, T0 + 9 * DAY)).toMatchObject([
      { counted: true, excuse: null },
      { counted: false, excuse: "banned" },
    ]);
  });

  it("counts towards a ban by its time, not by its position in the list", () => {
    const far = play([
      { now: T0, missed: [missedAt(T0)] },
      { now: T0 + STRIKE_LIFE_MS, missed: [missedAt(T0 + STRIKE_LIFE_MS)] },
    ]);
    expect(penaltyOf(far, T0 + STRIKE_LIFE_MS).banned).toBe(false);
    expect(penaltyOf(far.toReversed(), T0 + STRIKE_LIFE_MS).banned).toBe(false);
  });

  it("that is overturned loses its suspension, even when another strike follows", () => {
    const [one] = play([{ now: T0, missed: [missedAt(T0)] }]);
    const undone = reverseStrikes(one ? [one] : [], new Set([one?.order_id ?? ""]), T0 + HOUR);
    const more = strikesFor(
      { role: "user", is_banned: false, strikes: undone },
      [missedAt(T0 + 5 * DAY)],
      T0 + 5 * DAY,
    );
    const before = { ...CLEAN, is_suspended: true, suspension_end_date: T0 + SUSPENSION_MS };
    expect(accountFlags(before, [...undone, ...more], REASON, T0 + 20 * DAY)).toMatchObject({ is_suspended: false });
  });

  it("that was excused never counts when another is overturned", () => {
    const strikes = strikesFor({ role: "user", is_banned: true, strikes: [] }, [missedAt(T0)], T0);
    expect(reverseStrikes(strikes, new Set(), T0)).toEqual(strikes);
  });
});

describe("strikes over random histories", () => {
  const finds = fc
    .array(fc.record({ gap: fc.integer({ min: 0, max: 40 * 24 }), late: fc.integer({ min: 0, max: 200 }) }), {
      minLength: 1,
      maxLength: 12,
    })
    .map((steps) => {
      let at = T0;
      const all = steps.map(({ gap, late }) => {
        at += gap * HOUR;
        return { now: at + late * HOUR, missed: [missedAt(at)] };
      });
      return all.toSorted((a, b) => a.now - b.now);
    });

  it("add at most one per order, suspend at one, ban at two and count each event once (D32)", () => {
    fc.assert(
      fc.property(finds, (history) => {
        const strikes = play(history);
        const end = history.at(-1)?.now ?? T0;
        expect(new Set(strikes.map((strike) => strike.order_id)).size).toBe(strikes.length);
        const counted = strikes.filter((strike) => strike.counted).toSorted((a, b) => a.at - b.at);
        const penalty = penaltyOf(strikes, end);
        expect(penalty.count).toBeLessThanOrEqual(counted.length);
        for (const [index, strike] of counted.entries()) {
          const before = counted[index - 1];
          if (!before) continue;
          // The user was notified of the first one at least a day before a second can count.
          expect(strike.at).toBeGreaterThanOrEqual(before.applied_at + SUSPENSION_MS);
        }
        if (counted.length === 1) {
          expect(penalty).toMatchObject({ banned: false, suspended_until: (counted[0]?.applied_at ?? 0) + DAY });
        }
        if (penalty.banned) {
          expect(counted.length).toBeGreaterThanOrEqual(2);
          expect(penalty.suspended_until).toBeNull();
        }
      }),
      { numRuns: runs(2_000) },
    );
  });

  it("never get worse by overturning", () => {
    fc.assert(
      fc.property(finds, fc.array(fc.nat(11), { maxLength: 12 }), (history, picks) => {
        const strikes = play(history);
        const end = (history.at(-1)?.now ?? T0) + HOUR;
        const back = new Set(picks.map((pick) => strikes[pick % strikes.length]?.order_id ?? ""));
        const before = penaltyOf(strikes, end);
        const after = penaltyOf(reverseStrikes(strikes, back, end), end);
        expect(after.count).toBeLessThanOrEqual(before.count);
        if (!before.banned) expect(after.banned).toBe(false);
      }),
      { numRuns: runs(2_000) },
    );
  });
});
