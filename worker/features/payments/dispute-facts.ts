/** The fields of a provider's dispute on which our decisions depend. */
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
  /** The amount that the bank has taken from us now. */
  withdrawn_cents: number;
  /** Sum over all movements. A won chargeback costs the same fee. */
  fee_cents: number;
  status: "open" | "won" | "lost";
  /** Deadline for evidence, epoch milliseconds. */
  due_at: number | null;
}

/**
 * A closed inquiry leaves the payment unchanged. So does a prevented dispute: the refund that prevented it is a
 * separate event.
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
