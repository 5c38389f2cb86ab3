import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { AdEventReply, AdsReply } from "#contract/items/marketplace";
import { adEvents, advertisements } from "../../worker/db/schema/site-content.ts";
import { removeOldAdEvents } from "../../worker/features/ads/jobs.ts";
import { createServices } from "../../worker/services.ts";
import { call, cookieHeader, cookiesOf, createAccount } from "../support/workerd/accounts.ts";
import { createAd, db } from "../support/workerd/browse.ts";

const HOUR = 3_600_000;
const IMPRESSION = "impression";
const CLICK = "click";

afterEach(async () => {
  await db.update(advertisements).set({ active: false });
});

async function shown(placements = "local_deals,between_items"): Promise<AdsReply["ads"]> {
  const reply = await call("GET", `/api/ads?placements=${placements}`);
  expect(reply.status).toBe(200);
  return ((await reply.json()) as AdsReply).ads;
}

/** Returns the cookie of a browser that was shown an ad. */
async function visitor(): Promise<Record<string, string>> {
  const reply = await call("GET", "/api/ads?placements=local_deals");
  return { Cookie: cookieHeader(cookiesOf(reply)) };
}

async function count(id: string, kind: string, headers: Record<string, string>): Promise<boolean> {
  const reply = await call("POST", `/api/ads/${id}/${kind}`, undefined, headers);
  expect(reply.status, await reply.clone().text()).toBe(200);
  return ((await reply.json()) as AdEventReply).counted;
}

async function numbers(id: string) {
  const [row] = await db
    .select({ impressions: advertisements.impressions, clicks: advertisements.clicks })
    .from(advertisements)
    .where(eq(advertisements.id, id));
  return row;
}

describe("GET /api/ads", () => {
  it("returns the running ad with the highest priority for each placement, or null", async () => {
    await createAd({ title: "Low", priority: 1 });
    const high = await createAd({ title: "High", priority: 9, link_url: "https://bakery.example/deal" });
    await createAd({ title: "Higher, switched off", priority: 50, active: false });
    await createAd({ title: "Higher, elsewhere", priority: 50, placement: "sidebar" });
    expect(await shown()).toEqual({
      local_deals: {
        id: high,
        title: "High",
        description: "",
        image_url: null,
        link_url: "https://bakery.example/deal",
        placement: "local_deals",
      },
      between_items: null,
    });
  });

  it("shows an ad from its first to its last day in Sydney time (A101)", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const id = await createAd({ start_date: "2026-10-04", end_date: "2026-10-05T09:00:00Z" });
    const at = async (iso: string) => {
      vi.setSystemTime(new Date(iso));
      return (await shown("local_deals")).local_deals?.id ?? null;
    };
    // Daylight saving begins that Sunday: UTC+10 before 2 am, UTC+11 after.
    expect(await at("2026-10-03T13:59:59.999Z")).toBeNull();
    expect(await at("2026-10-03T14:00:00.000Z")).toBe(id);
    expect(await at("2026-10-05T12:59:59.999Z")).toBe(id);
    expect(await at("2026-10-05T13:00:00.000Z")).toBeNull();
  });

  it("shows ads without a start date, an end date or both", async () => {
    const open = await createAd({ priority: 1 });
    expect((await shown()).local_deals?.id).toBe(open);
    const started = await createAd({ priority: 2, start_date: "2020-01-01" });
    expect((await shown()).local_deals?.id).toBe(started);
    const ending = await createAd({ priority: 3, end_date: "2099-01-01" });
    expect((await shown()).local_deals?.id).toBe(ending);
  });

  it("drops unsafe links, and pictures hosted elsewhere (A75)", async () => {
    for (const link_url of ["javascript:alert(1)", "//evil.example", "http://plain.example", "/\\evil.example"]) {
      await createAd({ link_url, image_url: "https://elsewhere.example/pixel.gif", priority: 7 });
      expect((await shown()).local_deals, link_url).toMatchObject({ link_url: null, image_url: null });
      await db.update(advertisements).set({ active: false });
    }
    await createAd({ link_url: "/Marketplace?tab=books", image_url: "/images/aa/bb.webp" });
    expect((await shown()).local_deals).toMatchObject({
      link_url: "/Marketplace?tab=books",
      image_url: "/images/aa/bb.webp",
    });
  });

  it("refuses unknown placements", async () => {
    for (const bad of [
      "placements=popup",
      "placements=",
      "",
      "placements=local_deals,,sidebar",
      "placements=constructor",
    ]) {
      expect((await call("GET", `/api/ads?${bad}`)).status, bad).toBe(422);
    }
  });
});

describe("impressions and clicks of an ad", () => {
  it("count one impression per visitor and hour, and one click per visitor and day (A100)", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const start = Date.parse("2026-11-21T03:00:00Z");
    vi.setSystemTime(start);
    const id = await createAd();
    const one = await visitor();
    const two = await visitor();
    expect(await count(id, IMPRESSION, one)).toBe(true);
    expect(await count(id, IMPRESSION, one)).toBe(false);
    expect(await count(id, IMPRESSION, two)).toBe(true);
    expect(await count(id, CLICK, one)).toBe(true);
    expect(await count(id, CLICK, one)).toBe(false);
    expect(await numbers(id)).toEqual({ impressions: 2, clicks: 1 });
    vi.setSystemTime(start + HOUR - 1);
    expect(await count(id, IMPRESSION, one)).toBe(false);
    vi.setSystemTime(start + HOUR);
    expect(await count(id, IMPRESSION, one)).toBe(true);
    expect(await count(id, CLICK, one)).toBe(false);
    vi.setSystemTime(start + 24 * HOUR);
    expect(await count(id, IMPRESSION, one)).toBe(true);
    expect(await count(id, CLICK, one)).toBe(true);
    expect(await numbers(id)).toEqual({ impressions: 4, clicks: 2 });
  });

  it("do not count the click of a visitor who has not seen the ad, or saw it a day earlier (A100)", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const start = Date.parse("2026-11-21T03:00:00Z");
    vi.setSystemTime(start);
    const id = await createAd();
    const seen = await visitor();
    expect(await count(id, IMPRESSION, seen)).toBe(true);
    expect(await count(id, CLICK, await visitor())).toBe(false);
    vi.setSystemTime(start + 24 * HOUR);
    expect(await count(id, CLICK, seen)).toBe(false);
    expect(await numbers(id)).toEqual({ impressions: 1, clicks: 0 });
  });

  it("count a signed-in viewer by account, and never the advertiser (A30)", async () => {
    const owner = await createAccount();
    const reader = await createAccount();
    const id = await createAd({ owner_id: owner.id });
    expect(await count(id, IMPRESSION, owner.headers)).toBe(false);
    expect(await count(id, CLICK, owner.headers)).toBe(false);
    expect(await count(id, IMPRESSION, reader.headers)).toBe(true);
    expect(await count(id, IMPRESSION, { Cookie: reader.session_cookie })).toBe(false);
    expect(await numbers(id)).toEqual({ impressions: 1, clicks: 0 });
  });

  it("do not count visitors without a valid cookie, or bots (A100)", async () => {
    const id = await createAd();
    const { Cookie = "" } = await visitor();
    const value = Cookie.slice(Cookie.indexOf("=") + 1);
    const [name, signature] = value.split(".");
    const other = `${"A".repeat(43)}.${signature}`;
    for (const cookie of [
      "",
      "local-vid=x",
      `local-vid=${other}`,
      `local-vid=${name}.`,
      `local-vid=${name}.${"_".repeat(43)}`,
    ]) {
      expect(await count(id, IMPRESSION, { Cookie: cookie }), cookie).toBe(false);
    }
    expect(await count(id, IMPRESSION, { Cookie, "User-Agent": "Googlebot/2.1" })).toBe(false);
    expect(await count(id, IMPRESSION, { Cookie })).toBe(true);
    expect(await numbers(id)).toEqual({ impressions: 1, clicks: 0 });
  });

  it("count concurrent clicks of one visitor once, and never more clicks than impressions", async () => {
    const id = await createAd();
    const headers = await visitor();
    await Promise.all(Array.from({ length: 30 }, () => count(id, IMPRESSION, headers)));
    await Promise.all(Array.from({ length: 30 }, () => count(id, CLICK, headers)));
    expect(await numbers(id)).toEqual({ impressions: 1, clicks: 1 });
    // After the numbers were reset, a click that would break the CHECK constraint is not counted and is no error.
    await db.update(advertisements).set({ impressions: 0, clicks: 0 }).where(eq(advertisements.id, id));
    await db.delete(adEvents).where(eq(adEvents.kind, CLICK));
    expect(await count(id, CLICK, headers)).toBe(false);
    expect(await numbers(id)).toEqual({ impressions: 0, clicks: 0 });
  });

  it("stop at sixty an hour from one IP address, for any number of visitors (A100)", async () => {
    const id = await createAd();
    let counted = 0;
    let statuses = 0;
    // Local limits are ten times as high, so most of the window is filled beforehand.
    const ip = "203.0.113.77";
    const fill = db.$client.prepare("INSERT INTO throttles (key, count, since) VALUES (?, 599, ?)");
    await fill.bind(`ip:${ip}:${IMPRESSION}:${id}`, Date.now()).run();
    for (let index = 0; index < 5; index++) {
      const headers = { ...(await visitor()), "CF-Connecting-IP": ip };
      const reply = await call("POST", `/api/ads/${id}/impression`, undefined, headers);
      statuses = Math.max(statuses, reply.status);
      if (((await reply.json()) as AdEventReply).counted) counted++;
    }
    expect(statuses).toBe(200);
    expect(counted).toBe(1);
  });

  it("are refused with 404 for a missing or inactive ad, and not counted for an ended one", async () => {
    const headers = await visitor();
    for (const id of ["adv_00000000000000000000", "nothing", await createAd({ active: false })]) {
      expect((await call("POST", `/api/ads/${id}/impression`, undefined, headers)).status, id).toBe(404);
    }
    const over = await createAd({ end_date: "2026-01-01" });
    expect(await count(over, IMPRESSION, headers)).toBe(false);
  });

  it("stay when the records of who saw the ad are deleted after two days", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const start = Date.parse("2026-11-21T03:00:00Z");
    vi.setSystemTime(start);
    const id = await createAd();
    await count(id, IMPRESSION, await visitor());
    const services = createServices(env, () => undefined);
    const events = () => db.select().from(adEvents).where(eq(adEvents.ad_id, id));
    vi.setSystemTime(start + 48 * HOUR);
    await removeOldAdEvents(services);
    expect(await events()).toHaveLength(1);
    vi.setSystemTime(start + 48 * HOUR + 1);
    await removeOldAdEvents(services);
    expect(await events()).toHaveLength(0);
    expect(await numbers(id)).toEqual({ impressions: 1, clicks: 0 });
  });
});
