/** The first second factor of a staff account: a password alone must not be enough to add it (A142). */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { SecurityReply } from "#contract/account/second-factor";
import { MINUTE_MS } from "#domain/deadlines";
import { call, cookieHeader, cookiesOf, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { Authenticator } from "../support/workerd/authenticator.ts";
import { advance } from "../support/workerd/clock.ts";
import { refusal, reply } from "../support/workerd/deals.ts";
import { emailTo } from "../support/workerd/email.ts";
import { openFirstFactor, turnOnApp } from "../support/workerd/second-factor.ts";

const SECURITY = "/api/account/security";
const newStaff = (role: "admin" | "super_admin" = "admin") => createAccount({ role, second_factor: false });

/** Signs in with the password on another browser. */
async function elsewhere(staff: TestAccount): Promise<TestAccount> {
  const { email, password } = staff;
  const headers = { Cookie: cookieHeader(cookiesOf(await call("POST", "/api/auth/sign-in", { email, password }))) };
  return { ...staff, headers, request: (method, path, body) => call(method, path, body, headers) };
}

async function link(staff: TestAccount): Promise<string> {
  await reply(await staff.request("POST", `${SECURITY}/first-factor/link`), 200);
  const { text } = await emailTo(staff.email, "Set up two-step sign-in");
  return /#first-factor=([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? "";
}
const open = (who: TestAccount, token: string) => who.request("POST", `${SECURITY}/first-factor`, { token });
const setUp = (who: TestAccount) => who.request("POST", `${SECURITY}/app`);
const needsLink = async (who: TestAccount) =>
  (await reply<SecurityReply>(await who.request("GET", SECURITY), 200)).needs_link;

describe("the first factor of a staff account", () => {
  it.each(["admin", "super_admin"] as const)("of an %s can't be added with the password alone", async (role) => {
    const staff = await newStaff(role);
    const thief = await elsewhere(staff);
    expect(await needsLink(thief)).toBe(true);
    const response = await (await Authenticator.create()).register({ challenge: "x", user: { id: "x" } } as never);
    for (const refused of [
      await setUp(thief),
      await thief.request("POST", `${SECURITY}/app/confirm`, { code: "123456" }),
      await thief.request("POST", `${SECURITY}/passkeys/options`),
      await thief.request("POST", `${SECURITY}/passkeys`, { name: "Theirs", response }),
    ]) {
      expect(await refusal(refused, 403)).toMatchObject({ code: "forbidden" });
    }
    expect((await thief.request("GET", "/api/admin/users")).status).toBe(403);
  });

  it("can be added in the session that opened the mailed link, and in no other", async () => {
    const staff = await newStaff();
    const thief = await elsewhere(staff);
    const token = await link(staff);
    await reply(await open(staff, token), 200);
    expect((await open(thief, token)).status).toBe(410);
    expect((await setUp(thief)).status).toBe(403);
    expect(await needsLink(staff)).toBe(false);
    await turnOnApp(staff);
    expect((await staff.request("GET", "/api/admin/overview")).status).toBe(200);
    expect(await needsLink(staff)).toBe(false);
  });

  it("waits half an hour for the link, and the session half an hour for the factor", async () => {
    const staff = await newStaff();
    advance(0);
    const token = await link(staff);
    advance(30 * MINUTE_MS);
    const browser = await elsewhere(staff);
    expect((await open(browser, token)).status).toBe(410);
    await openFirstFactor(browser);
    advance(30 * MINUTE_MS - 1);
    expect(await needsLink(browser)).toBe(false);
    advance(1);
    expect(await needsLink(browser)).toBe(true);
  });

  it("ends its link when the password changes (A27)", async () => {
    const staff = await newStaff();
    const token = await link(staff);
    await reply(await staff.request("PUT", `${SECURITY}/password`, { password: "nine green windows" }), 200);
    expect((await open(staff, token)).status).toBe(410);
  });

  it("can't get its link at another address first", async () => {
    const staff = await newStaff();
    const asked = await staff.request("POST", "/api/auth/change-email", { email: `thief-${staff.id}@example.com` });
    expect(await refusal(asked, 403)).toMatchObject({ code: "second_factor_required" });
  });

  it("does not accept the link of another account, or of another kind", async () => {
    const [staff, other] = [await newStaff(), await newStaff()];
    const token = await link(staff);
    expect((await open(other, token)).status).toBe(410);
    await reply(await open(staff, token), 200);
    await reply(await call("POST", "/api/auth/forgot-password", { email: staff.email }), 202);
    const { text } = await emailTo(staff.email, "Set a new password");
    const reset = /#token=([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? "";
    expect((await open(staff, reset)).status).toBe(410);
  });

  it("needs no link for an ordinary account", async () => {
    const person = await createAccount({ second_factor: false });
    expect(await needsLink(person)).toBe(false);
    expect((await person.request("POST", `${SECURITY}/first-factor/link`)).status).toBe(409);
    expect((await setUp(person)).status).toBe(200);
  });
});

describe("the approval by another super admin", () => {
  const approve = (by: TestAccount, { id }: { id: string }) =>
    by.request("POST", `/api/admin/users/${id}/first-factor`, { note: "Met in the office" });

  it("makes a link that works in the member's session alone, and is in the audit log", async () => {
    const [boss, staff] = [await createAccount({ role: "super_admin" }), await newStaff("super_admin")];
    const made = await reply<{ link: string }>(await approve(boss, staff), 200);
    const token = /\/Settings#first-factor=([A-Za-z0-9_-]{43})$/.exec(made.link)?.[1] ?? "";
    expect((await open(boss, token)).status).toBe(410);
    await reply(await open(staff, token), 200);
    await turnOnApp(staff);
    const log = env.DB.prepare("SELECT actor_id, action, details FROM audit_log WHERE subject = ?").bind(staff.id);
    expect((await log.all()).results).toEqual([
      { actor_id: boss.id, action: "first_factor_approved", details: JSON.stringify({ note: "Met in the office" }) },
    ]);
    expect((await approve(boss, staff)).status).toBe(409);
  });

  it("is refused to admins, to a super admin for themselves, and for people who aren't staff", async () => {
    const [boss, admin] = [await createAccount({ role: "super_admin" }), await createAccount({ role: "admin" })];
    expect((await approve(admin, await newStaff())).status).toBe(403);
    expect((await approve(boss, boss)).status).toBe(403);
    expect((await approve(boss, await createAccount())).status).toBe(403);
    expect((await approve(boss, { id: "acc_nobody000000000000" })).status).toBe(404);
  });
});
