/** User administration by staff (decision 0031). */
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { UserDetail, UserOrder, UserRow } from "#contract/admin/users";
import { MESSAGES } from "#contract/copy";
import type { Page } from "#contract/page";
import type { AdminAppeal } from "#contract/status";
import { updateAccountStatus } from "../../worker/features/status/commands.ts";
import { createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { advance } from "../support/workerd/clock.ts";
import { createBuyer, DAY, refusal, reply } from "../support/workerd/deals.ts";
import { emailTo } from "../support/workerd/email.ts";
import { missPayment, profileOf, runCron, testServices, unpaidOrder } from "../support/workerd/missed-payments.ts";
import { allRows, runSql } from "../support/workerd/sql.ts";

const NOTE = "Several buyers reported the same thing.";
let admin: TestAccount;
let boss: TestAccount;

beforeAll(async () => {
  admin = await createAccount({ role: "admin", full_name: "Ada Staff" });
  boss = await createAccount({ role: "super_admin", full_name: "Bea Chief" });
});
beforeEach(async () => {
  await runSql`DELETE FROM throttles`;
  vi.useFakeTimers({ toFake: ["Date"] });
});

const list = async (query: string, staff = admin) =>
  reply<Page<UserRow>>(await staff.request("GET", `/api/admin/users?${query}`), 200);
const detail = async (id: string, staff = admin) =>
  reply<UserDetail>(await staff.request("GET", `/api/admin/users/${id}`), 200);
const measure = (staff: TestAccount, id: string, body: Record<string, unknown>, key: string = crypto.randomUUID()) =>
  staff.request("POST", `/api/admin/users/${id}/measures`, { note: NOTE, ...body }, { "Idempotency-Key": key });
const role = (staff: TestAccount, id: string, to: string) =>
  staff.request("POST", `/api/admin/users/${id}/role`, { role: to, note: NOTE });
const entries = async (subject: string) => {
  const { results } = await allRows<{ actor_id: string; action: string; details: string }>`SELECT actor_id, action,
    details FROM audit_log WHERE subject = ${subject} ORDER BY id`;
  return results.map((row) => ({ ...row, details: JSON.parse(row.details) as Record<string, unknown> }));
};
const ids = (page: Page<UserRow>) => page.items.map((person) => person.id);

describe("GET /api/admin/users", () => {
  it("refuses users who are not staff, on the list and on each user (A14)", async () => {
    const person = await createAccount();
    for (const path of ["", `/${person.id}`, `/${person.id}/orders`]) {
      const refused = await refusal(await person.request("GET", `/api/admin/users${path}`), 403);
      expect(refused.code).toBe("admins_only");
    }
    const banned = await createAccount({ role: "admin", is_banned: true });
    expect((await banned.request("GET", "/api/admin/users")).status).toBe(403);
  });

  it("searches any part of name, email or postcode without regard to case, and the exact id", async () => {
    const person = await createAccount({
      full_name: "Quentin Zebedee",
      postcode: "3987",
      email: "qz.unusual@example.com",
    });
    for (const q of ["zEBed", "QZ.UNUSUAL", "3987", person.id]) {
      expect(ids(await list(`q=${encodeURIComponent(q)}`)), q).toEqual([person.id]);
    }
    expect(ids(await list("q=nobody-is-called-this"))).toEqual([]);
    // Wildcards are matched literally.
    expect(ids(await list("q=%25zebedee"))).toEqual([]);
  });

  it("filters by the exact country", async () => {
    const person = await createAccount({ full_name: "Kiri Aotearoa", country: "New Zealand" });
    expect(ids(await list("country=New%20Zealand"))).toEqual([person.id]);
    expect(ids(await list("country=New%20Zealand&q=kiri"))).toEqual([person.id]);
    expect(ids(await list("country=Zealand"))).toEqual([]);
    expect(ids(await list("q=Aotearoa&country=Australia"))).toEqual([]);
  });

  it("never contains phone, address, bank details or wallets (A14)", async () => {
    const secrets = ["0412345678", "7 Hidden Lane", "99887766", "bc1qsecretwallet"];
    const person = await createAccount({
      phone: secrets[0] ?? "",
      collection_address: secrets[1] ?? "",
      bank_details: { account_name: "Q", bsb: "062-000", account_number: secrets[2] ?? "" },
      crypto_wallet_addresses: { bitcoin: secrets[3] ?? "" },
    });
    const shown = JSON.stringify([await list(`q=${person.id}`), await detail(person.id)]);
    expect(shown).toContain(person.email);
    for (const secret of secrets) expect(shown).not.toContain(secret);
  });

  it("filters by role, account type and account status, with each user in exactly one status", async () => {
    const surname = `Filterson${crypto.randomUUID().slice(0, 6)}`;
    const make = async (first: string, rest: Parameters<typeof createAccount>[0]) =>
      (await createAccount({ full_name: `${first} ${surname}`, ...rest })).id;
    const good = await make("Good", { account_type: "seller" });
    const over = await make("Over", { is_suspended: true, suspension_end_date: Date.now() - 1 });
    const suspended = await make("Sus", {
      is_suspended: true,
      suspension_end_date: Date.now() + DAY,
      account_restricted: true,
    });
    const endless = await make("Endless", { is_suspended: true });
    const banned = await make("Ban", { is_banned: true, ban_reason: NOTE, account_restricted: true });
    const restricted = await make("Res", { account_restricted: true });
    const staff = await make("Staff", { role: "admin" });
    const of = async (query: string) => ids(await list(`q=${surname}&${query}`)).toSorted();
    expect(await of("standing=good")).toEqual([good, over, staff].toSorted());
    expect(await of("standing=suspended")).toEqual([suspended, endless].toSorted());
    expect(await of("standing=banned")).toEqual([banned]);
    expect(await of("standing=restricted")).toEqual([restricted]);
    expect(await of("role=admin")).toEqual([staff]);
    expect(await of("account_type=seller")).toEqual([good]);
    for (const person of (await list(`q=${surname}`)).items) {
      expect(await of(`standing=${person.standing}`), person.full_name).toContain(person.id);
    }
  });

  it("pages through without gaps, and refuses a cursor of another search", async () => {
    const surname = `Pageson${crypto.randomUUID().slice(0, 6)}`;
    const made: string[] = [];
    for (let index = 0; index < 27; index++) made.push((await createAccount({ full_name: `P ${surname}` })).id);
    const first = await list(`q=${surname}`);
    const cursor = encodeURIComponent(first.next_cursor ?? "");
    const second = await list(`q=${surname}&cursor=${cursor}`);
    expect([...ids(first), ...ids(second)].toSorted()).toEqual(made.toSorted());
    expect(second.next_cursor).toBeNull();
    const wrong = await admin.request("GET", `/api/admin/users?q=other&cursor=${cursor}`);
    expect((await refusal(wrong, 422)).code).toBe("invalid");
  });

  it("shows one user with missed payments, orders on both sides and the permitted actions", async () => {
    const buyer = await createBuyer();
    const missed = await missPayment(buyer, "Green tent");
    const { orderId, seller } = await unpaidOrder(await createBuyer(), "Lamp");
    expect(await detail(buyer.id)).toMatchObject({
      standing: "suspended",
      missed_payments: 1,
      strikes: [{ order_id: missed, item_title: "Green tent", counted: true }],
      may: {
        actions: ["lift_suspension", "ban", "restrict"],
        roles: [],
        sign_out: true,
        view_as: true,
        own_data: true,
        first_factor: false,
      },
    });
    const bought = await reply<Page<UserOrder>>(await admin.request("GET", `/api/admin/users/${buyer.id}/orders`), 200);
    expect(bought.items).toMatchObject([{ id: missed, role: "buyer", status: "expired" }]);
    const sold = await reply<Page<UserOrder>>(await admin.request("GET", `/api/admin/users/${seller.id}/orders`), 200);
    expect(sold.items).toMatchObject([{ id: orderId, role: "seller" }]);
    expect((await admin.request("GET", "/api/admin/users/acc_00000000000000000000")).status).toBe(404);
  });
});

describe("a user action", () => {
  it("suspends for some days, with a reason sent to the user, and ends by itself", async () => {
    const person = await createBuyer();
    const done = await reply<UserDetail>(await measure(admin, person.id, { measure: "suspend", days: 3 }), 200);
    expect(done).toMatchObject({ standing: "suspended", may: { actions: ["lift_suspension", "ban", "restrict"] } });
    expect(done.until).toBeGreaterThan(Date.now() + 2.9 * DAY);
    // The user's own notice gives the reason that staff wrote, not the default text for a missed payment.
    expect(await (await person.request("GET", "/api/standing")).json()).toMatchObject({ reason: NOTE });
    expect(done.reason).toBe(NOTE);
    const mail = await emailTo(person.email, "suspended for 3 days");
    expect(mail.text).toContain(NOTE);
    expect((await refusal(await person.request("PATCH", "/api/profile", { city: "Perth" }), 403)).code).toBe(
      "suspended",
    );
    advance(3 * DAY + 1);
    expect((await detail(person.id)).standing).toBe("good");
    expect((await person.request("PATCH", "/api/profile", { city: "Perth" })).status).toBe(200);
    expect(await entries(person.id)).toMatchObject([
      { actor_id: admin.id, action: "suspend", details: { note: NOTE, days: 3 } },
    ]);
  });

  it("suspends without an end until staff lift it", async () => {
    const person = await createBuyer();
    await reply(await measure(admin, person.id, { measure: "suspend", days: null }), 200);
    const appeal = { message: "It was a misunderstanding, all of it." };
    await reply(await person.request("POST", "/api/standing/appeals", appeal), 201);
    const appeals = await reply<Page<AdminAppeal>>(await admin.request("GET", "/api/admin/appeals"), 200);
    expect(appeals.items.find(({ user }) => user.id === person.id)).toMatchObject({ ...appeal, reason: NOTE });
    advance(25 * DAY);
    expect((await detail(person.id)).standing).toBe("suspended");
    const done = await reply<UserDetail>(await measure(admin, person.id, { measure: "lift_suspension" }), 200);
    expect(done.standing).toBe("good");
    expect((await emailTo(person.email, "Your suspension has been lifted")).text).toContain(NOTE);
  });

  it("bans and restricts for the given reason, and lifts both", async () => {
    const person = await createBuyer();
    await reply(await measure(admin, person.id, { measure: "restrict" }), 200);
    expect(await detail(person.id)).toMatchObject({ standing: "restricted", reason: NOTE });
    const banned = await reply<UserDetail>(await measure(admin, person.id, { measure: "ban" }), 200);
    expect(banned).toMatchObject({ standing: "banned", reason: NOTE, may: { actions: ["lift_ban"] } });
    expect(
      (await refusal(await person.request("PATCH", "/api/profile", { city: "Perth" }), 403)).details,
    ).toMatchObject({
      reason: NOTE,
    });
    await reply(await measure(admin, person.id, { measure: "lift_ban" }), 200);
    const free = await reply<UserDetail>(await measure(admin, person.id, { measure: "lift_restriction" }), 200);
    expect(free).toMatchObject({ standing: "good", reason: null, restricted_since: null });
    expect((await entries(person.id)).map((entry) => entry.action)).toEqual([
      "restrict",
      "ban",
      "lift_ban",
      "lift_restriction",
    ]);
  });

  it("refuses to lift a ban for missed payments unless staff remove enough of them with it", async () => {
    const buyer = await createBuyer();
    const first = await missPayment(buyer, "First thing");
    advance(2 * DAY);
    await missPayment(buyer, "Second thing");
    expect(await profileOf(buyer)).toMatchObject({ is_banned: 1, count: 2 });
    const refused = await refusal(await measure(admin, buyer.id, { measure: "lift_ban" }), 409);
    expect(refused).toMatchObject({ code: "wrong_state", details: { fields: [{ field: "order_ids" }] } });
    const foreign = await measure(admin, buyer.id, { measure: "lift_ban", order_ids: ["ord_00000000000000000000"] });
    expect(foreign.status).toBe(422);
    advance(2 * DAY);
    const done = await reply<UserDetail>(
      await measure(admin, buyer.id, { measure: "lift_ban", order_ids: [first] }),
      200,
    );
    expect(done).toMatchObject({ standing: "good", missed_payments: 1 });
    await runCron();
    expect(await profileOf(buyer)).toMatchObject({ is_banned: 0, is_suspended: 0, count: 1 });
  });

  it("keeps a ban by staff when strikes are computed again", async () => {
    const buyer = await createBuyer();
    await missPayment(buyer);
    await reply(await measure(admin, buyer.id, { measure: "ban" }), 200);
    await updateAccountStatus(testServices().services, buyer.id);
    expect(await profileOf(buyer)).toMatchObject({ is_banned: 1, ban_reason: NOTE, count: 1 });
    const same = await measure(admin, (await createBuyer()).id, { measure: "ban", note: MESSAGES.defaultBanReason });
    expect(same.status).toBe(422);
  });

  it("is refused when it does not fit the account status, and runs once per idempotency key", async () => {
    const person = await createBuyer();
    for (const wrong of ["lift_ban", "lift_suspension", "lift_restriction"]) {
      expect((await refusal(await measure(admin, person.id, { measure: wrong }), 409)).code).toBe("wrong_state");
    }
    expect((await measure(admin, person.id, { measure: "suspend", days: 0 })).status).toBe(422);
    expect((await measure(admin, person.id, { measure: "ban", note: " no " })).status).toBe(422);
    const key = crypto.randomUUID();
    const [one, two] = [
      await measure(admin, person.id, { measure: "ban" }, key),
      await measure(admin, person.id, { measure: "ban" }, key),
    ];
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(await entries(person.id)).toHaveLength(1);
  });

  it("is refused on the staff member's own account, and on staff accounts unless by a super admin", async () => {
    const other = await createAccount({ role: "admin" });
    const chief = await createAccount({ role: "super_admin" });
    const person = await createBuyer();
    const forbidden: [TestAccount, string][] = [
      [admin, admin.id],
      [boss, boss.id],
      [admin, other.id],
      [admin, chief.id],
      [boss, chief.id],
    ];
    for (const [staff, id] of forbidden) {
      expect((await refusal(await measure(staff, id, { measure: "ban" }), 403)).code).toBe("forbidden");
      expect((await detail(id, staff)).may.actions).toEqual([]);
      expect(await entries(id)).toEqual([]);
    }
    expect((await refusal(await measure(person, other.id, { measure: "ban" }), 403)).code).toBe("admins_only");
    await reply(await measure(boss, other.id, { measure: "ban" }), 200);
    expect((await refusal(await other.request("GET", "/api/admin/users"), 403)).code).toBe("admins_only");
  });
});

describe("changing a role", () => {
  it("is limited to super admins and other accounts, with an entry in the audit log (A13)", async () => {
    const person = await createAccount();
    expect((await refusal(await role(admin, person.id, "admin"), 403)).code).toBe("forbidden");
    expect((await refusal(await role(boss, boss.id, "user"), 403)).code).toBe("forbidden");
    expect((await detail(person.id)).may.roles).toEqual([]);
    expect((await detail(person.id, boss)).may.roles).toEqual(["admin", "super_admin"]);
    const made = await reply<UserDetail>(await role(boss, person.id, "admin"), 200);
    expect(made.role).toBe("admin");
    expect((await person.request("GET", "/api/admin/users")).status).toBe(200);
    await reply(await role(boss, person.id, "user"), 200);
    expect((await person.request("GET", "/api/admin/users")).status).toBe(403);
    expect(await entries(person.id)).toMatchObject([
      { actor_id: boss.id, action: "role_changed", details: { before: "user", after: "admin", note: NOTE } },
      { actor_id: boss.id, action: "role_changed", details: { before: "admin", after: "user" } },
    ]);
    expect((await refusal(await role(boss, person.id, "user"), 409)).code).toBe("wrong_state");
  });

  it("is refused for a banned account", async () => {
    const banned = await createAccount({ is_banned: true, ban_reason: NOTE });
    expect((await detail(banned.id, boss)).may.roles).toEqual([]);
    expect((await refusal(await role(boss, banned.id, "admin"), 409)).code).toBe("wrong_state");
  });

  it("keeps the last super admin, even when two remove each other's role at the same moment (A13)", async () => {
    for (let round = 0; round < 10; round++) {
      await runSql`UPDATE profiles SET role = 'admin' WHERE role = 'super_admin'`;
      const [one, two] = [await createAccount({ role: "super_admin" }), await createAccount({ role: "super_admin" })];
      const replies = await Promise.all([role(one, two.id, "user"), role(two, one.id, "user")]);
      const left = await allRows`SELECT id FROM profiles WHERE role = 'super_admin'`;
      expect(left.results).toHaveLength(1);
      expect(replies.filter((response) => response.status === 200)).toHaveLength(1);
      expect([...(await entries(one.id)), ...(await entries(two.id))]).toHaveLength(1);
    }
    await runSql`UPDATE profiles SET role = 'super_admin' WHERE id = ${boss.id}`;
  });
});

describe("signing a user out", () => {
  it("ends every session of that user at once, and no other user's (A16)", async () => {
    const person = await createAccount();
    const bystander = await createAccount();
    const done = await reply<UserDetail>(
      await admin.request("POST", `/api/admin/users/${person.id}/sign-out`, { note: NOTE }),
      200,
    );
    expect(done.sessions).toBe(0);
    expect((await person.request("PATCH", "/api/profile", { city: "Perth" })).status).toBe(401);
    expect((await bystander.request("PATCH", "/api/profile", { city: "Perth" })).status).toBe(200);
    expect(await entries(person.id)).toMatchObject([{ actor_id: admin.id, action: "signed_out_everywhere" }]);
    const other = await createAccount({ role: "admin" });
    expect((await admin.request("POST", `/api/admin/users/${other.id}/sign-out`, { note: NOTE })).status).toBe(403);
  });
});
