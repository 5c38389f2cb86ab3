import { describe, expect, it } from "vitest";
import { DAY_MS, HANDOVER_LOCK_MS, MINUTE_MS } from "#domain/deadlines";
import { applyDeadlines, type Order, type OrderDecision, orderDueAt } from "#domain/orders/order";
import { orderAbilities } from "#domain/orders/order-abilities";
import { attachIntent, cardCancelled, cardFailed, cardRefunded, payByCard } from "#domain/orders/order-card";
import { decideOrder } from "#domain/orders/order-parties";
import { openReversal, type ReverseCommand, reversePayment } from "#domain/orders/order-reversal";
import { closeOrder, handOver, refundOrder, resolveDispute } from "#domain/orders/order-settlement";
import { placeOrder } from "#domain/orders/place-order";
import { BUYER, orderFacts, SELLER, T0 } from "../support/order-facts.ts";

const STAFF = "acc_staff";
const HANDOVER = { code: "042137", secret: "A".repeat(22) };
const LIMIT = T0 + 30 * MINUTE_MS;

function place(method: "stripe" | "crypto" | "bank_transfer" = "stripe", evidence = false): Order {
  const crypto = {
    coin: "eth",
    address: "0xabc",
    destination_tag: null,
    network: "Ethereum network",
    amount_units: "1000000",
    amount_text: "0.01000000",
    rate_cents: 450_000,
    quote_expires_at: T0 + 10 * MINUTE_MS,
    tx_hash: evidence ? "0x1" : null,
  } as const;
  return placeOrder(
    orderFacts({ payment_method: method, bank_reference: method === "bank_transfer" ? "GS12345678" : null }),
    { evidence, confirmationId: "pcf_1", crypto: method === "crypto" ? crypto : null },
    T0,
  );
}

function carried(decision: OrderDecision): Order {
  if (!decision.ok) throw new Error(decision.reason);
  return decision.order;
}

const attached = (intentId = "pi_1", order = place(), now = T0) =>
  carried(attachIntent(order, { userId: BUYER, intentId }, now));
const pay = (order: Order, now: number, overrides: Partial<Parameters<typeof payByCard>[1]> = {}) =>
  payByCard(order, { intentId: "pi_1", amountCents: 4_500, free: false, handover: HANDOVER, ...overrides }, now);
const paidOrder = () => pay(attached(), T0).order;
const cancelled = (order: Order, by: "buyer" | "service", now: number) =>
  cardCancelled(order, { intentId: "pi_1", by }, now);

describe("card order", () => {
  it("is paid once by the provider's event, and has a handover code from then on", () => {
    const { order, outcome } = pay(attached(), T0 + 1);
    expect(outcome).toBe("paid");
    expect(order).toMatchObject({
      status: "payment_confirmed",
      paid_at: T0 + 1,
      payment_deadline: null,
      card: { intent_id: "pi_1", state: "paid" },
      handover: { ...HANDOVER, wrong: 0, locked_until: null },
    });
    expect(order.strike_exempt).toBe(false);
    const again = pay(order, T0 + 9, { handover: { code: "999999", secret: "B".repeat(22) } });
    expect(again).toEqual({ order, outcome: "already" });
  });

  it("keeps its item after the deadline until the provider confirms the cancellation", () => {
    const order = attached();
    expect(applyDeadlines(order, LIMIT - 1)).toBe(order);
    const closing = applyDeadlines(order, LIMIT);
    expect(closing).toMatchObject({ status: "awaiting_payment", card: { state: "closing" } });
    expect(applyDeadlines(closing, LIMIT + DAY_MS)).toBe(closing);
    expect(orderDueAt(closing)).toBeNull();
    expect(carried(cancelled(closing, "service", LIMIT + 5))).toMatchObject({
      status: "expired",
      marked_incomplete: true,
      strike_exempt: false,
      card: { state: "cancelled" },
    });
    expect(pay(closing, LIMIT + 5).outcome).toBe("paid");
  });

  it("expires at its deadline when no intent exists or the last one is closed", () => {
    expect(applyDeadlines(place(), LIMIT).status).toBe("expired");
    const open = attached();
    // The service closed it before the deadline, so it does not count against the buyer.
    expect(carried(cancelled(open, "service", T0 + 1))).toMatchObject({ status: "expired", strike_exempt: true });
  });

  it("cannot be cancelled by its buyer while the intent is open", () => {
    const order = attached();
    expect(decideOrder(order, { type: "cancel", userId: BUYER }, T0)).toEqual({ ok: false, reason: "intent_open" });
    const over = carried(cancelled(order, "buyer", T0 + 1));
    expect(over).toMatchObject({ status: "cancelled", marked_incomplete: false, card: { state: "cancelled" } });
    expect(over.payment_deadline).toBeNull();
    // Exactly at the deadline it is a missed payment.
    expect(carried(cancelled(order, "buyer", LIMIT))).toMatchObject({ status: "expired", marked_incomplete: true });
    expect(cancelled(over, "buyer", T0 + 2)).toEqual({ ok: true, order: over });
  });

  it("counts as expired when the buyer cancels after the deadline", () => {
    const closing = applyDeadlines(attached(), LIMIT);
    expect(carried(cancelled(closing, "buyer", LIMIT + 1))).toMatchObject({
      status: "expired",
      marked_incomplete: true,
    });
  });

  it("accepts a new intent only once the previous one is closed, and never a closed one", () => {
    const order = attached();
    expect(attachIntent(order, { userId: BUYER, intentId: "pi_2" }, T0)).toEqual({ ok: false, reason: "intent_open" });
    expect(attachIntent(order, { userId: BUYER, intentId: "pi_1" }, T0)).toEqual({ ok: true, order });
    expect(attachIntent(order, { userId: SELLER, intentId: "pi_1" }, T0)).toEqual({ ok: false, reason: "not_yours" });
    const wrong = pay(place(), T0, { amountCents: 4_400 });
    expect(wrong.outcome).toBe("refund");
    expect(attachIntent(wrong.order, { userId: BUYER, intentId: "pi_1" }, T0)).toEqual({
      ok: false,
      reason: "wrong_state",
    });
    expect(carried(attachIntent(wrong.order, { userId: BUYER, intentId: "pi_2" }, T0)).card?.intent_id).toBe("pi_2");
    expect(attachIntent(place("bank_transfer"), { userId: BUYER, intentId: "pi_1" }, T0).ok).toBe(false);
  });

  it("is exempt from a strike once a card has failed, however often the provider reports it", () => {
    const failed = carried(cardFailed(attached(), { intentId: "pi_1" }, T0 + 1));
    expect(failed).toMatchObject({ card_failed_at: T0 + 1, strike_exempt: true });
    expect(failed.events.at(-1)).toEqual({ rev: failed.rev, kind: "card_failed", at: T0 + 1, actor_id: null });
    expect(carried(cardFailed(failed, { intentId: "pi_1" }, T0 + 9))).toBe(failed);
    const over = carried(cancelled(applyDeadlines(failed, LIMIT), "service", LIMIT));
    expect(over).toMatchObject({ status: "expired", strike_exempt: true });
    // The report may also arrive after the order is over.
    const late = carried(cancelled(applyDeadlines(attached(), LIMIT), "service", LIMIT));
    expect(carried(cardFailed(late, { intentId: "pi_1" }, LIMIT + 1)).strike_exempt).toBe(true);
  });
});

describe("late card payment", () => {
  const expired = () => carried(cancelled(applyDeadlines(attached(), LIMIT), "service", LIMIT));

  it("buys the item while nobody else has it, and removes the missed-payment mark", () => {
    const { order, outcome } = pay(expired(), LIMIT + DAY_MS, { free: true });
    expect(outcome).toBe("paid");
    expect(order).toMatchObject({ status: "payment_confirmed", marked_incomplete: false, strike_exempt: true });
  });

  it("is refunded once the item is gone, even when the item is available again later", () => {
    const first = pay(expired(), LIMIT + 1);
    expect(first).toMatchObject({ outcome: "refund", order: { status: "expired", card: { state: "refund_due" } } });
    expect(pay(first.order, LIMIT + 2, { free: true })).toEqual({ order: first.order, outcome: "refund" });
    const back = carried(cardRefunded(first.order, { intentId: "pi_1" }, LIMIT + 3));
    expect(pay(back, LIMIT + 4, { free: true })).toEqual({ order: back, outcome: "refund" });
  });

  it("is refunded when the amount differs or a second intent has paid", () => {
    expect(pay(attached(), T0, { amountCents: 4_499 }).outcome).toBe("refund");
    expect(pay(expired(), LIMIT + 1, { free: true, amountCents: 1 }).outcome).toBe("refund");
    const order = paidOrder();
    expect(pay(order, T0 + 1, { intentId: "pi_2" })).toEqual({ order, outcome: "refund" });
    expect(pay(place("bank_transfer"), T0).outcome).toBe("refund");
  });

  it("expires an overdue order at once when its amount differs", () => {
    const { order } = pay(attached(), LIMIT, { amountCents: 4_499 });
    expect(order).toMatchObject({ status: "expired", card: { state: "refund_due" } });
  });
});

describe("provider events", () => {
  const refused = { ok: false, reason: "wrong_state" };
  const other = { intentId: "pi_2" };
  const own = { intentId: "pi_1" };

  it("change nothing when they are about another intent", () => {
    for (const order of [place(), attached(), paidOrder()]) {
      expect(cardFailed(order, other, T0)).toEqual(refused);
      expect(cardCancelled(order, { ...other, by: "service" }, T0)).toEqual(refused);
      expect(cardRefunded(order, other, T0)).toEqual(refused);
    }
  });

  it("are accepted for a cancellation or refund only in a fitting state", () => {
    const order = paidOrder();
    expect(cardCancelled(order, { ...own, by: "service" }, T0)).toEqual(refused);
    expect(cardRefunded(order, own, T0)).toEqual(refused);
    expect(cardRefunded(attached(), own, T0)).toEqual(refused);
    const back = carried(cardRefunded(pay(attached(), T0, { amountCents: 1 }).order, own, T0 + 1));
    expect(cardRefunded(back, own, T0 + 2)).toEqual({ ok: true, order: back });
  });

  it("ignore a failed card once the order is paid", () => {
    const order = paidOrder();
    expect(cardFailed(order, own, T0 + 1)).toEqual({ ok: true, order });
  });

  it("close the intent of a finished order without changing its status", () => {
    // The state graph has no such path while the intent is open, but the provider's event is still accepted.
    const over: Order = { ...attached(), status: "cancelled" };
    const closed = carried(cancelled(over, "service", T0 + 1));
    expect(closed).toMatchObject({ status: "cancelled", card: { state: "cancelled" }, rev: over.rev + 1 });
  });

  it("cannot attach an intent after the deadline", () => {
    expect(attachIntent(place(), { userId: BUYER, intentId: "pi_1" }, LIMIT)).toEqual(refused);
    expect(attachIntent(place(), { userId: BUYER, intentId: "pi_1" }, LIMIT - 1).ok).toBe(true);
    // A closed intent cannot be attached again, and two cannot be open at once.
    const closed = carried(cancelled(attached(), "buyer", T0));
    expect(attachIntent(closed, { userId: BUYER, intentId: "pi_1" }, T0)).toEqual(refused);
  });

  it("buy the item, while it is available, for a buyer who cancelled, whichever intent has paid", () => {
    const over = carried(cancelled(attached(), "buyer", T0));
    expect(pay(over, T0 + 1, { free: true, intentId: "pi_2" })).toMatchObject({
      outcome: "paid",
      order: { status: "payment_confirmed", card: { intent_id: "pi_2", state: "paid" }, payment_deadline: null },
    });
    // Not while a refund of another intent is due.
    const due = pay(over, T0 + 1, { free: false }).order;
    expect(pay(due, T0 + 2, { free: true, intentId: "pi_2" })).toEqual({ order: due, outcome: "refund" });
    const back = carried(cardRefunded(due, own, T0 + 2));
    expect(pay(back, T0 + 3, { free: true, intentId: "pi_2" })).toEqual({ order: back, outcome: "refund" });
    // Without an open intent, the order records what has to be refunded.
    const wrong = pay(over, T0 + 1, { intentId: "pi_2", amountCents: 1 });
    expect(wrong.order.card).toEqual({ intent_id: "pi_2", state: "refund_due" });
    const open = attached();
    expect(pay(open, T0, { intentId: "pi_2", amountCents: 1 })).toEqual({ order: open, outcome: "refund" });
  });
});

describe("handOver", () => {
  const give = (order: Order, proof: { code?: string; secret?: string }, now = T0, sellerId = SELLER) =>
    handOver(order, { sellerId, ...proof }, now);

  it("completes the order with the buyer's code or QR secret, and only for the seller", () => {
    for (const proof of [{ code: HANDOVER.code }, { secret: HANDOVER.secret }]) {
      const done = carried(give(paidOrder(), proof, T0 + 5));
      expect(done).toMatchObject({ status: "completed", completed_at: T0 + 5 });
      expect(give(done, proof, T0 + 9)).toEqual({ ok: true, order: done });
    }
    expect(give(paidOrder(), { code: HANDOVER.code }, T0, BUYER)).toEqual({ ok: false, reason: "not_yours" });
    expect(give(place(), { code: HANDOVER.code })).toEqual({ ok: false, reason: "wrong_state" });
  });

  it("locks for 15 minutes after five wrong codes, but still accepts a scan", () => {
    let order = paidOrder();
    for (const left of [4, 3, 2, 1]) {
      const tried = give(order, { code: "000000" });
      expect(tried).toMatchObject({ ok: false, reason: "wrong_code", left });
      if (!tried.ok && "order" in tried) order = tried.order;
    }
    const locked = give(order, { code: "000000" });
    expect(locked).toMatchObject({ ok: false, reason: "locked", until: T0 + HANDOVER_LOCK_MS });
    if (!locked.ok && "order" in locked) order = locked.order;
    const until = T0 + HANDOVER_LOCK_MS;
    expect(give(order, { code: HANDOVER.code }, until - 1)).toMatchObject({ ok: false, reason: "locked" });
    expect(give(order, { secret: HANDOVER.secret }, until - 1).ok).toBe(true);
    expect(give(order, { code: HANDOVER.code }, until).ok).toBe(true);
    // After the lock the seller has five new tries.
    expect(give(order, { code: "000000" }, until)).toMatchObject({ reason: "wrong_code", left: 4 });
  });

  it("does not count wrong scans, which cannot be guessed", () => {
    const order = paidOrder();
    expect(give(order, { secret: "B".repeat(22) })).toEqual({ ok: false, reason: "wrong_code", left: 5, order });
    const tried = give(order, { code: "000000" });
    if (tried.ok || !("order" in tried)) throw new Error("taken");
    expect(give(tried.order, { secret: "B".repeat(22) })).toMatchObject({ reason: "wrong_code", left: 4 });
  });
});

describe("dispute", () => {
  const report = { type: "open_dispute", userId: BUYER, reason: "The lamp does not work." } as const;
  const disputed = () => carried(decideOrder(paidOrder(), report, T0 + 1));

  it("can be opened by the buyer up to three days after the collection, and freezes the order", () => {
    const order = disputed();
    expect(order).toMatchObject({ status: "disputed", dispute: { reason: report.reason, outcome: null } });
    expect(decideOrder(order, report, T0 + 2)).toEqual({ ok: true, order });
    expect(handOver(order, { sellerId: SELLER, code: HANDOVER.code }, T0)).toEqual({
      ok: false,
      reason: "wrong_state",
    });
    const last = T0 + 10 * DAY_MS;
    expect(decideOrder(paidOrder(), report, last).ok).toBe(true);
    expect(decideOrder(paidOrder(), report, last + 1)).toEqual({ ok: false, reason: "too_late" });
  });

  it("is not settled by the seller confirming the payment", () => {
    const answer = { type: "confirm", userId: SELLER, confirmationId: "pcf_1" } as const;
    expect(decideOrder(disputed(), answer, T0)).toEqual({ ok: false, reason: "wrong_state" });
  });

  it("is decided by staff for release or refund, and the decision is idempotent", () => {
    const stands = carried(resolveDispute(disputed(), { staffId: STAFF, outcome: "release" }, T0 + 5));
    expect(stands).toMatchObject({ status: "completed", dispute: { outcome: "release" } });
    expect(resolveDispute(stands, { staffId: STAFF, outcome: "release" }, T0 + 6)).toEqual({ ok: true, order: stands });
    expect(resolveDispute(stands, { staffId: STAFF, outcome: "refund" }, T0 + 6).ok).toBe(false);

    const back = carried(resolveDispute(disputed(), { staffId: STAFF, outcome: "refund" }, T0 + 5));
    expect(back).toMatchObject({ status: "refunded", dispute: { outcome: "refund" }, card: { state: "refund_due" } });
    expect(resolveDispute(back, { staffId: STAFF, outcome: "refund" }, T0 + 6)).toEqual({ ok: true, order: back });
    expect(resolveDispute(back, { staffId: STAFF, outcome: "release" }, T0 + 6).ok).toBe(false);
  });

  it("after a silent seller is settled as paid, with a handover code", () => {
    const lapsed = applyDeadlines(place("crypto", true), T0 + 2 * DAY_MS);
    expect(lapsed).toMatchObject({ status: "disputed", paid_at: null });
    const ruling = { staffId: STAFF, outcome: "release", handover: HANDOVER } as const;
    const settled = carried(resolveDispute(lapsed, ruling, T0 + 3 * DAY_MS));
    expect(settled).toMatchObject({ status: "payment_confirmed", paid_at: T0 + 3 * DAY_MS, handover: HANDOVER });
    expect(settled.confirmations.at(-1)?.status).toBe("confirmed");
    expect(resolveDispute(settled, ruling, T0 + 4 * DAY_MS)).toEqual({ ok: true, order: settled });
    // Refunded since: the earlier decision is not applied again.
    const back = carried(refundOrder(settled, { by: "staff", actorId: STAFF }, T0 + 5 * DAY_MS));
    expect(resolveDispute(back, ruling, T0 + 6 * DAY_MS)).toEqual({ ok: false, reason: "wrong_state" });
  });

  it("cannot be decided when none was opened", () => {
    for (const outcome of ["release", "refund"] as const) {
      expect(resolveDispute(paidOrder(), { staffId: STAFF, outcome }, T0)).toEqual({
        ok: false,
        reason: "wrong_state",
      });
    }
  });

  it("records who decided it and why", () => {
    for (const outcome of ["release", "refund"] as const) {
      const ruled = carried(resolveDispute(disputed(), { staffId: STAFF, outcome, note: "Seen the photos." }, T0 + 5));
      expect(ruled.events.at(-1)).toMatchObject({ at: T0 + 5, actor_id: STAFF, note: "Seen the photos." });
    }
    const silent = carried(resolveDispute(disputed(), { staffId: STAFF, outcome: "release" }, T0 + 5));
    expect(silent.events.at(-1)).not.toHaveProperty("note");
  });
});

describe("refundOrder", () => {
  it("is allowed to the seller for a card order and to staff for any order, once", () => {
    const order = paidOrder();
    expect(refundOrder(order, { by: "seller", actorId: BUYER }, T0)).toEqual({ ok: false, reason: "not_yours" });
    const back = carried(refundOrder(order, { by: "seller", actorId: SELLER }, T0 + 1));
    expect(back).toMatchObject({ status: "refunded", card: { state: "refund_due" }, strike_exempt: true });
    expect(refundOrder(back, { by: "staff", actorId: STAFF }, T0 + 2)).toEqual({ ok: true, order: back });
    // A repeated event of the provider does not cause a second refund.
    expect(pay(back, T0 + 3)).toEqual({ order: back, outcome: "already" });
    expect(carried(cardRefunded(back, { intentId: "pi_1" }, T0 + 4)).card?.state).toBe("refunded");
    expect(refundOrder(attached(), { by: "staff", actorId: STAFF }, T0)).toEqual({ ok: false, reason: "wrong_state" });
  });

  it("is not allowed to the seller for money that did not pass through Goodstreet", () => {
    const bank = place("bank_transfer", true);
    const paid = carried(decideOrder(bank, { type: "confirm", userId: SELLER, confirmationId: "pcf_1" }, T0));
    expect(refundOrder(paid, { by: "seller", actorId: SELLER }, T0)).toEqual({ ok: false, reason: "wrong_state" });
    // There is no card payment to refund.
    const written = carried(refundOrder(paid, { by: "staff", actorId: STAFF }, T0));
    expect(written).toMatchObject({ status: "refunded", card: null });
  });
});

describe("staff who are a party to the order", () => {
  it.each([BUYER, SELLER])("cannot decide about it, not even repeat a decision (%s)", (staffId) => {
    const disputed = carried(decideOrder(paidOrder(), { type: "open_dispute", userId: BUYER, reason: "No." }, T0 + 1));
    const completed = carried(resolveDispute(disputed, { staffId: STAFF, outcome: "release" }, T0 + 2));
    const late = T0 + 8 * DAY_MS;
    for (const order of [disputed, paidOrder(), completed]) {
      const decisions = [
        resolveDispute(order, { staffId, outcome: "release" }, late),
        resolveDispute(order, { staffId, outcome: "refund" }, late),
        refundOrder(order, { by: "staff", actorId: staffId }, late),
        closeOrder(order, { staffId }, late),
      ];
      expect(decisions).toEqual(decisions.map(() => ({ ok: false, reason: "own_case" })));
    }
  });

  it("can still refund as its seller, which is not recorded as a staff decision", () => {
    const back = carried(refundOrder(paidOrder(), { by: "seller", actorId: SELLER }, T0));
    expect(back.events.at(-1)).not.toHaveProperty("staff");
    const written = carried(refundOrder(paidOrder(), { by: "staff", actorId: STAFF }, T0));
    expect(written.events.at(-1)).toMatchObject({ staff: true });
  });
});

describe("closeOrder", () => {
  const late = T0 + 7 * DAY_MS + 1;
  const ruling = { staffId: STAFF, note: "Both say it was collected." };

  it("completes a paid order after the day of collection", () => {
    const closed = carried(closeOrder(paidOrder(), ruling, late));
    expect(closed).toMatchObject({ status: "completed", completed_at: late });
    expect(closed.events.at(-1)).toMatchObject({ kind: "completed", actor_id: STAFF, note: ruling.note });
    expect(closeOrder(closed, ruling, late + 1)).toEqual({ ok: true, order: closed });
    expect(closeOrder(paidOrder(), ruling, late - 1)).toEqual({ ok: false, reason: "wrong_state" });
  });

  it("refuses an unpaid order or an open dispute", () => {
    const disputed = carried(decideOrder(paidOrder(), { type: "open_dispute", userId: BUYER, reason: "No." }, T0 + 1));
    for (const order of [attached(), disputed]) {
      expect(closeOrder(order, ruling, late)).toEqual({ ok: false, reason: "wrong_state" });
    }
  });
});

describe("crypto order", () => {
  it("waits two hours, takes the hash as evidence and then waits for the seller", () => {
    const order = place("crypto");
    const sent = { type: "submit_evidence", userId: BUYER, confirmationId: "pcf_1" } as const;
    expect(decideOrder(order, { ...sent, reference: "GS12345678" }, T0)).toMatchObject({ reason: "wrong_reference" });
    const evident = carried(decideOrder(order, { ...sent, txHash: "0x2" }, T0 + 1));
    expect(evident).toMatchObject({ status: "payment_pending_seller_confirmation", crypto: { tx_hash: "0x2" } });
    // A buyer who sent evidence gets no strike when the order expires (D31).
    const denied = carried(decideOrder(evident, { type: "deny", userId: SELLER, confirmationId: "pcf_1" }, T0 + 2));
    expect(applyDeadlines(denied, T0 + 2 + DAY_MS)).toMatchObject({ status: "expired", strike_exempt: true });
  });
});

describe("reversed payment", () => {
  const CHARGEBACK = { intentId: "pi_1", id: "dp_1", kind: "chargeback" } as const;
  const REFUND = { intentId: "pi_1", id: "re_1", kind: "refund" } as const;
  const reverse = (order: Order, command: ReverseCommand, now = T0 + 10) =>
    carried(reversePayment(order, command, now));
  const open = (order: Order, which: typeof CHARGEBACK | typeof REFUND = CHARGEBACK) =>
    reverse(order, { ...which, status: "open" });
  const kinds = (order: Order) => order.events.map(({ kind }) => kind);
  const completed = () => carried(decideOrder(paidOrder(), { type: "collect", userId: BUYER }, T0 + 5));
  const disputed = () =>
    carried(decideOrder(paidOrder(), { type: "open_dispute", userId: BUYER, reason: "It is broken." }, T0 + 5));

  it("freezes the order for its parties, its code and staff", () => {
    const order = open(paidOrder());
    expect(order).toMatchObject({ status: "disputed", reversals: [{ id: "dp_1", outcome: null, opened_at: T0 + 10 }] });
    expect(kinds(order).at(-1)).toBe("chargeback_opened");
    for (const role of ["buyer", "seller"] as const) {
      expect(Object.values(orderAbilities(order, role, T0)).some(Boolean), role).toBe(false);
    }
    const refused = { ok: false, reason: "payment_reversed" };
    expect(handOver(order, { sellerId: SELLER, code: HANDOVER.code }, T0)).toEqual(refused);
    expect(handOver(order, { sellerId: SELLER, secret: HANDOVER.secret }, T0)).toEqual(refused);
    expect(decideOrder(order, { type: "collect", userId: BUYER }, T0)).toEqual(refused);
    expect(decideOrder(order, { type: "open_dispute", userId: BUYER, reason: "x" }, T0)).toEqual(refused);
    for (const by of ["staff", "seller", "service"] as const) {
      expect(refundOrder(order, { by, actorId: by === "seller" ? SELLER : null }, T0)).toEqual(refused);
    }
    for (const outcome of ["release", "refund"] as const) {
      expect(resolveDispute(order, { staffId: STAFF, outcome }, T0)).toEqual(refused);
    }
  });

  it("is opened and closed once, in any order of events", () => {
    const order = open(paidOrder());
    expect(open(order)).toBe(order);
    const won = reverse(order, { ...CHARGEBACK, status: "won" });
    for (const status of ["open", "won", "lost"] as const) expect(reverse(won, { ...CHARGEBACK, status })).toBe(won);
    // Closing it before it was opened has the same result.
    const early = reverse(paidOrder(), { ...CHARGEBACK, status: "won" });
    expect(kinds(early)).toEqual(kinds(won));
    expect(open(early)).toBe(early);
  });

  it("is refused for another intent or an unpaid order, and ignored once the order is over", () => {
    expect(reversePayment(paidOrder(), { ...CHARGEBACK, intentId: "pi_2", status: "open" }, T0)).toMatchObject({
      ok: false,
    });
    expect(reversePayment(attached(), { ...CHARGEBACK, status: "open" }, T0)).toMatchObject({ ok: false });
    const over = carried(refundOrder(paidOrder(), { by: "seller", actorId: SELLER }, T0));
    expect(open(over)).toBe(over);
  });

  it("restores the previous state when the payment stands", () => {
    for (const [before, status] of [
      [paidOrder(), "payment_confirmed"],
      [completed(), "completed"],
      [disputed(), "disputed"],
    ] as const) {
      const won = reverse(open(before), { ...CHARGEBACK, status: "won" });
      expect(won.status).toBe(status);
      expect(kinds(won).slice(-2)).toEqual(["chargeback_opened", "chargeback_won"]);
      expect(won).toMatchObject({
        paid_at: before.paid_at,
        completed_at: before.completed_at,
        handover: before.handover,
      });
      expect(openReversal(won)).toBeUndefined();
    }
    const handed = reverse(open(paidOrder()), { ...CHARGEBACK, status: "won" });
    expect(carried(handOver(handed, { sellerId: SELLER, code: HANDOVER.code }, T0)).status).toBe("completed");
  });

  it("ends the order when the bank decides for the buyer, and refunds only the rest", () => {
    for (const before of [paidOrder(), completed(), disputed()]) {
      const lost = reverse(open(before), { ...CHARGEBACK, status: "lost" });
      expect(lost).toMatchObject({
        status: "refunded",
        card: { state: "refunded" },
        completed_at: before.completed_at,
      });
      expect(kinds(lost).at(-1)).toBe("chargeback_lost");
      const part = reverse(open(before), { ...CHARGEBACK, status: "lost", rest: true });
      expect(part.card?.state).toBe("refund_due");
    }
  });

  it("of two reversals continues the order only once both are settled", () => {
    const second = { ...CHARGEBACK, id: "dp_2" };
    const both = reverse(open(paidOrder()), { ...second, status: "open" });
    expect(both.reversals).toHaveLength(2);
    const one = reverse(both, { ...CHARGEBACK, status: "won" });
    expect(one.status).toBe("disputed");
    expect(reverse(one, { ...second, status: "won" }).status).toBe("payment_confirmed");
  });

  it("by a refund at the provider is decided by staff, order by order", () => {
    const order = open(paidOrder(), REFUND);
    expect(kinds(order).at(-1)).toBe("refund_found");
    expect(refundOrder(order, { by: "seller", actorId: SELLER }, T0)).toMatchObject({ reason: "payment_reversed" });
    const note = "Agreed by phone.";
    const released = carried(resolveDispute(order, { staffId: STAFF, outcome: "release", note }, T0 + 20));
    expect(released).toMatchObject({ status: "payment_confirmed", reversals: [{ outcome: "won" }] });
    expect(released.events.at(-1)).toMatchObject({ kind: "dispute_resolved", actor_id: STAFF, note });
    expect(carried(resolveDispute(open(completed(), REFUND), { staffId: STAFF, outcome: "release" }, T0)).status).toBe(
      "completed",
    );
    const undone = carried(resolveDispute(order, { staffId: STAFF, outcome: "refund", note }, T0 + 20));
    expect(undone).toMatchObject({
      status: "refunded",
      card: { state: "refund_due" },
      reversals: [{ outcome: "lost" }],
    });
    // The money returned without a decision: the order continues.
    const back = reverse(order, { ...REFUND, status: "won" });
    expect(back.status).toBe("payment_confirmed");
    // If the buyer also reported a problem, staff decide both at once.
    const reported = open(disputed(), REFUND);
    expect(carried(resolveDispute(reported, { staffId: STAFF, outcome: "release" }, T0))).toMatchObject({
      status: "completed",
      reversals: [{ outcome: "won" }],
    });
  });
});
