/**
 * Chargebacks and provider refunds among random events on a paid order. Events of the bank arrive late, repeatedly and
 * in any order.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "#domain/deadlines";
import type { Order, OrderDecision } from "#domain/orders/order";
import { attachIntent, cardRefunded, payByCard } from "#domain/orders/order-card";
import { decideOrder } from "#domain/orders/order-parties";
import { openReversal, type ReverseCommand, reversePayment } from "#domain/orders/order-reversal";
import { closeOrder, handOver, refundOrder, resolveDispute } from "#domain/orders/order-settlement";
import { placeOrder } from "#domain/orders/place-order";
import { BUYER, orderFacts, SELLER, T0 } from "../support/order-facts.ts";
import { LONG, runs } from "../support/property-runs.ts";

const STAFF = "acc_staff";
const HANDOVER = { code: "042137", secret: "A".repeat(22) };

function paidOrder(): Order {
  const placed = placeOrder(
    orderFacts({ collection_date: T0 + DAY_MS, collection_ends_at: T0 + DAY_MS + 3_600_000 }),
    { evidence: false, confirmationId: "pcf_1", crypto: null },
    T0,
  );
  const attached = attachIntent(placed, { userId: BUYER, intentId: "pi_1" }, T0);
  if (!attached.ok) throw new Error(attached.reason);
  return payByCard(attached.order, { intentId: "pi_1", amountCents: 4_500, free: false, handover: HANDOVER }, T0).order;
}

const RULES = { handOver, reversePayment, refundOrder };
type Rules = typeof RULES;

const step = fc.constantFrom(
  "bank_asks",
  "bank_opens",
  "bank_decides",
  "bank_warns",
  "provider_refund",
  "refund_came_back",
  "hand_over",
  "collect",
  "report",
  "seller_refund",
  "staff_release",
  "staff_refund",
  "staff_close",
  "money_back",
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const WORDS = {
  bank_asks: { id: "dp_1", kind: "inquiry", status: "open" },
  bank_warns: { id: "issfr_1", kind: "fraud_warning", status: "open" },
  bank_opens: { id: "dp_1", kind: "chargeback", status: "open" },
  provider_refund: { id: "re_1", kind: "refund", status: "open" },
  refund_came_back: { id: "re_1", kind: "refund", status: "won" },
} as const;

function act(rules: Rules, order: Order, one: Step, verdict: "won" | "lost", now: number): OrderDecision {
  const reverse = (command: Omit<ReverseCommand, "intentId">) =>
    rules.reversePayment(order, { intentId: "pi_1", ...command }, now);
  switch (one) {
    case "bank_asks":
    case "bank_opens":
    case "bank_warns":
    case "provider_refund":
    case "refund_came_back":
      return reverse(WORDS[one]);
    case "bank_decides":
      return reverse({ id: "dp_1", kind: "chargeback", status: verdict });
    case "hand_over":
      return rules.handOver(order, { sellerId: SELLER, ...HANDOVER }, now);
    case "collect":
      return decideOrder(order, { type: "collect", userId: BUYER }, now);
    case "report":
      return decideOrder(order, { type: "open_dispute", userId: BUYER, reason: "It is broken." }, now);
    case "seller_refund":
      return rules.refundOrder(order, { by: "seller", actorId: SELLER }, now);
    case "staff_release":
      return resolveDispute(order, { staffId: STAFF, outcome: "release" }, now);
    case "staff_refund":
      return resolveDispute(order, { staffId: STAFF, outcome: "refund" }, now);
    case "staff_close":
      return closeOrder(order, { staffId: STAFF }, now);
    case "money_back":
      return cardRefunded(order, { intentId: "pi_1" }, now);
  }
}

const SAID_BY_BANK: readonly Step[] = ["bank_asks", "bank_opens", "bank_decides"];

/** Checks the invariants after one step. */
function check(before: Order, after: Order, one: Step): void {
  const open = openReversal(before);
  if (openReversal(before, "chargeback") && !SAID_BY_BANK.includes(one)) {
    expect(after.status, "only the bank decides during a chargeback").toBe(before.status);
  } else if (
    openReversal(before, "refund") &&
    !one.startsWith("staff") &&
    one !== "refund_came_back" &&
    !SAID_BY_BANK.includes(one)
  ) {
    expect(after.status, "only staff decide about a refund made at the provider").toBe(before.status);
  } else if (open && !SAID_BY_BANK.includes(one) && after.status !== before.status) {
    // A warning is for staff alone; an inquiry for the bank, unless a refund answers it.
    if (after.status !== "refunded") expect(openReversal(before, "inquiry")).toBeUndefined();
    expect(["seller_refund", "staff_refund", "staff_release", "refund_came_back"]).toContain(one);
  }
  if (after.status === "payment_confirmed" || after.status === "completed") {
    expect(openReversal(after), "no order goes on without its payment").toBeUndefined();
  }
  expect(after.paid_at).toBe(before.paid_at);
  expect(after.events.slice(0, before.events.length)).toEqual(before.events);
  if (before.status === "refunded") expect(after.status, "a refunded order stays refunded").toBe("refunded");
}

function holds(rules: Rules, steps: readonly Step[], verdict: "won" | "lost", reached = new Set<string>()): void {
  let order = paidOrder();
  let now = T0;
  const play = (one: Step) => {
    now += DAY_MS / 2;
    const decided = act(rules, order, one, verdict, now);
    const after = decided.ok ? decided.order : ("order" in decided && decided.order) || order;
    check(order, after, one);
    order = after;
    for (const { kind } of order.events) reached.add(kind);
  };
  for (const one of steps) play(one);
  if (!steps.some((one) => one === "bank_opens" || one === "bank_decides")) return;
  // Stripe repeats the bank's verdict until we accept it. Then neither the verdict nor a late event about the opening
  // of the chargeback may change anything.
  play("bank_decides");
  const rev = order.rev;
  play("bank_decides");
  play("bank_opens");
  expect(order.rev, "repeated events of the bank change nothing").toBe(rev);
  const kinds = order.events.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "chargeback_opened").length).toBeLessThanOrEqual(1);
  expect(openReversal(order, "chargeback")).toBeUndefined();
  if (verdict === "lost") expect(order.status, "a lost chargeback refunds the order").toBe("refunded");
  else if (order.status === "refunded") expect(kinds).toContain("refunded");
}

const stories = (rules: Rules, reached?: Set<string>) =>
  fc.property(fc.array(step, { maxLength: 14 }), fc.constantFrom("won" as const, "lost" as const), (steps, verdict) =>
    holds(rules, steps, verdict, reached),
  );

describe("paid order with a reversed payment", () => {
  it("waits for the bank or staff, in any order of events", () => {
    const reached = new Set<string>();
    fc.assert(stories(RULES, reached), { numRuns: runs(5_000) });
    if (!LONG) return;
    for (const kind of ["chargeback_opened", "chargeback_won", "chargeback_lost", "refund_found", "handed_over"]) {
      expect(reached).toContain(kind);
    }
  });

  const openly = (order: Order): Order => ({ ...order, reversals: [], status: "payment_confirmed" });
  it.each<[string, Partial<Rules>]>([
    ["the handover code still completes the order", { handOver: (order, ...rest) => handOver(openly(order), ...rest) }],
    ["the seller can still refund the order", { refundOrder: (order, ...rest) => refundOrder(openly(order), ...rest) }],
    [
      "a late event opens the reversal again",
      {
        reversePayment: (order, command, now) =>
          reversePayment({ ...order, reversals: order.reversals?.filter(({ id }) => id !== command.id) }, command, now),
      },
    ],
    [
      "a lost chargeback counts as won",
      {
        reversePayment: (order, command, now) =>
          reversePayment(order, { ...command, status: command.status === "lost" ? "won" : command.status }, now),
      },
    ],
  ])("fails the check when %s", (_bug, mutant) => {
    expect(fc.check(stories({ ...RULES, ...mutant }), { numRuns: 5_000 }).failed).toBe(true);
  });
});
