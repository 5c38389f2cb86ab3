import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import type { ItemCard, ItemDetail, ItemStatusReply, OwnItem } from "#contract/items";
import type { Page } from "#contract/page";
import { SORTS } from "#domain/items/catalogue";
import { defaultCollectionDate } from "#domain/orders/collection";
import { refreshPopularity } from "../../worker/features/items/jobs.ts";
import { createServices } from "../../worker/services.ts";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { createItem, LAMP } from "../support/workerd/listings.ts";
import { allRows, firstRow, runSql } from "../support/workerd/sql.ts";

const DAY = 86_400_000;

let seller: TestAccount;
let stranger: TestAccount;

beforeAll(async () => {
  seller = await createAccount({
    full_name: "Jane Doe",
    suburb: "Brunswick",
    city: "Melbourne",
    state_region: "VIC",
    postcode: "3056",
    collection_address: "12 Canary Lane",
  });
  stranger = await createAccount({ full_name: "Sam Stranger" });
});

async function list(query: string, as?: TestAccount): Promise<Page<ItemCard>> {
  const response = as ? await as.request("GET", `/api/items?${query}`) : await call("GET", `/api/items?${query}`);
  const body = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(200);
  return body as Page<ItemCard>;
}

describe("POST /api/items", () => {
  it("answers 201 with the owner's view, with location, date and time zone filled in from the profile", async () => {
    const before = Date.now();
    const item = await createItem(seller, { collection_date: undefined });
    expect(item).toMatchObject({
      title: "Brass reading lamp",
      price: 45.5,
      previous_price: null,
      status: "active",
      suburb: "Brunswick",
      city: "Melbourne",
      location: "Brunswick, Melbourne VIC",
      postcode: "3056",
      collection_address: "12 Canary Lane",
      collection_zone: "Australia/Melbourne",
      collection_summary: "Brunswick, Melbourne",
      negotiation_available: false,
      negotiation_enabled: false,
      minimum_price: null,
      tags: ["lamp", "art deco"],
      views_count: 0,
      version: 1,
      abilities: { buy: false, edit: true },
      seller_id: seller.id,
      seller: { display_name: "Jane D.", rating_count: 0, average_rating: null },
    });
    // Next Saturday, 10:00 (D54). Midnight may pass during the test, so both dates are accepted.
    const saturday = (now: number) => defaultCollectionDate(now, "Australia/Melbourne");
    expect([saturday(before), saturday(Date.now())]).toContain(item.collection_date);
  });

  it("answers with exactly what the owner reads afterwards, also with private settings and a review", async () => {
    const terms = {
      negotiation_enabled: true,
      minimum_price: 30,
      negotiation_notes: "Ask my son",
      public_notes: "Works",
    };
    const items = [await createItem(seller, terms), await createItem(seller, { title: "Crossbow with six arrows" })];
    for (const { server_now: _, ...item } of items) {
      const { server_now: __, ...later } = (await (
        await seller.request("GET", `/api/items/${item.id}`)
      ).json()) as OwnItem;
      expect(item).toEqual(later);
    }
    expect(items.map(({ minimum_price, review }) => [minimum_price, review === null])).toEqual([
      [30, true],
      [null, false],
    ]);
  });

  it("keeps cents exact and accepts free items", async () => {
    expect((await createItem(seller, { price: 19.99 })).price).toBe(19.99);
    expect((await createItem(seller, { price: 0 })).price).toBe(0);
    expect((await createItem(seller, { price: "0.10" })).price).toBe(0.1);
  });

  it("creates one item for a retry with the same Idempotency-Key", async () => {
    const send = () =>
      seller.request("POST", "/api/items", { ...LAMP, title: "Only once" }, { "Idempotency-Key": "retry-1" });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([201, 201]);
    const [a, b] = [(await first.json()) as OwnItem, (await second.json()) as OwnItem];
    expect(a.id).toBe(b.id);
    expect((await list(`q=only+once&seller_id=${seller.id}`)).items).toHaveLength(1);
  });

  it("shows other users the item without private fields", async () => {
    const item = await createItem(seller, {
      minimum_price: 31.25,
      negotiation_enabled: true,
      negotiation_notes: "canary-notes",
      public_notes: "public-notes",
      collection_address: "canary-address",
      postcode: "3057",
    });
    for (const reply of [
      await call("GET", `/api/items/${item.id}`),
      await stranger.request("GET", `/api/items/${item.id}`),
      await call("GET", `/api/items?seller_id=${seller.id}`),
      await call("GET", `/api/items/status?ids=${item.id}`),
    ]) {
      expect(reply.status).toBe(200);
      const text = await reply.text();
      expect(text).toContain(item.id);
      for (const secret of ["canary-notes", "canary-address", "Doe", seller.email]) expect(text).not.toContain(secret);
      // Match the minimum price and postcode as whole words, because a time or an id may contain their digits.
      expect(text).not.toMatch(/\b(?:31\.25|3125|3057)\b/);
    }
    const detail = (await (await stranger.request("GET", `/api/items/${item.id}`)).json()) as ItemDetail;
    expect(detail.negotiation_available).toBe(true);
    expect(detail.abilities).toEqual({ buy: true, edit: false, offer: true, trade: true });
    const own = (await (await seller.request("GET", `/api/items/${item.id}`)).json()) as OwnItem;
    expect(own).toMatchObject({
      minimum_price: 31.25,
      negotiation_notes: "canary-notes",
      public_notes: "public-notes",
      postcode: "3057",
    });
  });
});

describe("GET /api/items", () => {
  it("sorts and pages in all six orders without gaps or repeats, also among equal keys", async () => {
    const shop = await createAccount();
    for (let i = 0; i < 9; i++) await createItem(shop, { title: `Paged ${i}`, price: [5, 7, 7, 9][i % 4] ?? 5 });
    await runSql`UPDATE items
      SET views_count = rid % 3, popular_score = rid % 2, created_at = created_at / 4 * 4 WHERE seller_id = ${shop.id}`;
    const key = {
      date_desc: (item: ItemCard) => -item.created_at,
      date_asc: (item: ItemCard) => item.created_at,
      price_asc: (item: ItemCard) => item.price,
      price_desc: (item: ItemCard) => -item.price,
      views: (item: ItemCard) => -item.views_count,
      popular: () => 0,
      best: () => 0,
      nearest: () => 0,
    };
    for (const filter of [`seller_id=${shop.id}`, "q=paged", "category=home_garden&min_price=5&max_price=9"]) {
      for (const sort of SORTS) {
        const seen: ItemCard[] = [];
        let cursor: string | null = "";
        while (cursor !== null) {
          const page: Page<ItemCard> = await list(
            `${filter}&sort=${sort}&near=3056&limit=2${cursor && `&cursor=${cursor}`}`,
          );
          expect(page.items.length).toBeLessThanOrEqual(2);
          seen.push(...page.items);
          cursor = page.next_cursor;
        }
        expect(new Set(seen.map((item) => item.id)).size, `${filter} ${sort}`).toBe(9);
        expect(seen).toHaveLength(9);
        const keys = seen.map(key[sort]);
        expect(keys).toEqual([...keys].sort((a, b) => a - b));
      }
    }
    const popular = await list(`seller_id=${shop.id}&sort=popular`);
    const { results } = await allRows<{ id: string }>`SELECT id
      FROM items WHERE seller_id = ${shop.id} ORDER BY popular_score DESC, id DESC`;
    expect(popular.items.map((item) => item.id)).toEqual(results.map((row) => row.id));
    expect((await list(`seller_id=${shop.id}&sort=price_asc&limit=3&offset=8`)).items).toHaveLength(1);
  });

  it("accepts a column name as sort order, with a minus for descending, and limit and offset", async () => {
    const shop = await createAccount();
    for (const price of [5, 1, 4, 2, 3]) await createItem(shop, { title: `Sorted ${price}`, price });
    const order = async (query: string) => (await list(`seller_id=${shop.id}&${query}`)).items.map((item) => item.id);
    for (const [column, sort] of [
      ["-created_at", "date_desc"],
      ["created_at", "date_asc"],
      ["-price", "price_desc"],
      ["price", "price_asc"],
      ["-views_count", "views"],
    ]) {
      expect(await order(`sort=${column}`), column).toEqual(await order(`sort=${sort}`));
    }
    const all = await order("sort=-created_at&limit=100&offset=0");
    expect(await order("sort=-created_at&limit=3&offset=2")).toEqual(all.slice(2, 5));
    for (const query of ["sort=-seller_id", "sort=constructor", "limit=101"]) {
      expect((await call("GET", `/api/items?${query}`)).status, query).toBe(422);
    }
  });

  it("filters by category and its aliases, condition, price and location", async () => {
    const shop = await createAccount({ suburb: "Fremantle", city: "Perth", state_region: "WA", postcode: "6160" });
    const phone = await createItem(shop, { title: "Phone", category: "phones", condition: "for_parts", price: 80 });
    const sofa = await createItem(shop, { title: "Sofa", category: "furniture", condition: "poor", price: 0 });
    const ids = async (query: string) =>
      (await list(`seller_id=${shop.id}&sort=price_desc&${query}`)).items.map((item) => item.id);
    expect(phone.category).toBe("electronics");
    expect(await ids("category=gadgets")).toEqual([phone.id]);
    expect(await ids("categories=furniture,electronics")).toEqual([phone.id, sofa.id]);
    expect(await ids("condition=poor")).toEqual([sofa.id]);
    expect(await ids("min_price=80&max_price=80.00")).toEqual([phone.id]);
    expect(await ids("max_price=79.99")).toEqual([sofa.id]);
    expect(await ids("min_price=90&max_price=10")).toEqual([]);
    for (const place of ["fremantle", "FREM", "Perth", "6160", "wa", "Fremantle, WA 6160", "perth fremantle"]) {
      expect(await ids(`location=${encodeURIComponent(place)}`), place).toEqual([phone.id, sofa.id]);
    }
    for (const place of ["Sydney", "6161", "Fremantle NSW", "%", "_", "Freman%"]) {
      expect(await ids(`location=${encodeURIComponent(place)}`), place).toEqual([]);
    }
  });

  it("searches title, description and tags without accents, and matches a prefix of the last word", async () => {
    const item = await createItem(seller, {
      title: "Café table Zwiebelturm",
      description: "Has a marble top and wobbles quodlibet.",
      tags: ["bistro furniture"],
    });
    for (const q of [
      "zwiebelturm",
      "CAFE zwieb",
      "quodlibet",
      "bistro zwiebelturm",
      "zwiebelturm, table!",
      '"zwiebelturm"',
    ]) {
      expect(
        (await list(`q=${encodeURIComponent(q)}`)).items.map((found) => found.id),
        q,
      ).toEqual([item.id]);
    }
    for (const q of ["zwiebelturm chair", "wiebelturm", "zwiebelturm NOT table", "title:zwiebelturm x"]) {
      expect((await list(`q=${encodeURIComponent(q)}`)).items, q).toEqual([]);
    }
    await seller.request("PATCH", `/api/items/${item.id}`, { title: "Plain table" });
    expect((await list("q=zwiebelturm")).items).toEqual([]);
    expect((await list("q=plain+quodlibet")).items.map((found) => found.id)).toEqual([item.id]);
  });

  it("finds nothing for punctuation alone, and everything for an empty search", async () => {
    for (const q of ["%", "***", '"', "🛋️", "()", "--"]) {
      expect((await list(`q=${encodeURIComponent(q)}`)).items, q).toEqual([]);
    }
    const everything = (await list("limit=100")).items.length;
    expect(everything).toBeGreaterThan(0);
    for (const q of ["", "+", "%20%09"]) expect((await list(`limit=100&q=${q}`)).items).toHaveLength(everything);
  });

  it("shows held items as reserved, and leaves out inactive and deleted ones", async () => {
    const shop = await createAccount();
    const [held, off, gone, kept] = [
      await createItem(shop, { title: "Held" }),
      await createItem(shop, { title: "Off" }),
      await createItem(shop, { title: "Gone" }),
      await createItem(shop, { title: "Kept" }),
    ];
    const buyer = await createAccount();
    const reserve = { item_id: held.id, reservation_type: "cart" };
    expect((await buyer.request("POST", "/api/rpc/reserve_item", reserve)).status).toBe(200);
    expect((await shop.request("PATCH", `/api/items/${off.id}`, { status: "inactive" })).status).toBe(200);
    expect((await shop.request("DELETE", `/api/items/${gone.id}`)).status).toBe(200);

    const states = async (as?: TestAccount) =>
      (await list(`seller_id=${shop.id}&sort=date_asc`, as)).items.map(
        ({ title, status, reserved_by_you, reserved_until }) => [
          title,
          status,
          reserved_by_you,
          reserved_until !== null && reserved_until > Date.now(),
        ],
      );
    expect(await states()).toEqual([
      ["Held", "reserved", false, true],
      ["Kept", "active", false, false],
    ]);
    expect(await states(buyer)).toEqual([
      ["Held", "reserved", true, true],
      ["Kept", "active", false, false],
    ]);

    const ids = [held, off, gone, kept].map((item) => item.id).join(",");
    const status = (await (
      await buyer.request("GET", `/api/items/status?ids=${ids},itm_00000000000000000000`)
    ).json()) as ItemStatusReply;
    expect(status.server_now).toBeGreaterThan(0);
    expect(Object.fromEntries(status.items.map((item) => [item.id, [item.status, item.reserved_by_you]]))).toEqual({
      [held.id]: ["reserved", true],
      [off.id]: ["inactive", false],
      [kept.id]: ["active", false],
    });

    const mine = (await (await shop.request("GET", "/api/items/mine")).json()) as Page<ItemCard>;
    expect(mine.items.map((item) => [item.title, item.status])).toEqual([
      ["Kept", "active"],
      ["Off", "inactive"],
      ["Held", "reserved"],
    ]);
    const first = (await (await shop.request("GET", "/api/items/mine?limit=2")).json()) as Page<ItemCard>;
    const second = (await (
      await shop.request("GET", `/api/items/mine?limit=2&cursor=${first.next_cursor}`)
    ).json()) as Page<ItemCard>;
    expect([...first.items, ...second.items].map((item) => item.title)).toEqual(["Kept", "Off", "Held"]);
    expect(second.next_cursor).toBeNull();

    expect((await call("GET", `/api/items/${off.id}`)).status).toBe(404);
    expect((await shop.request("GET", `/api/items/${off.id}`)).status).toBe(200);
    for (const who of [shop, buyer]) expect((await who.request("GET", `/api/items/${gone.id}`)).status).toBe(410);
  });

  it("lists sold items, latest first", async () => {
    const shop = await createAccount();
    const [first, second] = [
      await createItem(shop, { title: "Sold first" }),
      await createItem(shop, { title: "Sold second" }),
    ];
    await runSql`UPDATE items SET status = 'sold', sold_at = CASE id WHEN ${first.id} THEN 1000 ELSE 2000 END, rev = 9,
      sold_outside = 1 WHERE seller_id = ${shop.id}`;
    const page = await list(`status=sold&seller_id=${shop.id}&limit=1`);
    expect(page.items.map((item) => [item.id, item.status])).toEqual([[second.id, "sold"]]);
    const next = await list(`status=sold&seller_id=${shop.id}&limit=1&cursor=${page.next_cursor}`);
    expect(next.items.map((item) => item.id)).toEqual([first.id]);
    expect((await list("status=sold&sort=price_asc")).items.map((item) => item.id).sort()).toEqual(
      [first.id, second.id].sort(),
    );
    expect((await list(`seller_id=${shop.id}`)).items).toEqual([]);
    expect((await call("GET", `/api/items/${first.id}`)).status).toBe(200);
  });

  it("sorts by popularity, which the job counts from a week's views and wish-list entries", async () => {
    const shop = await createAccount();
    const [wished, viewed, old] = [await createItem(shop), await createItem(shop), await createItem(shop)];
    const now = Date.now();
    const view = env.DB.prepare("INSERT INTO item_views (item_id, viewer, window_start) VALUES (?, ?, ?)");
    await env.DB.batch([
      ...[1, 2, 3, 4].map((n) => view.bind(viewed.id, `v${n}`, now - n * DAY)),
      ...Array.from({ length: 20 }, (_, n) => view.bind(old.id, `v${n}`, now - 8 * DAY)),
      env.DB.prepare("INSERT INTO wish_lists (id, owner_id, name, created_at) VALUES ('wl', ?, 'Mine', 0)").bind(
        shop.id,
      ),
      env.DB.prepare(
        "INSERT INTO wish_list_items (list_id, item_id, added_at, price_cents_when_added) VALUES ('wl', ?, 0, 0)",
      ).bind(wished.id),
    ]);
    const services = createServices(env, () => undefined);
    for (let run = 0; run < 2; run++) {
      await refreshPopularity(services);
      const { items } = await list(`seller_id=${shop.id}&sort=popular`);
      expect(items.map((item) => item.id)).toEqual([wished.id, viewed.id, old.id]);
    }
    await refreshPopularity({ ...services, now: () => now + 30 * DAY });
    const row = await firstRow`SELECT popular_score FROM items WHERE id = ${viewed.id}`;
    expect(row).toEqual({ popular_score: 0 });
  });
});
