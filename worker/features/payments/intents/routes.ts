import { Hono } from "hono";
import {
  CARD_MINIMUM_CENTS,
  CreatePaymentIntent,
  type IntentStatusReply,
  type PaymentIntentReply,
  type PaymentsConfig,
  TOPUP_MAXIMUM_CENTS,
  TOPUP_MINIMUM_CENTS,
} from "#contract/payments";
import { paymentsMode, publishableKey } from "../../../adapters/card-stripe.ts";
import { admitOnce } from "../../../http/admission.ts";
import type { AppContext } from "../../../http/context.ts";
import { found, unwrap } from "../../../http/errors.ts";
import { requestKey } from "../../../http/idempotency.ts";
import { actorOf, requireActor } from "../../../http/session.ts";
import { validate } from "../../../http/validate.ts";
import { presentIntent } from "../present.ts";
import { findOwnPayment, partsOf, refundedCents } from "../queries.ts";
import { createIntent, type IntentRow, intentQuery, isTopup } from "./intents.ts";

/**
 * Create or find the card payment intent for an order, a purchase or a top-up of ad credit. Returns the client secret
 * for Stripe's card form.
 */
const intentRoutes = new Hono<AppContext>().post(
  "/",
  requireActor,
  validate("json", CreatePaymentIntent),
  async (c) => {
    const { id } = actorOf(c);
    const request = c.req.valid("json");
    return admitOnce(
      c,
      {
        route: "payment-intents",
        limits: ["payment-intents"],
        reads: [intentQuery(id, request)],
        // Paying for an existing order does not depend on the account status (A16); adding credit does.
        required: isTopup(request) ? "trader" : "account",
      },
      async ([rows]: [IntentRow[]]) => {
        const intent = unwrap(await createIntent(c.get("services"), id, request, requestKey(c), rows));
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
