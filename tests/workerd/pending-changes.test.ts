/**
 * Whatever an intruder has asked for ends with every change of a credential (A27). Walks every pair of something pending
 * and a change. What is pending is asked for in a second session of the account, as an intruder would.
 */

import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { StoredText } from "#contract/account/phone";
import type { AppSetupReply } from "#contract/account/second-factor";
import { SESSION_TTL_MS } from "#domain/account/retention";
import { codeAt } from "#domain/account/second-factor";
import { signAccessToken } from "../../worker/http/access-token.ts";
import { createServices } from "../../worker/services.ts";
import {
  ACCESS_COOKIE,
  call,
  cookieHeader,
  cookiesOf,
  createAccount,
  type TestAccount,
} from "../support/workerd/accounts.ts";
import { Authenticator, type Options } from "../support/workerd/authenticator.ts";
import { reply } from "../support/workerd/deals.ts";
import { emailTo } from "../support/workerd/email.ts";
import { addPasskey, turnOnApp } from "../support/workerd/second-factor.ts";

let counter = 0;
const services = createServices(env, () => undefined);
const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();

/** Returns the token of the link in the latest email with this subject. */
async function linkTo(address: string, subject: string, name: string): Promise<string> {
  const { text } = await emailTo(address, subject);
  const token = new RegExp(`#${name}=([A-Za-z0-9_-]{43})`).exec(text)?.[1];
  if (!token) throw new Error(`No link in:\n${text}`);
  return token;
}

/** Another session of the account, which has proved the second factor. */
async function secondSession(person: TestAccount): Promise<TestAccount> {
  const session_id = services.newId("ses");
  const now = services.now();
  await run(
    `INSERT INTO sessions (id, token_hash, account_id, created_at, seen_at, expires_at, second_factor_at)
     VALUES (?1, ?1, ?2, ?3, ?3, ?4, ?3)`,
    session_id,
    person.id,
    now,
    now + SESSION_TTL_MS,
  );
  const token = await signAccessToken(services, { id: person.id, role: "user", session_id });
  const headers = { Cookie: `${ACCESS_COOKIE}=${token}` };
  const request: TestAccount["request"] = (method, path, body, extra = {}) =>
    call(method, path, body, { ...headers, ...extra });
  return { ...person, session_id, headers, request };
}

interface Scene {
  owner: TestAccount;
  intruder: TestAccount;
  /** The owner's passkey, because an account needs a factor for a second step. */
  passkey: string;
  newAddress: string;
}

/** Asks for something. @returns what uses it, with the status of the reply. */
type Ask = (scene: Scene) => Promise<() => Promise<number>>;

const PENDING: Record<string, Ask> = {
  "a new email address": async ({ intruder, newAddress }) => {
    await reply(await intruder.request("POST", "/api/auth/change-email", { email: newAddress }), 202);
    const token = await linkTo(newAddress, "Confirm your new email address", "new-email");
    return async () => (await call("POST", "/api/auth/change-email/confirm", { token })).status;
  },
  "a reset link": async ({ owner }) => {
    await reply(await call("POST", "/api/auth/forgot-password", { email: owner.email }), 202);
    const token = await linkTo(owner.email, "Set a new password", "token");
    const body = { token, password: "nine green windows" };
    return async () => (await call("POST", "/api/auth/reset-password", body)).status;
  },
  "a confirmation link": async ({ owner, intruder }) => {
    await run("UPDATE accounts SET email_verified = 0 WHERE id = ?", owner.id);
    await reply(await intruder.request("POST", "/api/auth/verify-email/resend"), 202);
    await run("UPDATE accounts SET email_verified = 1 WHERE id = ?", owner.id);
    const token = await linkTo(owner.email, "Confirm your email address", "verify");
    return async () => (await call("POST", "/api/auth/verify-email", { token })).status;
  },
  "the second step of a sign-in": async ({ owner: { email, password } }) => {
    const first = await call("POST", "/api/auth/sign-in", { email, password });
    expect(first.status).toBe(202);
    const browser = { Cookie: cookieHeader(cookiesOf(first)) };
    return async () => (await call("GET", "/api/auth/second-step", undefined, browser)).status;
  },
  "a new passkey": async ({ intruder }) => {
    const path = "/api/account/security/passkeys";
    const options = await reply<Options & { user: { id: string } }>(
      await intruder.request("POST", `${path}/options`),
      200,
    );
    const response = await (await Authenticator.create()).register(options);
    return async () => (await intruder.request("POST", path, { name: "Theirs", response })).status;
  },
  "a new authenticator app": async ({ intruder }) => {
    const path = "/api/account/security/app";
    const { secret } = await reply<AppSetupReply>(await intruder.request("POST", path), 200);
    return async () => (await intruder.request("POST", `${path}/confirm`, { code: codeAt(secret, Date.now()) })).status;
  },
  "a code for a phone number": async ({ owner, intruder }) => {
    const number = `0413 000 ${String(++counter).padStart(3, "0")}`;
    await reply(await intruder.request("POST", "/api/account/phone/code", { number }), 200);
    const staff = await createAccount({ role: "admin" });
    const { items } = await reply<{ items: StoredText[] }>(await staff.request("GET", "/api/admin/mail/texts"), 200);
    const code = /^\d{6}/.exec(items.find(({ to }) => to === number)?.text ?? "")?.[0];
    return async () => (await owner.request("POST", "/api/account/phone/confirm", { code })).status;
  },
};

const stopToken = ({ owner }: Scene) =>
  linkTo(owner.email, "Someone asked to change your email address", "stop-email-change");
const pressStop = (token: string) => call("POST", "/api/auth/change-email/stop", { token });

interface Change {
  /** What has to be there before anything is pending. @returns the change, with the statuses of its replies. */
  prepare: (scene: Scene) => Promise<(scene: Scene) => Promise<Response>>;
  /** Which can't be pending together with this change. */
  without?: (keyof typeof PENDING)[];
  /** Whether it is the use of the link to the old address, which leads on to a new password. */
  isStop?: boolean;
}

const now =
  (change: (scene: Scene) => Promise<Response>): Change["prepare"] =>
  async () =>
    change;
const post = (path: string, body?: unknown) => now(({ owner }) => owner.request("POST", path, body));
const SECURITY = "/api/account/security";

const CHANGES: Record<string, Change> = {
  "a new password": {
    prepare: now(({ owner }) => owner.request("PUT", `${SECURITY}/password`, { password: "seven blue kettles" })),
  },
  "a reset of the password": {
    prepare: now(async ({ owner }) => {
      const token = await linkTo(owner.email, "Set a new password", "token");
      return call("POST", "/api/auth/reset-password", { token, password: "seven blue kettles" });
    }),
  },
  "another passkey": {
    prepare: now(async ({ owner }) => {
      await addPasskey(owner);
      return new Response();
    }),
  },
  "one passkey less": {
    prepare: async ({ owner }) => {
      await addPasskey(owner);
      return ({ passkey }) => owner.request("DELETE", `${SECURITY}/passkeys/${passkey}`);
    },
  },
  "an authenticator app": {
    prepare: now(async ({ owner }) => {
      await turnOnApp(owner);
      return new Response();
    }),
  },
  "no authenticator app any more": {
    prepare: async ({ owner }) => {
      await turnOnApp(owner);
      return () => owner.request("DELETE", `${SECURITY}/app`);
    },
    without: ["a new authenticator app"],
  },
  "new recovery codes": { prepare: post(`${SECURITY}/recovery-codes`) },
  "another email address": {
    prepare: now(async ({ newAddress }) => {
      const token = await linkTo(newAddress, "Confirm your new email address", "new-email");
      return call("POST", "/api/auth/change-email/confirm", { token });
    }),
  },
  "the end of all other sessions": { prepare: post("/api/auth/sessions/end-others") },
  "the end of one other session": {
    prepare: now(({ owner, intruder }) => owner.request("DELETE", `/api/auth/sessions/${intruder.session_id}`)),
  },
  "the end of all sessions by staff": {
    prepare: now(async ({ owner }) => {
      const staff = await createAccount({ role: "super_admin" });
      return staff.request("POST", `/api/admin/users/${owner.id}/sign-out`, { note: "Stolen laptop" });
    }),
  },
  "the removal of a lost factor by staff": {
    prepare: now(async ({ owner }) => {
      const staff = await createAccount({ role: "super_admin" });
      const body = { request: "second_factor", note: "Lost phone" };
      return staff.request("POST", `/api/admin/users/${owner.id}/own-data`, body);
    }),
  },
  "the link to the old address": {
    prepare: now(async (here) => pressStop(await stopToken(here))),
    isStop: true,
  },
  "another role": {
    prepare: now(async ({ owner }) => {
      const staff = await createAccount({ role: "super_admin" });
      return staff.request("POST", `/api/admin/users/${owner.id}/role`, { role: "admin", note: "New colleague" });
    }),
  },
};

async function scene(): Promise<Scene> {
  const owner = await createAccount();
  const { security } = await addPasskey(owner);
  const intruder = await secondSession(owner);
  const newAddress = `elsewhere-${++counter}-${owner.id.slice(-6)}@example.com`;
  return { owner, intruder, passkey: security.passkeys[0]?.id ?? "", newAddress };
}

const ENDED = [401, 410, 422];

it.each(Object.entries(PENDING))("%s works while nothing changes", async (_, ask) => {
  expect([200, 202]).toContain(await (await ask(await scene()))());
});

describe.each(Object.entries(CHANGES))("%s", (_, { prepare, without = [], isStop = false }) => {
  it("ends everything that is pending, but not the link to the old address", async () => {
    const here = await scene();
    const change = await prepare(here);
    const uses: [string, () => Promise<number>][] = [];
    for (const [name, ask] of Object.entries(PENDING)) {
      if (!without.includes(name)) uses.push([name, await ask(here)]);
    }
    await run(
      "INSERT INTO one_time_tokens (hash, account_id, purpose, expires_at) VALUES (?1, ?1, 'first_factor', ?2)",
      here.owner.id,
      Date.now() + 60_000,
    );
    await run("UPDATE sessions SET first_factor_until = 1 WHERE id = ?", here.owner.session_id);
    const stop = await stopToken(here);
    // 202: a reset asks for the second factor next.
    expect([200, 202]).toContain((await change(here)).status);

    const works: string[] = [];
    for (const [name, use] of uses) if (!ENDED.includes(await use())) works.push(name);
    expect(works).toEqual([]);
    const left = await env.DB.prepare(
      `SELECT (SELECT count(*) FROM one_time_tokens WHERE account_id = ?1)
        + (SELECT count(*) FROM sessions WHERE account_id = ?1 AND first_factor_until IS NOT NULL) AS n`,
    )
      .bind(here.owner.id)
      .first("n");
    expect(left).toBe(isStop ? 1 : 0);
    expect((await pressStop(stop)).status).toBe(isStop ? 410 : 200);
  });
});
