/** Lists near a place: in two parts, by distance, with a wider radius, and counted. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import type { ErrorBody } from "#contract/errors";
import type { ItemCountReply, ItemListReply, StoreCard } from "#contract/items/marketplace";
import type { Page } from "#contract/page";
import { SORTS } from "#domain/items/catalogue";
import { distanceKm } from "#domain/places/distance";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { createItem } from "../support/workerd/listings.ts";
import { allRows, runSql } from "../support/workerd/sql.ts";

/** Around Newtown NSW 2042, nearest first. Everything from Newcastle on is further than 25 km. */
const PLACES = [
  { suburb: "Newtown", city: "Sydney", postcode: "2042" },
  { suburb: "Enmore", city: "Sydney", postcode: "2042" },
  { suburb: "Bondi", city: "Sydney", postcode: "2026" },
  { suburb: "Parramatta", city: "Sydney", postcode: "2150" },
  { suburb: "Newcastle", city: "Newcastle", postcode: "2300" },
  { suburb: "Brunswick", city: "Melbourne", postcode: "3056" },
  { suburb: "Perth", city: "Perth", postcode: "6000" },
  { suburb: "Atlantis", city: null, postcode: null },
] as const;
const NEAR_PLACES = 4;
const ROUNDS = 3;
const CENTRE = { lat: -33.898, lon: 151.179 };

let seller: TestAccount;
/** Suburb of each item. */
const suburbOf = new Map<string, string>();

beforeAll(async () => {
  seller = await createAccount();
  // The places alternate, so that the order of listing is not the order of distance.
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, place] of PLACES.entries()) {
      const item = await createItem(seller, {
        ...place,
        title: `Kestrel bicycle ${index}-${round}`,
        price: 10 + ((index * 7 + round * 5) % 20),
        category: round === 0 ? "sports" : "toys",
        condition: (["new", "good", "fair"] as const)[round] ?? "good",
      });
      suburbOf.set(item.id, place.suburb);
      // Listings of one round have the same date, so that pages end between equal keys.
      await runSql`UPDATE items SET created_at = ${1_790_000_000_000 + round * 3_600_000}, views_count =
        ${(index * 3 + round) % 5} WHERE id = ${item.id}`;
    }
  }
});

async function get<T>(path: string): Promise<T> {
  const response = await call("GET", path);
  const body = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(200);
  return body as T;
}
const list = (query: string) => get<ItemListReply>(`/api/items?${query}`);
const count = (query: string) => get<ItemCountReply>(`/api/items/count?${query}`);
const suburbs = ({ items }: ItemListReply) => items.map((item) => item.suburb ?? "");

async function everyPage(query: string): Promise<ItemListReply[]> {
  const pages: ItemListReply[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: ItemListReply = await list(`${query}${cursor && `&cursor=${cursor}`}`);
    pages.push(page);
    cursor = page.next_cursor;
  }
  return pages;
}

const NEAR = new Set<string>(PLACES.slice(0, NEAR_PLACES).map(({ suburb }) => suburb));
const isNear = (id: string) => NEAR.has(suburbOf.get(id) ?? "");

describe("a list near a place without a radius", () => {
  it("has the items within 25 km first and then all others, each part in the order asked for", async () => {
    const page = await list("near=2042&sort=price_asc&limit=100");
    expect(page.items).toHaveLength(PLACES.length * ROUNDS);
    expect(page.further_from).toBe(NEAR_PLACES * ROUNDS);
    expect(page.items.map(({ id }) => isNear(id))).toEqual(page.items.map((_, index) => index < NEAR_PLACES * ROUNDS));
    for (const part of [page.items.slice(0, NEAR_PLACES * ROUNDS), page.items.slice(NEAR_PLACES * ROUNDS)]) {
      const prices = part.map((item) => item.price);
      expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    }
    expect(page.wider).toBeNull();
  });

  it("pages over the boundary in every order, with no item lost or repeated", async () => {
    for (const filter of ["", "&q=kestrel", "&category=toys", "&q=kestrel&condition=good,fair&max_price=25"]) {
      for (const sort of SORTS) {
        const whole = (await list(`near=2042&sort=${sort}&limit=100${filter}`)).items.map((item) => item.id);
        const near = whole.filter(isNear).length;
        expect(whole.slice(0, near).every(isNear), `${sort}${filter}`).toBe(true);
        // Of these limits some end a page on the last item of the near part.
        for (const limit of [3, 4, 5]) {
          const pages = await everyPage(`near=2042&sort=${sort}&limit=${limit}${filter}`);
          expect(
            pages.flatMap(({ items }) => items.map((item) => item.id)),
            `${sort}${filter} ${limit}`,
          ).toEqual(whole);
          for (const page of pages) {
            const first = page.items.findIndex((item) => !isNear(item.id));
            expect(page.further_from, `${sort}${filter} ${limit}`).toBe(first === -1 ? null : first);
          }
        }
      }
    }
  });

  it("skips an offset over both parts", async () => {
    const whole = (await list("near=2042&sort=price_asc&limit=100")).items.map((item) => item.id);
    for (const offset of [0, 5, 11, 12, 13, 20, 24, 30]) {
      const page = await list(`near=2042&sort=price_asc&limit=5&offset=${offset}`);
      expect(
        page.items.map((item) => item.id),
        String(offset),
      ).toEqual(whole.slice(offset, offset + 5));
    }
  });

  it("says that a page has only items that are further away, or none", async () => {
    expect(await list("near=Broome&limit=5")).toMatchObject({ further_from: 0 });
    expect(await list("near=2042&limit=5")).toMatchObject({ further_from: null });
    expect(await list("near=2042&location=newtown")).toMatchObject({ further_from: null, next_cursor: null });
    expect(await list("limit=100")).toMatchObject({ further_from: null });
  });

  it("refuses a cursor of a list with a radius, and the other way round", async () => {
    const soft = await list("near=2042&limit=2");
    const hard = await list("near=2042&within_km=25&limit=2");
    for (const query of [
      `near=2042&within_km=25&limit=2&cursor=${soft.next_cursor}`,
      `near=2042&limit=2&cursor=${hard.next_cursor}`,
      `limit=2&cursor=${soft.next_cursor}`,
      `near=3056&limit=2&cursor=${soft.next_cursor}`,
    ]) {
      expect((await call("GET", `/api/items?${query}`)).status, query).toBe(422);
    }
  });
});

describe("the order by distance", () => {
  it("is nearest first, then newest, and unknown places come last", async () => {
    for (const query of ["near=2042", "near=2042&q=kestrel", "near=2042&q=kestrel&categories=sports,toys"]) {
      const { items } = await list(`${query}&sort=nearest&limit=100`);
      expect(items.map((item) => item.suburb)).toEqual(PLACES.flatMap(({ suburb }) => Array(ROUNDS).fill(suburb)));
      const km = items.map(({ centre }) => (centre ? distanceKm(CENTRE, centre) : Number.POSITIVE_INFINITY));
      expect(km).toEqual(km.toSorted((a, b) => a - b));
      for (let at = 0; at < items.length; at += ROUNDS) {
        const dates = items.slice(at, at + ROUNDS).map((item) => item.created_at);
        expect(dates).toEqual(dates.toSorted((a, b) => b - a));
      }
    }
  });

  it("works within a radius, in a shop and for sold items", async () => {
    expect(suburbs(await list("near=2042&within_km=10&sort=nearest&category=sports"))).toEqual([
      "Newtown",
      "Enmore",
      "Bondi",
    ]);
    expect(suburbs(await list(`near=6000&sort=nearest&seller_id=${seller.id}&limit=3`))).toEqual(
      Array(3).fill("Perth"),
    );
    expect((await list("near=6000&sort=nearest&status=sold")).items).toEqual([]);
  });

  it("gives the same pages where many items match", async () => {
    // So many that the page is read place by place, and that suburbs have more items than a page.
    const { results } = await allRows<{ name: string }>`SELECT name
      FROM pragma_table_info('items') WHERE name NOT IN ('rid', 'id', 'created_at')`;
    const columns = results.map(({ name }) => name).join(", ");
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
       INSERT INTO items (id, created_at, ${columns})
       SELECT 'itm_many' || substr('00000000' || n.i, -8) || substr('0000' || o.rid, -4), o.created_at + n.i / 7 * 1000, ${columns}
       FROM n CROSS JOIN items o WHERE o.title LIKE 'Kestrel%'`,
    ).run();
    const many =
      (await env.DB.prepare("SELECT count(*) AS n FROM items WHERE listed_as = 'active'").first<number>("n")) ?? 0;
    expect(many).toBeGreaterThan(1_400);
    const pages = await everyPage("near=2042&sort=nearest&limit=97");
    const items = pages.flatMap((page) => page.items);
    expect(new Set(items.map((item) => item.id)).size).toBe(many);
    expect(items).toHaveLength(many);
    const order = items.map((item) => PLACES.findIndex(({ suburb }) => suburb === item.suburb));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    for (const [index, item] of items.entries()) {
      const before = items[index - 1];
      if (before?.suburb !== item.suburb) continue;
      expect(Math.floor(before.created_at / 1000)).toBeGreaterThanOrEqual(Math.floor(item.created_at / 1000));
    }
    await runSql`DELETE FROM items WHERE id LIKE 'itm_many%'`;
  });

  it("goes on to the places beyond the nearest 500", async () => {
    const { results } = await allRows<{ name: string }>`SELECT name
      FROM pragma_table_info('items') WHERE name NOT IN ('rid', 'id', 'category', 'suburb', 'lat', 'lon')`;
    const columns = results.map(({ name }) => name).join(", ");
    // Each in a suburb of its own, further and further south. The first 520 have another category.
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1600)
       INSERT INTO items (id, category, suburb, lat, lon, ${columns})
       SELECT 'itm_south' || substr('00000000' || n.i, -8), iif(n.i <= 520, 'books', 'automotive'), 'South ' || n.i,
         -33.9 - n.i * 0.001, 151.179, ${columns}
       FROM n CROSS JOIN (SELECT * FROM items WHERE title = 'Kestrel bicycle 0-0' LIMIT 1)`,
    ).run();
    const numbers: number[] = [];
    for (const page of await everyPage("near=2042&within_km=200&category=automotive&sort=nearest&limit=100")) {
      numbers.push(...page.items.map(({ suburb }) => Number(suburb?.slice(6))));
    }
    expect(numbers).toEqual(Array.from({ length: 1_080 }, (_, index) => 521 + index));
    await runSql`DELETE FROM items WHERE id LIKE 'itm_south%'`;
  });

  it("needs a place", async () => {
    const response = await call("GET", "/api/items?sort=nearest");
    const { error } = (await response.json()) as ErrorBody;
    expect([response.status, error.details?.fields?.[0]?.field]).toEqual([422, "near"]);
  });
});

describe("an empty list with a radius", () => {
  it("offers the next wider radius that has items, with their number", async () => {
    expect((await list("near=Parramatta&within_km=5&q=kestrel&max_price=11")).wider).toBeNull();
    const wider = async (query: string) => (await list(query)).wider;
    // Parramatta is 14 km from Liverpool; Katoomba has nothing within 50 km.
    expect(await wider("near=Katoomba&within_km=5")).toEqual({ within_km: null, count: PLACES.length * ROUNDS });
    expect(await wider("near=Katoomba&within_km=5&category=sports")).toEqual({ within_km: null, count: PLACES.length });
    expect(await wider("near=Liverpool+NSW&within_km=10&category=sports")).toEqual({ within_km: 25, count: 3 });
    expect(await wider("near=Katoomba&within_km=50&q=kestrle&category=sports")).toMatchObject({ within_km: null });
    expect(await wider("near=2042&within_km=5")).toBeNull();
    expect(await wider("near=Katoomba&within_km=5&category=books")).toBeNull();
    expect(await wider("near=Katoomba&category=books")).toBeNull();
    expect(await wider("near=Katoomba&within_km=5&offset=5")).toBeNull();
  });
});

describe("GET /api/items/count", () => {
  it("counts what the list has, with every filter", async () => {
    for (const query of [
      "",
      "category=sports",
      "categories=sports,toys&condition=good",
      "condition=new,fair",
      "min_price=12&max_price=20",
      "condition=good&max_price=25",
      "location=sydney",
      "location=sydney&condition=good&min_price=11",
      "near=2042&within_km=10",
      "near=2042&within_km=10&category=toys&max_price=25",
      "near=2042",
      "near=2042&within_km=25&q=kestrel",
      "q=kestrel",
      "q=kestrle",
      "q=kestrel&condition=new&location=vic",
      "q=nothing-like-it",
      "q=%25",
      "status=sold",
      `seller_id=${seller.id}&near=2042&within_km=5`,
    ]) {
      const listed = (await list(`${query}&limit=100`)).items.length;
      expect(await count(`${query}&limit=24&sort=date_desc`), query).toEqual({ count: listed, more: false });
    }
    expect((await call("GET", "/api/items/count?near=Atlantis")).status).toBe(422);
    expect((await call("GET", "/api/items/count?colour=red")).status).toBe(422);
  });

  it("stops at 2,000", async () => {
    const { results } = await allRows<{ name: string }>`SELECT name
      FROM pragma_table_info('items') WHERE name NOT IN ('rid', 'id')`;
    const columns = results.map(({ name }) => name).join(", ");
    const copies = (many: number, name: string) =>
      env.DB.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO items (id, ${columns}) SELECT 'itm_' || ? || substr('00000000' || n.i, -8), ${columns}
         FROM n CROSS JOIN (SELECT * FROM items WHERE title = 'Kestrel bicycle 2-0' LIMIT 1)`,
      )
        .bind(many, name)
        .run();
    const before = (await count("category=sports")).count;
    await copies(2_000 - before, "first");
    for (const query of ["category=sports", "near=2026&within_km=5&category=sports", "q=kestrel&category=sports"]) {
      expect(await count(query), query).toMatchObject({ more: false });
    }
    expect(await count("category=sports")).toEqual({ count: 2_000, more: false });
    await copies(1, "second");
    expect(await count("category=sports")).toEqual({ count: 2_000, more: true });
    await runSql`DELETE FROM items WHERE id LIKE 'itm_first%' OR id LIKE 'itm_second%'`;
  });
});

describe("several conditions", () => {
  it("list items of any of them, and refuse an unknown one", async () => {
    const conditions = async (query: string) => [
      ...new Set((await list(`${query}&limit=100`)).items.map((item) => item.condition)),
    ];
    expect((await conditions("condition=good,new")).sort()).toEqual(["good", "new"]);
    expect(await conditions("condition=fair&q=kestrel&category=toys")).toEqual(["fair"]);
    expect((await call("GET", "/api/items?condition=good,mint")).status).toBe(422);
    const { next_cursor } = await list("condition=good,new&limit=2");
    expect((await call("GET", `/api/items?condition=new,good&limit=2&cursor=${next_cursor}`)).status).toBe(200);
    expect((await call("GET", `/api/items?condition=new&limit=2&cursor=${next_cursor}`)).status).toBe(422);
  });
});

describe("a list of what was listed after a moment", () => {
  // The rounds were listed an hour apart.
  const AFTER_FIRST = 1_790_000_000_000;

  it.each(["", "&near=2042&within_km=25", "&q=kestrel", "&category=toys", "&min_price=1", "&condition=good,fair"])(
    "has the later items and the same count with%s",
    async (filter) => {
      const all = (await list(`limit=100${filter}`)).items.filter((item) => item.created_at > AFTER_FIRST);
      const later = await list(`limit=100&listed_after=${AFTER_FIRST}${filter}`);
      expect(all.length).toBeGreaterThan(0);
      expect(later.items.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
      expect(await count(`listed_after=${AFTER_FIRST}${filter}`)).toEqual({ count: all.length, more: false });
    },
  );

  it("pages on, and refuses a cursor of another moment", async () => {
    const pages = await everyPage(`limit=2&listed_after=${AFTER_FIRST}`);
    expect(pages.flatMap(({ items }) => items)).toHaveLength(PLACES.length * (ROUNDS - 1));
    const cursor = pages[0]?.next_cursor;
    expect((await call("GET", `/api/items?limit=2&listed_after=1&cursor=${cursor}`)).status).toBe(422);
    expect((await call("GET", "/api/items?listed_after=yesterday")).status).toBe(422);
  });
});

describe("lists around the viewer's place (D78)", () => {
  const NEWTOWN = `local-near=${encodeURIComponent("Newtown NSW 2042|")}`;
  const HERE = { suburb: "Newtown", city: "Sydney", postcode: "2042" };
  const PERTH = { suburb: "Perth", city: "Perth", postcode: "6000" };
  /** The seller of each place, with four items in it: two for sale, one free and one sold. */
  const sellers: Record<string, TestAccount> = {};
  let asked: string;

  async function around<T>(path: string, place: string): Promise<T> {
    const response = await call("GET", path, undefined, { Cookie: `${seller.cookie}; ${place}` });
    expect(response.status, path).toBe(200);
    return response.json<T>();
  }

  beforeAll(async () => {
    await runSql`UPDATE items SET deleted_at = 1`;
    const now = Date.now();
    for (const [index, place] of [HERE, PERTH].entries()) {
      const owner = await createAccount();
      sellers[place.suburb] = owner;
      const ids: string[] = [];
      // In Perth they are nearer to the price of the lamp asked about.
      for (const price of index === 0 ? [22, 23, 0, 24] : [20, 21, 0, 22]) {
        const item = await createItem(owner, { ...place, title: `Kestrel lamp ${price}`, price, category: "toys" });
        ids.push(item.id);
      }
      // Perth is ahead in every order of the whole country.
      await runSql`UPDATE items SET created_at = ${now - 60_000 + index}, views_count = ${5 + index}, popular_score =
        ${5 + index} WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
      await runSql`UPDATE items SET status = 'sold', sold_at = ${now + index} WHERE id = ${ids[3]}`;
      await owner.request("POST", "/api/requests", { title: "A kestrel feather", ...place });
    }
    asked = (await createItem(seller, { ...HERE, title: "Kestrel", price: 20, category: "toys" })).id;
  });

  type Cards = { suburb: string | null }[];
  it.each<[list: string, path: () => string, read: (reply: never) => Cards]>([
    ["home, popular", () => "/api/homepage", (reply: { featured: Cards }) => reply.featured],
    ["home, sold", () => "/api/homepage", (reply: { recently_sold: Cards }) => reply.recently_sold],
    ["trending", () => "/api/marketplace/extras", (reply: { trending: Cards }) => reply.trending],
    ["recently sold", () => "/api/marketplace/extras", (reply: { recently_sold: Cards }) => reply.recently_sold],
    ["the trending tab", () => "/api/items/trending", (reply: { items: Cards }) => reply.items],
    ["similar", () => `/api/items/${asked}/related`, (reply: { similar: Cards }) => reply.similar],
    ["similar price", () => `/api/items/${asked}/related`, (reply: { price: Cards }) => reply.price],
    ["trending beside an item", () => `/api/items/${asked}/related`, (reply: { trending: Cards }) => reply.trending],
    [
      "donations",
      () => "/api/donations",
      (reply: { items: { item: Cards[0] }[] }) => reply.items.map((one) => one.item),
    ],
    ["requests", () => "/api/requests", (reply: { items: Cards }) => reply.items],
  ])("begin with what is near: %s", async (_, path, read) => {
    const places = (cards: Cards) => cards.map(({ suburb }) => suburb);
    const near = places(read((await around(path(), NEWTOWN)) as never));
    expect(near).toContain("Perth");
    expect(near).toEqual(near.toSorted((a, b) => Number(a === "Perth") - Number(b === "Perth")));
    expect(near[0]).toBe("Newtown");
    // Without a place the list is as it was.
    expect(places(read((await around(path(), "")) as never))[0]).toBe("Perth");
  });

  it("stores say how far the nearest item is, and page on over the boundary", async () => {
    const page = (query: string) => around<Page<StoreCard>>(`/api/stores?limit=1${query}`, NEWTOWN);
    const first = await page("");
    const second = await page(`&cursor=${first.next_cursor}`);
    const third = await page(`&cursor=${second.next_cursor}`);
    expect([first, second, third].map(({ items }) => items[0]?.distance_km)).toEqual([0.5, 0.5, null]);
    expect(third.items[0]?.id).toBe(sellers.Perth?.id);
    expect(third.next_cursor).toBeNull();
  });

  it("donations and requests page on over the boundary, once each", async () => {
    for (const path of ["/api/donations?limit=1", "/api/requests?limit=1"]) {
      const first = await around<Page<unknown>>(path, NEWTOWN);
      const second = await around<Page<unknown>>(`${path}&cursor=${first.next_cursor}`, NEWTOWN);
      expect([...first.items, ...second.items], path).toHaveLength(2);
      expect(second.next_cursor).toBeNull();
      expect(second.items).not.toEqual(first.items);
    }
  });
});
