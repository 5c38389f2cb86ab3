/** Log lines: one for each request, its request id on all others, and no personal data or secrets (A110). */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, it, type MockInstance, vi } from "vitest";
import { app } from "../../worker/app.ts";
import { createAccount, ORIGIN, TEST_PASSWORD, type TestAccount } from "../support/workerd/accounts.ts";
import { createItem } from "../support/workerd/listings.ts";
import { hideLogs } from "../support/workerd/logs.ts";

let person: TestAccount;
let spies: MockInstance<(...words: unknown[]) => void>[];

beforeAll(async () => {
  person = await createAccount({ email: "canary-of-the-log@example.com" });
});
beforeEach(() => {
  spies = hideLogs();
});

const lines = () => spies.flatMap((spy) => spy.mock.calls).map(([line]) => String(line));
const parsed = () => lines().map((line) => JSON.parse(line) as Record<string, unknown>);
/** Returns the lines of one request, because deferred work of other requests may still log. */
const saidOf = (reply: Response) => parsed().filter((line) => line.request_id === reply.headers.get("X-Request-Id"));

async function send(path: string, init: RequestInit = {}, changed: Partial<typeof env> = {}): Promise<Response> {
  const ctx = createExecutionContext();
  const request = new Request(ORIGIN + path, { ...init, headers: { Origin: ORIGIN, ...init.headers } });
  const reply = await app.fetch(request, { ...env, REQUEST_LOG: "on", ...changed }, ctx);
  await waitOnExecutionContext(ctx);
  return reply;
}

it("the Worker logs one line per request with id, route pattern, status, duration and a pseudonym of the user", async () => {
  const item = await createItem(person);
  const reply = await send(`/api/items/${item.id}?utm=something`, { headers: person.headers });
  expect(reply.status).toBe(200);
  expect(saidOf(reply)).toEqual([
    {
      level: "info",
      request_id: reply.headers.get("X-Request-Id"),
      message: "request",
      method: "GET",
      route: "/api/items/:id",
      status: 200,
      ms: expect.any(Number),
      actor: expect.stringMatching(/^[0-9a-f]{16}$/),
    },
  ]);
  expect(lines().join("\n")).not.toContain(person.id);
  expect(lines().join("\n")).not.toContain("utm");
  const strangers = saidOf(await send(`/api/items/${item.id}`));
  expect(strangers).toHaveLength(1);
  expect(strangers[0]).not.toHaveProperty("actor");
});

it("the Worker logs pages and unknown routes without the ids in their paths", async () => {
  await send("/api/nothing/here/itm_secret");
  await send(
    "/ItemDetail/itm_0000000000000000000a",
    {},
    { ASSETS: { fetch: async () => new Response("<html></html>") } as unknown as Fetcher },
  );
  expect(
    parsed()
      .filter((line) => line.message === "request")
      .map((line) => line.route),
  ).toEqual(["/api/*", "/itemdetail/:id"]);
});

it("the Worker logs an error with the request id of its reply, and without the secrets in its message (A110)", async () => {
  const leaky = new Proxy(env.DB, {
    get: (target, name) => {
      if (name !== "prepare") return Reflect.get(target, name);
      return () => {
        throw new Error(
          "near mia@example.com token=abcdefghijkl sk_live_abcdefghijklmnop 4242 4242 4242 4242 0412 345 678 062-000",
        );
      };
    },
  });
  const reply = await send("/api/items", { headers: person.headers }, { DB: leaky });
  expect(reply.status).toBe(500);
  const { error } = (await reply.json()) as { error: { request_id: string } };
  const mine = parsed().filter((line) => line.request_id === error.request_id);
  expect(mine.map((line) => line.message ?? "failure")).toEqual(expect.arrayContaining(["failure", "request"]));
  const all = lines().join("\n");
  for (const secret of ["mia@", "abcdefghijkl", "4242 4242", "345 678", "062-000"]) expect(all).not.toContain(secret);
  expect(parsed().find((line) => line.message === "request")).toMatchObject({ level: "error", status: 500 });
});

it("the Worker logs a failure of deferred work with the request id, and the reply succeeds", async () => {
  await env.DB.prepare("UPDATE sessions SET seen_at = 0 WHERE account_id = ?").bind(person.id).run();
  const failing = new Proxy(env.DB, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (name !== "prepare") return typeof value === "function" ? value.bind(target) : value;
      return (sql: string) => {
        if (/^update "sessions"/i.test(sql)) throw new Error("Network connection lost");
        return target.prepare(sql);
      };
    },
  });
  const reply = await send("/api/items", { headers: { Cookie: person.session_cookie } }, { DB: failing });
  expect(reply.status).toBe(200);
  expect(saidOf(reply).map(({ level, message }) => [level, message])).toEqual(
    expect.arrayContaining([["error", "work after a reply failed"]]),
  );
});

it("the Worker logs no password, email, address, phone number or token on sign-in, reset and profile changes (A110)", async () => {
  const post = (path: string, method: string, body: unknown, headers = {}) =>
    send(path, { method, body: JSON.stringify(body), headers: { "Content-Type": "application/json", ...headers } });
  await post("/api/auth/sign-in", "POST", { email: person.email, password: TEST_PASSWORD });
  await post("/api/auth/sign-in", "POST", { email: person.email, password: "wrong password here" });
  await post("/api/auth/forgot-password", "POST", { email: person.email });
  await post("/api/profile", "PATCH", { phone: "0412 555 019", collection_address: "9 Canary Parade" }, person.headers);
  const all = lines().join("\n");
  for (const secret of [
    person.email,
    TEST_PASSWORD,
    "wrong password",
    "555 019",
    "Canary Parade",
    person.access_token,
  ]) {
    expect(all).not.toContain(secret);
  }
  expect(parsed().filter((line) => line.message === "request").length).toBe(4);
});

it("the Worker logs one in twenty requests when lines are sampled, and every failed one", async () => {
  const dice = vi.spyOn(crypto, "getRandomValues");
  const roll = (byte: number) =>
    dice.mockImplementation((bytes) => (bytes as unknown as Uint8Array).fill(byte) as never);
  roll(13);
  expect(saidOf(await send("/api/items", {}, { REQUEST_LOG: "sampled" }))).toEqual([]);
  const failed = await send(
    "/api/items",
    { headers: person.headers },
    { REQUEST_LOG: "sampled", DB: {} as D1Database },
  );
  expect(failed.status).toBeGreaterThanOrEqual(500);
  expect(saidOf(failed).some(({ message }) => message === "request")).toBe(true);
  roll(12);
  expect(saidOf(await send("/api/items", {}, { REQUEST_LOG: "sampled" }))).toHaveLength(1);
});
