import { env } from "cloudflare:workers";
import { base64url, generateKeyPair, SignJWT } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { MESSAGES } from "#contract/copy";
import type { ErrorBody } from "#contract/errors";
import { signingKey } from "../../worker/http/access-token.ts";
import { createServices } from "../../worker/services.ts";
import {
  ACCESS_COOKIE,
  call,
  cookiesOf,
  createAccount,
  DEVICE_COOKIE,
  SESSION_COOKIE,
  type TestAccount,
} from "../support/workerd/accounts.ts";
import { emailTo, tokenIn } from "../support/workerd/email.ts";

const services = createServices(env, () => undefined);
const error = async (reply: Response) => ((await reply.json()) as ErrorBody).error;
const signIn = (email: string, password: string, headers: Record<string, string> = {}) =>
  call("POST", "/api/auth/sign-in", { email, password }, headers);
const setProfile = (id: string, assignment: string) =>
  env.DB.prepare(`UPDATE profiles SET ${assignment} WHERE id = ?`).bind(id).run();

describe("access tokens", () => {
  let person: TestAccount;
  let claims: { role: string; sid: string };
  const token = (change: {
    header?: Record<string, unknown>;
    iss?: string;
    aud?: string;
    exp?: number;
    claims?: Record<string, unknown>;
  }) => {
    const seconds = Math.floor(Date.now() / 1000);
    return new SignJWT({ ...claims, ...change.claims })
      .setProtectedHeader({ alg: "HS256", typ: "at+jwt", ...change.header })
      .setIssuer(change.iss ?? "goodstreet")
      .setAudience(change.aud ?? "goodstreet-api")
      .setSubject(person.id)
      .setIssuedAt(seconds)
      .setExpirationTime(change.exp ?? seconds + 60);
  };
  const asBearer = (value: string) =>
    call("GET", "/api/profile", undefined, { Authorization: `Bearer ${value}` }).then((r) => r.status);

  beforeAll(async () => {
    person = await createAccount();
    claims = { role: "user", sid: person.session_id };
  });

  /** Returns the stored signing key as bytes, which can sign with any algorithm. */
  const keyBytes = async () =>
    base64url.decode(
      (await env.DB.prepare("SELECT value FROM app_keys WHERE name = 'session'").first<string>("value")) ?? "",
    );

  it("work as bearer tokens", async () => {
    expect(await asBearer(person.access_token)).toBe(200);
    expect(await asBearer(await token({}).sign(await signingKey(services)))).toBe(200);
    expect(await asBearer(await token({}).sign(await keyBytes()))).toBe(200);
  });

  it("are refused when unsigned, expired, without their claims, or of another type, audience, issuer or key", async () => {
    const key = await signingKey(services);
    const { privateKey } = await generateKeyPair("RS256");
    const part = (value: unknown) => base64url.encode(JSON.stringify(value));
    const [, payload = ""] = person.access_token.split(".");
    const [header = "", , signature = ""] = person.access_token.split(".");
    const refused = {
      unsigned: `${part({ alg: "none", typ: "at+jwt" })}.${payload}.`,
      "unsigned, signature kept": `${part({ alg: "none", typ: "at+jwt" })}.${payload}.${signature}`,
      "payload changed": `${header}.${part({ ...claims, sub: person.id, role: "super_admin", iss: "goodstreet", aud: "goodstreet-api", iat: 1, exp: 4e9 })}.${signature}`,
      "a ticket": await token({ header: { typ: "ticket+jwt" } }).sign(key),
      "an OAuth transaction": await token({ header: { typ: "oauth-tx+jwt" } }).sign(key),
      untyped: await token({ header: { typ: undefined } }).sign(key),
      "another audience": await token({ aud: "google-sign-in" }).sign(key),
      "another issuer": await token({ iss: "evil" }).sign(key),
      "another key": await token({}).sign(new Uint8Array(32)),
      "another algorithm of the same key": await token({ header: { alg: "HS512" } }).sign(await keyBytes()),
      asymmetric: await token({ header: { alg: "RS256" } }).sign(privateKey),
      expired: await token({ exp: Math.floor(Date.now() / 1000) - 1 }).sign(key),
      "without a session": await token({ claims: { sid: undefined } }).sign(key),
      "of an unknown role": await token({ claims: { role: "root" } }).sign(key),
      rubbish: "a.b.c",
    };
    for (const [name, value] of Object.entries(refused)) expect(await asBearer(value), name).toBe(401);
  });

  it("never fall back to the cookies when the bearer token is invalid", async () => {
    const reply = await person.request("GET", "/api/profile", undefined, { Authorization: "Bearer a.b.c" });
    expect(reply.status).toBe(401);
  });

  it("are refused for writes when they name another user's session", async () => {
    const other = await createAccount();
    const mixed = await token({ claims: { sid: other.session_id } }).sign(await signingKey(services));
    const reply = await call("PATCH", "/api/profile", { city: "Perth" }, { Authorization: `Bearer ${mixed}` });
    expect(reply.status).toBe(401);
  });
});

describe("account status on the next write with a valid access token (A16)", () => {
  const write = (person: TestAccount) => person.request("PATCH", "/api/profile", { city: "Perth" });

  it("refuses a suspended user until the suspension ends, and says when that is (A16)", async () => {
    const person = await createAccount();
    expect((await write(person)).status).toBe(200);
    const until = Date.now() + 60_000;
    await setProfile(person.id, `is_suspended = 1, suspension_end_date = ${until}`);
    const refused = await write(person);
    expect(refused.status).toBe(403);
    expect(await error(refused)).toMatchObject({ code: "suspended", details: { until } });
    expect((await person.request("GET", "/api/profile")).status).toBe(200);
    await setProfile(person.id, `suspension_end_date = ${Date.now() - 1}`);
    expect((await write(person)).status).toBe(200);
  });

  it("refuses a banned user with the reason, and still lets them sign in (A16)", async () => {
    const person = await createAccount();
    await setProfile(person.id, "is_banned = 1, ban_reason = 'Two unpaid orders'");
    expect(await error(await write(person))).toMatchObject({
      code: "banned",
      details: { reason: "Two unpaid orders" },
    });
    const reply = await signIn(person.email, person.password);
    expect(await reply.json()).toMatchObject({ profile: { is_banned: true, ban_reason: "Two unpaid orders" } });
  });

  it("lets a restricted seller change their profile", async () => {
    const person = await createAccount({ account_restricted: true });
    expect((await write(person)).status).toBe(200);
  });

  it("refuses banned and suspended staff, too", async () => {
    const admin = await createAccount({ role: "admin", is_suspended: true, suspension_end_date: Date.now() + 60_000 });
    expect(await error(await write(admin))).toMatchObject({ code: "suspended" });
    await setProfile(admin.id, "is_suspended = 0, is_banned = 1");
    expect(await error(await write(admin))).toMatchObject({ code: "banned" });
    await setProfile(admin.id, "is_banned = 0, account_restricted = 1");
    expect((await write(admin)).status).toBe(200);
  });

  it("removes staff permissions at once after a ban or a lost role (A12)", async () => {
    const read = (person: TestAccount) => person.request("GET", "/api/admin/mail").then((r) => r.status);
    const admin = await createAccount({ role: "admin" });
    expect(await read(admin)).toBe(200);
    await setProfile(admin.id, "is_banned = 1");
    expect(await read(admin)).toBe(403);
    await setProfile(admin.id, "is_banned = 0, role = 'user'");
    expect(await read(admin)).toBe(403);
    expect(await read(await createAccount())).toBe(403);
    expect((await call("GET", "/api/admin/mail")).status).toBe(401);
    const refused = await (await createAccount({ account_type: "seller" })).request("GET", "/api/admin/mail");
    expect(await error(refused)).toMatchObject({ code: "admins_only", message: "Administrators only." });
  });
});

describe("session fixation (A20)", () => {
  it("issues a new token and ends the session that the attacker set (A20)", async () => {
    const [attacker, victim] = await Promise.all([createAccount(), createAccount()]);
    const reply = await signIn(victim.email, victim.password, { Cookie: attacker.session_cookie });
    const jar = cookiesOf(reply);
    expect(`${SESSION_COOKIE}=${jar[SESSION_COOKIE]}`).not.toBe(attacker.session_cookie);
    const before = await call("GET", "/api/auth/session", undefined, { Cookie: attacker.session_cookie });
    expect(await before.json()).toMatchObject({ user: null });
  });

  it("never adopts a session token that the browser sends (A20)", async () => {
    const person = await createAccount();
    const chosen = "B".repeat(43);
    const reply = await signIn(person.email, person.password, { Cookie: `${SESSION_COOKIE}=${chosen}` });
    expect(cookiesOf(reply)[SESSION_COOKIE]).not.toBe(chosen);
  });
});

describe("requests from other sites (A25)", () => {
  it("are refused by their Origin header (A25)", async () => {
    const person = await createAccount();
    const origins: Record<string, string>[] = [
      { Origin: "https://evil.example" },
      { Origin: "null" },
      { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" },
      { Origin: "http://localhost.evil.example", "Sec-Fetch-Site": "same-site" },
    ];
    for (const headers of origins) {
      const reply = await person.request("PATCH", "/api/profile", { city: "Perth" }, headers);
      expect(reply.status, JSON.stringify(headers)).toBe(403);
      expect((await error(reply)).code).toBe("bad_origin");
    }
  });

  it("are refused with a text/plain or form content type (A25)", async () => {
    const person = await createAccount();
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      const reply = await person.request("POST", "/api/auth/sign-out", {}, { "Content-Type": type });
      expect(reply.status, type).toBe(415);
    }
  });
});

describe("rate limits", () => {
  it("allow ten wrong passwords per account from any number of IP addresses, until a password reset (A19)", async () => {
    const person = await createAccount();
    const guess = (i: number, password: string) =>
      signIn(person.email, password, { "CF-Connecting-IP": `203.0.113.${i}` });
    const statuses: number[] = [];
    for (let i = 0; i < 25; i++) statuses.push((await guess(i, `wrong password ${i}`)).status);
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(15).fill(429)]);
    const limited = await guess(99, person.password);
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await error(limited)).message).toBe("Too many requests. Please try again later.");

    await call("POST", "/api/auth/forgot-password", { email: person.email });
    const token = tokenIn(await emailTo(person.email, "Set a new password"));
    await call("POST", "/api/auth/reset-password", { token, password: "a brand new harbour" });
    expect((await guess(1, "a brand new harbour")).status).toBe(200);
  });

  it("give a known device ten attempts, counted apart from the account's", async () => {
    const person = await createAccount();
    const jar = cookiesOf(await signIn(person.email, person.password));
    const device = { Cookie: `${DEVICE_COOKIE}=${jar[DEVICE_COOKIE]}` };
    const guesses = async (count: number, headers: Record<string, string>) => {
      const statuses: number[] = [];
      for (let i = 0; i < count; i++) statuses.push((await signIn(person.email, `wrong ${i}`, headers)).status);
      return statuses;
    };
    // A stranger uses up the account's attempts; the owner still signs in on a known device.
    expect(await guesses(11, {})).toEqual([...Array(10).fill(401), 429]);
    expect((await signIn(person.email, person.password)).status).toBe(429);
    expect((await signIn(person.email, person.password, device)).status).toBe(200);
    // The stranger still waits, and the device has no more attempts than any other client.
    expect((await signIn(person.email, person.password)).status).toBe(429);
    expect(await guesses(11, device)).toEqual([...Array(10).fill(401), 429]);
    expect((await signIn(person.email, person.password, device)).status).toBe(429);
  });

  it("do not accept a device cookie that is another account's, forged, or from before a password change", async () => {
    const [person, other] = await Promise.all([createAccount(), createAccount()]);
    const deviceOf = async (who: TestAccount) => cookiesOf(await signIn(who.email, who.password))[DEVICE_COOKIE] ?? "";
    const mine = await deviceOf(person);
    const strangers = [await deviceOf(other), `${mine.slice(0, -4)}AAAA`, person.access_token, "a.b.c"];
    await env.DB.prepare("INSERT INTO throttles (key, count, since) VALUES (?, 10, ?)")
      .bind(`acct:${person.email}:sign-in:password`, Date.now())
      .run();
    const enter = (password: string, device: string) =>
      signIn(person.email, password, { Cookie: `${DEVICE_COOKIE}=${device}` }).then(({ status }) => status);
    for (const device of strangers) expect(await enter(person.password, device), device).toBe(429);
    expect(await enter(person.password, mine)).toBe(200);

    await call("POST", "/api/auth/forgot-password", { email: person.email });
    const token = tokenIn(await emailTo(person.email, "Set a new password"));
    const password = "a brand new harbour";
    const reset = await call("POST", "/api/auth/reset-password", { token, password });
    await env.DB.prepare("INSERT OR REPLACE INTO throttles (key, count, since) VALUES (?, 10, ?)")
      .bind(`acct:${person.email}:sign-in:password`, Date.now())
      .run();
    expect(await enter(password, mine)).toBe(429);
    expect(await enter(password, cookiesOf(reset)[DEVICE_COOKIE] ?? "")).toBe(200);
  });

  it("count an unknown email address exactly like an existing one (A18)", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await signIn("ghost@example.com", "some password")).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  });

  it("reset the wrong attempts of an account after a successful sign-in", async () => {
    const person = await createAccount();
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 6; i++) expect((await signIn(person.email, "wrong password")).status).toBe(401);
      expect((await signIn(person.email, person.password)).status).toBe(200);
      const left = () =>
        env.DB.prepare("SELECT 1 FROM throttles WHERE key = ?").bind(`acct:${person.email}:sign-in:password`).first();
      await expect.poll(left).toBeNull();
    }
  });

  it("limit sign-ups from one IP address without affecting another", async () => {
    const attempt = (ip: string) =>
      call("POST", "/api/auth/sign-up", {}, { "CF-Connecting-IP": ip }).then((r) => r.status);
    const statuses = await Promise.all(Array.from({ length: 205 }, () => attempt("198.51.100.7")));
    expect(statuses.filter((s) => s === 429)).toHaveLength(5);
    expect(statuses.filter((s) => s === 422)).toHaveLength(200);
    expect(await attempt("198.51.100.8")).toBe(422);
  });
});

describe("stored credentials", () => {
  it("never contain a password, a session token or an emailed token in plain text (A22)", async () => {
    const email = "stored@example.com";
    const password = "a secret nobody stores";
    const reply = await call("POST", "/api/auth/sign-up", { email, password, full_name: "Sam Stored" });
    const verify = tokenIn(await emailTo(email, "Confirm"));
    const tables = ["accounts", "profiles", "sessions", "one_time_tokens", "throttles"];
    const rows = await Promise.all(tables.map((table) => env.DB.prepare(`SELECT * FROM ${table}`).all()));
    const dump = JSON.stringify(rows.map((r) => r.results));
    expect(dump).toContain("$scrypt$");
    const jar = cookiesOf(reply);
    for (const secret of [password, jar[SESSION_COOKIE], jar[ACCESS_COOKIE], verify])
      expect(dump).not.toContain(secret);
  });
});

it("replies about a person are marked as private and not to be stored", async () => {
  const person = await createAccount();
  for (const path of ["/api/auth/session", "/api/profile"]) {
    const reply = await person.request("GET", path);
    expect(reply.headers.get("Cache-Control")).toBe("private, no-store");
  }
  expect((await signIn(person.email, "wrong password")).headers.get("Cache-Control")).toBe("no-store");
});

it("every guarded route answers with the same message when the caller is signed out (A04)", async () => {
  for (const [method, path] of [
    ["GET", "/api/profile"],
    ["PATCH", "/api/profile"],
    ["POST", "/api/auth/verify-email/resend"],
    ["POST", "/api/rpc/check_and_lift_suspension"],
    ["GET", "/api/admin/mail"],
  ] as const) {
    const reply = await call(method, path, method === "GET" ? undefined : {});
    expect(reply.status, path).toBe(401);
    expect((await error(reply)).message).toBe(MESSAGES.notAuthenticated);
  }
});
