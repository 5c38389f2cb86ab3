import { describe, expect, it } from "vitest";
import type { SessionsReply } from "#contract/account/auth";
import { call, cookieHeader, cookiesOf, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { reply } from "../support/workerd/deals.ts";

const PHONE =
  "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0 Mobile Safari/537.36";

/** Signs the same person in on another device. Returns the headers of that device. */
async function alsoOn(person: TestAccount, userAgent: string): Promise<Record<string, string>> {
  const body = { email: person.email, password: person.password };
  const response = await call("POST", "/api/auth/sign-in", body, { "User-Agent": userAgent });
  expect(response.status).toBe(200);
  return { Cookie: cookieHeader(cookiesOf(response)) };
}

const list = async (headers: Record<string, string>) =>
  (await reply<SessionsReply>(await call("GET", "/api/auth/sessions", undefined, headers), 200)).items;

describe("GET and DELETE /api/auth/sessions", () => {
  it("lists the current device first, without tokens (A28)", async () => {
    const person = await createAccount();
    const phone = await alsoOn(person, PHONE);
    const items = await list(phone);
    expect(items.map(({ device, current }) => [device, current])).toEqual([
      ["Chrome on Android", true],
      ["Unknown device", false],
    ]);
    expect(Object.keys(items[0] ?? {}).sort()).toEqual(["created_at", "current", "device", "id", "seen_at"]);
    expect((await call("GET", "/api/auth/sessions")).status).toBe(401);
  });

  it("ends another session at once and keeps the current one (A21)", async () => {
    const person = await createAccount();
    const phone = await alsoOn(person, PHONE);
    expect((await call("DELETE", `/api/auth/sessions/${person.session_id}`, undefined, phone)).status).toBe(200);
    expect((await person.request("PATCH", "/api/profile", { city: "Perth" })).status).toBe(401);
    expect((await call("PATCH", "/api/profile", { city: "Perth" }, phone)).status).toBe(200);
    expect(await list(phone)).toHaveLength(1);
  });

  it("ends all other sessions at once (A28)", async () => {
    const person = await createAccount();
    const others = [await alsoOn(person, PHONE), await alsoOn(person, "x")];
    expect(await reply(await person.request("POST", "/api/auth/sessions/end-others"), 200)).toEqual({ ended: 2 });
    for (const other of others) {
      expect((await call("PATCH", "/api/profile", { city: "Perth" }, other)).status).toBe(401);
    }
    expect((await person.request("PATCH", "/api/profile", { city: "Perth" })).status).toBe(200);
  });

  it("refuses another user's session with 404 and the current session with 409", async () => {
    const [person, stranger] = [await createAccount(), await createAccount()];
    expect((await stranger.request("DELETE", `/api/auth/sessions/${person.session_id}`)).status).toBe(404);
    expect((await person.request("DELETE", `/api/auth/sessions/${person.session_id}`)).status).toBe(409);
    expect((await person.request("PATCH", "/api/profile", { city: "Perth" })).status).toBe(200);
  });
});
