/** What we read of a provider's dispute; nothing else of it decides anything. */
import type Stripe from "stripe";

/** One movement of money between us and the bank. */
export interface DisputeMovement {
  id: string;
  /** Negative: taken from us. Positive: given back. */
  cents: number;
  fee_cents: number;
}

export interface DisputeFacts {
  id: string;
  amount_cents: number;
  movements: DisputeMovement[];
  /** What the bank has of our money now. */
  withdrawn_cents: number;
  /** Of all movements; a chargeback that is won is not charged less. */
  fee_cents: number;
  status: "open" | "won" | "lost";
  /** Until when evidence can be sent. */
  due_at: number | null;
}

/**
 * An inquiry that was closed leaves the payment as it is. So does a dispute that was prevented: the refund that prevented it is
 * an event of its own.
 */
const WON = new Set<string>(["won", "warning_closed", "prevented"]);

export function disputeFacts(dispute: Stripe.Dispute): DisputeFacts {
  const { id, amount, status, balance_transactions: moved, evidence_details: evidence } = dispute;
  const movements = moved.map((one) => ({ id: one.id, cents: one.amount, fee_cents: one.fee }));
  const due = evidence.due_by;
  return {
    id,
    amount_cents: amount,
    movements,
    withdrawn_cents: -movements.reduce((sum, { cents }) => sum + cents, 0),
    fee_cents: movements.reduce((sum, { fee_cents }) => sum + fee_cents, 0),
    status: WON.has(status) ? "won" : status === "lost" ? "lost" : "open",
    due_at: due === null ? null : due * 1000,
  };
}
