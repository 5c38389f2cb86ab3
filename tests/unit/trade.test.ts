/** Rules of a trade (D39): steps, times, and the locked item. */
import { describe, expect, it } from "vitest";
import { type AvailabilityCommand, decideAvailability, type ItemState } from "#domain/holds/availability";
import {
  cancelFrom,
  decideStaffCancel,
  decideTrade,
  lockingOrder,
  type ProposalFacts,
  proposalProblem,
  TRADE_GRAPH,
  TRADE_OPEN_MS,
  type TradeColumns,
  type TradeRole,
  type TradeState,
  type TradeStep,
  tradeAbilities,
} from "#domain/trades/trade";

const T0 = Date.UTC(2026, 10, 21, 12);
const STEPS: TradeStep[] = ["accept", "decline", "withdraw", "hand_over", "cancel"];
const ROLES: TradeRole[] = ["offeror", "seller"];
const STATES = Object.keys(TRADE_GRAPH) as TradeState[];

const trade = (over: Partial<TradeColumns> = {}): TradeColumns => ({
  status: "proposed",
  attempt: 0,
  accepting_at: null,
  expires_at: T0 + TRADE_OPEN_MS,
  accepted_at: null,
  offeror_handed_over_at: null,
  seller_handed_over_at: null,
  closed_at: null,
  ...over,
});
const accepted = (over: Partial<TradeColumns> = {}) =>
  trade({ status: "accepted", accepted_at: T0, attempt: 1, ...over });
const outcome = (facts: TradeColumns, step: TradeStep, role: TradeRole, now = T0) => {
  const decision = decideTrade(facts, step, role, now);
  return decision.ok ? decision.changed : decision.reason;
};

describe("decideTrade", () => {
  it("allows exactly these steps", () => {
    const allowed = STATES.flatMap((status) =>
      ROLES.flatMap((role) =>
        STEPS.filter((step) => {
          const facts = trade({ status, ...(status === "accepted" && { accepted_at: T0 - TRADE_OPEN_MS }) });
          const decision = decideTrade(facts, step, role, T0);
          return decision.ok && decision.changed !== null;
        }).map((step) => `${status}: ${step} by ${role}`),
      ),
    );
    expect(allowed.sort()).toEqual([
      "accepted: cancel by offeror",
      "accepted: cancel by seller",
      "accepted: hand_over by offeror",
      "accepted: hand_over by seller",
      "proposed: accept by seller",
      "proposed: decline by seller",
      "proposed: withdraw by offeror",
    ]);
  });

  it("lets the seller answer and the offeror withdraw", () => {
    expect(outcome(trade(), "accept", "offeror")).toBe("wrong_party");
    expect(outcome(trade(), "decline", "offeror")).toBe("wrong_party");
    expect(outcome(trade(), "withdraw", "seller")).toBe("wrong_party");
    expect(outcome(trade(), "decline", "seller")).toEqual({ status: "declined", closed_at: T0 });
    expect(outcome(trade(), "withdraw", "offeror")).toEqual({ status: "withdrawn", closed_at: T0 });
  });

  it("keeps a proposal open for seven days, to the millisecond", () => {
    const last = T0 + TRADE_OPEN_MS - 1;
    expect(outcome(trade(), "accept", "seller", last)).toEqual({ accepting_at: last, attempt: 1 });
    for (const step of ["accept", "decline"] as const)
      expect(outcome(trade(), step, "seller", last + 1)).toBe("expired");
    expect(outcome(trade(), "withdraw", "offeror", last + 1)).toBe("expired");
  });

  it("refuses every step while the trade is being accepted, and numbers each attempt", () => {
    const busy = trade({ accepting_at: T0, attempt: 3 });
    expect(outcome(busy, "accept", "seller")).toBe("busy");
    expect(outcome(busy, "decline", "seller")).toBe("busy");
    expect(outcome(busy, "withdraw", "offeror")).toBe("busy");
    expect(outcome(trade({ attempt: 3 }), "accept", "seller")).toMatchObject({ attempt: 4 });
  });

  it("completes the trade when the second party confirms the handover", () => {
    expect(outcome(accepted(), "hand_over", "offeror")).toEqual({ offeror_handed_over_at: T0 });
    expect(outcome(accepted({ offeror_handed_over_at: T0 }), "hand_over", "offeror", T0 + 1)).toBeNull();
    expect(outcome(accepted({ offeror_handed_over_at: T0 }), "hand_over", "seller", T0 + 1)).toEqual({
      seller_handed_over_at: T0 + 1,
      status: "completed",
      closed_at: T0 + 1,
    });
    expect(outcome(accepted({ seller_handed_over_at: T0 }), "hand_over", "offeror", T0 + 1)).toMatchObject({
      status: "completed",
    });
  });

  it("lets either party cancel once it is accepted", () => {
    for (const role of ROLES) {
      expect(cancelFrom(accepted())).toBe(T0);
      expect(outcome(accepted(), "cancel", role, T0)).toEqual({ status: "failed", closed_at: T0 });
      expect(tradeAbilities(accepted(), role, T0)).toMatchObject({ hand_over: true, cancel: true });
    }
  });

  it("lets a party cancel seven days after acceptance once one has confirmed the handover", () => {
    for (const role of ROLES) {
      const facts = accepted({ seller_handed_over_at: T0 });
      expect(cancelFrom(facts)).toBe(T0 + TRADE_OPEN_MS);
      expect(outcome(facts, "cancel", role, T0 + TRADE_OPEN_MS - 1)).toBe("too_early");
      expect(outcome(facts, "cancel", role, T0 + TRADE_OPEN_MS)).toMatchObject({ status: "failed" });
    }
    expect(cancelFrom(trade())).toBeNull();
    expect(cancelFrom(accepted({ status: "completed" }))).toBeNull();
    expect(decideTrade(accepted({ offeror_handed_over_at: T0 }), "cancel", "seller", T0)).toStrictEqual({
      ok: false,
      reason: "too_early",
      until: T0 + TRADE_OPEN_MS,
    });
    // Without its time of acceptance a trade has no deadline, so neither party can ever cancel it.
    expect(decideTrade(accepted({ accepted_at: null }), "cancel", "seller", T0)).toStrictEqual({
      ok: false,
      reason: "too_early",
    });
  });

  it("uses seven days as the open time", () => {
    expect(TRADE_OPEN_MS).toBe(604_800_000);
  });

  it("lets staff call off an accepted trade at once, and no other", () => {
    expect(decideStaffCancel(accepted(), T0)).toEqual({ status: "failed", closed_at: T0 });
    for (const status of STATES.filter((state) => state !== "accepted"))
      expect(decideStaffCancel({ status }, T0)).toBeNull();
  });

  it("refuses steps after the end, and tradeAbilities allows none", () => {
    const over = trade({ status: "declined", closed_at: T0 });
    expect(decideTrade(over, "hand_over", "seller", T0)).toStrictEqual({ ok: false, reason: "wrong_state" });
    expect(tradeAbilities(over, "seller", T0)).toEqual({
      accept: false,
      decline: false,
      withdraw: false,
      hand_over: false,
      cancel: false,
    });
    expect(tradeAbilities(trade(), "seller", T0)).toMatchObject({ accept: true, decline: true, withdraw: false });
    expect(tradeAbilities(trade(), "offeror", T0)).toMatchObject({ accept: false, decline: false, withdraw: true });
    expect(tradeAbilities(accepted(), "offeror", T0 + TRADE_OPEN_MS)).toMatchObject({ hand_over: true, cancel: true });
  });

  it("repeats a completed step without a change, and tradeAbilities does not offer it", () => {
    const done: [Partial<TradeColumns>, TradeStep, TradeRole][] = [
      [{ status: "accepted", accepted_at: T0 }, "accept", "seller"],
      [{ status: "completed", accepted_at: T0 }, "accept", "seller"],
      [{ status: "declined" }, "decline", "seller"],
      [{ status: "withdrawn" }, "withdraw", "offeror"],
      [{ status: "failed", accepted_at: T0 }, "cancel", "offeror"],
      [{ status: "completed", seller_handed_over_at: T0 }, "hand_over", "seller"],
    ];
    for (const [over, step, role] of done) {
      const facts = trade(over);
      expect(outcome(facts, step, role), `${step} of ${facts.status}`).toBeNull();
      expect(tradeAbilities(facts, role, T0)[step]).toBe(false);
    }
  });
});

describe("proposalProblem and lockingOrder", () => {
  const facts = (over: Partial<ProposalFacts> = {}): ProposalFacts => ({
    offerorId: "me",
    claimed: { offerorId: undefined, sellerId: undefined },
    target: { sellerId: "them", status: "active", priceCents: 100, openToTrades: true },
    blocked: false,
    offered: 2,
    ownActive: 2,
    ...over,
  });
  const target = (over: Partial<NonNullable<ProposalFacts["target"]>>) =>
    facts({ target: { sellerId: "them", status: "active", priceCents: 100, openToTrades: true, ...over } });

  it.each([
    ["that is valid", facts(), null],
    ["with correct ids of both users", facts({ claimed: { offerorId: "me", sellerId: "them" } }), null],
    ["in another user's name", facts({ claimed: { offerorId: "them", sellerId: undefined } }), "not_offeror"],
    ["with a wrong seller", facts({ claimed: { offerorId: undefined, sellerId: "me" } }), "not_seller"],
    ["for a missing item", facts({ target: null }), "no_target"],
    ["for the user's own item", target({ sellerId: "me" }), "own_item"],
    ["for a sold item", target({ status: "sold" }), "sold"],
    ["for an inactive item", target({ status: "inactive" }), "not_for_sale"],
    ["for an item in payment", target({ status: "pending_payment" }), "not_for_sale"],
    ["for an item in a trade", target({ status: "pending" }), "not_for_sale"],
    ["for a free item", target({ priceCents: 0 }), "free_item"],
    ["to a seller who does not trade", target({ openToTrades: false }), "not_open"],
    ["to a seller who blocked the user", facts({ blocked: true }), "not_open"],
    ["with an offered item that is not the user's own", facts({ ownActive: 1 }), "not_own_active"],
  ])("check a proposal %s", (_name, given, problem) => {
    expect(proposalProblem(given)).toBe(problem);
  });

  it("lock items in the order of their ids", () => {
    expect(lockingOrder([{ item_id: "c" }, { item_id: "a" }, { item_id: "b" }]).map((one) => one.item_id)).toEqual([
      "a",
      "b",
      "c",
    ]);
  });
});

describe("traded item", () => {
  const item = (over: Partial<ItemState> = {}): ItemState => ({
    seller_id: "owner",
    status: "active",
    price_cents: 4_500,
    fence: 4,
    hold: null,
    order_id: null,
    sold_at: null,
    runs: [],
    ...over,
  });
  const lock = (tradeId = "trd_1", attempt = 1, ownerId = "owner"): AvailabilityCommand => ({
    type: "lock_for_trade",
    tradeId,
    attempt,
    ownerId,
  });
  const carried = (state: ItemState, ...commands: AvailabilityCommand[]) =>
    commands.reduce((current, command) => {
      const decision = decideAvailability(current, command, T0);
      if (!decision.ok) throw new Error(decision.reason);
      return decision.state;
    }, state);
  const reason = (state: ItemState, command: AvailabilityCommand) => {
    const decision = decideAvailability(state, command, T0);
    return decision.ok ? "ok" : decision.reason;
  };
  const locked = carried(item(), lock());

  it("is locked once, under a new fencing token, and only while it is available", () => {
    expect(locked).toMatchObject({ status: "pending", fence: 5, trade: { id: "trd_1", attempt: 1 } });
    expect(carried(locked, lock())).toBe(locked);
    expect(reason(locked, lock("trd_2"))).toBe("in_trade");
    expect(reason(item({ status: "sold" }), lock())).toBe("sold");
    expect(reason(item({ status: "inactive" }), lock())).toBe("not_for_sale");
    expect(reason(item({ status: "removed" }), lock())).toBe("removed");
    expect(reason(item({ status: "pending_payment" }), lock())).toBe("in_payment");
    expect(reason(item(), lock("trd_1", 1, "somebody else"))).toBe("not_owner");
    const held = carried(item(), { type: "reserve", userId: "b", kind: "cart", holdId: "hld_1" });
    expect(reason(held, lock())).toBe("held");
  });

  it("refuses every other command while it is locked", () => {
    const commands: AvailabilityCommand[] = [
      { type: "reserve", userId: "b", kind: "buy_now", holdId: "hld_1" },
      { type: "seller_set", sellerId: "owner", status: "inactive" },
      { type: "seller_set", sellerId: "owner", status: "removed" },
      { type: "seller_set", sellerId: "owner", priceCents: 1 },
      { type: "mark_sold", sellerId: "owner", saleId: "blt_1", buyerId: null, orderId: null },
      { type: "revive", userId: "b", orderId: "ord_1" },
    ];
    for (const command of commands) expect(reason(locked, command), command.type).not.toBe("ok");
  });

  it("is unlocked by its own attempt or a later one only", () => {
    const second = carried(locked, lock("trd_1", 2));
    expect(second.trade?.attempt).toBe(2);
    expect(reason(second, lock("trd_1", 1))).toBe("in_trade");
    expect(carried(second, { type: "unlock_trade", tradeId: "trd_1", attempt: 1 })).toBe(second);
    expect(carried(second, { type: "unlock_trade", tradeId: "trd_2", attempt: 9 })).toBe(second);
    const free = carried(second, { type: "unlock_trade", tradeId: "trd_1", attempt: 2 });
    expect(free).toMatchObject({ status: "active", trade: null });
    expect(carried(free, { type: "unlock_trade", tradeId: "trd_1", attempt: 2 })).toBe(free);
  });

  it("is sold by its own trade only, and stays sold", () => {
    const complete = (tradeId: string): AvailabilityCommand => ({ type: "complete_trade", tradeId, orderId: "ord_1" });
    expect(reason(item(), complete("trd_1"))).toBe("not_for_sale");
    expect(reason(locked, complete("trd_2"))).toBe("not_for_sale");
    const sold = carried(locked, complete("trd_1"));
    expect(sold).toMatchObject({ status: "sold", order_id: "ord_1", sold_at: T0 });
    expect(carried(sold, complete("trd_1"))).toBe(sold);
    expect(carried(sold, { type: "unlock_trade", tradeId: "trd_1", attempt: 1 })).toBe(sold);
    expect(reason(sold, { type: "undo_sold", sellerId: "owner" })).toBe("sold");
  });
});
