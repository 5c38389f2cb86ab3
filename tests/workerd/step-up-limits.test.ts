/** What protects an account has its own tries per device: a stolen session must not use up its owner's (A19). */
import { expect, it } from "vitest";
import { RATE_LIMITS } from "../../worker/http/rate-limits.ts";
import type { DeviceLimit } from "../../worker/http/throttle-device.ts";
import { call, cookieHeader, cookiesOf, createAccount, TEST_PASSWORD } from "../support/workerd/accounts.ts";

type Call = [method: "POST" | "PUT" | "DELETE", path: string, body?: object];

/** What a stolen session repeats, and the owner's call that has to work. Signing in has tests of its own. */
const CALLS: Record<Exclude<DeviceLimit, "code" | "sign-in:password">, { stolen: Call; own: Call; status: number }> = {
  "confirm:password": {
    stolen: ["POST", "/api/auth/confirm", { password: "a wrong guess" }],
    own: ["POST", "/api/auth/confirm", { password: TEST_PASSWORD }],
    status: 200,
  },
  confirm: {
    stolen: ["POST", "/api/auth/passkeys/confirm/options"],
    own: ["POST", "/api/auth/passkeys/confirm/options"],
    // There is no passkey to confirm with.
    status: 409,
  },
  "end-sessions": {
    stolen: ["DELETE", "/api/auth/sessions/ses_nobody000000000000"],
    own: ["POST", "/api/auth/sessions/end-others"],
    status: 200,
  },
  security: {
    stolen: ["PUT", "/api/account/security/password", {}],
    own: ["PUT", "/api/account/security/password", { password: "nine green windows" }],
    status: 200,
  },
};

it.each(Object.entries(CALLS))("a stolen session can't use up the limit %s of a known device", async (name, calls) => {
  const person = await createAccount();
  const { email, password } = person;
  const browser = { Cookie: cookieHeader(cookiesOf(await call("POST", "/api/auth/sign-in", { email, password }))) };
  const limit = RATE_LIMITS[name as keyof typeof CALLS].account;
  for (let n = 0; n < limit; n++) expect((await person.request(...calls.stolen)).status).not.toBe(429);
  expect((await person.request(...calls.stolen)).status).toBe(429);
  const [method, path, body] = calls.own;
  expect((await call(method, path, body, browser)).status).toBe(calls.status);
});

it("a known device has its own tries, which are limited too (A66)", async () => {
  const { email, password } = await createAccount();
  const browser = { Cookie: cookieHeader(cookiesOf(await call("POST", "/api/auth/sign-in", { email, password }))) };
  const confirm = async () => (await call("POST", "/api/auth/confirm", { password: "a wrong guess" }, browser)).status;
  for (let n = 0; n < RATE_LIMITS["confirm:password"].device; n++) expect(await confirm()).toBe(422);
  expect(await confirm()).toBe(429);
});
