import { describe, expect, it, vi } from "vitest";
import type { ErrorBody } from "#contract/errors";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { emailsTo, emailTo } from "../support/workerd/email.ts";
import { firstRow, runSql } from "../support/workerd/sql.ts";

const DAY = 86_400_000;
let counter = 0;
const freshAddress = () => `new-${++counter}-${Date.now()}@example.com`;

const ask = (who: TestAccount, email: string) => who.request("POST", "/api/auth/change-email", { email });
const use = (token: string) => call("POST", "/api/auth/change-email/confirm", { token });
const signIn = (email: string, password: string) => call("POST", "/api/auth/sign-in", { email, password });

async function linkTo(address: string): Promise<string> {
  const mail = await emailTo(address, "Confirm your new email address");
  const token = /#new-email=([A-Za-z0-9_-]{43})/.exec(mail.text)?.[1];
  if (!token) throw new Error(`No link in:\n${mail.text}`);
  return token;
}

const addressOf = (id: string) =>
  firstRow<{ account: string; profile: string }>`SELECT accounts.email AS account, profiles.email AS profile
    FROM accounts JOIN profiles USING (id) WHERE id = ${id}`;

describe("change of the email address", () => {
  it("takes effect in account and profile when its link is used, and the old address gets an email (A27)", async () => {
    const person = await createAccount({ email_verified: false });
    const address = freshAddress();
    expect((await ask(person, ` ${address.toUpperCase()} `)).status).toBe(202);
    expect(await addressOf(person.id)).toEqual({ account: person.email, profile: person.email });
    expect((await signIn(person.email, person.password)).status).toBe(200);

    const token = await linkTo(address);
    expect((await use(token)).status).toBe(200);
    expect(await addressOf(person.id)).toEqual({ account: address, profile: address });
    expect((await signIn(address, person.password)).status).toBe(200);
    expect((await signIn(person.email, person.password)).status).toBe(401);
    const notice = await emailTo(person.email, "Your email address was changed");
    expect(notice.text + notice.html).not.toContain(address);
    const session = (await (await person.request("GET", "/api/auth/session")).json()) as { user: unknown };
    expect(session.user).toMatchObject({ email: address, email_verified: true });

    expect((await use(token)).status).toBe(410);
  });

  it("requires a recent sign-in (A27, A66)", async () => {
    const person = await createAccount();
    await runSql`UPDATE sessions SET created_at = 0 WHERE id = ${person.session_id}`;
    const response = await ask(person, freshAddress());
    expect(response.status).toBe(403);
    expect(((await response.json()) as ErrorBody).error.code).toBe("confirmation_required");
  });

  it("answers alike for an address in use, and emails only its owner (A18)", async () => {
    const [person, other] = [await createAccount(), await createAccount()];
    const [free, taken] = [await ask(person, freshAddress()), await ask(person, other.email)];
    expect(taken.status).toBe(free.status);
    expect(await taken.json()).toEqual(await free.json());
    await emailTo(other.email, "You already have a Goodstreet account");
    expect((await emailsTo(other.email)).some((mail) => mail.text.includes("#new-email="))).toBe(false);
  });

  it("fails when another account takes the address before the link is used", async () => {
    const person = await createAccount();
    const address = freshAddress();
    await ask(person, address);
    const token = await linkTo(address);
    await createAccount({ email: address });
    expect((await use(token)).status).toBe(410);
    expect(await addressOf(person.id)).toEqual({ account: person.email, profile: person.email });
  });

  it("accepts only the link of the last request, within a day (A27)", async () => {
    const person = await createAccount();
    const [first, second] = [freshAddress(), freshAddress()];
    await ask(person, first);
    await ask(person, second);
    expect((await use(await linkTo(first))).status).toBe(410);
    const token = await linkTo(second);
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(Date.now() + DAY + 1);
    const late = await use(token);
    vi.useRealTimers();
    expect(late.status).toBe(410);
    expect(await addressOf(person.id)).toEqual({ account: person.email, profile: person.email });
  });

  it("is cancelled when the owner of the old address resets the password (A24)", async () => {
    const attacker = await createAccount({ email_verified: false });
    const address = freshAddress();
    await ask(attacker, address);
    const token = await linkTo(address);
    await call("POST", "/api/auth/forgot-password", { email: attacker.email });
    const mail = await emailTo(attacker.email, "Set a new password");
    const reset = /#token=([A-Za-z0-9_-]{43})/.exec(mail.text)?.[1];
    const done = await call("POST", "/api/auth/reset-password", { token: reset, password: "eight yellow parrots" });
    expect(done.status).toBe(200);
    expect((await use(token)).status).toBe(410);
    expect((await addressOf(attacker.id))?.account).toBe(attacker.email);
  });

  it("refuses the current address, an invalid one and visitors", async () => {
    const person = await createAccount();
    const own = await ask(person, person.email);
    expect(own.status).toBe(422);
    expect(((await own.json()) as ErrorBody).error.details?.fields?.[0]?.field).toBe("email");
    expect((await ask(person, "not an address")).status).toBe(422);
    expect((await call("POST", "/api/auth/change-email", { email: freshAddress() })).status).toBe(401);
  });
});
