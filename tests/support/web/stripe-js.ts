import type {
  ConfirmationToken,
  PaymentIntent,
  PaymentIntentResult,
  Stripe,
  StripeElements,
  StripeElementsOptions,
  StripeElementsUpdateOptions,
  StripeError,
  StripePaymentElementOptions,
} from "@stripe/stripe-js";
import { vi } from "vitest";

export const INTENT_ID = "pi_3SVsyN2eZvKYlo2C0aBcDeFg";
export const CLIENT_SECRET = `${INTENT_ID}_secret_x`;

/** Returns a payment intent as Stripe.js gives it to a browser with the client secret. */
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

export const confirmed = (status: PaymentIntent["status"]): PaymentIntentResult => ({
  paymentIntent: paymentIntent(status),
});

export const failed = (error: StripeError): PaymentIntentResult => ({ error });

/** Returns the error of Stripe.js when a confirmed or cancelled intent is confirmed again. */
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

/** Returns the confirmation token of a completed form. */
export function confirmationToken(
  id = "ctoken_1SVsyN2eZvKYlo2CaBcDeFgH",
  wallet: { type: string } | null = null,
): ConfirmationToken {
  return {
    id,
    object: "confirmation_token",
    created: 1_795_000_000,
    expires_at: 1_795_043_200,
    livemode: false,
    payment_intent: null,
    payment_method_preview: {
      type: "card",
      billing_details: { address: null, email: null, name: null, phone: null },
      card: {
        brand: "visa",
        checks: null,
        country: "AU",
        display_brand: "visa",
        exp_month: 12,
        exp_year: 2034,
        funding: "credit",
        last4: "4242",
        networks: { available: ["visa"], preferred: null },
        regulated_status: null,
        three_d_secure_usage: { supported: true },
        wallet,
      },
    },
    return_url: null,
    setup_future_usage: null,
    setup_intent: null,
    shipping: null,
    use_stripe_sdk: true,
  };
}

type Listener = (event: object) => void;

/** Fakes Stripe.js with queued answers; the last answer of each list repeats. Sends no requests. */
export function fakeStripe() {
  const confirms: Answer[] = [() => confirmed("succeeded")];
  const retrievals: Answer[] = [() => confirmed("requires_payment_method")];
  const listeners: Record<string, Listener> = {};
  const element = {
    mount() {},
    on: (event: string, listener: Listener) => {
      listeners[event] = listener;
      if (event === "ready" && form.loads) queueMicrotask(() => listener({ elementType: "payment" }));
    },
    off: (event: string) => delete listeners[event],
    update() {},
    destroy() {},
    focus: vi.fn(),
  };
  const elements = {
    create: vi.fn((_type: string, _options: StripePaymentElementOptions) => element),
    getElement: () => element,
    update: vi.fn(async (_options: StripeElementsUpdateOptions) => undefined),
    submit: vi.fn<StripeElements["submit"]>(async () => ({ selectedPaymentMethod: "card" })),
  };
  const form = {
    /** Whether the form fields finish loading. */
    loads: true,
    fail: () => listeners.loaderror?.({ elementType: "payment", error: CONNECTION_LOST }),
  };
  const stripe = {
    elements: vi.fn((_options: StripeElementsOptions) => elements),
    createConfirmationToken: vi.fn<Stripe["createConfirmationToken"]>(async () => ({
      confirmationToken: confirmationToken(),
    })),
    confirmPayment: vi.fn(async (_options: object) => next(confirms)),
    retrievePaymentIntent: vi.fn(async (_secret: string) => next(retrievals)),
    // @stripe/react-stripe-js recognises a Stripe object by these three methods.
    createToken() {},
    createPaymentMethod() {},
    confirmCardPayment() {},
  };
  return { ...stripe, loaded: stripe as unknown as Stripe, confirms, retrievals, group: elements, element, form };
}
