import { sql } from "drizzle-orm";
import { Hono } from "hono";
import {
  Acknowledge,
  type CheckoutView,
  CreateTransaction,
  type PaymentDetailsReply,
  ReadCheckout,
  RevealPaymentDetails,
  type TransactionView,
} from "#contract/checkout";
import type { CryptoQuoteReply } from "#contract/payments/crypto";
import type { Query } from "../../db/client.ts";
import { admitOnce } from "../../http/admission.ts";
import type { AppContext } from "../../http/context.ts";
import { found, unwrap } from "../../http/errors.ts";
import { idempotent, requestKey } from "../../http/idempotency.ts";
import { actorOf, requireActor, requireGoodStatus } from "../../http/session.ts";
import { throttle } from "../../http/throttle.ts";
import { validate } from "../../http/validate.ts";
import { acknowledge, createTransaction, orderIdOfKey } from "./commands.ts";
import { revealQuote } from "./crypto-checkout.ts";
import { presentCheckout, presentPaymentDetails, presentQuote, presentTransaction } from "./present.ts";
import { type CheckoutItemRow, checkoutItemOf, checkoutItemQuery, openCheckout } from "./queries.ts";
import { revealPaymentDetails } from "./reveals.ts";

/** Checkout of one item, mounted at /api/items. Every step is for the holder of a live hold only. */
export const checkoutRoutes = new Hono<AppContext>()
  .get("/:id/checkout", requireActor, validate("query", ReadCheckout), async (c) => {
    const services = c.get("services");
    const { collection_date } = c.req.valid("query");
    const checkout = unwrap(await openCheckout(services, actorOf(c).id, c.req.param("id"), collection_date));
    return c.json<CheckoutView, 200>(presentCheckout(checkout, services.now()), 200);
  })
  /**
   * Accept the conditions of the purchase: collection date, address disclosure and payment before collection.
   */
  .post(
    "/:id/checkout/acknowledgement",
    requireGoodStatus,
    throttle("checkout"),
    validate("json", Acknowledge),
    idempotent("acknowledgement"),
    async (c) => {
      const services = c.get("services");
      const { collection_date } = c.req.valid("json");
      const checkout = unwrap(await acknowledge(services, actorOf(c).id, c.req.param("id"), collection_date));
      return c.json<CheckoutView, 200>(presentCheckout(checkout, services.now()), 200);
    },
  )
  /**
   * Get the seller's bank details and a payment reference, or a crypto wallet and quote. Repeating the
   * call returns the same reference or quote. Rate-limited per account.
   */
  .post(
    "/:id/checkout/payment-details",
    requireGoodStatus,
    throttle("checkout:payment-details"),
    validate("json", RevealPaymentDetails),
    async (c) => {
      const services = c.get("services");
      const wanted = c.req.valid("json");
      if (wanted.method === "crypto") {
        const { coin, collection_date } = wanted;
        const shown = unwrap(await revealQuote(services, actorOf(c).id, c.req.param("id"), coin, collection_date));
        return c.json<CryptoQuoteReply, 200>(presentQuote(shown.quote, shown.hold, services.now()), 200);
      }
      const { reveal, checkout } = unwrap(
        await revealPaymentDetails(services, actorOf(c).id, c.req.param("id"), wanted.collection_date),
      );
      return c.json<PaymentDetailsReply, 200>(
        presentPaymentDetails(reveal, { item: checkout.item, amount_cents: checkout.hold.price_cents }, services.now()),
        200,
      );
    },
  );

export const transactionRoutes = new Hono<AppContext>()
  /** Turn the caller's hold into an order. Amounts in the body are only compared with the server's values. */
  .post("/", requireActor, validate("json", CreateTransaction), async (c) => {
    const services = c.get("services");
    const { id: userId } = actorOf(c);
    const sent = c.req.valid("json");
    const key = requestKey(c);
    const orderId = await orderIdOfKey(userId, sent.itemId, key);
    const reads: [Query, Query] = [
      checkoutItemQuery(sent.itemId, services.now()),
      sql`SELECT id FROM orders WHERE id = ${orderId}`,
    ];
    return admitOnce(
      c,
      { route: "transactions", limits: ["transactions"], reads },
      async ([[row], earlier]: [CheckoutItemRow[], { id: string }[]]) => {
        const item = checkoutItemOf(found(row ?? null), services.now());
        const cause = { key, isNew: earlier.length === 0 };
        const order = unwrap(await createTransaction(services, userId, sent, item, cause));
        return c.json<TransactionView, 201>(presentTransaction(order, services.now()), 201);
      },
    );
  });
