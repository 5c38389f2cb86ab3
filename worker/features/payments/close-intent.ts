/**
 * Cancel before release: an item with an open card intent is let go only after the provider has said that
 * the intent is cancelled. If it says that the money is in, the money wins.
 */
import type Stripe from "stripe";
import { refusalCode } from "../../adapters/card-stripe.ts";
import type { Services } from "../../http/context.ts";
import { applyIntent } from "./apply-intent.ts";
import { factsOf } from "./intent-facts.ts";
import { openPaymentOf } from "./queries.ts";

/** `processing`: the bank is still deciding, so nothing is certain yet. `none`: no intent of this order is open. */
export type ClosedAs = "cancelled" | "paid" | "processing" | "none" | "unavailable";

/** Ends the open intent of an order, of whichever purchase it is part; every order it pays for follows. Idempotent. */
export async function closeIntent(
  services: Services,
  orderId: string,
  by: "buyer" | "service" = "service",
): Promise<ClosedAs> {
  const payment = await openPaymentOf(services.db, orderId);
  return payment ? closePayment(services, payment.intent_id, by) : "none";
}

export async function closePayment(
  services: Services,
  intentId: string,
  by: "buyer" | "service" = "service",
): Promise<ClosedAs> {
  const stripe = services.stripe();
  if (!stripe) return "unavailable";
  const facts = factsOf(await cancelled(stripe, intentId, by));
  await applyIntent(services, facts);
  if (facts.state === "canceled") return "cancelled";
  return facts.state === "succeeded" ? "paid" : "processing";
}

/** The intent after the attempt to cancel it: cancelled, or in the state that did not let it be. */
async function cancelled(stripe: Stripe, intentId: string, by: "buyer" | "service"): Promise<Stripe.PaymentIntent> {
  try {
    return await stripe.paymentIntents.cancel(intentId, {
      cancellation_reason: by === "buyer" ? "requested_by_customer" : "abandoned",
    });
  } catch (error) {
    if (refusalCode(error) !== "payment_intent_unexpected_state") throw error;
    return stripe.paymentIntents.retrieve(intentId);
  }
}
