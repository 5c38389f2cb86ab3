/** Payment intents and their charges: Stripe's states for cards, with the test cards' outcomes. */

import { EMULATOR_PATH } from "#domain/stripe-emulator";
import { type AcceptedCard, AUTHENTICATION_FAILED, type CardFields, type Decline, decideCard } from "./cards.ts";
import { type EmulatorStore, makeObjectId, type StoredObject } from "./store.ts";
import { type Answer, fail, integerParam, invalid, mapParam, missing, type Params, textParam } from "./wire.ts";

export interface Intent extends StoredObject {
  object: "payment_intent";
  amount: number;
  amount_received: number;
  currency: string;
  status: "requires_payment_method" | "requires_action" | "succeeded" | "canceled";
  client_secret: string;
  metadata: Record<string, string>;
  description: string | null;
  transfer_group: string | null;
  latest_charge: string | null;
  last_payment_error: Record<string, unknown> | null;
  next_action: { type: "redirect_to_url"; redirect_to_url: { url: string; return_url: string | null } } | null;
  canceled_at: number | null;
  cancellation_reason: string | null;
  payment_method_types: string[];
  livemode: false;
}

export interface Charge extends StoredObject {
  object: "charge";
  amount: number;
  amount_refunded: number;
  currency: string;
  payment_intent: string;
  status: "succeeded";
  paid: true;
  refunded: boolean;
  disputed: boolean;
  transfer_group: string | null;
  /** What has been passed on by transfers that name this charge. */
  transferred: number;
  payment_method_details: { type: "card"; card: { brand: string; last4: string } };
  livemode: false;
}

/** The bank's question, waiting for its answer; found by the id in the challenge page's address. */
export interface Challenge extends StoredObject {
  object: "challenge";
  intent: string;
  card: AcceptedCard;
  return_url: string | null;
  answered: boolean;
}

export interface Dispute extends StoredObject {
  object: "dispute";
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  reason: string;
  status: "needs_response" | "won" | "lost";
  /** What the dispute has moved on our account: the sum taken with its fee, and the sum given back when it is won. */
  balance_transactions: { object: "balance_transaction"; amount: number; fee: number; net: number; currency: string }[];
  evidence_details: { due_by: number; has_evidence: false; past_due: false; submission_count: 0 };
  is_charge_refundable: false;
  livemode: false;
}

/** Per dispute, for accounts in Australia. */
const DISPUTE_FEE = 2_500;
const EVIDENCE_SECONDS = 9 * 24 * 60 * 60;

const MINIMUM = 50;
const MAXIMUM = 99_999_999;
const CREATE_PARAMS = new Set([
  "amount",
  "currency",
  "metadata",
  "description",
  "transfer_group",
  "allowed_payment_method_types",
  "automatic_payment_methods",
  "receipt_email",
  "statement_descriptor_suffix",
]);

export function createIntent(store: EmulatorStore, params: Params): Answer {
  const unknown = Object.keys(params).find((name) => !CREATE_PARAMS.has(name));
  if (unknown !== undefined) return invalid(`Received unknown parameter: ${unknown}`, "parameter_unknown", unknown);
  const amount = integerParam(params, "amount");
  if (amount === null) return invalid("Invalid integer: amount", "parameter_invalid_integer", "amount");
  if (amount < MINIMUM) return invalid("Amount must be at least $0.50 aud", "amount_too_small", "amount");
  if (amount > MAXIMUM) return invalid("Amount must be no more than $999,999.99 aud", "amount_too_large", "amount");
  const currency = textParam(params, "currency");
  if (currency !== "aud") return invalid(`Invalid currency: ${currency ?? ""}`, undefined, "currency");
  const id = makeObjectId("pi");
  const intent: Intent = {
    id,
    object: "payment_intent",
    amount,
    amount_received: 0,
    currency,
    status: "requires_payment_method",
    client_secret: `${id}_secret_${makeObjectId("x").slice(2)}`,
    created: store.seconds(),
    metadata: mapParam(params, "metadata"),
    description: textParam(params, "description"),
    transfer_group: textParam(params, "transfer_group"),
    latest_charge: null,
    last_payment_error: null,
    next_action: null,
    canceled_at: null,
    cancellation_reason: null,
    payment_method_types: ["card"],
    livemode: false,
  };
  store.put(intent);
  store.emit("payment_intent.created", intent);
  return { status: 200, body: intent };
}

function unexpectedState(intent: Intent, verb: string): Answer {
  return fail(400, {
    type: "invalid_request_error",
    code: "payment_intent_unexpected_state",
    message: `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`,
    payment_intent: intent,
  });
}

function cardFields(params: Params): CardFields | string | null {
  const named = textParam(params, "payment_method");
  if (named !== null) return named;
  const data = params.payment_method_data;
  const card = typeof data === "object" ? data.card : (params.card ?? params);
  if (typeof card !== "object") return null;
  const number = textParam(card, "number");
  if (number === null) return null;
  return {
    number,
    exp_month: integerParam(card, "exp_month") ?? 0,
    exp_year: integerParam(card, "exp_year") ?? 0,
    cvc: textParam(card, "cvc") ?? "",
  };
}

/** Tries a card. `fromBrowser` must prove with the client secret that the intent was given to it. */
export function confirmIntent(store: EmulatorStore, id: string, params: Params, fromBrowser: boolean): Answer {
  const intent = store.get<Intent>("payment_intent", id);
  if (!intent || (fromBrowser && textParam(params, "client_secret") !== intent.client_secret)) {
    return missing("payment_intent", id);
  }
  if (intent.status === "succeeded" || intent.status === "canceled") return unexpectedState(intent, "confirm");
  const card = cardFields(params);
  if (card === null) {
    return invalid(
      "You must provide a payment method to confirm this PaymentIntent.",
      "parameter_missing",
      "payment_method",
    );
  }
  const decision = decideCard(card, new Date(store.now()));
  if (!decision.ok) return decline(store, intent, decision.decline);
  if (decision.card.challenge) return challenge(store, intent, decision.card, textParam(params, "return_url"));
  return charge(store, intent, decision.card);
}

function decline(store: EmulatorStore, intent: Intent, reason: Decline): Answer {
  const error = {
    type: "card_error" as const,
    code: reason.code,
    message: reason.message,
    ...(reason.decline_code !== null && { decline_code: reason.decline_code }),
    ...(reason.param !== null && { param: reason.param }),
  };
  const failed: Intent = {
    ...intent,
    status: "requires_payment_method",
    next_action: null,
    last_payment_error: error,
  };
  store.put(failed);
  store.emit("payment_intent.payment_failed", failed);
  return fail(402, { ...error, payment_intent: failed });
}

function challenge(store: EmulatorStore, intent: Intent, card: AcceptedCard, returnUrl: string | null): Answer {
  const question: Challenge = {
    id: makeObjectId("src"),
    object: "challenge",
    created: store.seconds(),
    intent: intent.id,
    card,
    return_url: returnUrl,
    answered: false,
  };
  store.put(question);
  const waiting: Intent = {
    ...intent,
    status: "requires_action",
    last_payment_error: null,
    next_action: {
      type: "redirect_to_url",
      redirect_to_url: { url: `${EMULATOR_PATH}/challenge/${question.id}`, return_url: returnUrl },
    },
  };
  store.put(waiting);
  store.emit("payment_intent.requires_action", waiting);
  return { status: 200, body: waiting };
}

/** The buyer's answer on the challenge page. A second answer, or one to an intent that has moved on, changes nothing. */
export function answerChallenge(
  store: EmulatorStore,
  id: string,
  passed: boolean,
): { intent: Intent; return_url: string | null } | null {
  const question = store.get<Challenge>("challenge", id);
  const intent = question && store.get<Intent>("payment_intent", question.intent);
  if (!question || !intent) return null;
  const current = intent.next_action?.redirect_to_url.url.endsWith(`/${id}`) === true;
  if (!question.answered && intent.status === "requires_action" && current) {
    const answered: Challenge = { ...question, answered: true };
    store.put(answered);
    if (!passed) decline(store, intent, AUTHENTICATION_FAILED);
    else if (question.card.afterChallenge) decline(store, intent, question.card.afterChallenge);
    else charge(store, intent, question.card);
  }
  return { intent: store.get<Intent>("payment_intent", intent.id) ?? intent, return_url: question.return_url };
}

function charge(store: EmulatorStore, intent: Intent, card: AcceptedCard): Answer {
  const made: Charge = {
    id: makeObjectId("ch"),
    object: "charge",
    created: store.seconds(),
    amount: intent.amount,
    amount_refunded: 0,
    currency: intent.currency,
    payment_intent: intent.id,
    status: "succeeded",
    paid: true,
    refunded: false,
    disputed: false,
    transfer_group: intent.transfer_group,
    transferred: 0,
    payment_method_details: { type: "card", card: { brand: card.brand, last4: card.last4 } },
    livemode: false,
  };
  const paid: Intent = {
    ...intent,
    status: "succeeded",
    amount_received: intent.amount,
    latest_charge: made.id,
    last_payment_error: null,
    next_action: null,
  };
  store.put(made, intent.id);
  store.put(paid);
  store.emit("payment_intent.succeeded", paid);
  if (card.disputed) openDispute(store, intent.id);
  return { status: 200, body: paid };
}

const movement = (currency: string, amount: number, fee: number) =>
  ({ object: "balance_transaction", amount, fee, net: amount - fee, currency }) as const;

/** The buyer asks their bank to take the payment, or a part of it, back. @returns whether there was one to take back. */
export function openDispute(store: EmulatorStore, intentId: string, amount?: number): boolean {
  const [charge] = store.children<Charge>("charge", intentId);
  if (!charge || store.children<Dispute>("dispute", intentId).length > 0) return false;
  const cents = amount ?? charge.amount - charge.amount_refunded;
  const dispute: Dispute = {
    id: makeObjectId("dp"),
    object: "dispute",
    created: store.seconds(),
    amount: cents,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: intentId,
    reason: "fraudulent",
    status: "needs_response",
    balance_transactions: [movement(charge.currency, -cents, DISPUTE_FEE)],
    evidence_details: {
      due_by: store.seconds() + EVIDENCE_SECONDS,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: false,
    livemode: false,
  };
  const disputed: Charge = { ...charge, disputed: true };
  store.put(disputed);
  store.put(dispute, intentId);
  store.emit("charge.dispute.created", dispute);
  return true;
}

/** The bank's verdict on a dispute, for rehearsals. */
export function closeDispute(store: EmulatorStore, intentId: string, status: "won" | "lost"): boolean {
  const [dispute] = store.children<Dispute>("dispute", intentId);
  if (dispute?.status !== "needs_response") return false;
  const { amount, currency, balance_transactions: moved } = dispute;
  const closed: Dispute = {
    ...dispute,
    status,
    balance_transactions: status === "won" ? [...moved, movement(currency, amount, 0)] : moved,
  };
  store.put(closed);
  store.emit("charge.dispute.closed", closed);
  return true;
}

export function cancelIntent(store: EmulatorStore, id: string, params: Params): Answer {
  const intent = store.get<Intent>("payment_intent", id);
  if (!intent) return missing("payment_intent", id);
  if (intent.status === "succeeded" || intent.status === "canceled") return unexpectedState(intent, "cancel");
  const canceled: Intent = {
    ...intent,
    status: "canceled",
    canceled_at: store.seconds(),
    cancellation_reason: textParam(params, "cancellation_reason"),
    next_action: null,
  };
  store.put(canceled);
  store.emit("payment_intent.canceled", canceled);
  return { status: 200, body: canceled };
}

/** What a browser may see of an intent it holds the secret of. */
export function readIntent(store: EmulatorStore, id: string, secret: string | null): Answer {
  const intent = store.get<Intent>("payment_intent", id);
  return intent && (secret === null || secret === intent.client_secret)
    ? { status: 200, body: intent }
    : missing("payment_intent", id);
}
