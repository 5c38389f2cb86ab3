import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { beforeEach, expect, it, vi } from "vitest";
import { refuse } from "#domain/result";
import type { AppContext } from "../../worker/http/context.ts";
import { onError, respondRefusal } from "../../worker/http/errors.ts";
import { idempotent } from "../../worker/http/idempotency.ts";
import { createServices } from "../../worker/services.ts";
import { eventually, stopClock } from "../support/workerd/clock.ts";

beforeEach(() => stopClock());

type Outcome = "ok" | "refuse" | "crash";

/** Creates an app with an idempotent route that counts its runs and ends each as `answer` says. */
function counting(answer: (run: number) => Outcome | Promise<Outcome>) {
  let runs = 0;
  const app = new Hono<AppContext>();
  app.onError(onError);
  app.use(async (c, next) => {
    c.set("requestId", "r");
    c.set(
      "services",
      createServices(env, () => undefined),
    );
    const id = c.req.header("X-Account");
    c.set("actor", id === undefined ? null : { id, role: "user", session_id: "ses_00000000" });
    await next();
  });
  app.post("/things/:id", idempotent("things"), async (c) => {
    runs += 1;
    const run = runs;
    const outcome = await answer(run);
    if (outcome === "crash") throw new Error("crash");
    if (outcome === "refuse") return respondRefusal(c, refuse("wrong_state", "Not now."));
    return c.json({ run }, 201);
  });
  const send = (key: string | null, body: unknown = {}, account = "acc_00000001", path = "/things/1") =>
    app.request(
      path,
      {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "X-Account": account, ...(key !== null && { "Idempotency-Key": key }) },
      },
      env,
    );
  return { send, runs: () => runs };
}

it("a request runs once per idempotency key and account, and a repeat gets the saved status and body", async () => {
  const { send, runs } = counting(() => "ok");
  const first = await send("a");
  const second = await send("a");
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.headers.get("Idempotency-Replayed")).toBe("true");
  expect(await second.json()).toEqual({ run: 1 });
  await send("b");
  await send("a", {}, "acc_00000002");
  await send(null);
  await send(null);
  expect(runs()).toBe(5);
});

it("an idempotency key is refused with another body or path (A44)", async () => {
  const { send, runs } = counting(() => "ok");
  await send("other-body", { price: 1 });
  expect((await send("other-body", { price: 2 })).status).toBe(422);
  expect((await send("other-body", { price: 1 }, "acc_00000001", "/things/2")).status).toBe(422);
  expect(runs()).toBe(1);
});

it("a concurrent duplicate of a request waits for the first response", async () => {
  const claims = vi.spyOn(env.DB, "batch");
  const { send, runs } = counting(async (): Promise<Outcome> => {
    // Ends only after the other four have found the key in use.
    await eventually(() => expect(claims.mock.settledResults.length).toBeGreaterThanOrEqual(5));
    return "ok";
  });
  const replies = await Promise.all(Array.from({ length: 5 }, async () => send("together")));
  expect(await Promise.all(replies.map((response) => response.json()))).toEqual(Array(5).fill({ run: 1 }));
  expect(runs()).toBe(1);
  claims.mockRestore();
});

it("refusals and crashes are not saved under the idempotency key, so that a repeat runs again", async () => {
  const { send } = counting((run) => (run === 1 ? "refuse" : "ok"));
  expect((await send("refused")).status).toBe(409);
  expect((await send("refused")).status).toBe(201);

  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const crashing = counting((run) => (run === 1 ? "crash" : "ok"));
  expect((await crashing.send("crashed")).status).toBe(500);
  expect((await crashing.send("crashed")).status).toBe(201);
  expect(logged).toHaveBeenCalledTimes(1);
  logged.mockRestore();
});

it("a repeat takes over the key of a crashed request after thirty seconds, not before", async () => {
  const { send, runs } = counting(() => "ok");
  const reply = await send("died");
  expect(reply.status).toBe(201);
  // As if the isolate had crashed after the work and before saving its response.
  await env.DB.prepare("UPDATE idempotency_keys SET status = NULL, body = NULL WHERE key = 'died'").run();
  const busy = await send("died");
  expect(busy.status).toBe(409);
  expect(busy.headers.get("Retry-After")).toBe("2");
  vi.setSystemTime(Date.now() + 30_000);
  expect((await send("died")).status).toBe(201);
  expect(runs()).toBe(2);
});
