import { describe, expect, it } from "vitest";
import {
  deadlineOf,
  eventWords,
  explain,
  isOpen,
  nextAction,
  statusWords,
} from "../../web/features/orders/order-words.ts";
import { ORDER_STATUSES, type OrderView } from "../../worker/contract/orders.ts";

const nothing = { submit_evidence: false, cancel: false, collect: false, confirm_payment: false, deny_payment: false };
const order: OrderView = {
  id: "ord_aaaaaaaaaaaaaaaaaaaa",
  transaction_id: "txn_aaaaaaaaaaaaaaaaaaaa",
  status: "awaiting_payment",
  role: "buyer",
  item: { id: "itm_a", title: "Bike", image_url: null },
  counterparty: { id: "acc_s", display_name: "Maya R" },
  payment_method: "bank_transfer",
  amount: 240,
  reference_number: "GS12345678",
  bank_details: null,
  payment_deadline: 2_000,
  confirmation_deadline: null,
  collection_date: 9_000,
  collection_zone: "Australia/Melbourne",
  collection_summary: "Brunswick",
  collection_address: null,
  collection_address_text: "",
  collection_address_at: null,
  marked_incomplete: false,
  incomplete_reason: null,
  events: [{ kind: "placed", at: 1 }],
  abilities: nothing,
  created_at: 1,
  updated_at: 1,
  server_now: 1,
};

describe("an order in words", () => {
  it("has a status and a sentence for both sides in every state", () => {
    for (const status of ORDER_STATUSES) {
      for (const role of ["buyer", "seller"] as const) {
        const one = { ...order, status, role };
        expect(statusWords(one).label, `${status} ${role}`).toMatch(/\w/);
        expect(explain(one), `${status} ${role}`).toMatch(/\.$/);
      }
    }
  });

  it("tells a buyer whose payment was not found to check the transfer, not to pay as if nothing had happened", () => {
    const denied = { ...order, events: [...order.events, { kind: "payment_denied" as const, at: 5 }] };
    expect(explain(denied)).toContain("has not found your payment");
  });

  it("never speaks of payment for something that was free", () => {
    const free = { ...order, payment_method: "free" as const, status: "payment_confirmed" as const };
    expect(explain(free)).not.toMatch(/pa(y|id)/i);
    expect(eventWords("payment_confirmed", free)).toBe("No payment needed");
  });
});

describe("the one next action", () => {
  it("follows what the server allows and nothing else", () => {
    expect(nextAction(order)).toBeNull();
    expect(nextAction({ abilities: { ...nothing, submit_evidence: true, cancel: true } })).toBe("evidence");
    expect(nextAction({ abilities: { ...nothing, collect: true } })).toBe("collect");
    expect(nextAction({ abilities: { ...nothing, deny_payment: true } })).toBe("confirmations");
  });
});

describe("the clock that matters", () => {
  it("is the buyer's deadline before the transfer and the seller's after it", () => {
    expect(deadlineOf(order)).toEqual({ label: "Pay within", at: 2_000 });
    const pending = {
      ...order,
      status: "payment_pending_seller_confirmation" as const,
      payment_deadline: 90_000,
      confirmation_deadline: 3_000,
    };
    expect(deadlineOf(pending)).toEqual({ label: "Seller has", at: 3_000 });
    expect(deadlineOf({ ...pending, status: "completed" })).toBeNull();
  });

  it("stops the polling once nobody's move is awaited", () => {
    expect(ORDER_STATUSES.filter((status) => !isOpen(status))).toEqual([
      "completed",
      "expired",
      "cancelled",
      "refunded",
    ]);
  });
});
