/** Commands of buyer and seller on an order: each is checked against the graph, and each can be repeated safely. */

import { NO_SHOW_REPORT_MS } from "../deadlines.ts";
import { DEFAULT_TIME_LIMITS, type TimeLimits } from "../time-limits.ts";
import {
  applyDeadlines,
  changeStatus,
  expire,
  type HandoverSecret,
  isIntentOpen,
  lastConfirmation,
  type Order,
  type OrderDecision,
  settleConfirmation,
  withHandoverCode,
} from "./order.ts";
import { deniedDeadline, reportDeadline } from "./order-deadlines.ts";
import { allows, type OrderParty } from "./order-graph.ts";
import { openReversal } from "./order-reversal.ts";
import { contestedIfNamed, withEvidence } from "./place-order.ts";

export type OrderCommand =
  | {
      type: "submit_evidence";
      userId: string;
      confirmationId: string;
      reference?: string;
      txHash?: string;
      /** Another buyer's order has named this transaction. */
      contested?: boolean;
      clocks?: TimeLimits;
    }
  | { type: "confirm"; userId: string; confirmationId: string; handover?: HandoverSecret | undefined }
  | { type: "deny"; userId: string; confirmationId: string; clocks?: TimeLimits }
  | { type: "cancel"; userId: string }
  | { type: "collect"; userId: string }
  | { type: "open_dispute"; userId: string; reason: string }
  | { type: "call_off" | "report_missed"; userId: string };

/** Applies a command. Repeating one that has taken effect returns the order unchanged (lost replies, double clicks). */
export function decideOrder(before: Order, command: OrderCommand, now: number): OrderDecision {
  const order = applyDeadlines(before, now);
  const party = partyOf(order, command);
  if (party === null) return { ok: false, reason: "not_yours" };
  if (isAlreadyApplied(order, command)) return { ok: true, order };
  if (openReversal(order)) return { ok: false, reason: "payment_reversed" };
  if (!allows(order.status, command.type, party)) return { ok: false, reason: "wrong_state" };

  switch (command.type) {
    case "submit_evidence":
      return submitEvidence(order, command, now);
    case "confirm":
      // A dispute that the buyer opened is about the item, and staff settle it.
      if (order.paid_at !== null) return { ok: false, reason: "wrong_state" };
      if (lastConfirmation(order)?.id !== command.confirmationId) return { ok: false, reason: "unknown_confirmation" };
      return {
        ok: true,
        order: changeStatus(order, "confirm", command.userId, now, {
          payment_deadline: null,
          confirmation_deadline: null,
          paid_at: now,
          confirmations: settleConfirmation(order, "confirmed", now),
          ...withHandoverCode(order, command.handover),
        }),
      };
    case "deny": {
      if (lastConfirmation(order)?.id !== command.confirmationId) return { ok: false, reason: "unknown_confirmation" };
      const deadline = deniedDeadline(order.collection_date, now, command.clocks ?? DEFAULT_TIME_LIMITS);
      const denied = changeStatus(order, "deny", command.userId, now, {
        payment_deadline: deadline ?? now,
        confirmation_deadline: null,
        confirmations: settleConfirmation(order, "not_received", null),
      });
      // Too late to pay again before the collection, so the order ends (D55).
      return { ok: true, order: deadline === null ? expire(denied, now) : denied };
    }
    case "cancel":
      if (isIntentOpen(order)) return { ok: false, reason: "intent_open" };
      return { ok: true, order: changeStatus(order, "cancel", command.userId, now, { payment_deadline: null }) };
    case "collect":
      return { ok: true, order: changeStatus(order, "collect", command.userId, now, { completed_at: now }) };
    case "open_dispute":
      if (now > reportDeadline(order)) return { ok: false, reason: "too_late" };
      return {
        ok: true,
        order: changeStatus(order, "open_dispute", command.userId, now, {
          dispute: { reason: command.reason, opened_at: now, outcome: null },
          strike_exempt: true,
        }),
      };
    case "call_off":
    case "report_missed":
      if (!isCollectionCase(command.type, order, now)) return { ok: false, reason: "wrong_state" };
      return { ok: true, order: changeStatus(order, command.type, command.userId, now, {}) };
  }
}

/** Returns the command's party, or null when this user may not give it. */
function partyOf(order: Order, { type, userId }: OrderCommand): OrderParty | null {
  const side = userId === order.buyer_id ? "buyer" : userId === order.seller_id ? "seller" : null;
  if (type === "call_off" || type === "report_missed") return side;
  return side === (type === "confirm" || type === "deny" ? "seller" : "buyer") ? side : null;
}

/**
 * Returns whether the command is allowed now. A giveaway, or an order paid at pick-up, can be called off before its
 * collection starts, and a missed collection can be reported once it has ended (D53, D57).
 */
export function isCollectionCase(
  what: "call_off" | "report_missed",
  order: Pick<Order, "payment_method" | "collection_date" | "collection_ends_at">,
  now: number,
): boolean {
  const { payment_method: method, collection_ends_at: ends } = order;
  if (method !== "free" && method !== "cash") return false;
  if (what === "call_off") return now < order.collection_date;
  // A giveaway stays open until someone ends it; cash ends by itself, so the question ends too.
  return now >= ends && (method === "free" || now < ends + NO_SHOW_REPORT_MS);
}

function isAlreadyApplied(order: Order, command: OrderCommand): boolean {
  switch (command.type) {
    case "submit_evidence":
      return (
        order.status === "payment_pending_seller_confirmation" ||
        order.confirmations.some((confirmation) => confirmation.id === command.confirmationId)
      );
    case "confirm":
      return order.confirmations.some((entry) => entry.id === command.confirmationId && entry.status === "confirmed");
    case "deny":
      return order.confirmations.some(
        (entry) => entry.id === command.confirmationId && entry.status === "not_received",
      );
    case "cancel":
      return order.status === "cancelled";
    case "collect":
      return order.status === "completed";
    case "open_dispute":
      return order.dispute !== null && order.status === "disputed";
    case "call_off":
      return order.events.at(-1)?.kind === "called_off";
    case "report_missed": {
      // The other party's report is answered by contesting it, not by a second report.
      const last = order.events.at(-1);
      return last?.kind === "collection_missed" && last.actor_id === command.userId;
    }
  }
}

function submitEvidence(
  order: Order,
  command: Extract<OrderCommand, { type: "submit_evidence" }>,
  now: number,
): OrderDecision {
  if (order.payment_method === "bank_transfer") {
    if (command.reference !== order.bank_reference) return { ok: false, reason: "wrong_reference" };
    return { ok: true, order: withEvidence(order, command.confirmationId, now, command.clocks) };
  }
  if (order.payment_method !== "crypto" || !order.crypto) return { ok: false, reason: "wrong_state" };
  if (command.txHash === undefined) return { ok: false, reason: "wrong_reference" };
  const crypto = command.contested
    ? { ...order.crypto, tx_hash: null, contested_hash: command.txHash }
    : { ...order.crypto, tx_hash: command.txHash };
  const told = withEvidence({ ...order, crypto }, command.confirmationId, now, command.clocks);
  return { ok: true, order: contestedIfNamed(told, now) };
}
