/** Confirmed phone numbers, the codes that confirm them, and the badges of a profile (D70, A148, A149). */
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ChecksReply, StoredText } from "#contract/account/phone";
import type { SellerProfile } from "#contract/account/profiles";
import type { UserDetail } from "#contract/admin/users";
import type { ItemDetail } from "#contract/items";
import { PHONE_CODE_MS } from "#domain/account/phone-number";
import { DAY_MS } from "#domain/deadlines";
import { smsSender } from "../../worker/adapters/sms.ts";
import { removeOldPhoneCodes } from "../../worker/features/account/phone/jobs.ts";
import { sendPhoneCode } from "../../worker/features/account/phone/phone.ts";
import { createServices } from "../../worker/services.ts";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { createSeller, insertItem, refusal, reply } from "../support/workerd/deals.ts";
import { allRows, firstRow, runSql } from "../support/workerd/sql.ts";

let taken = 0;
const newNumber = () => `0412 000 ${String(++taken).padStart(3, "0")}`;
const services = createServices(env, () => undefined);

const ask = (who: TestAccount, number: string) => who.request("POST", "/api/account/phone/code", { number });
const confirm = (who: TestAccount, code: string) => who.request("POST", "/api/account/phone/confirm", { code });
const checksOf = async (who: TestAccount) => reply<ChecksReply>(await who.request("GET", "/api/account/checks"), 200);
const publicChecks = async ({ id }: TestAccount) =>
  (await reply<SellerProfile>(await call("GET", `/api/profiles/${id}`), 200)).checks;

/** Returns the code in the last text to a number, as staff of a local run read it. */
async function codeTo(number: string): Promise<string> {
  const staff = await createAccount({ role: "admin" });
  const { items } = await reply<{ items: StoredText[] }>(await staff.request("GET", "/api/admin/mail/texts"), 200);
  return /^\d{6}/.exec(items.find(({ to }) => to === number)?.text ?? "")?.[0] ?? "";
}

async function confirmed(who: TestAccount, number = newNumber()): Promise<string> {
  await reply(await ask(who, number), 200);
  await reply(await confirm(who, await codeTo(number)), 200);
  return number;
}

const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

describe("confirming a phone number", () => {
  it("sends a code that staff of a local run can read, and the right code confirms the number", async () => {
    const person = await createAccount();
    const number = newNumber();
    expect(await checksOf(person)).toMatchObject({
      checks: ["email"],
      phone: null,
      phone_offered: true,
      pending: null,
    });
    const asked = await reply<ChecksReply>(await ask(person, number), 200);
    expect(asked).toMatchObject({ checks: ["email"], phone: null, pending: { number, tries_left: 5 } });
    const done = await reply<ChecksReply>(await confirm(person, await codeTo(number)), 200);
    expect(done).toMatchObject({ checks: ["email", "phone"], phone: number, pending: null });
  });

  it("stores only a hash of the code, and never shows the number to anyone else (A149)", async () => {
    const person = await createAccount();
    const number = newNumber();
    await reply(await ask(person, number), 200);
    const code = await codeTo(number);
    const row = await firstRow`SELECT * FROM phone_codes WHERE account_id = ${person.id}`;
    expect(JSON.stringify(row)).not.toContain(`"${code}"`);
    await reply(await confirm(person, code), 200);
    const staff = await createAccount({ role: "admin" });
    for (const answer of [
      await call("GET", `/api/profiles/${person.id}`),
      await staff.request("GET", `/api/admin/users/${person.id}`),
    ]) {
      const text = await answer.text();
      expect(text).toContain('"phone"');
      expect(text).not.toContain(number.slice(1).replaceAll(" ", ""));
      expect(text).not.toContain(number);
    }
  });

  it("takes five tries for each code, also concurrent ones (A149)", async () => {
    const person = await createAccount();
    const number = newNumber();
    await reply(await ask(person, number), 200);
    const code = await codeTo(number);
    const first = await refusal(await confirm(person, wrongCode(code)), 422);
    expect(first.details?.fields).toEqual([{ field: "code", message: "That's not the code. 4 tries left." }]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(person, wrongCode(code))));
    expect(answers.map(({ status }) => status).sort()).toEqual([410, 410, 410, 410, 410, 422, 422, 422]);
    expect((await refusal(await confirm(person, code), 410)).code).toBe("gone");
    expect((await checksOf(person)).pending).toBeNull();
    // A new code has five tries of its own.
    await reply(await ask(person, number), 200);
    await reply(await confirm(person, await codeTo(number)), 200);
  });

  it("ends with the code's ten minutes, and the number is forgotten (A149)", async () => {
    const person = await createAccount();
    const number = newNumber();
    await reply(await ask(person, number), 200);
    const code = await codeTo(number);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + PHONE_CODE_MS });
    expect((await refusal(await confirm(person, code), 410)).code).toBe("gone");
    vi.setSystemTime(Date.now() + 1);
    await removeOldPhoneCodes(services);
    expect(await firstRow`SELECT count(*) AS n FROM phone_codes`).toEqual({ n: 0 });
    vi.setSystemTime(Date.now() + DAY_MS);
    await removeOldPhoneCodes(services);
    expect(await firstRow`SELECT count(*) AS n FROM text_messages`).toEqual({ n: 0 });
  });

  it("works once, and a new code replaces the one before", async () => {
    const person = await createAccount();
    const number = newNumber();
    await reply(await ask(person, number), 200);
    const old = await codeTo(number);
    const other = newNumber();
    await reply(await ask(person, other), 200);
    const code = await codeTo(other);
    if (old !== code) await refusal(await confirm(person, old), 422);
    const both = await Promise.all([confirm(person, code), confirm(person, code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect((await checksOf(person)).phone).toBe(other);
  });

  it("is refused for a number of another country, a landline, and the number confirmed already", async () => {
    const person = await createAccount();
    for (const number of ["+64 21 123 456", "03 9123 4567", "1900 123 456", "not a number"]) {
      expect((await refusal(await ask(person, number), 422)).details?.fields?.[0]?.field, number).toBe("number");
    }
    const number = await confirmed(person);
    expect((await refusal(await ask(person, number), 409)).code).toBe("wrong_state");
  });

  it("is refused before the email address is confirmed, and for a suspended account (A148)", async () => {
    const fresh = await createAccount({ email_verified: false });
    expect((await refusal(await ask(fresh, newNumber()), 403)).code).toBe("email_unconfirmed");
    const suspended = await createAccount({ is_suspended: true, suspension_end_date: Date.now() + DAY_MS });
    expect((await refusal(await ask(suspended, newNumber()), 403)).code).toBe("suspended");
    expect((await call("POST", "/api/account/phone/code", { number: newNumber() })).status).toBe(401);
  });
});

describe("codes are limited", () => {
  it("to five a day for one person, whatever the number (A148)", async () => {
    const person = await createAccount();
    for (let sent = 0; sent < 5; sent++) await reply(await ask(person, newNumber()), 200);
    expect(await refusal(await ask(person, newNumber()), 429)).toMatchObject({
      code: "too_many_requests",
      details: { retry_after: expect.any(Number) },
    });
  });

  it("to five a day for one number, from all accounts together (A148)", async () => {
    const number = newNumber();
    for (let sent = 0; sent < 5; sent++) await reply(await ask(await createAccount(), number), 200);
    expect((await refusal(await ask(await createAccount(), number), 429)).code).toBe("too_many_requests");
    const keys = await allRows<{ key: string }>`SELECT key FROM throttles WHERE key LIKE 'phone:%'`;
    expect(keys.results.some(({ key }) => key.includes("412"))).toBe(false);
  });
});

describe("a number that another account has confirmed", () => {
  it("moves to the person who confirms it now, and notifies the previous one (A149)", async () => {
    const [first, second] = [await createAccount(), await createAccount()];
    const number = await confirmed(first);
    // Asking tells nobody that the number is known.
    expect(await reply<ChecksReply>(await ask(second, number), 200)).toMatchObject({ pending: { number } });
    expect((await checksOf(first)).phone).toBe(number);
    await reply(await confirm(second, await codeTo(number)), 200);
    expect((await checksOf(second)).phone).toBe(number);
    expect(await checksOf(first)).toMatchObject({ checks: ["email"], phone: null });
    const notice = await allRows`SELECT title, link FROM notifications WHERE user_id = ${first.id}`;
    expect(notice.results).toEqual([{ title: "Your phone number isn't confirmed any more", link: "/Settings#checks" }]);
  });
});

describe("badges", () => {
  it("say exactly what was checked, on the profile and on the item page (A149)", async () => {
    const seller = await createSeller();
    const item = await insertItem(seller);
    const onItem = async () => (await reply<ItemDetail>(await call("GET", `/api/items/${item}`), 200)).seller_checks;
    expect(await publicChecks(seller)).toEqual(["email"]);
    await runSql`INSERT INTO payout_accounts (seller_id, provider_account_id, status, created_at, updated_at)
      VALUES (${seller.id}, 'acct_' || ${seller.id}, 'unfinished', 1, 1)`;
    expect(await publicChecks(seller)).toEqual(["email"]);
    await runSql`UPDATE payout_accounts SET status = 'active' WHERE seller_id = ${seller.id}`;
    await confirmed(seller);
    expect(await publicChecks(seller)).toEqual(["email", "phone", "payouts"]);
    expect(await onItem()).toEqual(["email", "phone", "payouts"]);
    const staff = await createAccount({ role: "admin" });
    const detail = await reply<UserDetail>(await staff.request("GET", `/api/admin/users/${seller.id}`), 200);
    expect(detail.checks).toEqual(["email", "phone", "payouts"]);
    await runSql`UPDATE payout_accounts SET status = 'closed' WHERE seller_id = ${seller.id}`;
    expect(await onItem()).toEqual(["email", "phone"]);
    expect(await reply<ChecksReply>(await seller.request("DELETE", "/api/account/phone"), 200)).toMatchObject({
      checks: ["email"],
      phone: null,
    });
    expect(await publicChecks(seller)).toEqual(["email"]);
  });

  it("are empty for an account that has confirmed nothing", async () => {
    expect(await publicChecks(await createAccount({ email_verified: false }))).toEqual([]);
  });
});

describe("the SMS provider", () => {
  const twilio = {
    ...env,
    SMS_TRANSPORT: "twilio" as const,
    SMS_BASE_URL: "https://sms.example/",
    SMS_ACCOUNT: "AC123",
    SMS_FROM: "Goodstreet",
    SMS_AUTH_TOKEN: "token",
  };
  afterEach(() => vi.unstubAllGlobals());

  it("is not offered without one, or with a stand-in in a deployment (A149)", async () => {
    expect(smsSender({ ...env, SMS_TRANSPORT: "off" })).toBeNull();
    expect(smsSender({ ...env, SMS_TRANSPORT: "outbox", APP_ENV: "production" })).toBeNull();
    expect(smsSender({ ...twilio, SMS_AUTH_TOKEN: "" })).toBeNull();
    const person = await createAccount();
    const off = { ...services, env: { ...env, SMS_TRANSPORT: "off" as const } };
    expect(await sendPhoneCode(off, person.id, "+61412000999", null)).toMatchObject({
      ok: false,
      code: "switched_off",
    });
  });

  it("gets number, sender and text as a form, with the account's credentials", async () => {
    const calls: { url: string; init: RequestInit }[] = [];
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      calls.push({ url, init });
      return new Response("{}", { status: 201 });
    });
    expect(await smsSender(twilio)?.deliver({ to: "+61412000998", text: "123456 is your code." })).toBe("sent");
    const [sent] = calls;
    expect(sent?.url).toBe("https://sms.example/2010-04-01/Accounts/AC123/Messages.json");
    expect(new Headers(sent?.init.headers).get("Authorization")).toBe(`Basic ${btoa("AC123:token")}`);
    expect(Object.fromEntries(sent?.init.body as URLSearchParams)).toEqual({
      To: "+61412000998",
      From: "Goodstreet",
      Body: "123456 is your code.",
    });
  });

  it("that fails leaves no code behind, and the person is asked to try again", async () => {
    vi.stubGlobal("fetch", async () => new Response("no credit for AC123", { status: 402 }));
    const person = await createAccount();
    const answer = await sendPhoneCode({ ...services, env: twilio }, person.id, "+61412000997", null);
    expect(answer).toMatchObject({ ok: false, code: "unavailable" });
    expect(JSON.stringify(answer)).not.toContain("AC123");
    vi.unstubAllGlobals();
    expect((await checksOf(person)).pending).toBeNull();
  });
});
