/** Authenticator apps, recovery codes, the second step of a sign-in, and what staff need (D62, A138–A142). */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { SessionReply } from "#contract/account/auth";
import type { SecondStepReply, SecurityReply } from "#contract/account/second-factor";
import type { ErrorBody } from "#contract/errors";
import { CONFIRMED_FOR_MS } from "#domain/account/recent-authentication";
import { CHALLENGE_TTL_MS } from "#domain/account/retention";
import { codeAt } from "#domain/account/second-factor";
import { app } from "../../worker/app.ts";
import { removeEndedSessions } from "../../worker/features/account/auth/jobs.ts";
import { createServices } from "../../worker/services.ts";
import {
  call,
  cookieHeader,
  cookiesOf,
  createAccount,
  deployedHeaders,
  ORIGIN,
  type TestAccount,
} from "../support/workerd/accounts.ts";
import { later } from "../support/workerd/clock.ts";
import { reply } from "../support/workerd/deals.ts";
import { emailsTo, emailTo, tokenIn } from "../support/workerd/email.ts";
import { meetBefore } from "../support/workerd/meeting.ts";
import {
  addPasskey,
  firstStep,
  lastProved,
  openFirstFactor,
  secondStep,
  turnOnApp,
} from "../support/workerd/second-factor.ts";
import { allRows } from "../support/workerd/sql.ts";

const PATH = "/api/account/security";
const DETAILS = { account_name: "Jo Doe", bsb: "062-000", account_number: "123456" };
const NEW_PASSWORD = "three brown wombats";

const error = async (response: Response) => ((await response.json()) as ErrorBody).error;
const security = async (who: TestAccount) => reply<SecurityReply>(await who.request("GET", PATH), 200);
const confirm = (who: TestAccount, body: object) => who.request("POST", "/api/auth/confirm", body);
const changeBank = (who: TestAccount) => who.request("PATCH", "/api/profile", { bank_details: DETAILS });
const sessionsOf = async (id: string) =>
  (await allRows`SELECT id, second_factor_at FROM sessions WHERE account_id = ${id}`).results;

describe("an authenticator app", () => {
  it("is turned on with its first code, comes with recovery codes, and is asked for at the next sign-in", async () => {
    const person = await createAccount();
    const { code, recovery } = await turnOnApp(person);
    expect(new Set(recovery).size).toBe(10);
    expect(await security(person)).toMatchObject({ recovery_codes_left: 10, app_since: expect.any(Number) });
    expect((await emailTo(person.email, "Authenticator app turned on")).text).not.toContain(recovery[0] ?? "-");

    const response = await call("POST", "/api/auth/sign-in", { email: person.email, password: person.password });
    expect(response.status).toBe(202);
    expect(cookiesOf(response)).not.toHaveProperty("local-st");
    expect(((await response.json()) as SecondStepReply).second_step.methods).toEqual(["code"]);
    const browser = { Cookie: cookieHeader(cookiesOf(response)) };
    expect(await (await call("GET", "/api/auth/session", undefined, browser)).json()).toMatchObject({ user: null });

    const wrong = await secondStep(browser, "12 34 56");
    expect([wrong.status, (await error(wrong)).details?.fields?.[0]?.field]).toEqual([422, "code"]);
    const signedIn = await secondStep(browser, code());
    expect(await reply<SessionReply>(signedIn, 200)).toMatchObject({ user: { id: person.id } });
    const session = { Cookie: cookieHeader(cookiesOf(signedIn)) };
    // The session has proved the second factor, so it need not be asked again.
    expect((await call("PATCH", "/api/profile", { bank_details: DETAILS }, session)).status).toBe(200);
  });

  it("proves nothing before its first code, and its secret is not shown again", async () => {
    const person = await createAccount();
    const setup = (await (await person.request("POST", `${PATH}/app`)).json()) as { secret: string; address: string };
    expect(setup.address).toContain("otpauth://totp/Goodstreet:");
    expect((await person.request("POST", `${PATH}/app/confirm`, { code: "000000" })).status).toBe(422);
    const current = codeAt(setup.secret, Date.now());
    expect((await confirm(person, { code: current })).status).toBe(422);
    expect((await call("POST", "/api/auth/sign-in", { email: person.email, password: person.password })).status).toBe(
      200,
    );
    await reply(await person.request("POST", `${PATH}/app/confirm`, { code: current }), 200);
    expect(JSON.stringify(await security(person))).not.toContain(setup.secret);
    expect((await person.request("POST", `${PATH}/app`)).status).toBe(409);
  });

  it("has to be set up within half an hour", async () => {
    const person = await createAccount();
    const { secret } = (await (await person.request("POST", `${PATH}/app`)).json()) as { secret: string };
    const late = await later(31 * 60_000, () =>
      call("POST", `${PATH}/app/confirm`, { code: codeAt(secret, Date.now()) }, { Cookie: person.session_cookie }),
    );
    expect(late.status).toBe(410);
  });

  it("accepts each code once, also of two requests at the same time (A140)", async () => {
    const person = await createAccount();
    const { secret, code } = await turnOnApp(person);
    const [one, two] = [await firstStep(person), await firstStep(person)];
    const same = code();
    meetBefore(/^update "authenticator_apps" set "last_step"/i);
    const results = await Promise.all([secondStep(one, same), secondStep(two, same)]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 422]);
    // The code before it is still in its period, but older than the one that was used.
    expect((await confirm(person, { code: codeAt(secret, Date.now() - 30_000) })).status).toBe(422);
    expect((await confirm(person, { code: code() })).status).toBe(200);
  });

  it("pauses after five wrong codes, and a known device is not paused by others (A140)", async () => {
    const person = await createAccount();
    const { secret, code } = await turnOnApp(person);
    const signedIn = await secondStep(await firstStep(person), code());
    const device = { Cookie: cookieHeader({ "local-dv": cookiesOf(signedIn)["local-dv"] ?? "" }) };
    const browser = await firstStep(person);
    for (let guess = 0; guess < 5; guess++) expect((await secondStep(browser, "000000")).status).toBe(422);
    const paused = await secondStep(browser, code());
    expect(paused.status).toBe(429);
    expect(Number(paused.headers.get("Retry-After"))).toBeGreaterThan(0);
    const own = await later(60_000, () =>
      secondStep({ Cookie: `${browser.Cookie}; ${device.Cookie}` }, codeAt(secret, Date.now())),
    );
    expect(own.status).toBe(200);
  });

  it("ends with its recovery codes and proofs when it is turned off", async () => {
    const person = await createAccount();
    await turnOnApp(person);
    expect(await reply(await person.request("DELETE", `${PATH}/app`), 200)).toMatchObject({
      app_since: null,
      recovery_codes_left: 0,
    });
    expect((await sessionsOf(person.id)).map((row) => row.second_factor_at)).toEqual([null]);
    expect((await person.request("DELETE", `${PATH}/app`)).status).toBe(404);
    expect((await person.request("POST", `${PATH}/recovery-codes`)).status).toBe(409);
    await emailTo(person.email, "Authenticator app turned off");
  });
});

describe("recovery codes", () => {
  it("sign in once each, in any notation, and notify the owner (A140)", async () => {
    const person = await createAccount();
    const { recovery } = await turnOnApp(person);
    const [first = "", second = ""] = recovery;
    const browser = await firstStep(person);
    expect((await secondStep(browser, first.toUpperCase().replaceAll("-", " "))).status).toBe(200);
    expect((await secondStep(await firstStep(person), first)).status).toBe(422);
    expect(await security(person)).toMatchObject({ recovery_codes_left: 9 });
    await emailTo(person.email, "A recovery code was used");
    expect((await confirm(person, { code: second })).status).toBe(200);
    const { results } = await allRows`SELECT * FROM recovery_codes WHERE account_id = ${person.id}`;
    expect(results).toHaveLength(8);
    for (const code of recovery) expect(JSON.stringify(results)).not.toContain(code);
  });

  it("are replaced, and belong to one account", async () => {
    const [person, other] = [await createAccount(), await createAccount()];
    const { recovery } = await turnOnApp(person);
    const foreign = await turnOnApp(other);
    const { new_recovery_codes: fresh = [] } = await reply<SecurityReply>(
      await person.request("POST", `${PATH}/recovery-codes`),
      200,
    );
    const browser = await firstStep(person);
    expect((await secondStep(browser, recovery[0] ?? "")).status).toBe(422);
    expect((await secondStep(browser, foreign.recovery[0] ?? "")).status).toBe(422);
    expect((await secondStep(browser, fresh[0] ?? "")).status).toBe(200);
  });
});

describe("the second step of a sign-in", () => {
  it("belongs to one browser, ends after five minutes, and works once (A138)", async () => {
    const person = await createAccount();
    const { code } = await turnOnApp(person);
    const right = code();
    const browser = await firstStep(person);
    expect((await secondStep({}, right)).status).toBe(410);
    expect((await secondStep({ Cookie: `local-ch=${"a".repeat(43)}` }, right)).status).toBe(410);
    expect((await call("GET", "/api/auth/second-step", undefined, browser)).status).toBe(200);
    const late = await later(CHALLENGE_TTL_MS, () => call("GET", "/api/auth/second-step", undefined, browser));
    expect(late.status).toBe(410);
    expect((await secondStep(browser, right)).status).toBe(200);
    expect((await secondStep(browser, code())).status).toBe(410);
    expect(await sessionsOf(person.id)).toHaveLength(2);
  });

  it("ends when the password changes (A138)", async () => {
    const person = await createAccount();
    const { code } = await turnOnApp(person);
    const browser = await firstStep(person);
    await reply(await person.request("PUT", `${PATH}/password`, { password: NEW_PASSWORD }), 200);
    expect((await secondStep(browser, code())).status).toBe(410);
  });

  it("comes after a password reset too, and the reset leaves the second factor as it is (A141)", async () => {
    const person = await createAccount();
    const { code } = await turnOnApp(person);
    await call("POST", "/api/auth/forgot-password", { email: person.email });
    const token = tokenIn(await emailTo(person.email, "Set a new password"));
    const response = await call("POST", "/api/auth/reset-password", { token, password: NEW_PASSWORD });
    expect(response.status).toBe(202);
    expect(cookiesOf(response)).not.toHaveProperty("local-st");
    expect(await sessionsOf(person.id)).toEqual([]);
    expect((await secondStep({ Cookie: cookieHeader(cookiesOf(response)) }, code())).status).toBe(200);
  });

  it("loses the factors that someone added before the address was confirmed, after a reset (A141)", async () => {
    const person = await createAccount({ email_verified: false });
    await turnOnApp(person);
    await addPasskey(person);
    await call("POST", "/api/auth/forgot-password", { email: person.email });
    const token = tokenIn(await emailTo(person.email, "Set a new password"));
    const response = await call("POST", "/api/auth/reset-password", { token, password: NEW_PASSWORD });
    expect(response.status).toBe(200);
    const headers = { Cookie: cookieHeader(cookiesOf(response)) };
    expect(await reply(await call("GET", PATH, undefined, headers), 200)).toMatchObject({
      passkeys: [],
      app_since: null,
      recovery_codes_left: 0,
    });
  });

  it("is removed by the job when it has ended", async () => {
    const person = await createAccount();
    await turnOnApp(person);
    await firstStep(person);
    const rows = () => allRows`SELECT 1 FROM auth_challenges WHERE account_id = ${person.id}`;
    expect((await rows()).results).toHaveLength(1);
    const services = { ...createServices(env, () => undefined), now: () => Date.now() + CHALLENGE_TTL_MS + 1 };
    await removeEndedSessions(services);
    expect((await rows()).results).toEqual([]);
  });
});

describe("a person who has lost every factor", () => {
  it("gets their account back through staff, who write down why (A141)", async () => {
    const [person, staff] = [await createAccount(), await createAccount({ role: "admin" })];
    const path = `/api/admin/users/${person.id}`;
    const body = { request: "second_factor", note: "Lost the phone, answered from the same address." };
    expect((await staff.request("POST", `${path}/own-data`, body)).status).toBe(409);
    await turnOnApp(person);
    await addPasskey(person);
    expect(await reply(await staff.request("GET", path), 200)).toMatchObject({ second_factor: true });
    expect(await reply(await staff.request("POST", `${path}/own-data`, body), 200)).toMatchObject({
      second_factor: false,
    });
    expect(await security(person)).toMatchObject({ passkeys: [], app_since: null, recovery_codes_left: 0 });
    const { results } = await allRows`SELECT actor_id, action FROM audit_log WHERE subject = ${person.id}`;
    expect(results).toEqual([{ actor_id: staff.id, action: "second_factor_removed" }]);
    await emailTo(person.email, "Two-step sign-in was turned off");
    expect((await call("POST", "/api/auth/sign-in", { email: person.email, password: person.password })).status).toBe(
      200,
    );
  });
});

describe("a sensitive change", () => {
  const CHANGES: [string, (who: TestAccount) => Promise<Response>][] = [
    ["bank details", changeBank],
    ["the email address", (who) => who.request("POST", "/api/auth/change-email", { email: `new-${who.email}` })],
    ["the payout account", (who) => who.request("POST", "/api/seller-hub/payout-account")],
    ["deleting the account", (who) => who.request("POST", "/api/account/deletion")],
    ["a copy of the data", (who) => who.request("POST", "/api/account/data/export")],
    ["the password", (who) => who.request("PUT", `${PATH}/password`, { password: NEW_PASSWORD })],
    ["a new passkey", (who) => who.request("POST", `${PATH}/passkeys/options`)],
    ["new recovery codes", (who) => who.request("POST", `${PATH}/recovery-codes`)],
    ["turning the app off", (who) => who.request("DELETE", `${PATH}/app`)],
    ["the end of what is pending", (who) => who.request("DELETE", `${PATH}/pending`)],
    ["the end of other sessions", (who) => who.request("POST", "/api/auth/sessions/end-others")],
    ["the end of one session", (who) => who.request("DELETE", "/api/auth/sessions/ses_nobody000000000000")],
    ["a confirmation by the password", (who) => confirm(who, { password: who.password })],
  ];

  it.each(CHANGES)("asks for the second factor ten minutes after it was proved: %s (A141)", async (_, change) => {
    const person = await createAccount({ account_type: "seller" });
    await turnOnApp(person);
    await lastProved(person, CONFIRMED_FOR_MS);
    const response = await change(person);
    expect(response.status).toBe(403);
    expect(await error(response)).toMatchObject({
      code: "confirmation_required",
      details: { confirm_with: ["code"] },
    });
  });

  it("is not allowed by the password once there is a second factor, but by its code (A141)", async () => {
    const person = await createAccount();
    const { code } = await turnOnApp(person);
    await lastProved(person, CONFIRMED_FOR_MS);
    expect((await confirm(person, { password: person.password })).status).toBe(403);
    expect((await changeBank(person)).status).toBe(403);
    expect((await confirm(person, { code: code() })).status).toBe(200);
    expect((await changeBank(person)).status).toBe(200);
  });

  it("is allowed by the password without a second factor, for ten minutes", async () => {
    const person = await createAccount();
    await lastProved(person, CONFIRMED_FOR_MS);
    const refused = await person.request("POST", `${PATH}/app`);
    expect((await error(refused)).details).toEqual({ confirm_with: ["password"] });
    expect((await confirm(person, { password: person.password })).status).toBe(200);
    expect((await person.request("POST", `${PATH}/app`)).status).toBe(200);
  });

  it("is refused to staff who look at an account, as is everything about its second factor (A141)", async () => {
    const [staff, person] = [await createAccount({ role: "admin" }), await createAccount()];
    await turnOnApp(person);
    const view = await staff.request("POST", `/api/admin/users/${person.id}/view`, { note: "Reported a problem." });
    const viewing = { Cookie: `${cookieHeader(cookiesOf(view))}; ${staff.session_cookie}` };
    for (const [method, path, body] of [
      ["GET", PATH, undefined],
      ["PUT", `${PATH}/password`, { password: NEW_PASSWORD }],
      ["POST", `${PATH}/passkeys/options`, undefined],
      ["POST", `${PATH}/app`, undefined],
      ["POST", `${PATH}/recovery-codes`, undefined],
      ["DELETE", `${PATH}/app`, undefined],
      ["POST", "/api/auth/confirm", { code: "000000" }],
      ["POST", "/api/auth/passkeys/confirm/options", undefined],
    ] as const) {
      const response = await call(method, path, body, viewing);
      expect([path, (await error(response)).code]).toEqual([path, "viewing_only"]);
    }
  });
});

describe("a change of the password in the settings", () => {
  it("signs out every other device, keeps this one, and tells the owner", async () => {
    const person = await createAccount();
    const other = await call("POST", "/api/auth/sign-in", { email: person.email, password: person.password });
    const elsewhere = { Cookie: cookieHeader(cookiesOf(other)) };
    await call("POST", "/api/auth/forgot-password", { email: person.email });
    const link = tokenIn(await emailTo(person.email, "Set a new password"));
    expect((await person.request("PUT", `${PATH}/password`, { password: "password12" })).status).toBe(422);
    await reply(await person.request("PUT", `${PATH}/password`, { password: NEW_PASSWORD }), 200);
    expect((await call("PATCH", "/api/profile", { city: "Perth" }, elsewhere)).status).toBe(401);
    expect((await person.request("PATCH", "/api/profile", { city: "Perth" })).status).toBe(200);
    const signIn = (password: string) => call("POST", "/api/auth/sign-in", { email: person.email, password });
    expect((await signIn(person.password)).status).toBe(401);
    expect((await signIn(NEW_PASSWORD)).status).toBe(200);
    expect((await emailTo(person.email, "Your password was changed")).text).toContain("every other device");
    // A link that was sent before no longer works.
    expect((await call("POST", "/api/auth/reset-password", { token: link, password: NEW_PASSWORD })).status).toBe(410);
  });
});

describe("a sign-in", () => {
  const subjects = async (who: TestAccount) =>
    (await emailsTo(who.email)).filter(({ subject }) => subject === "New sign-in to your account");

  it("is announced on a new device by email and notification, and not on a known one (A142)", async () => {
    const person = await createAccount();
    const agent = { "User-Agent": "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) Chrome/143.0 Safari/537.36" };
    const body = { email: person.email, password: person.password };
    const first = await call("POST", "/api/auth/sign-in", body, agent);
    expect((await emailTo(person.email, "New sign-in")).text).toContain("Chrome on Mac");
    const { items } = await reply<{ items: { title: string; link: string }[] }>(
      await person.request("GET", "/api/notifications"),
      200,
    );
    expect(items).toMatchObject([{ title: "New sign-in to your account", link: "/Settings#security" }]);
    const device = { Cookie: cookieHeader({ "local-dv": cookiesOf(first)["local-dv"] ?? "" }) };
    await reply(await call("POST", "/api/auth/sign-in", body, { ...agent, ...device }), 200);
    expect(await subjects(person)).toHaveLength(1);
  });

  it("is not announced when the account is new", async () => {
    const email = `fresh-${crypto.randomUUID()}@example.com`;
    await reply(
      await call("POST", "/api/auth/sign-up", { email, password: NEW_PASSWORD, full_name: "Fay Fresh" }),
      201,
    );
    expect((await emailsTo(email)).map(({ subject }) => subject)).toEqual(["Confirm your email address"]);
  });
});

describe("staff", () => {
  const overview = (headers: Record<string, string>) => call("GET", "/api/admin/overview", undefined, headers);

  it("are refused on every admin route until they set up a second factor, and their role waits for it (A142)", async () => {
    const staff = await createAccount({ role: "super_admin", second_factor: false });
    const session = { Cookie: staff.session_cookie };
    const refused = await overview(session);
    expect(refused.status).toBe(403);
    expect(await error(refused)).toMatchObject({
      code: "second_factor_required",
      details: { second_factor: "set_up" },
    });
    for (const path of ["/api/admin/users", "/api/admin/audit-log", "/api/admin/mail", "/api/admin/site-settings"]) {
      expect([path, (await error(await call("GET", path, undefined, session))).code]).toEqual([
        path,
        "second_factor_required",
      ]);
    }
    const me = await reply<SessionReply>(await call("GET", "/api/auth/session", undefined, session), 200);
    expect(me).toMatchObject({ second_factor: "set_up", profile: { role: "super_admin" } });

    await openFirstFactor(staff);
    await turnOnApp(staff);
    expect((await overview(session)).status).toBe(200);
    const after = await reply<SessionReply>(await call("GET", "/api/auth/session", undefined, session), 200);
    expect(after.second_factor).toBeUndefined();
  });

  it("confirm it in a session that began before, and lose their role when they remove it (A142)", async () => {
    const staff = await createAccount({ role: "admin", second_factor: false });
    const before = await call("POST", "/api/auth/sign-in", { email: staff.email, password: staff.password });
    const earlier = { Cookie: cookieHeader(cookiesOf(before)) };
    await openFirstFactor(staff);
    const { code } = await turnOnApp(staff);
    expect((await error(await overview(earlier))).details).toEqual({ second_factor: "confirm" });
    const confirmed = await call("POST", "/api/auth/confirm", { code: code() }, earlier);
    expect(confirmed.status).toBe(200);
    expect((await overview(earlier)).status).toBe(200);
    await reply(await staff.request("DELETE", `${PATH}/app`), 200);
    expect((await error(await overview(earlier))).details).toEqual({ second_factor: "set_up" });
  });

  it("with a password alone have no right of staff outside the admin pages either (A142)", async () => {
    const person = await createAccount({ is_suspended: true, suspension_end_date: 1 });
    const staff = await createAccount({ role: "super_admin", second_factor: false, full_name: "Robin Example" });
    const lift = (who: TestAccount) =>
      who.request("POST", "/api/rpc/check_and_lift_suspension", { user_id: person.id });
    const rename = (who: TestAccount) => who.request("PATCH", "/api/profile", { full_name: "Goodstreet Admin" });
    expect((await lift(staff)).status).toBe(404);
    expect((await rename(staff)).status).toBe(422);
    const proved = await createAccount({ role: "admin" });
    expect((await lift(proved)).status).toBe(200);
    expect((await rename(proved)).status).toBe(200);
  });

  it("can leave it off on a developer's machine, never in a deployment (A142)", async () => {
    const staff = await createAccount({ role: "admin", second_factor: false });
    const ask = async (APP_ENV: "local" | "production", headers: Record<string, string>) => {
      const context = { waitUntil: () => undefined, passThroughOnException: () => undefined } as never;
      const request = new Request(`${ORIGIN}/api/admin/overview`, { headers });
      return app.fetch(request, { ...env, APP_ENV, STAFF_SECOND_FACTOR: "off" }, context);
    };
    const session = { cookie: staff.session_cookie };
    expect((await ask("local", { Cookie: session.cookie })).status).toBe(200);
    const deployed = await ask("production", deployedHeaders(session));
    expect((await error(deployed)).code).toBe("second_factor_required");
  });
});
