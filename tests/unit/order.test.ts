import { describe, expect, it } from "vitest";
import { CONFIRMATION_MS, DAY_MS, DENIED_MS, HOUR_MS, MINUTE_MS } from "#domain/deadlines";
import {
  applyDeadlines,
  changeStatus,
  decidedByStaff,
  itemClaimOf,
  type Order,
  type OrderMethod,
  orderDueAt,
  withHandoverCode,
} from "#domain/orders/order";
import { allows, ORDER_GRAPH, ORDER_START, type OrderParty, type OrderTransition } from "#domain/orders/order-graph";
import { decideOrder, type OrderCommand } from "#domain/orders/order-parties";
import { refundOrder } from "#domain/orders/order-settlement";
import { ORDER_STATUSES, type OrderStatus } from "#domain/orders/order-status";
import { placeOrder } from "#domain/orders/place-order";
import { DEFAULT_TIME_LIMITS } from "#domain/time-limits";
import { BUYER, orderFacts, SELLER, T0 } from "../support/order-facts.ts";

const REFERENCE = "GS12345678";

function place(method: OrderMethod = "bank_transfer", evidence = false): Order {
  return placeOrder(
    orderFacts({ payment_method: method, amount_cents: method === "free" ? 0 : 4_500, bank_reference: REFERENCE }),
    { evidence, confirmationId: "pcf_1" },
    T0,
  );
}

/** Carries out a command that must be accepted. */
function carry(order: Order, command: OrderCommand, now = T0): Order {
  const decision = decideOrder(order, command, now);
  expect(decision, command.type).toMatchObject({ ok: true });
  if (!decision.ok) throw new Error(decision.reason);
  return decision.order;
}

const evidence = (id: string): OrderCommand => ({
  type: "submit_evidence",
  userId: BUYER,
  confirmationId: id,
  reference: REFERENCE,
});
const confirm = (id: string): OrderCommand => ({ type: "confirm", userId: SELLER, confirmationId: id });
const deny = (id: string): OrderCommand => ({ type: "deny", userId: SELLER, confirmationId: id });
const cancel: OrderCommand = { type: "cancel", userId: BUYER };
const collect: OrderCommand = { type: "collect", userId: BUYER };
const dispute: OrderCommand = { type: "open_dispute", userId: BUYER, reason: "It is not the lamp in the photos." };

const callOff = (userId: string): OrderCommand => ({ type: "call_off", userId });
const missed = (userId: string): OrderCommand => ({ type: "report_missed", userId });

function refunded(order: Order): Order {
  const decision = refundOrder(order, { by: "staff", actorId: "acc_staff" }, T0);
  if (!decision.ok) throw new Error(decision.reason);
  return decision.order;
}

/** Returns one order in each state, reached by permitted commands. */
function everyState(): Record<OrderStatus, Order> {
  const pending = place("bank_transfer", true);
  const paid = carry(pending, confirm("pcf_1"));
  return {
    awaiting_payment: place(),
    payment_pending_seller_confirmation: pending,
    awaiting_collection: place("cash"),
    payment_confirmed: paid,
    completed: carry(paid, collect),
    expired: applyDeadlines(place(), T0 + 3 * DAY_MS),
    cancelled: carry(place(), cancel),
    disputed: applyDeadlines(pending, T0 + CONFIRMATION_MS),
    refunded: refunded(paid),
  };
}

describe("ORDER_GRAPH", () => {
  const states = Object.keys(ORDER_GRAPH) as OrderStatus[];

  it("leads only to known states, all of them in the contract", () => {
    for (const state of states) {
      expect(ORDER_STATUSES).toContain(state);
      for (const edge of Object.values(ORDER_GRAPH[state]) as { to: string }[]) expect(states).toContain(edge.to);
    }
  });

  it("reaches every state from the start", () => {
    const reached = new Set<string>([ORDER_START]);
    for (let grew = true; grew; ) {
      grew = false;
      for (const state of states.filter((name) => reached.has(name))) {
        for (const edge of Object.values(ORDER_GRAPH[state]) as { to: string }[]) {
          if (reached.has(edge.to)) continue;
          reached.add(edge.to);
          grew = true;
        }
      }
    }
    expect([...reached].sort()).toEqual([...states].sort());
  });

  it("has an example order in each state", () => {
    for (const [state, order] of Object.entries(everyState())) expect(order.status).toBe(state);
  });

  it("permits exactly the listed commands in each state, and refuses others without a change", () => {
    // Written independently of the graph: who may do what in which state.
    const permitted: Record<OrderCommand["type"], OrderStatus[]> = {
      submit_evidence: ["awaiting_payment"],
      confirm: ["payment_pending_seller_confirmation", "disputed"],
      deny: ["payment_pending_seller_confirmation"],
      cancel: ["awaiting_payment"],
      collect: ["payment_confirmed"],
      open_dispute: ["payment_confirmed"],
      call_off: ["awaiting_collection"],
      // Only after the collection, see below.
      report_missed: [],
    };
    // Repeating a command that has already happened returns the unchanged order.
    const repeated: Record<OrderCommand["type"], OrderStatus[]> = {
      submit_evidence: ["payment_pending_seller_confirmation"],
      confirm: ["payment_confirmed", "completed", "refunded"],
      deny: [],
      cancel: ["cancelled"],
      collect: ["completed"],
      open_dispute: [],
      call_off: [],
      report_missed: [],
    };
    const commands = [
      evidence("pcf_9"),
      confirm("pcf_1"),
      deny("pcf_1"),
      cancel,
      collect,
      dispute,
      callOff(BUYER),
      missed(SELLER),
    ];
    for (const [state, order] of Object.entries(everyState()) as [OrderStatus, Order][]) {
      for (const command of commands) {
        const decision = decideOrder(order, command, T0 + 1);
        const label = `${command.type} in ${state}`;
        if (permitted[command.type].includes(state)) {
          expect(decision.ok && decision.order.rev, label).toBe(order.rev + 1);
        } else if (repeated[command.type].includes(state)) {
          expect(decision, label).toEqual({ ok: true, order });
        } else {
          expect(decision, label).toEqual({ ok: false, reason: "wrong_state" });
        }
      }
    }
  });

  it("permits no party to act for the other side or for the service", () => {
    const parties: OrderParty[] = ["buyer", "seller", "service"];
    for (const state of states) {
      const edges = ORDER_GRAPH[state] as Record<string, { by: OrderParty | "either" }>;
      for (const [transition, edge] of Object.entries(edges)) {
        for (const party of parties) {
          expect(allows(state, transition as OrderTransition, party)).toBe(
            party === edge.by || (edge.by === "either" && party !== "service"),
          );
        }
      }
    }
    expect(decideOrder(place(), { ...cancel, userId: SELLER }, T0)).toEqual({ ok: false, reason: "not_yours" });
    const pending = place("bank_transfer", true);
    expect(decideOrder(pending, { ...confirm("pcf_1"), userId: BUYER }, T0)).toEqual({
      ok: false,
      reason: "not_yours",
    });
  });
});

describe("order deadlines", () => {
  it("are 3 days for a bank transfer, 2 hours for crypto, 30 minutes for a card and none for a free item (A47)", () => {
    expect(place("bank_transfer").payment_deadline).toBe(T0 + 3 * DAY_MS);
    expect(place("crypto").payment_deadline).toBe(T0 + 2 * HOUR_MS);
    expect(place("stripe").payment_deadline).toBe(T0 + 30 * MINUTE_MS);
    expect(place("free")).toMatchObject({ status: "payment_confirmed", payment_deadline: null, paid_at: T0 });
  });

  it("expire an unpaid order at the exact millisecond and mark it with a reason", () => {
    const order = place();
    expect(applyDeadlines(order, T0 + 3 * DAY_MS - 1)).toBe(order);
    expect(applyDeadlines(order, T0 + 3 * DAY_MS)).toMatchObject({
      status: "expired",
      marked_incomplete: true,
      incomplete_reason: expect.stringContaining("deadline"),
    });
  });

  it("keep the payment deadline a day after the confirmation deadline once evidence is given", () => {
    const order = place("bank_transfer", true);
    expect(order.confirmation_deadline).toBe(T0 + CONFIRMATION_MS);
    expect(order.payment_deadline).toBe(T0 + CONFIRMATION_MS + DAY_MS);
    expect(orderDueAt(order)).toBe(order.confirmation_deadline);
  });

  it("never mark an order as incomplete whose buyer gave evidence or paid (A46)", () => {
    const states = everyState();
    for (const order of [states.payment_pending_seller_confirmation, states.payment_confirmed, states.completed]) {
      for (const later of [CONFIRMATION_MS, CONFIRMATION_MS + DAY_MS, 400 * DAY_MS]) {
        expect(applyDeadlines(order, T0 + later)).toMatchObject({ marked_incomplete: false, incomplete_reason: null });
      }
    }
    expect(states.disputed).toMatchObject({ marked_incomplete: false, confirmations: [{ status: "lapsed" }] });
    expect(orderDueAt(states.disputed)).toBeNull();
  });

  it("give a buyer 24 hours after a denied payment, and a new chance to send evidence", () => {
    const now = T0 + 47 * HOUR_MS;
    const denied = carry(place("bank_transfer", true), deny("pcf_1"), now);
    expect(denied).toMatchObject({ status: "awaiting_payment", payment_deadline: now + DENIED_MS });
    const again = carry(denied, evidence("pcf_2"), now + HOUR_MS);
    expect(again.confirmations.map((entry) => entry.status)).toEqual(["not_received", "pending"]);
    expect(applyDeadlines(denied, now + DENIED_MS).status).toBe("expired");
  });
});

describe("order", () => {
  it("numbers its events and never rewrites them", () => {
    const orders = [place(), place("bank_transfer", true)];
    const last = carry(carry(orders[1] as Order, confirm("pcf_1"), T0 + 5), collect, T0 + 9);
    expect(last.events.map((event) => [event.rev, event.kind, event.at])).toEqual([
      [1, "placed", T0],
      [2, "evidence_submitted", T0],
      [3, "payment_confirmed", T0 + 5],
      [4, "completed", T0 + 9],
    ]);
    expect(last.rev).toBe(4);
  });

  it("refuses an outdated answer, a wrong reference, and evidence for a card or without a crypto quote", () => {
    const denied = carry(place("bank_transfer", true), deny("pcf_1"));
    const again = carry(denied, evidence("pcf_2"));
    expect(decideOrder(again, confirm("pcf_1"), T0)).toEqual({ ok: false, reason: "unknown_confirmation" });
    expect(decideOrder(again, deny("pcf_1"), T0)).toEqual({ ok: true, order: again });
    const wrong: OrderCommand = {
      type: "submit_evidence",
      userId: BUYER,
      confirmationId: "p",
      reference: "GS00000000",
    };
    expect(decideOrder(place(), wrong, T0)).toEqual({ ok: false, reason: "wrong_reference" });
    expect(decideOrder(place("stripe"), evidence("pcf_1"), T0)).toEqual({ ok: false, reason: "wrong_state" });
    const paid: OrderCommand = { type: "submit_evidence", userId: BUYER, confirmationId: "p", txHash: "0x1" };
    expect(decideOrder(place("crypto"), paid, T0)).toEqual({ ok: false, reason: "wrong_state" });
  });

  it("repeats a given answer without a change, and refuses an unknown confirmation", () => {
    const denied = carry(place("bank_transfer", true), deny("pcf_1"));
    expect(decideOrder(denied, evidence("pcf_1"), T0)).toEqual({ ok: true, order: denied });
    expect(decideOrder(denied, deny("pcf_2"), T0)).toEqual({ ok: false, reason: "wrong_state" });
    const confirmed = carry(place("bank_transfer", true), confirm("pcf_1"));
    expect(decideOrder(confirmed, confirm("pcf_1"), T0)).toEqual({ ok: true, order: confirmed });
    expect(decideOrder(confirmed, confirm("pcf_2"), T0)).toEqual({ ok: false, reason: "wrong_state" });
    const unasked: Order = { ...place("bank_transfer", true), confirmations: [] };
    for (const answer of [confirm("pcf_1"), deny("pcf_1")]) {
      expect(decideOrder(unasked, answer, T0)).toEqual({ ok: false, reason: "unknown_confirmation" });
    }
    const disputed = carry(confirmed, dispute);
    expect(decideOrder(disputed, dispute, T0)).toEqual({ ok: true, order: disputed });
    expect(decideOrder({ ...disputed, status: "refunded" }, dispute, T0)).toEqual({ ok: false, reason: "wrong_state" });
  });

  it("starts with its terms and one event of the buyer", () => {
    const { events, ...order } = place();
    expect(order).toMatchObject({
      status: "awaiting_payment",
      buyer_id: BUYER,
      amount_cents: 4_500,
      confirmation_deadline: null,
      marked_incomplete: false,
      incomplete_reason: null,
      crypto: null,
      card: null,
      card_failed_at: null,
      strike_exempt: false,
      handover: null,
      dispute: null,
      rev: 1,
      confirmations: [],
      created_at: T0,
      updated_at: T0,
      paid_at: null,
      completed_at: null,
    });
    expect(events).toEqual([{ rev: 1, kind: "placed", at: T0, actor_id: BUYER }]);
  });

  it("asks the seller for a confirmation each time the buyer sends evidence", () => {
    const pending = place("bank_transfer", true);
    const question = { id: "pcf_1", confirmation_deadline: T0 + CONFIRMATION_MS, created_at: T0 };
    expect(pending.confirmations).toEqual([{ ...question, status: "pending", payment_confirmed_at: null }]);
    expect(pending.events.at(-1)).toMatchObject({ actor_id: BUYER });
    const confirmed = carry(pending, confirm("pcf_1"), T0 + 5);
    expect(confirmed).toMatchObject({ paid_at: T0 + 5, payment_deadline: null, confirmation_deadline: null });
    expect(confirmed.confirmations).toEqual([{ ...question, status: "confirmed", payment_confirmed_at: T0 + 5 }]);
    expect(confirmed.events.at(-1)).toMatchObject({ actor_id: SELLER });
    const denied = carry(pending, deny("pcf_1"), T0 + 5);
    expect(denied.confirmations).toEqual([{ ...question, status: "not_received", payment_confirmed_at: null }]);
    expect(denied).toMatchObject({ confirmation_deadline: null, paid_at: null });
  });

  it("goes to staff when the seller stays silent, without a strike for the buyer", () => {
    const pending = place("bank_transfer", true);
    expect(applyDeadlines(pending, T0 + CONFIRMATION_MS - 1)).toBe(pending);
    expect(applyDeadlines(pending, T0 + CONFIRMATION_MS)).toMatchObject({
      status: "disputed",
      payment_deadline: null,
      strike_exempt: true,
      dispute: null,
      updated_at: T0 + CONFIRMATION_MS,
      confirmations: [{ status: "lapsed", payment_confirmed_at: null }],
    });
  });

  it("takes evidence at creation only for methods that are paid outside Goodstreet", () => {
    expect(place("crypto", true).status).toBe("payment_pending_seller_confirmation");
    for (const method of ["stripe", "free", "outside"] as const) expect(place(method, true).confirmations).toEqual([]);
  });

  it("keeps the deadlines that were set when it was created", () => {
    const clocks = {
      ...DEFAULT_TIME_LIMITS,
      payment_ms: { stripe: HOUR_MS, crypto: 3 * HOUR_MS, bank_transfer: DAY_MS },
      confirmation_ms: DAY_MS,
      denied_ms: 7 * HOUR_MS,
    };
    const made = (method: OrderMethod, withEvidence = false) =>
      placeOrder(place(method), { evidence: withEvidence, confirmationId: "pcf_1", clocks }, T0);
    expect(made("stripe").payment_deadline).toBe(T0 + HOUR_MS);
    expect(made("bank_transfer").payment_deadline).toBe(T0 + DAY_MS);
    expect(made("crypto", true).confirmation_deadline).toBe(T0 + DAY_MS);
    expect(carry(place(), { ...evidence("pcf_1"), clocks } as OrderCommand).confirmation_deadline).toBe(T0 + DAY_MS);
    expect(carry(made("bank_transfer", true), { ...deny("pcf_1"), clocks } as OrderCommand).payment_deadline).toBe(
      T0 + 7 * HOUR_MS,
    );
  });

  it("of a free item has its handover code from the start, and keeps the first one", () => {
    const handover = { code: "042137", secret: "A".repeat(22) };
    const free = { ...place("free"), handover: null };
    const given = placeOrder(free, { evidence: false, confirmationId: "", handover }, T0);
    expect(given.handover).toEqual({ ...handover, wrong: 0, locked_until: null });
    expect(withHandoverCode(given, { code: "999999", secret: "B".repeat(22) }).handover).toBe(given.handover);
    expect(withHandoverCode(place(), undefined).handover).toBeNull();
  });

  it("records a staff decision and its reason in the last event", () => {
    const order = place("bank_transfer", true);
    const noted = decidedByStaff(order, "Both called.");
    expect(noted.events.map((event) => event.note)).toEqual([undefined, "Both called."]);
    expect(decidedByStaff(order, undefined).events.map((event) => event.staff)).toEqual([undefined, true]);
  });

  it("throws on a transition that the graph does not have", () => {
    expect(() => changeStatus(place(), "release", null, T0, {})).toThrow(
      "order ord_1: no release from awaiting_payment",
    );
  });

  it("records when and by whom it was cancelled or collected", () => {
    expect(carry(place(), cancel, T0 + 3)).toMatchObject({ payment_deadline: null, updated_at: T0 + 3 });
    const paid = carry(place("bank_transfer", true), confirm("pcf_1"));
    const collected = carry(paid, collect, T0 + 9);
    expect(collected).toMatchObject({ completed_at: T0 + 9, updated_at: T0 + 9 });
    expect(collected.events.at(-1)).toMatchObject({ kind: "completed", actor_id: BUYER });
    const reported = carry(paid, dispute, T0 + 9);
    expect(reported).toMatchObject({ strike_exempt: true, dispute: { opened_at: T0 + 9, outcome: null } });
    expect(reported.events.at(-1)).toMatchObject({ kind: "dispute_opened", actor_id: BUYER });
  });

  it("refuses a cancellation after the payment deadline", () => {
    expect(decideOrder(place(), cancel, T0 + 3 * DAY_MS)).toEqual({ ok: false, reason: "wrong_state" });
  });

  it("claims the item while it is open, disputed or paid, and releases it at its end", () => {
    expect(Object.keys(ORDER_GRAPH).map((state) => [state, itemClaimOf(state as OrderStatus)])).toEqual([
      ["awaiting_payment", "locks"],
      ["payment_pending_seller_confirmation", "locks"],
      ["awaiting_collection", "locks"],
      ["disputed", "locks"],
      ["payment_confirmed", "bought"],
      ["completed", "bought"],
      ["expired", "none"],
      ["cancelled", "none"],
      ["refunded", "none"],
    ]);
  });
});

describe("order deadlines before the collection (D55)", () => {
  const COLLECTION = T0 + 7 * DAY_MS;
  const placedAt = (before: number, method: OrderMethod, evidence = false, firstCollection?: number) =>
    placeOrder(
      { ...place(method), collection_date: COLLECTION },
      { evidence, confirmationId: "pcf_1", firstCollection },
      COLLECTION - before,
    );

  it("give a bank transfer three days, or until a day before the collection", () => {
    expect(placedAt(7 * DAY_MS, "bank_transfer").payment_deadline).toBe(COLLECTION - 4 * DAY_MS);
    expect(placedAt(4 * DAY_MS, "bank_transfer").payment_deadline).toBe(COLLECTION - DAY_MS);
    expect(placedAt(2 * DAY_MS, "bank_transfer").payment_deadline).toBe(COLLECTION - DAY_MS);
  });

  it("end an hour before the collection for crypto, and at the collection for a card", () => {
    expect(placedAt(2.5 * HOUR_MS, "crypto").payment_deadline).toBe(COLLECTION - HOUR_MS);
    expect(placedAt(20 * MINUTE_MS, "stripe").payment_deadline).toBe(COLLECTION);
    expect(placedAt(DAY_MS, "stripe").payment_deadline).toBe(COLLECTION - DAY_MS + 30 * MINUTE_MS);
  });

  it("end before the first collection of orders that are paid together", () => {
    const first = COLLECTION - 3 * DAY_MS;
    expect(placedAt(6 * DAY_MS, "bank_transfer", false, first).payment_deadline).toBe(first - DAY_MS);
  });

  it("end the seller's time to confirm when the collection begins", () => {
    expect(placedAt(30 * HOUR_MS, "bank_transfer", true).confirmation_deadline).toBe(COLLECTION);
    const order = placedAt(4 * DAY_MS, "bank_transfer");
    const sent = carry(order, evidence("pcf_1"), COLLECTION - 25 * HOUR_MS);
    expect(sent.confirmation_deadline).toBe(COLLECTION);
  });

  it("end the buyer's time after a denied payment an hour before the collection", () => {
    const sent = placedAt(30 * HOUR_MS, "bank_transfer", true);
    expect(carry(sent, deny("pcf_1"), COLLECTION - 26 * HOUR_MS).payment_deadline).toBe(COLLECTION - 2 * HOUR_MS);
    expect(carry(sent, deny("pcf_1"), COLLECTION - 10 * HOUR_MS).payment_deadline).toBe(COLLECTION - HOUR_MS);
  });

  it("expire the order without a strike when a denial leaves no time to pay again", () => {
    const sent = placedAt(30 * HOUR_MS, "bank_transfer", true);
    const over = carry(sent, deny("pcf_1"), COLLECTION - HOUR_MS);
    expect(over).toMatchObject({ status: "expired", strike_exempt: true });
    expect(over.events.slice(-2).map(({ kind }) => kind)).toEqual(["payment_denied", "expired"]);
    expect(decideOrder(over, deny("pcf_1"), COLLECTION)).toEqual({ ok: true, order: over });
  });
});

describe("giveaway (D57)", () => {
  const COLLECTION = T0 + 7 * DAY_MS;
  const ENDS = COLLECTION + 60 * 60_000;
  const given = place("free");

  it.each([BUYER, SELLER])("can be called off by %s until its collection, without a strike", (userId) => {
    const off = carry(given, callOff(userId), COLLECTION - 1);
    expect(off).toMatchObject({ status: "cancelled", marked_incomplete: false });
    expect(off.events.at(-1)).toMatchObject({ kind: "called_off", actor_id: userId });
    expect(itemClaimOf(off.status)).toBe("none");
    expect(decideOrder(off, callOff(userId), COLLECTION)).toEqual({ ok: true, order: off });
    expect(decideOrder(given, callOff(userId), COLLECTION)).toEqual({ ok: false, reason: "wrong_state" });
  });

  it.each([BUYER, SELLER])("can be reported as not collected by %s once its collection has ended", (userId) => {
    expect(decideOrder(given, missed(userId), ENDS - 1)).toEqual({ ok: false, reason: "wrong_state" });
    const over = carry(given, missed(userId), ENDS);
    expect(over).toMatchObject({ status: "cancelled", marked_incomplete: false });
    expect(over.events.at(-1)).toMatchObject({ kind: "collection_missed", actor_id: userId, at: ENDS });
    expect(decideOrder(over, missed(userId), ENDS + 1)).toEqual({ ok: true, order: over });
  });

  it("can be called off by its two parties only, and a paid order cannot", () => {
    expect(decideOrder(given, callOff("acc_other"), T0)).toEqual({ ok: false, reason: "not_yours" });
    const paid = carry(place("bank_transfer", true), confirm("pcf_1"));
    expect(decideOrder(paid, callOff(BUYER), T0)).toEqual({ ok: false, reason: "wrong_state" });
    expect(decideOrder(paid, missed(SELLER), COLLECTION)).toEqual({ ok: false, reason: "wrong_state" });
    expect(decideOrder(carry(given, collect), callOff(SELLER), T0)).toEqual({ ok: false, reason: "wrong_state" });
  });
});
