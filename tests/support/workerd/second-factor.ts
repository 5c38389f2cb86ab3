/** Second factors of test accounts, set up through the API. */
import { expect } from "vitest";
import type { AppSetupReply, SecurityReply } from "#contract/account/second-factor";
import { codeAt } from "#domain/account/second-factor";
import { call, cookieHeader, cookiesOf, type TestAccount } from "./accounts.ts";
import { Authenticator, type Options } from "./authenticator.ts";
import { later } from "./clock.ts";
import { reply } from "./deals.ts";
import { emailTo } from "./email.ts";
import { runSql } from "./sql.ts";

const PERIOD = 30_000;

/** Moves the start of the session and its proofs back. */
export async function lastProved(who: TestAccount, ago: number): Promise<void> {
  await runSql`UPDATE sessions SET created_at = created_at - ${ago}, confirmed_at = confirmed_at - ${ago},
    second_factor_at = second_factor_at - ${ago} WHERE account_id = ${who.id}`;
}

/** Opens the link that a staff account needs before its first factor, in this session. */
export async function openFirstFactor(who: TestAccount): Promise<void> {
  await reply(await who.request("POST", "/api/account/security/first-factor/link"), 200);
  const { text } = await emailTo(who.email, "Set up two-step sign-in");
  const token = /#first-factor=([A-Za-z0-9_-]{43})/.exec(text)?.[1];
  await reply(await who.request("POST", "/api/account/security/first-factor", { token }), 200);
}

interface App {
  secret: string;
  recovery: string[];
  /** Returns a code that was not used yet. */
  code: () => string;
}

/** Turns on an authenticator app. The codes that follow are those of the next period. */
export async function turnOnApp(who: TestAccount): Promise<App> {
  const { secret } = await reply<AppSetupReply>(await who.request("POST", "/api/account/security/app"), 200);
  const path = "/api/account/security/app/confirm";
  // With the clock stopped, because the code of the last period must still count when it arrives.
  const confirmed = await later(0, () => who.request("POST", path, { code: codeAt(secret, Date.now() - PERIOD) }));
  const { new_recovery_codes = [] } = await reply<SecurityReply>(confirmed, 200);
  let used = -1;
  return { secret, recovery: new_recovery_codes, code: () => codeAt(secret, Date.now() + ++used * PERIOD) };
}

/** Adds a passkey. @returns it, with recovery codes if it is the first second factor. */
export async function addPasskey(who: TestAccount, passkey?: Authenticator) {
  const made = passkey ?? (await Authenticator.create());
  const options = await reply<Options & { user: { id: string } }>(
    await who.request("POST", "/api/account/security/passkeys/options"),
    200,
  );
  const body = { name: "Chrome on Mac", response: await made.register(options) };
  const security = await reply<SecurityReply>(await who.request("POST", "/api/account/security/passkeys", body), 200);
  return { passkey: made, security };
}

/** Signs in with the password on another browser, as far as the second step. @returns that browser's cookies. */
export async function firstStep(who: TestAccount): Promise<Record<string, string>> {
  const body = { email: who.email, password: who.password };
  const response = await call("POST", "/api/auth/sign-in", body);
  expect(response.status).toBe(202);
  return { Cookie: cookieHeader(cookiesOf(response)) };
}

export const secondStep = (browser: Record<string, string>, code: string) =>
  call("POST", "/api/auth/second-step", { code }, browser);
