/** Impersonation: staff look at the app as a user, read-only, for half an hour, with an audit entry (decision 0031). */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionReply } from "#contract/account/auth";
import type { OwnProfile } from "#contract/account/profiles";
import type { PaymentDetailsReply, TransactionView } from "#contract/checkout";
import { PAGES } from "#domain/site/pages";
import { app } from "../../worker/app.ts";
import { batch, connect } from "../../worker/db/client.ts";
import { removeSecondFactors } from "../../worker/db/second-factor.ts";
import { ACCESS_TABLE, READABLE_BY_IMPERSONATORS } from "../support/access-table.ts";
import {
  ACCESS_COOKIE,
  call,
  cookieHeader,
  cookiesOf,
  createAccount,
  type TestAccount,
} from "../support/workerd/accounts.ts";
import { createBundle } from "../support/workerd/browse.ts";
import { acknowledge, DAY, hold, paymentDetails, refusal, reply, transact } from "../support/workerd/deals.ts";
import { createItem } from "../support/workerd/listings.ts";
import { openThread as opened, sendText } from "../support/workerd/messages.ts";
import { siteFiles } from "../support/workerd/site-files.ts";
import { allRows, firstRow, runSql } from "../support/workerd/sql.ts";
import { proposeTrade, takeStep } from "../support/workerd/trades.ts";

const NOTE = "They cannot find their order.";
const MINUTE = 60_000;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
});

type Method = Parameters<typeof call>[0];

/** Returns a request function that keeps cookies like a browser. */
async function browserOf(account: TestAccount) {
  const jar: Record<string, string> = Object.fromEntries(
    account.cookie.split("; ").map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  );
  const browser = async (method: Method, path: string, body?: unknown, extra: Record<string, string> = {}) => {
    const response = await call(method, path, body, { Cookie: cookieHeader(jar), ...extra });
    for (const [name, value] of Object.entries(cookiesOf(response))) {
      if (value === "") delete jar[name];
      else jar[name] = value;
    }
    return response;
  };
  return Object.assign(browser, { cookie: () => cookieHeader(jar) });
}

async function impersonate(role: "admin" | "super_admin" = "admin") {
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
  const { results } = await allRows<{ actor_id: string; action: string }>`SELECT actor_id, action
    FROM audit_log WHERE subject = ${subject} ORDER BY id`;
  return results;
};

describe("impersonation", () => {
  it("shows the app as the user sees it, with its end time, and hides private fields", async () => {
    const { person, browser, until } = await impersonate();
    const seen = await session(browser);
    expect(seen).toMatchObject({
      user: { id: person.id },
      profile: { full_name: "Pat Private", role: "user" },
      viewing: { until },
    });
    const own = await reply<OwnProfile>(await browser("GET", "/api/profile"), 200);
    const replies = JSON.stringify([seen, own]);
    for (const secret of ["0412345678", "Hidden Lane", "99887766", "bc1qsecretwallet"])
      expect(replies).not.toContain(secret);
    expect(await reply<SessionReply>(await person.request("GET", "/api/auth/session"), 200)).not.toHaveProperty(
      "viewing",
    );
  });

  it("refuses every write with 403, including the writes of staff", async () => {
    const { browser } = await impersonate();
    const before = await firstRow`SELECT count(*) AS n FROM audit_log`;
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
      // The upload route checks the content type before the session.
      const body = path === "/api/images" ? new FormData() : {};
      expect((await refusal(await browser(method as Method, real, body), 403)).code, `${method} ${path}`).toBe(
        "viewing_only",
      );
    }
    expect(await firstRow`SELECT count(*) AS n FROM audit_log`).toEqual(before);
  });

  it("allows the reads listed in the access table and no others, for GET and HEAD", async () => {
    const { browser } = await impersonate();
    const reads = Object.keys(ACCESS_TABLE).filter((route) => /^GET \/api\//.test(route));
    expect(reads.length).toBeGreaterThan(100);
    for (const route of READABLE_BY_IMPERSONATORS) expect(reads).toContain(route);
    for (const route of reads) {
      // The health check does not read the session.
      if (route === "GET /api/health") continue;
      const path = route.slice("GET ".length).replaceAll(/:[a-z_]+/gi, "itm_00000000000000000000");
      const [got, head] = [await browser("GET", path), await browser("HEAD", path)];
      if (READABLE_BY_IMPERSONATORS.has(route)) {
        expect(await got.text(), route).not.toContain("viewing_only");
      } else {
        expect((await refusal(got, 403)).code, route).toBe("viewing_only");
        expect(head.status, route).toBe(403);
      }
    }
  });

  it("opens no live connection in the user's name", async () => {
    const { browser } = await impersonate();
    const live = await browser("GET", "/api/live", undefined, { Upgrade: "websocket" });
    expect((await refusal(live, 403)).code).toBe("viewing_only");
  });

  it("ends on request, back in the staff account, with start and end in the audit log", async () => {
    const { person, staff, browser } = await impersonate();
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

  it("ends by itself after thirty minutes", async () => {
    const { person, staff, browser, until } = await impersonate();
    expect(until - Date.now()).toBe(30 * MINUTE);
    vi.setSystemTime(Date.now() + 29 * MINUTE);
    expect((await session(browser)).user?.id).toBe(person.id);
    vi.setSystemTime(until + 1_000);
    const after = await session(browser);
    expect(after.user?.id).toBe(staff.id);
    expect(after).not.toHaveProperty("viewing");
  });

  /** What ends the rights of the staff member, and whether they are signed in afterwards. */
  const ENDS: [string, signedIn: boolean, (staff: TestAccount, boss: TestAccount) => Promise<unknown>][] = [
    [
      "the staff member's sessions",
      false,
      (staff, boss) => boss.request("POST", `/api/admin/users/${staff.id}/sign-out`, { note: NOTE }),
    ],
    [
      "their role",
      true,
      (staff, boss) => boss.request("POST", `/api/admin/users/${staff.id}/role`, { role: "user", note: NOTE }),
    ],
    [
      "their good status",
      true,
      (staff, boss) => boss.request("POST", `/api/admin/users/${staff.id}/measures`, { measure: "ban", note: NOTE }),
    ],
    // In another session, because this one is the impersonation.
    ["their second factor", true, ({ id }) => batch(connect(env.DB), removeSecondFactors(connect(env.DB), id))],
  ];

  it.each(ENDS)("ends at once with %s, for reads too (A142)", async (_, signedIn, end) => {
    const { person, staff, browser } = await impersonate();
    const boss = await createAccount({ role: "super_admin" });
    const stale = { Cookie: browser.cookie() };
    expect((await session(browser)).user?.id).toBe(person.id);
    await end(staff, boss);
    // The stolen or old token alone reads nothing either.
    const [access = ""] = stale.Cookie.split("; ").filter((cookie) => cookie.startsWith(ACCESS_COOKIE));
    expect((await call("GET", "/api/orders", undefined, { Cookie: access })).status).toBe(401);
    const seen = await session(browser);
    expect(seen).not.toHaveProperty("viewing");
    expect(seen.user?.id).toBe(signedIn ? staff.id : undefined);
    // Nor does a renewed token.
    vi.setSystemTime(Date.now() + 6 * MINUTE);
    expect((await session(browser)).user?.id).toBe(signedIn ? staff.id : undefined);
  });

  it("that has ended lets no write through to the staff member's own account", async () => {
    const { staff, browser } = await impersonate();
    await batch(connect(env.DB), removeSecondFactors(connect(env.DB), staff.id));
    expect((await browser("PATCH", "/api/profile", { city: "Perth" })).status).toBe(401);
    const profile = env.DB.prepare("SELECT city FROM profiles WHERE id = ?").bind(staff.id);
    expect(await profile.first("city")).toBe("Melbourne");
  });

  it("that has ended can be ended again", async () => {
    const { staff, browser } = await impersonate();
    await batch(connect(env.DB), removeSecondFactors(connect(env.DB), staff.id));
    expect((await reply<SessionReply>(await browser("POST", "/api/viewing/end"), 200)).user?.id).toBe(staff.id);
  });

  it("is refused for staff accounts, for oneself, and to users who are not staff", async () => {
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

  it("ends when the user has become staff", async () => {
    const { person, staff, browser } = await impersonate();
    const boss = await createAccount({ role: "super_admin" });
    await reply(await boss.request("POST", `/api/admin/users/${person.id}/role`, { role: "admin", note: NOTE }), 200);
    // At once: what follows is the staff member's own session.
    expect((await session(browser)).user?.id).toBe(staff.id);
    expect((await browser("GET", "/api/admin/users")).status).toBe(200);
  });
});

/** One value for each field that impersonating staff must not see, recognisable in any reply. */
const CANARIES = {
  phone: "0455 555 901",
  mobile: "0498 765 004",
  homeAddress: "11 Canaryhome Street",
  account: "76554321",
  wallet: "bc1qcanarywallet",
  itemAddress: "22 Canaryitem Road",
  bundleAddress: "33 Canarybundle Road",
  minimum: "48.57",
  notes: "canarynote for the assistant",
  draft: "canarydraft of a listing",
  message: "canarymessage between two people",
  haggle: "canaryhaggle would you take $50",
  trade: "canarytrade words",
  orderWallet: "bc1qcanaryofthisorder",
} as const;

const BUYERS_ITEM = { price: 80, collection_address: CANARIES.itemAddress, negotiation_notes: CANARIES.notes };
const SELLERS_ITEM = { ...BUYERS_ITEM, negotiation_enabled: true, minimum_price: Number(CANARIES.minimum) };

/** Creates a seller and a buyer with a deal of every kind between them, and a canary in each private field. */
async function secretDeals() {
  const secrets = {
    phone: CANARIES.phone,
    collection_address: CANARIES.homeAddress,
    bank_details: { account_name: "C", bsb: "062-000", account_number: CANARIES.account },
    crypto_wallet_addresses: { btc: CANARIES.wallet },
  };
  const seller = await createAccount({ ...secrets, full_name: "Sam Seller", account_type: "seller" });
  const buyer = await createAccount({ ...secrets, full_name: "Billie Buyer" });
  await runSql`INSERT INTO confirmed_phones (account_id, number, confirmed_at)
    VALUES (${seller.id}, '+61498765004', 1)`;

  const paid = await createItem(seller, { ...SELLERS_ITEM, collection_date: Date.now() + 7 * DAY });
  await hold(buyer, paid.id);
  await acknowledge(buyer, paid.id);
  const shown = await reply<PaymentDetailsReply>(await paymentDetails(buyer, paid.id), 200);
  const order = await reply<TransactionView>(
    await transact(buyer, { itemId: paid.id, paymentMethod: "bank_transfer", referenceNumber: shown.reference_number }),
    201,
  );
  const confirmation = await firstRow<{ id: string }>`SELECT id
    FROM payment_confirmations WHERE order_id = ${order.order_id}`;
  const body = { confirmation_id: confirmation?.id };
  await reply(await seller.request("POST", "/api/rpc/confirm_payment_received", body), 200);
  await runSql`UPDATE orders SET crypto =
    ${JSON.stringify({ coin: "btc", network: "Bitcoin", address: CANARIES.orderWallet })} WHERE id = ${order.order_id}`;
  // The buyer sees the address within 24 hours of collection.
  vi.setSystemTime(Date.now() + 6.5 * DAY);

  const waiting = await createItem(seller, { ...SELLERS_ITEM, title: "Waiting lamp" });
  await hold(buyer, waiting.id);
  await acknowledge(buyer, waiting.id);
  await reply(await paymentDetails(buyer, waiting.id), 200);
  const open = await reply<TransactionView>(
    await transact(buyer, { itemId: waiting.id, paymentMethod: "bank_transfer" }),
    201,
  );
  const listed = await createItem(seller, { ...SELLERS_ITEM, title: "Listed lamp" });
  const other = await createItem(seller, { ...SELLERS_ITEM, title: "Other lamp" });
  const target = await createItem(seller, { ...SELLERS_ITEM, title: "Traded lamp" });
  const offered = await createItem(buyer, BUYERS_ITEM);
  const bundle = await createBundle(seller, [listed.id, other.id], { collection_address: CANARIES.bundleAddress });
  const trade = await proposeTrade(
    { seller, offeror: buyer, target: target.id, offered: [offered.id] },
    { message: CANARIES.trade },
  );
  await takeStep(seller, trade, "accept");
  const { id: threadId } = await opened(buyer, { item_id: listed.id });
  await sendText(buyer, threadId, CANARIES.message);
  await sendText(seller, threadId, CANARIES.message);
  await reply(
    await buyer.request("POST", "/functions/v1/agent-negotiate", { itemId: other.id, userMessage: CANARIES.haggle }),
    200,
  );
  const draft = { title: CANARIES.draft, description: "", free: false, price: "24", category: "sports", condition: "" };
  const place = { collection_address: CANARIES.itemAddress, suburb: "", city: "", postcode: "" };
  const dated = { tags: "", collection_date: "2026-12-01T10:00", collection_zone: "Australia/Melbourne" };
  for (const who of [seller, buyer]) {
    const saved = { version: 0, values: { ...draft, ...place, ...dated }, photo_ids: [], missing_photos: 0 };
    await reply(await who.request("PUT", `/api/drafts/local-${crypto.randomUUID()}`, saved), 200);
  }
  const row = await firstRow<{ handover: string }>`SELECT handover FROM orders WHERE id = ${order.order_id}`;
  const { code, secret } = JSON.parse(row?.handover ?? "{}") as Record<"code" | "secret", string>;
  const ids = [paid.id, waiting.id, listed.id, other.id, order.order_id, open.order_id, bundle, trade, threadId];
  return { seller, buyer, secrets: { ...CANARIES, code: `"${code}"`, secret }, ids: [...ids, seller.id, buyer.id] };
}

/** Requests every GET route and every page with these cookies. Returns the replies by path. */
async function everythingRead(cookie: () => string, ids: readonly string[]): Promise<Map<string, string>> {
  const gets = [...new Set(app.routes.filter(({ method }) => method === "GET").map(({ path }) => path))];
  const api = gets.filter((path) => path.startsWith("/api/") && !path.includes("*"));
  const paths = [
    ...api,
    ...PAGES.flatMap(({ path, id }) => (id === "none" ? [`/${path}`] : [`/${path}`, `/${path}/:id`])),
  ]
    .flatMap((path) => (path.includes(":") ? ids.map((id) => path.replaceAll(/:[a-z_]+/gi, id)) : [path]))
    .concat("/api/orders?role=seller", "/api/trades?box=outgoing", `/api/ratings/deal?order_id=${ids[4]}`);
  const read = new Map<string, string>();
  for (const path of paths) {
    const headers = { Cookie: cookie(), Origin: "http://localhost" };
    const ctx = createExecutionContext();
    const response = await app.fetch(new Request(`http://localhost${path}`, { headers }), { ...env, ASSETS }, ctx);
    expect(response.status, path).toBeLessThan(500);
    read.set(path, await response.text());
    await waitOnExecutionContext(ctx);
  }
  return read;
}

const ASSETS = siteFiles();

describe("private fields during impersonation", () => {
  it("appear in no API reply and on no page", async () => {
    const { seller, buyer, secrets, ids } = await secretDeals();
    const found = (read: Map<string, string>, marker: string) =>
      [...read].filter(([, text]) => text.includes(marker)).map(([path]) => path);
    const own = [await everythingRead(() => seller.cookie, ids), await everythingRead(() => buyer.cookie, ids)];
    for (const [name, marker] of Object.entries(secrets)) {
      // The owner must see each value, otherwise its absence below proves nothing.
      expect(
        own.flatMap((read) => found(read, marker)),
        `${name} is there to be found`,
      ).not.toEqual([]);
    }
    for (const person of [seller, buyer]) {
      const browser = await browserOf(await createAccount({ role: "admin" }));
      await reply(await browser("POST", `/api/admin/users/${person.id}/view`, { note: NOTE }), 200);
      const read = await everythingRead(browser.cookie, ids);
      expect(read.get("/api/auth/session")).toContain(person.id);
      for (const [name, marker] of Object.entries(secrets)) expect(found(read, marker), name).toEqual([]);
    }
  }, 120_000);
});
