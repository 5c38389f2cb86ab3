/** Every object the emulator sends is complete by the types of the pinned stripe package. */
import type Stripe from "stripe";
import { expect, it } from "vitest";
import { setAccount, submitAccount } from "../../scripts/stripe-emulator/accounts.ts";
import {
  answerDispute,
  appealDispute,
  closeDispute,
  openDispute,
  warnOfFraud,
} from "../../scripts/stripe-emulator/disputes.ts";
import { answerChallenge, finishProcessing } from "../../scripts/stripe-emulator/intents.ts";
import { refundOutside, returnRefund } from "../../scripts/stripe-emulator/refunds.ts";
import { DAY, type EmulatedStripe, emulatedStripe } from "../support/emulated-stripe.ts";
import { type Recorded, shapeProblems } from "../support/stripe-shapes.ts";

/** Makes calls that may be refused, so that the refusals are recorded too. */
async function tried(...calls: Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(calls);
}

async function paid({ stripe }: EmulatedStripe, card = "pm_card_visa"): Promise<Stripe.PaymentIntent> {
  const intent = await stripe.paymentIntents.create({
    amount: 4_550,
    currency: "aud",
    allowed_payment_method_types: ["card"],
    transfer_group: "order_1",
    metadata: { order_id: "order_1" },
  });
  return stripe.paymentIntents.confirm(intent.id, { payment_method: card });
}

async function payTour(world: EmulatedStripe): Promise<void> {
  const { stripe, store, call } = world;
  const intent = await stripe.paymentIntents.create({ amount: 4_550, currency: "aud" });
  const confirm = `/v1/payment_intents/${intent.id}/confirm`;
  const card = (number: string) => ({
    client_secret: intent.client_secret ?? "",
    return_url: "http://localhost/paid",
    "payment_method_data[type]": "card",
    "payment_method_data[card][number]": number,
    "payment_method_data[card][exp_month]": "12",
    "payment_method_data[card][exp_year]": "34",
    "payment_method_data[card][cvc]": "123",
  });
  for (const number of ["4242424242424241", "4000000000000002", "4000000000000069", "4000008260003178"]) {
    await call(confirm, card(number));
  }
  for (const passed of [false, true]) {
    await call(confirm, card("4000000000003220"));
    const { next_action: asked } = await stripe.paymentIntents.retrieve(intent.id);
    answerChallenge(store, asked?.redirect_to_url?.url?.split("/").at(-1) ?? "", passed);
  }
  await tried(
    stripe.paymentIntents.cancel(intent.id),
    stripe.paymentIntents.confirm(intent.id),
    stripe.paymentIntents.retrieve("pi_none"),
    stripe.paymentIntents.create({ amount: 10, currency: "aud" }),
    stripe.paymentIntents.create({ amount: 1_000, currency: "eur" }),
  );
  const canceled = await stripe.paymentIntents.create({ amount: 4_550, currency: "aud" });
  await stripe.paymentIntents.cancel(canceled.id, { cancellation_reason: "abandoned" });
  for (const end of ["succeeded", "failed"] as const) {
    store.slowPayments = 1;
    const slow = await paid(world);
    finishProcessing(store, slow.id, end);
  }
  await stripe.paymentIntents.retrieve(intent.id, { expand: ["latest_charge.balance_transaction", "payment_method"] });
}

async function refundTour(world: EmulatedStripe): Promise<void> {
  const { stripe, store, advance: wait } = world;
  const { id } = await paid(world);
  const refund = await stripe.refunds.create({ payment_intent: id, amount: 1_000, reason: "requested_by_customer" });
  await tried(stripe.refunds.create({ payment_intent: id, amount: 9_000 }), stripe.refunds.retrieve("re_none"));
  returnRefund(store, refund.id);
  refundOutside(store, id);
  await tried(stripe.refunds.create({ payment_intent: id }));
  for (const card of ["pm_card_pendingRefund", "pm_card_refundFail"]) {
    await stripe.refunds.create({ payment_intent: (await paid(world, card)).id });
    wait(1_000);
  }
  await stripe.refunds.list({ payment_intent: id });
}

async function disputeTour(world: EmulatedStripe): Promise<void> {
  const { stripe, store } = world;
  const won = await paid(world, "pm_card_createDispute");
  answerDispute(store, won.id);
  await tried(stripe.refunds.create({ payment_intent: won.id }));
  closeDispute(store, won.id, "won");
  const lost = await paid(world, "pm_card_createDisputeProductNotReceived");
  closeDispute(store, lost.id, "lost");
  appealDispute(store, lost.id, "won");
  const asked = await paid(world, "pm_card_createDisputeInquiry");
  answerDispute(store, asked.id);
  closeDispute(store, asked.id, "warning_closed");
  const escalated = await paid(world, "pm_card_createDisputeInquiry");
  openDispute(store, escalated.id);
  const prevented = await paid(world);
  closeDispute(store, prevented.id, "prevented");
  warnOfFraud(store, prevented.id);
  await stripe.disputes.list({ payment_intent: won.id });
  await stripe.disputes.retrieve((await stripe.disputes.list()).data[0]?.id ?? "");
  await stripe.radar.earlyFraudWarnings.list();
}

async function accountTour(world: EmulatedStripe): Promise<string> {
  const { stripe, store } = world;
  const include: ("configuration.recipient" | "defaults" | "identity" | "requirements")[] = [
    "configuration.recipient",
    "defaults",
    "identity",
    "requirements",
  ];
  const seller: Stripe.V2.Core.AccountCreateParams = {
    contact_email: "seller@example.com",
    dashboard: "express",
    identity: { country: "au", entity_type: "individual" },
    defaults: { responsibilities: { fees_collector: "application", losses_collector: "application" } },
    configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
    metadata: { seller_id: "seller_1" },
    include,
  };
  const account = await stripe.v2.core.accounts.create(seller);
  await tried(stripe.v2.core.accounts.create({ ...seller, identity: { country: "zz" } }));
  await stripe.v2.core.accountLinks.create({
    account: account.id,
    use_case: {
      type: "account_onboarding",
      account_onboarding: { refresh_url: "http://localhost/again", return_url: "http://localhost/done" },
    },
  });
  const known = store.get("connected_account", account.id);
  if (known) submitAccount(store, known);
  for (const transfers of ["pending", "restricted", "unsupported", "active"] as const) {
    setAccount(store, account.id, { transfers });
    await stripe.v2.core.accounts.retrieve(account.id, { include });
    await stripe.accounts.retrieve(account.id);
  }
  const other = await stripe.v2.core.accounts.create(seller);
  setAccount(store, other.id, { rejected: true });
  await stripe.v2.core.accounts.retrieve(other.id, { include });
  await stripe.accounts.retrieve(other.id);
  await stripe.v2.core.accounts.close(other.id);
  const v1 = await stripe.accounts.create({ country: "AU", email: "seller@example.com", business_type: "individual" });
  const link = { account: v1.id, type: "account_onboarding", return_url: "a", refresh_url: "b" } as const;
  await stripe.accountLinks.create(link);
  await tried(stripe.accounts.retrieve(other.id), stripe.accountLinks.create({ ...link, account: other.id }));
  for await (const event of stripe.v2.core.events.list({ object_id: other.id })) {
    await stripe.v2.core.events.retrieve(event.id);
  }
  return account.id;
}

async function transferTour(world: EmulatedStripe, destination: string): Promise<void> {
  const { stripe } = world;
  const { latest_charge: charge } = await paid(world);
  const transfer = { amount: 4_000, currency: "aud", destination, source_transaction: String(charge) };
  const sent = await stripe.transfers.create({ ...transfer, metadata: { order_id: "order_1" } });
  await stripe.transfers.create({ amount: 100, currency: "aud", destination });
  await tried(
    stripe.transfers.create(transfer),
    stripe.transfers.create({ ...transfer, destination: "acct_none" }),
    stripe.transfers.create({ amount: 900_000_000, currency: "aud", destination }),
  );
  await stripe.transfers.createReversal(sent.id, { amount: 1_000, metadata: { order_id: "order_1" } });
  await tried(stripe.transfers.createReversal(sent.id, { amount: 4_000 }));
  setAccount(world.store, destination, { transfers: "restricted" });
  await tried(stripe.transfers.create({ amount: 100, currency: "aud", destination }));
  await stripe.transfers.listReversals(sent.id);
  await stripe.transfers.list({ transfer_group: "order_1" });
  await stripe.transfers.retrieve(sent.id, { expand: ["balance_transaction", "source_transaction"] });
}

/** Records everything the emulator answers and delivers when all of its features are used. */
async function tour(): Promise<Recorded[]> {
  const world = emulatedStripe();
  const { stripe, injectFaults: plan, recorded, deliveries } = world;
  await payTour(world);
  await refundTour(world);
  await disputeTour(world);
  const account = await accountTour(world);
  await transferTour(world, account);
  await stripe.balance.retrieve();
  await stripe.balanceTransactions.list({ limit: 100, expand: ["data.source"] });
  world.advance(3 * DAY);
  await stripe.balanceTransactions.retrieve((await stripe.balanceTransactions.list()).data[0]?.id ?? "");
  await stripe.paymentIntents.list({ limit: 100 });
  await stripe.charges.list({ limit: 100 });
  await stripe.events.list({ limit: 100 });
  await stripe.events.retrieve((await stripe.events.list({ limit: 1 })).data[0]?.id ?? "");
  for (const answer of ["lost", "outage", "rate_limit"] as const) {
    plan({ path: "/v1/balance", answer });
    await tried(stripe.balance.retrieve());
  }
  await tried(
    stripe.paymentIntents.list({ limit: 0 }),
    stripe.refunds.list({ starting_after: "re_none" }),
    stripe.customers.list(),
  );
  const delivered = deliveries().map(({ body }) => ({ from: `event ${String(body.type)}`, json: body }));
  return [...recorded, ...delivered];
}

it("the emulator answers and delivers complete objects only", async () => {
  const recorded = await tour();
  const kinds = new Set(recorded.map(({ json }) => (json as { object?: string }).object));
  expect([...kinds].sort()).toMatchInlineSnapshot(`
    [
      "account",
      "account_link",
      "balance",
      "balance_transaction",
      "dispute",
      "event",
      "list",
      "payment_intent",
      "refund",
      "transfer",
      "transfer_reversal",
      "v2.core.account",
      "v2.core.account_link",
      "v2.core.event",
      undefined,
    ]
  `);
  const events = new Set(recorded.flatMap(({ from }) => (from.startsWith("event ") ? [from.slice(6)] : [])));
  expect([...events].sort()).toMatchInlineSnapshot(`
    [
      "account.updated",
      "charge.dispute.closed",
      "charge.dispute.created",
      "charge.dispute.funds_reinstated",
      "charge.dispute.funds_withdrawn",
      "charge.dispute.updated",
      "charge.failed",
      "charge.refunded",
      "charge.succeeded",
      "payment_intent.canceled",
      "payment_intent.created",
      "payment_intent.payment_failed",
      "payment_intent.processing",
      "payment_intent.requires_action",
      "payment_intent.succeeded",
      "radar.early_fraud_warning.created",
      "refund.created",
      "refund.failed",
      "refund.updated",
      "transfer.created",
      "transfer.reversed",
      "v2.core.account.closed",
      "v2.core.account[configuration.recipient].capability_status_updated",
      "v2.core.account[requirements].updated",
    ]
  `);
  expect(recorded.length).toBeGreaterThan(200);
  expect(shapeProblems(recorded)).toEqual([]);
});

it("the shape check reports missing fields, unknown names and undocumented values", async () => {
  const world = emulatedStripe();
  const refund = await world.stripe.refunds.create({ payment_intent: (await paid(world)).id });
  const intent = await world.stripe.paymentIntents.list();
  const [event] = world.deliveries().filter(({ body }) => body.type === "refund.created");
  const { charge: _charge, ...incomplete } = refund;
  const wrong: Record<string, unknown> = {
    "a missing field": incomplete,
    "an unknown name": { ...refund, transferred: 1 },
    "an undocumented value": { ...refund, reason: "bored" },
    "a wrong type": { ...refund, amount: "100" },
    "null where there is none": { ...refund, created: null },
    "a list of wrong objects": { ...intent, data: [{ ...intent.data[0], status: "paid" }] },
    "a list without its address": { object: "list", data: [], has_more: false },
    "a wrong object of an event": { ...event?.body, data: { object: incomplete } },
    "an event of an unknown type": { ...event?.body, type: "refund.made" },
    "an unknown code": { error: { type: "card_error", code: "card_disliked", message: "" } },
    "an unknown object": { object: "coin" },
  };
  const right = [refund, intent, event?.body].map((json) => ({ from: "right", json }));
  const problems = shapeProblems([...right, ...Object.entries(wrong).map(([from, json]) => ({ from, json }))]);
  expect(problems.map((problem) => problem.split(":")[0])).toEqual(Object.keys(wrong));
  expect(problems[0]).toContain("'charge' is missing");
  expect(problems[1]).toContain("'\"transferred\"' does not exist");
});
