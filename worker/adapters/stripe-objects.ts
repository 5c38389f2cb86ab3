/** What we read of Stripe's objects: the fields on which our decisions depend, and the shapes of its events. */
import type Stripe from "stripe";
import * as z from "zod/mini";
import type { ThinEvent } from "./card-stripe.ts";

export interface IntentFacts {
  id: string;
  state: "open" | "succeeded" | "canceled";
  received_cents: number;
  currency: string;
  charge_id: string | null;
  /** Code of the last declined card. */
  failure: string | null;
  cancelled_by: "buyer" | "service";
}

/** Reads an intent. A failure counts once the intent waits for another card, not while the next one is being tried. */
export function factsOf(intent: Stripe.PaymentIntent): IntentFacts {
  const { status, latest_charge: charge, last_payment_error: error } = intent;
  return {
    id: intent.id,
    state: status === "succeeded" ? "succeeded" : status === "canceled" ? "canceled" : "open",
    received_cents: intent.amount_received,
    currency: intent.currency,
    charge_id: typeof charge === "string" ? charge : (charge?.id ?? null),
    failure: status === "requires_payment_method" && error ? (error.decline_code ?? error.code ?? error.type) : null,
    cancelled_by: intent.cancellation_reason === "requested_by_customer" ? "buyer" : "service",
  };
}

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

// Shapes of provider events that must hold before an event is read. Other fields may be present; the provider adds
// fields at any time.

const cents = z.int().check(z.minimum(0));
const text = z.string().check(z.minLength(1));
/** An id, or the object itself where the provider expanded it. */
const reference = z.nullish(z.union([text, z.looseObject({ id: text })]));

const intent = z.looseObject({ id: text, status: text, amount_received: cents, currency: text });
const dispute = z.looseObject({ id: text, status: text, amount: cents, currency: text, payment_intent: reference });
const warning = z.looseObject({ id: text, charge: reference, payment_intent: reference });
const account = z.looseObject({ id: text });

const OBJECTS = {
  "payment_intent.succeeded": intent,
  "payment_intent.canceled": intent,
  "payment_intent.payment_failed": intent,
  "charge.dispute.created": dispute,
  "charge.dispute.updated": dispute,
  "charge.dispute.funds_withdrawn": dispute,
  "charge.dispute.funds_reinstated": dispute,
  "charge.dispute.closed": dispute,
  "refund.created": dispute,
  "refund.updated": dispute,
  "refund.failed": dispute,
  "radar.early_fraud_warning.created": warning,
  "account.updated": account,
  // The object is the application; the event names the account.
  "account.application.deauthorized": account,
} as const;

const envelope = z.looseObject({ id: text, livemode: z.boolean() });

/** Changes of a seller's account, as events of the newer API. */
const ACCOUNT_CHANGES = new Set([
  "v2.core.account[configuration.recipient].capability_status_updated",
  "v2.core.account[configuration.recipient].updated",
  "v2.core.account[requirements].updated",
  "v2.core.account.closed",
]);
const accountChange = z.extend(envelope, { related_object: z.looseObject({ id: text }) });

/** Kinds of events that have an effect. */
export type HandledEvent = Extract<Stripe.Event, { type: keyof typeof OBJECTS }>;

export function isHandled(event: Stripe.Event): event is HandledEvent {
  return event.type in OBJECTS;
}

/** Whether the event has every field that is read from it. */
export function isWellFormed(event: HandledEvent): boolean {
  // The type promises more than has been validated.
  const object: unknown = (event as { data?: { object?: unknown } }).data?.object;
  return envelope.safeParse(event).success && OBJECTS[event.type].safeParse(object).success;
}

export function isThinEvent(event: Stripe.Event | ThinEvent): event is ThinEvent {
  // Events of the older API have no such field, though their type does not say so.
  return (event as { object?: unknown }).object === "v2.core.event";
}

/** Returns the account a thin event is about; null for events without effect; undefined when it cannot be read. */
export function changedAccount(event: ThinEvent): string | null | undefined {
  if (!ACCOUNT_CHANGES.has(event.type)) return null;
  const read = accountChange.safeParse(event);
  return read.success ? read.data.related_object.id : undefined;
}
