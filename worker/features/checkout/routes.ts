import { Hono } from "hono";
import {
  Acknowledge,
  type CheckoutView,
  CreateTransaction,
  type PaymentDetailsReply,
  RevealPaymentDetails,
  type TransactionView,
} from "#contract/checkout";
import type { CryptoQuoteReply } from "#contract/crypto";
import type { AppContext } from "../../http/context.ts";
import { respondRefusal } from "../../http/errors.ts";
import { idempotent, requestKey } from "../../http/idempotency.ts";
import { actorOf, requireActor, requireGoodStanding } from "../../http/session.ts";
import { throttle } from "../../http/throttle.ts";
import { validate } from "../../http/validate.ts";
import { acknowledge, createTransaction, revealPaymentDetails } from "./commands.ts";
import { revealQuote } from "./crypto.ts";
import { openCheckout } from "./opening.ts";
import { presentCheckout, presentPaymentDetails, presentQuote, presentTransaction } from "./present.ts";

const TEN_MINUTES = 10 * 60_000;

/** The wizard of one item, under /api/items. Every step answers to the holder of a live hold only. */
export const checkoutRoutes = new Hono<AppContext>()
  .get("/:id/checkout", requireActor, async (c) => {
    const services = c.get("services");
    const opened = await openCheckout(services, actorOf(c).id, c.req.param("id"));
    if (!opened.ok) return respondRefusal(c, opened);
    return c.json<CheckoutView, 200>(presentCheckout(opened.checkout, services.now()), 200);
  })
  /** Step 1: the buyer agrees to date, address reveal and paying before collection. */
  .post(
    "/:id/checkout/acknowledgement",
    requireGoodStanding,
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
   * Steps 3 and 4: the seller's bank details and the reference, or wallet and quote. Recorded, and limited by account.
   * A repeat finds the same reference or quote by itself; keeping the reply under a key would copy bank details.
   */
  .post(
    "/:id/checkout/payment-details",
    requireGoodStanding,
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
  /** Turns the hold into an order. The body is the specified payload; the server's values decide (D17). */
  .post(
    "/",
    requireGoodStanding,
    throttle("transactions", 30, TEN_MINUTES, "account"),
    validate("json", CreateTransaction),
    idempotent("transactions"),
    async (c) => {
      const services = c.get("services");
      const made = await createTransaction(services, actorOf(c).id, c.req.valid("json"), requestKey(c));
      if (!made.ok) return respondRefusal(c, made);
      return c.json<TransactionView, 201>(presentTransaction(made.order, services.now()), 201);
    },
  );
