/**
 * Entry of the Worker on a developer's machine: the deployed Worker with the Stripe emulator beside it. It is not part of
 * a deployment.
 */
import type { Delivery } from "#domain/notifications/deliveries";
import { EMULATOR_NAME, EMULATOR_PATH } from "#domain/payments/stripe-emulator";
import { paymentsMode, publishableKey } from "../../worker/adapters/card-stripe.ts";
import type { AppEnv } from "../../worker/env.ts";
import worker from "../../worker/index.ts";

export { ItemRoom, Migrator, UserChannel } from "../../worker/index.ts";
export { StripeEmulator } from "./stripe-emulator.ts";

const NOT_FOUND = 404;

/**
 * Answers for the emulator as the browser reaches it: card form, challenge page and payout onboarding. Only the
 * publishable key is accepted, so that server-only calls cannot come from outside.
 */
async function answerBrowser(request: Request, env: AppEnv): Promise<Response> {
  if (paymentsMode(env) !== "emulator" || !env.STRIPE_EMULATOR) return new Response(null, { status: NOT_FOUND });
  const url = new URL(request.url);
  const page = ["challenge", "onboarding"].some((name) => url.pathname.startsWith(`${EMULATOR_PATH}/${name}/`));
  if (page ? request.method !== "GET" : !url.pathname.startsWith(`${EMULATOR_PATH}/v1/payment_intents/`)) {
    return new Response(null, { status: NOT_FOUND });
  }
  if (!page) url.pathname = url.pathname.slice(EMULATOR_PATH.length);
  const headers = new Headers({ Authorization: `Bearer ${publishableKey(env)}` });
  const type = request.headers.get("Content-Type");
  if (type !== null) headers.set("Content-Type", type);
  const reading = request.method === "GET" || request.method === "HEAD";
  return env.STRIPE_EMULATOR.getByName(EMULATOR_NAME).fetch(url, {
    method: request.method,
    headers,
    redirect: "manual",
    ...(!reading && { body: await request.arrayBuffer() }),
  });
}

export default {
  fetch: (request, env, ctx) =>
    new URL(request.url).pathname.startsWith(`${EMULATOR_PATH}/`)
      ? answerBrowser(request, env)
      : worker.fetch(request, env, ctx),
  scheduled: worker.scheduled,
  queue: worker.queue,
} satisfies ExportedHandler<AppEnv, Delivery>;
