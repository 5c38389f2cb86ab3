import { describe, expect, it } from "vitest";
import { ORDER_STATUSES } from "#contract/orders";
import { CONFIRMATION_MS, DAY_MS, DENIED_MS, HOUR_MS, MINUTE_MS } from "#domain/deadlines";
import {
  allows,
  claimOf,
  ORDER_GRAPH,
  ORDER_START,
  type Order,
  type OrderMethod,
  type OrderParty,
  type OrderState,
  type OrderTransition,
  orderDueAt,
  placeOrder,
  settleOrder,
} from "#domain/order";
import { decideOrder, type OrderCommand } from "#domain/order-parties";
import { refundOrder } from "#domain/order-settlement";

const T0 = Date.UTC(2026, 0, 5, 9);
const BUYER = "acc_buyer";
const SELLER = "acc_seller";
const REFERENCE = "GS12345678";

function place(method: OrderMethod = "bank_transfer", evidence = false): Order {
  return placeOrder(
    {
      id: "ord_1",
      transaction_id: "txn_1",
      item_id: "itm_1",
      buyer_id: BUYER,
      seller_id: SELLER,
      hold_id: "hld_1",
      payment_method: method,
      amount_cents: method === "free" ? 0 : 4_500,
      bank_reference: REFERENCE,
      bank_details: null,
      item_title: "Lamp",
      item_image_url: null,
      collection_date: T0 + 7 * DAY_MS,
      collection_zone: "Australia/Sydney",
      collection_summary: "Newtown",
      collection_address: null,
      purchase_id: null,
    },
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

function refunded(order: Order): Order {
  const decision = refundOrder(order, { by: "staff", actorId: "acc_staff" }, T0);
  if (!decision.ok) throw new Error(decision.reason);
  return decision.order;
}

/** One order in every state of the graph, reached by the permitted ways. */
function everyState(): Record<OrderState, Order> {
  const pending = place("bank_transfer", true);
  const paid = carry(pending, confirm("pcf_1"));
  return {
    awaiting_payment: place(),
    payment_pending_seller_confirmation: pending,
    payment_confirmed: paid,
    completed: carry(paid, collect),
    expired: settleOrder(place(), T0 + 3 * DAY_MS),
    cancelled: carry(place(), cancel),
    disputed: settleOrder(pending, T0 + CONFIRMATION_MS),
    refunded: refunded(paid),
  };
}

describe("the graph", () => {
  const states = Object.keys(ORDER_GRAPH) as OrderState[];

  it("leads only to states it knows, and every one of them is a status of the contract", () => {
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

  it("has a built example of each state, in that state", () => {
    for (const [state, order] of Object.entries(everyState())) expect(order.status).toBe(state);
  });

  it("carries out every command it lists and refuses every other, changing nothing", () => {
    // Written down apart from the graph: who may do what, where.
    const permitted: Record<OrderCommand["type"], OrderState[]> = {
      submit_evidence: ["awaiting_payment"],
      confirm: ["payment_pending_seller_confirmation", "disputed"],
      deny: ["payment_pending_seller_confirmation"],
      cancel: ["awaiting_payment"],
      collect: ["payment_confirmed"],
      open_dispute: ["payment_confirmed"],
    };
    // Said again about an order where it has already happened: answered with the order as it is.
    const repeated: Record<OrderCommand["type"], OrderState[]> = {
      submit_evidence: ["payment_pending_seller_confirmation"],
      confirm: ["payment_confirmed", "completed", "refunded"],
      deny: [],
      cancel: ["cancelled"],
      collect: ["completed"],
      open_dispute: [],
    };
    const commands = [evidence("pcf_9"), confirm("pcf_1"), deny("pcf_1"), cancel, collect, dispute];
    for (const [state, order] of Object.entries(everyState()) as [OrderState, Order][]) {
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

  it("lets nobody act for the other side or for the clock", () => {
    const parties: OrderParty[] = ["buyer", "seller", "service"];
    for (const state of states) {
      const edges = ORDER_GRAPH[state] as Record<string, { by: OrderParty }>;
      for (const [transition, edge] of Object.entries(edges)) {
        for (const party of parties) {
          expect(allows(state, transition as OrderTransition, party)).toBe(party === edge.by);
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

describe("deadlines", () => {
  it("are 3 days for a bank transfer, 2 hours for crypto, 30 minutes for a card and none for a gift", () => {
    expect(place("bank_transfer").payment_deadline).toBe(T0 + 3 * DAY_MS);
    expect(place("crypto").payment_deadline).toBe(T0 + 2 * HOUR_MS);
    expect(place("stripe").payment_deadline).toBe(T0 + 30 * MINUTE_MS);
    expect(place("free")).toMatchObject({ status: "payment_confirmed", payment_deadline: null, paid_at: T0 });
  });

  it("expire an unpaid order at the very millisecond, not before, and mark it with a reason", () => {
    const order = place();
    expect(settleOrder(order, T0 + 3 * DAY_MS - 1)).toBe(order);
    expect(settleOrder(order, T0 + 3 * DAY_MS)).toMatchObject({
      status: "expired",
      marked_incomplete: true,
      incomplete_reason: expect.stringContaining("deadline"),
    });
  });

  it("keep the buyer's deadline a day behind the seller's once evidence is given", () => {
    const order = place("bank_transfer", true);
    expect(order.confirmation_deadline).toBe(T0 + CONFIRMATION_MS);
    expect(order.payment_deadline).toBe(T0 + CONFIRMATION_MS + DAY_MS);
    expect(orderDueAt(order)).toBe(order.confirmation_deadline);
  });

  it("never mark an order whose buyer gave evidence or paid, however much time passes (PEN-3)", () => {
    const states = everyState();
    for (const order of [states.payment_pending_seller_confirmation, states.payment_confirmed, states.completed]) {
      for (const later of [CONFIRMATION_MS, CONFIRMATION_MS + DAY_MS, 400 * DAY_MS]) {
        expect(settleOrder(order, T0 + later)).toMatchObject({ marked_incomplete: false, incomplete_reason: null });
      }
    }
    expect(states.disputed).toMatchObject({ marked_incomplete: false, confirmations: [{ status: "lapsed" }] });
    expect(orderDueAt(states.disputed)).toBeNull();
  });

  it("give a buyer whose payment did not arrive 24 hours, and then another chance to say so", () => {
    const now = T0 + 47 * HOUR_MS;
    const denied = carry(place("bank_transfer", true), deny("pcf_1"), now);
    expect(denied).toMatchObject({ status: "awaiting_payment", payment_deadline: now + DENIED_MS });
    const again = carry(denied, evidence("pcf_2"), now + HOUR_MS);
    expect(again.confirmations.map((entry) => entry.status)).toEqual(["not_received", "pending"]);
    expect(settleOrder(denied, now + DENIED_MS).status).toBe("expired");
  });
});

describe("an order", () => {
  it("numbers its history and never rewrites it", () => {
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

  it("does not take the answer to an earlier question, a wrong reference, or evidence where money moves in our sight", () => {
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
  });

  it("refuses a cancel that comes after the deadline: the order has expired by then", () => {
    expect(decideOrder(place(), cancel, T0 + 3 * DAY_MS)).toEqual({ ok: false, reason: "wrong_state" });
  });

  it("locks the item while it is open or in dispute, has bought it once paid, and lets go at its end", () => {
    expect(Object.keys(ORDER_GRAPH).map((state) => [state, claimOf(state as OrderState)])).toEqual([
      ["awaiting_payment", "locks"],
      ["payment_pending_seller_confirmation", "locks"],
      ["disputed", "locks"],
      ["payment_confirmed", "bought"],
      ["completed", "bought"],
      ["expired", "none"],
      ["cancelled", "none"],
      ["refunded", "none"],
    ]);
  });
});
