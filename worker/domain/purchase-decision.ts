/**
 * One decision per purchase (D38). A bundle, and what met an offer on several items, costs less because all of it goes, so
 * it is paid for or cancelled as a whole. The purchase's row says which of the two has been decided before any item's
 * room is asked; whoever comes second is refused.
 */
import { MINUTE_MS } from "./deadlines.ts";
import type { Cents } from "./money.ts";
import type { OrderStatus } from "./order-abilities.ts";

/** `committing` and `cancelling` last only while the rooms are being asked. */
export type PurchaseDecision = "open" | "committing" | "committed" | "cancelling" | "cancelled";

export interface DecidedPart {
  order_id: string;
  /** Parts of one group stand or fall together; null for an item bought at its own price. */
  group: string | null;
  amount_cents: Cents;
  status: OrderStatus;
  payment_deadline: number | null;
}

/** Nobody is at work on a decision for this long: what is found undecided then was left by a Worker that died. */
export const DECISION_STALE_MS = MINUTE_MS;

/** Room for asking every part, so that none expires after another has been paid for. */
const PAYMENT_MARGIN_MS = 10_000;

export function isUndecided(decision: PurchaseDecision): decision is "committing" | "cancelling" {
  return decision === "committing" || decision === "cancelling";
}

export const isOver = ({ status }: Pick<DecidedPart, "status">) =>
  status === "cancelled" || status === "expired" || status === "refunded";

/** Whether money for this part has come or is on its way. */
export const isPaidFor = (part: DecidedPart) =>
  part.amount_cents > 0 && !isOver(part) && part.status !== "awaiting_payment";

/** What one payment pays for: gifts cost nothing, and what is over is not paid for. */
export const isPayable = (part: DecidedPart) => part.amount_cents > 0 && part.status === "awaiting_payment";

export type PayProblem = "committing" | "cancelling" | "part_over" | "too_late";

/** Why the purchase can't be paid for now, or null. */
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

/** The parts that are cancelled with this one, itself not among them. */
export function cancelledWith<P extends DecidedPart>(parts: readonly P[], orderId: string): P[] {
  const group = parts.find((part) => part.order_id === orderId)?.group ?? null;
  return parts.filter((part) => group !== null && part.group === group && part.order_id !== orderId);
}

/** Why a part can't be cancelled now, or null. `others` are those that would be cancelled with it. */
export function cancelProblem(
  decision: PurchaseDecision,
  others: readonly DecidedPart[],
): "committing" | "cancelling" | "paid" | null {
  if (isUndecided(decision)) return decision;
  return others.some(isPaidFor) ? "paid" : null;
}

/** Once a part and its group are cancelled, or could not be: the rest of a cart can still be paid for. */
export function afterCancelling(parts: readonly DecidedPart[]): "open" | "committed" | "cancelled" {
  if (parts.every(isOver)) return "cancelled";
  return parts.some(isPaidFor) ? "committed" : "open";
}
