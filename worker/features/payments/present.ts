/** Maps card payments to the payer's view. */
import { entityFields } from "#contract/entity-fields";
import type { BalanceTransactionView, IntentStatusReply } from "#contract/payments";
import { centsToDollars } from "#domain/money";
import type { BalanceLine, Payment, PaymentPart } from "./queries.ts";

export function intentStatus(payment: Payment): IntentStatusReply["status"] {
  if (payment.status !== "open") return payment.status;
  return payment.failed_at === null ? "processing" : "failed";
}

/**
 * Whether the payment had its full effect: every part has paid for its order, or the ad credit was added. A top-up of
 * another amount than requested adds nothing and is refunded.
 */
export function isCredited(payment: Payment, parts: readonly PaymentPart[], refundedCents: number): boolean {
  if (payment.status !== "succeeded" || payment.settled_at === null) return false;
  if (payment.kind === "topup" && refundedCents > 0) return false;
  return parts.every((part) => part.outcome === "paid");
}

export function presentIntent(
  payment: Payment,
  parts: readonly PaymentPart[],
  refundedCents: number,
  now: number,
): IntentStatusReply {
  return {
    id: payment.intent_id,
    kind: payment.kind,
    status: intentStatus(payment),
    credited: isCredited(payment, parts, refundedCents),
    refunded_cents: refundedCents,
    amount: payment.amount_cents,
    order_id: payment.order_id,
    purchase_id: payment.purchase_id,
    server_now: now,
  };
}

export function presentBalanceLine(line: BalanceLine): BalanceTransactionView {
  return {
    ...entityFields("balance_transactions", "owner", line),
    amount: centsToDollars(line.amount_cents),
  };
}
