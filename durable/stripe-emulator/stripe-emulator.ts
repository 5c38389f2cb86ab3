import { DurableObject } from "cloudflare:workers";
import { EMULATOR_PATH } from "#domain/stripe-emulator";
import type { AppEnv } from "../../worker/env.ts";
import { log } from "../../worker/log.ts";
import { answerCall } from "./api.ts";
import { challengeDone, challengePage } from "./challenge-page.ts";
import { answerChallenge, type Challenge, closeDispute, type Intent, openDispute } from "./intents.ts";
import { returnRefund } from "./money-out.ts";
import { answerOnboarding } from "./onboarding.ts";
import { EmulatorStore } from "./store.ts";
import { hookDelay, signatureHeader } from "./webhooks.ts";

const AT_ONCE = 20;

/**
 * A stand-in for Stripe on the developer's machine: stateful, with its published test cards, idempotency keys and signed
 * webhooks that are retried until they are taken. The server's SDK and the browser talk to it as they talk to Stripe.
 * It refuses to work in production.
 */
export class StripeEmulator extends DurableObject<AppEnv> {
  readonly #store: EmulatorStore;
  /** Rehearsals: deliveries kept back, and calls that fail. Forgotten with the instance. */
  #holding = false;
  #failures = 0;

  constructor(ctx: DurableObjectState, env: AppEnv) {
    super(ctx, env);
    this.#store = new EmulatorStore(ctx.storage.sql, () => Date.now());
  }

  override async fetch(request: Request): Promise<Response> {
    if (this.env.APP_ENV !== "local") return new Response(null, { status: 404 });
    if (this.#failures > 0) {
      this.#failures--;
      return Response.json({ error: { type: "api_error", message: "Rehearsed failure." } }, { status: 503 });
    }
    const path = new URL(request.url).pathname;
    if (path.startsWith(`${EMULATOR_PATH}/onboarding/`)) {
      const page = answerOnboarding(this.#store, request, path.slice(path.lastIndexOf("/") + 1));
      await this.#arm();
      return page;
    }
    const challenge = path.startsWith(`${EMULATOR_PATH}/challenge/`) ? path.slice(path.lastIndexOf("/") + 1) : null;
    const response = challenge === null ? await answerCall(this.#store, request) : this.#challenge(request, challenge);
    await this.#arm();
    return response;
  }

  /** Test hook: keeps deliveries back, or lets the next calls fail as an outage would. Not reachable over HTTP. */
  rehearse({ hold, failures }: { hold?: boolean; failures?: number }): Promise<void> {
    if (hold !== undefined) this.#holding = hold;
    if (failures !== undefined) this.#failures = failures;
    return this.#arm();
  }

  /** Test hook: the buyer's bank takes a payment back. */
  async disputePayment(intentId: string, amount?: number): Promise<boolean> {
    const opened = openDispute(this.#store, intentId, amount);
    await this.#arm();
    return opened;
  }

  /** Test hook: the bank's verdict on a disputed payment. */
  async judgeDispute(intentId: string, verdict: "won" | "lost"): Promise<boolean> {
    const closed = closeDispute(this.#store, intentId, verdict);
    await this.#arm();
    return closed;
  }

  /** Test hook: a refund comes back. */
  async sendBack(refundId: string): Promise<boolean> {
    const returned = returnRefund(this.#store, refundId);
    await this.#arm();
    return returned;
  }

  #challenge(request: Request, id: string): Response {
    const question = this.#store.get<Challenge>("challenge", id);
    const intent = question && this.#store.get<Intent>("payment_intent", question.intent);
    if (!question || !intent) return new Response(null, { status: 404 });
    const outcome = new URL(request.url).searchParams.get("outcome");
    if (outcome !== "complete" && outcome !== "fail") return challengePage(intent, id);
    const done = answerChallenge(this.#store, id, outcome === "complete");
    return done ? challengeDone(request, done.intent, done.return_url) : new Response(null, { status: 404 });
  }

  /** Never throws and always re-arms: after six failed tries the platform would drop the alarm for good. */
  override async alarm(): Promise<void> {
    try {
      if (!this.#holding) for (const hook of this.#store.dueHooks(AT_ONCE)) await this.#deliver(hook);
    } catch (error) {
      log("error", { emulator: "webhooks", error: String(error) });
    } finally {
      await this.#arm();
    }
  }

  async #deliver(hook: { id: string; body: string; attempts: number }): Promise<void> {
    const worker = (this.ctx.exports as unknown as { default: Fetcher }).default;
    let status = 0;
    try {
      const response = await worker.fetch("http://localhost/api/stripe/webhook", {
        method: "POST",
        headers: {
          "Content-Type": "application/json; charset=utf-8",
          "Stripe-Signature": await signatureHeader(hook.body, this.#store.seconds()),
        },
        body: hook.body,
      });
      status = response.status;
      await response.body?.cancel();
    } catch {}
    if (status >= 200 && status < 300) {
      this.#store.delivered(hook.id);
      return;
    }
    const attempts = hook.attempts + 1;
    const wait = hookDelay(attempts);
    if (wait === null) this.#store.delivered(hook.id);
    else this.#store.retryAt(hook.id, attempts, this.#store.now() + wait);
  }

  async #arm(): Promise<void> {
    const at = this.#holding ? null : this.#store.nextHookAt();
    if (at === null) await this.ctx.storage.deleteAlarm();
    else await this.ctx.storage.setAlarm(at);
  }
}
