/** The Stripe emulator answers like Stripe: payment states, parameters, lists, idempotency keys and planned faults. */
import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { EMULATOR_SECRET_KEY } from "#domain/payments/stripe-emulator";
import { setAccount } from "../../scripts/stripe-emulator/accounts.ts";
import type { Fault } from "../../scripts/stripe-emulator/faults.ts";
import { finishProcessing } from "../../scripts/stripe-emulator/intents.ts";
import { DAY, type EmulatedStripe, emulatedStripe, refusalOf } from "../support/emulated-stripe.ts";
import cases from "./stripe-emulator.json" with { type: "json" };

const PAYMENT: Stripe.PaymentIntentCreateParams = { amount: 4_550, currency: "aud" };

/** Sends a request that the SDK would not send. */
async function post({ call }: EmulatedStripe, path: string, form: Record<string, string>, key?: string) {
  const headers: Record<string, string> = key === undefined ? {} : { "Idempotency-Key": key };
  const response = await call(path, form, EMULATOR_SECRET_KEY, headers);
  return { response, body: (await response.json()) as { id?: string; error?: { code?: string; param?: string } } };
}

describe("payment in the emulator", () => {
  it("that is declined has a failed charge and the card that failed", async () => {
    const { stripe, deliveries } = emulatedStripe();
    const { id } = await stripe.paymentIntents.create(PAYMENT);
    deliveries();
    const error = await refusalOf(stripe.paymentIntents.confirm(id, { payment_method: "pm_card_chargeDeclined" }));
    expect(error).toMatchObject({ type: "StripeCardError", code: "card_declined", decline_code: "generic_decline" });
    const intent = await stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] });
    expect(intent).toMatchObject({
      status: "requires_payment_method",
      amount_received: 0,
      last_payment_error: { payment_method: { card: { last4: "0002" } }, charge: expect.any(String) },
      latest_charge: { status: "failed", paid: false, failure_code: "card_declined", balance_transaction: null },
    });
    expect(deliveries().map(({ body }) => body.type)).toEqual(["charge.failed", "payment_intent.payment_failed"]);
    await stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" });
    expect((await stripe.charges.list({ payment_intent: id })).data.map(({ status }) => status)).toEqual([
      "succeeded",
      "failed",
    ]);
  });

  it("with an invalid card number stays unchanged", async () => {
    const { stripe, call, deliveries } = emulatedStripe();
    const intent = await stripe.paymentIntents.create(PAYMENT);
    deliveries();
    const answer = await call(`/v1/payment_intents/${intent.id}/confirm`, {
      client_secret: intent.client_secret ?? "",
      "payment_method_data[card][number]": "4242424242424241",
    });
    expect(answer.status).toBe(402);
    expect(await stripe.paymentIntents.retrieve(intent.id)).toEqual(intent);
    expect(deliveries()).toEqual([]);
  });

  it.each([
    ["succeeded", "succeeded", ["charge.succeeded", "payment_intent.succeeded"]],
    ["failed", "requires_payment_method", ["charge.failed", "payment_intent.payment_failed"]],
  ] as const)("that is processing can be neither cancelled nor retried, and ends: %s", async (end, status, events) => {
    const { stripe, store, deliveries } = emulatedStripe();
    store.slowPayments = 1;
    const { id } = await stripe.paymentIntents.create(PAYMENT);
    const slow = await stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" });
    expect(slow.status).toBe("processing");
    expect((await refusalOf(stripe.paymentIntents.cancel(id))).code).toBe("payment_intent_unexpected_state");
    expect((await refusalOf(stripe.paymentIntents.confirm(id))).code).toBe("payment_intent_unexpected_state");
    deliveries();
    expect(finishProcessing(store, id, end)).toBe(true);
    expect(finishProcessing(store, id, end)).toBe(false);
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe(status);
    expect(deliveries().map(({ body }) => body.type)).toEqual(events);
  });
});

describe("parameters in the emulator", () => {
  it.each(cases.wrongParameters as [string, Record<string, string>, string, string][])(
    "of %s are refused by name when they are wrong: %o",
    async (path, form, code, param) => {
      const { response, body } = await post(emulatedStripe(), path, form as Record<string, string>);
      expect(response.status).toBe(400);
      expect(body.error).toMatchObject({ code, param });
    },
  );

  it("respect the limits of metadata", async () => {
    const { stripe } = emulatedStripe();
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, "x"]));
    const create = (metadata: Record<string, string>) => stripe.paymentIntents.create({ ...PAYMENT, metadata });
    await create({ ...keys(49), long: "x".repeat(500) });
    await expect(create(keys(51))).rejects.toThrow("50 keys");
    await expect(create({ long: "x".repeat(501) })).rejects.toThrow("500 characters");
    await expect(create({ ["k".repeat(41)]: "x" })).rejects.toThrow("40 characters");
  });

  it("of a list are refused for an invalid limit or cursor", async () => {
    const { stripe } = emulatedStripe();
    for (let made = 0; made < 3; made++) await stripe.paymentIntents.create(PAYMENT);
    for (const limit of [0, 101]) {
      expect((await refusalOf(stripe.paymentIntents.list({ limit }))).param).toBe("limit");
    }
    expect((await refusalOf(stripe.paymentIntents.list({ starting_after: "pi_none" }))).code).toBe("resource_missing");
    expect((await stripe.paymentIntents.list({ limit: 2 })).has_more).toBe(true);
    const all = [];
    for await (const { id } of stripe.paymentIntents.list({ limit: 2 })) all.push(id);
    expect(new Set(all).size).toBe(3);
  });

  it("expand only what can be expanded", async () => {
    const { stripe } = emulatedStripe();
    const { id } = await stripe.paymentIntents.create(PAYMENT);
    await expect(stripe.paymentIntents.retrieve(id, { expand: ["amount"] })).rejects.toThrow(
      "cannot be expanded (amount)",
    );
  });
});

describe("event in the emulator", () => {
  it("names the request that caused it, and its idempotency key", async () => {
    const { stripe } = emulatedStripe();
    const intent = await stripe.paymentIntents.create(PAYMENT, { idempotencyKey: "order:1" });
    const [event] = (await stripe.events.list()).data;
    expect(event?.request).toEqual({ id: intent.lastResponse.requestId, idempotency_key: "order:1" });
    const again = await stripe.paymentIntents.retrieve(intent.id);
    expect(again.lastResponse.requestId).not.toBe(intent.lastResponse.requestId);
  });
});

describe("idempotency key in the emulator", () => {
  it("repeats the reply for a day, and refuses another request", async () => {
    const { stripe, advance: wait } = emulatedStripe();
    const create = (amount: number) =>
      stripe.paymentIntents.create({ ...PAYMENT, amount }, { idempotencyKey: "order:1" });
    const first = await create(500);
    expect((await create(500)).id).toBe(first.id);
    expect((await refusalOf(create(600))).type).toBe("StripeIdempotencyError");
    wait(DAY + 1);
    expect((await create(600)).id).not.toBe(first.id);
  });

  it("has at most 255 characters", async () => {
    const world = emulatedStripe();
    const payment = { amount: "500", currency: "aud" };
    expect((await post(world, "/v1/payment_intents", payment, "k".repeat(255))).response.status).toBe(200);
    expect((await post(world, "/v1/payment_intents", payment, "k".repeat(256))).response.status).toBe(400);
  });

  it("repeats a refusal for a day, even when its cause is gone", async () => {
    const world = emulatedStripe();
    const { stripe, store, advance: wait } = world;
    const { id: destination } = await stripe.accounts.create({ country: "AU" });
    const send = () =>
      stripe.transfers.create({ amount: 500, currency: "aud", destination }, { idempotencyKey: "transfer:1" });
    expect((await refusalOf(send())).code).toBe("insufficient_capabilities_for_transfer");
    setAccount(store, destination, { transfers: "active" });
    const again = await refusalOf(send());
    expect(again.code).toBe("insufficient_capabilities_for_transfer");
    expect(again.headers?.["idempotent-replayed"]).toBe("true");
    wait(DAY + 1);
    await expect(send()).resolves.toMatchObject({ amount: 500 });
  });

  it("repeats a server error too", async () => {
    const { stripe, injectFaults: plan } = emulatedStripe();
    plan({ path: "/v1/payment_intents", answer: { status: 500, message: "Broken." } });
    const create = () => stripe.paymentIntents.create(PAYMENT, { idempotencyKey: "order:1" });
    expect((await refusalOf(create())).statusCode).toBe(500);
    expect((await refusalOf(create())).statusCode).toBe(500);
  });

  it("of v2 repeats successful requests only", async () => {
    const { stripe, store } = emulatedStripe();
    const account = await stripe.accounts.create({ country: "AU" });
    setAccount(store, account.id, { transfers: "active" });
    const sent = await stripe.transfers.create({ amount: 500, currency: "aud", destination: account.id });
    const close = () => stripe.v2.core.accounts.close(account.id, {}, { idempotencyKey: "close:1" });
    await refusalOf(close());
    await stripe.transfers.createReversal(sent.id);
    expect((await close()).closed).toBe(true);
  });

  it("is not used up by a request with invalid parameters", async () => {
    const world = emulatedStripe();
    expect(
      (await post(world, "/v1/payment_intents", { amount: "1", currency: "aud" }, "order:1")).response.status,
    ).toBe(400);
    expect(
      (await post(world, "/v1/payment_intents", { amount: "500", currency: "aud" }, "order:1")).response.status,
    ).toBe(200);
  });
});

describe("planned fault", () => {
  const create = ({ stripe }: EmulatedStripe) => stripe.paymentIntents.create(PAYMENT, { idempotencyKey: "order:1" });
  const made = async ({ stripe }: EmulatedStripe) => (await stripe.paymentIntents.list()).data.length;

  it("loses the reply of a completed request, and a retry gets it", async () => {
    const world = emulatedStripe();
    world.injectFaults({ path: "/v1/payment_intents", answer: "lost", times: 2 });
    expect((await refusalOf(create(world))).statusCode).toBe(500);
    expect((await refusalOf(create(world))).statusCode).toBe(500);
    await create(world);
    expect(await made(world)).toBe(1);
  });

  it.each([
    ["outage", 503],
    ["rate_limit", 429],
    [{ status: 409, type: "idempotency_error", code: "idempotency_key_in_use", message: "In use." }, 409],
  ] as [Fault["answer"], number][])("%o refuses a request without carrying it out", async (answer, status) => {
    const world = emulatedStripe();
    world.injectFaults({ path: "/v1/payment_intents", method: "POST", answer });
    expect(await made(world)).toBe(0);
    const error = await refusalOf(create(world));
    expect(error).toMatchObject({ statusCode: status, headers: { "stripe-should-retry": "true" } });
    await create(world);
    expect(await made(world)).toBe(1);
  });
});
