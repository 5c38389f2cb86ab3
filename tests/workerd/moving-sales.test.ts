/** Moving sales: one page for several items, with their pickup times, until the last of them is over. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import type { OwnItem } from "#contract/items";
import type { AdminReportDetail, ReportReceipt } from "#contract/safety";
import type { MovingSaleView, OwnMovingSale, OwnMovingSalesReply } from "#contract/selling/moving-sales";
import { HOUR_MS } from "#domain/deadlines";
import { SALES_LIVE_MAX } from "#domain/selling/moving-sale";
import { app } from "../../worker/app.ts";
import { call, createAccount, ORIGIN, type TestAccount } from "../support/workerd/accounts.ts";
import { ADDRESS, createBuyer, createSeller, DAY, hold, insertItem, refusal, reply } from "../support/workerd/deals.ts";
import { siteFiles } from "../support/workerd/site-files.ts";

const ZONE = "Australia/Sydney";
const inDays = (days: number, hours = 2) => {
  const from = Date.now() + days * DAY;
  return { from, until: from + hours * HOUR_MS };
};
const body = (item_ids: string[], over: Record<string, unknown> = {}) => ({
  title: "Moving to Perth",
  description: "Everything must go. Bring a van.",
  item_ids,
  collection_windows: [inDays(5), inDays(4)],
  collection_zone: ZONE,
  ...over,
});
const start = async (seller: TestAccount, items: string[], over: Record<string, unknown> = {}) =>
  reply<OwnMovingSale>(await seller.request("POST", "/api/moving-sales", body(items, over)), 201);
const view = async (id: string) => reply<MovingSaleView>(await call("GET", `/api/moving-sales/${id}`), 200);
const mine = async (seller: TestAccount) =>
  (await reply<OwnMovingSalesReply>(await seller.request("GET", "/api/moving-sales/mine"), 200)).items;
const ASSETS = siteFiles();

async function page(id: string) {
  const ctx = createExecutionContext();
  const response = await app.fetch(new Request(`${ORIGIN}/MovingSale/${id}`), { ...env, ASSETS }, ctx);
  const html = await response.text();
  await waitOnExecutionContext(ctx);
  return { status: response.status, robots: response.headers.get("X-Robots-Tag"), html };
}

async function scene(count = 2) {
  const seller = await createSeller();
  const items: string[] = [];
  for (let n = 0; n < count; n++)
    items.push(await insertItem(seller, { title: `Box ${n}`, created_at: Date.now() + n }));
  return { seller, items };
}

describe("a moving sale", () => {
  it("shows its items, suburb and times, never the address, and gives every item the same times (A128)", async () => {
    const { seller, items } = await scene();
    const [later, sooner] = body(items).collection_windows;
    const sale = await start(seller, items, { collection_windows: [later, sooner] });
    const shown = await view(sale.id);
    expect(shown).toMatchObject({ title: "Moving to Perth", place: "Brunswick, Melbourne", live: true });
    expect(shown.collection_windows.map(({ from }) => from)).toEqual([sooner?.from, later?.from]);
    expect(shown.items.map(({ title }) => title)).toEqual(["Box 1", "Box 0"]);
    expect(JSON.stringify(shown)).not.toContain(ADDRESS);
    for (const id of items) {
      const own = await reply<OwnItem>(await seller.request("GET", `/api/items/${id}`), 200);
      expect(own.collection_windows).toEqual(shown.collection_windows);
      expect(own).toMatchObject({
        collection_zone: ZONE,
        collection_date: shown.collection_windows[0]?.from,
        version: 2,
      });
    }
    expect(await mine(seller)).toMatchObject([{ id: sale.id, state: "live" }]);
  });

  it("shows which items are held and sold, and leaves out deleted ones", async () => {
    const { seller, items } = await scene(4);
    const { id } = await start(seller, items);
    const buyer = await createBuyer();
    const [held = "", sold = "", gone = ""] = items;
    await hold(buyer, held);
    await reply(await seller.request("POST", `/api/items/${sold}/sold`, { buyer_id: null }), 200);
    await reply(await seller.request("DELETE", `/api/items/${gone}`), 200);
    const statuses = (await view(id)).items.map((item) => [item.title, item.status]);
    expect(statuses).toEqual([
      ["Box 3", "active"],
      ["Box 0", "reserved"],
      ["Box 1", "sold"],
    ]);
  });

  it("lets a buyer put several of its items in the cart", async () => {
    const { seller, items } = await scene();
    await start(seller, items);
    const buyer = await createBuyer();
    for (const item_id of items) await reply(await buyer.request("POST", "/api/cart", { item_id }), 201);
    expect(await reply(await buyer.request("GET", "/api/notifications/counts"), 200)).toMatchObject({ cart: 2 });
  });

  it("is made once for a repeated request", async () => {
    const { seller, items } = await scene();
    const send = () => seller.request("POST", "/api/moving-sales", sent, { "Idempotency-Key": key });
    const [sent, key] = [body(items), crypto.randomUUID()];
    const [first, second] = [
      await reply<OwnMovingSale>(await send(), 201),
      await reply<OwnMovingSale>(await send(), 201),
    ];
    expect(second.id).toBe(first.id);
    expect(await mine(seller)).toHaveLength(1);
  });

  it("can be changed: sold items stay, and only items with other times are edited again", async () => {
    const { seller, items } = await scene(3);
    const [first = "", second = "", third = ""] = items;
    const sale = await start(seller, [first, second]);
    await reply(await seller.request("POST", `/api/items/${first}/sold`, { buyer_id: null }), 200);
    const change = (over: Record<string, unknown>) =>
      seller.request("PUT", `/api/moving-sales/${sale.id}`, body([], over));
    const windows = { collection_windows: sale.collection_windows };
    const changed = await reply<OwnMovingSale>(
      await change({ item_ids: [first, second, third], title: "Last days", ...windows }),
      200,
    );
    expect(changed).toMatchObject({ title: "Last days", items: [{}, {}, {}] });
    const version = async (id: string) =>
      (await reply<OwnItem>(await seller.request("GET", `/api/items/${id}`), 200)).version;
    expect([await version(second), await version(third)]).toEqual([2, 2]);
    await reply(await change({ item_ids: [second, third], ...windows }), 200);
    expect((await view(sale.id)).items).toHaveLength(2);
  });

  it("ends by itself after its last time, or when the seller ends it, and its items stay listed", async () => {
    const { seller, items } = await scene(4);
    const [first, second] = [await start(seller, items.slice(0, 2)), await start(seller, items.slice(2))];
    await reply(await seller.request("DELETE", `/api/moving-sales/${first.id}`), 200);
    await reply(await seller.request("DELETE", `/api/moving-sales/${first.id}`), 200);
    expect(await view(first.id)).toMatchObject({ live: false, items: [{ status: "active" }, { status: "active" }] });
    const over = await refusal(await seller.request("PUT", `/api/moving-sales/${first.id}`, body(items)), 409);
    expect(over.code).toBe("wrong_state");
    vi.useFakeTimers({ toFake: ["Date"], now: second.ends_at });
    expect(await view(second.id)).toMatchObject({ live: false, collection_windows: [] });
  });
});

describe("what a moving sale may not be", () => {
  it.each([
    ["one item", { item_ids: ["itm_00000000000000000000"] }],
    ["no time", { collection_windows: [] }],
    ["a time that is over", { collection_windows: [inDays(-1)] }],
    ["times that overlap", { collection_windows: [inDays(4), inDays(4)] }],
    ["a time of a minute", { collection_windows: [inDays(4, 0.02)] }],
    ["an unknown time zone", { collection_zone: "Europe/Paris" }],
  ])("has %s", async (_, over) => {
    const { seller, items } = await scene();
    await refusal(await seller.request("POST", "/api/moving-sales", body(items, over)), 422);
    expect(await mine(seller)).toEqual([]);
  });

  it("contains another seller's item, an inactive one, or one of another live sale (A128)", async () => {
    const { seller, items } = await scene(3);
    const [first = "", second = "", third = ""] = items;
    const foreign = await insertItem(await createSeller());
    const hidden = await insertItem(seller, { status: "inactive" });
    const refused = async (ids: string[]) =>
      (await refusal(await seller.request("POST", "/api/moving-sales", body(ids)), 422)).message;
    expect(await refused([first, foreign])).toBe("One of these items isn't yours or is no longer listed.");
    expect(await refused([first, hidden])).toContain("isn't for sale");
    await start(seller, [first, second]);
    expect(await refused([second, third])).toContain("already in your sale “Moving to Perth”");
  });

  it("is one more than the limit, also concurrently (A128)", async () => {
    const { seller, items } = await scene(2 * SALES_LIVE_MAX + 2);
    const sent = Array.from({ length: SALES_LIVE_MAX + 1 }, (_, n) => items.slice(2 * n, 2 * n + 2));
    const made = await Promise.all(sent.map((ids) => seller.request("POST", "/api/moving-sales", body(ids))));
    expect(made.filter(({ status }) => status === 201)).toHaveLength(SALES_LIVE_MAX);
    expect((await mine(seller)).filter(({ state }) => state === "live")).toHaveLength(SALES_LIVE_MAX);
  });

  it("is changed or ended by anybody else (A128)", async () => {
    const { seller, items } = await scene();
    const { id } = await start(seller, items);
    const stranger = await createSeller();
    await refusal(await stranger.request("PUT", `/api/moving-sales/${id}`, body(items)), 404);
    await refusal(await stranger.request("DELETE", `/api/moving-sales/${id}`), 404);
    expect((await view(id)).live).toBe(true);
  });
});

describe("its page", () => {
  it("has title, description and picture for sharing, and is indexed while it is live", async () => {
    const { seller, items } = await scene();
    const { id } = await start(seller, items);
    const { status, robots, html } = await page(id);
    expect([status, robots]).toEqual([200, null]);
    expect(html).toContain("<title>Moving to Perth – Goodstreet</title>");
    expect(html).toMatch(/property="og:title" content="Moving to Perth/);
    expect(html).toContain("2 items from Sam S., pickup in Brunswick, Melbourne. Everything must go.");
    expect(html).toContain(`/MovingSale/${id}`);
    expect(await (await call("GET", "/sitemaps/sales.xml")).text()).toContain(`/MovingSale/${id}`);

    await reply(await seller.request("DELETE", `/api/moving-sales/${id}`), 200);
    expect(await page(id)).toMatchObject({ status: 200, robots: "noindex" });
    expect(await (await call("GET", "/sitemaps/sales.xml")).text()).not.toContain(id);
    expect((await page("msl_00000000000000000000")).status).toBe(404);
  });

  it("can be reported, and disappears when staff remove it, while its items stay listed (A128)", async () => {
    const { seller, items } = await scene();
    const { id } = await start(seller, items);
    const [reporter, staff] = [await createBuyer(), await createAccount({ role: "admin" })];
    const report = { subject_type: "sale", subject_id: id, reason: "scam" };
    const filed = await reply<ReportReceipt>(await reporter.request("POST", "/api/reports", report), 201);
    const queued = await reply<AdminReportDetail>(await staff.request("GET", `/api/admin/reports/${filed.id}`), 200);
    expect(queued).toMatchObject({ link: `/MovingSale/${id}`, excerpt: expect.stringContaining("Moving to Perth") });
    const decision = { outcome: "remove", note: "This sale advertises another website." };
    await reply(await staff.request("POST", `/api/admin/reports/${filed.id}/decision`, decision), 200);
    await refusal(await call("GET", `/api/moving-sales/${id}`), 404);
    expect((await page(id)).status).toBe(404);
    expect(await mine(seller)).toMatchObject([{ id, state: "removed" }]);
    await refusal(await seller.request("PUT", `/api/moving-sales/${id}`, body(items)), 409);
    const told = "SELECT title FROM notifications WHERE user_id = ? AND kind = 'standing'";
    expect(await env.DB.prepare(told).bind(seller.id).first("title")).toBe(
      "We've removed your moving sale “Moving to Perth”.",
    );
    expect((await reply<OwnItem>(await seller.request("GET", `/api/items/${items[0]}`), 200)).status).toBe("active");
  });
});
