import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import type { ErrorBody } from "#contract/errors";
import type { ItemListReply } from "#contract/items/marketplace";
import type { PlacesReply } from "#contract/places";
import { SORTS } from "#domain/items/catalogue";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { createItem } from "../support/workerd/listings.ts";
import { allRows, firstRow, runSql } from "../support/workerd/sql.ts";
import cases from "./search.json" with { type: "json" };

let seller: TestAccount;
const ids: Record<string, string> = {};

/** Suburbs around Brunswick (3056), nearest first. */
const PLACES = {
  brunswick: { suburb: "Brunswick", city: "Melbourne", postcode: "3056", price: 50 },
  carlton: { suburb: "Carlton", city: "Melbourne", postcode: "3053", price: 20 },
  oakleigh: { suburb: "Oakleigh", city: "Melbourne", postcode: "3166", price: 90 },
  geelong: { suburb: "Geelong West", city: "Geelong", postcode: "3218", price: 10 },
  newtown: { suburb: "Newtown", city: "Sydney", postcode: "2042", price: 30 },
} as const;

beforeAll(async () => {
  seller = await createAccount({ full_name: "Jane Doe", postcode: "3056", collection_address: "12 Canary Lane" });
  for (const [name, { price, ...place }] of Object.entries(PLACES)) {
    ids[name] = (await createItem(seller, { title: `Walnut sideboard ${name}`, price, ...place })).id;
  }
  ids.nowhere = (
    await createItem(seller, { title: "Walnut sideboard nowhere", suburb: "Atlantis", city: null, postcode: null })
  ).id;
});

async function list(query: string): Promise<ItemListReply> {
  const response = await call("GET", `/api/items?${query}`);
  const body = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(200);
  return body as ItemListReply;
}
const found = async (query: string) => {
  const names = Object.entries(ids);
  return (await list(query)).items.map((item) => names.find(([, id]) => id === item.id)?.[0] ?? item.title);
};

describe("GET /api/items near a place", () => {
  it("lists items within the distance only, for a suburb or a postcode", async () => {
    const near = (km: number) => found(`q=walnut&sort=price_asc&near=3056&within_km=${km}`);
    expect(await near(1)).toEqual(["brunswick"]);
    expect(await near(5)).toEqual(["carlton", "brunswick"]);
    expect(await near(25)).toEqual(["carlton", "brunswick", "oakleigh"]);
    expect(await near(100)).toEqual(["geelong", "carlton", "brunswick", "oakleigh"]);
    expect(await found("q=walnut&near=Broome&within_km=50")).toEqual([]);
    for (const place of ["3056", "brunswick", "Brunswick, Victoria", "Brunswick, VIC 3056"]) {
      expect(await found(`q=walnut&sort=price_asc&within_km=25&near=${encodeURIComponent(place)}`)).toEqual([
        "carlton",
        "brunswick",
        "oakleigh",
      ]);
    }
  });

  it("returns the centre of the suburb, and null for an unknown place", async () => {
    const centres = Object.fromEntries((await list("q=walnut")).items.map((item) => [item.suburb, item.centre]));
    expect(centres).toMatchObject({ Brunswick: { lat: -37.767, lon: 144.958 }, Atlantis: null });
  });

  it("pages through every sort order together with other filters", async () => {
    for (const sort of SORTS) {
      const whole = (await list(`near=3056&within_km=100&sort=${sort}`)).items.map((item) => item.id);
      const paged: string[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const page: ItemListReply = await list(
          `near=3056&within_km=100&sort=${sort}&limit=2${cursor && `&cursor=${cursor}`}`,
        );
        paged.push(...page.items.map((item) => item.id));
        cursor = page.next_cursor;
      }
      expect(paged, sort).toEqual(whole);
      expect(paged).toHaveLength(4);
    }
    expect(await found("near=3056&within_km=100&sort=price_asc&max_price=20&category=home_garden")).toEqual([
      "geelong",
      "carlton",
    ]);
    expect(await found("near=3056&within_km=100&location=carlton")).toEqual(["carlton"]);
    const { next_cursor } = await list("near=3056&within_km=100&limit=1");
    expect((await call("GET", `/api/items?near=3056&within_km=50&limit=1&cursor=${next_cursor}`)).status).toBe(422);
    expect((await call("GET", `/api/items?near=3053&within_km=100&limit=1&cursor=${next_cursor}`)).status).toBe(422);
  });

  it("finds a state by its code and by its full name, alone or after a place", async () => {
    const victoria = ["geelong", "carlton", "brunswick", "oakleigh"];
    for (const [location, names] of [
      ["VIC", victoria],
      ["Victoria", victoria],
      ["victoria", victoria],
      ["new south wales", ["newtown"]],
      ["Sydney NSW", ["newtown"]],
      ["Melbourne, Victoria", ["carlton", "brunswick", "oakleigh"]],
      ["Melbourne NSW", []],
      ["Queensland", []],
      // "WA" is a state without items; the letters also occur in "Walnut".
      ["WA", []],
    ] as const) {
      expect(await found(`q=walnut&sort=price_asc&location=${encodeURIComponent(location)}`), location).toEqual(names);
      expect(await found(`sort=price_asc&location=${encodeURIComponent(location)}`), location).toEqual(names);
    }
  });

  it("keeps the state in the location of a listing that moves", async () => {
    const item = await createItem(seller, { suburb: "Carlton", city: "Melbourne", postcode: "3053" });
    const path = `/api/items/${item.id}`;
    const moved = await seller.request("PATCH", path, {
      version: item.version,
      suburb: "Newtown",
      city: "Sydney",
      postcode: "2042",
    });
    expect(((await moved.json()) as { location: string }).location).toBe("Newtown, Sydney NSW");
    await seller.request("DELETE", path);
  });

  it("refuses an unknown place and an invalid distance, and names the field", async () => {
    for (const [query, field] of [
      ["near=Atlantis", "near"],
      ["near=0000", "near"],
      ["near=%25", "near"],
      ["near=3056&within_km=0", "within_km"],
      ["near=3056&within_km=x", "within_km"],
    ]) {
      const response = await call("GET", `/api/items?${query}`);
      const body = (await response.json()) as ErrorBody;
      expect([response.status, body.error.details?.fields?.[0]?.field], query).toEqual([422, field]);
    }
    expect((await list("near=&q=walnut")).items).toHaveLength(6);
  });

  it("uses the new place of a listing that moves, and finds no listing in an unknown place", async () => {
    const item = await createItem(seller, {
      title: "Moving crate",
      suburb: "Newtown",
      city: "Sydney",
      postcode: "2042",
    });
    const near = async (place: string) => (await list(`q=crate&near=${place}&within_km=10`)).items.length;
    expect([await near("2042"), await near("3056")]).toEqual([1, 0]);
    await seller.request("PATCH", `/api/items/${item.id}`, { title: "Moving crate, again" });
    expect(await near("2042")).toBe(1);
    await seller.request("PATCH", `/api/items/${item.id}`, {
      suburb: "Brunswick",
      city: "Melbourne",
      postcode: "3056",
    });
    expect([await near("2042"), await near("3056")]).toEqual([0, 1]);
    await seller.request("PATCH", `/api/items/${item.id}`, { suburb: "Atlantis", city: "", postcode: null });
    expect([await near("2042"), await near("3056")]).toEqual([0, 0]);
  });

  it("measures from the suburb instead of the street", async () => {
    const a = await createItem(seller, { title: "Quince jam", ...place("1 North Street") });
    const b = await createItem(seller, { title: "Quince jam", ...place("999 South Street") });
    const rows = await allRows`SELECT DISTINCT lat, lon FROM items WHERE id IN (${a.id}, ${b.id})`;
    expect(rows.results).toHaveLength(1);
    const text = await (await call("GET", "/api/items?q=quince&near=3056")).text();
    expect(text).not.toContain("Street");
  });
  const place = (collection_address: string) => ({
    suburb: "Brunswick",
    city: "Melbourne",
    postcode: "3056",
    collection_address,
  });
});

describe("a search word of many listings", () => {
  const MANY = 150;
  /** Newest first, by date and then by id. Two in every ten have a date out of insertion order, or that of another. */
  let newest: string[] = [];
  const prices = new Map<string, number>();

  beforeAll(async () => {
    const { id } = await createItem(seller, { title: "Zither", price: 10 });
    const { results } = await allRows<{ name: string }>`SELECT name
      FROM pragma_table_info('items') WHERE name NOT IN ('rid', 'id', 'created_at', 'price_cents')`;
    const columns = results.map(({ name }) => name).join(", ");
    const { created_at: moment } = (await firstRow<{ created_at: number }>`SELECT created_at
      FROM items WHERE id = ${id}`) as { created_at: number };
    const dates: [at: number, id: string][] = [[moment, id]];
    for (let index = 1; index < MANY; index++) {
      const copy = `itm_zither${String(index).padStart(14, "0")}`;
      const at = moment + 10 * index - (index % 10 === 4 ? 15 : index % 10 === 7 ? 10 : 0);
      const price = 1_000 + ((index * 37) % 97) * 100;
      prices.set(copy, price);
      await env.DB.prepare(
        `INSERT INTO items (id, created_at, price_cents, ${columns}) SELECT ?, ?, ?, ${columns} FROM items WHERE id = ?`,
      )
        .bind(copy, at, price, id)
        .run();
      dates.push([at, copy]);
    }
    prices.set(id, 1_000);
    newest = dates.sort(([a, one], [b, other]) => b - a || (one < other ? 1 : -1)).map(([, item]) => item);
  });

  async function everyPage(query: string): Promise<string[]> {
    const seen: string[] = [];
    for (let next: string | null = ""; next !== null; ) {
      const page = await list(`q=zither&limit=23&${query}${next && `&cursor=${next}`}`);
      seen.push(...page.items.map((item) => item.id));
      next = page.next_cursor;
    }
    return seen;
  }

  it("pages through by date with each listing once, even with equal dates", async () => {
    expect(await everyPage("sort=date_desc")).toEqual(newest);
    expect(await everyPage("sort=date_asc")).toEqual([...newest].reverse());
    expect((await list("q=zither&sort=date_desc&limit=5&offset=10")).items.map((item) => item.id)).toEqual(
      newest.slice(10, 15),
    );
  });

  it("pages through every other sort order with each listing once", async () => {
    for (const sort of SORTS.filter((sort) => !sort.startsWith("date"))) {
      const seen = await everyPage(sort === "nearest" ? "near=3056&sort=nearest" : `sort=${sort}`);
      expect(seen.toSorted(), sort).toEqual(newest.toSorted());
      const cents = seen.map((item) => prices.get(item) ?? 0);
      if (sort === "price_asc") expect(cents).toEqual(cents.toSorted((a, b) => a - b));
      if (sort === "price_desc") expect(cents).toEqual(cents.toSorted((a, b) => b - a));
    }
  });

  it("can be combined with a price filter or a status filter", async () => {
    const dear = newest.filter((item) => (prices.get(item) ?? 0) >= 6_000);
    expect((await everyPage("min_price=60")).toSorted()).toEqual(dear.toSorted());
    expect(await everyPage("status=sold")).toEqual([]);
  });

  it("keeps its page position when the last listing of a page is deleted", async () => {
    const first = await list("q=zither&sort=date_desc&limit=23");
    await runSql`UPDATE items SET deleted_at = 1 WHERE id = ${first.items.at(-1)?.id}`;
    const second = await list(`q=zither&sort=date_desc&limit=23&cursor=${first.next_cursor}`);
    expect(second.items.map((item) => item.id)).toEqual(newest.slice(23, 46));
  });
});

describe("GET /api/places", () => {
  it("completes names and postcodes", async () => {
    const ask = async (q: string) => (await (await call("GET", `/api/places?q=${q}`)).json()) as PlacesReply;
    expect((await ask("brunsw")).items[0]).toEqual({ suburb: "Brunswick", state: "VIC", postcode: "3056" });
    expect((await ask("305")).items.every((item) => item.postcode.startsWith("305"))).toBe(true);
    expect((await ask("%25")).items).toEqual([]);
    expect((await ask("")).items).toEqual([]);
    expect((await call("GET", "/api/places")).status).toBe(422);
    expect((await call("GET", `/api/places?q=${"x".repeat(200)}`)).status).toBe(422);
  });
});

describe("a search without matches", () => {
  it("is repeated with the corrected spelling, which the reply names", async () => {
    for (const [typed, meant] of [
      ["wanlut", "walnut"],
      ["walnutt sideborad", "walnut sideboard"],
      ["awlnut", "walnut"],
      ["Wallnut", "walnut"],
      ["wal sideboard", "sideboard"],
    ]) {
      const reply = await list(`q=${encodeURIComponent(typed ?? "")}`);
      expect([typed, reply.corrected_query, reply.items.length]).toEqual([typed, meant, 6]);
    }
  });

  it("keeps filters, sort order and pages when it is corrected", async () => {
    expect(await found("q=wanlut&sort=price_asc&near=3056&within_km=100")).toEqual([
      "geelong",
      "carlton",
      "brunswick",
      "oakleigh",
    ]);
    const first = await list("q=wanlut&sort=price_asc&limit=4");
    const second = await list(`q=wanlut&sort=price_asc&limit=4&cursor=${first.next_cursor}`);
    expect(second.corrected_query).toBe("walnut");
    expect(new Set([...first.items, ...second.items].map((item) => item.id)).size).toBe(6);
  });

  it("is not corrected when the words match, resemble nothing, or match only without the filters", async () => {
    for (const [query, count] of cases.uncorrected as [string, number][]) {
      const reply = await list(query);
      expect([query, reply.corrected_query, reply.items.length]).toEqual([query, null, count]);
    }
  });

  it("answers any text without an error", async () => {
    for (const q of [
      "''''",
      '"NEAR(',
      "a".repeat(500),
      "ﬁﬂ ligatures",
      "日本語テスト",
      "\u0000\u0001abcd",
      "wörd".repeat(20),
      "one two three four five six seven eight nine ten",
    ]) {
      expect((await call("GET", `/api/items?q=${encodeURIComponent(q)}`)).status, q).toBe(200);
    }
  });
});
