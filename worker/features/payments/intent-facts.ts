/** The fields of a provider's payment intent on which our decisions depend. */
import type Stripe from "stripe";

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
