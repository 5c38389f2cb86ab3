/**
 * Actions of a buyer's bank: inquiries, chargebacks, verdicts, appeals and fraud warnings. Only a chargeback moves
 * money: out when it begins, back when it is won. An inquiry and a prevented dispute move none.
 */
import type Stripe from "stripe";
import { move } from "./balance.ts";
import { CONSTANT } from "./constant-fields.ts";
import type { Charge, Dispute } from "./objects.ts";
import { refundOutside } from "./refunds.ts";
import { type EmulatorStore, makeObjectId } from "./store.ts";

export type Verdict = "won" | "lost" | "warning_closed" | "prevented";

/** Fee per dispute for accounts in Australia, in cents. Not returned when the dispute is won. */
const DISPUTE_FEE = 2_500;
const EVIDENCE_SECONDS = 9 * 24 * 60 * 60;

function newDispute(store: EmulatorStore, charge: Charge, amount: number, reason: string): Dispute {
  const brand = charge.payment_method_details?.card?.brand ?? "visa";
  return {
    id: makeObjectId("du"),
    object: "dispute",
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: store.seconds(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: CONSTANT.evidence,
    evidence_details: {
      due_by: store.seconds() + EVIDENCE_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: true,
    livemode: false,
    metadata: {},
    network_reason_code: "10",
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand, case_type: "chargeback", network: brand, network_reason_code: "10" },
      type: "card",
    },
    reason,
    status: "needs_response",
  };
}

function withCase(dispute: Dispute, case_type: "chargeback" | "inquiry" | "resolution"): Dispute {
  const card = dispute.payment_method_details?.card;
  return card ? { ...dispute, payment_method_details: { type: "card", card: { ...card, case_type } } } : dispute;
}

/** Books the disputed sum and Stripe's fee. */
function withdrawn(store: EmulatorStore, dispute: Dispute): Dispute {
  const movement = move(store, {
    type: "adjustment",
    amount: -dispute.amount,
    fee: DISPUTE_FEE,
    source: dispute.id,
    description: `Chargeback withdrawal for ${dispute.charge}`,
  });
  return { ...dispute, is_charge_refundable: false, balance_transactions: [...dispute.balance_transactions, movement] };
}

function reinstated(store: EmulatorStore, dispute: Dispute): Dispute {
  const movement = move(store, {
    type: "adjustment",
    amount: dispute.amount,
    source: dispute.id,
    description: `Chargeback reversal for ${dispute.charge}`,
  });
  return { ...dispute, is_charge_refundable: true, balance_transactions: [...dispute.balance_transactions, movement] };
}

/**
 * Opens a chargeback of a payment or part of it, or an inquiry. A later chargeback of an inquiry is the same dispute.
 * @returns whether there was anything to dispute.
 */
export function openDispute(
  store: EmulatorStore,
  intentId: string,
  { amount, inquiry, reason }: { amount?: number; inquiry?: boolean; reason?: string } = {},
): boolean {
  const charge = store.paidCharge(intentId);
  const known = store.disputeOf(intentId);
  if (!charge || (known && (inquiry || !/^warning_(needs_response|under_review)$/.test(known.status)))) return false;
  const left = charge.amount - charge.amount_refunded;
  if (left === 0 || (amount ?? left) > charge.amount) return false;
  // A refund made since the inquiry lowers what the buyer's bank can still take back.
  const dispute = known
    ? { ...known, amount: Math.min(known.amount, left) }
    : newDispute(store, charge, amount ?? left, reason ?? "fraudulent");
  if (inquiry) {
    const asked: Dispute = { ...withCase(dispute, "inquiry"), status: "warning_needs_response" };
    store.put(asked, intentId);
    store.emit("charge.dispute.created", asked);
    return true;
  }
  const taken: Dispute = { ...withdrawn(store, withCase(dispute, "chargeback")), status: "needs_response" };
  store.put({ ...charge, disputed: true });
  store.put(taken, intentId);
  store.emit(known ? "charge.dispute.updated" : "charge.dispute.created", taken);
  store.emit("charge.dispute.funds_withdrawn", taken);
  return true;
}

/** Books a further fee of a dispute, or with a negative sum a returned one, without moving the disputed money. */
export function chargeDisputeFee(store: EmulatorStore, intentId: string, fee: number): boolean {
  const dispute = store.disputeOf(intentId);
  if (!dispute) return false;
  const movement = move(store, { type: "adjustment", amount: 0, fee, source: dispute.id, description: "Dispute fee" });
  const charged: Dispute = { ...dispute, balance_transactions: [...dispute.balance_transactions, movement] };
  store.put(charged);
  store.emit("charge.dispute.updated", charged);
  return true;
}

/** Submits the operator's evidence. */
export function answerDispute(store: EmulatorStore, intentId: string): boolean {
  const dispute = store.disputeOf(intentId);
  if (dispute?.status !== "needs_response" && dispute?.status !== "warning_needs_response") return false;
  const { evidence_details: details } = dispute;
  const answered: Dispute = {
    ...dispute,
    status: dispute.status === "needs_response" ? "under_review" : "warning_under_review",
    evidence_details: { ...details, has_evidence: true, submission_count: 1, submission_method: "manual" },
  };
  store.put(answered);
  store.emit("charge.dispute.updated", answered);
  return true;
}

/** Ends a dispute. `prevented` needs no earlier dispute: the bank and Stripe settle it by a refund. */
export function closeDispute(store: EmulatorStore, intentId: string, verdict: Verdict): boolean {
  const dispute = store.disputeOf(intentId);
  const inquiry = dispute?.status.startsWith("warning_") === true && dispute.status !== "warning_closed";
  if (verdict === "prevented") return (dispute === null || inquiry) && prevent(store, intentId, dispute);
  const chargeback = dispute?.status === "needs_response" || dispute?.status === "under_review";
  if (!dispute || !(verdict === "warning_closed" ? inquiry : chargeback)) return false;
  close(store, dispute, verdict);
  return true;
}

function close(store: EmulatorStore, dispute: Dispute, status: Verdict): void {
  const closed: Dispute = { ...(status === "won" ? reinstated(store, dispute) : dispute), status };
  store.put(closed);
  if (status === "won") store.emit("charge.dispute.funds_reinstated", closed);
  store.emit("charge.dispute.closed", closed);
}

function prevent(store: EmulatorStore, intentId: string, known: Dispute | null): boolean {
  const charge = store.paidCharge(intentId);
  const left = charge ? charge.amount - charge.amount_refunded : 0;
  if (!charge || left === 0) return false;
  const dispute = known ?? newDispute(store, charge, left, "fraudulent");
  const prevented: Dispute = { ...withCase(dispute, "resolution"), status: "prevented", is_charge_refundable: false };
  store.put(prevented, intentId);
  if (!known) store.emit("charge.dispute.created", prevented);
  store.emit("charge.dispute.closed", prevented);
  return refundOutside(store, intentId, Math.min(left, dispute.amount));
}

/** Appeals against a lost dispute, with the bank's new verdict. */
export function appealDispute(store: EmulatorStore, intentId: string, outcome: "won" | "lost"): boolean {
  const dispute = store.disputeOf(intentId);
  if (dispute?.status !== "lost") return false;
  for (const status of ["appeal_needs_response", "appeal_under_review"] as const) {
    const step: Dispute = { ...dispute, status };
    store.put(step);
    store.emit("charge.dispute.updated", step);
  }
  close(store, dispute, outcome);
  return true;
}

export function warnOfFraud(store: EmulatorStore, intentId: string): boolean {
  const charge = store.paidCharge(intentId);
  if (!charge) return false;
  const warning: Stripe.Radar.EarlyFraudWarning = {
    id: makeObjectId("issfr"),
    object: "radar.early_fraud_warning",
    actionable: !charge.refunded && !charge.disputed,
    charge: charge.id,
    created: store.seconds(),
    fraud_type: "made_with_stolen_card",
    livemode: false,
    payment_intent: intentId,
  };
  store.put(warning, intentId);
  store.emit("radar.early_fraud_warning.created", warning);
  return true;
}
