import type { PaymentIntent, PaymentIntentResult, Stripe, StripeError } from "@stripe/stripe-js";
import { vi } from "vitest";

export const INTENT_ID = "pi_3SVsyN2eZvKYlo2C0aBcDeFg";
export const CLIENT_SECRET = `${INTENT_ID}_secret_x`;

/** A payment intent as Stripe.js returns it to a browser that has the client secret. */
export function paymentIntent(
  status: PaymentIntent["status"],
  last_payment_error: PaymentIntent["last_payment_error"] = null,
): PaymentIntent {
  return {
    id: INTENT_ID,
    object: "payment_intent",
    amount: 24_000,
    canceled_at: status === "canceled" ? 1_795_000_600 : null,
    cancellation_reason: status === "canceled" ? "abandoned" : null,
    capture_method: "automatic",
    client_secret: CLIENT_SECRET,
    confirmation_method: "automatic",
    created: 1_795_000_000,
    currency: "aud",
    description: null,
    last_payment_error,
    livemode: false,
    next_action: status === "requires_action" ? { type: "use_stripe_sdk", use_stripe_sdk: {} } : null,
    payment_method: null,
    payment_method_types: ["card"],
    receipt_email: null,
    setup_future_usage: null,
    shipping: null,
    status,
  };
}

export const answered = (status: PaymentIntent["status"]): PaymentIntentResult => ({
  paymentIntent: paymentIntent(status),
});

export const refusedWith = (error: StripeError): PaymentIntentResult => ({ error });

/** What Stripe.js says when a confirmed or cancelled intent is confirmed again. */
export const unexpectedState = (status: PaymentIntent["status"]): PaymentIntentResult => ({
  error: {
    type: "invalid_request_error",
    code: "payment_intent_unexpected_state",
    message: `You cannot confirm this PaymentIntent because it has already ${status} after being previously confirmed.`,
    payment_intent: paymentIntent(status),
  },
});

export const CONNECTION_LOST: StripeError = {
  type: "api_connection_error",
  message: "An error occurred with our connection to Stripe.",
};

type Answer = () => PaymentIntentResult | Promise<PaymentIntentResult>;

function next(answers: Answer[]): PaymentIntentResult | Promise<PaymentIntentResult> {
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  if (!answer) throw new Error("no answer prepared");
  return answer();
}

/** Stripe.js with answers chosen by the test, in order; the last one of each list stays. Nothing is sent anywhere. */
export function fakeStripe() {
  const confirms: Answer[] = [() => answered("succeeded")];
  const retrievals: Answer[] = [() => answered("requires_payment_method")];
  const element = { mount() {}, on() {}, off() {}, update() {}, destroy() {}, focus: vi.fn() };
  const confirmCardPayment = vi.fn(async (_secret: string) => next(confirms));
  const elements = { create: () => element, getElement: () => element, update() {} };
  const retrievePaymentIntent = vi.fn(async (_secret: string) => next(retrievals));
  const stripe = {
    elements: () => elements,
    createToken() {},
    createPaymentMethod: async () => ({ paymentMethod: { id: "pm_1", card: { brand: "visa", last4: "4242" } } }),
    confirmCardPayment,
    retrievePaymentIntent,
  };
  return {
    stripe: stripe as unknown as Stripe,
    element,
    confirms,
    retrievals,
    confirmPayment: confirmCardPayment,
    retrievePaymentIntent,
  };
}
