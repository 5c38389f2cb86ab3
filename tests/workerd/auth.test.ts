import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import type { SessionReply } from "#contract/account/auth";
import { MESSAGES } from "#contract/copy";
import type { ErrorBody } from "#contract/errors";
import { app } from "../../worker/app.ts";
import type { AppEnv } from "../../worker/env.ts";
import { removeEndedSessions } from "../../worker/features/account/auth/jobs.ts";
import { createServices } from "../../worker/services.ts";
import {
  ACCESS_COOKIE,
  call,
  cookieHeader,
  cookiesOf,
  createAccount,
  ORIGIN,
  SESSION_COOKIE,
  TEST_PASSWORD,
} from "../support/workerd/accounts.ts";
import { emailsTo, emailTo, tokenIn } from "../support/workerd/email.ts";
import { createDeal, placeOrder } from "../support/workerd/rooms.ts";
import { allRows, firstRow, runSql } from "../support/workerd/sql.ts";

const NEW_PASSWORD = "three brown wombats";
const error = async (reply: Response) => ((await reply.json()) as ErrorBody).error;
const sessionOf = async (headers: Record<string, string>) =>
  (await (await call("GET", "/api/auth/session", undefined, headers)).json()) as {
    user: { id: string; email: string; email_verified: boolean } | null;
    profile: Record<string, unknown> | null;
  };

let next = 0;
const freshEmail = () => `newcomer-${++next}@example.com`;
const signUp = (email: string, extra: Record<string, unknown> = {}) =>
  call("POST", "/api/auth/sign-up", { email, password: TEST_PASSWORD, full_name: "Nia Newcomer", ...extra });

describe("sign-up", () => {
  it("signs a new user in at once and emails a link to confirm the address", async () => {
    const email = freshEmail();
    const reply = await signUp(` ${email.toUpperCase()} `);
    expect(reply.status).toBe(201);
    expect(await sessionOf({ Cookie: cookieHeader(cookiesOf(reply)) })).toMatchObject({
      user: { email, email_verified: false },
      profile: { full_name: "Nia Newcomer", display_name: "Nia N.", role: "user", account_type: "individual" },
    });
    const mail = await emailTo(email, "Confirm your email address");
    expect(mail.text).toContain(`${ORIGIN}/signin#verify=`);
    // The name may be an advertisement to a stranger (A84).
    expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toMatch(/Nia|Newcomer/);
  });

  it("creates an ordinary user even when the metadata asks for another role (A11)", async () => {
    const reply = await signUp(freshEmail(), {
      metadata: { role: "super_admin", account_type: "business", is_banned: false, seller_balance: 1_000_000 },
    });
    const { profile } = await sessionOf({ Cookie: cookieHeader(cookiesOf(reply)) });
    expect(profile).toMatchObject({ role: "user", account_type: "individual", seller_balance: 0 });
  });

  it("starts no session for an existing account, and emails its owner at most once a day (A18)", async () => {
    const person = await createAccount();
    for (let i = 0; i < 3; i++) {
      const reply = await signUp(person.email);
      expect(reply.status).toBe(202);
      expect(await reply.json()).toEqual({ message: MESSAGES.checkInbox });
      expect(cookiesOf(reply)).toEqual({});
    }
    await emailTo(person.email, "already have");
    expect(await emailsTo(person.email)).toHaveLength(1);
  });

  it("creates one account for concurrent sign-ups with one address", async () => {
    const email = freshEmail();
    const replies = await Promise.all([signUp(email), signUp(email), signUp(email.toUpperCase())]);
    expect(replies.map((r) => r.status).sort()).toEqual([201, 202, 202]);
    const row = await firstRow`SELECT count(*) AS n FROM accounts WHERE email = ${email}`;
    expect(row).toEqual({ n: 1 });
  });

  it.each([
    ["a short password", { password: "ninechars" }, "password"],
    ["a leaked password", { password: "Password123" }, "password"],
    ["an invalid email address", { email: "nobody" }, "email"],
    ["an empty name", { full_name: "  " }, "full_name"],
  ])("refuses %s, naming the field", async (_, change, field) => {
    const reply = await signUp(freshEmail(), change);
    expect(reply.status).toBe(422);
    expect((await error(reply)).details?.fields?.[0]?.field).toBe(field);
  });

  it("refuses the email address as password", async () => {
    const email = freshEmail();
    const reply = await signUp(email, { password: email });
    expect((await error(reply)).message).toContain("email");
  });
});

describe("sign-in", () => {
  /** Sends a request to the app at this origin and in this environment. */
  async function requestAt(origin: string, appEnv: AppEnv["APP_ENV"], path: string, init: RequestInit = {}) {
    const context = createExecutionContext();
    const headers = { Origin: origin, "Content-Type": "application/json", ...init.headers };
    const request = new Request(`${origin}${path}`, { ...init, headers });
    const reply = await app.fetch(request, { ...(env as AppEnv), APP_ENV: appEnv }, context);
    await waitOnExecutionContext(context);
    return reply;
  }

  it.each([
    ["https://goodstreet.example", "production"],
    ["http://localhost", "production"],
    ["https://localhost", "local"],
    ["http://goodstreet.example", "local"],
  ] as const)("at %s in %s sets and reads only Secure __Host- cookies (A25)", async (origin, appEnv) => {
    const person = await createAccount();
    const body = JSON.stringify({ email: person.email, password: person.password });
    const reply = await requestAt(origin, appEnv, "/api/auth/sign-in", { method: "POST", body });
    const lines = reply.headers.getSetCookie();
    expect(lines).toHaveLength(4);
    for (const line of lines) {
      expect(line).toMatch(/^__Host-\w+=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    }
    const userOf = async (cookie: string) => {
      const session = await requestAt(origin, appEnv, "/api/auth/session", { headers: { Cookie: cookie } });
      return ((await session.json()) as SessionReply).user;
    };
    expect((await userOf(cookieHeader(cookiesOf(reply))))?.id).toBe(person.id);
    expect(await userOf(person.cookie)).toBeNull();
  });

  it("on http://localhost sets HttpOnly cookies without prefix and Secure, which WebKit accepts there", async () => {
    const person = await createAccount();
    const reply = await call("POST", "/api/auth/sign-in", {
      email: `  ${person.email.toUpperCase()}`,
      password: person.password,
    });
    expect(reply.status).toBe(200);
    expect(await reply.clone().json()).toMatchObject({ user: { id: person.id } });
    const lines = reply.headers.getSetCookie();
    // Access token, session, known device and the place of the profile (D51).
    expect(lines).toHaveLength(4);
    for (const line of lines) expect(line).toMatch(/^local-\w+=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
    const body = await reply.text();
    for (const value of Object.values(cookiesOf(reply))) expect(body).not.toContain(value);
  });

  it("accepts the same password in another Unicode form (NFKC)", async () => {
    const person = await createAccount({ password: "cafe\u0301 ﬁnal ②" });
    const reply = await call("POST", "/api/auth/sign-in", { email: person.email, password: "caf\u00e9 final 2" });
    expect(reply.status).toBe(200);
  });

  it("answers a wrong password, an unknown address and an account without a password alike (A18)", async () => {
    const person = await createAccount();
    const google = await createAccount({ password: null });
    for (const email of [person.email, google.email, "nobody@example.com"]) {
      const reply = await call("POST", "/api/auth/sign-in", { email, password: "a wrong password" });
      expect(reply.status).toBe(401);
      expect(await error(reply)).toMatchObject({ code: "wrong_credentials", message: MESSAGES.wrongCredentials });
    }
  });
});

describe("session", () => {
  it("answers nulls without a session, with invalid cookies and with an ended session", async () => {
    const person = await createAccount();
    await runSql`DELETE FROM sessions WHERE account_id = ${person.id}`;
    for (const cookie of ["", `${ACCESS_COOKIE}=x.y.z; ${SESSION_COOKIE}=short`, person.session_cookie]) {
      const reply = await call("GET", "/api/auth/session", undefined, { Cookie: cookie });
      expect(reply.status).toBe(200);
      expect(await reply.json()).toMatchObject({ user: null, profile: null, google: false });
    }
  });

  it("renews the access token from the session cookie", async () => {
    const person = await createAccount();
    const reply = await call("GET", "/api/auth/session", undefined, { Cookie: person.session_cookie });
    expect(await reply.clone().json()).toMatchObject({ user: { id: person.id } });
    const jar = cookiesOf(reply);
    expect(Object.keys(jar)).toEqual([ACCESS_COOKIE]);
    expect(await sessionOf({ Cookie: cookieHeader(jar) })).toMatchObject({ user: { id: person.id } });
  });

  it("is extended to thirty days by use, and expires otherwise", async () => {
    const person = await createAccount();
    const old = Date.now() - 2 * 60 * 60_000;
    const set = (expires: number) =>
      runSql`UPDATE sessions SET seen_at = ${old}, expires_at = ${expires} WHERE id = ${person.session_id}`;
    await set(Date.now() + 60_000);
    const reply = await call("GET", "/api/auth/session", undefined, { Cookie: person.session_cookie });
    expect(Object.keys(cookiesOf(reply)).sort()).toEqual([ACCESS_COOKIE, SESSION_COOKIE]);
    await expect
      .poll(() =>
        env.DB.prepare("SELECT expires_at FROM sessions WHERE id = ?").bind(person.session_id).first("expires_at"),
      )
      .toBeGreaterThan(Date.now() + 29 * 24 * 60 * 60_000);
    await set(Date.now() - 1);
    expect((await sessionOf({ Cookie: person.session_cookie })).user).toBeNull();
  });

  it("creates a missing profile on first access (A92)", async () => {
    const person = await createAccount();
    await runSql`DELETE FROM profiles WHERE id = ${person.id}`;
    expect((await sessionOf(person.headers)).profile).toMatchObject({ id: person.id, role: "user", full_name: "" });
    expect(await env.DB.prepare("SELECT email FROM profiles WHERE id = ?").bind(person.id).first("email")).toBe(
      person.email,
    );
  });

  it("clears a suspension that has ended", async () => {
    const person = await createAccount({ is_suspended: true, suspension_end_date: Date.now() - 1 });
    expect((await sessionOf(person.headers)).profile).toMatchObject({ is_suspended: false, suspension_end_date: null });
    const row = await firstRow`SELECT is_suspended FROM profiles WHERE id = ${person.id}`;
    expect(row).toEqual({ is_suspended: 0 });
  });

  it("is limited to twenty per account: the twenty-first ends the oldest (A28)", async () => {
    const person = await createAccount();
    await runSql`UPDATE sessions SET created_at = 1 WHERE id = ${person.session_id}`;
    const stale = (i: number) =>
      env.DB.prepare(
        "INSERT INTO sessions (id, token_hash, account_id, created_at, seen_at, expires_at) VALUES (?,?,?,?,?,?)",
      ).bind(`ses_stale${i}session`, `hash-${i}`, person.id, 10 + i, 10 + i, Date.now() + 60_000);
    await env.DB.batch(Array.from({ length: 19 }, (_, i) => stale(i)));
    await call("POST", "/api/auth/sign-in", { email: person.email, password: person.password });
    const { results } = await allRows`SELECT id FROM sessions WHERE account_id = ${person.id}`;
    expect(results).toHaveLength(20);
    expect(results).not.toContainEqual({ id: person.session_id });
  });

  it("is deleted by the clean-up job only after it has expired", async () => {
    const [live, ended] = await Promise.all([createAccount(), createAccount()]);
    await runSql`UPDATE sessions SET expires_at = 1 WHERE id = ${ended.session_id}`;
    await removeEndedSessions(createServices(env, () => undefined));
    const left = await allRows`SELECT id FROM sessions WHERE id IN (${live.session_id}, ${ended.session_id})`;
    expect(left.results).toEqual([{ id: live.session_id }]);
  });

  it("has a clean-up job that deletes expired counters in bounded steps by an index", async () => {
    await runSql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL
      SELECT i + 1 FROM n WHERE i < 21000) INSERT INTO throttles (key, count, since) SELECT 'flood:' || i, 1, 1 FROM n`;
    const left = () => env.DB.prepare("SELECT count(*) AS n FROM throttles WHERE key LIKE 'flood:%'").first("n");
    const services = createServices(env, () => undefined);
    await removeEndedSessions(services);
    expect(await left()).toBe(1_000);
    await removeEndedSessions(services);
    expect(await left()).toBe(0);
    for (const [table, column] of [
      ["throttles", "since"],
      ["sessions", "expires_at"],
      ["one_time_tokens", "expires_at"],
    ]) {
      const plan = await env.DB.prepare(
        `EXPLAIN QUERY PLAN DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${column} < 1 LIMIT 9)`,
      ).all<{ detail: string }>();
      const details = plan.results.map(({ detail }) => detail).join("; ");
      expect(details).toContain(`SEARCH ${table} USING COVERING INDEX`);
      expect(details).not.toContain(`SCAN ${table}`);
    }
  });
});

it("loading a session expires the signed-in buyer's overdue orders, and no others (D33, A45)", async () => {
  const [mine, theirs] = await Promise.all([createDeal(), createDeal()]);
  await placeOrder(mine.itemId, mine.buyer);
  await placeOrder(theirs.itemId, theirs.buyer);
  const order = (id: string) => env.DB.prepare("SELECT status FROM orders WHERE item_id = ?").bind(id).first("status");
  // The rooms' alarms run on the real clock, so only the session load can find these overdue.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 4 * 24 * 60 * 60_000 });
  expect((await sessionOf({ Cookie: mine.buyer.session_cookie })).user?.id).toBe(mine.buyer.id);
  await expect.poll(() => order(mine.itemId)).toBe("expired");
  const item = await env.DB.prepare("SELECT status FROM items WHERE id = ?").bind(mine.itemId).first("status");
  expect(item).toBe("active");
  expect(await order(theirs.itemId)).toBe("awaiting_payment");
});

describe("sign-out", () => {
  it("ends the session on the server, so that neither cookie works afterwards (A21)", async () => {
    const person = await createAccount();
    const reply = await person.request("POST", "/api/auth/sign-out");
    expect(reply.status).toBe(200);
    expect(reply.headers.getSetCookie().join()).toMatch(/local-at=; Max-Age=0.*local-st=; Max-Age=0/);
    expect((await sessionOf({ Cookie: person.session_cookie })).user).toBeNull();
    expect((await person.request("PATCH", "/api/profile", { city: "Perth" })).status).toBe(401);
  });

  it("is not undone by the renewal of an expired access token in the same request", async () => {
    const person = await createAccount();
    const reply = await call("POST", "/api/auth/sign-out", undefined, { Cookie: person.session_cookie });
    expect(cookiesOf(reply)).toEqual({ [ACCESS_COOKIE]: "", [SESSION_COOKIE]: "", "local-near": "" });
  });

  it("leaves other devices signed in, and answers 200 without a session, too", async () => {
    const person = await createAccount();
    const other = cookiesOf(
      await call("POST", "/api/auth/sign-in", { email: person.email, password: person.password }),
    );
    await person.request("POST", "/api/auth/sign-out");
    expect((await sessionOf({ Cookie: `${SESSION_COOKIE}=${other[SESSION_COOKIE]}` })).user).not.toBeNull();
    expect((await call("POST", "/api/auth/sign-out")).status).toBe(200);
  });
});

describe("password reset", () => {
  const forgot = (email: string) => call("POST", "/api/auth/forgot-password", { email });
  const reset = (token: string, password = NEW_PASSWORD) =>
    call("POST", "/api/auth/reset-password", { token, password });

  it("sets the password, confirms the address, ends every session and starts a new one (D14, A20, A21)", async () => {
    const person = await createAccount({ email_verified: false });
    expect((await forgot(person.email.toUpperCase())).status).toBe(202);
    const mail = await emailTo(person.email, "Set a new password");
    expect(mail.text).toContain(`${ORIGIN}/reset-password#token=`);
    const reply = await reset(tokenIn(mail));
    expect(reply.status).toBe(200);
    expect(await reply.clone().json()).toMatchObject({ user: { id: person.id, email_verified: true } });
    expect((await sessionOf({ Cookie: cookieHeader(cookiesOf(reply)) })).user).not.toBeNull();
    expect((await sessionOf({ Cookie: person.session_cookie })).user).toBeNull();
    expect((await person.request("PATCH", "/api/profile", { city: "Perth" })).status).toBe(401);
    const oldPassword = await call("POST", "/api/auth/sign-in", { email: person.email, password: person.password });
    expect(oldPassword.status).toBe(401);
    const newPassword = await call("POST", "/api/auth/sign-in", { email: person.email, password: NEW_PASSWORD });
    expect(newPassword.status).toBe(200);
    await emailTo(person.email, "Your password was changed");
  });

  it("answers an unknown address with the same 202 and sends no email (A18)", async () => {
    const reply = await forgot("nobody-at-all@example.com");
    expect(reply.status).toBe(202);
    expect(await reply.json()).toEqual({ message: MESSAGES.resetSent });
    expect(await emailsTo("nobody-at-all@example.com")).toEqual([]);
  });

  it("answers 410 with the specified text for a used, superseded, expired or unknown link (A22)", async () => {
    const person = await createAccount();
    await forgot(person.email);
    const first = tokenIn(await emailTo(person.email, "Set a new password"));
    await forgot(person.email);
    await expect.poll(async () => (await emailsTo(person.email)).length).toBe(2);
    const second = tokenIn(await emailTo(person.email, "Set a new password"));
    const superseded = await reset(first);
    expect(superseded.status).toBe(410);
    expect(await error(superseded)).toMatchObject({ code: "gone", message: "This link is no longer valid." });
    expect((await reset(second)).status).toBe(200);
    expect((await reset(second)).status).toBe(410);
    expect((await reset("A".repeat(43))).status).toBe(410);

    await forgot(person.email);
    await expect
      .poll(async () => (await emailsTo(person.email)).filter((m) => m.subject === "Set a new password").length)
      .toBe(3);
    const third = tokenIn(await emailTo(person.email, "Set a new password"));
    await runSql`UPDATE one_time_tokens SET expires_at = ${Date.now() - 1} WHERE account_id = ${person.id}`;
    expect((await reset(third)).status).toBe(410);
  });

  it("does not use the link up when the new password is refused", async () => {
    const person = await createAccount();
    await forgot(person.email);
    const token = tokenIn(await emailTo(person.email, "Set a new password"));
    expect((await reset(token, "password123")).status).toBe(422);
    expect((await reset(token, person.email)).status).toBe(422);
    expect((await reset(token)).status).toBe(200);
  });

  it("accepts exactly one of ten concurrent uses of a link", async () => {
    const person = await createAccount();
    await forgot(person.email);
    const token = tokenIn(await emailTo(person.email, "Set a new password"));
    const replies = await Promise.all(Array.from({ length: 10 }, (_, i) => reset(token, `wombat number ${i}!`)));
    expect(replies.map((r) => r.status).sort()).toEqual([200, ...Array(9).fill(410)]);
    const winner = replies.findIndex((r) => r.status === 200);
    const jar = cookiesOf(replies[winner] as Response);
    expect((await sessionOf({ Cookie: `${SESSION_COOKIE}=${jar[SESSION_COOKIE]}` })).user).not.toBeNull();
    const again = await call("POST", "/api/auth/sign-in", {
      email: person.email,
      password: `wombat number ${winner}!`,
    });
    expect(again.status).toBe(200);
    expect((await emailsTo(person.email)).filter((m) => m.subject === "Your password was changed")).toHaveLength(1);
  });

  it("sends at most three links an hour, while the replies stay the same", async () => {
    const person = await createAccount();
    for (let i = 0; i < 5; i++) expect((await forgot(person.email)).status).toBe(202);
    await expect.poll(async () => (await emailsTo(person.email)).length).toBe(3);
    const count = await env.DB.prepare("SELECT count(*) AS n FROM one_time_tokens WHERE account_id = ?")
      .bind(person.id)
      .first("n");
    expect(count).toBe(1);
  });

  it("removes payment details and phone only when the address was never confirmed (A24)", async () => {
    const bank_details = { account_name: "Mallory", bsb: "062-000", account_number: "123456" };
    for (const email_verified of [false, true]) {
      const person = await createAccount({ email_verified, bank_details, phone: "0400 000 000" });
      await forgot(person.email);
      const reply = await reset(tokenIn(await emailTo(person.email, "Set a new password")));
      expect(((await reply.json()) as { profile: unknown }).profile).toMatchObject({
        bank_details: email_verified ? bank_details : null,
        phone: email_verified ? "0400 000 000" : null,
      });
      const { text } = await emailTo(person.email, "Your password was changed");
      expect(text.includes("we've removed the bank details")).toBe(!email_verified);
    }
  });

  it("does not mention removed payment details when there were none", async () => {
    const person = await createAccount({ email_verified: false });
    await forgot(person.email);
    expect((await reset(tokenIn(await emailTo(person.email, "Set a new password")))).status).toBe(200);
    expect((await emailTo(person.email, "Your password was changed")).text).not.toContain("removed");
  });
});

describe("email confirmation", () => {
  it("works once, without a session, and can be requested again", async () => {
    const email = freshEmail();
    const signedUp = await signUp(email);
    const headers = { Cookie: cookieHeader(cookiesOf(signedUp)) };
    const first = tokenIn(await emailTo(email, "Confirm"));
    const again = await call("POST", "/api/auth/verify-email/resend", undefined, headers);
    expect(again.status).toBe(202);
    const second = tokenIn(await emailTo(email, "Confirm"));
    expect(second).not.toBe(first);
    expect((await call("POST", "/api/auth/verify-email", { token: first })).status).toBe(410);
    expect((await call("POST", "/api/auth/verify-email", { token: second })).status).toBe(200);
    expect((await sessionOf(headers)).user?.email_verified).toBe(true);
    expect((await call("POST", "/api/auth/verify-email", { token: second })).status).toBe(410);
    await call("POST", "/api/auth/verify-email/resend", undefined, headers);
    expect(await emailsTo(email)).toHaveLength(2);
  });

  it("does not accept a reset token, nor a reset a confirmation token", async () => {
    const email = freshEmail();
    await signUp(email);
    const verify = tokenIn(await emailTo(email, "Confirm"));
    await call("POST", "/api/auth/forgot-password", { email });
    const reset = tokenIn(await emailTo(email, "Set a new password"));
    expect((await call("POST", "/api/auth/verify-email", { token: reset })).status).toBe(410);
    const asReset = await call("POST", "/api/auth/reset-password", { token: verify, password: NEW_PASSWORD });
    expect(asReset.status).toBe(410);
  });
});
