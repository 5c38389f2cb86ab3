import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import type { ErrorBody } from "#contract/errors";
import type { CreateItemInput } from "#contract/items";
import type { ItemListReply } from "#contract/items/marketplace";
import type { SavedSearchesReply, SavedSearchView, SearchFiltersInput } from "#contract/wishlists";
import { type AlertFrequency, SAVED_SEARCHES_MAX } from "#domain/wishlists/wish-lists";
import { matchNewListings, sendSearchNotices } from "../../worker/features/wishlists/saved-searches/matching.ts";
import { createServices } from "../../worker/services.ts";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { reply } from "../support/workerd/deals.ts";
import { createItem } from "../support/workerd/listings.ts";
import { notificationsOf } from "../support/workerd/notifications.ts";
import { allRows, runSql } from "../support/workerd/sql.ts";
import cases from "./saved-searches.json" with { type: "json" };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let seller: TestAccount;
let buyer: TestAccount;
/** Milliseconds by which the jobs' clock is ahead. */
let ahead = 0;

const services = () => {
  const real = createServices(env, (work) => void work);
  return { ...real, now: () => real.now() + ahead };
};

beforeEach(async () => {
  ahead = 0;
  seller = await createAccount();
  buyer = await createAccount();
  // Saved searches of other tests would match the same listings.
  await runSql`DELETE FROM saved_searches`;
});

const ok = <T>(response: Response, status = 200) => reply<T>(response, status);
async function refused(response: Response) {
  const { error } = (await response.json()) as ErrorBody;
  return { status: response.status, code: error.code, message: error.message };
}
const post = (filters: SearchFiltersInput, frequency?: AlertFrequency, who = buyer) =>
  who.request("POST", "/api/saved-searches", { filters, ...(frequency && { frequency }) });
const save = async (filters: SearchFiltersInput, frequency?: AlertFrequency, who = buyer) =>
  ok<SavedSearchView>(await post(filters, frequency, who), 201);
const own = async (who = buyer) =>
  (await ok<SavedSearchesReply>(await who.request("GET", "/api/saved-searches"))).items;

async function noticesOf(who = buyer) {
  await matchNewListings(services());
  await sendSearchNotices(services());
  return notificationsOf(who, "saved_search");
}
/** Lists an item and completes its matching, so that later matches come from the job. */
async function list(item: Partial<CreateItemInput>, who = seller) {
  const made = await createItem(who, item);
  await matchNewListings(services());
  return made;
}

describe("POST /api/saved-searches", () => {
  it("saves equal filters once, and returns their description and link", async () => {
    const filters = {
      q: " Desk ",
      category: "furniture",
      max_price: "200",
      near: "Brunswick VIC",
      within_km: "10",
    } as const;
    const saved = await save(filters);
    expect(saved).toMatchObject({
      name: "“Desk” in Furniture, up to $200, within 10 km of Brunswick VIC",
      frequency: "instant",
      link: "/Marketplace?category=furniture&q=Desk&max_price=200&near=Brunswick%20VIC&within_km=10",
      last_notice_at: null,
    });
    const again = await Promise.all([post({ ...filters, q: "Desk" }), post(filters, "daily")]);
    for (const reply of again) expect((await ok<SavedSearchView>(reply, 201)).id).toBe(saved.id);
    expect(await own()).toHaveLength(1);
  });

  it("requires a searchable word or another filter, and a known place", async () => {
    expect(await refused(await post({}))).toEqual({
      status: 422,
      code: "invalid",
      message: "Enter a keyword, or choose a category or another filter first.",
    });
    expect(await refused(await post({ q: "   " }))).toMatchObject({ status: 422 });
    expect(await refused(await post({ q: "!!!" }))).toMatchObject({
      message: "We can't search for those words. Try different keywords.",
    });
    expect(await refused(await post({ near: "Nowhere at all" }))).toMatchObject({
      message: "We don't know that suburb or postcode.",
    });
    expect(await refused(await post({ sort: "views" } as SearchFiltersInput))).toMatchObject({ code: "unknown_field" });
    expect(await own()).toEqual([]);
  });

  it("lets only the owner rename, switch off and delete a saved search", async () => {
    const saved = await save({ q: "lamp" });
    const nosy = await createAccount();
    const path = `/api/saved-searches/${saved.id}`;
    for (const answer of [
      await nosy.request("PATCH", path, { name: "Mine" }),
      await nosy.request("DELETE", path),
      await nosy.request("DELETE", "/api/saved-searches/svs_00000000000000000000"),
    ]) {
      expect(await refused(answer)).toMatchObject({ status: 404, message: "Not found." });
    }
    expect(await own(nosy)).toEqual([]);
    const changed = await ok<SavedSearchView>(
      await buyer.request("PATCH", path, { name: "Hall lamp", frequency: "off" }),
    );
    expect(changed).toMatchObject({ name: "Hall lamp", description: "“lamp”", frequency: "off" });
    await list({ title: "Hall lamp" });
    expect(await noticesOf()).toEqual([]);
    await ok(await buyer.request("DELETE", path));
    expect(await own()).toEqual([]);
    expect((await call("GET", "/api/saved-searches")).status).toBe(401);
  });

  it("allows at most thirty per user", async () => {
    for (let index = 0; index < SAVED_SEARCHES_MAX; index++) await save({ q: `word${index}` });
    expect(await refused(await post({ q: "another" }))).toMatchObject({
      status: 409,
      message: "You have 30 saved searches. Delete one you no longer need first.",
    });
    await save({ q: "word3" });
  });
});

describe("a new listing", () => {
  it("notifies the owners of matching saved searches, and not its own seller", async () => {
    await list({ title: "Oak desk before" });
    const saved = await save({ q: "oak desk", category: "furniture" });
    await save({ q: "oak desk" }, "instant", seller);
    await list({ title: "Oak chair", category: "furniture" });
    await list({ title: "Oak desk elsewhere", category: "books" });
    expect(await noticesOf()).toEqual([]);
    const desk = await list({ title: "Solid oak desk", category: "furniture", price: 120 });
    expect(await noticesOf()).toEqual([
      {
        kind: "saved_search",
        title: "New listing: Solid oak desk",
        body: "$120 · matches your saved search: “oak desk” in Furniture",
        link: `/ItemDetail/${desk.id}`,
      },
    ]);
    expect(await noticesOf(seller)).toEqual([]);
    expect(await noticesOf()).toHaveLength(1);
    expect((await own())[0]).toMatchObject({ id: saved.id, last_notice_at: expect.any(Number) });
  });

  it("is grouped with others of the same ten minutes into one notification", async () => {
    await save({ q: "vase" });
    await list({ title: "Vase one" });
    expect(await noticesOf()).toHaveLength(1);
    for (const number of ["two", "three", "four"]) await list({ title: `Vase ${number}` });
    expect(await noticesOf()).toHaveLength(1);
    ahead = 10 * MINUTE;
    expect(await noticesOf()).toMatchObject([
      {},
      { title: "3 new listings for your search", body: "“vase”", link: "/Marketplace?q=vase" },
    ]);
    ahead = 30 * MINUTE;
    expect(await noticesOf()).toHaveLength(2);
  });

  it("waits for the daily notification, unless the search is changed to instant", async () => {
    const saved = await save({ category: "toys" }, "daily");
    await list({ title: "Blocks", category: "toys" });
    await list({ title: "Train", category: "toys" });
    ahead = 23 * HOUR;
    expect(await noticesOf()).toEqual([]);
    ahead = 24 * HOUR + MINUTE;
    expect(await noticesOf()).toMatchObject([{ title: "2 new listings for your search", body: "Toys & Games" }]);
    ahead = 0;
    await list({ title: "Kite", category: "toys" });
    expect(await noticesOf()).toHaveLength(1);
    await ok(await buyer.request("PATCH", `/api/saved-searches/${saved.id}`, { frequency: "instant" }));
    expect(await noticesOf()).toHaveLength(2);
  });

  it("is left out when it was deleted before the notification", async () => {
    const saved = await save({ q: "piano" }, "daily");
    const item = await list({ title: "Piano" });
    await ok(await seller.request("DELETE", `/api/items/${item.id}`));
    ahead = 25 * HOUR;
    expect(await noticesOf()).toEqual([]);
    expect((await own())[0]?.id).toBe(saved.id);
  });

  it("does not match across a block", async () => {
    await save({ q: "canoe" });
    await runSql`INSERT INTO blocks VALUES (${buyer.id}, ${seller.id}, 1)`;
    await list({ title: "Canoe" });
    expect(await noticesOf()).toEqual([]);
  });

  it("is compared with all saved searches in steps, and counted once by concurrent runs", async () => {
    const looking = await Promise.all(Array.from({ length: 3 }, () => createAccount()));
    for (const person of looking) {
      await save({ q: "tent" }, "daily", person);
      await save({ category: "sports" }, "daily", person);
      await save({ q: "canoe" }, "daily", person);
    }
    // Inserted directly, so that no request matches it.
    const id = `itm_${crypto.randomUUID().replaceAll("-", "").slice(0, 20)}`;
    await runSql`INSERT INTO items (id, seller_id, title, price_cents, category, condition, created_at, updated_at)
      VALUES (${id}, ${seller.id}, 'Four person tent', 100, 'sports', 'good', ${Date.now()}, 1)`;
    await Promise.all([
      matchNewListings(services(), 2),
      matchNewListings(services(), 2),
      matchNewListings(services(), 2),
    ]);
    await matchNewListings(services(), 2);
    const { results } = await allRows`SELECT terms, found FROM saved_searches ORDER BY terms`;
    expect(results).toEqual([
      ...Array.from({ length: 3 }, () => ({ terms: '{"category":"sports"}', found: 1 })),
      ...Array.from({ length: 3 }, () => ({ terms: '{"q":"canoe"}', found: 0 })),
      ...Array.from({ length: 3 }, () => ({ terms: '{"q":"tent"}', found: 1 })),
    ]);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM new_listings").first("n")).toBe(0);
  });
});

it("saved searches match exactly what the marketplace lists for the same filters", async () => {
  const listings = cases.listings as Partial<CreateItemInput>[];
  const searches: SearchFiltersInput[] = cases.searches;
  await runSql`UPDATE items SET deleted_at = 1`;
  const saved = await Promise.all(searches.map((filters) => save(filters, "daily")));
  const made = await Promise.all(listings.map((listing) => createItem(seller, listing)));
  await matchNewListings(services());
  const found = new Map(
    (await allRows<{ id: string; found: number }>`SELECT id, found FROM saved_searches`).results.map(
      ({ id, found: count }) => [id, count],
    ),
  );
  let matched = 0;
  for (const [index, filters] of searches.entries()) {
    const query = new URLSearchParams(filters as Record<string, string>);
    const listed = await ok<ItemListReply>(await call("GET", `/api/items?${query}`));
    const exact = listed.corrected_query === null ? listed.items.length : 0;
    expect([filters, found.get(saved[index]?.id ?? "")]).toEqual([filters, exact]);
    matched += exact;
  }
  expect(made).toHaveLength(5);
  expect(matched).toBeGreaterThan(25);
});
