/** Card payments from intent to payout: only the provider's confirmation changes an order (D16–D21). */
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { OwnProfile } from "#contract/account/profiles";
import type { BalanceReply, PaymentIntentReply, PaymentsConfig, TopupStatusReply } from "#contract/payments";
import { orderNumber } from "#domain/orders/order-number";
import { EMULATOR_PUBLISHABLE_KEY } from "#domain/payments/stripe-emulator";
import { refundOrder } from "../../durable/item-room/commands/orders.ts";
import { paymentsMode, publishableKey, stripeClient } from "../../worker/adapters/card-stripe.ts";
import { factsOf } from "../../worker/adapters/stripe-objects.ts";
import { app } from "../../worker/app.ts";
import type { AppEnv } from "../../worker/env.ts";
import { configuredMethods } from "../../worker/features/checkout/queries.ts";
import { closeDueIntents, reconcileIntents, retryRefunds } from "../../worker/features/payments/jobs.ts";
import { findMadeRefunds, retryRefund, settleRefundByHand } from "../../worker/features/payments/refunds.ts";
import { applyIntent } from "../../worker/features/payments/settlement.ts";
import { call, createAccount, deployedHeaders } from "../support/workerd/accounts.ts";
import { advance, pollUntil } from "../support/workerd/clock.ts";
import {
  createBuyer,
  createSeller,
  DAY,
  hold,
  insertItem,
  itemRow,
  placeOrder,
  readOrder,
  refusal,
  reply,
} from "../support/workerd/deals.ts";
import {
  cardOrder,
  credited,
  deliver,
  emulator,
  enterCard,
  eventOf,
  intentFor,
  intentStatus,
  ledgerSums,
  openPayoutAccount,
  orderReaches,
  orderRow,
  payOut,
  placeCardOrder,
  postForm,
  provider,
  providerBalance,
  refundMade,
  refundRows,
  requestIntent,
  servicesWhileRestoring,
  servicesWithSettled,
  topupIntent,
  unknownIntent,
} from "../support/workerd/payments.ts";
import { inRoom } from "../support/workerd/rooms.ts";
import { allRows, firstRow, runSql } from "../support/workerd/sql.ts";

const MINUTE = 60_000;

/** Pays for an order by card and waits until the order is marked as paid. */
async function paidOrder(...args: Parameters<typeof cardOrder>) {
  const deal = await cardOrder(...args);
  const intent = await intentFor(deal.buyer, deal.order.order_id);
  expect(await enterCard(intent)).toMatchObject({ status: "succeeded" });
  await credited(deal.buyer, intent.paymentIntentId);
  return { ...deal, intent };
}

describe("card payment settings", () => {
  const base = { APP_ENV: "production", PAYMENTS: "stripe" } as AppEnv;
  const keys = { STRIPE_SECRET_KEY: "sk_1", STRIPE_WEBHOOK_SECRET: "whsec_1", STRIPE_PUBLISHABLE_KEY: "pk_1" };

  it("are public without any secret", async () => {
    const config = await reply<PaymentsConfig>(await call("GET", "/api/payments/config"), 200);
    expect(config).toEqual({
      mode: "emulator",
      publishable_key: EMULATOR_PUBLISHABLE_KEY,
      minimum_cents: 50,
      topup_minimum_cents: 500,
      topup_maximum_cents: 200_000,
    });
  });

  it("are off without all three keys, and in production also with the emulator", () => {
    expect(paymentsMode(base)).toBe("off");
    for (const missing of Object.keys(keys)) {
      expect(paymentsMode({ ...base, ...keys, [missing]: "" }), missing).toBe("off");
    }
    const emulated = { ...base, ...keys, PAYMENTS: "emulator", STRIPE_EMULATOR: env.STRIPE_EMULATOR } as AppEnv;
    expect(paymentsMode(emulated)).toBe("off");
    expect(stripeClient(emulated)).toBeNull();
    expect(publishableKey(emulated)).toBeNull();
    expect(paymentsMode({ ...base, ...keys })).toBe("stripe");
    expect(configuredMethods(base)).not.toContain("stripe");
    expect(configuredMethods({ ...base, ...keys }, 50)).toContain("stripe");
    expect(configuredMethods({ ...base, ...keys }, 49)).not.toContain("stripe");
  });

  it("allow the provider's script only where real cards are accepted", async () => {
    const context = {
      waitUntil: () => undefined,
      passThroughOnException: () => undefined,
    } as unknown as ExecutionContext;
    const policy = async (more: Partial<AppEnv>) =>
      (await app.request("/api/payments/config", {}, { ...env, ...more }, context)).headers.get(
        "Content-Security-Policy",
      );
    expect(await policy({})).not.toContain("stripe.com");
    expect(await policy({ PAYMENTS: "stripe" })).not.toContain("stripe.com");
    const cards = await policy({ PAYMENTS: "stripe", ...keys });
    expect(cards).toContain("script-src 'self' https://js.stripe.com");
    expect(cards).toContain("connect-src 'self' https://api.stripe.com");
  });

  it("hide the emulator and refuse payments when card payments are off", async () => {
    const context = {
      waitUntil: () => undefined,
      passThroughOnException: () => undefined,
    } as unknown as ExecutionContext;
    const production = { ...env, APP_ENV: "production" as const };
    const path = "/emulator/stripe/v1/payment_intents/pi_00000000/confirm";
    expect((await app.request(path, { method: "POST" }, production, context)).status).toBe(404);
    const { buyer, order } = await cardOrder();
    const asked = await app.request(
      "/api/payments/intents",
      {
        method: "POST",
        headers: { "Content-Type": "application/json", ...deployedHeaders(buyer) },
        body: JSON.stringify({ orderId: order.order_id }),
      },
      production,
      context,
    );
    expect(asked.status).toBe(503);
    const topup = { amount: 500, currency: "aud", metadata: { type: "balance_topup" } };
    const credit = await app.request(
      "/api/payments/intents",
      {
        method: "POST",
        headers: { "Content-Type": "application/json", ...deployedHeaders(buyer) },
        body: JSON.stringify(topup),
      },
      production,
      context,
    );
    expect(credit.status).toBe(503);
  });
});

describe("a card order", () => {
  it("is confirmed by the signed webhook alone, and shows Processing until then (D18, D21, A49)", async () => {
    const { buyer, order, itemId } = await cardOrder();
    const intent = await intentFor(buyer, order.order_id);
    expect(intent).toMatchObject({ amount: 4_550, currency: "aud" });
    await emulator().planFaults({ hold: true });
    expect(await enterCard(intent)).toMatchObject({ status: "succeeded" });
    expect(await intentStatus(buyer, intent.paymentIntentId)).toMatchObject({ status: "processing", credited: false });
    expect((await readOrder(buyer, order.order_id)).status).toBe("awaiting_payment");
    await emulator().planFaults({ hold: false });
    const done = await credited(buyer, intent.paymentIntentId);
    expect(done).toMatchObject({ status: "succeeded", refunded_cents: 0, kind: "order", order_id: order.order_id });
    expect((await readOrder(buyer, order.order_id)).status).toBe("payment_confirmed");
    expect((await itemRow(itemId))?.status).toBe("sold");
    expect(await ledgerSums("intent_id = ?", intent.paymentIntentId)).toEqual({
      order_held: -4_550,
      stripe_clearing: 4_550,
    });
  });

  it("has one intent, although it is requested repeatedly and concurrently", async () => {
    const { buyer, order } = await cardOrder();
    const asked = await Promise.all(Array.from({ length: 8 }, () => requestIntent(buyer, { orderId: order.order_id })));
    const ids = new Set<string>();
    for (const response of asked) {
      const body = (await response.json()) as PaymentIntentReply;
      expect([200, 409]).toContain(response.status);
      if (response.status === 200) ids.add(body.paymentIntentId);
    }
    expect(ids.size).toBe(1);
    expect((await intentFor(buyer, order.order_id)).paymentIntentId).toBe([...ids][0]);
    const again = await reply<PaymentIntentReply>(await requestIntent(buyer, { itemId: order.item_id }), 200);
    expect(ids).toContain(again.paymentIntentId);
  });

  it("stays open after a declined card with the provider's reason, and accepts the next card", async () => {
    const { buyer, order } = await cardOrder();
    const intent = await intentFor(buyer, order.order_id);
    const declines: [string, string, string | undefined][] = [
      ["4000000000000002", "card_declined", "generic_decline"],
      ["4000000000009995", "card_declined", "insufficient_funds"],
      ["4000000000009987", "card_declined", "lost_card"],
      ["4000000000000069", "expired_card", "expired_card"],
      ["4000000000000127", "incorrect_cvc", "incorrect_cvc"],
      ["4000000000000119", "processing_error", "processing_error"],
      // Realistic numbers that are not published test cards.
      ["4111111111111111", "card_declined", "test_mode_live_card"],
      ["5425233430109903", "card_declined", "test_mode_live_card"],
      ["4242424242424241", "incorrect_number", undefined],
    ];
    for (const [number, code, decline_code] of declines) {
      const answer = await enterCard(intent, { number });
      expect(answer.error, number).toMatchObject({ type: "card_error", code, ...(decline_code && { decline_code }) });
    }
    await pollUntil(
      () => orderRow(order.order_id),
      (row) => row.strike_exempt === 1,
    );
    expect((await intentStatus(buyer, intent.paymentIntentId)).status).toBe("failed");
    expect(await enterCard(intent)).toMatchObject({ status: "succeeded" });
    await credited(buyer, intent.paymentIntentId);
  });

  it("passes through the bank's authentication, and redirects back to pages of this site only", async () => {
    const { buyer, order } = await cardOrder();
    const intent = await intentFor(buyer, order.order_id);
    const asked = await enterCard(intent, {
      number: "4000002760003184",
      return_url: "http://localhost/stripe-checkout?intent=1",
    });
    expect(asked.status).toBe("requires_action");
    const url = asked.next_action?.redirect_to_url.url ?? "";
    const page = await call("GET", url);
    expect(await page.text()).toContain("$45.50");
    const failed = await call("GET", `${url}?outcome=fail`);
    expect(failed.status).toBe(303);
    expect(failed.headers.get("Location")).toContain("redirect_status=failed");
    // The first answer to the authentication is final.
    expect((await call("GET", `${url}?outcome=complete`)).headers.get("Location")).toContain("redirect_status=failed");

    const outside = await enterCard(intent, { number: "4000002760003184", return_url: "https://evil.example/" });
    const other = await call("GET", `${outside.next_action?.redirect_to_url.url}?outcome=complete`);
    expect(other.status).toBe(200);
    expect(other.headers.get("Location")).toBeNull();
    await credited(buyer, intent.paymentIntentId);
  });

  it("lets the publishable key only confirm an intent whose client secret it has", async () => {
    const { buyer, order } = await cardOrder();
    const intent = await intentFor(buyer, order.order_id);
    const path = `/emulator/stripe/v1/payment_intents/${intent.paymentIntentId}`;
    const form = { key: "sk_test_emulator", client_secret: "wrong", payment_method: "pm_card_visa" };
    expect((await postForm(`${path}/confirm`, new URLSearchParams(form))).status).toBe(404);
    expect((await postForm(`${path}/cancel`, new URLSearchParams(form))).status).toBe(403);
    expect((await postForm("/emulator/stripe/v1/payment_intents", new URLSearchParams(form))).status).toBe(404);
    expect((await postForm("/emulator/stripe/v1/refunds", new URLSearchParams(form))).status).toBe(404);
    expect((await call("GET", path)).status).toBe(404);
  });

  it("has no intent for another user, after payment, or when order and item are both named (A01)", async () => {
    const { buyer, order, intent } = await paidOrder();
    expect((await refusal(await requestIntent(buyer, { orderId: order.order_id }), 409)).code).toBe("wrong_state");
    const stranger = await createBuyer();
    expect((await refusal(await requestIntent(stranger, { orderId: order.order_id }), 404)).code).toBe("not_found");
    const status = await stranger.request("GET", `/api/payments/intents/${intent.paymentIntentId}`);
    expect((await refusal(status, 404)).code).toBe("not_found");
    expect(
      (await refusal(await requestIntent(buyer, { orderId: order.order_id, itemId: order.item_id }), 422)).code,
    ).toBe("invalid");
    const { data } = await provider().paymentIntents.list({ limit: 100 });
    expect(data.filter(({ metadata }) => metadata.target_id === order.order_id)).toHaveLength(1);
  });

  it("has no intent while it is to be paid by bank transfer", async () => {
    const { buyer, order } = await placeOrder({ evidence: false });
    expect((await refusal(await requestIntent(buyer, { orderId: order.order_id }), 409)).code).toBe("wrong_state");
    const { data } = await provider().paymentIntents.list({ limit: 100 });
    expect(data.filter(({ metadata }) => metadata.target_id === order.order_id)).toEqual([]);
  });

  it("has no further intent when the payment has arrived and its webhook has not, and is then confirmed", async () => {
    const { buyer, order } = await cardOrder();
    const intent = await intentFor(buyer, order.order_id);
    await emulator().planFaults({ hold: true });
    await enterCard(intent);
    expect((await refusal(await requestIntent(buyer, { orderId: order.order_id }), 409)).code).toBe("wrong_state");
    expect((await readOrder(buyer, order.order_id)).status).toBe("payment_confirmed");
    await emulator().planFaults({ hold: false });
  });

  it("is charged its own amount only, within the limits for cards", async () => {
    const { buyer, order } = await cardOrder();
    const ask = (amount?: number) => requestIntent(buyer, { orderId: order.order_id, ...(amount && { amount }) });
    expect(await refusal(await ask(4_549), 409)).toMatchObject({
      code: "values_changed",
      details: { current: { amount: 4_550 } },
    });
    const setAmount = (cents: number) => runSql`UPDATE orders SET amount_cents = ${cents} WHERE id = ${order.order_id}`;
    for (const [cents, message] of [
      [49, "Card payments must be at least $0.50."],
      [100_000_000, "Card payments can be at most $999,999.99."],
    ] as const) {
      await setAmount(cents);
      expect(await refusal(await ask(), 422)).toMatchObject({ code: "method_not_accepted", message });
    }
    await setAmount(4_550);
    const { paymentIntentId } = await reply<PaymentIntentReply>(await ask(4_550), 200);
    expect(await provider().paymentIntents.retrieve(paymentIntentId)).toMatchObject({
      amount: 4_550,
      transfer_group: order.order_id,
      metadata: { kind: "order", target_id: order.order_id, user_id: buyer.id },
    });
  });

  it("is not offered below fifty cents", async () => {
    const seller = await createSeller();
    const buyer = await createBuyer();
    const itemId = await insertItem(seller, { price_cents: 49 });
    await hold(buyer, itemId);
    const view = (await (await buyer.request("GET", `/api/items/${itemId}/checkout`)).json()) as { methods: string[] };
    expect(view.methods).toEqual(["bank_transfer"]);
  });
});

describe("what a buyer recognises a payment by", () => {
  const intentOf = async ({ paymentIntentId }: { paymentIntentId: string }) =>
    provider().paymentIntents.retrieve(paymentIntentId);

  it("is the order's number on the statement, the item, and a receipt by Stripe", async () => {
    const { buyer, order } = await cardOrder({ title: "Brass reading lamp" });
    const number = orderNumber(order.order_id);
    expect(await intentOf(await intentFor(buyer, order.order_id))).toMatchObject({
      description: `Goodstreet order ${number}: Brass reading lamp`,
      statement_descriptor_suffix: number,
      receipt_email: buyer.email,
    });
  });

  it("is named for a top-up too", async () => {
    const user = await createSeller();
    expect(await intentOf(await topupIntent(user, 2_500))).toMatchObject({
      description: "Goodstreet ad credit",
      statement_descriptor_suffix: "AD CREDIT",
      receipt_email: user.email,
    });
  });
});

describe("an unpaid card order", () => {
  it("is spared a strike only when a card was declined, and knows nothing of intents of other sites", async () => {
    const { buyer, order } = await cardOrder();
    const { paymentIntentId } = await intentFor(buyer, order.order_id);
    const services = servicesWithSettled();
    const facts = factsOf(await provider().paymentIntents.retrieve(paymentIntentId));
    const exempt = async () => (await orderRow(order.order_id)).strike_exempt;
    expect(await applyIntent(services, facts)).toBe(true);
    expect(await exempt()).toBe(0);
    expect(await applyIntent(services, { ...facts, id: "pi_of_another_site", failure: "card_declined" })).toBe(false);
    expect(await exempt()).toBe(0);
    expect(await applyIntent(services, { ...facts, failure: "card_declined" })).toBe(true);
    expect(await exempt()).toBe(1);
  });

  it("keeps its item until the provider has cancelled the intent, and then releases it without a strike", async () => {
    const { buyer, order, itemId } = await cardOrder();
    const intent = await intentFor(buyer, order.order_id);
    advance(31 * MINUTE);
    await env.ITEM_ROOM.getByName(itemId).settle();
    expect(await orderRow(order.order_id)).toMatchObject({ status: "awaiting_payment", card_state: "closing" });
    expect((await itemRow(itemId))?.status).toBe("pending_payment");
    const services = servicesWithSettled();
    expect(await closeDueIntents(services)).toBe(1);
    expect(await orderRow(order.order_id)).toMatchObject({ status: "expired", card_state: "cancelled" });
    expect((await itemRow(itemId))?.status).toBe("active");
    expect((await enterCard(intent)).error).toMatchObject({ code: "payment_intent_unexpected_state" });
    expect(await closeDueIntents(services)).toBe(0);
  });

  it("is confirmed by the sweep when the card was charged but no webhook has arrived", async () => {
    const { buyer, order, itemId } = await cardOrder();
    const intent = await intentFor(buyer, order.order_id);
    await emulator().planFaults({ hold: true });
    await enterCard(intent);
    advance(31 * MINUTE);
    await env.ITEM_ROOM.getByName(itemId).settle();
    expect(await closeDueIntents(servicesWithSettled())).toBe(1);
    await emulator().planFaults({ hold: false });
    expect(await orderRow(order.order_id)).toMatchObject({ status: "payment_confirmed", card_state: "paid" });
    expect((await itemRow(itemId))?.status).toBe("sold");
  });

  it("is cancelled at the provider first when the buyer cancels", async () => {
    const { buyer, order, itemId } = await cardOrder();
    const intent = await intentFor(buyer, order.order_id);
    const cancelled = await buyer.request("POST", `/api/orders/${order.order_id}/cancel`);
    expect(await reply<{ status: string }>(cancelled, 200)).toMatchObject({ status: "cancelled" });
    expect((await provider().paymentIntents.retrieve(intent.paymentIntentId)).status).toBe("canceled");
    expect((await itemRow(itemId))?.status).toBe("active");
    expect((await intentStatus(buyer, intent.paymentIntentId)).status).toBe("canceled");
  });

  it("refuses the buyer's cancellation while the bank is still deciding", async () => {
    const { buyer, order } = await cardOrder();
    const intent = await intentFor(buyer, order.order_id);
    await emulator().planFaults({ slowPayments: 1 });
    expect(await enterCard(intent)).toMatchObject({ status: "processing" });
    const answer = await buyer.request("POST", `/api/orders/${order.order_id}/cancel`);
    expect(await refusal(answer, 409)).toMatchObject({ details: { reason: "intent_open" } });
    expect((await refusal(await requestIntent(buyer, { orderId: order.order_id }), 409)).code).toBe("wrong_state");
    expect((await readOrder(buyer, order.order_id)).status).toBe("awaiting_payment");
  });

  it("refuses the buyer's cancellation after the card was charged", async () => {
    const { buyer, order } = await cardOrder();
    const intent = await intentFor(buyer, order.order_id);
    await emulator().planFaults({ hold: true });
    await enterCard(intent);
    const refused = await refusal(await buyer.request("POST", `/api/orders/${order.order_id}/cancel`), 409);
    expect(refused.code).toBe("wrong_state");
    await emulator().planFaults({ hold: false });
    expect((await orderRow(order.order_id)).status).toBe("payment_confirmed");
  });

  it("is reconciled with the provider when no webhook arrives", async () => {
    const { buyer, order } = await cardOrder();
    const intent = await intentFor(buyer, order.order_id);
    await emulator().planFaults({ hold: true });
    await enterCard(intent);
    advance(16 * MINUTE);
    expect(await reconcileIntents(servicesWithSettled())).toBeGreaterThan(0);
    await emulator().planFaults({ hold: false });
    expect((await orderRow(order.order_id)).status).toBe("payment_confirmed");
    expect((await intentStatus(buyer, intent.paymentIntentId)).credited).toBe(true);
  });

  it("is neither taken nor refunded while the item's room can't decide", async () => {
    const { buyer, order } = await cardOrder();
    const intent = await intentFor(buyer, order.order_id);
    await emulator().planFaults({ hold: true });
    await enterCard(intent);
    const facts = factsOf(await provider().paymentIntents.retrieve(intent.paymentIntentId));
    await expect(applyIntent(servicesWhileRestoring(), facts)).rejects.toThrow("restoring our data");
    expect(await refundRows(intent.paymentIntentId)).toEqual([]);
    await applyIntent(servicesWithSettled(), facts);
    await emulator().planFaults({ hold: false });
    expect((await orderRow(order.order_id)).status).toBe("payment_confirmed");
  });
});

describe("a top-up", () => {
  it("credits the balance once from the webhook, with an entry in the statement", async () => {
    const user = await createSeller();
    const key = crypto.randomUUID();
    const first = await topupIntent(user, 2_500, key);
    expect(await topupIntent(user, 2_500, key)).toEqual(first);
    await enterCard(first);
    const status = () =>
      user.request("GET", `/api/balance/topups/${first.paymentIntentId}`).then((r) => reply<TopupStatusReply>(r, 200));
    expect(await pollUntil(status, (seen) => seen.credited)).toMatchObject({ status: "succeeded", balance: 25 });
    const event = await eventOf(first.paymentIntentId, "payment_intent.succeeded");
    for (let i = 0; i < 3; i++) expect(await deliver(event)).toBe(200);
    const balance = await reply<BalanceReply>(await user.request("GET", "/api/balance"), 200);
    expect(balance.balance).toBe(25);
    expect(balance.transactions.items).toMatchObject([{ amount: 25, type: "topup", description: "Balance top-up" }]);
    const profile = await reply<OwnProfile>(await user.request("GET", "/api/profile"), 200);
    expect(profile.seller_balance).toBe(25);
    expect(await ledgerSums("account = ?", `ad_credit:${user.id}`)).toEqual({ [`ad_credit:${user.id}`]: -2_500 });
  });

  it("accepts whole cents from five dollars to the maximum (A58)", async () => {
    const user = await createSeller();
    for (const amount of [0, 499, 200_001, 99_999_999, 500.5, "500", -500, null, undefined, 1e21]) {
      const response = await requestIntent(user, { amount, currency: "aud", metadata: { type: "balance_topup" } });
      const { details } = await refusal(response, 422);
      expect(details?.fields, String(amount)).toContainEqual(expect.objectContaining({ field: "amount" }));
    }
    const usd = await requestIntent(user, { amount: 500, currency: "usd", metadata: { type: "balance_topup" } });
    expect(usd.status).toBe(422);
    const first = await topupIntent(user, 500, "one-top-up");
    expect(first.amount).toBe(500);
    const { allowed_payment_method_types } = await provider().paymentIntents.retrieve(first.paymentIntentId);
    expect(allowed_payment_method_types).toEqual(["card"]);
    // The stored reply is gone, the key is not.
    await runSql`DELETE FROM idempotency_keys WHERE account_id = ${user.id}`;
    expect((await topupIntent(user, 500, "one-top-up")).paymentIntentId).toBe(first.paymentIntentId);
    expect((await topupIntent(user, 200_000)).amount).toBe(200_000);
  });

  it("is visible to its owner only, page by page (A01)", async () => {
    const user = await createSeller();
    for (let i = 0; i < 3; i++) {
      const intent = await topupIntent(user, 500 + i);
      await enterCard(intent);
      await credited(user, intent.paymentIntentId);
      expect((await call("GET", `/api/balance/topups/${intent.paymentIntentId}`)).status).toBe(401);
      const stranger = await createBuyer();
      const peek = await stranger.request("GET", `/api/balance/topups/${intent.paymentIntentId}`);
      expect(peek.status).toBe(404);
    }
    const first = await reply<BalanceReply>(await user.request("GET", "/api/balance?limit=2"), 200);
    expect(first.transactions.items.map((line) => line.amount)).toEqual([5.02, 5.01]);
    const cursor = first.transactions.next_cursor ?? "";
    const second = await reply<BalanceReply>(await user.request("GET", `/api/balance?limit=2&cursor=${cursor}`), 200);
    expect(second.transactions.items.map((line) => line.amount)).toEqual([5]);
    const other = await createBuyer();
    expect((await other.request("GET", `/api/balance?cursor=${cursor}`)).status).toBe(422);
  });
});

describe("a card refund", () => {
  it("follows the seller's refund exactly once, and emails both parties", async () => {
    const { seller, buyer, order, itemId, intent } = await paidOrder();
    const given = await seller.request("POST", `/api/orders/${order.order_id}/refund`, { relist: true });
    expect(await reply<{ status: string }>(given, 200)).toMatchObject({ status: "refunded" });
    await refundMade(intent.paymentIntentId);
    const services = servicesWithSettled();
    await Promise.all([retryRefunds(services), retryRefunds(services)]);
    await services.settled();
    expect(await refundRows(intent.paymentIntentId)).toMatchObject([{ amount_cents: 4_550, status: "succeeded" }]);
    expect((await provider().refunds.list({ payment_intent: intent.paymentIntentId })).data).toHaveLength(1);
    expect(await ledgerSums("intent_id = ?", intent.paymentIntentId)).toEqual({});
    expect(await orderRow(order.order_id)).toMatchObject({ status: "refunded", card_state: "refunded" });
    expect((await itemRow(itemId))?.status).toBe("active");
    expect((await intentStatus(buyer, intent.paymentIntentId)).refunded_cents).toBe(4_550);
    const mails = await allRows`SELECT to_address
      FROM mail_outbox WHERE subject LIKE 'Refund of $45.50%' AND to_address IN (${buyer.email}, ${seller.email})`;
    expect(mails.results).toHaveLength(2);
  });

  it("follows when staff close the order as refunded, and not when they close it as completed", async () => {
    const [refunded, completed] = [await paidOrder(), await paidOrder()];
    advance(40 * DAY);
    const staff = await createAccount({ role: "admin" });
    const close = (orderId: string, outcome: string) =>
      staff.request("POST", `/api/admin/orders/${orderId}/close`, { outcome, note: "Nobody has answered us." });
    await reply(await close(completed.order.order_id, "completed"), 200);
    await reply(await close(refunded.order.order_id, "refunded"), 200);
    await refundMade(refunded.intent.paymentIntentId);
    expect(await refundRows(completed.intent.paymentIntentId)).toEqual([]);
  });

  it("is retried after an outage of the provider, and made once", async () => {
    const { seller, order, intent } = await paidOrder();
    await emulator().planFaults({ failures: 3 });
    await seller.request("POST", `/api/orders/${order.order_id}/refund`, {});
    await pollUntil(
      () => refundRows(intent.paymentIntentId),
      ([row]) => (row?.attempts ?? 0) > 0,
    );
    await emulator().planFaults({ failures: 0 });
    const services = servicesWithSettled();
    // While a run has not ended, nobody knows whether it has made the refund.
    const running = "UPDATE refunds SET last_error = NULL, next_at = ? WHERE intent_id = ?";
    await env.DB.prepare(running)
      .bind(Date.now() + 2 * MINUTE, intent.paymentIntentId)
      .run();
    await expect(findMadeRefunds(services, intent.paymentIntentId)).rejects.toThrow("may have been made");
    advance(70 * MINUTE);
    await retryRefunds(services);
    await services.settled();
    const [row] = await refundRows(intent.paymentIntentId);
    expect(row).toMatchObject({ status: "succeeded" });
    const { data } = await provider().refunds.list({ payment_intent: intent.paymentIntentId });
    expect(data.map(({ metadata }) => metadata)).toEqual([{ refund_id: row?.id, order_id: order.order_id }]);
  });

  it("reaches the order although the Worker stopped before recording it", async () => {
    const { seller, order, itemId, intent } = await paidOrder();
    await inRoom(itemId, refundOrder({ orderId: order.order_id, by: "seller", actorId: seller.id, relist: false }));
    const dying = servicesWithSettled();
    const cutOff = new Proxy(env, {
      get: (bindings, name) => {
        if (name === "ITEM_ROOM") throw new Error("the Worker is gone");
        return Reflect.get(bindings, name);
      },
    });
    await retryRefunds({ ...dying, env: cutOff });
    await dying.settled();
    expect(await refundRows(intent.paymentIntentId)).toMatchObject([{ status: "succeeded" }]);
    expect(await orderRow(order.order_id)).toMatchObject({ status: "refunded", card_state: "refund_due" });

    const services = servicesWithSettled();
    await retryRefunds(services);
    await services.settled();
    expect(await orderRow(order.order_id)).toMatchObject({ status: "refunded", card_state: "refunded" });
    expect((await provider().refunds.list({ payment_intent: intent.paymentIntentId })).data).toHaveLength(1);
  });

  it("is due again when the buyer's bank returns it, and staff settle it once by hand", async () => {
    const { seller, order, intent } = await paidOrder();
    const { paymentIntentId: id } = intent;
    await seller.request("POST", `/api/orders/${order.order_id}/refund`, {});
    const [gone] = await refundMade(id);
    const [made] = (await provider().refunds.list({ payment_intent: id })).data;
    await emulator().planFaults({ hold: true });
    expect(await emulator().returnRefund(made?.id ?? "")).toBe(true);
    // Events are checked against the provider: the last one still claims that the refund succeeded.
    for (const [index, type] of ["refund.failed", "refund.updated", "refund.created"].entries()) {
      const event = { id: `evt_back${index}_${id}`, object: "event", type, livemode: false, data: { object: made } };
      expect(await deliver(event)).toBe(200);
    }
    await emulator().planFaults({ hold: false });
    expect(await refundRows(id)).toMatchObject([{ status: "failed", last_error: "expired_or_canceled_card" }]);
    expect(await ledgerSums("intent_id = ?", id)).toEqual({ stripe_clearing: 4_550, refunds: -4_550 });
    const services = servicesWithSettled();
    await retryRefunds(services);
    expect(await refundRows(id)).toMatchObject([{ status: "failed" }]);

    const staff = (await createBuyer()).id;
    const refundId = gone?.id ?? "";
    // The seller owes this refund, so a staff member who is the seller cannot declare it paid.
    await runSql`UPDATE profiles SET role = 'admin' WHERE id = ${seller.id}`;
    const byHand = { action: "by_hand", note: "Paid to their bank account." };
    expect((await seller.request("POST", `/api/admin/baggage/refunds/${refundId}`, byHand)).status).toBe(403);
    expect(await retryRefund(services, staff, refundId)).toMatchObject({ code: "wrong_state" });
    expect(await settleRefundByHand(services, staff, refundId, "Paid to their bank account.")).toEqual({ ok: true });
    expect(await settleRefundByHand(services, staff, refundId, "Again.")).toMatchObject({ code: "wrong_state" });
    await services.settled();
    expect(await refundRows(id)).toMatchObject([{ status: "succeeded", last_error: null }]);
    expect(await ledgerSums("intent_id = ?", id)).toEqual({ stripe_clearing: 4_550, paid_by_hand: -4_550 });
    expect((await provider().refunds.list({ payment_intent: id })).data).toHaveLength(1);
  });

  it("is recorded in the ledger when staff make it at the provider", async () => {
    const { intent } = await paidOrder();
    const made = await provider().refunds.create({ payment_intent: intent.paymentIntentId, amount: 1_000 });
    const sums = await pollUntil(
      () => ledgerSums("intent_id = ?", intent.paymentIntentId),
      (seen) => seen.external_refunds === 1_000,
    );
    expect(sums.stripe_clearing).toBe(3_550);
    expect(made.status).toBe("succeeded");
  });
});

const transferRow = (orderId: string) =>
  firstRow<{ status: string; amount_cents: number; provider_transfer_id: string | null }>`SELECT status, amount_cents,
    provider_transfer_id FROM transfers WHERE order_id = ${orderId}`;

describe("the seller's proceeds", () => {
  async function completed() {
    const deal = await paidOrder();
    await reply(await deal.buyer.request("POST", `/api/orders/${deal.order.order_id}/collected`), 200);
    return deal;
  }

  it("stay in the ledger until the seller has a payout account, and are then sent once", async () => {
    const { seller, order, intent } = await completed();
    const services = servicesWithSettled();
    await Promise.all([payOut(services), payOut(services)]);
    expect(await transferRow(order.order_id)).toMatchObject({ status: "payable", amount_cents: 4_550 });
    expect(await ledgerSums("order_id = ?", order.order_id)).toMatchObject({ [`seller_payable:${seller.id}`]: -4_550 });
    const account = await openPayoutAccount(seller.id);
    const runs = await Promise.all([1, 2, 3].map(() => payOut(services)));
    expect(runs.toSorted()).toEqual([0, 0, 1]);
    expect(await transferRow(order.order_id)).toMatchObject({ status: "sent" });
    const { data } = await provider().transfers.list({ transfer_group: order.order_id });
    expect(data).toMatchObject([{ amount: 4_550, destination: account, amount_reversed: 0 }]);
    // From this charge, because the money of a new payment is not in the platform's balance yet.
    const { latest_charge } = await provider().paymentIntents.retrieve(intent.paymentIntentId);
    expect(data[0]?.source_transaction).toBe(latest_charge);
    expect(await ledgerSums("intent_id = ?", intent.paymentIntentId)).toEqual({});
    expect(await payOut(services)).toBe(0);
  });

  it("fall due three days after the collection date without a confirmed collection", async () => {
    const { order } = await paidOrder();
    const services = servicesWithSettled();
    advance(order.collection_date + 3 * DAY - 1 - Date.now());
    await payOut(services);
    expect(await transferRow(order.order_id)).toBeNull();
    advance(1);
    await payOut(services);
    expect(await transferRow(order.order_id)).toMatchObject({ status: "payable" });
  });

  it("are reversed from the seller's account when the buyer is refunded", async () => {
    const { seller, order, intent } = await paidOrder();
    await openPayoutAccount(seller.id);
    advance(11 * DAY);
    const services = servicesWithSettled();
    await payOut(services);
    expect(await transferRow(order.order_id)).toMatchObject({ status: "sent" });
    await reply(await seller.request("POST", `/api/orders/${order.order_id}/refund`, {}), 200);
    await refundMade(intent.paymentIntentId);
    await pollUntil(
      () => transferRow(order.order_id),
      (row) => row?.status === "reversed",
    );
    const { data } = await provider().transfers.list({ transfer_group: order.order_id });
    expect(data).toMatchObject([{ amount: 4_550, amount_reversed: 4_550 }]);
    expect(await ledgerSums("intent_id = ?", intent.paymentIntentId)).toEqual({});
  });

  it("wait while a bank disputes the payment", async () => {
    const { buyer, seller, order } = await cardOrder();
    const intent = await intentFor(buyer, order.order_id);
    await enterCard(intent, { number: "4000000000000259" });
    await pollUntil(
      () => ledgerSums("intent_id = ?", intent.paymentIntentId),
      (seen) => seen.dispute_hold === 4_550,
    );
    await orderReaches(order.order_id, "disputed");
    expect((await buyer.request("POST", `/api/orders/${order.order_id}/collected`)).status).toBe(409);
    const services = servicesWithSettled();
    await openPayoutAccount(seller.id);
    await payOut(services);
    expect(await transferRow(order.order_id)).toBeNull();
    expect(await emulator().closeDispute(intent.paymentIntentId, "won")).toBe(true);
    await pollUntil(
      () => ledgerSums("intent_id = ?", intent.paymentIntentId),
      (seen) => seen.dispute_hold === undefined,
    );
    await orderReaches(order.order_id, "payment_confirmed");
    await reply(await buyer.request("POST", `/api/orders/${order.order_id}/collected`), 200);
    await payOut(services);
    expect(await transferRow(order.order_id)).toMatchObject({ status: "sent" });
  });
});

/** Orders a cart with items of one seller, to be paid by one card payment. */
async function cartOrdered(prices: readonly number[]) {
  const seller = await createSeller();
  const buyer = await createBuyer();
  const itemIds = await Promise.all(prices.map((price_cents) => insertItem(seller, { price_cents })));
  for (const item_id of itemIds) await reply(await buyer.request("POST", "/api/cart", { item_id }), 201);
  const made = await reply<{ purchase: { id: string }; orders: { id: string }[] }>(
    await buyer.request("POST", "/api/purchases", { kind: "cart", paymentMethod: "stripe", acknowledged: true }),
    201,
  );
  const intent = await reply<PaymentIntentReply>(await requestIntent(buyer, { purchaseId: made.purchase.id }), 200);
  return { seller, buyer, itemIds, made, intent };
}

describe("a purchase of several orders", () => {
  it("is paid by one intent, of which every order has its share", async () => {
    const { buyer, seller, itemIds, made, intent } = await cartOrdered([700, 1_250, 4_099]);
    expect(intent.amount).toBe(6_049);
    // Naming one of its orders asks for the payment of all of them.
    const [, second] = made.orders;
    expect(await intentFor(buyer, second?.id ?? "")).toEqual(intent);
    const payment = env.DB.prepare("SELECT order_id, purchase_id FROM payments WHERE intent_id = ?");
    expect(await payment.bind(intent.paymentIntentId).first()).toEqual({
      order_id: null,
      purchase_id: made.purchase.id,
    });
    // All or nothing: not while one of them can't be paid.
    const setStatus = (status: string) => runSql`UPDATE orders SET status = ${status} WHERE id = ${second?.id}`;
    await setStatus("disputed");
    expect((await refusal(await requestIntent(buyer, { purchaseId: made.purchase.id }), 409)).code).toBe("wrong_state");
    await setStatus("awaiting_payment");
    await enterCard(intent);
    await credited(buyer, intent.paymentIntentId);
    for (const id of itemIds) expect((await itemRow(id))?.status).toBe("sold");
    const { purchase } = made;
    const decided = firstRow`SELECT decision FROM purchases WHERE id = ${purchase.id}`;
    expect(await decided).toEqual({ decision: "committed" });
    expect(await ledgerSums("intent_id = ?", intent.paymentIntentId)).toEqual({
      order_held: -6_049,
      stripe_clearing: 6_049,
    });
    const [first] = made.orders;
    const given = await seller.request("POST", `/api/orders/${first?.id}/refund`, {});
    await reply(given, 200);
    const [refund] = await refundMade(intent.paymentIntentId);
    const held = await ledgerSums("intent_id = ?", intent.paymentIntentId);
    expect(held.stripe_clearing).toBe(6_049 - (refund?.amount_cents ?? 0));
    expect([700, 1_250, 4_099]).toContain(refund?.amount_cents);
  });

  it("reverses the transfer of the refunded order only, even when the provider's reply was lost", async () => {
    const { buyer, seller, made, intent } = await cartOrdered([700, 1_250]);
    await enterCard(intent);
    await credited(buyer, intent.paymentIntentId);
    await openPayoutAccount(seller.id);
    advance(11 * DAY);
    const services = servicesWithSettled();
    await payOut(services);
    for (const [again, { id }] of made.orders.entries()) {
      expect(await transferRow(id)).toMatchObject({ status: "sent" });
      // Staff have set the tries of the first one back.
      await runSql`UPDATE transfers SET status = 'payable', provider_transfer_id = NULL, at_seller_cents = 0, attempts =
        ${again}, last_error = 'lost' WHERE order_id = ${id}`;
    }
    const group = await provider().transfers.list({ transfer_group: made.purchase.id });
    expect(group.data.map(({ metadata }) => metadata.order_id).toSorted()).toEqual(
      made.orders.map(({ id }) => id).toSorted(),
    );
    for (const { id } of made.orders) {
      await reply(await seller.request("POST", `/api/orders/${id}/refund`, {}), 200);
      await pollUntil(
        () => transferRow(id),
        (row) => row?.status === "reversed",
      );
    }
    const after = await provider().transfers.list({ transfer_group: made.purchase.id });
    for (const transfer of after.data) expect(transfer.amount_reversed).toBe(transfer.amount);
    await pollUntil(
      () => ledgerSums("intent_id = ?", intent.paymentIntentId),
      (sums) => Object.keys(sums).length === 0,
    );
  });

  it("is cancelled as a whole when the buyer cancels one of its orders before paying", async () => {
    const { buyer, itemIds, made } = await cartOrdered([700, 1_250]);
    await reply(await buyer.request("POST", `/api/orders/${made.orders[0]?.id}/cancel`), 200);
    for (const id of itemIds) expect((await itemRow(id))?.status).toBe("active");
  });
});

describe("a late card payment (D20)", () => {
  it("revives the order while the item is available, and is refunded in full once another buyer has it (A57)", async () => {
    const seller = await createSeller();
    for (const taken of [false, true]) {
      const deal = await cardOrder({}, { seller });
      const { buyer, order, itemId } = deal;
      const late = await unknownIntent(deal);
      await reply(await buyer.request("POST", `/api/orders/${order.order_id}/cancel`), 200);
      if (taken) await placeCardOrder(await createBuyer(), itemId);
      await provider().paymentIntents.confirm(late, { payment_method: "pm_card_visa" });
      const seen = await pollUntil(
        () => intentStatus(buyer, late),
        (status) => status.credited || status.refunded_cents > 0,
      );
      expect(seen).toMatchObject({ credited: !taken, refunded_cents: taken ? 4_550 : 0 });
      if (!taken) expect((await orderRow(order.order_id)).status).toBe("payment_confirmed");
      else {
        await refundMade(late);
        const services = servicesWithSettled();
        await Promise.all([retryRefunds(services), retryRefunds(services)]);
        expect((await provider().refunds.list({ payment_intent: late })).data).toHaveLength(1);
        expect(await ledgerSums("intent_id = ?", late)).toEqual({});
        expect((await itemRow(itemId))?.status).toBe("pending_payment");
      }
    }
  });

  it("is refunded when another payment has bought the order, and leaves the proceeds to its seller", async () => {
    const deal = await paidOrder();
    const late = await unknownIntent(deal);
    await provider().paymentIntents.confirm(late, { payment_method: "pm_card_visa" });
    await refundMade(late);
    await reply(await deal.buyer.request("POST", `/api/orders/${deal.order.order_id}/collected`), 200);
    await payOut(servicesWithSettled());
    expect(await transferRow(deal.order.order_id)).toMatchObject({ status: "payable", amount_cents: 4_550 });
  });
});

describe("a card payment of another amount than requested", () => {
  it("is refunded in full and lets the order expire (A56)", async () => {
    const { buyer, order, itemId } = await cardOrder();
    const intent = await intentFor(buyer, order.order_id);
    const { paymentIntentId: id } = intent;
    const ask = (cents: number) => runSql`UPDATE payments SET amount_cents = ${cents} WHERE intent_id = ${id}`;
    // Makes the provider's charge one cent less than the requested amount.
    await ask(4_551);
    await enterCard(intent);
    await refundMade(id);
    await pollUntil(
      () => orderRow(order.order_id),
      (row) => row.card_state === "refunded",
    );
    expect((await provider().refunds.list({ payment_intent: id })).data.map((refund) => refund.amount)).toEqual([
      4_550,
    ]);
    expect(await ledgerSums("intent_id = ?", id)).toEqual({});
    advance(31 * MINUTE);
    await env.ITEM_ROOM.getByName(itemId).settle();
    expect((await orderRow(order.order_id)).status).toBe("expired");
    expect((await itemRow(itemId))?.status).toBe("active");
    await ask(4_550);
  });

  it("is refunded once for all orders of a purchase, and belongs to none of them", async () => {
    const { buyer, itemIds, intent } = await cartOrdered([700, 1_250]);
    const { paymentIntentId: id } = intent;
    const ask = (cents: number) => runSql`UPDATE payments SET amount_cents = ${cents} WHERE intent_id = ${id}`;
    await ask(1_951);
    await enterCard(intent);
    await refundMade(id);
    expect(await refundRows(id)).toMatchObject([{ order_id: null, amount_cents: 1_950, cause: `mismatch:${id}` }]);
    expect(await intentStatus(buyer, id)).toMatchObject({ refunded_cents: 1_950, credited: false });
    const [made] = (await provider().refunds.list({ payment_intent: id })).data;
    expect(Object.keys(made?.metadata ?? {})).toEqual(["refund_id"]);
    for (const itemId of itemIds) expect((await itemRow(itemId))?.status).toBe("pending_payment");
    await ask(1_950);
  });

  it("credits no balance as a top-up, and shows the refund", async () => {
    const user = await createSeller();
    const intent = await topupIntent(user, 2_500);
    const { paymentIntentId: id } = intent;
    const ask = (cents: number) => runSql`UPDATE payments SET amount_cents = ${cents} WHERE intent_id = ${id}`;
    await ask(2_501);
    await enterCard(intent);
    const status = () => user.request("GET", `/api/balance/topups/${id}`).then((r) => reply<TopupStatusReply>(r, 200));
    expect(await pollUntil(status, (seen) => seen.refunded_cents > 0)).toMatchObject({
      credited: false,
      status: "succeeded",
      refunded_cents: 2_500,
      balance: 0,
    });
    await refundMade(id);
    expect((await status()).credited).toBe(false);
    await ask(2_500);
  });
});

describe("a signed webhook that does not match", () => {
  const said = (method: "warn" | "error") => vi.spyOn(console, method).mockImplementation(() => undefined);
  afterEach(() => vi.restoreAllMocks());

  /** Creates a top-up whose card was charged and whose event has not been delivered. */
  async function unheardTopup() {
    const user = await createSeller();
    await emulator().planFaults({ hold: true });
    const intent = await topupIntent(user, 2_500);
    await enterCard(intent);
    const event = await eventOf(intent.paymentIntentId, "payment_intent.succeeded");
    const object = event.data.object as object;
    const changed = (id: string, intentChange: object, eventChange: object = {}) => ({
      ...event,
      ...eventChange,
      id: `evt_${id}${intent.paymentIntentId}`,
      data: { object: { ...object, ...intentChange } },
    });
    const balance = async () => (await reply<BalanceReply>(await user.request("GET", "/api/balance"), 200)).balance;
    return { user, intent, event, changed, balance };
  }

  it("is ignored because of its currency, for payments, disputes and refunds alike (A56)", async () => {
    const logged = said("error");
    const { intent, changed, balance } = await unheardTopup();
    expect(await deliver(changed("jpy", { currency: "jpy" }))).toBe(200);
    const id = intent.paymentIntentId;
    const money = { payment_intent: id, amount: 2_500, currency: "jpy", status: "needs_response" };
    const dispute = { id: `dp_${id}`, object: "dispute", ...money };
    const refund = { id: `re_${id}`, object: "refund", ...money, status: "succeeded" };
    const event = { object: "event", livemode: false };
    expect(
      await deliver({ ...event, id: `evt_d${id}`, type: "charge.dispute.created", data: { object: dispute } }),
    ).toBe(200);
    expect(await deliver({ ...event, id: `evt_r${id}`, type: "refund.created", data: { object: refund } })).toBe(200);
    expect(await balance()).toBe(0);
    expect(await ledgerSums("intent_id = ?", id)).toEqual({});
    expect(logged.mock.calls.join()).toContain("jpy");
    expect(logged.mock.calls).toHaveLength(3);
    await emulator().planFaults({ hold: false });
    await pollUntil(balance, (seen) => seen === 25);
  });

  it("counts, and is reported to the operator, when its endpoint has another API version", async () => {
    const logged = said("error");
    const { changed, balance } = await unheardTopup();
    expect(await deliver(changed("version", {}, { api_version: "2020-08-27" }))).toBe(200);
    expect(await balance()).toBe(25);
    expect(logged.mock.calls.join()).toContain("event of another API version");
  });

  it("is ignored because it belongs to live mode (A56)", async () => {
    const logged = said("error");
    const { intent, changed, balance } = await unheardTopup();
    expect(await deliver(changed("live", {}, { livemode: true }))).toBe(200);
    expect(await balance()).toBe(0);
    expect(await ledgerSums("intent_id = ?", intent.paymentIntentId)).toEqual({});
    expect(logged.mock.calls.join()).toContain("livemode");
    await emulator().planFaults({ hold: false });
    await pollUntil(balance, (seen) => seen === 25);
  });

  it("credits nothing when a refunded payment is reported again with the right amount", async () => {
    said("error");
    const { user, intent, changed, balance } = await unheardTopup();
    const id = intent.paymentIntentId;
    await deliver(changed("less", { amount_received: 2_400 }));
    await refundMade(id);
    await deliver(changed("right", {}));
    expect(await balance()).toBe(0);
    expect(await ledgerSums("account = ?", `ad_credit:${user.id}`)).toEqual({});
    await emulator().planFaults({ hold: false });
    // The ledger follows the first event, but the emulator charged a hundred cents more. This entry balances them.
    await env.DB.prepare(
      "INSERT INTO ledger (txn_id, account, amount_cents, ref, at) VALUES (?1, 'stripe_clearing', 100, ?1 || 'a', 0), (?1, 'paid_by_hand', -100, ?1 || 'b', 0)",
    )
      .bind(`test:${id}`)
      .run();
  });

  it.each([
    ["payment_intent.succeeded", {}],
    ["payment_intent.succeeded", { object: {} }],
    ["payment_intent.payment_failed", { object: { id: 1, status: "open" } }],
    ["charge.dispute.created", { object: { id: "dp_1", payment_intent: "pi_1" } }],
    ["refund.created", { object: { id: "re_1", amount: "10", payment_intent: "pi_1" } }],
    ["account.updated", {}],
    ["account.updated", undefined],
  ])("is refused with 400 when it is malformed: %s %j", async (type, data) => {
    const logged = said("error");
    expect(await deliver({ id: "evt_malformed", object: "event", type, livemode: false, data })).toBe(400);
    expect(logged.mock.calls.join()).toContain("malformed");
    const seen = await firstRow`SELECT 1 FROM provider_events WHERE event_id = 'evt_malformed'`;
    expect(seen).toBeNull();
  });
});

describe("the ledger after all these tests", () => {
  it("agrees exactly with the provider's balance", async () => {
    await pollUntil(
      () => firstRow<{ n: number }>`SELECT count(*) AS n FROM refunds WHERE status <> 'succeeded'`,
      (row) => row?.n === 0,
    );
    const sums = await ledgerSums();
    expect(sums.stripe_clearing).toBe(await providerBalance());
    expect(Object.values(sums).reduce((sum, cents) => sum + cents, 0)).toBe(0);
    expect(sums.card_received).toBeUndefined();
    expect(sums.refunds).toBeUndefined();
  });
});
