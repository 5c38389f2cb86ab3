/** Replies that the edge keeps for visitors (D65). The cache is off in other files, which expect to see each change. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { ItemDetail, ItemStatusReply } from "#contract/items";
import type { ItemListReply } from "#contract/items/marketplace";
import { app } from "../../worker/app.ts";
import { ACCESS_TABLE, ROLES } from "../support/access-table.ts";
import { callOf } from "../support/workerd/access-calls.ts";
import { createAccessFixtures } from "../support/workerd/access-fixtures.ts";
import { call, cookiesOf, createAccount, ORIGIN, type TestAccount } from "../support/workerd/accounts.ts";
import { advance, stopClock } from "../support/workerd/clock.ts";
import { createItem } from "../support/workerd/listings.ts";
import { siteFiles } from "../support/workerd/site-files.ts";

const ASSETS = siteFiles({ "index.html": { file: "assets/index-1.js", isEntry: true } });
const SECOND = 1_000;

interface Kept {
  status: number;
  headers: Headers;
  text: string;
  cookies: Record<string, string>;
}

/** Calls the Worker with the edge cache, and waits until the reply is kept. */
async function ask(
  path: string,
  headers: Record<string, string> = {},
  changes: object = {},
  method: "GET" | "HEAD" = "GET",
): Promise<Kept> {
  const ctx = createExecutionContext();
  const request = new Request(`${ORIGIN}${path}`, { method, headers });
  const reply = await app.fetch(request, { ...env, ASSETS, EDGE_CACHE: "on", ...changes }, ctx);
  const text = await reply.text();
  await waitOnExecutionContext(ctx);
  return { status: reply.status, headers: reply.headers, text, cookies: cookiesOf(reply) };
}

const titles = ({ text }: Kept) => (JSON.parse(text) as ItemListReply).items.map(({ title }) => title);
const age = ({ headers }: Kept) => headers.get("Age");

let seller: TestAccount;
let made: ReturnType<typeof createAccessFixtures> | undefined;

/** Its rows exist once in a file. */
function fixtures() {
  made ??= createAccessFixtures();
  return made;
}

beforeAll(async () => {
  seller = await createAccount({ full_name: "Ada Lister" });
});

beforeEach(() => stopClock());

afterEach(() => vi.restoreAllMocks());

describe("a kept list", () => {
  it("is used for 15 seconds with its age, then made again", async () => {
    const path = `/api/items?seller_id=${seller.id}&limit=20`;
    await createItem(seller, { title: "First lamp" });
    const first = await ask(path);
    expect([titles(first), age(first)]).toEqual([["First lamp"], null]);
    advance(SECOND);
    await createItem(seller, { title: "Second lamp" });
    advance(13 * SECOND);
    const kept = await ask(path);
    expect([titles(kept), age(kept), kept.headers.get("Server-Timing")]).toEqual([
      ["First lamp"],
      "14",
      "age;dur=14000",
    ]);
    // Browsers keep nothing, and the bookkeeping of the cache stays inside.
    expect(kept.headers.get("Cache-Control")).toBe("private, no-store");
    expect([...kept.headers.keys()].filter((name) => name.startsWith("x-kept"))).toEqual([]);
    advance(SECOND);
    const renewed = await ask(path);
    expect([titles(renewed), age(renewed)]).toEqual([["Second lamp", "First lamp"], null]);
  });

  it("is given to others for 30 seconds more while one request renews it", async () => {
    const path = `/api/items?seller_id=${seller.id}&limit=21`;
    await ask(path);
    advance(20 * SECOND);
    const together = await Promise.all([ask(path), ask(path)]);
    expect(together.map(age)).toEqual([null, "20"]);
    expect(age(await ask(path))).toBe("0");
    advance(46 * SECOND);
    expect((await Promise.all([ask(path), ask(path)])).map(age)).toEqual([null, null]);
  });

  it("is one for every casing of a page's address and the slashes around it", async () => {
    const { id: open } = await createItem(seller);
    for (const [page, ...spellings] of [
      [
        "/Marketplace?sort=price_low",
        "/marketplace?sort=price_low",
        "/MARKETPLACE/?sort=price_low",
        "/Marketplace//?sort=price_low",
      ],
      [`/ItemDetail/${open}`, `/itemdetail/${open}`, `/ITEMDETAIL/${open}/`],
    ] as const) {
      const first = await ask(page);
      expect([first.status, age(first)], page).toEqual([200, null]);
      for (const spelling of spellings) {
        const kept = await ask(spelling);
        // What the address would get without the cache; the nonce and times differ.
        expect([kept.status, age(kept), kept.text], spelling).toEqual([200, "0", first.text]);
        const fresh = await ask(spelling, {}, { EDGE_CACHE: "off" });
        const canonical = /<link rel="canonical" href="[^"]*">/;
        expect(canonical.exec(fresh.text)?.[0], spelling).toBe(canonical.exec(first.text)?.[0]);
      }
    }
  });

  it("answers HEAD without a body, which is not kept itself", async () => {
    const path = `/api/items?seller_id=${seller.id}&limit=22`;
    expect(age(await ask(path, {}, {}, "HEAD"))).toBeNull();
    const made = await ask(path);
    expect([age(made), made.text.length > 0]).toEqual([null, true]);
    advance(2 * SECOND);
    const head = await ask(path, {}, {}, "HEAD");
    expect([age(head), head.text, head.headers.get("Content-Type")]).toEqual([
      "2",
      "",
      made.headers.get("Content-Type"),
    ]);
    expect((await ask(path)).text).toBe(made.text);
  });

  it("is not kept beyond the first page, for a very long search, or after an error", async () => {
    const put = vi.spyOn(caches.default, "put");
    const long = await ask(`/api/items?q=${"lamp".repeat(40)}&tags=${"a".repeat(140)}`);
    const wrong = await ask("/api/items?sort=backwards");
    const missing = await ask("/api/items/itm_unknown");
    const noPage = await ask("/no-such-page");
    await ask("/api/items?cursor=abc");
    expect([long.status < 500, wrong.status, missing.status, noPage.status]).toEqual([true, 422, 404, 404]);
    expect(put).not.toHaveBeenCalled();
  });
});

describe("a kept item", () => {
  it("shows within five seconds that it is held, and the status call of a grid shows it at once", async () => {
    const item = await createItem(seller, { title: "Wanted lamp" });
    const buyer = await createAccount();
    const status = async (path: string) => (JSON.parse((await ask(path)).text) as ItemDetail).status;
    expect(await status(`/api/items/${item.id}`)).toBe("active");
    const held = await buyer.request("POST", "/api/rpc/reserve_item", {
      item_id: item.id,
      reservation_type: "buy_now",
    });
    expect(held.status).toBe(200);
    const statuses = JSON.parse((await ask(`/api/items/status?ids=${item.id}`)).text) as ItemStatusReply;
    expect(statuses.items[0]?.status).toBe("reserved");
    expect(await status(`/api/items/${item.id}`)).toBe("active");
    advance(5 * SECOND);
    expect(await status(`/api/items/${item.id}`)).toBe("reserved");
  });

  it("is gone five seconds after its removal", async () => {
    const item = await createItem(seller, { title: "Removed lamp" });
    await ask(`/api/items/${item.id}`);
    await ask(`/ItemDetail/${item.id}`);
    await seller.request("DELETE", `/api/items/${item.id}`);
    advance(5 * SECOND);
    expect([(await ask(`/api/items/${item.id}`)).status, (await ask(`/ItemDetail/${item.id}`)).status]).toEqual([
      410, 410,
    ]);
  });
});

describe("kept pages", () => {
  it("depend on the place in the visitor's cookie", async () => {
    const near = (place: string) => ({ Cookie: `local-near=${encodeURIComponent(place)}` });
    const newtown = await ask("/Marketplace", near("Newtown NSW 2042|"));
    const plain = await ask("/Marketplace");
    const again = await ask("/Marketplace", near("Newtown NSW 2042|"));
    expect([age(newtown), age(plain), age(again)]).toEqual([null, null, "0"]);
    expect(again.text).toBe(newtown.text);
    expect(plain.text).not.toContain("Newtown NSW 2042");
    expect([again.headers.get("Cache-Control"), again.headers.get("Vary")]).toEqual(["private, no-cache", "Cookie"]);
  });

  it("are not kept when the address may hold a token", async () => {
    const match = vi.spyOn(caches.default, "match");
    for (const path of [
      "/reset-password?token=abc",
      "/unsubscribe?token=abc",
      "/StillAvailable?token=abc",
      "/SignIn",
    ]) {
      await ask(path);
    }
    expect(match).not.toHaveBeenCalled();
  });

  it("give every visitor a cookie of their own for counting ads", async () => {
    for (const path of ["/Home", "/api/homepage", "/api/marketplace/extras", "/api/ads?placements=local_deals"]) {
      const first = await ask(path);
      const second = await ask(path);
      expect([age(first), age(second)], path).toEqual([null, "0"]);
      expect(first.cookies["local-vid"], path).toBeTruthy();
      expect(second.cookies["local-vid"], path).toBeTruthy();
      expect(second.cookies["local-vid"], path).not.toBe(first.cookies["local-vid"]);
      expect(second.headers.get("Cache-Control"), path).toBe("private, no-store");
    }
  });

  it("are not used by a newer deployment", async () => {
    await ask("/Terms");
    expect(age(await ask("/Terms"))).toBe("0");
    expect(age(await ask("/Terms", {}, { VERSION: { id: "newer", tag: "", timestamp: "" } }))).toBeNull();
  });

  it("are made again when administrators save the site's name or colours", async () => {
    const admin = await createAccount({ role: "super_admin" });
    await ask("/Contact");
    expect(age(await ask("/Contact"))).toBe("0");
    const colours = {
      light: { background: "#102030", text: "#ffffff" },
      dark: { background: "#102030", text: "#ffffff" },
    };
    const saved = await admin.request("PUT", "/api/theme", { theme_config: { banner: colours }, version: 0 });
    expect(saved.status).toBe(200);
    advance(61 * SECOND);
    await ask("/Contact");
    expect((await ask("/Contact")).text).toContain("#102030");
  });
});

describe("photos", () => {
  it("are kept for everyone, also signed in, and revalidated without the cache", async () => {
    const { things, people } = await fixtures();
    const path = `/images/${things.image}`;
    const first = await ask(path);
    expect([first.status, age(first)]).toEqual([200, null]);
    const kept = await ask(path, people.buyer.headers);
    expect([kept.status, age(kept), kept.text]).toEqual([200, "0", first.text]);
    expect(kept.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    expect(kept.headers.get("Content-Type")).toBe(first.headers.get("Content-Type"));
    expect((await ask(path, { "If-None-Match": first.headers.get("ETag") ?? "" })).status).toBe(304);
  });
});

/** Fields that differ between two identical replies. */
const comparable = (text: string) => text.replaceAll(/"server_now":\d+/g, '"server_now":0');

it("no reply to a signed-in user is kept, and none is answered from the cache, on any route", async () => {
  const { people, things } = await fixtures();
  const reads = Object.keys(ACCESS_TABLE).filter(
    (route) => route.startsWith("GET ") && !route.startsWith("GET /images"),
  );
  const pages = ["/", "/Home", "/Marketplace", `/ItemDetail/${things.open}`, `/Store/${things.seller}`, "/Terms"];
  const paths = reads.map((route) => callOf(route, "visitor", things).path).concat(pages);
  const match = vi.spyOn(caches.default, "match");
  const put = vi.spyOn(caches.default, "put");
  for (const role of ROLES) {
    const person = people[role];
    if (!person) continue;
    for (const path of paths) {
      await ask(path, { Cookie: person.cookie });
      await ask(path, { Authorization: `Bearer ${person.access_token}` });
      await ask(path, { Cookie: person.session_cookie });
    }
  }
  expect([match.mock.calls.length, put.mock.calls.length]).toEqual([0, 0]);

  // A visitor gets the same from the cache as without it. Copies of the tests above are too old by then.
  advance(60 * SECOND);
  let kept = 0;
  for (const path of paths) {
    const uncached = await ask(path, {}, { EDGE_CACHE: "off" });
    await ask(path);
    const cached = await ask(path);
    expect(cached.status, path).toBe(uncached.status);
    if (cached.headers.has("Age")) {
      kept++;
      expect(comparable(cached.text), path).toBe(comparable(uncached.text));
    }
  }
  expect(kept).toBeGreaterThan(15);
}, 240_000);

it("visitors read from a replica, and signed-in users from the primary, which has their own writes", async () => {
  const asked: string[] = [];
  const watched = new Proxy(env.DB, {
    get(target, name) {
      if (name === "withSession") asked.push("replica");
      if (name === "prepare") asked.push("primary");
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const whoAnswers = async (headers: Record<string, string>) => {
    asked.length = 0;
    expect((await ask(`/api/items?seller_id=${seller.id}`, headers, { DB: watched, EDGE_CACHE: "off" })).status).toBe(
      200,
    );
    return [...new Set(asked)];
  };
  expect(await whoAnswers({})).toContain("replica");
  expect(await whoAnswers({ Cookie: seller.cookie })).toEqual(["primary"]);
  expect(await whoAnswers({ Authorization: `Bearer ${seller.access_token}` })).toEqual(["primary"]);
});

it("the cache is off where the configuration says so", async () => {
  const match = vi.spyOn(caches.default, "match");
  await call("GET", "/api/items");
  expect(match).not.toHaveBeenCalled();
});
