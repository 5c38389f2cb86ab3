import { describe, expect, it } from "vitest";
import { explain } from "../../web/features/orders/order-explanations.ts";
import {
  dateLabel,
  deadlineOf,
  eventLabel,
  isOpen,
  LIST_LABELS,
  statusLabel,
} from "../../web/features/orders/order-labels.ts";
import { CARD_STATES, type OrderView } from "../../worker/contract/orders.ts";
import { nextStep } from "../../worker/domain/orders/next-step.ts";
import { ORDER_STATUSES } from "../../worker/domain/orders/order-status.ts";
import { order as wholeOrder } from "../support/web/item-and-order.ts";

const NOW = 1_000;
const { abilities: nothing } = wholeOrder();
const order = wholeOrder({
  id: "ord_aaaaaaaaaaaaaaaaaaaa",
  transaction_id: "txn_aaaaaaaaaaaaaaaaaaaa",
  item_id: "itm_a",
  item: { title: "Bike", image_url: null },
  counterparty: { display_name: "Maya R" },
  payment_deadline: 2_000,
  collection_date: 9_000,
  collection_summary: "Brunswick",
  collection_address_text: "",
  events: [{ kind: "placed", at: 1 }],
  created_at: 1,
  updated_at: 1,
  server_now: 1,
});

describe("the texts of an order", () => {
  it("never say that anyone ordered, paid or cancelled a sale marked by the seller (D36)", () => {
    const sale = { ...order, payment_method: "outside" as const, events: [{ kind: "placed" as const, at: 1 }] };
    const both = (status: "completed" | "cancelled") =>
      (["buyer", "seller"] as const).map((role) => explain({ ...sale, status, role }, NOW));
    expect(both("completed")).toEqual([
      "The seller marked this as sold to you.",
      "You marked this as sold. You settled the payment between yourselves.",
    ]);
    expect(both("cancelled")).toEqual([
      "The seller marked this as sold to you, then cancelled the sale. You don't owe anything.",
      "You cancelled this sale. It no longer counts.",
    ]);
    const asked = { ...sale, status: "completed" as const, sale_answer_until: NOW + 1 };
    expect(explain({ ...asked, role: "buyer" }, NOW)).toBe(
      "The seller marked this as sold to you. Please say whether you bought it.",
    );
    expect(explain({ ...asked, role: "seller" }, NOW)).toMatch(/You can rate each other once they confirm\.$/);
    for (const role of ["buyer", "seller"] as const) {
      expect(statusLabel({ ...sale, status: "cancelled", role }).label).toBe("Sale cancelled");
      expect(eventLabel({ kind: "placed" }, { ...sale, role })).toBe("A sale outside Goodstreet");
      expect(eventLabel({ kind: "sold_outside" }, { ...sale, role })).toMatch(/marked it as sold/);
      // In a trade both sides confirm, so its texts differ.
      const traded = { ...sale, trade_id: "trd_aaaaaaaaaaaaaaaaaaaa", status: "completed" as const, role };
      expect(["placed" as const, "sold_outside" as const].map((kind) => eventLabel({ kind }, traded))).toEqual([
        "A trade",
        "You both handed over",
      ]);
      expect(explain(traded, NOW)).toBe("You both confirmed the trade.");
      expect(eventLabel({ kind: "sale_undone" }, { ...sale, role })).toMatch(/cancelled the sale/);
    }
  });

  it("have a status and a sentence for both sides in every state", () => {
    for (const status of ORDER_STATUSES) {
      for (const role of ["buyer", "seller"] as const) {
        const one = { ...order, status, role };
        expect(statusLabel(one).label, `${status} ${role}`).toMatch(/\w/);
        expect(explain(one, NOW), `${status} ${role}`).toMatch(/\.$/);
      }
    }
  });

  it("cover every state of a card payment, and never blame the seller for the buyer's dispute", () => {
    for (const status of ORDER_STATUSES) {
      for (const state of CARD_STATES) {
        const card: OrderView = { ...order, status, payment_method: "stripe", card: { state } };
        expect(explain(card, NOW), `${status} ${state}`).toMatch(/\.$/);
      }
    }
    const dispute = { reason: "It is broken.", opened_at: 5, outcome: null };
    const disputed: OrderView = { ...order, role: "seller", status: "disputed", dispute };
    expect(statusLabel(disputed).label).not.toMatch(/overdue/i);
    expect(explain(disputed, NOW)).toContain("Maya R told us");
  });

  it("ask a buyer whose payment was not found to check the transfer", () => {
    const events = [...order.events, { kind: "payment_denied" as const, at: 5 }];
    const denied = { ...order, events, abilities: { ...nothing, submit_evidence: true } };
    expect(explain(denied, NOW)).toContain("hasn't found your payment");
  });

  it("name the pickup day of an order that is paid for", () => {
    const paid = {
      ...order,
      status: "payment_confirmed" as const,
      collection_date: Date.UTC(2026, 11, 2, 1),
      collection_zone: "Australia/Sydney",
    };
    const free = { ...paid, payment_method: "free" as const };
    const labels = (one: OrderView) =>
      (["buyer", "seller"] as const).map((role) => statusLabel({ ...one, role }).label);
    expect(labels(paid)).toEqual(["Paid · pick up Wed 2 Dec", "Paid · pickup Wed 2 Dec"]);
    expect(labels(free)).toEqual(["Yours · pick up Wed 2 Dec", "Pickup Wed 2 Dec"]);
  });

  it("never mention payment for a free item", () => {
    const free = { ...order, payment_method: "free" as const, status: "payment_confirmed" as const };
    for (const role of ["buyer", "seller"] as const) {
      for (const handover of [null, { code: "123456", qr: "GS1" }]) {
        expect(explain({ ...free, role, handover, abilities: { ...nothing, hand_over: true } }, NOW)).not.toMatch(
          /pa(y|id)/i,
        );
      }
    }
    expect(eventLabel({ kind: "payment_confirmed" }, free)).toBe("No payment needed");
  });

  it("never mention buying or selling after a giveaway", () => {
    const ends = (payment_method: "free" | "bank_transfer") =>
      (["buyer", "seller"] as const).map((role) =>
        explain({ ...order, payment_method, status: "completed", role, abilities: nothing }, NOW),
      );
    for (const end of ends("free")) expect(end).not.toMatch(/buy|sell/i);
    for (const end of ends("bank_transfer")) expect(end).toMatch(/buying|selling/);
  });
});

describe("the texts of an order that staff decided", () => {
  const of = (over: Partial<OrderView>): OrderView => ({ ...order, status: "refunded", abilities: nothing, ...over });
  const events = [{ kind: "payment_confirmed" as const, at: 5 }];

  it("ask the seller to send the money back when it did not pass through Goodstreet", () => {
    for (const payment_method of ["bank_transfer", "crypto"] as const) {
      const paid = of({ payment_method, amount: 45, events });
      expect(statusLabel(paid).label).toBe("Cancelled by our team");
      expect(explain(paid, NOW)).toBe("Our team cancelled this order. Maya R must send $45 back to you.");
      expect(explain({ ...paid, role: "seller" }, NOW)).toContain("Please send $45 back to Maya R.");
      expect(explain({ ...paid, events: [] }, NOW)).toContain("If $45 left your account");
      expect(eventLabel({ kind: "refunded" }, paid)).toBe("Our team cancelled the order");
    }
    expect(explain(of({ payment_method: "free", amount: 0 }), NOW)).toContain("nothing is owed");
  });

  it("say that a card payment was refunded", () => {
    const card = of({ payment_method: "stripe", card: { state: "refunded" } });
    expect(statusLabel(card).label).toBe("Refunded");
    expect(explain(card, NOW)).toContain("went back to your card in full. Banks take 5-10 business days");
  });

  it("name staff, not the buyer, when staff completed the order", () => {
    const decision = { event: "completed" as const, note: "You both told us so.", at: 6 };
    const closed: OrderView = { ...order, status: "completed", decision, abilities: nothing };
    expect(eventLabel({ kind: "completed" }, closed)).toBe("Our team completed the order");
    expect(explain(closed, NOW)).toContain("Our team completed this order");
  });
});

describe("nextStep", () => {
  it("follows the abilities in the server's reply", () => {
    const label = (facts: Partial<OrderView>) => {
      const step = nextStep({ ...order, ...facts }, NOW);
      return step.kind === "act" ? LIST_LABELS[step.action] : null;
    };
    expect(label({})).toBeNull();
    expect(label({ abilities: { ...nothing, submit_evidence: true, cancel: true } })).toBe("Pay now");
    const paid = { status: "payment_confirmed", abilities: { ...nothing, collect: true } } as const;
    expect(label(paid)).toBe("Confirm pickup");
    expect(label({ ...paid, handover: { code: "123456", qr: "GS1" } })).toBe("Show code");
    const pending = { status: "payment_pending_seller_confirmation", role: "seller" } as const;
    expect(label({ ...pending, abilities: { ...nothing, confirm_payment: true, deny_payment: true } })).toBe(
      "View Confirmations",
    );
  });
});

describe("dateLabel", () => {
  it("names the collection date while it lies ahead, and then how and when the order ended", () => {
    const at = Date.UTC(2026, 10, 22, 3);
    const collection_date = at + 86_400_000;
    const of = (over: Partial<OrderView>) => dateLabel({ ...order, collection_date, ...over });
    expect(of({ status: "disputed" })).toBe("Pickup Mon 23 Nov 2026");
    const handed = { status: "completed", events: [{ kind: "handed_over", at }] } as const;
    expect(of({ ...handed, events: [...handed.events] })).toBe("Picked up Sun 22 Nov 2026");
    expect(of({ ...handed, events: [...handed.events], role: "seller" })).toBe("Handed over Sun 22 Nov 2026");
    expect(of({ status: "cancelled", events: [{ kind: "cancelled", at }] })).toBe("Cancelled Sun 22 Nov 2026");
    const outside = { status: "completed" as const, events: [{ kind: "sold_outside" as const, at }] };
    expect(of(outside)).toBe("Bought Sun 22 Nov 2026");
    expect(of({ ...outside, trade_id: "trd_1" })).toBe("Traded Sun 22 Nov 2026");
    expect(of({ status: "expired", events: [], updated_at: at })).toBe("Ended Sun 22 Nov 2026");
  });
});

describe("deadlineOf and isOpen", () => {
  it("return the buyer's deadline before the transfer and the seller's after it", () => {
    expect(deadlineOf({ ...order, abilities: { ...nothing, submit_evidence: true } }, NOW)).toEqual({
      label: "Pay within",
      at: 2_000,
    });
    expect(deadlineOf({ ...order, role: "seller" }, NOW)).toEqual({ label: "Buyer has", at: 2_000 });
    const pending = {
      ...order,
      status: "payment_pending_seller_confirmation" as const,
      payment_deadline: 90_000,
      confirmation_deadline: 3_000,
    };
    expect(deadlineOf(pending, NOW)).toEqual({ label: "Seller has", at: 3_000 });
    expect(deadlineOf({ ...pending, status: "completed" }, NOW)).toBeNull();
  });

  it("return the collection date of a paid order until it has come", () => {
    const paid = { ...order, status: "payment_confirmed" as const };
    expect(deadlineOf(paid, NOW)).toEqual({ label: "Pickup in", at: 9_000 });
    expect(deadlineOf(paid, 9_000)).toBeNull();
  });

  it("stop the polling once no one has to act", () => {
    expect(ORDER_STATUSES.filter((status) => !isOpen({ status, card: null }))).toEqual([
      "completed",
      "expired",
      "cancelled",
      "refunded",
    ]);
    expect(isOpen({ status: "refunded", card: { state: "refund_due" } })).toBe(true);
  });
});

describe("the texts of a chargeback or an external refund", () => {
  const reversed = (
    kind: "chargeback" | "refund",
    outcome: null | "won" | "lost" = null,
    over: Partial<OrderView> = {},
  ) =>
    wholeOrder({
      ...order,
      payment_method: "stripe",
      status: "disputed",
      reversal: { kind, opened_at: 1, outcome },
      ...over,
    });

  it("tell each side who holds the money, what to do now and when they hear more", () => {
    const buyer = reversed("chargeback");
    const seller = reversed("chargeback", null, { role: "seller" });
    expect(statusLabel(buyer).label).toBe("With your bank");
    expect(statusLabel(seller).label).toBe("Payment disputed by the buyer's bank");
    expect(explain(buyer, NOW)).toContain("pickup is paused");
    expect(explain(seller, NOW)).toContain("Don't hand the item over");
    expect(explain({ ...seller, events: [{ kind: "handed_over", at: 1 }] }, NOW)).toContain("your payout is on hold");
    for (const view of [buyer, seller]) {
      expect(explain(view, NOW)).toContain("We'll email you");
      expect(isOpen(view)).toBe(true);
    }
  });

  it("say that staff check a refund made in the Stripe dashboard", () => {
    for (const role of ["buyer", "seller"] as const) {
      const view = reversed("refund", null, { role });
      expect(statusLabel(view).label).toBe("Refund being checked");
      expect(explain(view, NOW)).toContain("our team checks it");
    }
  });

  it("say how a chargeback ended when the bank decided for the buyer", () => {
    const lost = reversed("chargeback", "lost", { status: "refunded", card: { state: "refunded" } });
    expect(explain(lost, NOW)).toBe("Your bank decided in your favour and gave your payment back. This order is over.");
    expect(explain({ ...lost, role: "seller" }, NOW)).toContain("we won't pay out this sale");
    expect(explain({ ...lost, role: "seller", events: [{ kind: "completed", at: 1 }] }, NOW)).toContain("Contact us");
    expect(eventLabel({ kind: "chargeback_lost" }, lost)).toBe("Your bank decided in your favour");
    expect(dateLabel({ ...lost, events: [{ kind: "chargeback_lost", at: 1 }] })).toContain("Refunded");
  });
});
