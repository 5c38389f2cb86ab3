/** What must be there of a provider's event before anything is read from it. More may be: the provider adds fields at will. */
import type Stripe from "stripe";
import * as z from "zod/mini";

const cents = z.int().check(z.minimum(0));
const text = z.string().check(z.minLength(1));
/** The id, or the object itself where the provider expanded it. */
const reference = z.nullish(z.union([text, z.looseObject({ id: text })]));

const intent = z.looseObject({ id: text, status: text, amount_received: cents, currency: text });
const dispute = z.looseObject({ id: text, status: text, amount: cents, currency: text, payment_intent: reference });
const account = z.looseObject({ id: text, payouts_enabled: z.optional(z.boolean()) });

const OBJECTS = {
  "payment_intent.succeeded": intent,
  "payment_intent.canceled": intent,
  "payment_intent.payment_failed": intent,
  "charge.dispute.created": dispute,
  "charge.dispute.closed": dispute,
  "refund.created": dispute,
  "refund.updated": dispute,
  "refund.failed": dispute,
  "account.updated": account,
} as const;

const envelope = z.looseObject({ id: text, livemode: z.boolean() });

/** Kinds of events that change something here. */
export type HandledEvent = Extract<Stripe.Event, { type: keyof typeof OBJECTS }>;

export function isHandled(event: Stripe.Event): event is HandledEvent {
  return event.type in OBJECTS;
}

export function isWellFormed(event: HandledEvent): boolean {
  // The types promise more than an event has been checked for.
  const object: unknown = (event as { data?: { object?: unknown } }).data?.object;
  return envelope.safeParse(event).success && OBJECTS[event.type].safeParse(object).success;
}
