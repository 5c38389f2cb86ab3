import { Hono } from "hono";
import {
  Acknowledge,
  type CheckoutView,
  CreateTransaction,
  type PaymentDetailsReply,
  RevealPaymentDetails,
  type TransactionView,
} from "#contract/checkout";
import type { CryptoQuoteReply } from "#contract/payments/crypto";
import type { AppContext } from "../../http/context.ts";
import { respondRefusal } from "../../http/errors.ts";
import { idempotent, requestKey } from "../../http/idempotency.ts";
import { actorOf, requireActor, requireGoodStatus } from "../../http/session.ts";
import { throttle } from "../../http/throttle.ts";
import { validate } from "../../http/validate.ts";
import { acknowledge, createTransaction, revealPaymentDetails } from "./commands.ts";
import { revealQuote } from "./crypto.ts";
import { openCheckout } from "./open-checkout.ts";
import { presentCheckout, presentPaymentDetails, presentQuote, presentTransaction } from "./present.ts";

const TEN_MINUTES = 10 * 60_000;

/** Checkout of one item, mounted at /api/items. Every step is for the holder of a live hold only. */
export const checkoutRoutes = new Hono<AppContext>()
  .get("/:id/checkout", requireActor, async (c) => {
    const services = c.get("services");
    const opened = await openCheckout(services, actorOf(c).id, c.req.param("id"));
    if (!opened.ok) return respondRefusal(c, opened);
    return c.json<CheckoutView, 200>(presentCheckout(opened.checkout, services.now()), 200);
  })
  /**
   * Accept the conditions of the purchase: collection date, address disclosure and payment before collection (step 1).
   */
  .post(
    "/:id/checkout/acknowledgement",
    requireGoodStatus,
    throttle("checkout", 120, TEN_MINUTES, "account"),
    validate("json", Acknowledge),
    idempotent("acknowledgement"),
    async (c) => {
      const services = c.get("services");
      const kept = await acknowledge(services, actorOf(c).id, c.req.param("id"));
      if (!kept.ok) return respondRefusal(c, kept);
      return c.json<CheckoutView, 200>(presentCheckout(kept.checkout, services.now()), 200);
    },
  )
  /**
   * Get the seller's bank details and a payment reference, or a crypto wallet and quote (steps 3 and 4). Repeating the
   * call returns the same reference or quote. Rate-limited per account.
   */
  .post(
    "/:id/checkout/payment-details",
    requireGoodStatus,
    throttle("checkout:payment-details", 60, TEN_MINUTES, "account"),
    validate("json", RevealPaymentDetails),
    async (c) => {
      const services = c.get("services");
      const wanted = c.req.valid("json");
      if (wanted.method === "crypto") {
        const quoted = await revealQuote(services, actorOf(c).id, c.req.param("id"), wanted.coin);
        if (!quoted.ok) return respondRefusal(c, quoted);
        return c.json<CryptoQuoteReply, 200>(presentQuote(quoted.quote, services.now()), 200);
      }
      const shown = await revealPaymentDetails(services, actorOf(c).id, c.req.param("id"));
      if (!shown.ok) return respondRefusal(c, shown);
      return c.json<PaymentDetailsReply, 200>(presentPaymentDetails(shown.reveal, shown.checkout, services.now()), 200);
    },
  );

export const transactionRoutes = new Hono<AppContext>()
  /** Turn the caller's hold into an order. Amounts in the body are only compared with the server's values. */
  .post(
    "/",
    requireGoodStatus,
    throttle("transactions", 30, TEN_MINUTES, "account"),
    validate("json", CreateTransaction),
    idempotent("transactions"),
    async (c) => {
      const services = c.get("services");
      const made = await createTransaction(services, actorOf(c).id, c.req.valid("json"), requestKey(c));
      if (!made.ok) return respondRefusal(c, made);
      return c.json<TransactionView, 201>(presentTransaction(made.value, services.now()), 201);
    },
  );
