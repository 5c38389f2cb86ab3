/** Card payments: orders to pay, cards entered as in the browser, and webhook events delivered by the test. */
import { env, exports } from "cloudflare:workers";
import type Stripe from "stripe";
import { afterAll, beforeEach, expect } from "vitest";
import type { TransactionView } from "#contract/checkout";
import type { PurchaseReply } from "#contract/checkout/purchases";
import type { IntentStatusReply, PaymentIntentReply } from "#contract/payments";
import { EMULATOR_NAME, EMULATOR_PUBLISHABLE_KEY, EMULATOR_WEBHOOK_SECRET } from "#domain/payments/stripe-emulator";
import type { StripeEmulator } from "../../../scripts/stripe-emulator/stripe-emulator.ts";
import { signatureHeader } from "../../../scripts/stripe-emulator/webhooks.ts";
import { stripeBreaker, stripeClient } from "../../../worker/adapters/card-stripe.ts";
import { followReversals, releasePayouts, retryRefunds } from "../../../worker/features/payments/jobs.ts";
import { accrueProceeds } from "../../../worker/features/payments/payouts/payouts.ts";
import { createServices, type Services } from "../../../worker/services.ts";
import type { TestAccount } from "./accounts.ts";
import { pollUntil } from "./clock.ts";
import { acknowledge, createBuyer, createSeller, hold, insertItem, reply, transact } from "./deals.ts";
import { hideLogs } from "./logs.ts";
import { allRows, firstRow, runSql } from "./sql.ts";

/** Returns services with `settled`, which waits for their deferred work. */
export function servicesWithSettled(): Services & { settled: () => Promise<void> } {
  const works: Promise<unknown>[] = [];
  const services = createServices(env, (work) => works.push(work));
  return {
    ...services,
    settled: async () => {
      while (works.length > 0) await works.pop();
    },
  };
}

/** Services whose item rooms decide nothing, as while the database is restored. */
export const servicesWhileRestoring = (): Services =>
  createServices({ ...env, ROOM_GENERATION: "closed" }, () => undefined);

/** Runs the card jobs of one cron run, reversals, refunds and payouts, without the delay of first sales. */
export async function runCardJobs(): Promise<void> {
  const services = servicesWithSettled();
  await followReversals(services);
  await retryRefunds(services);
  await payOut(services);
  await services.settled();
}

/** Runs the job of payouts for sellers with a history: without the delay of first sales (D71). */
export async function payOut(services: Services): Promise<number> {
  await accrueProceeds(services, 100);
  await runSql`UPDATE payout_holds SET released_at = created_at WHERE cause = 'first_sales'`;
  return releasePayouts(services);
}

/** For files that make the provider fail: its warnings stay out of the log. */
export function expectProviderTrouble(): void {
  beforeEach(() => void hideLogs());
  // An alarm set for a future date would keep the runtime from ending.
  afterAll(() => emulator().planFaults({ hold: true }));
}

/** The emulator with its test hooks. */
export const emulator = () => (env.STRIPE_EMULATOR as DurableObjectNamespace<StripeEmulator>).getByName(EMULATOR_NAME);

/** Returns a Stripe client for the test's own calls, which a rehearsed outage does not pause. */
export function provider(): Stripe {
  const client = stripeClient(env);
  if (!client) throw new Error("payments are off");
  return client;
}

/** Ends the pause after a rehearsed outage, so that the Worker calls the provider again at once. */
export const endOutage = (): void => stripeBreaker.succeeded();

export interface CardOrder {
  seller: TestAccount;
  buyer: TestAccount;
  itemId: string;
  order: TransactionView;
}

/** Creates an order that awaits its card payment. */
export async function cardOrder(
  overrides: Parameters<typeof insertItem>[1] = {},
  people: { seller?: TestAccount; buyer?: TestAccount } = {},
): Promise<CardOrder> {
  const seller = people.seller ?? (await createSeller());
  const buyer = people.buyer ?? (await createBuyer());
  const itemId = await insertItem(seller, overrides);
  return { seller, buyer, itemId, order: await placeCardOrder(buyer, itemId) };
}

/** Holds an existing item and orders it by card. */
export async function placeCardOrder(buyer: TestAccount, itemId: string): Promise<TransactionView> {
  await hold(buyer, itemId);
  await acknowledge(buyer, itemId);
  return reply<TransactionView>(await transact(buyer, { itemId, paymentMethod: "stripe" }), 201);
}

/** Requests a payment intent, by default with a new idempotency key. */
export function requestIntent(
  buyer: TestAccount,
  body: Record<string, unknown>,
  key: string = crypto.randomUUID(),
): Promise<Response> {
  return buyer.request("POST", "/functions/v1/create-payment-intent", body, { "Idempotency-Key": key });
}

export async function intentFor(buyer: TestAccount, orderId: string): Promise<PaymentIntentReply> {
  return reply<PaymentIntentReply>(await requestIntent(buyer, { currency: "aud", orderId }), 200);
}

/** Creates the payment intent of a top-up of ad credit; `amount` is in cents. */
export async function topupIntent(user: TestAccount, amount: number, key?: string): Promise<PaymentIntentReply> {
  const body = { amount, currency: "aud", metadata: { type: "balance_topup" } };
  return reply<PaymentIntentReply>(await requestIntent(user, body, key), 200);
}

export const GOOD_CARD = { number: "4242424242424242", exp_month: 12, exp_year: 2034, cvc: "123" };

interface ConfirmAnswer {
  status?: string;
  next_action?: { redirect_to_url: { url: string } } | null;
  error?: { type: string; code: string; decline_code?: string; message: string };
}

/** Submits a card as the browser does, as a form with the publishable key and the client secret. */
export async function enterCard(
  intent: PaymentIntentReply,
  card: Partial<typeof GOOD_CARD> & { return_url?: string } = {},
): Promise<ConfirmAnswer> {
  const { number, exp_month, exp_year, cvc } = { ...GOOD_CARD, ...card };
  const form = new URLSearchParams({
    key: EMULATOR_PUBLISHABLE_KEY,
    client_secret: intent.clientSecret,
    "payment_method_data[type]": "card",
    "payment_method_data[card][number]": number,
    "payment_method_data[card][exp_month]": String(exp_month),
    "payment_method_data[card][exp_year]": String(exp_year),
    "payment_method_data[card][cvc]": cvc,
    ...(card.return_url !== undefined && { return_url: card.return_url }),
  });
  const response = await postForm(`/emulator/stripe/v1/payment_intents/${intent.paymentIntentId}/confirm`, form);
  return (await response.json()) as ConfirmAnswer;
}

export async function postForm(path: string, form: URLSearchParams): Promise<Response> {
  return exports.default.fetch(`http://localhost${path}`, {
    method: "POST",
    headers: { Origin: "http://localhost", "Content-Type": "application/x-www-form-urlencoded" },
    body: form.toString(),
  });
}

/** Posts a signed webhook event; `forge` can change its signature or body. @returns the status. */
export async function deliver(
  event: Stripe.Event | Record<string, unknown>,
  forge: (signature: string, body: string) => { signature: string | null; body: string } = (signature, body) => ({
    signature,
    body,
  }),
): Promise<number> {
  const plain = JSON.stringify(event);
  const { signature, body } = forge(
    await signatureHeader(plain, Math.floor(Date.now() / 1000), EMULATOR_WEBHOOK_SECRET),
    plain,
  );
  const response = await exports.default.fetch("http://localhost/api/stripe/webhook", {
    method: "POST",
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      ...(signature !== null && { "Stripe-Signature": signature }),
    },
    body,
  });
  await response.body?.cancel();
  return response.status;
}

/** Creates an intent for an order whose room does not know it, as after a restore of an older state. @returns its id. */
export async function unknownIntent({ order, buyer, seller, itemId }: CardOrder): Promise<string> {
  const { id } = await provider().paymentIntents.create({ amount: 4_550, currency: "aud" });
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO payments (intent_id, kind, order_id, user_id, amount_cents, created_at, updated_at, next_check_at)
        VALUES (?, 'order', ?, ?, 4550, 0, 0, 0)`,
    ).bind(id, order.order_id, buyer.id),
    env.DB.prepare(
      "INSERT INTO payment_parts (intent_id, order_id, item_id, seller_id, amount_cents) VALUES (?, ?, ?, ?, 4550)",
    ).bind(id, order.order_id, itemId, seller.id),
  ]);
  return id;
}

let delivered = 0;

/** Delivers a new event about the current state of an intent; `change` can alter the intent in it. */
export async function deliverIntentEvent(
  intentId: string,
  change: (intent: Stripe.PaymentIntent) => object = (intent) => intent,
): Promise<void> {
  const intent = await provider().paymentIntents.retrieve(intentId);
  const id = `evt_told${String(++delivered).padStart(16, "0")}`;
  const type = `payment_intent.${intent.status === "requires_payment_method" ? "payment_failed" : intent.status}`;
  const event = { id, object: "event", type, livemode: false, data: { object: change(intent) } };
  expect(await deliver(event)).toBe(200);
}

/** Creates an order paid by card and delivers its event, for test files that hold back the emulator's deliveries. */
export async function paidCardOrder(...args: Parameters<typeof cardOrder>): Promise<CardOrder & { intentId: string }> {
  const deal = await cardOrder(...args);
  const { paymentIntentId: intentId } = await intentFor(deal.buyer, deal.order.order_id);
  await provider().paymentIntents.confirm(intentId, { payment_method: "pm_card_visa" });
  await deliverIntentEvent(intentId);
  return { ...deal, intentId };
}

/** Cache of `allEvents`, oldest first. The next test file has a new emulator without these events. */
let read: Stripe.Event[] = [];

/** Returns all events of the provider, oldest first. Reads only the new ones since the last call. */
export async function allEvents(): Promise<Stripe.Event[]> {
  const newest = read.at(-1)?.id;
  const fresh: Stripe.Event[] = [];
  let known = false;
  for await (const event of provider().events.list({ limit: 100 })) {
    known = event.id === newest;
    if (known) break;
    fresh.push(event);
  }
  read = [...(known ? read : []), ...fresh.reverse()];
  return read;
}

export async function eventOf(intentId: string, type: string): Promise<Stripe.Event> {
  const found = (await allEvents()).find(
    (event) => event.type === type && (event.data.object as { id: string }).id === intentId,
  );
  if (!found) throw new Error(`no ${type} of ${intentId}`);
  return found;
}

export async function intentStatus(user: TestAccount, intentId: string): Promise<IntentStatusReply> {
  return reply<IntentStatusReply>(await user.request("GET", `/api/payments/intents/${intentId}`), 200);
}

/** Waits until the provider has credited a payment to its order or balance. */
export const credited = (user: TestAccount, intentId: string) =>
  pollUntil(
    () => intentStatus(user, intentId),
    (seen) => seen.credited,
  );

/** Waits for the refund of a payment, which is made after the response. */
export const refundMade = (intentId: string) =>
  pollUntil(
    () => refundRows(intentId),
    ([row]) => row?.status === "succeeded",
  );

export const orderReaches = (orderId: string, status: string) =>
  pollUntil(
    () => orderRow(orderId),
    (row) => row.status === status,
  );

/** Returns the balance of every ledger account in cents, without accounts at zero. */
export async function ledgerSums(where = "1", ...binds: string[]): Promise<Record<string, number>> {
  const { results } = await env.DB.prepare(
    `SELECT account, sum(amount_cents) AS cents FROM ledger WHERE ${where} GROUP BY account HAVING cents <> 0 ORDER BY account`,
  )
    .bind(...binds)
    .all<{ account: string; cents: number }>();
  return Object.fromEntries(results.map((row) => [row.account, row.cents]));
}

/** Returns the provider's balance in cents: charges less refunds, disputes and transfers. */
export async function providerBalance(): Promise<number> {
  let cents = 0;
  for await (const intent of provider().paymentIntents.list({ limit: 100 })) cents += intent.amount_received;
  for await (const refund of provider().refunds.list({ limit: 100 })) {
    if (refund.status !== "failed") cents -= refund.amount;
  }
  for await (const dispute of provider().disputes.list({ limit: 100 })) {
    for (const { net } of dispute.balance_transactions) cents += net;
  }
  for await (const transfer of provider().transfers.list({ limit: 100 })) {
    cents -= transfer.amount - transfer.amount_reversed;
  }
  return cents;
}

interface RefundRow {
  id: string;
  order_id: string;
  amount_cents: number;
  cause: string;
  status: string;
  attempts: number;
  last_error: string | null;
  provider_refund_id: string | null;
}

export async function refundRows(intentId: string) {
  const { results } = await allRows<RefundRow>`SELECT id, order_id, amount_cents, cause, status, attempts, last_error,
    provider_refund_id FROM refunds WHERE intent_id = ${intentId} ORDER BY cause`;
  return results;
}

export async function orderRow(orderId: string) {
  const row = await firstRow<{
    status: string;
    card_state: string | null;
    card_intent_id: string | null;
    marked_incomplete: number;
    strike_exempt: number;
    payment_deadline: number | null;
  }>`SELECT
    status, card_state, card_intent_id, marked_incomplete, strike_exempt, payment_deadline FROM orders WHERE id =
    ${orderId}`;
  expect(row, orderId).not.toBeNull();
  return row as NonNullable<typeof row>;
}

/** Creates a payout account of a seller that has completed onboarding at the provider. @returns its id. */
export async function openPayoutAccount(sellerId: string): Promise<string> {
  const { accounts, accountLinks } = provider().v2.core;
  const account = await accounts.create({
    dashboard: "express",
    contact_email: "seller@example.com",
    identity: { country: "au", entity_type: "individual" },
    defaults: { responsibilities: { fees_collector: "application", losses_collector: "application" } },
    configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
  });
  const back = "http://localhost/Connect";
  const link = await accountLinks.create({
    account: account.id,
    use_case: { type: "account_onboarding", account_onboarding: { return_url: back, refresh_url: back } },
  });
  const done = await exports.default.fetch(new URL(`${link.url}?outcome=complete`, back).href, { redirect: "manual" });
  expect(done.status).toBe(303);
  await runSql`INSERT INTO payout_accounts (seller_id, provider_account_id, status, checked_at, created_at, updated_at)
    VALUES (${sellerId}, ${account.id}, 'active', ${Date.now()}, 0, 0)`;
  return account.id;
}

/**
 * Charges a card for a cancelled order whose room does not know the intent, as after a restore of an older state. With
 * `taken`, another buyer has ordered the item meanwhile.
 */
export async function lateIntent(seller: TestAccount, taken: boolean) {
  const deal = await cardOrder({}, { seller });
  const intentId = await unknownIntent(deal);
  await deal.buyer.request("POST", `/api/orders/${deal.order.order_id}/cancel`);
  if (taken) await placeCardOrder(await createBuyer(), deal.itemId);
  await provider().paymentIntents.confirm(intentId, { payment_method: "pm_card_visa" });
  return { deal, intentId, taken };
}

/** Buys everything in the cart with one card payment, which has succeeded. */
export async function payForCart(buyer: TestAccount) {
  const cart = { acknowledged: true, kind: "cart", paymentMethod: "stripe" };
  const { purchase, orders } = await reply<PurchaseReply>(await buyer.request("POST", "/api/purchases", cart), 201);
  const { paymentIntentId: intentId } = await reply<PaymentIntentReply>(
    await requestIntent(buyer, { currency: "aud", purchaseId: purchase.id }),
    200,
  );
  await provider().paymentIntents.confirm(intentId, { payment_method: "pm_card_visa" });
  await deliverIntentEvent(intentId);
  return { purchase, orders, intentId };
}
