/** Ads placed by staff: their display, counters and audit log entries (D13, D34, D46). */
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Advertisement, AdvertisementDetail, AdvertisementsReply } from "#contract/ads";
import type { ErrorBody } from "#contract/errors";
import type { Photo } from "#contract/items";
import type { AdsReply } from "#contract/items/marketplace";
import type { ErrorCode } from "#domain/result";
import { removeOrphanPhotos } from "../../worker/features/items/images/jobs.ts";
import { createServices } from "../../worker/services.ts";
import { call, cookieHeader, cookiesOf, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { createSeller, insertItem, refusal as refused, reply as replied } from "../support/workerd/deals.ts";
import { png, uploadForm } from "../support/workerd/images.ts";
import { allRows, firstRow, runSql } from "../support/workerd/sql.ts";

const DAY = 86_400_000;
/** Noon in Sydney, so that no test crosses midnight. */
const NOON = Date.UTC(2026, 10, 23, 1);
const TODAY = "2026-11-23";

const AD = {
  title: "Corner Bakery",
  description: "Sourdough from seven.",
  image_id: null,
  link_url: "https://bakery.example/deal",
  placement: "sidebar",
  priority: 3,
  active: true,
  start_date: null,
  end_date: null,
};

let staff: TestAccount;

const reply = <T>(response: Response, status = 200): Promise<T> => replied<T>(response, status);

async function refusal(response: Response, status: number, code?: ErrorCode): Promise<ErrorBody["error"]> {
  const error = await refused(response, status);
  if (code !== undefined) expect(error.code).toBe(code);
  return error;
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  staff = await createAccount({ role: "admin" });
  // Ends the ads of earlier tests.
  await runSql`UPDATE advertisements SET active = 0, ended_at = 1`;
});

async function place(change: Record<string, unknown> = {}): Promise<Advertisement> {
  return reply<Advertisement>(await staff.request("POST", "/api/admin/ads", { ...AD, ...change }), 201);
}

async function change(ad: { id: string; version: number }, values: Record<string, unknown>): Promise<Advertisement> {
  const body = { version: ad.version, ...values };
  return reply<Advertisement>(await staff.request("PATCH", `/api/admin/ads/${ad.id}`, body));
}

const end = async (id: string) => reply<Advertisement>(await staff.request("POST", `/api/admin/ads/${id}/end`));
const detail = async (id: string) => reply<AdvertisementDetail>(await staff.request("GET", `/api/admin/ads/${id}`));
const list = async (query = "") => reply<AdvertisementsReply>(await staff.request("GET", `/api/admin/ads${query}`));

/** Returns the id of the ad that a visitor sees in the sidebar. */
async function shown(): Promise<string | null> {
  const { ads } = await reply<AdsReply>(await call("GET", "/api/ads?placements=sidebar"));
  return ads.sidebar?.id ?? null;
}

async function entries(subject: string): Promise<{ action: string; details: unknown }[]> {
  const { results } = await allRows<{ action: string; details: string }>`SELECT action, details
    FROM audit_log WHERE subject = ${subject} ORDER BY id`;
  return results.map(({ action, details }) => ({ action, details: JSON.parse(details) as unknown }));
}

async function upload(who: TestAccount): Promise<Photo> {
  return reply<Photo>(await who.request("POST", "/api/images", uploadForm({ original: png() })), 201);
}

describe("an ad placed by staff", () => {
  it("is shown, and the audit log records its placement", async () => {
    const ad = await place();
    expect(ad).toMatchObject({ state: "running", impressions: 0, clicks: 0, rate: null, promotion: null });
    expect(await shown()).toBe(ad.id);
    expect(await entries(ad.id)).toEqual([
      { action: "ad_created", details: expect.objectContaining({ title: "Corner Bakery", placement: "sidebar" }) },
    ]);
  });

  it("is created once for concurrent requests with one idempotency key", async () => {
    const send = () => staff.request("POST", "/api/admin/ads", AD, { "Idempotency-Key": "bakery-1" });
    const replies = await Promise.all([send(), send(), send()]);
    const ids = await Promise.all(replies.map(async (one) => (await reply<Advertisement>(one, 201)).id));
    expect(new Set(ids).size).toBe(1);
    expect(await entries(ids[0] ?? "")).toHaveLength(1);
  });

  it("runs from its first to its last day in Sydney time", async () => {
    const ad = await place({ start_date: "2026-11-24", end_date: "2026-11-25" });
    expect(ad.state).toBe("scheduled");
    expect(await shown()).toBeNull();
    // 13:00 UTC is midnight in Sydney.
    vi.setSystemTime(Date.UTC(2026, 10, 23, 13, 1));
    expect((await detail(ad.id)).state).toBe("running");
    expect(await shown()).toBe(ad.id);
    vi.setSystemTime(Date.UTC(2026, 10, 25, 13, 1));
    expect((await detail(ad.id)).state).toBe("ended");
    expect(await shown()).toBeNull();
    const longer = await change(ad, { end_date: "2026-11-30" });
    expect(longer.state).toBe("running");
  });

  it("can be switched off and on, but not changed after it has been ended", async () => {
    const ad = await place();
    const off = await change(ad, { active: false });
    expect(off.state).toBe("off");
    expect(await shown()).toBeNull();
    const on = await change(off, { active: true });
    expect(await shown()).toBe(ad.id);
    expect((await end(ad.id)).state).toBe("ended");
    expect((await end(ad.id)).state).toBe("ended");
    expect(await shown()).toBeNull();
    const late = await staff.request("PATCH", `/api/admin/ads/${ad.id}`, { version: on.version, active: true });
    await refusal(late, 409, "wrong_state");
    expect((await entries(ad.id)).map(({ action }) => action)).toEqual([
      "ad_created",
      "ad_changed",
      "ad_changed",
      "ad_ended",
    ]);
  });

  it("is not overwritten from an outdated version, and the audit log records what changed", async () => {
    const ad = await place();
    await change(ad, { title: "Corner Bakery, Newtown", priority: 9 });
    const stale = await staff.request("PATCH", `/api/admin/ads/${ad.id}`, { version: ad.version, title: "Old" });
    await refusal(stale, 409, "stale");
    expect((await entries(ad.id)).at(-1)).toEqual({
      action: "ad_changed",
      details: {
        before: { title: "Corner Bakery", priority: 3 },
        after: { title: "Corner Bakery, Newtown", priority: 9 },
      },
    });
  });

  it.each([
    ["link_url", "javascript:alert(1)"],
    ["link_url", "http://bakery.example"],
    ["link_url", "//evil.example"],
    ["link_url", "/\\evil.example"],
    ["link_url", "data:text/html,x"],
    ["title", " "],
    ["title", "x".repeat(81)],
    ["description", "x".repeat(301)],
    ["placement", "everywhere"],
    ["priority", 101],
    ["priority", 1.5],
    ["start_date", "2026-02-30"],
    ["end_date", "tomorrow"],
    ["image_id", "img_00000000000000000000"],
  ])("is refused with %s set to %j", async (field, value) => {
    const error = await refusal(await staff.request("POST", "/api/admin/ads", { ...AD, [field]: value }), 422);
    expect(error.details?.fields?.map((problem) => problem.field)).toEqual([field]);
    expect(await shown()).toBeNull();
  });

  it("is refused with an end date before its start date, when created and when changed (A101)", async () => {
    const both = { ...AD, start_date: "2026-11-25", end_date: "2026-11-24" };
    await refusal(await staff.request("POST", "/api/admin/ads", both), 422, "invalid");
    const ad = await place({ start_date: TODAY });
    const body = { version: ad.version, end_date: "2026-11-22" };
    await refusal(await staff.request("PATCH", `/api/admin/ads/${ad.id}`, body), 422, "invalid");
  });

  it("may link to a page of Goodstreet", async () => {
    expect((await place({ link_url: "/Store" })).link_url).toBe("/Store");
    expect((await place({ link_url: " " })).link_url).toBeNull();
  });
});

describe("the picture of an ad placed by staff", () => {
  it("survives the clean-up while the ad uses it, and is released when it is removed", async () => {
    const first = await upload(staff);
    const ad = await place({ image_id: first.id });
    expect(ad.image_url).toBe(first.url_800);
    vi.setSystemTime(NOON + 2 * DAY);
    const services = createServices(env, () => undefined);
    await removeOrphanPhotos(services);
    expect((await call("GET", first.url_800)).status).toBe(200);

    const other = await change(ad, { title: "Same picture" });
    expect(other.image_url).toBe(first.url_800);
    const bare = await change(other, { image_id: null });
    expect(bare.image_url).toBeNull();
    const row = await firstRow`SELECT item_id FROM images WHERE id = ${first.id}`;
    expect(row).toEqual({ item_id: null });
  });

  it("must be an upload of the caller that nothing else uses", async () => {
    const seller = await createSeller();
    const theirs = await upload(seller);
    await refusal(await staff.request("POST", "/api/admin/ads", { ...AD, image_id: theirs.id }), 422, "invalid");
    const mine = await upload(staff);
    await place({ image_id: mine.id });
    await refusal(await staff.request("POST", "/api/admin/ads", { ...AD, image_id: mine.id }), 422, "invalid");
  });
});

describe("the statistics of an ad placed by staff", () => {
  it("report impressions and clicks for each day", async () => {
    const ad = await place({ start_date: "2026-11-22" });
    for (let reader = 0; reader < 3; reader++) {
      const visit = await call("GET", "/api/ads?placements=sidebar");
      const headers = { Cookie: cookieHeader(cookiesOf(visit)) };
      await call("POST", `/api/ads/${ad.id}/impression`, undefined, headers);
      if (reader === 0) await call("POST", `/api/ads/${ad.id}/click`, undefined, headers);
    }
    expect(await detail(ad.id)).toMatchObject({
      impressions: 3,
      clicks: 1,
      rate: 33.3,
      reach: [
        { day: "2026-11-22", impressions: 0, clicks: 0 },
        { day: TODAY, impressions: 3, clicks: 1 },
      ],
    });
  });

  it("go back at most sixty days, and end with the ad", async () => {
    const old = await place({ start_date: "2026-01-01" });
    const { reach } = await detail(old.id);
    expect(reach).toHaveLength(60);
    expect(reach.at(-1)?.day).toBe(TODAY);
    await end(old.id);
    vi.setSystemTime(NOON + 5 * DAY);
    expect((await detail(old.id)).reach.at(-1)?.day).toBe(TODAY);
    const later = await place({ start_date: "2027-01-01" });
    expect((await detail(later.id)).reach).toEqual([]);
  });
});

describe("GET /api/admin/ads", () => {
  it("returns pages, newest first, filtered by state and placement", async () => {
    const placed: string[] = [];
    for (let index = 0; index < 5; index++) {
      vi.setSystemTime(NOON + index * 1_000);
      placed.unshift((await place({ placement: "bottom_banner", active: index !== 2 })).id);
    }
    const first = await list("?placement=bottom_banner&limit=3");
    expect(first.items.map(({ id }) => id)).toEqual(placed.slice(0, 3));
    const rest = await list(`?placement=bottom_banner&limit=3&cursor=${first.next_cursor}`);
    expect(rest.items.slice(0, 2).map(({ id }) => id)).toEqual(placed.slice(3));
    expect((await list("?placement=bottom_banner&state=off")).items.map(({ id }) => id)).toEqual([placed[2]]);
    await refusal(await staff.request("GET", `/api/admin/ads?cursor=${first.next_cursor}`), 422, "invalid");
  });

  it("lists sellers' promotions separately, and staff cannot change them", async () => {
    const seller = await createSeller();
    await env.DB.prepare(
      `INSERT INTO balance_transactions (id, user_id, amount_cents, description, type, ref, created_at)
       VALUES (?1, ?2, 5000, 'Given', 'adjustment', ?1, ?3)`,
    )
      .bind(`blt_${seller.id.slice(4)}`, seller.id, Date.now())
      .run();
    const item = await insertItem(seller);
    const body = { item_id: item, placement: "sidebar", start_date: TODAY, end_date: TODAY };
    await reply(await seller.request("POST", "/api/promotions", body), 201);
    const [promoted] = (await list("?from=sellers&state=running")).items;
    expect(promoted).toMatchObject({
      state: "running",
      promotion: { item_id: item, seller_id: seller.id, amount: 1.5 },
    });
    const id = promoted?.id ?? "";
    expect((await list()).items.map((ad) => ad.id)).not.toContain(id);
    const patch = await staff.request("PATCH", `/api/admin/ads/${id}`, { version: 0, active: false });
    await refusal(patch, 409, "wrong_state");
    await refusal(await staff.request("POST", `/api/admin/ads/${id}/end`), 409, "wrong_state");
    await runSql`UPDATE items SET status = 'sold' WHERE id = ${item}`;
    expect((await detail(id)).state).toBe("off");
    expect(await shown()).toBeNull();
  });

  it("refuses users and visitors, like every other staff route for ads", async () => {
    const ad = await place();
    const user = await createAccount();
    const calls: ["GET" | "POST" | "PATCH", string, unknown?][] = [
      ["GET", "/api/admin/ads"],
      ["GET", `/api/admin/ads/${ad.id}`],
      ["POST", "/api/admin/ads", AD],
      ["PATCH", `/api/admin/ads/${ad.id}`, { version: ad.version, active: false }],
      ["POST", `/api/admin/ads/${ad.id}/end`],
    ];
    for (const [method, path, body] of calls) {
      await refusal(await user.request(method, path, body), 403, "admins_only");
      expect((await call(method, path, body)).status).toBe(401);
    }
    expect(await shown()).toBe(ad.id);
    await refusal(await staff.request("GET", "/api/admin/ads/adv_00000000000000000000"), 404, "not_found");
  });
});
