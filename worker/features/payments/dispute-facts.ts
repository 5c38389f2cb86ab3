/** What we read of a provider's dispute; nothing else of it decides anything. */
import type Stripe from "stripe";

export interface DisputeFacts {
  id: string;
  amount_cents: number;
  /** Of all its movements so far; a chargeback that is won is not charged less. */
  fee_cents: number;
  status: "open" | "won" | "lost";
  /** Until when evidence can be sent. */
  due_at: number | null;
}

/** An inquiry that was closed, and a dispute that was prevented, leave the payment as it is. */
const WON = new Set<string>(["won", "warning_closed", "prevented"]);

export function disputeFacts(dispute: Stripe.Dispute): DisputeFacts {
  const { id, amount, status } = dispute;
  // Older events may lack what the types promise.
  const { balance_transactions: moves, evidence_details: evidence } = dispute as Partial<Stripe.Dispute>;
  const due = evidence?.due_by ?? null;
  return {
    id,
    amount_cents: amount,
    fee_cents: (moves ?? []).reduce((sum, { fee }) => sum + fee, 0),
    status: WON.has(status) ? "won" : status === "lost" ? "lost" : "open",
    due_at: due === null ? null : due * 1000,
  };
}
