import { Hono } from "hono";
import { MESSAGES } from "#contract/copy";
import { EMULATOR_NAME, EMULATOR_PATH } from "#domain/payments/stripe-emulator";
import { paymentsMode, publishableKey, verifiedEvent } from "../../../adapters/card-stripe.ts";
import type { AppContext } from "../../../http/context.ts";
import { RefusalError, unwrap } from "../../../http/errors.ts";
import { applyEvent } from "./commands.ts";

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
