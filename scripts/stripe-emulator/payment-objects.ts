/** New objects of a card payment, with every field the API promises. */
import type Stripe from "stripe";
import type { CardFace, Decline } from "./cards.ts";
import { CONSTANT } from "./constant-fields.ts";
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

export function newIntent(store: EmulatorStore, { allowed, ...chosen }: IntentChoices): Intent {
  const id = makeObjectId("pi");
  return {
    id,
    object: "payment_intent",
    ...CONSTANT.payment_intent,
    ...chosen,
    allowed_payment_method_types: allowed ? ["card"] : null,
    automatic_payment_methods: allowed ? null : { enabled: true, allow_redirects: "always" },
    client_secret: `${id}_secret_${makeObjectId("x").slice(2)}`,
    created: store.seconds(),
  };
}

export function newPaymentMethod(store: EmulatorStore, card: CardFace): Stripe.PaymentMethod {
  return {
    id: makeObjectId("pm"),
    object: "payment_method",
    ...CONSTANT.payment_method,
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
    ...CONSTANT.charge,
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    balance_transaction: "settled" in result ? result.settled : null,
    captured: decline === null,
    created: store.seconds(),
    currency: intent.currency,
    description: intent.description,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    metadata: intent.metadata,
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
    receipt_email: intent.receipt_email,
    receipt_url: decline ? null : `https://pay.stripe.com/receipts/payment/${id}`,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? "failed" : "succeeded",
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
