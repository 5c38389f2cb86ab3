/** Reads of one address are limited without the database (decision 0006). */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { ErrorBody } from "#contract/errors";
import { app } from "../../worker/app.ts";
import { ORIGIN } from "../support/workerd/accounts.ts";
import { siteFiles } from "../support/workerd/site-files.ts";

const ASSETS = siteFiles({ "index.html": { file: "assets/index-1.js", isEntry: true } });

async function get(
  path: string,
  ip: string,
  APP_ENV: "production" | "local" = "production",
  method = "GET",
): Promise<Response> {
  const ctx = createExecutionContext();
  const request = new Request(ORIGIN + path, { method, headers: { Origin: ORIGIN, "CF-Connecting-IP": ip } });
  const reply = await app.fetch(request, { ...env, ASSETS, APP_ENV }, ctx);
  await waitOnExecutionContext(ctx);
  return reply;
}

async function useUp(network: string): Promise<void> {
  let more = true;
  while (more) more = (await env.READS.limit({ key: network })).success;
}

it("refuses calls and pages of an address that has read too much, and of its IPv6 network", async () => {
  expect((await get("/api/items", "203.0.113.1")).status).toBe(200);
  await useUp("203.0.113.1");
  await useUp("2001:db8:0:7::/64");
  for (const ip of ["203.0.113.1", "2001:db8:0:7::9"]) {
    for (const path of ["/api/items", "/Marketplace"]) {
      const refused = await get(path, ip);
      expect([refused.status, refused.headers.get("Retry-After")], path).toEqual([429, "60"]);
      expect(((await refused.json()) as ErrorBody).error.code).toBe("too_many_requests");
    }
  }
  // Every method but OPTIONS, because each can cost as much.
  for (const method of ["HEAD", "POST", "PUT", "PATCH", "DELETE"]) {
    expect((await get("/api/items", "203.0.113.1", "production", method)).status, method).toBe(429);
  }
  expect((await get("/Marketplace", "203.0.113.1", "production", "HEAD")).status).toBe(429);
  expect((await get("/api/items", "203.0.113.1", "production", "OPTIONS")).status).not.toBe(429);
  expect((await get("/api/items", "203.0.113.2")).status).toBe(200);
  // Health checks and photos are not counted, and a developer's machine has one address for everything.
  expect((await get("/api/health", "203.0.113.1")).status).toBe(200);
  expect((await get("/api/items", "203.0.113.1", "local")).status).toBe(200);
});
