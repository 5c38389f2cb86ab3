import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { CreateItemInput, ItemCard, ItemDetail, OwnItem } from "#contract/items";
import type { MarketplaceExtras } from "#contract/items/marketplace";
import type { Page } from "#contract/page";
import { app } from "../../worker/app.ts";
import { items } from "../../worker/db/schema/items.ts";
import { call, createAccount, ORIGIN, type TestAccount } from "../support/workerd/accounts.ts";
import { createAd, createBundle, db } from "../support/workerd/browse.ts";
import { createItem } from "../support/workerd/listings.ts";
import { siteFiles } from "../support/workerd/site-files.ts";

let seller: TestAccount;
beforeAll(async () => {
  seller = await createAccount();
});

type Columns = Partial<typeof items.$inferInsert>;

async function listed(overrides: Partial<CreateItemInput> = {}, columns: Columns = {}): Promise<OwnItem> {
  const item = await createItem(seller, overrides);
  if (Object.keys(columns).length > 0) await db.update(items).set(columns).where(eq(items.id, item.id));
  return item;
}

async function get<T>(path: string): Promise<T> {
  const reply = await call("GET", path);
  expect(reply.status, await reply.clone().text()).toBe(200);
  return (await reply.json()) as T;
}

const idsOf = (cards: readonly { id: string }[]) => cards.map((card) => card.id);

describe("GET /api/marketplace/extras", () => {
  it("returns at most the twenty newest bundles, twelve trending items and four sold items", async () => {
    await db.update(items).set({ deleted_at: Date.now() });
    const [one, two] = [await listed({ price: 10 }), await listed({ price: 20 })];
    const start = Date.now();
    const bundles: string[] = [];
    for (let index = 0; index < 21; index++) {
      bundles.unshift(await createBundle(seller, [one.id, two.id], { created_at: start + index }));
    }
    const trending: string[] = [];
    for (let index = 1; index <= 13; index++) trending.unshift((await listed({}, { views_count: index })).id);
    const sold: string[] = [];
    for (let index = 0; index < 5; index++) {
      sold.unshift((await listed({}, { status: "sold", sold_at: start + index })).id);
    }
    const extras = await get<MarketplaceExtras>("/api/marketplace/extras");
    expect(idsOf(extras.bundles)).toEqual(bundles.slice(0, 20));
    expect(idsOf(extras.trending)).toEqual(trending.slice(0, 12));
    expect(idsOf(extras.recently_sold)).toEqual(sold.slice(0, 4));
  });

  it("returns the ad with the highest priority for each of its two placements, and no others", async () => {
    const today = new Date().toISOString().slice(0, 10);
    for (const placement of ["local_deals", "between_items"] as const) {
      await createAd({ placement, title: `${placement} low`, priority: 1 });
      await createAd({ placement, title: `${placement} high`, priority: 7 });
      await createAd({ placement, title: `${placement} over`, priority: 9, end_date: "2020-01-01" });
      await createAd({ placement, title: `${placement} off`, priority: 9, active: false, start_date: today });
    }
    await createAd({ placement: "sidebar", title: "sidebar", priority: 9 });
    const { ads } = await get<MarketplaceExtras>("/api/marketplace/extras");
    expect(ads).toMatchObject({
      local_deals: { title: "local_deals high" },
      between_items: { title: "between_items high" },
    });
    expect(Object.keys(ads).sort()).toEqual(["between_items", "local_deals"]);
  });
});

describe("automotive category", () => {
  it("contains the same items in the API and in the server-rendered page", async () => {
    await db.update(items).set({ deleted_at: Date.now() });
    const racks = await listed({ title: "Roof racks", category: "automotive" });
    await listed({ title: "Passport holder", category: "other" });
    await listed({ title: "Paperback set", category: "books" });
    const list = await get<Page<ItemCard>>("/api/items?limit=24&sort=date_desc&category=automotive");
    expect(idsOf(list.items)).toEqual([racks.id]);
    // The server-rendered page has the same list at every address that selects the category.
    for (const address of ["category=automotive", "tab=other&category=automotive", "tab=automotive"]) {
      const ctx = createExecutionContext();
      const request = new Request(`${ORIGIN}/Marketplace?${address}`);
      const html = await (await app.fetch(request, { ...env, ASSETS: siteFiles() }, ctx)).text();
      await waitOnExecutionContext(ctx);
      expect(html, address).toContain("Roof racks");
      expect(html, address).not.toContain("Passport holder");
    }
  });
});

describe("items in lists and details", () => {
  it("are sorted in six different orders", async () => {
    const shop = await createAccount();
    const make = async (title: string, price: number, columns: Columns) => {
      const item = await createItem(shop, { title: `${title}, one of three`, price });
      await db.update(items).set(columns).where(eq(items.id, item.id));
    };
    const start = Date.now() - 60_000;
    await make("a", 30, { created_at: start, views_count: 5, popular_score: 1 });
    await make("b", 10, { created_at: start + 1, views_count: 1, popular_score: 9 });
    await make("c", 20, { created_at: start + 2, views_count: 9, popular_score: 5 });
    const order = async (sort: string) =>
      (await get<Page<ItemCard>>(`/api/items?seller_id=${shop.id}&sort=${sort}`)).items
        .map((item) => item.title[0])
        .join("");
    expect({
      date_desc: await order("date_desc"),
      date_asc: await order("date_asc"),
      price_asc: await order("price_asc"),
      price_desc: await order("price_desc"),
      popular: await order("popular"),
      views: await order("views"),
    }).toEqual({
      date_desc: "cba",
      date_asc: "abc",
      price_asc: "bca",
      price_desc: "acb",
      popular: "bca",
      views: "cab",
    });
    expect((await call("GET", "/api/items?sort=random")).status).toBe(422);
  });

  it("offer negotiation only with a minimum price, which stays private to the seller (A107)", async () => {
    const open = await listed({ price: 50, negotiation_enabled: true, minimum_price: 40 });
    const fixed = await listed({ price: 50 });
    const detail = (id: string) => get<ItemDetail>(`/api/items/${id}`);
    expect((await detail(open.id)).negotiation_available).toBe(true);
    expect((await detail(fixed.id)).negotiation_available).toBe(false);
    expect(await detail(open.id)).not.toHaveProperty("minimum_price");
  });
});
