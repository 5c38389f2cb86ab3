/** Staff see the site through somebody's eyes: read-only, for half an hour, and on the record (decision 0060). */
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionReply } from "#contract/auth";
import type { OwnProfile } from "#contract/profiles";
import { app } from "../../worker/app.ts";
import { call, cookieHeader, cookiesOf, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { refusal, reply } from "../support/workerd/deals.ts";

const NOTE = "They cannot find their order.";
const MINUTE = 60_000;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => vi.useRealTimers());

type Method = Parameters<typeof call>[0];

/** A browser that keeps its cookies, as staff's would. */
async function browserOf(account: TestAccount) {
  const jar: Record<string, string> = Object.fromEntries(
    account.cookie.split("; ").map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  );
  return async (method: Method, path: string, body?: unknown, extra: Record<string, string> = {}) => {
    const response = await call(method, path, body, { Cookie: cookieHeader(jar), ...extra });
    for (const [name, value] of Object.entries(cookiesOf(response))) {
      if (value === "") delete jar[name];
      else jar[name] = value;
    }
    return response;
  };
}

async function looking(role: "admin" | "super_admin" = "admin") {
  const person = await createAccount({
    full_name: "Pat Private",
    phone: "0412345678",
    collection_address: "7 Hidden Lane",
    bank_details: { account_name: "Pat", bsb: "062-000", account_number: "99887766" },
    crypto_wallet_addresses: { bitcoin: "bc1qsecretwallet" },
  });
  const staff = await createAccount({ role });
  const browser = await browserOf(staff);
  const begun = await reply<{ until: number }>(
    await browser("POST", `/api/admin/users/${person.id}/view`, { note: NOTE }),
    200,
  );
  return { person, staff, browser, until: begun.until };
}
const session = async (browser: Awaited<ReturnType<typeof browserOf>>) =>
  reply<SessionReply>(await browser("GET", "/api/auth/session"), 200);
const actions = async (subject: string) => {
  const { results } = await env.DB.prepare("SELECT actor_id, action FROM audit_log WHERE subject = ? ORDER BY id")
    .bind(subject)
    .all<{ actor_id: string; action: string }>();
  return results;
};

describe("looking through somebody's eyes", () => {
  it("shows the site as theirs, says so and until when, and hides what is theirs alone", async () => {
    const { person, browser, until } = await looking();
    const seen = await session(browser);
    expect(seen).toMatchObject({
      user: { id: person.id },
      profile: { full_name: "Pat Private", role: "user" },
      viewing: { until },
    });
    const own = await reply<OwnProfile>(await browser("GET", "/api/profile"), 200);
    const told = JSON.stringify([seen, own]);
    for (const secret of ["0412345678", "Hidden Lane", "99887766", "bc1qsecretwallet"])
      expect(told).not.toContain(secret);
    // The person's own session is told nothing of it.
    expect(await reply<SessionReply>(await person.request("GET", "/api/auth/session"), 200)).not.toHaveProperty(
      "viewing",
    );
  });

  it("changes nothing: every write there is answers 403, and no page of staff is open meanwhile", async () => {
    const { browser } = await looking();
    const before = await env.DB.prepare("SELECT count(*) AS n FROM audit_log").first();
    const writes = app.routes.filter(
      ({ method, path }) =>
        ["POST", "PUT", "PATCH", "DELETE"].includes(method) && /^\/(api|functions)\//.test(path) && !path.includes("*"),
    );
    expect(writes.length).toBeGreaterThan(100);
    const open = new Set([
      "/api/viewing/end",
      "/api/auth/sign-out",
      "/api/rpc/get_item_reservation",
      "/api/rpc/get_active_viewer_count",
      "/api/rpc/get_active_negotiations_count",
    ]);
    for (const { method, path } of writes) {
      if (open.has(path)) continue;
      const real = path.replaceAll(/:[a-z_]+(\{[^}]*\})?/gi, "itm_00000000000000000000");
      // An upload is looked at for its kind before anybody asks who sends it.
      const body = path === "/api/images" ? new FormData() : {};
      expect((await refusal(await browser(method as Method, real, body), 403)).code, `${method} ${path}`).toBe(
        "viewing_only",
      );
    }
    expect((await refusal(await browser("GET", "/api/admin/users"), 403)).code).toBe("admins_only");
    expect(await env.DB.prepare("SELECT count(*) AS n FROM audit_log").first()).toEqual(before);
  });

  it("keeps messages, drafts and sign-ins private, and opens no live connection in their name", async () => {
    const { browser } = await looking();
    for (const path of [
      "/api/conversations",
      "/api/conversations/cnv_0/messages",
      "/api/drafts",
      "/api/auth/sessions",
    ]) {
      expect((await refusal(await browser("GET", path), 403)).code, path).toBe("viewing_only");
    }
    const live = await browser("GET", "/api/live", undefined, { Upgrade: "websocket" });
    expect((await refusal(live, 403)).code).toBe("viewing_only");
  });

  it("ends by hand, back in one's own account, with both ends on the record", async () => {
    const { person, staff, browser } = await looking();
    const back = await reply<SessionReply>(await browser("POST", "/api/viewing/end", {}), 200);
    expect(back).toMatchObject({ user: { id: staff.id }, profile: { role: "admin" } });
    expect((await session(browser)).user?.id).toBe(staff.id);
    expect((await browser("GET", "/api/admin/users")).status).toBe(200);
    await browser("POST", "/api/viewing/end", {});
    expect(await actions(person.id)).toEqual([
      { actor_id: staff.id, action: "viewing_started" },
      { actor_id: staff.id, action: "viewing_ended" },
    ]);
  });

  it("ends by itself after thirty minutes, and a token kept from it is worth nothing then", async () => {
    const { person, staff, browser, until } = await looking();
    expect(until - Date.now()).toBe(30 * MINUTE);
    vi.setSystemTime(Date.now() + 29 * MINUTE);
    expect((await session(browser)).user?.id).toBe(person.id);
    vi.setSystemTime(until + 1_000);
    const after = await session(browser);
    expect(after.user?.id).toBe(staff.id);
    expect(after).not.toHaveProperty("viewing");
  });

  it("ends with the session of the one who looks, and when their role is taken", async () => {
    const { person, staff, browser } = await looking();
    const boss = await createAccount({ role: "super_admin" });
    await reply(await boss.request("POST", `/api/admin/users/${staff.id}/role`, { role: "user", note: NOTE }), 200);
    // What is guarded asks the database at once; the rest when the token of five minutes is renewed.
    expect((await browser("GET", "/api/cart")).status).toBeLessThan(500);
    vi.setSystemTime(Date.now() + 6 * MINUTE);
    expect((await session(browser)).user?.id).toBe(staff.id);
    const other = await looking();
    await reply(await boss.request("POST", `/api/admin/users/${other.staff.id}/sign-out`, { note: NOTE }), 200);
    vi.setSystemTime(Date.now() + 6 * MINUTE);
    expect((await session(other.browser)).user).toBeNull();
    expect(person.id).not.toBe(staff.id);
  });

  it("is not had of staff, of oneself, or by anybody who is not staff", async () => {
    const person = await createAccount();
    const [admin, other] = [await createAccount({ role: "admin" }), await createAccount({ role: "admin" })];
    const boss = await createAccount({ role: "super_admin" });
    const view = (who: TestAccount, id: string) => who.request("POST", `/api/admin/users/${id}/view`, { note: NOTE });
    for (const [who, id] of [
      [admin, admin.id],
      [admin, other.id],
      [boss, other.id],
      [boss, admin.id],
    ] as const) {
      expect((await refusal(await view(who, id), 403)).code).toBe("forbidden");
    }
    expect((await refusal(await view(person, other.id), 403)).code).toBe("admins_only");
    expect((await refusal(await admin.request("POST", `/api/admin/users/${person.id}/view`, {}), 422)).code).toBe(
      "invalid",
    );
  });

  it("of somebody who has meanwhile become staff is over: nobody borrows an admin's powers", async () => {
    const { person, browser } = await looking();
    const boss = await createAccount({ role: "super_admin" });
    await reply(await boss.request("POST", `/api/admin/users/${person.id}/role`, { role: "admin", note: NOTE }), 200);
    expect((await browser("GET", "/api/admin/users")).status).toBe(401);
  });
});
