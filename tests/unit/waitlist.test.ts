/** Waitlist of an item (D35). Random interleavings: tests/property/waitlist.test.ts. */

import { describe, expect, it } from "vitest";
import { DEFAULT_HOLD_MS } from "#domain/deadlines";
import { type Hold, type ItemState, pausedUntil } from "#domain/holds/availability";
import {
  canJoinWaitlist,
  confirmOfferedHold,
  hasOfferedHold,
  isWaitlistEntryId,
  joinWaitlist,
  leaveWaitlist,
  offerHoldToNext,
  positionOf,
} from "#domain/holds/waitlist";
import { DEFAULT_TIME_LIMITS } from "#domain/time-limits";

const T0 = 1_800_000_000_000;
const MINUTE = 60_000;

const place = (user_id: string) => ({ id: `lin_${user_id}`, user_id, joined_at: T0 });
const hold = (user_id: string, changed: Partial<Hold> = {}): Hold => ({
  hold_id: `hld_${user_id}`,
  user_id,
  kind: "buy_now",
  fence: 1,
  started_at: T0,
  until: T0 + DEFAULT_HOLD_MS,
  price_cents: 45_00,
  acknowledged_at: null,
  ...changed,
});
const item = (changed: Partial<ItemState> = {}): ItemState => ({
  seller_id: "seller",
  status: "active",
  price_cents: 45_00,
  fence: 1,
  hold: null,
  order_id: null,
  sold_at: null,
  runs: [],
  ...changed,
});
/** An item that another buyer holds, with these buyers waiting. */
const held = (...waiting: string[]) => item({ hold: hold("holder"), line: waiting.map(place) });
const tired = (user_id: string) => ({ user_id, count: 2, ended_at: T0 });
const names = (state: ItemState) => (state.line ?? []).map(({ user_id }) => user_id);

function join(state: ItemState, who: string, buyer: string | null = null, now = T0) {
  const decision = joinWaitlist(state, place(who), buyer, now);
  return decision.ok ? names(decision.state) : decision;
}

describe("joinWaitlist", () => {
  it("adds buyers in the order they came while another buyer holds or pays for the item", () => {
    expect(join(held(), "a")).toEqual(["a"]);
    expect(join(held("a"), "b")).toEqual(["a", "b"]);
    expect(join(item({ status: "pending_payment", order_id: "ord_1" }), "a", "payer")).toEqual(["a"]);
  });

  it("refuses items that need no waitlist or are not for sale, the seller and the current holder", () => {
    expect(join(item(), "a")).toEqual({ ok: false, reason: "free" });
    expect(join(held(), "seller")).toEqual({ ok: false, reason: "own_item" });
    expect(join(held(), "holder")).toEqual({ ok: false, reason: "yours" });
    expect(join(item({ status: "pending_payment" }), "payer", "payer")).toEqual({ ok: false, reason: "yours" });
    expect(join(item({ status: "removed" }), "seller")).toEqual({ ok: false, reason: "removed" });
    expect(join(item({ status: "sold" }), "a")).toEqual({ ok: false, reason: "sold" });
    for (const status of ["inactive", "pending"] as const) {
      expect(join(item({ status }), "a")).toEqual({ ok: false, reason: "not_for_sale" });
    }
  });

  it("refuses a sixth buyer", () => {
    expect(join(held("a", "b", "c", "d"), "e")).toEqual(["a", "b", "c", "d", "e"]);
    expect(join(held("a", "b", "c", "d", "e"), "f")).toEqual({ ok: false, reason: "full" });
  });

  it("keeps the one position when it is repeated", () => {
    const state = held("a", "b", "c", "d", "e");
    expect(joinWaitlist(state, { ...place("b"), id: "lin_other" }, null, T0)).toEqual({ ok: true, state });
    // This also holds while the item is in payment, even when the payer is still on the waitlist.
    expect(join(item({ status: "pending_payment", line: [place("a")] }), "a", "a")).toEqual(["a"]);
  });

  it("refuses a buyer during the pause after two holds in a row", () => {
    const state = item({ hold: hold("holder"), runs: [tired("a")] });
    expect(join(state, "a")).toEqual({ ok: false, reason: "held_too_often", until: T0 + 30 * MINUTE });
    expect(join(state, "b")).toEqual(["b"]);
    expect(join({ ...state, hold: hold("holder") }, "a", null, T0 + 30 * MINUTE)).toEqual(["a"]);
  });

  it("is offered to visitors and eligible buyers, but not to buyers who already wait", () => {
    expect(canJoinWaitlist(held("a"), "b", null, T0)).toBe(true);
    expect(canJoinWaitlist(held("a"), null, null, T0)).toBe(true);
    expect(canJoinWaitlist(held("a"), "a", null, T0)).toBe(false);
    expect(canJoinWaitlist(held("a", "b", "c", "d", "e"), null, null, T0)).toBe(false);
    expect(canJoinWaitlist(item(), "a", null, T0)).toBe(false);
    expect(canJoinWaitlist(held(), "seller", null, T0)).toBe(false);
    expect(canJoinWaitlist(held(), "holder", null, T0)).toBe(false);
  });

  it("counts positions from 1", () => {
    expect(positionOf([place("a"), place("b")], "a")).toBe(1);
    expect(positionOf([place("a"), place("b")], "b")).toBe(2);
    expect(positionOf([place("a")], "c")).toBeNull();
    expect(positionOf([place("a")], null)).toBeNull();
  });
});

describe("offerHoldToNext", () => {
  it("gives the first in the waitlist a hold at the item's price, under a new fencing token", () => {
    const state = item({ fence: 7, price_cents: 44_00, line: [place("a"), place("b")] });
    expect(offerHoldToNext(state, T0 + MINUTE)).toEqual({
      ...state,
      fence: 8,
      line: [place("b")],
      hold: {
        hold_id: "lin_a",
        user_id: "a",
        kind: "buy_now",
        fence: 8,
        started_at: T0 + MINUTE,
        until: T0 + MINUTE + DEFAULT_HOLD_MS,
        price_cents: 44_00,
        acknowledged_at: null,
        turn: { item_title: null, priced: false },
      },
    });
  });

  it("does nothing while the item is held or in payment", () => {
    const state = held("a");
    expect(offerHoldToNext(state, T0)).toBe(state);
    const paying = item({ status: "pending_payment", line: [place("a")] });
    expect(offerHoldToNext(paying, T0)).toBe(paying);
    const nobody = item();
    expect(offerHoldToNext(nobody, T0)).toBe(nobody);
  });

  it("skips buyers who may not hold the item and removes them from the waitlist", () => {
    const state = item({ line: [place("a"), place("b"), place("c")], runs: [tired("a")] });
    const called = offerHoldToNext(state, T0);
    expect([called.hold?.user_id, names(called)]).toEqual(["b", ["c"]]);
  });

  it("leaves the item available when none of them may hold it", () => {
    const called = offerHoldToNext(item({ line: [place("a")], runs: [tired("a")] }), T0);
    expect([called.hold, called.line, called.fence]).toEqual([null, [], 1]);
  });

  it("empties the waitlist once the item is sold or withdrawn", () => {
    for (const status of ["sold", "inactive", "pending", "removed"] as const) {
      const called = offerHoldToNext(item({ status, line: [place("a")] }), T0);
      expect([called.status, called.hold, called.line]).toEqual([status, null, []]);
    }
  });
});

describe("offered hold", () => {
  const called = offerHoldToNext(item({ line: [place("a"), place("b")] }), T0);
  const clocks = { hold_ms: 20 * MINUTE, hold_pause_ms: 5 * MINUTE };
  const answer = (itemTitle: string | null, holdId = "lin_a", state = called, now = T0) =>
    confirmOfferedHold(state, { holdId, itemTitle, clocks }, now);

  it("belongs to one buyer and carries the id of their waitlist entry", () => {
    expect(hasOfferedHold(called, "a")).toBe(true);
    expect(hasOfferedHold(called, "b")).toBe(false);
    expect(hasOfferedHold(called, null)).toBe(false);
    expect(hasOfferedHold(held(), "holder")).toBe(false);
    expect(hasOfferedHold(item(), "a")).toBe(false);
    expect([isWaitlistEntryId("lin_a"), isWaitlistEntryId("hld_lin_a"), isWaitlistEntryId(null)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("starts when the buyer is notified, with the length and pause set at that moment", () => {
    const confirmed = answer("Lamp", "lin_a", called, T0 + MINUTE);
    expect(confirmed.hold).toMatchObject({
      turn: { item_title: "Lamp", priced: false },
      started_at: T0 + MINUTE,
      until: T0 + 21 * MINUTE,
    });
    expect(confirmed.runs).toEqual([{ user_id: "a", count: 1, ended_at: T0 + 21 * MINUTE, pause_ms: 5 * MINUTE }]);
    expect(called.runs).toEqual([]);
  });

  it("passes to the next buyer, without counting, when this buyer may not hold an item now", () => {
    const passed = answer(null);
    expect([passed.hold, passed.runs]).toEqual([null, []]);
    expect(offerHoldToNext(passed, T0).hold?.user_id).toBe("b");
  });

  it("is answered once, and only under its own id", () => {
    const confirmed = answer("Lamp");
    expect(answer("Other", "lin_a", confirmed)).toBe(confirmed);
    expect(answer(null, "lin_a", confirmed)).toBe(confirmed);
    expect(answer("Lamp", "lin_b")).toBe(called);
    const other = held();
    expect(answer("Lamp", "hld_holder", other)).toBe(other);
    expect(answer("Lamp", "lin_a", item())).toEqual(item());
  });
});

describe("leaveWaitlist", () => {
  it("removes only the caller's position", () => {
    expect(names(leaveWaitlist(held("a", "b"), "a", T0))).toEqual(["b"]);
    const state = held("a");
    expect(leaveWaitlist(state, "b", T0)).toBe(state);
    // Leaving the waitlist does not release an ordinary hold.
    expect(leaveWaitlist(state, "holder", T0)).toBe(state);
  });

  it("releases the offered hold at once and counts it as ended now", () => {
    const called = offerHoldToNext(item({ line: [place("a"), place("b")] }), T0);
    const confirmed = confirmOfferedHold(
      called,
      { holdId: "lin_a", itemTitle: "Lamp", clocks: DEFAULT_TIME_LIMITS },
      T0,
    );
    const left = leaveWaitlist(confirmed, "a", T0 + MINUTE);
    expect([left.hold, names(left)]).toEqual([null, ["b"]]);
    expect(left.runs[0]?.ended_at).toBe(T0 + MINUTE);
    expect(pausedUntil(left, "a", T0 + MINUTE)).toBeNull();
  });
});
