/** Password guesses from one IP address, and reset links asked for by forged requests (A19, A22). */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { app } from "../../worker/app.ts";
import { call, createAccount } from "../support/workerd/accounts.ts";
import { emailTo } from "../support/workerd/email.ts";

const SITE = "https://goodstreet.example";

describe("sign-ins from one IP address", () => {
  it("are limited to twenty a minute over all accounts, with a Retry-After header (A19)", async () => {
    const ip = "203.0.113.140";
    await createAccount();
    // Local limits are ten times as high, so most of the window is filled beforehand.
    await env.DB.prepare("INSERT INTO throttles (key, count, since) VALUES (?, 198, ?)")
      .bind(`ip:${ip}:sign-in`, Date.now())
      .run();
    const guess = (n: number) =>
      call(
        "POST",
        "/api/auth/sign-in",
        { email: `nobody-${n}@example.com`, password: "a wrong password" },
        { "CF-Connecting-IP": ip },
      );
    const replies = [await guess(1), await guess(2), await guess(3), await guess(4)];
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 429, 429]);
    expect(Number(replies[3]?.headers.get("Retry-After"))).toBeGreaterThan(0);
  });
});

describe("password reset link", () => {
  it("uses the configured origin instead of the request's host, with the token in the fragment (A22)", async () => {
    const person = await createAccount();
    const ask = async (url: string, headers: Record<string, string>) => {
      const context = createExecutionContext();
      const request = new Request(`${url}/api/auth/forgot-password`, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body: JSON.stringify({ email: person.email }),
      });
      const reply = await app.fetch(request, { ...env, APP_ORIGIN: SITE }, context);
      await waitOnExecutionContext(context);
      return reply.status;
    };
    // Another host name of the same Worker: to the browser this is a same-origin request.
    const evil = "https://goodstreet.evil.example";
    expect(await ask(evil, { Origin: evil, "X-Forwarded-Host": "goodstreet.evil.example" })).toBe(202);
    const { text, html } = await emailTo(person.email, "Set a new password");
    expect(text + html).not.toContain("evil.example");
    expect(text).toMatch(/https:\/\/goodstreet\.example\/reset-password#token=[\w-]{43}/);
  });

  it.each([
    ["production", "https://goodstreet.evil.example", false],
    ["production", "https://goodstreet.evil.workers.dev", false],
    ["production", "http://localhost:8787", false],
    ["local", "http://goodstreet.evil.example", false],
    ["local", "http://localhost.evil.example", false],
    ["local", "http://localhost:8787", true],
    ["local", "http://127.0.0.1:8787", true],
  ] as const)("is clickable without a configured origin (%s, %s): %s", async (APP_ENV, url, linked) => {
    const person = await createAccount();
    const context = createExecutionContext();
    const request = new Request(`${url}/api/auth/forgot-password`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email: person.email }),
    });
    await app.fetch(request, { ...env, APP_ENV, APP_ORIGIN: "" }, context);
    await waitOnExecutionContext(context);
    const mail = await emailTo(person.email, "Set a new password");
    // The email always has the path and token; without a trusted origin they are not a link.
    expect(mail.text).toMatch(/\/reset-password#token=[\w-]{43}/);
    expect(mail.text.includes(`${url}/reset-password`)).toBe(linked);
    expect(mail.html.includes("<a href=")).toBe(linked);
    if (!linked) {
      expect(mail.text + mail.html).not.toContain(new URL(url).hostname);
      expect(mail.text).toContain("open Goodstreet in your browser and add this to its address");
    }
  });
});
