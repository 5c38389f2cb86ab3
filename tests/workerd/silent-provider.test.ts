/** A card provider that is down, silent, slow or answers nonsense costs a job run or a buyer little (D86). */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { OverviewReply } from "#contract/admin/overview";
import type { ErrorBody } from "#contract/errors";
import { EMULATOR_NAME } from "#domain/payments/stripe-emulator";
import type { CallLimits } from "../../worker/adapters/call-guard.ts";
import { IN_JOB, IN_REQUEST } from "../../worker/adapters/card-stripe.ts";
import { app } from "../../worker/app.ts";
import type { AppEnv } from "../../worker/env.ts";
import { probe } from "../../worker/features/site/health/probe.ts";
import { runPaymentJobs, runScheduledJobs } from "../../worker/jobs/schedule.ts";
import { createServices } from "../../worker/services.ts";
import { createAccount, ORIGIN, type TestAccount } from "../support/workerd/accounts.ts";
import { advance } from "../support/workerd/clock.ts";
import { acknowledge, createBuyer, createSeller, hold, insertItem, reply } from "../support/workerd/deals.ts";
import {
  type CardOrder,
  cardOrder,
  emulator,
  expectProviderTrouble,
  intentFor,
  orderRow,
  provider,
} from "../support/workerd/payments.ts";

/** Real times would make these tests wait. */
const SHORT: CallLimits = { callMs: 40, retries: 0, totalMs: 120 };
const realTimeout = AbortSignal.timeout.bind(AbortSignal);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Answer = (init: RequestInit | undefined, real: () => Promise<Response>) => Promise<Response>;

const silent: Answer = (init) =>
  new Promise((_, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)));
const page: Answer = async () => new Response("<html>502</html>", { headers: { "Content-Type": "text/html" } });

/** How a provider fails, and how many calls a run or a request may make of it. */
const KINDS: [kind: string, answer: Answer, calls: number][] = [
  ["refuses connections", async () => Promise.reject(new TypeError("Network connection lost.")), 2],
  ["is silent", silent, 2],
  ["answers 5xx", async () => Response.json({ error: { type: "api_error", message: "Down." } }, { status: 500 }), 2],
  ["answers with a page", page, 2],
  ["answers with other JSON", async () => Response.json({ ok: true }), 2],
];

/** The Worker's environment with a provider that answers so, and the calls that were made of it. */
function failing(answer: Answer) {
  const calls: string[] = [];
  const real = (env.STRIPE_EMULATOR as DurableObjectNamespace).getByName(EMULATOR_NAME);
  const stub = {
    fetch(url: string, init?: RequestInit) {
      calls.push(new URL(url).pathname);
      return answer(init, () => real.fetch(url, { ...(init as RequestInit<CfProperties>), signal: null }));
    },
  };
  return { calls, env: { ...env, STRIPE_EMULATOR: { getByName: () => stub } } as unknown as AppEnv };
}

async function runBoth(over: AppEnv, limits: CallLimits = SHORT) {
  const works: Promise<unknown>[] = [];
  const services = createServices(over, (work) => works.push(work), limits);
  await runPaymentJobs(services);
  await runScheduledJobs(services);
  while (works.length > 0) await works.pop();
  return services;
}

async function request(over: AppEnv, account: TestAccount, path: string, body?: object): Promise<Response> {
  const ctx = createExecutionContext();
  const sent = new Request(`${ORIGIN}${path}`, {
    method: "POST",
    headers: {
      Cookie: account.cookie,
      Origin: ORIGIN,
      "Content-Type": "application/json",
      "Idempotency-Key": crypto.randomUUID(),
    },
    body: JSON.stringify(body ?? {}),
  });
  const reply = await app.fetch(sent, over, ctx);
  await waitOnExecutionContext(ctx);
  return reply;
}

const one = async <T>(query: string, ...values: (string | number)[]) =>
  (await env.DB.prepare(query)
    .bind(...values)
    .first<T>()) as T;

const UNCHARGED = "Card payments are not available right now. Nothing was charged.";
const UNSURE = "Card payments are not available right now. We'll tell you as soon as we know whether you paid.";

let deal: CardOrder;
let staff: TestAccount;

beforeAll(async () => {
  await emulator().planFaults({ hold: true });
  staff = await createAccount({ role: "admin" });
});
expectProviderTrouble();

describe("a run of the jobs with 60 open card payments", () => {
  beforeAll(async () => {
    deal = await cardOrder();
    for (let n = 0; n < 60; n++) {
      await env.DB.prepare(
        `INSERT INTO payments (intent_id, kind, user_id, amount_cents, created_at, updated_at, next_check_at)
          VALUES (?, 'topup', ?, 1000, 0, 0, 0)`,
      )
        .bind(`pi_open${String(n).padStart(20, "0")}`, deal.buyer.id)
        .run();
    }
  });
  afterAll(() => env.DB.prepare("DELETE FROM payments WHERE intent_id LIKE 'pi_open%'").run());

  it.each([
    ...KINDS,
    // Some calls succeed before the run's time is over.
    ["is slow", async (_, real) => scheduler.wait(30).then(real), 12] as (typeof KINDS)[number],
  ])("ends after a few calls when the provider %s, with mail and audits done", async (_, answer, most) => {
    const { calls, env: over } = failing(answer);
    await env.DB.batch([
      env.DB.prepare("UPDATE payments SET next_check_at = 0 WHERE intent_id LIKE 'pi_open%'"),
      env.DB.prepare("DELETE FROM service_state WHERE name IN ('cron', 'audits', 'payments', 'events')"),
      env.DB.prepare(
        `INSERT INTO mail_outbox (id, dedupe_key, to_address, subject, text, html, next_at, created_at)
          VALUES (?1, ?1, 'ada@example.com', 'Hello', 'Hello', 'Hello', 0, 0)`,
      ).bind(crypto.randomUUID()),
    ]);
    await runBoth(over);
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.length).toBeLessThanOrEqual(most);
    expect(await one("SELECT count(*) AS n FROM mail_outbox WHERE status = 'queued' AND next_at = 0")).toEqual({
      n: 0,
    });
    expect(await one("SELECT value ->> 'failed' AS failed FROM service_state WHERE name = 'cron'")).toEqual({
      failed: "[]",
    });
    expect(await one("SELECT count(*) AS n FROM service_state WHERE name = 'audits'")).toEqual({ n: 1 });
    expect(await one("SELECT value ->> 'paused' AS paused FROM service_state WHERE name = 'payments'")).toEqual({
      paused: 1,
    });
  });
});

describe("card payments that were open during an outage", () => {
  it("are settled, each once, when the provider is back", async () => {
    const paid = [await cardOrder(), await cardOrder(), await cardOrder()];
    for (const { buyer, order } of paid) {
      const { paymentIntentId } = await intentFor(buyer, order.order_id);
      await provider().paymentIntents.confirm(paymentIntentId, { payment_method: "pm_card_visa" });
    }
    const ids = paid.map(({ order }) => order.order_id);
    const charges = () =>
      one<{ n: number }>(`SELECT count(*) AS n FROM ledger JOIN payments USING (intent_id)
        WHERE ref LIKE 'charge:%:stripe_clearing' AND payments.order_id IN ('${ids.join("','")}')`);
    advance(HOUR);
    await runBoth(failing(silent).env);
    expect(await charges()).toEqual({ n: 0 });
    // The first call after the pause succeeds, so that the others are made too.
    for (let runs = 0; runs < 2; runs++) {
      advance(5 * MINUTE);
      await runBoth(env as unknown as AppEnv, { callMs: 5_000, retries: 0, totalMs: 60_000 });
      expect(await charges()).toEqual({ n: 3 });
    }
    for (const id of ids) expect(await orderRow(id)).toMatchObject({ status: "payment_confirmed", card_state: "paid" });
  });
});

describe("a buyer while the provider does not work", () => {
  it.each(KINDS)(
    "is told within a few calls that it %s, and that nothing was charged where that is certain",
    async (...kind) => {
      const [, answer, most] = kind;
      vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => realTimeout(Math.min(ms, 40)));
      const { calls, env: over } = failing(answer);
      const create = async ({ buyer, order }: CardOrder) => {
        const said = await request(over, buyer, "/functions/v1/create-payment-intent", {
          currency: "aud",
          orderId: order.order_id,
        });
        expect(said.headers.get("Retry-After")).toBe("60");
        return reply<ErrorBody>(said, 503);
      };
      const first = await cardOrder();
      expect((await create(first)).error).toMatchObject({ code: "unavailable", message: UNCHARGED });
      expect(calls.length).toBeLessThanOrEqual(most);
      const made = calls.length;
      expect((await create(first)).error.message).toBe(UNCHARGED);
      expect(calls, "asked again during the pause").toHaveLength(made);
    },
  );

  it.each(KINDS)("who may have paid already when it %s is not told that nothing was charged", async (...kind) => {
    const [, answer] = kind;
    const { env: over } = failing(answer);
    const { buyer, order } = await cardOrder();
    await intentFor(buyer, order.order_id);
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => realTimeout(Math.min(ms, 40)));
    const again = { currency: "aud", orderId: order.order_id };
    const said = await request(over, buyer, "/functions/v1/create-payment-intent", again);
    expect((await reply<ErrorBody>(said, 503)).error.message).toBe(UNSURE);
    const cancelled = await request(over, buyer, `/api/orders/${order.order_id}/cancel`);
    expect(cancelled.headers.get("Retry-After")).toBe("60");
    expect((await reply<ErrorBody>(cancelled, 503)).error.message).toBe(UNSURE);
    expect(await orderRow(order.order_id)).toMatchObject({ status: "awaiting_payment", card_state: "open" });
  });

  it("can still pay another way", async () => {
    const { env: over } = failing(silent);
    const seller = await createSeller();
    const buyer = await createBuyer();
    const itemId = await insertItem(seller);
    await hold(buyer, itemId);
    await acknowledge(buyer, itemId);
    const placed = await request(over, buyer, "/api/transactions", { itemId, paymentMethod: "bank_transfer" });
    await reply(placed, 201);
  });

  it("waits less than 12 seconds, and a run of the jobs less than 30 for the two calls that it makes", () => {
    expect(2 * IN_JOB.callMs * (1 + IN_JOB.retries)).toBeLessThan(30_000);
    // Between two tries the SDK waits for at most two seconds.
    expect(IN_REQUEST.totalMs + 2_000 * IN_REQUEST.retries).toBeLessThanOrEqual(12_000);
    expect(IN_REQUEST.callMs * (1 + IN_REQUEST.retries)).toBeLessThanOrEqual(IN_REQUEST.totalMs);
  });
});

describe("staff", () => {
  it("see in health and in the overview that card payments are degraded, until a run succeeds", async () => {
    const overview = async () => {
      const { payments } = await reply<OverviewReply>(await staff.request("GET", "/api/admin/overview"), 200);
      return payments?.problem;
    };
    const health = () =>
      probe(env as unknown as AppEnv, {
        now: () => Date.now(),
        defer: () => undefined,
        newKey: () => crypto.randomUUID(),
      });
    const { env: over } = failing(silent);
    const { buyer, order } = await cardOrder();
    const { paymentIntentId } = await intentFor(buyer, order.order_id);
    await env.DB.batch([
      env.DB.prepare("DELETE FROM service_state WHERE name = 'events'"),
      env.DB.prepare("UPDATE payments SET next_check_at = 0 WHERE intent_id = ?").bind(paymentIntentId),
    ]);
    await runBoth(over);
    const problem = "Stripe isn't answering. Open card payments are settled when it does.";
    expect(await overview()).toBe(problem);
    expect(await health()).toMatchObject({ status: "degraded", parts: { payments: { state: "degraded", problem } } });
    advance(5 * MINUTE);
    await runBoth(env as unknown as AppEnv);
    expect(await overview()).toBeNull();
    expect((await health()).parts.payments).toMatchObject({ state: "ok", problem: null });
  });
});
