/** Refunds: paid from the available balance, pending while that is too small, and sometimes returned by the bank. */
import { move } from "./balance.ts";
import { outcomeOf } from "./cards.ts";
import type { Charge, Refund } from "./objects.ts";
import { type EmulatorStore, makeObjectId } from "./store.ts";
import {
  type Answer,
  type ApiError,
  centsParam,
  invalid,
  mapParam,
  missing,
  ok,
  type Params,
  refuse,
  textParam,
} from "./wire.ts";

const REASONS = ["duplicate", "fraudulent", "requested_by_customer"];

export function createRefund(store: EmulatorStore, params: Params): Answer {
  const intentId = textParam(params, "payment_intent");
  const chargeId = textParam(params, "charge");
  if (intentId === null && chargeId === null) {
    return invalid("One of the following params should be provided for this request: payment_intent or charge.");
  }
  const reason = textParam(params, "reason");
  if (reason !== null && !REASONS.includes(reason)) return invalid("Invalid reason", undefined, "reason");
  const charge = intentId === null ? store.get("charge", chargeId ?? "") : store.paidCharge(intentId);
  if (!charge && intentId === null) return missing("charge", chargeId ?? "", "charge");
  if (charge?.status !== "succeeded") {
    return refuse(400, {
      type: "invalid_request_error",
      message: `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
      param: "payment_intent",
    });
  }
  const left = charge.amount - charge.amount_refunded;
  const amount = centsParam(params, left > 0 ? left : 1);
  if (typeof amount !== "number") return amount;
  const problem = refundProblem(store, charge, amount);
  if (problem) return refuse(400, { type: "invalid_request_error", ...problem });
  return ok(startRefund(store, charge, amount, reason, mapParam(params, "metadata")));
}

/** Refuses to refund what a bank has taken back, or may still take back. */
function refundProblem(store: EmulatorStore, charge: Charge, amount: number): Omit<ApiError, "type"> | null {
  const left = charge.amount - charge.amount_refunded;
  const dispute = store.disputeOf(charge.payment_intent);
  const disputed = dispute && !dispute.is_charge_refundable && dispute.status !== "prevented" ? dispute.amount : 0;
  if (left > 0 && disputed > 0 && amount > left - disputed) {
    return { code: "charge_disputed", message: `Charge ${charge.id} has been charged back; cannot issue a refund.` };
  }
  if (left === 0) {
    return { code: "charge_already_refunded", message: `Charge ${charge.id} has already been refunded.` };
  }
  if (amount > left) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`;
    return { message, param: "amount" };
  }
  return null;
}

/** Refunds a payment as if in the dashboard, without metadata. @returns false where the dashboard refuses. */
export function refundOutside(store: EmulatorStore, intentId: string, cents?: number): boolean {
  const charge = store.paidCharge(intentId);
  const amount = cents ?? (charge ? charge.amount - charge.amount_refunded : 0);
  if (!charge || amount <= 0 || refundProblem(store, charge, amount) !== null) return false;
  startRefund(store, charge, amount, null, {});
  return true;
}

function startRefund(
  store: EmulatorStore,
  charge: Charge,
  amount: number,
  reason: string | null,
  metadata: Record<string, string>,
): Refund {
  const fate = outcomeOf(charge.payment_method_details?.card?.last4).refund;
  const late = fate === "late";
  const refund: Refund = {
    id: makeObjectId("re"),
    object: "refund",
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: store.seconds(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: { card: { type: "pending" }, type: "card" },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    pending_reason: late ? "processing" : "insufficient_funds",
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "pending",
    transfer_reversal: null,
  };
  const amount_refunded = charge.amount_refunded + amount;
  const after: Charge = { ...charge, amount_refunded, refunded: amount_refunded === charge.amount };
  const begun = late || !payable(store, refund) ? refund : pay(store, refund);
  store.put(begun, charge.payment_intent);
  if (begun.status === "pending" || fate === "fails") store.awaitRefund(begun.id);
  store.put(after);
  store.emit("refund.created", begun);
  store.emit("charge.refunded", after);
  return begun;
}

const payable = (store: EmulatorStore, { amount }: Refund) => store.balance().available >= amount;

function pay(store: EmulatorStore, { pending_reason: _paid, ...refund }: Refund): Refund {
  const movement = move(store, {
    type: "refund",
    amount: -refund.amount,
    source: refund.id,
    description: "REFUND FOR CHARGE",
  });
  return {
    ...refund,
    balance_transaction: movement.id,
    destination_details: {
      card: { reference_status: "pending", reference_type: "acquirer_reference_number", type: "refund" },
      type: "card",
    },
    status: "succeeded",
  };
}

/** Settles refunds that waited for money or the card's bank, oldest first, and returns those that are due to fail. */
export function settleRefunds(store: EmulatorStore): void {
  for (const id of store.awaitedRefunds()) {
    const refund = store.get("refund", id);
    if (refund?.status === "pending") {
      if (refund.pending_reason !== "processing" && !payable(store, refund)) continue;
      const paid = pay(store, refund);
      store.put(paid);
      store.emit("refund.updated", paid);
    } else returnRefund(store, id);
    store.refundSettled(id);
  }
}

/** Returns a completed refund from the buyer's bank: the money is on the platform's balance again. */
export function returnRefund(store: EmulatorStore, id: string): boolean {
  const refund = store.get("refund", id);
  if (refund?.status !== "succeeded") return false;
  const movement = move(store, {
    type: "refund_failure",
    amount: refund.amount,
    source: refund.id,
    description: "REFUND FAILURE",
  });
  const failed: Refund = {
    ...refund,
    status: "failed",
    failure_balance_transaction: movement.id,
    failure_reason: "expired_or_canceled_card",
  };
  const charge = store.get("charge", refund.charge);
  if (charge) store.put({ ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false });
  store.put(failed);
  store.emit("refund.updated", failed);
  store.emit("refund.failed", failed);
  return true;
}
