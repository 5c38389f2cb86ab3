import { DurableObject } from "cloudflare:workers";
import {
  EMULATOR_CONNECT_WEBHOOK_SECRET,
  EMULATOR_PATH,
  EMULATOR_WEBHOOK_SECRET,
} from "#domain/payments/stripe-emulator";
import type { AppEnv } from "../../worker/env.ts";
import { errorText, log } from "../../worker/log.ts";
import { setAccount } from "./accounts.ts";
import { answerCall } from "./api.ts";
import { payIn, payInFloat, payOutPlatform } from "./balance.ts";
import { challengeDone, challengePage } from "./challenge-page.ts";
import {
  answerDispute,
  appealDispute,
  chargeDisputeFee,
  closeDispute,
  openDispute,
  type Verdict,
  warnOfFraud,
} from "./disputes.ts";
import { type DeliveryFaults, type FaultPlan, Faults, isDropped, OUTAGE } from "./faults.ts";
import { answerChallenge, finishProcessing } from "./intents.ts";
import { answerOnboarding } from "./onboarding.ts";
import { refundOutside, returnRefund, settleRefunds } from "./refunds.ts";
import { EmulatorStore, type PendingWebhook } from "./store.ts";
import { payOutAccount } from "./transfers.ts";
import { signatureHeader, webhookRetryDelay } from "./webhooks.ts";

const AT_ONCE = 20;

/**
 * Local emulator of Stripe: stateful, with the published test cards, idempotency keys and signed webhooks that are
 * retried. The server's SDK and the browser use it like Stripe. Refuses to work in production. Differences from Stripe:
 * decision 0017.
 */
export class StripeEmulator extends DurableObject<AppEnv> {
  readonly #store: EmulatorStore;
  /** Faults planned by a test. Lost with the instance. */
  readonly #faults = new Faults();
  #deliveries: DeliveryFaults = {};
  #holding = false;
  #failures = 0;

  constructor(ctx: DurableObjectState, env: AppEnv) {
    super(ctx, env);
    this.#store = new EmulatorStore(ctx.storage.sql, () => Date.now());
    payInFloat(this.#store);
  }

  override async fetch(request: Request): Promise<Response> {
    if (this.env.APP_ENV !== "local") return new Response(null, { status: 404 });
    if (this.#failures > 0) {
      this.#failures--;
      return Response.json(OUTAGE.body, { status: OUTAGE.status });
    }
    settleRefunds(this.#store);
    const path = new URL(request.url).pathname;
    const id = path.slice(path.lastIndexOf("/") + 1);
    const response = path.startsWith(`${EMULATOR_PATH}/onboarding/`)
      ? answerOnboarding(this.#store, request, id)
      : path.startsWith(`${EMULATOR_PATH}/challenge/`)
        ? this.#challenge(request, id)
        : await answerCall(this.#store, this.#faults, request);
    await this.#arm();
    return response;
  }

  #challenge(request: Request, id: string): Response {
    const question = this.#store.get("challenge", id);
    const intent = question && this.#store.get("payment_intent", question.intent);
    if (!question || !intent) return new Response(null, { status: 404 });
    const outcome = new URL(request.url).searchParams.get("outcome");
    if (outcome !== "complete" && outcome !== "fail") return challengePage(intent, id);
    const done = answerChallenge(this.#store, id, outcome === "complete");
    return done ? challengeDone(request, done.intent, done.return_url) : new Response(null, { status: 404 });
  }

  // Test hooks: methods of the object that are not reachable over HTTP.

  /** Plans faults. Omitted fields stay unchanged. */
  planFaults({ hold, failures, faults, deliveries, slowPayments }: FaultPlan): Promise<void> {
    if (hold !== undefined) this.#holding = hold;
    if (failures !== undefined) this.#failures = failures;
    if (faults !== undefined) this.#faults.plan(faults);
    if (deliveries !== undefined) this.#deliveries = deliveries;
    if (slowPayments !== undefined) this.#store.slowPayments = slowPayments;
    return this.#arm();
  }

  disputePayment(intentId: string, what: number | Parameters<typeof openDispute>[2] = {}): Promise<boolean> {
    return this.#change((store) => openDispute(store, intentId, typeof what === "number" ? { amount: what } : what));
  }

  chargeDisputeFee(intentId: string, fee: number): Promise<boolean> {
    return this.#change((store) => chargeDisputeFee(store, intentId, fee));
  }

  answerDispute(intentId: string): Promise<boolean> {
    return this.#change((store) => answerDispute(store, intentId));
  }

  closeDispute(intentId: string, verdict: Verdict): Promise<boolean> {
    return this.#change((store) => closeDispute(store, intentId, verdict));
  }

  appealDispute(intentId: string, outcome: "won" | "lost"): Promise<boolean> {
    return this.#change((store) => appealDispute(store, intentId, outcome));
  }

  refundOutside(intentId: string, amount?: number): Promise<boolean> {
    return this.#change((store) => refundOutside(store, intentId, amount));
  }

  warnOfFraud(intentId: string): Promise<boolean> {
    return this.#change((store) => warnOfFraud(store, intentId));
  }

  /** Returns a refund from the buyer's bank. */
  returnRefund(refundId: string): Promise<boolean> {
    return this.#change((store) => returnRefund(store, refundId));
  }

  /** Ends a payment that stayed in `processing`. */
  finishProcessing(intentId: string, end: "succeeded" | "failed"): Promise<boolean> {
    return this.#change((store) => finishProcessing(store, intentId, end));
  }

  setAccount(accountId: string, change: Parameters<typeof setAccount>[2]): Promise<boolean> {
    return this.#change((store) => setAccount(store, accountId, change));
  }

  /**
   * Pays a connected account's balance out to its bank.
   * @returns the cents.
   */
  payOutAccount(accountId: string): Promise<number> {
    return this.#change((store) => payOutAccount(store, accountId));
  }

  /**
   * Pays the platform's available balance out to its bank.
   * @returns the cents.
   */
  payOutPlatform(): Promise<number> {
    return this.#change(payOutPlatform);
  }

  payInPlatform(amount: number): Promise<void> {
    return this.#change((store) => payIn(store, amount));
  }

  async #change<T>(work: (store: EmulatorStore) => T): Promise<T> {
    const result = work(this.#store);
    settleRefunds(this.#store);
    await this.#arm();
    return result;
  }

  /** Never throws and always re-arms, because the platform drops an alarm after six failed tries. */
  override async alarm(): Promise<void> {
    try {
      settleRefunds(this.#store);
      if (!this.#holding) await this.#deliverDue();
    } catch (error) {
      log("error", { emulator: "webhooks", error: errorText(error) });
    } finally {
      await this.#arm();
    }
  }

  async #deliverDue(): Promise<void> {
    const { repeat = 1, shuffle = false } = this.#deliveries;
    const due = this.#store.dueHooks(AT_ONCE, shuffle);
    for (let round = 0; round < repeat; round++) for (const hook of due) await this.#deliver(hook);
  }

  async #deliver(hook: PendingWebhook): Promise<void> {
    if (isDropped(hook.body, this.#deliveries)) {
      this.#store.delivered(hook.id);
      return;
    }
    const worker = (this.ctx.exports as unknown as { default: Fetcher }).default;
    const secret = hook.endpoint === "platform" ? EMULATOR_WEBHOOK_SECRET : EMULATOR_CONNECT_WEBHOOK_SECRET;
    let status = 0;
    try {
      const response = await worker.fetch("http://localhost/api/stripe/webhook", {
        method: "POST",
        headers: {
          "Content-Type": "application/json; charset=utf-8",
          "Stripe-Signature": await signatureHeader(hook.body, this.#store.seconds(), secret),
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
    const wait = webhookRetryDelay(attempts);
    if (wait === null) this.#store.delivered(hook.id);
    else this.#store.retryAt(hook.id, attempts, this.#store.now() + wait);
  }

  async #arm(): Promise<void> {
    const at = this.#holding ? null : this.#store.nextHookAt();
    if (at === null) await this.ctx.storage.deleteAlarm();
    else await this.ctx.storage.setAlarm(at);
  }
}
