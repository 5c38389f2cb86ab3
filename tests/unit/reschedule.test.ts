import { describe, expect, it } from "vitest";
import { HOUR_MS } from "#domain/deadlines";
import { collectionAddress } from "#domain/orders/collection";
import type { Order } from "#domain/orders/order";
import { decideOrder } from "#domain/orders/order-parties";
import { placeOrder } from "#domain/orders/place-order";
import { canPropose, decideReschedule, openProposal, type RescheduleCommand } from "#domain/orders/reschedule";
import { orderFacts } from "../support/order-facts.ts";

const NOW = Date.UTC(2026, 10, 24);
const DAY = 24 * HOUR_MS;
const START = NOW + 5 * DAY;
const WINDOW = { from: NOW + 6 * DAY, until: NOW + 6 * DAY + 2 * HOUR_MS };

const gift = placeOrder(
  orderFacts({
    buyer_id: "buyer",
    seller_id: "seller",
    payment_method: "free",
    amount_cents: 0,
    item_title: "A lamp",
    collection_date: START,
    collection_ends_at: START + HOUR_MS,
    collection_address: "1 Elm St",
  }),
  { evidence: false, confirmationId: "pcf_1" },
  NOW,
);

const propose = (userId: string, more: Partial<typeof WINDOW> & { proposalId?: string } = {}): RescheduleCommand => ({
  type: "propose",
  userId,
  proposalId: `by_${userId}`,
  ...WINDOW,
  ...more,
});
const answer = (userId: string, proposalId: string, accept = true): RescheduleCommand => ({
  type: "answer",
  userId,
  proposalId,
  accept,
});
function decided(order: Order, command: RescheduleCommand, now = NOW): Order {
  const decision = decideReschedule(order, command, now);
  if (!decision.ok) throw new Error(decision.reason);
  return decision.order;
}
function reasonOf(order: Order, command: RescheduleCommand, now = NOW): string | null {
  const decision = decideReschedule(order, command, now);
  return decision.ok ? null : decision.reason;
}

describe("decideReschedule", () => {
  it("asks the other party and leaves the agreed time as it is (A117)", () => {
    const proposed = decided(gift, propose("buyer"));
    expect(proposed.collection_date).toBe(START);
    expect(openProposal(proposed, NOW)).toMatchObject({ by: "buyer", ...WINDOW, expires_at: NOW + DAY });
    expect(proposed.events.at(-1)).toMatchObject({ kind: "time_proposed", actor_id: "buyer", rev: gift.rev + 1 });
  });

  it("moves the collection when the other party accepts, and its address with it", () => {
    const moved = decided(decided(gift, propose("seller")), answer("buyer", "by_seller"));
    expect(moved).toMatchObject({ collection_date: WINDOW.from, collection_ends_at: WINDOW.until });
    expect(moved.rev).toBe(gift.rev + 2);
    expect(moved.events.at(-1)).toMatchObject({ kind: "time_accepted", actor_id: "buyer" });
    const address = { ...moved, role: "buyer", address: moved.collection_address } as const;
    expect(collectionAddress({ ...address, now: START - HOUR_MS }).state).toBe("later");
    expect(collectionAddress({ ...address, now: WINDOW.from - DAY }).state).toBe("shown");
  });

  it("keeps the time when the other party declines", () => {
    const kept = decided(decided(gift, propose("seller")), answer("buyer", "by_seller", false));
    expect(kept).toMatchObject({ collection_date: START, collection_ends_at: START + HOUR_MS });
    expect(openProposal(kept, NOW)).toBeNull();
  });

  it("returns the order unchanged when a command is repeated", () => {
    const proposed = decided(gift, propose("buyer"));
    expect(decided(proposed, propose("buyer"))).toBe(proposed);
    const moved = decided(proposed, answer("seller", "by_buyer"));
    expect(decided(moved, answer("seller", "by_buyer"), NOW + 10 * DAY)).toBe(moved);
  });

  it("gives each party one proposal per order, one after the other (A117)", () => {
    const proposed = decided(gift, propose("buyer"));
    expect(reasonOf(proposed, propose("seller"))).toBe("proposal_open");
    const kept = decided(proposed, answer("seller", "by_buyer", false));
    expect(reasonOf(kept, propose("buyer", { proposalId: "again" }))).toBe("already_proposed");
    expect(canPropose(kept, "buyer", NOW)).toBe(false);
    expect(reasonOf(kept, propose("seller"))).toBeNull();
  });

  it("ends a proposal after 24 hours, and when either time begins", () => {
    const proposed = decided(gift, propose("buyer"));
    expect(reasonOf(proposed, answer("seller", "by_buyer"), NOW + DAY)).toBe("proposal_over");
    const late = decided(gift, propose("buyer"), START - HOUR_MS);
    expect(openProposal(late, START - HOUR_MS)?.expires_at).toBe(START);
    const soon = NOW + 2 * HOUR_MS;
    const sooner = decided(gift, propose("buyer", { from: soon, until: soon + HOUR_MS }));
    expect(openProposal(sooner, NOW)?.expires_at).toBe(soon);
  });

  it("refuses strangers, and parties who answer their own proposal", () => {
    const proposed = decided(gift, propose("buyer"));
    expect(reasonOf(gift, propose("stranger"))).toBe("not_yours");
    expect(reasonOf(proposed, answer("stranger", "by_buyer"))).toBe("not_yours");
    expect(reasonOf(proposed, answer("buyer", "by_buyer"))).toBe("proposal_over");
    expect(reasonOf(proposed, answer("seller", "unknown"))).toBe("proposal_over");
  });

  it("refuses a time in the past, of the wrong length, or already agreed", () => {
    expect(reasonOf(gift, propose("buyer", { from: NOW, until: NOW + HOUR_MS }))).toBe("wrong_time");
    expect(reasonOf(gift, propose("buyer", { until: WINDOW.from + 5 * HOUR_MS }))).toBe("wrong_time");
    expect(reasonOf(gift, propose("buyer", { from: START, until: START + HOUR_MS }))).toBe("wrong_time");
  });

  it("is not possible before the payment, in a dispute, or once the collection has begun", () => {
    expect(reasonOf({ ...gift, status: "awaiting_payment" }, propose("buyer"))).toBe("wrong_state");
    const disputed = decideOrder(gift, { type: "open_dispute", userId: "buyer", reason: "It is broken." }, NOW);
    expect(disputed.ok && reasonOf(disputed.order, propose("seller"))).toBe("wrong_state");
    expect(reasonOf(gift, propose("buyer", { from: START + DAY, until: START + DAY + HOUR_MS }), START)).toBe(
      "wrong_state",
    );
    const proposed = decided(gift, propose("buyer"));
    expect(reasonOf({ ...proposed, status: "disputed" }, answer("seller", "by_buyer"))).toBe("proposal_over");
  });
});
