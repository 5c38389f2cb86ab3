/** Payment intents: Stripe's states for cards, with the outcomes of the test cards. */
import type Stripe from "stripe";
import { EMULATOR_PATH } from "#domain/payments/stripe-emulator";
import { chargeMovement } from "./balance.ts";
import {
  AUTHENTICATION_FAILED,
  type CardFields,
  type CardOutcome,
  type Decline,
  outcomeOf,
  readCard,
} from "./cards.ts";
import { openDispute, warnOfFraud } from "./disputes.ts";
import type { Challenge, Charge, Intent } from "./objects.ts";
import { cardError, newCharge, newIntent, newPaymentMethod } from "./payment-objects.ts";
import { type EmulatorStore, makeObjectId } from "./store.ts";
import {
  type Answer,
  type ApiError,
  groupParam,
  integerParam,
  invalid,
  mapParam,
  missing,
  ok,
  type Params,
  refuse,
  textParam,
} from "./wire.ts";

const MINIMUM = 50;
const MAXIMUM = 99_999_999;
const CANCELLATION_REASONS = ["duplicate", "fraudulent", "requested_by_customer", "abandoned"];

export function createIntent(store: EmulatorStore, params: Params): Answer {
  if (!("amount" in params)) return invalid("Missing required param: amount.", "parameter_missing", "amount");
  const amount = integerParam(params, "amount");
  if (amount === null) return invalid("Invalid integer: amount", "parameter_invalid_integer", "amount");
  if (amount < MINIMUM) return invalid("Amount must be at least $0.50 aud", "amount_too_small", "amount");
  if (amount > MAXIMUM) return invalid("Amount must be no more than $999,999.99 aud", "amount_too_large", "amount");
  const currency = textParam(params, "currency");
  if (currency === null) return invalid("Missing required param: currency.", "parameter_missing", "currency");
  if (currency !== "aud") return invalid(`Invalid currency: ${currency}`, undefined, "currency");
  const allowed = "allowed_payment_method_types" in params;
  if (allowed && "automatic_payment_methods" in params) {
    return invalid(
      "You may only specify one of these parameters: allowed_payment_method_types, automatic_payment_methods.",
      "parameters_exclusive",
      "automatic_payment_methods",
    );
  }
  const intent = newIntent(store, {
    amount,
    allowed,
    metadata: mapParam(params, "metadata"),
    description: textParam(params, "description"),
    transfer_group: textParam(params, "transfer_group"),
    receipt_email: textParam(params, "receipt_email"),
    statement_descriptor_suffix: textParam(params, "statement_descriptor_suffix"),
  });
  store.put(intent);
  store.emit("payment_intent.created", intent);
  return ok(intent);
}

function unexpectedState(intent: Intent, verb: string): Answer {
  return refuse(400, {
    type: "invalid_request_error",
    code: "payment_intent_unexpected_state",
    message: `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`,
    payment_intent: intent,
  });
}

function cardFields(params: Params): CardFields | string | null {
  const named = textParam(params, "payment_method");
  if (named !== null) return named;
  const card = groupParam(params, "payment_method_data", "card");
  const number = textParam(card, "number");
  if (number === null) return null;
  return {
    number,
    exp_month: integerParam(card, "exp_month") ?? 0,
    exp_year: integerParam(card, "exp_year") ?? 0,
    cvc: textParam(card, "cvc") ?? "",
  };
}

/** Tries a card. A call from a browser must prove with the client secret that the intent belongs to it. */
export function confirmIntent(store: EmulatorStore, id: string, params: Params, fromBrowser: boolean): Answer {
  const intent = store.get("payment_intent", id);
  if (!intent || (fromBrowser && textParam(params, "client_secret") !== intent.client_secret)) {
    return missing("payment_intent", id);
  }
  if (intent.status !== "requires_payment_method" && intent.status !== "requires_action") {
    return unexpectedState(intent, "confirm");
  }
  const fields = cardFields(params);
  if (fields === null) {
    return invalid(
      "You must provide a payment method to confirm this PaymentIntent.",
      "parameter_missing",
      "payment_method",
    );
  }
  const reading = readCard(fields, new Date(store.now()));
  // Without a payment method nothing was attempted, and the intent stays unchanged.
  if (!reading.ok) return refuse(402, cardError(reading.problem));
  const method = newPaymentMethod(store, reading.card);
  store.put(method);
  if (reading.outcome.challenge)
    return challenge(store, intent, method, reading.outcome, textParam(params, "return_url"));
  return attempt(store, intent, method, reading.outcome);
}

function attempt(store: EmulatorStore, intent: Intent, method: Stripe.PaymentMethod, outcome: CardOutcome): Answer {
  if (outcome.decline) return decline(store, intent, method, outcome.decline);
  if (store.slowPayments === 0) return settle(store, intent, method, outcome);
  store.slowPayments--;
  const processing: Intent = {
    ...intent,
    status: "processing",
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
  };
  store.put(processing);
  store.emit("payment_intent.processing", processing);
  return ok(processing);
}

/** Ends a payment that stayed in `processing`. */
export function finishProcessing(store: EmulatorStore, intentId: string, end: "succeeded" | "failed"): boolean {
  const intent = store.get("payment_intent", intentId);
  const method = typeof intent?.payment_method === "string" && store.get("payment_method", intent.payment_method);
  if (intent?.status !== "processing" || !method) return false;
  if (end === "succeeded") settle(store, intent, method, outcomeOf(method.card?.last4));
  else decline(store, intent, method, GENERIC_DECLINE);
  return true;
}

const GENERIC_DECLINE: Decline = {
  code: "card_declined",
  decline_code: "generic_decline",
  message: "Your card was declined.",
  param: null,
};

/** Records a failed attempt. A failed challenge leaves no charge, because the bank was never asked for the money. */
function decline(store: EmulatorStore, intent: Intent, method: Stripe.PaymentMethod, reason: Decline): Answer {
  let failedCharge: Charge | null = null;
  if (reason !== AUTHENTICATION_FAILED) {
    failedCharge = newCharge(store, makeObjectId("ch"), intent, method, { decline: reason });
    store.put(failedCharge, intent.id);
    store.emit("charge.failed", failedCharge);
  }
  const error: ApiError = cardError(reason, method, failedCharge?.id);
  const failed: Intent = {
    ...intent,
    status: "requires_payment_method",
    latest_charge: failedCharge?.id ?? intent.latest_charge,
    payment_method: null,
    next_action: null,
    last_payment_error: error,
  };
  store.put(failed);
  store.emit("payment_intent.payment_failed", failed);
  return refuse(402, { ...error, payment_intent: failed });
}

function challenge(
  store: EmulatorStore,
  intent: Intent,
  method: Stripe.PaymentMethod,
  outcome: CardOutcome,
  returnUrl: string | null,
): Answer {
  const question: Challenge = {
    id: makeObjectId("src"),
    object: "challenge",
    intent: intent.id,
    payment_method: method.id,
    outcome,
    return_url: returnUrl,
    answered: false,
  };
  store.put(question);
  const waiting: Intent = {
    ...intent,
    status: "requires_action",
    payment_method: method.id,
    last_payment_error: null,
    next_action: {
      type: "redirect_to_url",
      redirect_to_url: { url: `${EMULATOR_PATH}/challenge/${question.id}`, return_url: returnUrl },
    },
  };
  store.put(waiting);
  store.emit("payment_intent.requires_action", waiting);
  return ok(waiting);
}

/**
 * Applies the answer on the challenge page. A second answer, or one for an intent that has changed since, has no
 * effect.
 */
export function answerChallenge(
  store: EmulatorStore,
  id: string,
  passed: boolean,
): { intent: Intent; return_url: string | null } | null {
  const question = store.get("challenge", id);
  const intent = question && store.get("payment_intent", question.intent);
  const method = question && store.get("payment_method", question.payment_method);
  if (!question || !intent || !method) return null;
  const current = intent.next_action?.redirect_to_url?.url?.endsWith(`/${id}`) === true;
  if (!question.answered && intent.status === "requires_action" && current) {
    store.put({ ...question, answered: true });
    if (passed) attempt(store, intent, method, question.outcome);
    else decline(store, intent, method, AUTHENTICATION_FAILED);
  }
  return { intent: store.get("payment_intent", intent.id) ?? intent, return_url: question.return_url };
}

function settle(store: EmulatorStore, intent: Intent, method: Stripe.PaymentMethod, outcome: CardOutcome): Answer {
  const id = makeObjectId("ch");
  const movement = chargeMovement(store, id, intent.amount, outcome.instant === true);
  const charge = newCharge(store, id, intent, method, { settled: movement.id });
  const paid: Intent = {
    ...intent,
    status: "succeeded",
    amount_received: intent.amount,
    latest_charge: id,
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
  };
  store.put(charge, intent.id);
  store.put(paid);
  store.emit("charge.succeeded", charge);
  store.emit("payment_intent.succeeded", paid);
  if (outcome.warning) warnOfFraud(store, intent.id);
  if (outcome.dispute) {
    const { dispute } = outcome;
    openDispute(store, intent.id, dispute === "inquiry" ? { inquiry: true } : { reason: dispute });
  }
  return ok(paid);
}

export function cancelIntent(store: EmulatorStore, id: string, params: Params): Answer {
  const intent = store.get("payment_intent", id);
  if (!intent) return missing("payment_intent", id);
  const reason = textParam(params, "cancellation_reason");
  if (reason !== null && !CANCELLATION_REASONS.includes(reason)) {
    return invalid("Invalid cancellation_reason", undefined, "cancellation_reason");
  }
  // Stripe cancels a processing payment only "in rare cases"; the emulator never does.
  if (intent.status !== "requires_payment_method" && intent.status !== "requires_action") {
    return unexpectedState(intent, "cancel");
  }
  const canceled: Intent = {
    ...intent,
    status: "canceled",
    canceled_at: store.seconds(),
    cancellation_reason: reason,
    next_action: null,
  };
  store.put(canceled);
  store.emit("payment_intent.canceled", canceled);
  return ok(canceled);
}

/** Returns an intent to a browser that has its client secret. */
export function readIntent(store: EmulatorStore, id: string, secret: string | null): Answer {
  const intent = store.get("payment_intent", id);
  return intent && (secret === null || secret === intent.client_secret) ? ok(intent) : missing("payment_intent", id);
}
