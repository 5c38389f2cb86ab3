/** Places orders, and records the payments that buyers report. */
import { EVIDENCE_MARGIN_MS } from "../deadlines.ts";
import { DEFAULT_TIME_LIMITS, type TimeLimits } from "../time-limits.ts";
import {
  changeStatus,
  type HandoverSecret,
  type Order,
  type OrderCrypto,
  type OrderMethod,
  type OrderTerms,
  withHandoverCode,
} from "./order.ts";
import { confirmationDeadline, paymentDeadline } from "./order-deadlines.ts";
import { ORDER_START } from "./order-graph.ts";

/** Returns whether a buyer can report a payment: only for payments that Goodstreet cannot see. */
export function takesEvidence(method: OrderMethod): boolean {
  return method === "bank_transfer" || method === "crypto";
}

/** Creates an order. A free one is paid at once, cash waits for the collection, evidence goes to the seller. */
export function placeOrder(
  terms: OrderTerms,
  options: {
    evidence: boolean;
    confirmationId: string;
    crypto?: OrderCrypto | null | undefined;
    handover?: HandoverSecret | undefined;
    /** The earliest collection of all orders paid together with this one; by default this order's own. */
    firstCollection?: number | undefined;
    /** The deadlines in force when the order is created; it keeps them. */
    clocks?: TimeLimits | undefined;
  },
  now: number,
): Order {
  const clocks = options.clocks ?? DEFAULT_TIME_LIMITS;
  const { payment_method: method } = terms;
  const deadline =
    method === "free" || method === "outside" || method === "cash"
      ? null
      : paymentDeadline(method, options.firstCollection ?? terms.collection_date, now, clocks);
  const placed: Order = {
    ...terms,
    status: ORDER_START,
    payment_deadline: deadline,
    confirmation_deadline: null,
    marked_incomplete: false,
    incomplete_reason: null,
    crypto: options.crypto ?? null,
    card: null,
    card_failed_at: null,
    strike_exempt: false,
    handover: null,
    dispute: null,
    proposals: [],
    rev: 1,
    events: [{ rev: 1, kind: "placed", at: now, actor_id: terms.buyer_id }],
    confirmations: [],
    created_at: now,
    updated_at: now,
    paid_at: null,
    completed_at: null,
  };
  if (terms.payment_method === "free") {
    return changeStatus(placed, "waive_payment", null, now, {
      paid_at: now,
      ...withHandoverCode(placed, options.handover),
    });
  }
  if (terms.payment_method === "cash") {
    // Its end is not a missed payment, so it gives no strike.
    return changeStatus(placed, "agree_cash", null, now, {
      strike_exempt: true,
      ...withHandoverCode(placed, options.handover),
    });
  }
  if (!options.evidence || !takesEvidence(terms.payment_method)) return placed;
  return contestedIfNamed(withEvidence(placed, options.confirmationId, now, clocks), now);
}

/** Records that the buyer reported the payment, and asks the seller to confirm it. */
export function withEvidence(
  order: Order,
  confirmationId: string,
  now: number,
  clocks: Pick<TimeLimits, "confirmation_ms"> = DEFAULT_TIME_LIMITS,
): Order {
  const deadline = confirmationDeadline(order, now, clocks);
  return changeStatus(order, "submit_evidence", order.buyer_id, now, {
    confirmation_deadline: deadline,
    // The cron checks payment_deadline. Set a day after the seller's deadline, it never expires a buyer who has
    // reported a payment (D31).
    payment_deadline: deadline + EVIDENCE_MARGIN_MS,
    confirmations: [
      ...order.confirmations,
      {
        id: confirmationId,
        status: "pending",
        confirmation_deadline: deadline,
        payment_confirmed_at: null,
        created_at: now,
      },
    ],
  });
}

/** Leaves an order whose crypto payment another order has named to staff, or to the seller; time does not end it. */
export function contestedIfNamed(order: Order, now: number): Order {
  if (order.crypto?.contested_hash === undefined) return order;
  const open = { payment_deadline: null, confirmation_deadline: null, strike_exempt: true };
  return changeStatus(order, "contest", order.buyer_id, now, open);
}

/** Ends an order as it is placed: another buyer got the item before its crypto payment, which the seller owes back (D76). */
export function oweBack(order: Order, now: number): Order {
  return changeStatus(order, "owe_back", null, now, { payment_deadline: null, strike_exempt: true });
}
