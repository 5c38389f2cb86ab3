/**
 * One decision per purchase (D38). A bundle, or items that met an offer together, are paid for or cancelled as a whole.
 * The purchase's row records the decision before any item's room is asked, so a competing request is refused.
 */
import { MINUTE_MS } from "../deadlines.ts";
import type { Cents } from "../money.ts";
import { isUndone, type OrderStatus } from "../orders/order-status.ts";

/** `committing` and `cancelling` last only while the rooms are being asked. */
export type PurchaseDecision = "open" | "committing" | "committed" | "cancelling" | "cancelled";

export interface DecidedPart {
  order_id: string;
  /** Parts of one group are paid for or cancelled together; null for an item bought at its own price. */
  group: string | null;
  amount_cents: Cents;
  status: OrderStatus;
  payment_deadline: number | null;
}

/** A decision never takes this long. After this time an unfinished one was left by a Worker that stopped. */
export const DECISION_STALE_MS = MINUTE_MS;

/** Time to ask every part, so that none expires after another has been paid for. */
const PAYMENT_MARGIN_MS = 10_000;

/** Returns whether the rooms are still being asked. */
export function isUndecided(decision: PurchaseDecision): decision is "committing" | "cancelling" {
  return decision === "committing" || decision === "cancelling";
}

/** Returns whether the order of this part has ended without a sale. */
export const isOver = ({ status }: Pick<DecidedPart, "status">) => isUndone(status);

const UNPAID_PARTS: readonly OrderStatus[] = ["awaiting_payment", "awaiting_collection"];

/** Returns whether a payment for this part has arrived or been reported. */
export const isPaidFor = (part: DecidedPart) =>
  part.amount_cents > 0 && !isOver(part) && !UNPAID_PARTS.includes(part.status);

/** Returns whether a payment includes this part: it costs something and is still unpaid. */
export const isPayable = (part: DecidedPart) => part.amount_cents > 0 && part.status === "awaiting_payment";

export type PayProblem = "committing" | "cancelling" | "part_over" | "too_late";

/** Returns why the purchase cannot be paid for now, or null. */
export function payProblem(decision: PurchaseDecision, parts: readonly DecidedPart[], now: number): PayProblem | null {
  if (isUndecided(decision)) return decision;
  const payable = parts.filter(isPayable);
  const broken = payable.some(({ group }) =>
    parts.some((other) => group !== null && other.group === group && other.amount_cents > 0 && isOver(other)),
  );
  if (broken) return "part_over";
  const late = payable.some(({ payment_deadline: at }) => at !== null && now >= at - PAYMENT_MARGIN_MS);
  return late ? "too_late" : null;
}

/** Returns the other parts that are cancelled together with this one. */
export function cancelledWith<P extends DecidedPart>(parts: readonly P[], orderId: string): P[] {
  const group = parts.find((part) => part.order_id === orderId)?.group ?? null;
  return parts.filter((part) => group !== null && part.group === group && part.order_id !== orderId);
}

/** Returns why a part cannot be cancelled now, or null. `others` are the parts that would be cancelled with it. */
export function cancelProblem(
  decision: PurchaseDecision,
  others: readonly DecidedPart[],
): "committing" | "cancelling" | "paid" | null {
  if (isUndecided(decision)) return decision;
  return others.some(isPaidFor) ? "paid" : null;
}

/** Returns the state after a cancellation was attempted: remaining parts can still be paid for. */
export function afterCancelling(parts: readonly DecidedPart[]): "open" | "committed" | "cancelled" {
  if (parts.every(isOver)) return "cancelled";
  return parts.some(isPaidFor) ? "committed" : "open";
}
