/**
 * Shapes of provider events that must hold before an event is read. Other fields may be present; the provider adds
 * fields at any time.
 */
import type Stripe from "stripe";
import * as z from "zod/mini";
import type { ThinEvent } from "../../adapters/card-stripe.ts";

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
