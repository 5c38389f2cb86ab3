/** Passkeys: adding, signing in, confirming a change, and what is refused (D62, A138, A139). */
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionReply } from "#contract/account/auth";
import type { SecurityReply } from "#contract/account/second-factor";
import type { ErrorBody } from "#contract/errors";
import { CONFIRMED_FOR_MS } from "#domain/account/recent-authentication";
import { CHALLENGE_TTL_MS } from "#domain/account/retention";
import { PASSKEYS_MAX } from "#domain/account/second-factor";
import { app } from "../../worker/app.ts";
import { call, cookieHeader, cookiesOf, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { Authenticator, type Options } from "../support/workerd/authenticator.ts";
import { later } from "../support/workerd/clock.ts";
import { reply } from "../support/workerd/deals.ts";
import { emailTo } from "../support/workerd/email.ts";
import { addPasskey, firstStep, lastProved, openFirstFactor } from "../support/workerd/second-factor.ts";

const PATH = "/api/account/security/passkeys";
const DETAILS = { account_name: "Jo Doe", bsb: "062-000", account_number: "123456" };

// Refused passkeys log their reason, and these tests cause many.
beforeEach(() => void vi.spyOn(console, "info").mockImplementation(() => undefined));

const error = async (response: Response) => ((await response.json()) as ErrorBody).error;
const changeBank = (who: TestAccount) => who.request("PATCH", "/api/profile", { bank_details: DETAILS });

/** Asks for a challenge to sign in, on a new browser unless its cookies are given. */
async function signInOptions(browser: Record<string, string> = {}) {
  const response = await call("POST", "/api/auth/passkeys/options", undefined, browser);
  const cookie = [browser.Cookie, cookieHeader(cookiesOf(response))].filter(Boolean).join("; ");
  return { options: await reply<Options>(response, 200), browser: { Cookie: cookie } };
}

const signIn = async (response: object, browser: Record<string, string>) =>
  call("POST", "/api/auth/passkeys", { response }, browser);

async function confirmOptions(who: TestAccount): Promise<Options> {
  return reply<Options>(await who.request("POST", "/api/auth/passkeys/confirm/options"), 200);
}
const confirm = (who: TestAccount, response: object) => who.request("POST", "/api/auth/passkeys/confirm", { response });

async function addOptions(who: TestAccount) {
  return reply<Options & { user: { id: string } }>(await who.request("POST", `${PATH}/options`), 200);
}
const add = (who: TestAccount, response: object) => who.request("POST", PATH, { name: "My key", response });

describe("a passkey", () => {
  it("signs in without a password, as a second factor too", async () => {
    const person = await createAccount();
    const { passkey, security } = await addPasskey(person);
    expect(security).toMatchObject({ passkeys: [{ name: "Chrome on Mac", last_used_at: null }] });
    expect(security.new_recovery_codes).toHaveLength(10);
    await emailTo(person.email, "A passkey was added");

    const { options, browser } = await signInOptions();
    const response = await signIn(await passkey.sign(options), browser);
    expect(await reply<SessionReply>(response, 200)).toMatchObject({ user: { id: person.id } });
    const session = { Cookie: cookieHeader(cookiesOf(response)) };
    expect((await call("PATCH", "/api/profile", { bank_details: DETAILS }, session)).status).toBe(200);
    const after = await reply<SecurityReply>(await person.request("GET", "/api/account/security"), 200);
    expect(after.passkeys[0]?.last_used_at).toBeGreaterThan(0);
    const text = JSON.stringify(after);
    expect(text).not.toContain(passkey.id);
  });

  it("finishes a sign-in that began with the password", async () => {
    const person = await createAccount();
    const { passkey } = await addPasskey(person);
    const first = await firstStep(person);
    const { options, browser } = await signInOptions(first);
    expect((await signIn(await passkey.sign(options), browser)).status).toBe(200);
    expect((await call("GET", "/api/auth/second-step", undefined, first)).status).toBe(410);
  });

  it("opens the admin pages to staff", async () => {
    const staff = await createAccount({ role: "admin", second_factor: false });
    await openFirstFactor(staff);
    const { passkey } = await addPasskey(staff);
    const { options, browser } = await signInOptions();
    const response = await signIn(await passkey.sign(options), browser);
    expect(await reply<SessionReply>(response, 200)).not.toHaveProperty("second_factor");
    const session = { Cookie: cookieHeader(cookiesOf(response)) };
    expect((await call("GET", "/api/admin/overview", undefined, session)).status).toBe(200);
  });

  it("confirms a sensitive change in this session", async () => {
    const person = await createAccount();
    const { passkey } = await addPasskey(person);
    await lastProved(person, CONFIRMED_FOR_MS);
    expect((await error(await changeBank(person))).details).toEqual({ confirm_with: ["passkey", "code"] });
    expect((await confirm(person, await passkey.sign(await confirmOptions(person)))).status).toBe(200);
    expect((await changeBank(person)).status).toBe(200);
  });

  it("is removed with the recovery codes and proofs, if it was the last factor", async () => {
    const person = await createAccount();
    const { security } = await addPasskey(person);
    const { passkey } = await addPasskey(person);
    const remove = (id = "") => person.request("DELETE", `${PATH}/${id}`);
    const left = await reply<SecurityReply>(await remove(security.passkeys[0]?.id), 200);
    expect(left).toMatchObject({ recovery_codes_left: 10 });
    const stranger = await createAccount();
    expect((await stranger.request("DELETE", `${PATH}/${left.passkeys[0]?.id}`)).status).toBe(404);
    expect(await reply(await remove(left.passkeys[0]?.id), 200)).toMatchObject({
      passkeys: [],
      recovery_codes_left: 0,
    });
    const { options, browser } = await signInOptions();
    expect((await signIn(await passkey.sign(options), browser)).status).toBe(401);
    const body = { email: person.email, password: person.password };
    expect((await call("POST", "/api/auth/sign-in", body)).status).toBe(200);
  });

  it("belongs to one account, and an account has ten", async () => {
    const [person, other] = [await createAccount(), await createAccount()];
    const { passkey } = await addPasskey(person);
    const again = await add(other, await passkey.register(await addOptions(other)));
    expect(again.status).toBe(409);
    const full = Array.from({ length: PASSKEYS_MAX }, (_, n) =>
      env.DB.prepare(
        `INSERT INTO passkeys (id, account_id, credential_id, public_key, counter, transports, name, created_at)
         VALUES (?1, ?2, ?1, 'a2V5', 0, '[]', 'Key', 1)`,
      ).bind(`pky_full${n}${other.id.slice(-8)}`, other.id),
    );
    const options = await addOptions(other);
    await env.DB.batch(full);
    const fresh = await Authenticator.create();
    expect((await add(other, await fresh.register(options))).status).toBe(409);
    expect((await other.request("POST", `${PATH}/options`)).status).toBe(409);
  });

  it("can't be made where the address of the site isn't known", async () => {
    const person = await createAccount();
    const context = { waitUntil: () => undefined, passThroughOnException: () => undefined } as never;
    for (const APP_ORIGIN of ["", "http://127.0.0.1:8787"]) {
      const request = new Request("https://evil.example/api/account/security", {
        headers: { Cookie: person.cookie.replaceAll("local-", "__Host-") },
      });
      const response = await app.fetch(request, { ...env, APP_ENV: "production", APP_ORIGIN }, context);
      expect(await response.json()).toMatchObject({ passkeys_available: false });
    }
  });
});

describe("a new passkey", () => {
  it("needs a challenge of this session, made after a confirmation, and uses it up (A138)", async () => {
    const [person, other] = [await createAccount(), await createAccount()];
    const passkey = await Authenticator.create();
    const foreign = await addOptions(other);
    expect((await add(person, await passkey.register(foreign))).status).toBe(422);
    expect((await add(person, await passkey.register({ ...foreign, challenge: "bm90aGluZw" }))).status).toBe(422);
    const options = await addOptions(person);
    const late = await later(CHALLENGE_TTL_MS, async () =>
      call("POST", PATH, { name: "Key", response: await passkey.register(options) }, { Cookie: person.session_cookie }),
    );
    expect(late.status).toBe(422);
    const wrong = await addOptions(person);
    expect((await add(person, await passkey.register(wrong, { origin: "https://evil.example" }))).status).toBe(422);
    expect((await add(person, await passkey.register(wrong))).status).toBe(422);
    await lastProved(person, CONFIRMED_FOR_MS);
    expect((await error(await person.request("POST", `${PATH}/options`))).code).toBe("confirmation_required");
  });

  it.each([
    ["another origin", { origin: "https://evil.example" }],
    ["another host", { host: "evil.example" }],
    ["a key that was not unlocked", { verified: false }],
    ["a signature instead of a new key", { type: "webauthn.get" }],
  ])("is refused from %s", async (_, changes) => {
    const person = await createAccount();
    const passkey = await Authenticator.create();
    expect((await add(person, await passkey.register(await addOptions(person), changes))).status).toBe(422);
  });
});

describe("a signature of a passkey", () => {
  it("needs a challenge of this browser and purpose, within five minutes, and uses it up (A138)", async () => {
    const person = await createAccount();
    const { passkey } = await addPasskey(person);
    const { options, browser } = await signInOptions();
    const other = await signInOptions();
    expect((await signIn(await passkey.sign(options), {})).status).toBe(401);
    expect((await signIn(await passkey.sign(options), other.browser)).status).toBe(401);
    expect((await signIn(await passkey.sign({ challenge: "bm90aGluZw" }), browser)).status).toBe(401);
    const late = await later(CHALLENGE_TTL_MS, async () => signIn(await passkey.sign(options), browser));
    expect(late.status).toBe(401);
    expect((await confirm(person, await passkey.sign(options))).status).toBe(422);
    expect((await signIn(await passkey.sign(await confirmOptions(person)), browser)).status).toBe(401);
    expect((await signIn(await passkey.sign(options), browser)).status).toBe(200);
    expect((await signIn(await passkey.sign(options), browser)).status).toBe(401);
  });

  it.each([
    ["another origin", { origin: "https://evil.example" }],
    ["another host", { host: "evil.example" }],
    ["a key that was not unlocked", { verified: false }],
    ["a counter that went back", { counter: 1 }],
  ])("is refused from %s (A139)", async (_, changes) => {
    const person = await createAccount();
    const { passkey } = await addPasskey(person);
    const { options, browser } = await signInOptions();
    expect((await signIn(await passkey.sign(options, changes), browser)).status).toBe(401);
    const next = await signInOptions();
    expect((await signIn(await passkey.sign(next.options), next.browser)).status).toBe(200);
  });

  it("with one counter is accepted once, also of two at the same time (A139)", async () => {
    const person = await createAccount();
    const { passkey } = await addPasskey(person);
    const [one, two] = [await signInOptions(), await signInOptions()];
    const results = await Promise.all(
      [one, two].map(async ({ options, browser }) => signIn(await passkey.sign(options, { counter: 9 }), browser)),
    );
    expect(results.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it("works for an authenticator that does not count", async () => {
    const person = await createAccount();
    const passkey = await Authenticator.create();
    expect((await add(person, await passkey.register(await addOptions(person), { counter: 0 }))).status).toBe(200);
    for (let time = 0; time < 2; time++) {
      const { options, browser } = await signInOptions();
      expect((await signIn(await passkey.sign(options, { counter: 0 }), browser)).status).toBe(200);
    }
  });

  it("of another person confirms nothing, and one that nobody added signs nobody in (A138)", async () => {
    const [person, other] = [await createAccount(), await createAccount()];
    await addPasskey(person);
    const { passkey } = await addPasskey(other);
    expect((await confirm(person, await passkey.sign(await confirmOptions(person)))).status).toBe(422);
    const unknown = await Authenticator.create();
    const { options, browser } = await signInOptions();
    const response = await signIn(await unknown.sign(options), browser);
    expect([response.status, (await error(response)).message]).toEqual([
      401,
      "That passkey didn't work. Please try again.",
    ]);
    const without = await createAccount();
    expect((await without.request("POST", "/api/auth/passkeys/confirm/options")).status).toBe(409);
  });

  it("does not sign in the user that the authenticator doesn't name (A139)", async () => {
    const [person, other] = [await createAccount(), await createAccount()];
    const { passkey } = await addPasskey(person);
    // Moved to another account in the database: the authenticator still names the first one.
    await env.DB.prepare("UPDATE passkeys SET account_id = ? WHERE account_id = ?").bind(other.id, person.id).run();
    await env.DB.prepare("DELETE FROM recovery_codes WHERE account_id = ?").bind(person.id).run();
    const { options, browser } = await signInOptions();
    expect((await signIn(await passkey.sign(options), browser)).status).toBe(401);
  });
});
