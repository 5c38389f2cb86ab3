import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { USER_LIVE_CLOSE } from "#contract/account/user-live";
import { app } from "../../worker/app.ts";
import { call, cookieHeader, cookiesOf, createAccount, ORIGIN, SESSION_COOKIE } from "../support/workerd/accounts.ts";
import { emailTo } from "../support/workerd/email.ts";
import { hideLogs } from "../support/workerd/logs.ts";
import {
  CLIENT_ID,
  CLIENT_SECRET,
  ISSUER,
  type Misbehaviour,
  type Person,
  startProvider,
} from "../support/workerd/oidc-provider.ts";
import { secondStep, turnOnApp } from "../support/workerd/second-factor.ts";
import { openChannel } from "../support/workerd/user-channel.ts";

const configured = {
  ...env,
  GOOGLE_CLIENT_ID: CLIENT_ID,
  GOOGLE_CLIENT_SECRET: CLIENT_SECRET,
  GOOGLE_ISSUER: ISSUER,
};

async function get(url: string | URL, cookie = ""): Promise<Response> {
  const context = createExecutionContext();
  const reply = await app.fetch(
    new Request(url, { headers: { Cookie: cookie }, redirect: "manual" }),
    configured,
    context,
  );
  await waitOnExecutionContext(context);
  return reply;
}

let provider: Awaited<ReturnType<typeof startProvider>>;
beforeAll(async () => {
  provider = await startProvider();
});
// Refused sign-ins log their reason, and these tests cause many.
beforeEach(() => void hideLogs());

const begin = (returnUrl = "/myorders?role=buyer") =>
  get(`${ORIGIN}/api/auth/google?returnUrl=${encodeURIComponent(returnUrl)}`);
const locationOf = (reply: Response) => reply.headers.get("Location") ?? "";

/** Runs the whole sign-in: redirect, consent and callback. */
async function visit(person: Person, misbehaviour: Misbehaviour = {}, returnUrl?: string): Promise<Response> {
  const there = await begin(returnUrl);
  const back = provider.authorise(locationOf(there), person, misbehaviour);
  return get(back, cookieHeader(cookiesOf(there)));
}

async function sessionOf(reply: Response) {
  const token = cookiesOf(reply)[SESSION_COOKIE];
  const session = await call("GET", "/api/auth/session", undefined, { Cookie: `${SESSION_COOKIE}=${token}` });
  return (await session.json()) as { user: { id: string; email: string } | null; profile: Record<string, unknown> };
}

async function expectRefused(reply: Response): Promise<void> {
  expect(reply.status).toBe(303);
  expect(locationOf(reply)).toBe("/signin?error=google");
  expect(cookiesOf(reply)).toEqual({ "local-gt": "" });
}

let next = 0;
function somebody(change: Partial<Person> = {}): Person {
  const n = ++next;
  return { sub: `subject-${n}`, email: `google-${n}@example.com`, name: "Gil Google", ...change };
}

describe("Google sign-in", () => {
  it("is unavailable unless it is configured", async () => {
    expect((await call("GET", "/api/auth/google")).status).toBe(404);
    expect(await (await call("GET", "/api/auth/session")).json()).toMatchObject({ google: false });
    expect(await (await get(`${ORIGIN}/api/auth/session`)).json()).toMatchObject({ google: true });
  });

  it("sends PKCE, state and nonce, and keeps them in a ten-minute cookie for its own paths", async () => {
    const reply = await begin();
    expect(reply.status).toBe(302);
    const url = new URL(locationOf(reply));
    expect(url.origin + url.pathname).toBe(`${ISSUER}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: "code",
      client_id: CLIENT_ID,
      redirect_uri: `${ORIGIN}/api/auth/google/callback`,
      scope: "openid email profile",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(reply.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^local-gt=\S+; Max-Age=600; Path=\/api\/auth\/google; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it("creates a confirmed account with the given name and returns to the previous page", async () => {
    const person = somebody();
    const reply = await visit(person);
    expect(reply.status).toBe(303);
    expect(locationOf(reply)).toBe("/myorders?role=buyer");
    expect(await sessionOf(reply)).toMatchObject({
      user: { email: person.email, email_verified: true },
      profile: { full_name: "Gil Google", display_name: "Gil G.", role: "user" },
    });
  });

  it("cleans the given name: no hidden characters, no split surrogate pairs, at most 80 characters (A84)", async () => {
    const named = async (name: string) => (await sessionOf(await visit(somebody({ name })))).profile?.full_name;
    expect(await named("  Gil\u202e\u0000 Goo\u200bgle ")).toBe("Gil Google");
    expect(await named(`${"x".repeat(79)}😀`)).toBe("x".repeat(79));
  });

  it("recognises a returning user by the provider's id, not by the email address", async () => {
    const person = somebody();
    const first = await sessionOf(await visit(person));
    const again = await sessionOf(await visit({ ...person, email: "moved@example.com" }));
    expect(again.user?.id).toBe(first.user?.id);
    expect(again.user?.email).toBe(person.email);
  });

  it("signs in to the account that confirmed the same address, and keeps its password", async () => {
    const local = await createAccount();
    const reply = await visit(somebody({ email: local.email.toUpperCase() }));
    expect((await sessionOf(reply)).user?.id).toBe(local.id);
    expect((await call("GET", "/api/auth/session", undefined, local.headers)).status).toBe(200);
    const password = await call("POST", "/api/auth/sign-in", { email: local.email, password: local.password });
    expect(password.status).toBe(200);
  });

  it("ends a pending change of the address when it joins an account, as every new way to sign in does (A27)", async () => {
    const person = await createAccount();
    const address = `elsewhere-${person.id.slice(-6)}@example.com`;
    expect((await person.request("POST", "/api/auth/change-email", { email: address })).status).toBe(202);
    const { text } = await emailTo(address, "Confirm your new email address");
    const token = /#new-email=([A-Za-z0-9_-]{43})/.exec(text)?.[1];
    await visit(somebody({ email: person.email }));
    expect((await call("POST", "/api/auth/change-email/confirm", { token })).status).toBe(410);
  });

  it("makes no account with an address that is reserved for the one that had it (A27)", async () => {
    const person = await createAccount();
    const address = `elsewhere-${person.id.slice(-6)}@example.com`;
    expect((await person.request("POST", "/api/auth/change-email", { email: address })).status).toBe(202);
    const { text } = await emailTo(address, "Confirm your new email address");
    const token = /#new-email=([A-Za-z0-9_-]{43})/.exec(text)?.[1];
    expect((await call("POST", "/api/auth/change-email/confirm", { token })).status).toBe(200);
    const reply = await visit(somebody({ email: person.email }));
    expect(reply.headers.get("Location")).toBe("/signin?error=google");
    const taken = env.DB.prepare("SELECT count(*) AS n FROM accounts WHERE email = ?").bind(person.email);
    expect(await taken.first("n")).toBe(0);
  });

  it("asks for the second factor of the account, and starts no session before (A141)", async () => {
    const local = await createAccount();
    const { code } = await turnOnApp(local);
    const reply = await visit(somebody({ email: local.email }));
    expect(locationOf(reply)).toBe("/signin?step=2&returnUrl=%2Fmyorders%3Frole%3Dbuyer");
    expect(cookiesOf(reply)).not.toHaveProperty(SESSION_COOKIE);
    const signedIn = await secondStep({ Cookie: cookieHeader(cookiesOf(reply)) }, code());
    expect((await sessionOf(signedIn)).user?.id).toBe(local.id);
  });

  it("creates one account for concurrent first sign-ins", async () => {
    const person = somebody();
    const replies = await Promise.all([visit(person), visit(person), visit(person)]);
    const ids = await Promise.all(replies.map(async (reply) => (await sessionOf(reply)).user?.id));
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toBeDefined();
  });

  it.each(["https://evil.example", "//evil.example", "/\\evil.example", "/signin"])(
    "does not return to %s (A26)",
    async (returnUrl) => {
      expect(locationOf(await visit(somebody(), {}, returnUrl))).toBe("/marketplace");
    },
  );
});

describe("account created in advance on another person's address (A24)", () => {
  it("loses its password, sessions, open channels, links and payment details when the owner signs in (A24)", async () => {
    const prepared = await createAccount({
      email_verified: false,
      bank_details: { account_name: "Mallory", bsb: "062-000", account_number: "123456" },
      phone: "0400 000 000",
    });
    const listening = await openChannel(prepared);
    const reply = await visit(somebody({ email: prepared.email }));
    expect((await listening.closed).code).toBe(USER_LIVE_CLOSE.session);
    const session = await sessionOf(reply);
    expect(session.user).toMatchObject({ id: prepared.id, email_verified: true });
    expect(session.profile).toMatchObject({ bank_details: null, phone: null });
    const password = await call("POST", "/api/auth/sign-in", { email: prepared.email, password: prepared.password });
    expect(password.status).toBe(401);
    expect((await prepared.request("PATCH", "/api/profile", { city: "Perth" })).status).toBe(401);
    const renewal = await call("GET", "/api/auth/session", undefined, { Cookie: prepared.session_cookie });
    expect(await renewal.json()).toMatchObject({ user: null });
    await emailTo(prepared.email, "You now sign in with Google");
  });
});

describe("Google sign-in is refused (A23)", () => {
  it.each<[string, Misbehaviour]>([
    ["another nonce", { claims: { nonce: "other" } }],
    ["no nonce", { claims: { nonce: undefined } }],
    ["another audience", { claims: { aud: "client-2" } }],
    ["another issuer", { claims: { iss: "https://evil.example" } }],
    ["an expired token", { claims: { exp: 1_600_000_000 } }],
    ["a signature by another key", { foreignKey: true }],
    ["no signature", { unsigned: true }],
    ["no address", { claims: { email: undefined } }],
    ["an unverified address", { claims: { email_verified: false } }],
    ["an address verified by a string instead of a boolean", { claims: { email_verified: "true" } }],
  ])("with %s (A23)", async (_, misbehaviour) => {
    const person = somebody();
    await expectRefused(await visit(person, misbehaviour));
    const account = await env.DB.prepare("SELECT 1 FROM accounts WHERE email = ?").bind(person.email).first();
    expect(account).toBeNull();
  });

  it("with a transaction cookie that is missing, tampered with, from another sign-in or another kind of token (A23)", async () => {
    const person = await createAccount();
    const mine = await begin();
    const theirs = await begin();
    const cookie = cookiesOf(theirs)["local-gt"] ?? "";
    const [header, , signature] = cookie.split(".");
    for (const value of [
      "",
      `local-gt=${cookie}`,
      `local-gt=${header}.${btoa('{"state":"x"}')}.${signature}`,
      `local-gt=${person.access_token}`,
    ]) {
      await expectRefused(await get(provider.authorise(locationOf(mine), somebody()), value));
    }
  });

  it("with a code that was used before or comes from another sign-in (PKCE) (A23)", async () => {
    const there = await begin();
    const cookie = cookieHeader(cookiesOf(there));
    const back = provider.authorise(locationOf(there), somebody());
    expect((await get(back, cookie)).headers.get("Location")).toBe("/myorders?role=buyer");
    await expectRefused(await get(back, cookie));

    const victim = await begin();
    const stolen = provider.authorise(locationOf(await begin()), somebody()).searchParams.get("code") ?? "";
    const injected = provider.authorise(locationOf(victim), somebody());
    injected.searchParams.set("code", stolen);
    await expectRefused(await get(injected, cookieHeader(cookiesOf(victim))));
  });

  it("with a wrong or missing state, or an error from the provider (A23)", async () => {
    const there = await begin();
    const cookie = cookieHeader(cookiesOf(there));
    const back = provider.authorise(locationOf(there), somebody());
    const state = back.searchParams.get("state") ?? "";
    back.searchParams.set("state", "wrong");
    await expectRefused(await get(back, cookie));
    back.searchParams.delete("state");
    await expectRefused(await get(back, cookie));
    await expectRefused(await get(`${ORIGIN}/api/auth/google/callback?error=access_denied&state=${state}`, cookie));
  });

  it("except for a callback without parameters, which redirects to the marketplace", async () => {
    const reply = await get(`${ORIGIN}/api/auth/google/callback`, "");
    expect([reply.status, reply.headers.get("Location")]).toEqual([303, "/Marketplace"]);
  });

  it("with a transaction cookie older than ten minutes (A23)", async () => {
    const there = await begin();
    const back = provider.authorise(locationOf(there), somebody());
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10 * 60_000 + 1_000 });
    await expectRefused(await get(back, cookieHeader(cookiesOf(there))));
  });
});
