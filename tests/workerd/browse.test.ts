import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { CheckoutView, TransactionView } from "#contract/checkout";
import type { CreateItemInput, ItemCard, ItemDetail, OwnItem } from "#contract/items";
import type {
  HomeView,
  ItemListReply,
  MarketplaceExtras,
  RelatedReply,
  StoreCard,
  TrendingReply,
} from "#contract/items/marketplace";
import type { Page } from "#contract/page";
import { profiles } from "../../worker/db/schema/account.ts";
import { items, specialOffers } from "../../worker/db/schema/items.ts";
import { homepageContent, marketCounts } from "../../worker/db/schema/site-content.ts";
import { adsStatement } from "../../worker/features/ads/queries.ts";
import {
  bandStatement,
  moreFromSellerStatement,
  popularStatement,
  recentlySoldStatement,
  trendingStatement,
} from "../../worker/features/items/carousels.ts";
import { bundlesStatement } from "../../worker/features/selling/bundles/queries.ts";
import { offersStatement } from "../../worker/features/selling/special-offers/queries.ts";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { createAd, createBundle, createOffer, db } from "../support/workerd/browse.ts";
import { createItem } from "../support/workerd/listings.ts";
import { newId } from "../support/workerd/rooms.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;

let seller: TestAccount;
let buyer: TestAccount;

beforeAll(async () => {
  seller = await createAccount({ full_name: "Jane Doe" });
  buyer = await createAccount();
});

type Columns = Partial<typeof items.$inferInsert>;

async function listed(
  overrides: Partial<CreateItemInput> = {},
  columns: Columns = {},
  who: TestAccount = seller,
): Promise<OwnItem> {
  const item = await createItem(who, overrides);
  if (Object.keys(columns).length > 0) await db.update(items).set(columns).where(eq(items.id, item.id));
  return item;
}

async function get<T>(path: string, who?: TestAccount): Promise<T> {
  const reply = await call("GET", path, undefined, who?.headers ?? {});
  expect(reply.status, await reply.clone().text()).toBe(200);
  return (await reply.json()) as T;
}

const idsOf = (cards: readonly { id: string }[]) => cards.map((card) => card.id);

/** Removes every item from the marketplace, so that a test sees only the items it lists. */
async function emptyMarket(): Promise<void> {
  await db.update(items).set({ deleted_at: Date.now(), holder_id: null });
}

describe("GET /api/items/trending", () => {
  it("returns the active items of the last seven days that have views, most viewed first", async () => {
    await emptyMarket();
    const now = Date.now();
    const at = async (age: number, views: number, columns: Columns = {}) =>
      (await listed({}, { created_at: now - age, views_count: views, ...columns })).id;
    const old = await at(7 * DAY + HOUR, 900);
    const unseen = await at(HOUR, 0);
    const week = await at(7 * DAY - HOUR, 50);
    const today = await at(HOUR, 30);
    const yesterday = await at(26 * HOUR, 40);
    const sold = await at(HOUR, 99, { status: "sold" });
    const inactive = await at(HOUR, 98, { status: "inactive" });
    const gone = await at(HOUR, 97, { deleted_at: now });
    const { items: trending } = await get<TrendingReply>("/api/items/trending");
    expect(idsOf(trending)).toEqual([week, yesterday, today]);
    for (const id of [old, unseen, sold, inactive, gone]) expect(idsOf(trending)).not.toContain(id);
    expect(idsOf((await get<TrendingReply>("/api/items/trending?limit=1")).items)).toEqual([week]);
  });

  it("returns twelve by default, also when all were listed on one day", async () => {
    await emptyMarket();
    const now = Date.now();
    const ids: string[] = [];
    for (let index = 0; index < 14; index++) {
      ids.unshift((await listed({}, { created_at: now - 2 * DAY + index, views_count: 10 + index })).id);
    }
    expect(idsOf((await get<TrendingReply>("/api/items/trending")).items)).toEqual(ids.slice(0, 12));
    for (const bad of ["limit=0", "limit=25", "limit=-1", "limit=1e1", "cursor=x"]) {
      expect((await call("GET", `/api/items/trending?${bad}`)).status, bad).toBe(422);
    }
  });
});

describe("GET /api/items/:id/related", () => {
  const related = (id: string, who?: TestAccount) => get<RelatedReply>(`/api/items/${id}/related`, who);

  it("recommends the same category at 50 to 150 percent of the price, nearest first", async () => {
    await emptyMarket();
    const other = await createAccount();
    const item = await listed({ price: 100, category: "books" });
    const at = async (price: number, category = "books", columns: Columns = {}) =>
      (await listed({ price, category, title: `Book at ${price}` }, columns, other)).id;
    const half = await at(50);
    const most = await at(150);
    const near = await at(101);
    await at(49.99);
    await at(150.01);
    await at(100, "toys");
    await at(100, "books", { status: "sold" });
    await at(100, "books", { deleted_at: Date.now() });
    const { similar } = await related(item.id);
    expect(idsOf(similar)).toEqual(
      [near, most, half].sort((a, b) => idsOf(similar).indexOf(a) - idsOf(similar).indexOf(b)),
    );
    expect(similar[0]?.id).toBe(near);
    expect(similar).toHaveLength(3);
  });

  it("recommends any category at 70 to 130 percent of the price, other categories first", async () => {
    await emptyMarket();
    const other = await createAccount();
    const item = await listed({ price: 100, category: "books" });
    const at = async (price: number, category: string) => (await listed({ price, category }, {}, other)).id;
    const low = await at(70, "toys");
    const high = await at(130, "sports");
    const sameCategory = await at(100, "books");
    await at(69.99, "toys");
    await at(130.01, "sports");
    const { price } = await related(item.id);
    expect(idsOf(price).sort()).toEqual([low, high, sameCategory].sort());
    expect(price.at(-1)?.id).toBe(sameCategory);
  });

  it("returns at most six in each row, from both sides of the price", async () => {
    await emptyMarket();
    const other = await createAccount();
    const item = await listed({ price: 100, category: "books" });
    for (const price of [99, 98, 97, 96, 101, 102, 103, 104]) await listed({ price, category: "books" }, {}, other);
    const { similar, price } = await related(item.id);
    expect(similar.map((card) => card.price).sort((a, b) => a - b)).toEqual([97, 98, 99, 101, 102, 103]);
    expect(price).toHaveLength(6);
    expect(price.map((card) => card.price)).toContain(104);
  });

  it("returns six more active items of the seller, newest first, without the item itself", async () => {
    await emptyMarket();
    const shop = await createAccount();
    const start = Date.now();
    const ids: string[] = [];
    for (let index = 0; index < 8; index++) {
      ids.unshift((await listed({ price: 5 }, { created_at: start - 8_000 + index }, shop)).id);
    }
    const [newest = "", second = "", ...rest] = ids;
    await db.update(items).set({ status: "sold" }).where(eq(items.id, second));
    const { more_from_seller } = await related(newest);
    expect(idsOf(more_from_seller)).toEqual(rest.slice(0, 6));
  });

  it("returns trending items without the item itself", async () => {
    await emptyMarket();
    const item = await listed({}, { views_count: 50 });
    const other = await listed({}, { views_count: 3 });
    expect(idsOf((await related(item.id)).trending)).toEqual([other.id]);
  });

  it("recommends free items for a free item", async () => {
    await emptyMarket();
    const other = await createAccount();
    const gift = await listed({ price: 0, category: "books" });
    const second = await listed({ price: 0, category: "books" }, {}, other);
    await listed({ price: 1, category: "books" }, {}, other);
    const reply = await related(gift.id);
    expect(idsOf(reply.similar)).toEqual([second.id]);
    expect(idsOf(reply.price)).toEqual([second.id]);
  });

  it("answers for a sold item, and for an inactive one only to its owner", async () => {
    const sold = await listed({}, { status: "sold" });
    await related(sold.id);
    const inactive = await listed({}, { status: "inactive" });
    await related(inactive.id, seller);
    expect((await call("GET", `/api/items/${inactive.id}/related`)).status).toBe(404);
    expect((await buyer.request("GET", `/api/items/${inactive.id}/related`)).status).toBe(404);
    const gone = await listed({}, { deleted_at: Date.now() });
    for (const id of [gone.id, "itm_00000000000000000000", "demo-1", "%27"]) {
      expect((await call("GET", `/api/items/${id}/related`)).status, id).toBe(404);
    }
  });
});

describe("special offers", () => {
  const offersOf = async (id: string) => (await get<RelatedReply>(`/api/items/${id}/related`)).special_offers;
  const label = async (id: string) => (await get<ItemDetail>(`/api/items/${id}`)).offer_label;

  it("are the three newest running offers that a purchase can apply", async () => {
    const item = await listed({ price: 100 });
    const start = Date.now() - DAY;
    const make = (age: number, overrides = {}) =>
      createOffer(seller, [item.id], { title: `Offer ${age}`, created_at: start - age, ...overrides });
    const ids = [await make(1), await make(2, { ends_at: Date.now() + DAY }), await make(3), await make(4)];
    await make(0, { is_active: false });
    await make(0, { ends_at: Date.now() - 1 });
    // Checkout cannot apply offers on several units (D25).
    await make(0, { offer_type: "bogo", config: { buy_quantity: 2, get_quantity: 1 } });
    await make(0, { offer_type: "bulk_discount", config: { min_quantity: 3, discount_percentage: 10 } });
    await make(0, { config: { percentage: 0 } });
    await make(0, { config: { percentage: 100 } });
    await make(0, { config: {} });
    // Another user's offer on this item is ignored.
    await createOffer(buyer, [item.id], { config: { percentage: 90 }, created_at: Date.now() });
    const offers = await offersOf(item.id);
    expect(idsOf(offers)).toEqual(ids.slice(0, 3));
    expect(offers[1]).toMatchObject({ offer_type: "percentage_off", label: "20% off at checkout", title: "Offer 2" });
    expect(await label(item.id)).toBe("20% off at checkout");
  });

  it("show the best running one on every card, with either name of the percentage field", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const now = Date.now();
    const item = await listed({ price: 100 });
    await createOffer(seller, [item.id], { config: { percentage: 10 } });
    await createOffer(seller, [item.id], { config: { discount_percentage: "12.5" }, ends_at: now + HOUR });
    const card = async () => {
      const { items: cards } = await get<ItemListReply>(`/api/items?seller_id=${seller.id}&limit=100`);
      return cards.find((one) => one.id === item.id)?.offer_label;
    };
    expect(await card()).toBe("12.5% off at checkout");
    vi.setSystemTime(now + HOUR - 1);
    expect(await card()).toBe("12.5% off at checkout");
    vi.setSystemTime(now + HOUR);
    expect(await card()).toBe("10% off at checkout");
    await db.update(specialOffers).set({ is_active: false });
    expect(await card()).toBeNull();
  });

  it("are not shown for free or sold items", async () => {
    const gift = await listed({ price: 0 });
    const sold = await listed({ price: 10 }, { status: "sold" });
    await createOffer(seller, [gift.id, sold.id]);
    for (const { id } of [gift, sold]) {
      expect(await offersOf(id)).toEqual([]);
      expect(await label(id)).toBeNull();
    }
  });

  it("reduce the price of the hold, the checkout and the order by the shown percentage", async () => {
    const item = await listed({ price: 99.99 });
    const offer = await createOffer(seller, [item.id], { config: { discount_percentage: 15 } });
    await db
      .update(profiles)
      .set({ bank_details: { account_name: "Jane Doe", bsb: "062-000", account_number: "12345678" } })
      .where(eq(profiles.id, seller.id));
    const hold = await buyer.request("POST", "/api/rpc/reserve_item", {
      item_id: item.id,
      reservation_type: "buy_now",
    });
    expect(hold.status).toBe(200);
    // The offer ends while the buyer is paying; the hold keeps its price.
    await db.update(specialOffers).set({ is_active: false }).where(eq(specialOffers.id, offer));
    // 15 % of 99.99 is 14.9985, half up 15.00.
    const view = await get<CheckoutView>(`/api/items/${item.id}/checkout`, buyer);
    expect(view).toMatchObject({ amount: 84.99, listed: 99.99, discount: "offer" });
    const body = { itemId: item.id, paymentMethod: "bank_transfer", acknowledged: true };
    const wrong = await buyer.request("POST", "/api/transactions", { ...body, amount: 99.99 });
    expect(wrong.status).toBe(409);
    const bought = await buyer.request("POST", "/api/transactions", { ...body, amount: 84.99 });
    expect(bought.status, await bought.clone().text()).toBe(201);
    expect(((await bought.json()) as TransactionView).amount).toBe(84.99);
  });

  it("do not reduce the price of a hold after they have ended", async () => {
    const item = await listed({ price: 50 });
    await createOffer(seller, [item.id], { ends_at: Date.now() - 1 });
    const other = await createAccount();
    await other.request("POST", "/api/rpc/reserve_item", { item_id: item.id, reservation_type: "buy_now" });
    expect((await get<CheckoutView>(`/api/items/${item.id}/checkout`, other)).amount).toBe(50);
  });
});

describe("GET /api/marketplace/extras", () => {
  it("returns bundles, the four last sold items, trending items and both ads", async () => {
    await emptyMarket();
    const one = await listed({ price: 10 }, { views_count: 5 });
    const two = await listed({ price: 20 });
    const bundle = await createBundle(seller, [one.id, two.id], { bundle_price_cents: 2_500 });
    const sold: string[] = [];
    for (let index = 0; index < 5; index++) {
      sold.unshift((await listed({}, { status: "sold", sold_at: Date.now() + index })).id);
    }
    const ad = await createAd({ placement: "local_deals" });
    const extras = await get<MarketplaceExtras>("/api/marketplace/extras");
    expect(idsOf(extras.bundles)).toEqual([bundle]);
    expect(extras.bundles[0]).toMatchObject({ savings: 5, savings_percentage: 17, available: true });
    expect(idsOf(extras.recently_sold)).toEqual(sold.slice(0, 4));
    expect(extras.recently_sold[0]?.status).toBe("sold");
    expect(idsOf(extras.trending)).toEqual([one.id]);
    expect(extras.ads).toMatchObject({ local_deals: { id: ad }, between_items: null });
    expect(extras.server_now).toBeGreaterThan(Date.now() - HOUR);
  });
});

describe("GET /api/homepage", () => {
  const home = () => get<HomeView>("/api/homepage");

  it("shows default content until an editor replaces it, and drops invalid content", async () => {
    await emptyMarket();
    const empty = await home();
    expect(empty.hero.title).not.toBe("");
    expect(empty.sections.length).toBeGreaterThan(0);
    expect(empty).toMatchObject({ featured: [], recently_sold: [], categories: [] });
    const put = (section: string, position: number, content: Record<string, unknown>, active = true) =>
      db
        .insert(homepageContent)
        .values({ id: newId("ann"), section, position, content, active, updated_at: Date.now() });
    await put("hero", 0, {
      title: " Spring fair ",
      primary: { label: "Go", href: "javascript:alert(1)" },
      secondary: { label: "More", href: "/Announcements" },
    });
    await put("text", 2, { title: "Second", text: "Words" });
    await put("steps", 1, { title: "First", points: [{ title: "One", text: "t" }, { text: "no title" }, 7], link: 5 });
    await put("callout", 3, { text: "No title, so not shown" });
    await put("callout", 4, { title: "Switched off" }, false);
    await put("script", 5, { title: "Unknown kind" });
    const written = await home();
    expect(written.hero).toMatchObject({
      title: "Spring fair",
      text: empty.hero.text,
      primary: empty.hero.primary,
      secondary: { label: "More", href: "/Announcements" },
    });
    expect(written.sections).toMatchObject([
      { kind: "steps", title: "First", points: [{ title: "One", text: "t" }], link: null },
      { kind: "text", title: "Second", text: "Words" },
    ]);
    await db.delete(homepageContent);
  });

  it("keeps the counts of listed items, sellers and sold items through every change of an item", async () => {
    await emptyMarket();
    await db.delete(marketCounts);
    const other = await createAccount();
    const before = await home();
    expect(before.counts).toEqual({ listed: 0, sellers: 0, sold: 0 });
    const book = await listed({ category: "books" });
    await listed({ category: "books" });
    const toy = await listed({ category: "toys" }, {}, other);
    expect(await home()).toMatchObject({
      counts: { listed: 3, sellers: 2, sold: 0 },
      categories: [
        { category: "books", listed: 2 },
        { category: "toys", listed: 1 },
      ],
    });
    expect((await seller.request("PATCH", `/api/items/${book.id}`, { category: "sports" })).status).toBe(200);
    expect((await other.request("PATCH", `/api/items/${toy.id}`, { status: "inactive" })).status).toBe(200);
    expect((await home()).counts).toEqual({ listed: 2, sellers: 1, sold: 0 });
    expect((await home()).categories.map((one) => one.category).sort()).toEqual(["books", "sports"]);
    expect((await other.request("PATCH", `/api/items/${toy.id}`, { status: "active" })).status).toBe(200);
    await db.update(items).set({ status: "sold", sold_at: Date.now() }).where(eq(items.id, toy.id));
    expect((await home()).counts).toEqual({ listed: 2, sellers: 1, sold: 1 });
    expect((await seller.request("DELETE", `/api/items/${book.id}`)).status).toBe(200);
    expect((await home()).counts).toEqual({ listed: 1, sellers: 1, sold: 1 });
    const [row] = await db.select({ n: profiles.listed_count }).from(profiles).where(eq(profiles.id, other.id));
    expect(row?.n).toBe(0);
  });

  it("features the most popular items", async () => {
    await emptyMarket();
    const low = await listed({}, { popular_score: 1 });
    const high = await listed({}, { popular_score: 9 });
    expect(idsOf((await home()).featured)).toEqual([high.id, low.id]);
  });
});

describe("GET /api/stores", () => {
  const stores = (query = "") => get<Page<StoreCard>>(`/api/stores?${query}`);

  it("returns pages of sellers with listed items, most items first, without private fields", async () => {
    await emptyMarket();
    const shops: TestAccount[] = [];
    for (let count = 1; count <= 3; count++) {
      const shop = await createAccount({ full_name: count === 2 ? "" : `Shop Keeper${count}`, postcode: "3999" });
      for (let index = 0; index < count; index++) await listed({}, {}, shop);
      shops.unshift(shop);
    }
    const all = await stores();
    expect(idsOf(all.items)).toEqual(shops.map((shop) => shop.id));
    expect(all.items.map((store) => store.listed_count)).toEqual([3, 2, 1]);
    expect(all.items[1]?.display_name).toBe("Anonymous Seller");
    expect(JSON.stringify(all)).not.toMatch(/(?<![\w-])3999(?![\w-])/);
    expect(JSON.stringify(all)).not.toContain("@example.com");
    expect(JSON.stringify(all)).not.toContain("Keeper");
    const first = await stores("limit=2");
    const second = await stores(`limit=2&cursor=${encodeURIComponent(first.next_cursor ?? "")}`);
    expect(idsOf([...first.items, ...second.items])).toEqual(shops.map((shop) => shop.id));
    expect(second.next_cursor).toBeNull();
    expect((await call("GET", "/api/stores?cursor=broken")).status).toBe(422);
  });

  it("shows the first photo of each seller's newest items, at most four", async () => {
    await emptyMarket();
    const shop = await createAccount();
    const photo = (name: string) => ({
      id: `img_${name}`,
      url: `/images/${name}`,
      url_800: "",
      url_400: "",
      width: 4,
      height: 3,
    });
    for (let index = 0; index < 6; index++) {
      const photos = index === 5 ? [] : [photo(`first-${index}`), photo(`second-${index}`)];
      await listed({}, { photos, created_at: Date.now() - 6_000 + index }, shop);
    }
    const { items: found } = await stores();
    expect(found[0]?.photos.map((one) => one.url)).toEqual([4, 3, 2, 1].map((index) => `/images/first-${index}`));
    // A bundle nests the photo one level deeper.
    const [one, two] = await db.select({ id: items.id }).from(items).where(eq(items.seller_id, shop.id));
    const bundle = await createBundle(shop, [one?.id ?? "", two?.id ?? ""]);
    const reply = await get<{ bundle_items: { image: { url: string } | null }[] }>(`/api/bundles/${bundle}`);
    expect(reply.bundle_items.map((part) => part.image?.url).sort()).toEqual(["/images/first-0", "/images/first-1"]);
  });
});

describe("walkthroughs", () => {
  it("are recorded as completed or skipped once per tour, at the server's time", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const person = await createAccount();
    const start = Date.now();
    const tours = async () => (await get<{ walkthroughs: unknown }>("/api/profile", person)).walkthroughs;
    const patch = (walkthroughs: unknown) => person.request("PATCH", "/api/profile", { walkthroughs });
    expect(await tours()).toEqual({ marketplace: null, item_detail: null });
    expect((await patch({ marketplace: { skipped: true, skipped_at: 5 } })).status).toBe(200);
    vi.setSystemTime(start + 1_000);
    expect(
      (await patch({ marketplace: { skipped: true, completed: true }, item_detail: { completed: true } })).status,
    ).toBe(200);
    expect(await tours()).toEqual({
      marketplace: { completed: true, completed_at: start + 1_000, skipped: true, skipped_at: start },
      item_detail: { completed: true, completed_at: start + 1_000, skipped: false, skipped_at: null },
    });
    expect((await patch({ elsewhere: { completed: true }, marketplace: {} })).status).toBe(200);
    expect((await patch({ marketplace: { completed: false } })).status).toBe(422);
    expect(await tours()).toMatchObject({ marketplace: { skipped_at: start } });
  });
});

describe("query plans of browsing", () => {
  it("use an index and never scan the tables of items, offers, bundles or ads", async () => {
    const item = { id: "itm_00000000000000000000", seller_id: seller.id, price_cents: 5_000 };
    const band = { from: 2_500, to: 7_500 };
    const planOf = async (statement: SQL) =>
      (await db.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${statement}`)).map((row) => row.detail).join("\n");
    const expected: Record<string, [SQL, string]> = {
      trending: [
        trendingStatement(Date.now(), 12),
        "SEARCH t USING INDEX items_by_date (listed_as=? AND listed_or_sold_at>? AND listed_or_sold_at<?)",
      ],
      sold: [recentlySoldStatement(4), "items_by_date (listed_as=?)"],
      popular: [popularStatement(8), "items_by_popularity (listed_as=?)"],
      seller: [moreFromSellerStatement(item), "SEARCH i USING INDEX items_by_seller (seller_id=?)"],
      similar: [
        bandStatement(item, band, "books", 6),
        "INDEX items_by_price (listed_as=? AND price_cents>? AND price_cents<?)",
      ],
      price: [
        bandStatement(item, band, null, 6),
        "INDEX items_by_price (listed_as=? AND price_cents>? AND price_cents<?)",
      ],
      offers: [offersStatement(item, Date.now()), "special_offer_items_by_item (item_id=?)"],
      bundles: [bundlesStatement(20), "bundles_active_by_date"],
      bundlesOfSeller: [bundlesStatement(20, seller.id), "bundles_by_seller (seller_id=?)"],
      ads: [adsStatement(["local_deals"], Date.now()), "advertisements_by_placement (placement=?)"],
    };
    for (const [name, [statement, index]] of Object.entries(expected)) {
      const plan = await planOf(statement);
      expect(plan, name).toContain(index);
      // An ordered scan of an index with LIMIT is fine; a scan of a table is not.
      expect(plan, name).not.toMatch(/SCAN (i|t|p|o|oi|bi|b|a|c)(\n|$)/);
    }
  });
});

it("a held item is shown as reserved to every viewer, and marked for its holder", async () => {
  const item = await listed({ price: 12 }, { views_count: 7 });
  const holder = await createAccount();
  await holder.request("POST", "/api/rpc/reserve_item", { item_id: item.id, reservation_type: "buy_now" });
  const seen = async (who?: TestAccount): Promise<ItemCard | undefined> =>
    (await get<TrendingReply>("/api/items/trending?limit=24", who)).items.find((card) => card.id === item.id);
  expect(await seen()).toMatchObject({ status: "reserved", reserved_by_you: false });
  expect(await seen(holder)).toMatchObject({ status: "reserved", reserved_by_you: true });
  await db
    .update(items)
    .set({ deleted_at: 1, holder_id: null })
    .where(inArray(items.id, [item.id]));
});
