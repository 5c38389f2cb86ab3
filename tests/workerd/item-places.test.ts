/** The places of a list, and the list of one place. */
import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { ErrorBody } from "#contract/errors";
import type { ItemCountReply, ItemListReply, ItemPlacesReply } from "#contract/items/marketplace";
import { batch, connect } from "../../worker/db/client.ts";
import type { ListPlan } from "../../worker/features/items/list-filters.ts";
import { placesStatement } from "../../worker/features/items/map-places.ts";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { createItem, LAMP } from "../support/workerd/listings.ts";

const NEWTOWN = { suburb: "Newtown", city: "Sydney", postcode: "2042" };
const BRUNSWICK = { suburb: "Brunswick", city: "Melbourne", postcode: "3056" };

beforeAll(async () => {
  const seller = await createAccount();
  const items = [
    { ...NEWTOWN, title: "Cedar shelf", price: 40, category: "furniture" },
    { ...NEWTOWN, title: "Cedar stool", price: 15.5, category: "furniture" },
    // Another text, the same centroid.
    { ...NEWTOWN, city: "Inner West", title: "Field guide", price: 8, category: "books" },
    { ...BRUNSWICK, title: "Cedar box", price: 0, category: "furniture" },
    // Only the postcode is known, which has several suburbs.
    { suburb: "Misspellton", city: null, postcode: "2026", title: "Atlas", price: 12, category: "books" },
    { suburb: "Atlantis", city: null, postcode: null, title: "Trident", price: 90, category: "sports" },
  ] as const;
  for (const item of items) await createItem(seller, item);
});

async function get<T>(path: string): Promise<T> {
  const response = await call("GET", path);
  const body = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(200);
  return body as T;
}
const placesOf = (query = "") => get<ItemPlacesReply>(`/api/items/places?${query}`);
const counts = ({ places }: ItemPlacesReply) => places.map(({ suburb, count }) => `${suburb} ${count}`);

describe("GET /api/items/places", () => {
  it("counts the items of each suburb with their prices, at the centre of the suburb", async () => {
    const reply = await placesOf();
    expect(reply.places[0]).toEqual({
      place: "Newtown NSW 2042",
      suburb: "Newtown",
      lat: -33.898,
      lon: 151.179,
      count: 3,
      min_price: 8,
      max_price: 40,
    });
    expect(counts(reply).slice(1).sort()).toEqual(["Bondi Beach 1", "Brunswick 1"]);
    expect(reply).toMatchObject({ unplaced: 1, more: false, around: null, map_style: null });
  });

  it("has the centre of the place that the list is around", async () => {
    expect(await placesOf("near=Newtown%20NSW")).toMatchObject({ around: { lat: -33.898, lon: 151.179 } });
    expect(await placesOf("near=Newtown%20NSW%202042&within_km=10")).toMatchObject({
      around: { lat: -33.898, lon: 151.179 },
    });
  });

  it("has the filters of the list", async () => {
    expect(counts(await placesOf("category=furniture"))).toEqual(["Newtown 2", "Brunswick 1"]);
    expect(counts(await placesOf("category=furniture&min_price=20"))).toEqual(["Newtown 1"]);
    expect(counts(await placesOf("near=2042&within_km=10"))).toEqual(["Newtown 3", "Bondi Beach 1"]);
    expect(counts(await placesOf("location=melbourne"))).toEqual(["Brunswick 1"]);
    expect(counts(await placesOf("q=cedar&max_price=20"))).toEqual(["Brunswick 1", "Newtown 1"]);
    expect(await placesOf("q=xyzzyplugh")).toMatchObject({ places: [], unplaced: 0 });
    expect(await placesOf("status=sold")).toMatchObject({ places: [], unplaced: 0 });
  });

  it("corrects the spelling of a search as the list does", async () => {
    expect(counts(await placesOf("q=ceddar"))).toEqual(["Newtown 2", "Brunswick 1"]);
  });

  it("refuses unknown filters and places", async () => {
    for (const query of ["colour=red", "near=Nowhereville", "at=here", "at=-33.898"]) {
      expect((await call("GET", `/api/items/places?${query}`)).status, query).toBe(422);
    }
  });
});

describe("the list of one place", () => {
  it("has the items that its marker counts, in every order and with every filter", async () => {
    for (const filter of [
      "",
      "sort=price_asc",
      "category=furniture",
      "q=cedar",
      "near=3056",
      "near=2042&sort=nearest",
    ]) {
      const { places } = await placesOf(filter);
      for (const { lat, lon, count } of places) {
        const query = `at=${lat},${lon}&${filter}`;
        expect((await get<ItemListReply>(`/api/items?${query}`)).items, query).toHaveLength(count);
        expect((await get<ItemCountReply>(`/api/items/count?${query}`)).count, query).toBe(count);
      }
    }
  });

  it("continues only with its own cursor", async () => {
    const first = await get<ItemListReply>("/api/items?at=-33.898,151.179&limit=2");
    const rest = await get<ItemListReply>(`/api/items?at=-33.898,151.179&limit=2&cursor=${first.next_cursor}`);
    expect(rest.items).toHaveLength(1);
    expect((await call("GET", `/api/items?limit=2&cursor=${first.next_cursor}`)).status).toBe(422);
  });
});

it("the statement reads items only by an index, without words by that of places", async () => {
  const plans: Partial<ListPlan>[] = [
    {},
    { query: { category: "books", condition: ["good"], min_price: 100 } },
    { query: { location: "brunswick" } },
    { radius: { centre: { lat: -37.8, lon: 145 }, km: 25, side: "inside" } },
    { match: '"oak"*' },
    { query: { seller_id: "acc_1" } },
  ];
  const statements = plans.map(
    (plan) => sql`EXPLAIN QUERY PLAN ${placesStatement({ query: {}, match: null, radius: null, ...plan })}`,
  );
  const steps = await batch<{ detail: string }[]>(connect(env.DB), statements);
  const readings = steps.map((rows) => rows.map((row) => row.detail).filter((step) => /^(SCAN|SEARCH) i\b/.test(step)));
  for (const reading of readings.slice(0, 4))
    expect(reading.join()).toMatch(/INDEX items_by_place \(listed_as=\? AND place=\?/);
  expect(readings[4]?.join()).toMatch(/PRIMARY KEY/);
  expect(readings[5]?.join()).toMatch(/items_by_seller/);
});

describe("a place changes as a whole (D110)", () => {
  const melbourne = { suburb: "Brunswick", city: "Melbourne", state_region: "VIC", postcode: "3056" };
  const patch = (owner: TestAccount, id: string, body: object) => owner.request("PATCH", `/api/items/${id}`, body);

  it("moves postcode, pin, time zone and street with an unambiguous suburb, in new listings and edits", async () => {
    const seller = await createAccount({ ...melbourne, collection_address: "12 Home Street" });
    const sydney = { suburb: "Newtown", city: "Sydney" };
    const moved = {
      ...sydney,
      location: "Newtown, Sydney NSW",
      postcode: "2042",
      collection_zone: "Australia/Sydney",
      collection_address: null,
    };
    expect(await createItem(seller, { ...LAMP, ...sydney })).toMatchObject(moved);
    const item = await createItem(seller, LAMP);
    expect(item).toMatchObject({ postcode: "3056", collection_address: "12 Home Street" });
    const answer = await patch(seller, item.id, sydney);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject(moved);
  });

  it("asks where several places can be meant, and changes nothing", async () => {
    const seller = await createAccount(melbourne);
    const item = await createItem(seller, LAMP);
    for (const [body, says] of [
      [{ suburb: "Newtown", city: null }, /^There are several places called Newtown\. Is it Newtown NSW 2042/],
      [{ suburb: "Newtown", city: "Sydney", postcode: "3056" }, /^Newtown isn't in 3056\. Is it Newtown NSW 2042/],
    ] as const) {
      const answer = await patch(seller, item.id, body);
      expect(answer.status).toBe(422);
      const { error } = (await answer.json()) as ErrorBody;
      expect(error.details?.fields).toMatchObject([{ field: "postcode", message: expect.stringMatching(says) }]);
    }
    const kept = await seller.request("GET", `/api/items/${item.id}`);
    expect(await kept.json()).toMatchObject({ suburb: "Brunswick", postcode: "3056" });
  });

  it("takes the time zone of the postcode (N29)", async () => {
    const seller = await createAccount({ suburb: "Broken Hill", city: null, state_region: "NSW", postcode: "2880" });
    expect(await createItem(seller, LAMP)).toMatchObject({ collection_zone: "Australia/Broken_Hill" });
  });
});
