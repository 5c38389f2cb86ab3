/** Malformed input to every route is refused in the error envelope and never causes a 5xx. */

import { exports } from "cloudflare:workers";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { app } from "../../worker/app.ts";
import { call, createAccount, ORIGIN, type TestAccount } from "../support/workerd/accounts.ts";
import { seed } from "../support/workerd/seed.ts";
import cases from "./bad-input.json" with { type: "json" };

let person: TestAccount;
let itemId: string;

beforeAll(async () => {
  person = await createAccount({});
  const reply = await person.request("POST", "/api/items", {
    title: "Plain chair",
    price: 20,
    category: "furniture",
    condition: "good",
  });
  itemId = ((await reply.json()) as { id: string }).id;
});

interface Route {
  method: string;
  path: string;
}
const METHODS = new Set(["GET", "POST", "PATCH", "PUT", "DELETE"]);
const routes: Route[] = [
  ...new Map(
    app.routes
      .filter((route) => METHODS.has(route.method) && !route.path.includes("*"))
      .map((route) => [`${route.method} ${route.path}`, { method: route.method, path: route.path }]),
  ).values(),
];
// Signing out or deleting the item would make every later call answer 401 or 410.
const ENDS_THE_TEST = new Set(["POST /api/auth/sign-out", "DELETE /api/items/:id"]);
const writes = routes.filter((route) => route.method !== "GET" && !ENDS_THE_TEST.has(`${route.method} ${route.path}`));
const reads = routes.filter((route) => route.method === "GET");

const fill = (path: string, id: string) => path.replaceAll(/:[a-z_]+(\{[^}]*\})?/gi, encodeURIComponent(id));

async function send(method: string, path: string, init: RequestInit = {}): Promise<Response> {
  return exports.default.fetch(`${ORIGIN}${path}`, {
    redirect: "manual",
    ...init,
    method,
    headers: { Origin: ORIGIN, ...person.headers, ...init.headers },
  });
}

async function expectRefusedOrFine(response: Response, what: string): Promise<void> {
  const text = await response.text();
  expect(response.status, `${what} → ${text.slice(0, 300)}`).toBeLessThan(500);
  // A lost session would make every refusal look correct.
  if (!what.includes("/api/auth/")) expect(response.status, what).not.toBe(401);
  if (response.status >= 400 && response.headers.get("content-type")?.includes("json")) {
    expect(JSON.parse(text), what).toMatchObject({
      error: { code: expect.any(String), message: expect.any(String), request_id: expect.any(String) },
    });
    expect(text, what).not.toMatch(/SQLITE|D1_ERROR|at .*\.ts:\d+/);
  }
}

const json = { "Content-Type": "application/json" };

const BODIES: [string, string][] = [
  ["nothing", ""],
  ["half a brace", "{"],
  ["a list", "[]"],
  ["null", "null"],
  ["a number", "1e400"],
  ["text", '"words"'],
  ["a deep nest", `${"[".repeat(30_000)}${"]".repeat(30_000)}`],
  ["a poisoned prototype", '{"__proto__":{"role":"admin"},"constructor":{"prototype":{"x":1}}}'],
  ["a NUL and a lone surrogate", '{"title":"a\\u0000b\\ud800","email":"\\ud800@x.y","price":"1"}'],
  [
    "wrong types everywhere",
    '{"item_id":[],"itemId":{},"email":7,"password":[],"title":{},"price":"1e9","token":null,"method":9,"acknowledged":"yes"}',
  ],
];

describe("every route that writes", () => {
  it.each(BODIES)("refuses a body of %s without a 5xx (A89, A90)", async (name, body) => {
    for (const route of writes) {
      const response = await send(route.method, fill(route.path, itemId), { body, headers: json });
      await expectRefusedOrFine(response, `${route.method} ${route.path} with ${name}`);
    }
  });

  it("answers 413 to a body over the limit and 415 to another media type (A89)", async () => {
    for (const route of writes.filter(
      (candidate) => candidate.path !== "/api/images" && candidate.method !== "DELETE",
    )) {
      const large = await send(route.method, fill(route.path, itemId), {
        // Stripe's events may be larger.
        body: JSON.stringify({ text: "x".repeat(route.path === "/api/stripe/webhook" ? 1_100_000 : 70_000) }),
        headers: json,
      });
      expect(large.status, `${route.method} ${route.path}`).toBe(413);
      const form = await send(route.method, fill(route.path, itemId), {
        body: "a=b",
        headers: { "Content-Type": "text/plain" },
      });
      expect(form.status, `${route.method} ${route.path}`).toBe(415);
    }
  });

  it("refuses unknown and malformed ids without a 5xx", async () => {
    for (const route of routes.filter((candidate) => candidate.path.includes(":"))) {
      for (const id of [
        "itm_00000000000000000000",
        "x",
        "..",
        "%00",
        "💥",
        "a".repeat(2_000),
        "'; DROP TABLE items;--",
        "demo-1",
        "constructor",
      ]) {
        const response = await send(
          route.method,
          fill(route.path, id),
          route.method === "GET" ? {} : { body: "{}", headers: json },
        );
        await expectRefusedOrFine(response, `${route.method} ${route.path} with id ${id.slice(0, 30)}`);
      }
    }
  });
});

describe("every route that reads", () => {
  const HOSTILE = [
    '"',
    "a AND",
    "NEAR(",
    "col:x",
    "*",
    "%",
    "_",
    "' OR 1=1 --",
    "x".repeat(200),
    "ä".repeat(200),
    "💥💥",
    "\u0000",
    "-",
    "^a",
    "(",
    "title:",
    "{",
    "\\",
    "a\nb",
    "𝟙𝟚",
  ];

  it("treats search operators and 200-byte terms as words (A88)", async () => {
    for (const field of ["q", "location"]) {
      for (const term of HOSTILE) {
        const response = await call("GET", `/api/items?${field}=${encodeURIComponent(term)}`);
        expect(response.status, `${field}=${term}`).toBe(200);
      }
    }
  });

  it("refuses invalid paging and sorting with 422 (A91)", async () => {
    for (const query of cases.queries) {
      const response = await call("GET", `/api/items?${query}`);
      const text = await response.text();
      expect(
        [422, 200].includes(response.status) && !(response.status === 200 && !query.includes("&")),
        `${query}: ${response.status} ${text.slice(0, 200)}`,
      ).toBe(true);
    }
  });

  it("answers random query strings without a 5xx (A86)", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...reads),
        fc.webQueryParameters(),
        fc.string({ unit: "grapheme", maxLength: 40 }),
        async (route, query, id) => {
          const response = await send("GET", `${fill(route.path, id.toWellFormed())}?${query}`);
          await expectRefusedOrFine(response, `GET ${route.path}?${query} (${id})`);
        },
      ),
      { seed, numRuns: 200 },
    );
  });
});

describe("every route that writes, fuzzed", () => {
  it("answers random JSON without a 5xx (A89)", async () => {
    const key = fc.constantFrom(
      "item_id",
      "itemId",
      "user_id",
      "email",
      "password",
      "full_name",
      "title",
      "price",
      "category",
      "condition",
      "token",
      "method",
      "paymentMethod",
      "amount",
      "collectionDate",
      "referenceNumber",
      "acknowledged",
      "session_id",
      "reservation_type",
      "confirmation_id",
      "photo_ids",
      "tags",
      "bank_details",
      "version",
      "status",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...writes),
        fc.dictionary(
          key,
          fc.oneof(
            fc.jsonValue(),
            fc.constant(itemId),
            fc.constantFrom("buy_now", "bank_transfer", "free", "true", "1.005"),
          ),
        ),
        async (route, body) => {
          const response = await send(route.method, fill(route.path, itemId), {
            body: JSON.stringify(body),
            headers: json,
          });
          await expectRefusedOrFine(response, `${route.method} ${route.path} ${JSON.stringify(body)}`);
        },
      ),
      { seed, numRuns: 400 },
    );
  });
});
