/**
 * Cancels before releasing: an item with an open card intent is released only after the provider has confirmed the
 * cancellation. If the card was charged, the payment counts.
 */
import type Stripe from "stripe";
import { refusalCode } from "../../adapters/card-stripe.ts";
import type { Services } from "../../services.ts";
import { applyIntent } from "./apply-intent.ts";
import { factsOf } from "./intent-facts.ts";
import { openPaymentOf } from "./queries.ts";

/** How an intent ended. `processing`: the bank is still deciding. `none`: the order has no open intent. */
export type ClosedIntentState = "cancelled" | "paid" | "processing" | "none" | "unavailable";

/** Cancels the open intent of an order, which may belong to a purchase; all orders it pays for follow. Idempotent. */
export async function closeIntent(
  services: Services,
  orderId: string,
  by: "buyer" | "service" = "service",
): Promise<ClosedIntentState> {
  const payment = await openPaymentOf(services.db, orderId);
  return payment ? closePayment(services, payment.intent_id, by) : "none";
}

/** Cancels one intent and applies its final state. */
export async function closePayment(
  services: Services,
  intentId: string,
  by: "buyer" | "service" = "service",
): Promise<ClosedIntentState> {
  const stripe = services.stripe();
  if (!stripe) return "unavailable";
  const facts = factsOf(await cancelled(stripe, intentId, by));
  await applyIntent(services, facts);
  if (facts.state === "canceled") return "cancelled";
  return facts.state === "succeeded" ? "paid" : "processing";
}

/** Tries to cancel the intent and returns its state afterwards, which may still be paid or processing. */
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
