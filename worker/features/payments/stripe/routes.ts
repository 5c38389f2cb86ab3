import { Hono } from "hono";
import { verifiedEvent } from "../../../adapters/card-stripe.ts";
import type { AppContext } from "../../../http/context.ts";
import { RefusalError, unwrap } from "../../../http/errors.ts";
import { applyEvent } from "./events.ts";

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
