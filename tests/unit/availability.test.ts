import { describe, expect, it } from "vitest";
import { DEFAULT_HOLD_MS, HOLD_PAUSE_MS, MINUTE_MS } from "#domain/deadlines";
import {
  type AvailabilityCommand,
  type AvailabilityDecision,
  decideAvailability,
  expireHold,
  type ItemState,
} from "#domain/holds/availability";
import { DEFAULT_TIME_LIMITS } from "#domain/time-limits";
import { freshItem } from "../support/order-facts.ts";

const T0 = Date.UTC(2026, 0, 5, 9);

const reserve = (userId: string, kind: "buy_now" | "cart" = "buy_now"): AvailabilityCommand => ({
  type: "reserve",
  userId,
  kind,
  holdId: `hld_${userId}`,
});

function carry(state: ItemState, command: AvailabilityCommand, now = T0): ItemState {
  const decision = decideAvailability(state, command, now);
  if (!decision.ok) throw new Error(`${command.type}: ${decision.reason}`);
  return decision.state;
}

const reason = (decision: AvailabilityDecision) => (decision.ok ? "ok" : decision.reason);
const claim = (state: ItemState, userId: string, orderId = "ord_1") => carry(state, { type: "claim", userId, orderId });

describe("reserve", () => {
  it("holds the item for the default length at its current price, under a higher fencing token (A09)", () => {
    const held = carry(freshItem(), reserve("a"));
    expect(held.hold).toEqual({
      hold_id: "hld_a",
      user_id: "a",
      kind: "buy_now",
      fence: 1,
      started_at: T0,
      until: T0 + DEFAULT_HOLD_MS,
      price_cents: 4_500,
      acknowledged_at: null,
    });
    expect(carry(held, reserve("b"), T0 + DEFAULT_HOLD_MS).hold?.fence).toBe(2);
  });

  it("applies the seller's discount when the hold begins, and never again during that hold", () => {
    const offered = (percentOff: number | null): AvailabilityCommand => ({
      type: "reserve",
      userId: "a",
      kind: "buy_now",
      holdId: "hld_a",
      percentOff,
    });
    const held = carry(freshItem(), offered(20));
    expect(held.hold?.price_cents).toBe(3_600);
    expect(held.price_cents).toBe(4_500);
    expect(carry(held, offered(null), T0 + MINUTE_MS)).toBe(held);
    expect(carry(held, offered(90), T0 + MINUTE_MS)).toBe(held);
    expect(carry(held, reserve("b"), T0 + DEFAULT_HOLD_MS).hold?.price_cents).toBe(4_500);
    expect(carry(freshItem({ price_cents: 0 }), offered(20)).hold?.price_cents).toBe(0);
  });

  it("refuses every other buyer until the hold ends, but not afterwards", () => {
    const held = carry(freshItem(), reserve("a"));
    const at = (now: number) => decideAvailability(held, reserve("b"), now);
    expect(at(T0 + DEFAULT_HOLD_MS - 1)).toEqual({ ok: false, reason: "held", until: T0 + DEFAULT_HOLD_MS });
    expect(reason(at(T0 + DEFAULT_HOLD_MS))).toBe("ok");
    expect(reason(decideAvailability(carry(held, { type: "release", userId: "a" }), reserve("b"), T0))).toBe("ok");
  });

  it("keeps the hold when it is repeated, except that a cart hold can become a purchase (A32)", () => {
    const cart = carry(freshItem(), reserve("a", "cart"));
    expect(carry(cart, reserve("a", "cart"), T0 + 1)).toBe(cart);
    const buying = carry(cart, reserve("a", "buy_now"), T0 + 2);
    expect(buying).toEqual({ ...cart, hold: { ...cart.hold, kind: "buy_now" } });
    expect(carry(buying, reserve("a", "cart"), T0 + 3)).toBe(buying);
  });

  it("refuses the seller, and items that are not for sale", () => {
    const on = (state: ItemState, who = "a") => reason(decideAvailability(state, reserve(who), T0));
    expect(on(freshItem(), "seller")).toBe("own_item");
    expect(on(freshItem({ status: "sold" }))).toBe("sold");
    expect(on(freshItem({ status: "inactive" }))).toBe("not_for_sale");
    expect(on(freshItem({ status: "pending" }))).toBe("not_for_sale");
    expect(on(freshItem({ status: "pending_payment", order_id: "o" }))).toBe("in_payment");
    expect(on(freshItem({ status: "removed" }))).toBe("removed");
  });

  it("ends in the same state whether the hold is released or expires (A35)", () => {
    const held = carry(freshItem(), reserve("a"));
    const end = T0 + DEFAULT_HOLD_MS;
    const expired = expireHold(held, end);
    expect(expireHold(expired, end + 5)).toBe(expired);
    expect(carry(held, { type: "release", userId: "a" }, end)).toEqual(expired);
    expect(carry(expired, { type: "release", userId: "a" }, end)).toBe(expired);
    expect(carry(held, { type: "release", userId: "b" }, end - 1)).toBe(held);
  });

  it("pauses a buyer for 30 minutes after two holds in a row, counted from the end of the second (A33)", () => {
    let state = freshItem();
    for (let i = 0; i < 2; i++) state = carry(carry(state, reserve("a")), { type: "release", userId: "a" });
    const until = T0 + HOLD_PAUSE_MS;
    expect(decideAvailability(state, reserve("a"), T0)).toEqual({ ok: false, reason: "held_too_often", until });
    // Another buyer's hold in between does not shorten the pause.
    state = carry(carry(state, reserve("b")), { type: "release", userId: "b" });
    expect(reason(decideAvailability(state, reserve("a"), until - 1))).toBe("held_too_often");
    const later = carry(state, reserve("a"), until);
    expect(later.runs).toContainEqual({ user_id: "a", count: 1, ended_at: until + DEFAULT_HOLD_MS });
  });

  it("counts two expired holds in a row, with the pause from the end of the second (A33)", () => {
    const once = carry(freshItem(), reserve("a"));
    const twice = carry(once, reserve("a"), T0 + DEFAULT_HOLD_MS);
    const lapsed = expireHold(twice, T0 + 2 * DEFAULT_HOLD_MS);
    const decision = decideAvailability(lapsed, reserve("a"), T0 + 2 * DEFAULT_HOLD_MS);
    expect(decision).toMatchObject({ reason: "held_too_often", until: T0 + 2 * DEFAULT_HOLD_MS + HOLD_PAUSE_MS });
  });

  it("keeps a short history even after hundreds of holds", () => {
    let state = freshItem();
    for (let i = 0; i < 500; i++) state = carry(carry(state, reserve(`u${i}`)), { type: "release", userId: `u${i}` });
    expect(state.runs.length).toBeLessThanOrEqual(200);
    state = carry(state, reserve("z"), T0 + HOLD_PAUSE_MS + MINUTE_MS);
    expect(state.runs.map((run) => run.user_id)).toEqual(["z"]);
  });
});

describe("hold at an agreed price", () => {
  const agreed = { listCents: 4_500, chargedCents: 4_000 };
  const terms = (changed: Partial<Extract<AvailabilityCommand, { type: "reserve" }>>, who = "a") => ({
    ...(reserve(who) as Extract<AvailabilityCommand, { type: "reserve" }>),
    ...changed,
  });
  const hold = (...commands: AvailabilityCommand[]) =>
    commands.reduce((state, command, index) => carry(state, command, T0 + index), freshItem()).hold;

  it("charges the agreed price instead of a discount while the list price is unchanged", () => {
    expect(hold(terms({ agreed, percentOff: 50 }))).toMatchObject({ price_cents: 4_000, agreed: true });
    const dearer = decideAvailability(freshItem({ price_cents: 4_600 }), terms({ agreed }), T0);
    expect(dearer).toEqual({ ok: false, reason: "price_changed", priceCents: 4_600 });
    expect(hold(terms({}))).not.toHaveProperty("agreed");
  });

  it("replaces the price of the current hold without extending it", () => {
    const first = hold(terms({}));
    expect(hold(terms({}), terms({ agreed }))).toEqual({ ...first, price_cents: 4_000, agreed: true });
    const better = { listCents: 4_500, chargedCents: 3_900 };
    expect(hold(terms({ agreed }), terms({ agreed: better }))?.price_cents).toBe(3_900);
    const held = carry(freshItem(), terms({ agreed, groupId: "pur_1" }));
    expect(carry(held, terms({ agreed, groupId: "pur_1" }), T0 + 1)).toBe(held);
    // An agreed price differs from a list price of the same amount.
    const listed = { listCents: 4_500, chargedCents: 4_500 };
    expect(hold(terms({}), terms({ agreed: listed }))).toMatchObject({ price_cents: 4_500, agreed: true });
  });

  it("keeps its agreed price only inside the purchase that it belongs to", () => {
    const inside = terms({ agreed, groupId: "pur_1" });
    expect(hold(inside)).toMatchObject({ price_cents: 4_000, group_id: "pur_1", agreed: true });
    const alone = hold(inside, terms({}));
    expect(alone).toMatchObject({ price_cents: 4_500 });
    expect(alone).not.toHaveProperty("group_id");
    expect(alone).not.toHaveProperty("agreed");
    expect(hold(inside, terms({ groupId: "pur_2" }))).toMatchObject({ price_cents: 4_500, group_id: "pur_2" });
    expect(hold(inside, terms({ agreed, groupId: "pur_2" }))).toMatchObject({ price_cents: 4_000, group_id: "pur_2" });
    expect(hold(inside, terms({ agreed }))).not.toHaveProperty("group_id");
  });

  it("keeps its price when it belongs to no purchase and its holder returns or adds it to one", () => {
    const held = carry(freshItem(), terms({ agreed }));
    expect(carry(held, terms({}), T0 + 1)).toBe(held);
    expect(carry(held, terms({ groupId: "pur_1" }), T0 + 1)).toBe(held);
  });

  it("keeps the discounted price of the buyer's own hold when it joins a purchase", () => {
    const joined = hold(terms({ percentOff: 20 }), terms({ groupId: "pur_1" }));
    expect(joined).toMatchObject({ price_cents: 3_600, group_id: "pur_1" });
    const held = carry(carry(freshItem(), terms({})), terms({ groupId: "pur_1" }));
    expect(carry(held, terms({ groupId: "pur_1" }), T0 + 1)).toBe(held);
    expect(carry(held, terms({}), T0 + 1)).toBe(held);
  });

  it("keeps its kind, and only a purchase turns a cart hold into one", () => {
    const cart = terms({ kind: "cart" });
    expect(hold(cart, terms({ kind: "cart", agreed }))?.kind).toBe("cart");
    expect(hold(cart, terms({ agreed }))?.kind).toBe("buy_now");
    expect(hold(terms({}), terms({ kind: "cart", agreed }))?.kind).toBe("buy_now");
  });
});

describe("hold offered from the waitlist", () => {
  const turn = (priced: boolean) => {
    const held = carry(freshItem(), reserve("a"));
    return { ...held, hold: held.hold && { ...held.hold, turn: { item_title: "Lamp", priced } } };
  };

  it("takes the current price and keeps the remaining time when the buyer takes it up", () => {
    const dearer = { ...turn(false), price_cents: 5_000 };
    const taken = carry(dearer, { ...reserve("a"), percentOff: 10 } as AvailabilityCommand, T0 + MINUTE_MS);
    expect(taken.hold).toEqual({ ...dearer.hold, price_cents: 4_500, turn: { item_title: "Lamp", priced: true } });
    expect(carry(taken, reserve("a"), T0 + 2 * MINUTE_MS)).toBe(taken);
  });

  it("stays when the buyer closes the dialog", () => {
    const state = turn(true);
    expect(carry(state, { type: "release", userId: "a" })).toBe(state);
  });
});

describe("hold settings of an administrator", () => {
  const clocks = { ...DEFAULT_TIME_LIMITS, hold_ms: 5 * MINUTE_MS, holds_in_a_row: 1, hold_pause_ms: 7 * MINUTE_MS };
  const hold = { ...reserve("a"), clocks } as AvailabilityCommand;

  it("apply from the moment a hold begins", () => {
    const held = carry(freshItem(), hold);
    expect(held.hold?.until).toBe(T0 + 5 * MINUTE_MS);
    const over = carry(held, { type: "release", userId: "a" }, T0 + MINUTE_MS);
    const until = T0 + 8 * MINUTE_MS;
    expect(decideAvailability(over, hold, until - 1)).toEqual({ ok: false, reason: "held_too_often", until });
    expect(reason(decideAvailability(over, hold, until))).toBe("ok");
  });
});

describe("acknowledge", () => {
  it("stores the first acknowledgement of a hold, and is refused without one", () => {
    const held = carry(freshItem(), reserve("a"));
    const ticked = carry(held, { type: "acknowledge", userId: "a" }, T0 + 5);
    expect(ticked.hold?.acknowledged_at).toBe(T0 + 5);
    expect(carry(ticked, { type: "acknowledge", userId: "a" }, T0 + 9)).toBe(ticked);
    expect(reason(decideAvailability(held, { type: "acknowledge", userId: "b" }, T0))).toBe("not_holder");
    expect(reason(decideAvailability(held, { type: "acknowledge", userId: "a" }, T0 + DEFAULT_HOLD_MS))).toBe(
      "not_holder",
    );
  });
});

describe("claim of an order", () => {
  it("needs the buyer's own live hold and ends it (A36)", () => {
    const held = carry(freshItem(), reserve("a"));
    const claimed = claim(held, "a");
    expect(claimed).toMatchObject({ status: "pending_payment", order_id: "ord_1", hold: null });
    const refused = (state: ItemState, userId: string, now: number) =>
      reason(decideAvailability(state, { type: "claim", userId, orderId: "ord_2" }, now));
    expect(refused(held, "b", T0)).toBe("not_holder");
    expect(refused(held, "a", T0 + DEFAULT_HOLD_MS)).toBe("not_holder");
    expect(refused(freshItem(), "a", T0)).toBe("not_holder");
    expect(refused(claimed, "a", T0)).toBe("not_holder");
  });

  it("frees or sells the item only for the order that owns it, and never frees a sold item", () => {
    const claimed = claim(carry(freshItem(), reserve("a")), "a");
    expect(carry(claimed, { type: "free", orderId: "ord_other" })).toBe(claimed);
    expect(carry(claimed, { type: "sell", orderId: "ord_other" })).toBe(claimed);
    expect(carry(claimed, { type: "free", orderId: "ord_1" })).toMatchObject({ status: "active", order_id: null });
    const sold = carry(claimed, { type: "sell", orderId: "ord_1" }, T0 + 7);
    expect(sold).toMatchObject({ status: "sold", order_id: "ord_1", sold_at: T0 + 7 });
    expect(carry(sold, { type: "free", orderId: "ord_1" })).toBe(sold);
    expect(carry(sold, { type: "sell", orderId: "ord_1" }, T0 + 99)).toBe(sold);
  });

  it("buys the item for an expired order that is paid late, unless another buyer has it (D20)", () => {
    const revive: AvailabilityCommand = { type: "revive", userId: "a", orderId: "ord_1" };
    const sold = { status: "sold", order_id: "ord_1", sold_at: T0, hold: null };
    expect(carry(freshItem(), revive)).toMatchObject(sold);
    expect(carry(carry(freshItem(), reserve("a")), revive)).toMatchObject(sold);
    const taken = [
      carry(freshItem(), reserve("b")),
      claim(carry(freshItem(), reserve("b")), "b"),
      freshItem({ status: "inactive" }),
    ];
    for (const state of taken) {
      expect(decideAvailability(state, revive, T0)).toEqual({ ok: false, reason: "not_for_sale" });
    }
  });

  it("returns a sold item to sale or withdraws it, only for its own order", () => {
    const sold = carry(claim(carry(freshItem(), reserve("a")), "a"), { type: "sell", orderId: "ord_1" });
    const back = (state: ItemState, relist: boolean, orderId = "ord_1") =>
      carry(state, { type: "take_back", orderId, relist });
    expect(back(sold, true)).toMatchObject({ status: "active", order_id: null, sold_at: null });
    expect(back(sold, false)).toMatchObject({ status: "inactive", order_id: null, sold_at: null });
    expect(back(sold, true, "ord_2")).toBe(sold);
    const claimed = claim(carry(freshItem(), reserve("a")), "a");
    expect(back(claimed, true)).toBe(claimed);
  });
});

describe("seller_set", () => {
  const set = (state: ItemState, change: Partial<Extract<AvailabilityCommand, { type: "seller_set" }>>, now = T0) =>
    decideAvailability(state, { type: "seller_set", sellerId: "seller", ...change }, now);

  it("changes price and status of an item that nobody holds, and does nothing when repeated", () => {
    const free = freshItem();
    expect(set(free, { priceCents: 100, status: "inactive" })).toMatchObject({
      ok: true,
      state: { price_cents: 100, status: "inactive" },
    });
    expect(set(free, { priceCents: 4_500, status: "active" })).toEqual({ ok: true, state: free });
    expect(set(free, {})).toEqual({ ok: true, state: free });
    // A new price that was worked out from an outdated price is refused.
    expect(set(free, { priceCents: 100, onlyFromCents: 4_499 })).toEqual({
      ok: false,
      reason: "price_changed",
      priceCents: 4_500,
    });
    expect(reason(set(free, { priceCents: 100, onlyFromCents: 4_500 }))).toBe("ok");
    const removed = freshItem({ status: "removed" });
    expect(set(removed, { status: "removed" })).toEqual({ ok: true, state: removed });
    expect(reason(set(removed, { status: "active" }))).toBe("removed");
  });

  it("refuses changes while the item is held, in payment, traded or sold, and by anyone but the seller (A39)", () => {
    const held = carry(freshItem(), reserve("a"));
    expect(set(held, { priceCents: 1 })).toEqual({ ok: false, reason: "held", until: T0 + DEFAULT_HOLD_MS });
    expect(reason(set(held, { priceCents: 1 }, T0 + DEFAULT_HOLD_MS))).toBe("ok");
    expect(reason(set(claim(held, "a"), { priceCents: 1 }))).toBe("in_payment");
    expect(reason(set(freshItem({ status: "sold" }), { status: "active" }))).toBe("sold");
    expect(reason(set(freshItem({ status: "pending" }), { status: "inactive" }))).toBe("in_trade");
    expect(reason(set(freshItem(), { sellerId: "a", priceCents: 1 }))).toBe("not_owner");
  });
});
