/** How a paid deal ends: by handover with the buyer's code, by a refund, or by a decision of staff. */

import { isPartyToCase } from "../account/staff-conflict.ts";
import { HANDOVER_LOCK_MS, HANDOVER_TRIES } from "../deadlines.ts";
import { agreedByCode } from "./deal-changes.ts";
import {
  applyDeadlines,
  changeOrder,
  changeStatus,
  decidedByStaff,
  type HandoverSecret,
  type Order,
  type OrderDecision,
  settleConfirmation,
  withHandoverCode,
} from "./order.ts";
import { closeReversals, openReversal, refusesRefund, resumeAfterRefund } from "./order-reversal.ts";
import { isToCollect } from "./order-status.ts";

export interface HandOverCommand {
  sellerId: string;
  code?: string | undefined;
  secret?: string | undefined;
}

/**
 * Hands over: the seller types the buyer's six-digit code or scans the secret. Five wrong codes lock typing for a
 * while. A scanned secret has 128 bits, so it cannot be guessed and is never locked. With cash, the code also says that
 * the seller has the money (D53). It also agrees to a lower price that the seller proposed (D82).
 */
export function handOver(before: Order, command: HandOverCommand, now: number): OrderDecision {
  const order = applyDeadlines(before, now);
  if (order.seller_id !== command.sellerId) return { ok: false, reason: "not_yours" };
  const { handover } = order;
  if (!handover) return { ok: false, reason: "wrong_state" };
  const matches = command.secret !== undefined ? command.secret === handover.secret : command.code === handover.code;
  // Already collected: the right code gets the same answer again, and a wrong one reveals nothing.
  if (order.status === "completed" && matches) return { ok: true, order };
  if (openReversal(order)) return { ok: false, reason: "payment_reversed" };
  if (!isToCollect(order.status)) return { ok: false, reason: "wrong_state" };
  const { locked_until: locked } = handover;
  if (command.secret === undefined && locked !== null && now < locked) {
    return { ok: false, reason: "locked", until: locked, order };
  }
  if (matches) {
    const done = { paid_at: order.paid_at ?? now, completed_at: now };
    return { ok: true, order: changeStatus(agreedByCode(order, now), "hand_over", command.sellerId, now, done) };
  }
  if (command.secret !== undefined)
    return { ok: false, reason: "wrong_code", left: HANDOVER_TRIES - handover.wrong, order };

  const wrong = handover.wrong + 1;
  if (wrong < HANDOVER_TRIES) {
    const tried = changeOrder(order, now, { handover: { ...handover, wrong, locked_until: null } });
    return { ok: false, reason: "wrong_code", left: HANDOVER_TRIES - wrong, order: tried };
  }
  const until = now + HANDOVER_LOCK_MS;
  return {
    ok: false,
    reason: "locked",
    until,
    order: changeOrder(order, now, { handover: { ...handover, wrong: 0, locked_until: until } }),
  };
}

const OWN_CASE = { ok: false, reason: "own_case" } as const;

const isParty = (order: Order, staffId: string) => isPartyToCase(staffId, [order.buyer_id, order.seller_id]);

export interface RefundCommand {
  by: "staff" | "seller" | "service";
  actorId: string | null;
  note?: string | undefined;
}

/** Undoes the deal. A card payment becomes due for refund. */
export function refundOrder(order: Order, { by, actorId, note }: RefundCommand, now: number): OrderDecision {
  if (by === "seller" && actorId !== order.seller_id) return { ok: false, reason: "not_yours" };
  if (by === "staff" && actorId !== null && isParty(order, actorId)) return OWN_CASE;
  if (order.status === "refunded") return { ok: true, order };
  // Nothing was paid yet, so there is nothing to refund.
  if (order.status === "awaiting_collection" && by === "service") {
    return { ok: true, order: changeStatus(order, "withdraw", actorId, now, {}) };
  }
  if (refusesRefund(order, by)) return { ok: false, reason: "payment_reversed" };
  if (order.status !== "payment_confirmed" && order.status !== "disputed") return { ok: false, reason: "wrong_state" };
  // We cannot refund money that never passed through us; only staff may undo such a deal.
  if (by === "seller" && order.card?.state !== "paid") return { ok: false, reason: "wrong_state" };
  const refunded = changeStatus(closeReversals(order, "lost"), "refund", actorId, now, {
    card: order.card?.state === "paid" ? { ...order.card, state: "refund_due" } : order.card,
    dispute: order.dispute && { ...order.dispute, outcome: "refund" },
    payment_deadline: null,
    confirmation_deadline: null,
    strike_exempt: true,
  });
  return { ok: true, order: by === "staff" ? decidedByStaff(refunded, note) : refunded };
}

/** Completes an order after its collection date, when staff have asked both parties. */
export function closeOrder(
  order: Order,
  { staffId, note }: { staffId: string; note?: string | undefined },
  now: number,
): OrderDecision {
  if (isParty(order, staffId)) return OWN_CASE;
  if (order.status === "completed") return { ok: true, order };
  if (!isToCollect(order.status) || now <= order.collection_date) return { ok: false, reason: "wrong_state" };
  const done = { paid_at: order.paid_at ?? now, completed_at: now };
  return { ok: true, order: decidedByStaff(changeStatus(order, "close", staffId, now, done), note) };
}

export interface ResolveCommand {
  staffId: string;
  outcome: "release" | "refund";
  handover?: HandoverSecret | undefined;
  note?: string | undefined;
}

/** Resolves a dispute. `release` is for the seller: a paid deal is completed, an unconfirmed payment is confirmed. */
export function resolveDispute(order: Order, command: ResolveCommand, now: number): OrderDecision {
  const { staffId, outcome, handover, note } = command;
  if (isParty(order, staffId)) return OWN_CASE;
  if (outcome === "refund") {
    if (order.status === "payment_confirmed") return { ok: false, reason: "wrong_state" };
    return refundOrder(order, { by: "staff", actorId: staffId, note }, now);
  }
  if (order.status !== "disputed") {
    const settled = order.events.some((event) => event.kind === "dispute_resolved");
    return settled && order.status !== "refunded" ? { ok: true, order } : { ok: false, reason: "wrong_state" };
  }
  // Only the bank can let a payment stand that it has taken back or asks about.
  if (openReversal(order, "chargeback") || openReversal(order, "inquiry"))
    return { ok: false, reason: "payment_reversed" };
  if (openReversal(order) && order.dispute === null)
    return { ok: true, order: resumeAfterRefund(order, { staffId, note }, now) };
  if (order.paid_at !== null) {
    const dispute = order.dispute && { ...order.dispute, outcome };
    const released = changeStatus(closeReversals(order, "won"), "release", staffId, now, {
      completed_at: now,
      dispute,
    });
    return { ok: true, order: decidedByStaff(released, note) };
  }
  const accepted = changeStatus(order, "accept", staffId, now, {
    payment_deadline: null,
    confirmation_deadline: null,
    paid_at: now,
    confirmations: settleConfirmation(order, "confirmed", now),
    ...withHandoverCode(order, handover),
  });
  return { ok: true, order: decidedByStaff(accepted, note) };
}
