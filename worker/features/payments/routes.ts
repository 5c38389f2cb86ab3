import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { MESSAGES } from "#contract/copy";
import {
  type BalanceReply,
  CARD_MINIMUM_CENTS,
  CreatePaymentIntent,
  type IntentStatusReply,
  ListBalance,
  type PaymentIntentReply,
  type PaymentsConfig,
  TOPUP_MAXIMUM_CENTS,
  TOPUP_MINIMUM_CENTS,
  type TopupStatusReply,
} from "#contract/payments";
import { centsToDollars } from "#domain/money";
import { EMULATOR_NAME, EMULATOR_PATH } from "#domain/payments/stripe-emulator";
import { paymentsMode, publishableKey, verifiedEvent } from "../../adapters/card-stripe.ts";
import type { AppContext } from "../../http/context.ts";
import { found, RefusalError, unwrap } from "../../http/errors.ts";
import { idempotent, requestKey } from "../../http/idempotency.ts";
import { actorOf, requireAccount, requireActor, requireTrader } from "../../http/session.ts";
import { throttle } from "../../http/throttle.ts";
import { validate } from "../../http/validate.ts";
import { createIntent, isTopup } from "./intents/commands.ts";
import { intentStatus, isCredited, presentBalanceLine, presentIntent } from "./present.ts";
import { balanceOf, findOwnPayment, listBalance, partsOf, refundedCents } from "./queries.ts";
import { applyEvent } from "./stripe/commands.ts";

const TEN_MINUTES = 10 * 60_000;
const STATEMENT_LIMIT = 20;

/**
 * Paying for an existing order does not depend on the account status (A16); adding credit requires an account that is
 * neither suspended nor banned.
 */
const requirePayer = createMiddleware<AppContext, string, { out: { json: { metadata?: { type?: "balance_topup" } } } }>(
  (c, next) => (isTopup(c.req.valid("json")) ? requireTrader(c, next) : requireAccount(c, next)),
);

/**
 * Create or find the card payment intent for an order, a purchase or a top-up of ad credit. Returns the client secret
 * for Stripe's card form.
 */
const intentRoutes = new Hono<AppContext>().post(
  "/",
  requireActor,
  throttle("payment-intents", 60, TEN_MINUTES, "account"),
  validate("json", CreatePaymentIntent),
  requirePayer,
  idempotent("payment-intents"),
  async (c) => {
    const intent = unwrap(await createIntent(c.get("services"), actorOf(c).id, c.req.valid("json"), requestKey(c)));
    return c.json<PaymentIntentReply, 200>(
      {
        clientSecret: intent.client_secret ?? "",
        paymentIntentId: intent.id,
        amount: intent.amount,
        currency: "aud",
      },
      200,
    );
  },
);

/** The same route under the path of the public function. */
export const createPaymentIntentRoute = new Hono<AppContext>().route("/create-payment-intent", intentRoutes);

export const paymentRoutes = new Hono<AppContext>()
  /** Get the card payment settings: mode, publishable key and limits. Public. */
  .get("/config", (c) =>
    c.json<PaymentsConfig, 200>(
      {
        mode: paymentsMode(c.env),
        publishable_key: publishableKey(c.env),
        minimum_cents: CARD_MINIMUM_CENTS,
        topup_minimum_cents: TOPUP_MINIMUM_CENTS,
        topup_maximum_cents: TOPUP_MAXIMUM_CENTS,
      },
      200,
    ),
  )
  .route("/intents", intentRoutes)
  /** Get the state of a card payment, for its payer. Only the provider's confirmation changes it. */
  .get("/intents/:id", requireActor, async (c) => {
    const { db, now } = c.get("services");
    const payment = found(await findOwnPayment(db, actorOf(c).id, c.req.param("id")));
    const [parts, refunded] = await Promise.all([partsOf(db, payment.intent_id), refundedCents(db, payment.intent_id)]);
    return c.json<IntentStatusReply, 200>(presentIntent(payment, parts, refunded, now()), 200);
  });

export const balanceRoutes = new Hono<AppContext>()
  /** Get the signed-in user's ad credit and its statement, newest first. */
  .get("/", requireActor, validate("query", ListBalance), async (c) => {
    const { db, now } = c.get("services");
    const { cursor, limit } = c.req.valid("query");
    const { id } = actorOf(c);
    const [balance, listed] = await Promise.all([
      balanceOf(db, id),
      listBalance(db, id, cursor, limit ?? STATEMENT_LIMIT),
    ]);
    const page = unwrap(listed);
    const at = now();
    return c.json<BalanceReply, 200>(
      {
        balance: centsToDollars(balance),
        transactions: { items: page.rows.map(presentBalanceLine), next_cursor: page.next_cursor, server_now: at },
        server_now: at,
      },
      200,
    );
  })
  /** Get whether a top-up of ad credit has been credited. */
  .get("/topups/:pi", requireActor, async (c) => {
    const { db, now } = c.get("services");
    const { id: userId } = actorOf(c);
    const payment = found(await findOwnPayment(db, userId, c.req.param("pi"), "topup"));
    const [balance, refunded] = await Promise.all([balanceOf(db, userId), refundedCents(db, payment.intent_id)]);
    return c.json<TopupStatusReply, 200>(
      {
        credited: isCredited(payment, [], refunded),
        status: intentStatus(payment),
        refunded_cents: refunded,
        balance: centsToDollars(balance),
        server_now: now(),
      },
      200,
    );
  });

export const stripeRoutes = new Hono<AppContext>()
  /**
   * Receive a Stripe event. The signature over the raw body is the only proof of origin. Failures return 5xx, so that
   * Stripe sends the event again.
   */
  .post("/webhook", async (c) => {
    const event = await verifiedEvent(c.env, await c.req.text(), c.req.header("Stripe-Signature") ?? null);
    if (!event) throw new RefusalError("invalid_signature", "Invalid signature.");
    unwrap(await applyEvent(c.get("services"), event));
    return c.json<{ received: true }, 200>({ received: true }, 200);
  });

/**
 * Local Stripe emulator as the browser reaches it: card form, challenge page and payout onboarding. Only the
 * publishable key is accepted, so that server-only calls cannot come from outside.
 */
export const emulatorRoutes = new Hono<AppContext>().all("/*", async (c) => {
  const url = new URL(c.req.url);
  const page = ["challenge", "onboarding"].some((name) => url.pathname.startsWith(`${EMULATOR_PATH}/${name}/`));
  const open = page ? c.req.method === "GET" : url.pathname.startsWith(`${EMULATOR_PATH}/v1/payment_intents/`);
  if (paymentsMode(c.env) !== "emulator" || !open) throw new RefusalError("not_found", MESSAGES.notFound);
  const key = publishableKey(c.env) ?? "";
  if (!page) url.pathname = url.pathname.slice(EMULATOR_PATH.length);
  const headers = new Headers({ Authorization: `Bearer ${key}` });
  const type = c.req.header("Content-Type");
  if (type !== undefined) headers.set("Content-Type", type);
  const reading = c.req.method === "GET" || c.req.method === "HEAD";
  const request = new Request(url, {
    method: c.req.method,
    headers,
    redirect: "manual",
    ...(!reading && { body: await c.req.arrayBuffer() }),
  });
  const answer = await c.env.STRIPE_EMULATOR.getByName(EMULATOR_NAME).fetch(request);
  // Its headers are immutable, and the Worker adds its own.
  return new Response(answer.body, answer);
});
