import { describe, expect, it } from "vitest";
import { ORDER_STATUSES } from "#domain/orders/order-status";
import { nextStep, type StepFacts } from "../../worker/domain/orders/next-step.ts";
import type { OrderMethod } from "../../worker/domain/orders/order.ts";
import type { OrderRole } from "../../worker/domain/orders/order-abilities.ts";

const NOW = 1_000_000;
const none = {
  pay_card: false,
  submit_evidence: false,
  confirm_payment: false,
  hand_over: false,
  collect: false,
};

const order = (facts: Partial<StepFacts> = {}): StepFacts => ({
  status: "awaiting_payment",
  role: "buyer",
  payment_method: "bank_transfer",
  payment_deadline: NOW + 5_000,
  confirmation_deadline: null,
  collection_date: NOW + 90_000,
  collection_ends_at: NOW + 95_000,
  card: null,
  handover: null,
  handover_locked_until: null,
  dispute: null,
  reversal: null,
  abilities: none,
  ...facts,
});

const ROLES: OrderRole[] = ["buyer", "seller"];
const METHODS: OrderMethod[] = ["bank_transfer", "stripe", "crypto", "cash", "free"];
const CARDS = [null, "none", "open", "closing", "cancelled", "paid", "refund_due", "refunded"];
/** Every subset of the abilities. */
const ABILITIES = Array.from({ length: 32 }, (_, bits) => ({
  pay_card: Boolean(bits & 1),
  submit_evidence: Boolean(bits & 2),
  confirm_payment: Boolean(bits & 4),
  hand_over: Boolean(bits & 8),
  collect: Boolean(bits & 16),
}));

describe("nextStep", () => {
  it("returns one action, one wait or the end for every state, party, method, card and set of abilities", () => {
    let cases = 0;
    for (const status of ORDER_STATUSES)
      for (const role of ROLES)
        for (const payment_method of METHODS)
          for (const state of CARDS)
            for (const abilities of ABILITIES) {
              const card = state === null ? null : { state };
              const step = nextStep(order({ status, role, payment_method, card, abilities }), NOW);
              const said = { act: "action", wait: "wait", end: "end" }[step.kind];
              expect(Object.entries(step).filter(([key]) => ["action", "wait", "end"].includes(key))).toEqual([
                [said, expect.any(String)],
              ]);
              cases++;
            }
    expect(cases).toBe(9 * 2 * 5 * 8 * 32);
  });

  it("never offers an action that the server does not allow", () => {
    const needs = {
      pay_card: "pay_card",
      send_reference: "submit_evidence",
      send_hash: "submit_evidence",
      confirm_payment: "confirm_payment",
      type_code: "hand_over",
      collect: "collect",
    } as const;
    for (const status of ORDER_STATUSES)
      for (const role of ROLES)
        for (const payment_method of METHODS)
          for (const abilities of ABILITIES) {
            const step = nextStep(order({ status, role, payment_method, abilities }), NOW);
            if (step.kind !== "act" || !(step.action in needs)) continue;
            expect(abilities[needs[step.action as keyof typeof needs]], `${step.action} in ${status}`).toBe(true);
          }
  });

  it("asks the buyer to pay with the chosen method, until the payment deadline", () => {
    const until = NOW + 5_000;
    expect(nextStep(order({ payment_method: "stripe", abilities: { ...none, pay_card: true } }), NOW)).toEqual({
      kind: "act",
      action: "pay_card",
      until,
    });
    const evidence = { ...none, submit_evidence: true };
    expect(nextStep(order({ abilities: evidence }), NOW)).toEqual({ kind: "act", action: "send_reference", until });
    expect(nextStep(order({ payment_method: "crypto", abilities: evidence }), NOW)).toEqual({
      kind: "act",
      action: "send_hash",
      until,
    });
    expect(nextStep(order({ role: "seller" }), NOW)).toEqual({ kind: "wait", wait: "buyer_pays", until });
  });

  it("lets both sides wait while the provider is asked about a card payment", () => {
    for (const role of ROLES) {
      const closing = order({ role, card: { state: "closing" }, abilities: { ...none, pay_card: true } });
      expect(nextStep(closing, NOW)).toEqual({ kind: "wait", wait: "card_closes", until: null });
    }
  });

  it("gives both sides the seller's deadline while the seller checks for a payment", () => {
    const pending = { status: "payment_pending_seller_confirmation", confirmation_deadline: NOW + 7 } as const;
    expect(nextStep(order(pending), NOW)).toEqual({ kind: "wait", wait: "seller_confirms", until: NOW + 7 });
    expect(nextStep(order({ ...pending, role: "seller", abilities: { ...none, confirm_payment: true } }), NOW)).toEqual(
      { kind: "act", action: "confirm_payment", until: NOW + 7 },
    );
  });

  it("has the buyer show the code and the seller type it, and locks the seller after five wrong tries", () => {
    const paid = { status: "payment_confirmed" as const, abilities: { ...none, collect: true } };
    expect(nextStep(order({ ...paid, handover: {} }), NOW)).toMatchObject({ action: "show_code" });
    expect(nextStep(order(paid), NOW)).toMatchObject({ action: "collect" });
    const seller = order({ ...paid, role: "seller", abilities: { ...none, hand_over: true } });
    expect(nextStep(seller, NOW)).toMatchObject({ action: "type_code" });
    expect(nextStep({ ...seller, handover_locked_until: NOW + 60 }, NOW)).toEqual({
      kind: "wait",
      wait: "code_locked",
      until: NOW + 60,
    });
    expect(nextStep({ ...seller, handover_locked_until: NOW }, NOW)).toMatchObject({ action: "type_code" });
  });

  it("counts down to the collection only until its time has come", () => {
    const paid = { status: "payment_confirmed" as const, handover: {} };
    expect(nextStep(order(paid), NOW)).toMatchObject({ until: NOW + 90_000 });
    expect(nextStep(order(paid), NOW + 90_000)).toMatchObject({ until: null });
  });

  it("offers a lapsed confirmation to the seller, and leaves a dispute to staff", () => {
    const disputed = { status: "disputed", role: "seller" } as const;
    expect(nextStep(order({ ...disputed, abilities: { ...none, confirm_payment: true } }), NOW)).toMatchObject({
      action: "confirm_payment",
    });
    expect(nextStep(order(disputed), NOW)).toMatchObject({ wait: "staff_decides" });
    expect(nextStep(order({ status: "disputed" }), NOW)).toMatchObject({ wait: "staff_decides" });
  });

  it("waits for a refund until it has arrived, also for an order that was paid too late", () => {
    const due = { card: { state: "refund_due" } };
    for (const status of ["refunded", "expired", "cancelled"] as const) {
      expect(nextStep(order({ ...due, status }), NOW)).toMatchObject({ wait: "refund_arrives" });
      expect(nextStep(order({ card: { state: "refunded" }, status }), NOW)).toEqual({ kind: "end", end: status });
    }
  });

  it("waits for the bank after a chargeback, and for staff after a refund made elsewhere", () => {
    for (const role of ROLES) {
      const chargeback = order({ status: "disputed", role, reversal: { kind: "chargeback", outcome: null } });
      expect(nextStep(chargeback, NOW)).toEqual({ kind: "wait", wait: "bank_decides", until: null });
      const refund = order({ status: "disputed", role, reversal: { kind: "refund", outcome: null } });
      expect(nextStep(refund, NOW)).toEqual({ kind: "wait", wait: "staff_decides", until: null });
      const settled = order({ status: "disputed", role, reversal: { kind: "chargeback", outcome: "won" } });
      expect(nextStep(settled, NOW)).toEqual({ kind: "wait", wait: "staff_decides", until: null });
    }
  });
});

describe("nextStep during a refund from seller to buyer", () => {
  const stepOf = (role: OrderRole, status: "account_needed" | "owed" | "sent" | "settled" | "unclaimed") =>
    nextStep(order({ status: "refunded", role, money_back: { status, due_at: NOW + 9 } }), NOW);

  it("gives each side one thing to do or to wait for until the money has arrived", () => {
    const until = NOW + 9;
    expect(stepOf("buyer", "account_needed")).toEqual({ kind: "act", action: "name_account", until });
    expect(stepOf("seller", "account_needed")).toEqual({ kind: "wait", wait: "account_named", until });
    expect(stepOf("buyer", "owed")).toEqual({ kind: "wait", wait: "seller_sends_back", until });
    expect(stepOf("seller", "owed")).toEqual({ kind: "act", action: "send_back", until });
    expect(stepOf("buyer", "sent")).toEqual({ kind: "act", action: "confirm_refund", until });
    expect(stepOf("seller", "sent")).toEqual({ kind: "wait", wait: "refund_confirmed", until });
    expect(stepOf("buyer", "unclaimed")).toEqual({ kind: "act", action: "name_account", until: null });
    for (const role of ROLES) expect(stepOf(role, "settled")).toEqual({ kind: "end", end: "refunded" });
  });
});
