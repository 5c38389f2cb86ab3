import { describe, expect, it } from "vitest";
import { jointMethods, notTogether, purchaseStatus } from "#domain/checkout/purchase";
import { afterCancelling, cancelProblem, type DecidedPart } from "#domain/checkout/purchase-decision";
import {
  CASH_ACCOUNT_AGE_MS,
  CASH_AFTER_MS,
  CASH_NO_SHOW_MS,
  CASH_ORDERS_MAX,
  DAY_MS,
  HOUR_MS,
  NO_SHOW_REPORT_MS,
} from "#domain/deadlines";
import { type CashFacts, cashProblem } from "#domain/orders/cash";
import { collectionAddress } from "#domain/orders/collection";
import { nextStep } from "#domain/orders/next-step";
import { applyDeadlines, cashEndsAt, type Order, orderDueAt } from "#domain/orders/order";
import { orderAbilities } from "#domain/orders/order-abilities";
import { canPlace, leavesTime, paymentDeadlines } from "#domain/orders/order-deadlines";
import { orderEmails } from "#domain/orders/order-emails";
import { decideOrder } from "#domain/orders/order-parties";
import { closeOrder, handOver, refundOrder } from "#domain/orders/order-settlement";
import { placeOrder } from "#domain/orders/place-order";
import { decideReschedule } from "#domain/orders/reschedule";
import { DEFAULT_TIME_LIMITS } from "#domain/time-limits";
import { BUYER, orderFacts, SELLER, T0 } from "../support/order-facts.ts";

const STARTS = T0 + 3 * DAY_MS;
const ENDS = STARTS + 2 * HOUR_MS;
const CODE = { code: "482913", secret: "s".repeat(32) };

const place = (): Order =>
  placeOrder(
    orderFacts({
      payment_method: "cash",
      collection_date: STARTS,
      collection_ends_at: ENDS,
      collection_address: "1 King St",
    }),
    { evidence: false, confirmationId: "pcf_1", handover: CODE },
    T0,
  );

const end = (order: Order, type: "call_off" | "report_missed", userId: string, now: number) =>
  decideOrder(order, { type, userId }, now);

function ended(order: Order, type: "call_off" | "report_missed", userId: string, now: number): Order {
  const decision = end(order, type, userId, now);
  if (!decision.ok) throw new Error(decision.reason);
  return decision.order;
}

const REFUSED = { ok: false, reason: "wrong_state" };

describe("cashProblem", () => {
  const facts: CashFacts = {
    account_created_at: T0,
    has_completed: false,
    last_no_show_at: null,
    open_orders: 0,
    recent_orders: 0,
  };

  it("asks a new account without a completed order to prepay for exactly 7 days", () => {
    expect(cashProblem(facts, T0)).toBe("new_account");
    expect(cashProblem(facts, T0 + CASH_ACCOUNT_AGE_MS - 1)).toBe("new_account");
    expect(cashProblem(facts, T0 + CASH_ACCOUNT_AGE_MS)).toBeNull();
    expect(cashProblem({ ...facts, has_completed: true }, T0)).toBeNull();
  });

  it("asks to prepay for exactly 90 days after a no-show, whatever else the account has done", () => {
    const missed = { ...facts, has_completed: true, last_no_show_at: T0 };
    expect(cashProblem(missed, T0 + CASH_NO_SHOW_MS - 1)).toBe("no_show");
    expect(cashProblem(missed, T0 + CASH_NO_SHOW_MS)).toBeNull();
  });

  it("allows 2 open orders at a time (A118)", () => {
    expect(CASH_ORDERS_MAX).toBe(2);
    const old = { ...facts, has_completed: true };
    expect(cashProblem({ ...old, open_orders: 1 }, T0)).toBeNull();
    expect(cashProblem({ ...old, open_orders: 2 }, T0)).toBe("limit");
  });

  it("allows 5 orders in 24 hours, whatever became of them (A104, A118)", () => {
    const old = { ...facts, has_completed: true };
    expect(cashProblem({ ...old, recent_orders: 4 }, T0)).toBeNull();
    expect(cashProblem({ ...old, recent_orders: 5 }, T0)).toBe("daily_limit");
  });
});

describe("an order paid at pick-up", () => {
  it("waits for its collection without a payment deadline, and is not paid", () => {
    expect(place()).toMatchObject({
      status: "awaiting_collection",
      payment_deadline: null,
      confirmation_deadline: null,
      paid_at: null,
      strike_exempt: true,
      handover: { code: CODE.code },
    });
    expect(place().events.map(({ kind }) => kind)).toEqual(["placed", "cash_agreed"]);
  });

  it("is completed and paid by the buyer's code alone, until 24 hours after the window (A119)", () => {
    const order = place();
    const last = ENDS + CASH_AFTER_MS - 1;
    expect(handOver(order, { sellerId: SELLER, code: CODE.code }, last)).toMatchObject({
      ok: true,
      order: { status: "completed", paid_at: last, completed_at: last },
    });
    expect(handOver(order, { sellerId: SELLER, code: CODE.code }, last + 1)).toEqual(REFUSED);
    // The buyer cannot complete an order that they have not paid for.
    expect(decideOrder(order, { type: "collect", userId: BUYER }, STARTS)).toEqual(REFUSED);
    expect(decideOrder(order, { type: "cancel", userId: BUYER }, T0)).toEqual(REFUSED);
    expect(decideOrder(order, { type: "open_dispute", userId: BUYER, reason: "x" }, T0)).toEqual(REFUSED);
  });

  it("ends 24 hours after the window without a missed payment, and never earlier", () => {
    const order = place();
    expect(orderDueAt(order)).toBe(ENDS + DAY_MS);
    expect(applyDeadlines(order, ENDS + DAY_MS - 1)).toBe(order);
    const over = applyDeadlines(order, ENDS + DAY_MS);
    expect(over).toMatchObject({ status: "expired", marked_incomplete: false, paid_at: null, strike_exempt: true });
    expect(over.events.at(-1)).toMatchObject({ kind: "not_collected", actor_id: null });
    expect(orderDueAt(over)).toBeNull();
  });

  it("is called off by either party before the collection starts, and by no other", () => {
    for (const user of [BUYER, SELLER]) {
      expect(ended(place(), "call_off", user, STARTS - 1).status).toBe("cancelled");
      expect(end(place(), "call_off", user, STARTS)).toEqual(REFUSED);
    }
    expect(end(place(), "call_off", "acc_other", T0)).toEqual({ ok: false, reason: "not_yours" });
  });

  it("is reported as missed from the end of the window until 3 days later, also after it has ended", () => {
    const order = place();
    expect(end(order, "report_missed", SELLER, ENDS - 1)).toEqual(REFUSED);
    expect(ended(order, "report_missed", SELLER, ENDS).status).toBe("cancelled");
    const over = applyDeadlines(order, cashEndsAt(order));
    for (const user of [BUYER, SELLER]) {
      expect(ended(over, "report_missed", user, ENDS + NO_SHOW_REPORT_MS - 1).status).toBe("cancelled");
      expect(end(over, "report_missed", user, ENDS + NO_SHOW_REPORT_MS)).toEqual(REFUSED);
    }
  });

  it("takes one report: a repeat changes nothing, and the other party's is refused", () => {
    const reported = ended(place(), "report_missed", SELLER, ENDS);
    expect(end(reported, "report_missed", SELLER, ENDS + 1)).toEqual({ ok: true, order: reported });
    expect(end(reported, "report_missed", BUYER, ENDS + 1)).toEqual(REFUSED);
    expect(end(ended(place(), "call_off", BUYER, T0), "report_missed", SELLER, ENDS)).toEqual(REFUSED);
  });

  it("is closed by staff after the collection, withdrawn by the service, and never refunded", () => {
    expect(closeOrder(place(), { staffId: "acc_staff" }, STARTS)).toEqual(REFUSED);
    expect(closeOrder(place(), { staffId: "acc_staff" }, STARTS + 1)).toMatchObject({
      order: { status: "completed", paid_at: STARTS + 1 },
    });
    expect(refundOrder(place(), { by: "service", actorId: null }, T0)).toMatchObject({
      order: { status: "cancelled" },
    });
    for (const by of ["staff", "seller"] as const) {
      expect(refundOrder(place(), { by, actorId: by === "seller" ? SELLER : "acc_staff" }, T0)).toEqual(REFUSED);
    }
  });

  it("can be moved before the collection, and then ends 24 hours after the new window", () => {
    const later = { from: STARTS + DAY_MS, until: ENDS + DAY_MS };
    const asked = decideReschedule(place(), { type: "propose", userId: BUYER, proposalId: "tpr_1", ...later }, T0);
    if (!asked.ok) throw new Error(asked.reason);
    const moved = decideReschedule(
      asked.order,
      { type: "answer", userId: SELLER, proposalId: "tpr_1", accept: true },
      T0,
    );
    if (!moved.ok) throw new Error(moved.reason);
    expect(orderDueAt(moved.order)).toBe(ENDS + 2 * DAY_MS);
  });

  it("shows its buyer the address from 24 hours before, and not after it has ended", () => {
    const shown = (status: Order["status"], now: number) =>
      collectionAddress({
        role: "buyer",
        status,
        collection_date: STARTS,
        address: "1 King St",
        paid_at: null,
        completed_at: null,
        now,
      });
    expect(shown("awaiting_collection", STARTS - DAY_MS - 1)).toEqual({
      address: null,
      state: "later",
      at: STARTS - DAY_MS,
    });
    expect(shown("awaiting_collection", STARTS - DAY_MS).address).toBe("1 King St");
    expect(shown("expired", ENDS + DAY_MS)).toEqual({ address: null, state: "no_longer", at: null });
  });

  it("tells each party the next step, and after the window when it ends", () => {
    const at = (role: "buyer" | "seller", now: number) => {
      const order = place();
      const abilities = orderAbilities(order, role, now);
      const facts = { ...order, role, abilities, handover_locked_until: null, reversal: null };
      return nextStep({ ...facts, handover: role === "buyer" ? {} : null }, now);
    };
    expect(at("buyer", T0)).toEqual({ kind: "act", action: "show_code", until: STARTS });
    expect(at("seller", T0)).toEqual({ kind: "act", action: "type_code", until: STARTS });
    expect(at("seller", ENDS)).toEqual({ kind: "act", action: "type_code", until: ENDS + DAY_MS });
  });

  it("writes one email to each party when it is placed and when it ends, without code or address", () => {
    const over = applyDeadlines(place(), ENDS + DAY_MS);
    const mails = over.events.flatMap((event) => orderEmails(over, event, "https://example.com"));
    expect(mails.map(({ subject }) => subject)).toEqual([
      "It's reserved for you: Lamp",
      "New order, paid at pickup: Lamp",
      "Not picked up: Lamp",
      "Not picked up: Lamp",
    ]);
    for (const { text } of mails) expect(text).not.toMatch(/King St|482913/);
  });
});

describe("the methods of a checkout with cash", () => {
  const card = { least_cents: 50, most_cents: 99_999_999 };
  const part = (seller_id: string, methods: ("cash" | "stripe")[]) => ({ seller_id, methods, charged_cents: 1_000 });

  it("offer cash until the collection starts, with no payment deadline", () => {
    expect(leavesTime("cash", STARTS, STARTS)).toBe(true);
    expect(leavesTime("cash", STARTS, STARTS + 1)).toBe(false);
    expect(canPlace("cash", STARTS, STARTS - 1, { evidence: false })).toBe(true);
    expect(canPlace("cash", STARTS, STARTS, { evidence: false })).toBe(false);
    expect(paymentDeadlines(["cash"], STARTS, T0, DEFAULT_TIME_LIMITS)).toEqual({});
  });

  it("pay several items with cash only when one seller has them all", () => {
    expect(jointMethods([part("a", ["cash"]), part("a", ["cash", "stripe"])], card)).toEqual(["cash"]);
    const two = [part("a", ["cash"]), part("b", ["cash"])];
    expect(jointMethods(two, card)).toEqual([]);
    expect(notTogether(two, card)).toEqual(["cash_one_seller"]);
  });

  it("count a purchase as open until its parts are collected", () => {
    expect(purchaseStatus(["awaiting_collection", "completed"])).toBe("awaiting_collection");
    expect(purchaseStatus(["completed", "completed"])).toBe("paid");
    const parts: DecidedPart[] = (["awaiting_collection", "awaiting_collection"] as const).map((status, index) => ({
      order_id: `ord_${index}`,
      group: "pur_1",
      amount_cents: 1_000,
      status,
      payment_deadline: null,
    }));
    expect(cancelProblem("open", parts)).toBeNull();
    expect(cancelProblem("open", [{ ...(parts[0] as DecidedPart), status: "completed" }])).toBe("paid");
    expect(afterCancelling(parts)).toBe("open");
  });
});
