/** The link to the old address that undoes a change of the email address (A27). */
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import type { StoppedReply } from "#contract/account/auth";
import type { SecurityReply } from "#contract/account/second-factor";
import { DAY_MS } from "#domain/deadlines";
import {
  call,
  cookieHeader,
  cookiesOf,
  createAccount,
  TEST_PASSWORD,
  type TestAccount,
} from "../support/workerd/accounts.ts";
import { advance } from "../support/workerd/clock.ts";
import { refusal, reply } from "../support/workerd/deals.ts";
import { emailsTo, emailTo } from "../support/workerd/email.ts";
import { addPasskey, firstStep, secondStep, turnOnApp } from "../support/workerd/second-factor.ts";
import { runSql } from "../support/workerd/sql.ts";

const ASKED = "Someone asked to change your email address";
const NEW_PASSWORD = "eight yellow parrots";
const SECURITY = "/api/account/security";
let counter = 0;
const freshAddress = () => `stop-${++counter}-${Date.now()}@example.com`;

async function tokenIn(address: string, subject: string, name: string): Promise<string> {
  const { text } = await emailTo(address, subject);
  const token = new RegExp(`#${name}=([A-Za-z0-9_-]{43})`).exec(text)?.[1];
  if (!token) throw new Error(`No link in:\n${text}`);
  return token;
}

const ask = (who: TestAccount, email: string) => who.request("POST", "/api/auth/change-email", { email });
const confirm = async (address: string) => {
  const token = await tokenIn(address, "Confirm your new email address", "new-email");
  return call("POST", "/api/auth/change-email/confirm", { token });
};
const stopOf = (address: string) => tokenIn(address, ASKED, "stop-email-change");
const stop = (token: string) => call("POST", "/api/auth/change-email/stop", { token });
const signIn = (email: string, password = TEST_PASSWORD) => call("POST", "/api/auth/sign-in", { email, password });
const signUp = (email: string) =>
  call("POST", "/api/auth/sign-up", { email, password: "a loud mountain 24", full_name: "Alex Example" });
const emailOf = (id: string) => env.DB.prepare("SELECT email FROM accounts WHERE id = ?").bind(id).first("email");
const count = (table: string, id: string) =>
  env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE account_id = ?`).bind(id).first("n");

/** Somebody who knows the password has changed the address. */
async function taken() {
  const owner = await createAccount();
  const address = freshAddress();
  await reply(await ask(owner, address), 202);
  const link = await stopOf(owner.email);
  return { owner, address, link };
}

describe("the link to the old address", () => {
  it("stops a change that waits for its link, signs out every device and asks for a new password", async () => {
    const { owner, address, link } = await taken();
    const { reset_token } = await reply<StoppedReply>(await stop(link), 200);
    expect((await confirm(address)).status).toBe(410);
    expect(await emailOf(owner.id)).toBe(owner.email);
    expect((await owner.request("GET", "/api/auth/sessions")).status).toBe(401);
    expect((await signIn(owner.email)).status).toBe(401);
    const body = { token: reset_token, password: "eight yellow parrots" };
    await reply(await call("POST", "/api/auth/reset-password", body), 200);
    expect((await signIn(owner.email, "eight yellow parrots")).status).toBe(200);
    expect((await stop(link)).status).toBe(410);
  });

  it("gives the address back after the change, also after a new password, which ends no such link", async () => {
    const { owner, address, link } = await taken();
    await reply(await confirm(address), 200);
    const password = "nine green windows";
    await reply(await owner.request("PUT", "/api/account/security/password", { password }), 200);
    await reply(await stop(link), 200);
    expect(await emailOf(owner.id)).toBe(owner.email);
    const profile = env.DB.prepare("SELECT email FROM profiles WHERE id = ?").bind(owner.id);
    expect(await profile.first("email")).toBe(owner.email);
    expect((await signIn(address, password)).status).toBe(401);
    await emailTo(owner.email, "We stopped the change of your email address");
  });

  it("removes the factors and Google accounts since a week before the request, and leaves older ones", async () => {
    const owner = await createAccount();
    const app = await turnOnApp(owner);
    const link = (subject: string, at: number) =>
      runSql`INSERT INTO identities (provider, subject, account_id, created_at)
        VALUES ('google', ${subject}, ${owner.id}, ${at})`;
    await link(`own-${owner.id}`, Date.now() - 8 * DAY_MS);
    for (const [table, column] of [
      ["authenticator_apps", "confirmed_at"],
      ["recovery_codes", "created_at"],
    ]) {
      const earlier = `UPDATE ${table} SET ${column} = ${column} - ${8 * DAY_MS} WHERE account_id = ?`;
      await env.DB.prepare(earlier).bind(owner.id).run();
    }
    // Whoever asks may have added one just before.
    await addPasskey(owner);
    const address = freshAddress();
    await reply(await ask(owner, address), 202);
    await reply(await confirm(address), 200);
    await addPasskey(owner);
    await link(`theirs-${owner.id}`, Date.now());
    const { reset_token } = await reply<StoppedReply>(await stop(await stopOf(owner.email)), 200);
    expect(await count("passkeys", owner.id)).toBe(0);
    const google = env.DB.prepare("SELECT subject FROM identities WHERE account_id = ?").bind(owner.id);
    expect((await google.all()).results).toEqual([{ subject: `own-${owner.id}` }]);
    const body = { token: reset_token, password: "eight yellow parrots" };
    // Their own app still protects the account.
    await reply(await call("POST", "/api/auth/reset-password", body), 202);
    const browser = await firstStep({ ...owner, password: "eight yellow parrots" });
    await reply(await secondStep(browser, app.code()), 200);
  });

  /** What an intruder has begun. @returns what finishes it, in a batch just before which the link is used. */
  type Begin = (owner: TestAccount, address: string) => Promise<() => Promise<unknown>>;
  const UNDER_WAY: [string, Begin][] = [
    [
      "a sign-in",
      async ({ email }) =>
        () =>
          signIn(email),
    ],
    [
      "the first step of a sign-in",
      async (owner) => {
        await turnOnApp(owner);
        await runSql`UPDATE authenticator_apps SET confirmed_at = 1 WHERE account_id = ${owner.id}`;
        return () => signIn(owner.email);
      },
    ],
    [
      "the second step of a sign-in",
      async (owner) => {
        const { code } = await turnOnApp(owner);
        const browser = await firstStep(owner);
        return () => secondStep(browser, code());
      },
    ],
    [
      "a sign-in by passkey to an account without a password",
      async (owner) => {
        const { passkey } = await addPasskey(owner);
        await runSql`UPDATE accounts SET password_hash = NULL WHERE id = ${owner.id}`;
        const started = await call("POST", "/api/auth/passkeys/options");
        const response = await passkey.sign(await started.json());
        const Cookie = cookieHeader(cookiesOf(started));
        return () => call("POST", "/api/auth/passkeys", { response }, { Cookie });
      },
    ],
    ["a new passkey", async (owner) => () => addPasskey(owner).catch(() => undefined)],
    ["a new password", async (owner) => () => owner.request("PUT", `${SECURITY}/password`, { password: NEW_PASSWORD })],
    ["another new address", async (owner) => () => ask(owner, freshAddress())],
    [
      "a reset link to the new address",
      async (_, address) => {
        await reply(await confirm(address), 200);
        return async () => {
          await call("POST", "/api/auth/forgot-password", { email: address });
          await emailTo(address, "Set a new password");
        };
      },
    ],
  ];

  const WRITES =
    /^insert into (auth_challenges|"?(sessions|one_time_tokens|email_changes|passkeys))|^update "accounts" set "password/i;

  it.each(UNDER_WAY)("ends %s that is under way, which leaves nothing behind", async (_, begin) => {
    const { owner, address, link } = await taken();
    const finish = await begin(owner, address);
    const [prepare, batch] = [env.DB.prepare.bind(env.DB), env.DB.batch.bind(env.DB)];
    let [isWriting, resetToken] = [false, ""];
    vi.spyOn(env.DB, "prepare").mockImplementation((sql) => {
      isWriting ||= WRITES.test(sql);
      return prepare(sql);
    });
    vi.spyOn(env.DB, "batch").mockImplementation(async (statements) => {
      if (isWriting && resetToken === "") {
        vi.restoreAllMocks();
        resetToken = (await reply<StoppedReply>(await stop(link), 200)).reset_token;
      }
      return batch(statements);
    });
    await finish();
    expect(resetToken).not.toBe("");
    const counts = await env.DB.prepare(
      `SELECT (SELECT count(*) FROM sessions WHERE account_id = ?1) AS sessions,
        (SELECT count(*) FROM passkeys WHERE account_id = ?1) AS passkeys,
        (SELECT count(*) FROM auth_challenges WHERE account_id = ?1) AS steps,
        (SELECT count(*) FROM email_changes WHERE account_id = ?1) AS changes,
        (SELECT count(*) FROM email_change_stops WHERE account_id = ?1) AS stops,
        (SELECT count(*) FROM one_time_tokens WHERE account_id = ?1) AS links,
        (SELECT count(*) FROM notifications WHERE user_id = ?1 AND dedupe_key LIKE 'sign-in:%') AS alerts,
        (SELECT password_hash FROM accounts WHERE id = ?1) AS password`,
    )
      .bind(owner.id)
      .first();
    // The one link is for the owner's new password.
    const nothing = { sessions: 0, passkeys: 0, steps: 0, changes: 0, stops: 0, alerts: 0, password: null };
    expect(counts).toEqual({ ...nothing, links: 1 });
    const body = { token: resetToken, password: NEW_PASSWORD };
    expect([200, 202]).toContain((await call("POST", "/api/auth/reset-password", body)).status);
  });

  it("of the first request ends those of later ones, which went to addresses that are not the owner's", async () => {
    const { owner, address, link } = await taken();
    await reply(await confirm(address), 200);
    advance(1000);
    const third = freshAddress();
    await reply(await ask(owner, third), 202);
    const theirs = await stopOf(address);
    await reply(await confirm(third), 200);
    await reply(await stop(link), 200);
    expect((await stop(theirs)).status).toBe(410);
    expect(await emailOf(owner.id)).toBe(owner.email);
  });

  it("works for seven days", async () => {
    advance(0);
    const { owner, address, link } = await taken();
    await reply(await confirm(address), 200);
    advance(7 * DAY_MS);
    expect((await stop(link)).status).toBe(410);
    expect(await emailOf(owner.id)).toBe(address);
    advance(-1);
    await reply(await stop(link), 200);
  });

  it("reserves the address meanwhile, so that nobody can take it", async () => {
    const { owner, address, link } = await taken();
    await reply(await confirm(address), 200);
    expect((await signUp(owner.email)).status).toBe(202);
    await emailTo(owner.email, "This email address can't be used yet");
    const other = await createAccount();
    await reply(await ask(other, owner.email), 202);
    expect((await emailsTo(owner.email)).some(({ text }) => text.includes("#new-email="))).toBe(false);
    await reply(await stop(link), 200);
    expect(await emailOf(owner.id)).toBe(owner.email);
    expect((await signUp(address)).status).toBe(201);
  });

  it("is free again for everyone after seven days", async () => {
    const { owner, address } = await taken();
    await reply(await confirm(address), 200);
    advance(7 * DAY_MS);
    expect((await signUp(owner.email)).status).toBe(201);
  });

  it("is not sent to an address that nobody confirmed, which may be a stranger's", async () => {
    const person = await createAccount({ email_verified: false });
    await reply(await ask(person, freshAddress()), 202);
    const { text } = await emailTo(person.email, ASKED);
    expect(text).not.toContain("#stop-email-change=");
    expect(await count("email_change_stops", person.id)).toBe(0);
  });

  it("is sent for an address in use too, so that it says nothing about it (A18)", async () => {
    const [person, other] = [await createAccount(), await createAccount()];
    await reply(await ask(person, other.email), 202);
    await stopOf(person.email);
  });

  it("names the new address only in part", async () => {
    const { owner, address } = await taken();
    const { text, html } = await emailTo(owner.email, ASKED);
    expect(text + html).not.toContain(address);
  });

  it("leaves an entry in the audit log", async () => {
    const { owner, link } = await taken();
    await reply(await stop(link), 200);
    const entries = env.DB.prepare("SELECT action, details FROM audit_log WHERE subject = ?").bind(owner.id);
    expect((await entries.all()).results).toEqual([
      { action: "link_used", details: JSON.stringify({ kind: "stop_email_change" }) },
    ]);
  });

  it("refuses a token of another kind", async () => {
    const { address } = await taken();
    const token = await tokenIn(address, "Confirm your new email address", "new-email");
    expect((await stop(token)).status).toBe(410);
    expect(await refusal(await stop("x"), 422)).toMatchObject({ code: "invalid" });
  });
});

it("the settings show a pending change, which can be cancelled", async () => {
  const person = await createAccount();
  const address = freshAddress();
  await reply(await ask(person, address), 202);
  const pending = async () => (await reply<SecurityReply>(await person.request("GET", SECURITY), 200)).pending;
  expect(await pending()).toEqual([{ kind: "new_email", email: address, expires_at: expect.any(Number) as number }]);
  await reply(await person.request("DELETE", "/api/account/security/pending"), 200);
  expect(await pending()).toEqual([]);
  expect((await confirm(address)).status).toBe(410);
});
