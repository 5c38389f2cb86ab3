/** Framing, shared caches, spoofed headers and oversized bodies (A83, A89, A93, A109). */
import { env, exports } from "cloudflare:workers";
import { expect, it } from "vitest";
import { ACCESS_TABLE, ROLES } from "../support/access-table.ts";
import { callOf } from "../support/workerd/access-calls.ts";
import { createAccessFixtures } from "../support/workerd/access-fixtures.ts";
import { call, createAccount, ORIGIN } from "../support/workerd/accounts.ts";

it("every page, reply and refusal forbids framing (A83)", async () => {
  const person = await createAccount();
  for (const [path, headers] of [
    ["/", {}],
    ["/Marketplace", person.headers],
    ["/signin", {}],
    ["/reset-password", {}],
    ["/nope", {}],
    ["/api/items", {}],
    ["/api/profile", {}],
    ["/api/profile", person.headers],
    ["/api/nope", {}],
    ["/functions/v1/nope", {}],
  ] as const) {
    const { headers: sent } = await call("GET", path, undefined, headers);
    expect(sent.get("Content-Security-Policy"), path).toMatch(/frame-ancestors 'none'|sandbox/);
  }
});

/** Replies that are the same for every caller. Other routes may answer with the caller's own data. */
const SHARED = [
  "GET /images/:name",
  "GET /robots.txt",
  "GET /sitemap.xml",
  "GET /sitemaps/:file",
  "GET /api/theme",
  "GET /api/crypto/prices",
  "GET /api/places",
  "GET /api/products/template.csv",
  "GET /api/health",
];

it("shared caches store no reply of a route that may answer with the caller's own data (A109)", async () => {
  const { people, things } = await createAccessFixtures();
  const cached: string[] = [];
  for (const [route, access] of Object.entries(ACCESS_TABLE)) {
    if (!route.startsWith("GET ") || SHARED.includes(route)) continue;
    const role = ROLES.filter((known) => known !== "visitor").find((known) => access[known] === "in") ?? "buyer";
    const { path } = callOf(route, role, things);
    const response = await people[role]?.request("GET", path);
    await response?.arrayBuffer();
    const rule = response?.headers.get("Cache-Control") ?? "nothing";
    if (!/no-store/.test(rule) || /public|s-maxage/.test(rule)) cached.push(`${route} as ${role}: ${rule}`);
  }
  expect(cached).toEqual([]);
});

it("a private path disguised as a static file answers 404 (web-cache deception) (A109)", async () => {
  const person = await createAccount();
  for (const path of ["/api/profile/x.css", "/api/profile.css", "/api/orders/x.js", "/api/auth/session/a.png"]) {
    const response = await person.request("GET", path);
    expect([path, response.status]).toEqual([path, 404]);
    expect(response.headers.get("Cache-Control")).toContain("no-store");
    expect(await response.text()).not.toContain(person.email);
  }
});

it("headers that claim another user, IP address, method or host are ignored (A93)", async () => {
  const [person, victim] = [await createAccount(), await createAccount()];
  const pretending = {
    "X-User-Id": victim.id,
    "X-Forwarded-For": "203.0.113.200",
    "X-Real-IP": "203.0.113.200",
    "X-HTTP-Method-Override": "PATCH",
    "X-Original-URL": "/api/admin/users",
    "X-Forwarded-Host": "evil.example",
  };
  const seen = await person.request("GET", "/api/profile", undefined, pretending);
  expect(await seen.json()).toMatchObject({ id: person.id });
  // Rate limits do not count against an IP address that the caller made up.
  await call("POST", "/api/auth/forgot-password", { email: "nobody@example.com" }, pretending);
  const counted = await env.DB.prepare("SELECT key FROM throttles WHERE key LIKE '%203.0.113.200%'").all();
  expect(counted.results).toEqual([]);
  for (const method of ["PUT", "DELETE", "PROPFIND"]) {
    const response = await exports.default.fetch(`${ORIGIN}/api/profile`, {
      method,
      headers: { Origin: ORIGIN, ...person.headers },
    });
    expect([method, response.status]).toEqual([method, 404]);
  }
});

it("the API refuses a streamed body above the size limit, and takes the last of two equal JSON keys (A89)", async () => {
  const person = await createAccount();
  const chunk = new TextEncoder().encode("x".repeat(8_192));
  let chunks = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (++chunks > 64) controller.close();
      else controller.enqueue(chunk);
    },
  });
  const send = (method: string, path: string, body: BodyInit) =>
    exports.default.fetch(`${ORIGIN}${path}`, {
      method,
      headers: { Origin: ORIGIN, "Content-Type": "application/json", ...person.headers },
      body,
    });
  expect((await send("PATCH", "/api/profile", endless)).status).toBe(413);
  expect((await send("POST", "/api/stripe/webhook", "x".repeat(1_025 * 1_024))).status).toBe(413);
  const doubled = await send("PATCH", "/api/profile", '{"city":"Perth","city":"Hobart"}');
  expect(await doubled.json()).toMatchObject({ city: "Hobart" });
});
