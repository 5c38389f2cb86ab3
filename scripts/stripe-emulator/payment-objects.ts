/** New objects of a card payment, with every field the API promises. */
import type Stripe from "stripe";
import type { CardFace, Decline } from "./cards.ts";
import type { Charge, Intent } from "./objects.ts";
import { type EmulatorStore, makeObjectId } from "./store.ts";
import type { ApiError } from "./wire.ts";

interface IntentChoices {
  amount: number;
  allowed: boolean;
  metadata: Record<string, string>;
  description: string | null;
  transfer_group: string | null;
  receipt_email: string | null;
  statement_descriptor_suffix: string | null;
}

const NOBODY: Stripe.PaymentMethod.BillingDetails = {
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};

export function newIntent(store: EmulatorStore, { allowed, ...chosen }: IntentChoices): Intent {
  const id = makeObjectId("pi");
  return {
    id,
    object: "payment_intent",
    ...chosen,
    allowed_payment_method_types: allowed ? ["card"] : null,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: allowed ? null : { enabled: true, allow_redirects: "always" },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: `${id}_secret_${makeObjectId("x").slice(2)}`,
    confirmation_method: "automatic",
    created: store.seconds(),
    currency: "aud",
    customer: null,
    customer_account: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    status: "requires_payment_method",
    transfer_data: null,
  };
}

export function newPaymentMethod(store: EmulatorStore, card: CardFace): Stripe.PaymentMethod {
  return {
    id: makeObjectId("pm"),
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: NOBODY,
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: "AU",
      display_brand: card.brand,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: fingerprint(card),
      funding: "credit",
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: store.seconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
}

/** The same for every use of a card number. */
function fingerprint({ brand, last4 }: { brand: string; last4: string }): string {
  return `Emulated${brand}${last4}`;
}

/** Returns a charge. `decline` is the bank's refusal, and `settled` the balance movement of a successful payment. */
export function newCharge(
  store: EmulatorStore,
  id: string,
  intent: Intent,
  method: Stripe.PaymentMethod,
  result: { decline: Decline } | { settled: string },
): Charge {
  const decline = "decline" in result ? result.decline : null;
  const { card } = method;
  return {
    id,
    object: "charge",
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: "settled" in result ? result.settled : null,
    billing_details: NOBODY,
    calculated_statement_descriptor: "GOODSTREET",
    captured: decline === null,
    created: store.seconds(),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: decline ? "01" : null,
      network_status: decline ? "declined_by_network" : "approved_by_network",
      reason: decline ? (decline.decline_code ?? decline.code) : null,
      risk_level: "normal",
      risk_score: 32,
      seller_message: decline ? "The bank did not return any further details with this decline." : "Payment complete.",
      type: decline ? "issuer_declined" : "authorized",
    },
    paid: decline === null,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      type: "card",
      card: {
        amount_authorized: decline ? null : intent.amount,
        authorization_code: decline ? null : "123456",
        brand: card?.brand ?? null,
        checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
        country: "AU",
        electronic_commerce_indicator: null,
        exp_month: card?.exp_month ?? 12,
        exp_year: card?.exp_year ?? 2034,
        fingerprint: card?.fingerprint ?? null,
        funding: "credit",
        installments: null,
        last4: card?.last4 ?? null,
        mandate: null,
        network: card?.brand ?? null,
        network_token: { used: false },
        network_transaction_id: makeObjectId("n", 15).slice(2),
        regulated_status: "unregulated",
        three_d_secure: null,
        transaction_link_id: null,
        wallet: null,
      },
    },
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: decline ? null : `https://pay.stripe.com/receipts/payment/${id}`,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? "failed" : "succeeded",
    transfer_data: null,
    transfer_group: intent.transfer_group,
  };
}

/**
 * Returns a declined card in the API's error shape. Stripe includes the card and the failed charge if there are any.
 */
export function cardError(decline: Decline, method?: Stripe.PaymentMethod, charge?: string): ApiError {
  return {
    type: "card_error",
    code: decline.code,
    message: decline.message,
    ...(charge !== undefined && { charge }),
    ...(decline.decline_code !== null && { decline_code: decline.decline_code }),
    ...(decline.param !== null && { param: decline.param }),
    ...(method !== undefined && { payment_method: method, payment_method_type: "card" }),
  };
}
