import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import type { CreateItemInput } from "#contract/items";
import type { PriceGuideReply } from "#contract/selling/price-guide";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { createItem } from "../support/workerd/listings.ts";
import { allRows, runSql } from "../support/workerd/sql.ts";

let seller: TestAccount;

beforeAll(async () => {
  seller = await createAccount();
  for (const [index, price] of [100, 200, 300, 400, 500].entries()) {
    await sold({ title: `Reid city bike ${index}`, price });
  }
  // The guide must leave out all of these: they are no prices paid for a bike.
  await sold({ title: "Reid bike given away", price: 0 });
  await sold({ title: "Reid bike sold elsewhere", price: 9_999 }, "sold_outside = 1");
  await sold({ title: "Reid bike removed", price: 9_999 }, `deleted_at = ${Date.now()}`);
  await createItem(seller, { title: "Reid bike for sale", price: 9_999, category: "sports" });
  await sold({ title: "Reid bike poster", price: 9_999, category: "collectibles" });
});

async function sold(item: Partial<CreateItemInput>, and = "sold_outside = 0"): Promise<void> {
  const { id } = await createItem(seller, { category: "sports", condition: "good", ...item });
  // Rev 0 marks an item without a room, of which the audits expect no order.
  await env.DB.prepare(`UPDATE items SET status = 'sold', sold_at = ?, rev = 0, ${and} WHERE id = ?`)
    .bind(Date.now(), id)
    .run();
}

async function guide(query: string): Promise<PriceGuideReply["guide"]> {
  const response = await seller.request("GET", `/api/price-guide?${query}`);
  expect(response.status, query).toBe(200);
  return ((await response.json()) as PriceGuideReply).guide;
}

it("GET /api/price-guide summarises what similar items sold for", async () => {
  expect(await guide("category=sports&condition=good&q=Reid+mountain+bike")).toEqual({
    count: 5,
    median: 300,
    low: 200,
    high: 400,
    basis: "similar",
    category: "sports",
    condition: "good",
  });
});

it("the price guide includes similar items in any condition when there are too few in the given one", async () => {
  expect(await guide("category=sports&condition=new&q=bike")).toMatchObject({ basis: "similar", condition: null });
});

it("the price guide falls back to the category in the given condition, and says so", async () => {
  expect(await guide("category=sports&condition=good&q=Surfboard")).toMatchObject({ basis: "category", count: 5 });
  expect(await guide("category=sports&q=")).toMatchObject({ basis: "category", condition: null });
});

it("the price guide is null with fewer than five sales", async () => {
  expect(await guide("category=collectibles&q=bike")).toBeNull();
  expect(await guide("category=sports&condition=fair&q=Surfboard")).toBeNull();
});

it("the price guide uses the price paid instead of the listed price", async () => {
  const { id } = await createItem(seller, { category: "books", price: 90 });
  const buyer = await createAccount();
  const now = Date.now();
  await runSql`INSERT INTO orders (id, item_id, buyer_id, seller_id, hold_id, status, payment_method, amount_cents,
    item_title, collection_date, collection_ends_at, collection_zone, collection_summary, rev, created_at, updated_at,
    paid_at) VALUES ('ord_guide00000000000000', ${id}, ${buyer.id}, ${seller.id}, 'hld_guide', 'completed',
    'bank_transfer', 7000, 'Book', ${now}, ${now + 1}, 'Australia/Melbourne', '', 1, ${now}, ${now}, ${now})`;
  await runSql`UPDATE items
    SET status = 'sold', sold_at = ${now}, order_id = 'ord_guide00000000000000', rev = rev + 1 WHERE id = ${id}`;
  for (let index = 0; index < 4; index++) await sold({ title: `Novel ${index}`, category: "books", price: 70 });
  expect(await guide("category=books&condition=good")).toMatchObject({ median: 70, low: 70, high: 70 });
});

it("the price guide reads sold items from an index", async () => {
  const { results } = await allRows<{ detail: string }>`EXPLAIN QUERY PLAN SELECT i.price_cents FROM items i INDEXED BY
    items_by_category WHERE i.listed_as = 'sold' AND i.category = 'sports' AND i.condition = 'good' ORDER BY
    i.listed_or_sold_at DESC LIMIT 200`;
  expect(results.map((row) => row.detail)).toEqual([
    "SEARCH i USING INDEX items_by_category (listed_as=? AND category=?)",
  ]);
});

it("the price guide answers for a title with more search words than one D1 query can combine", async () => {
  const person = await createAccount();
  const title = encodeURIComponent("vintage walnut danish sideboard sliding doors brass handles");
  const response = await person.request("GET", `/api/price-guide?category=furniture&q=${title}`);
  expect(response.status, await response.text()).toBe(200);
});

it("the price guide requires a session, and accepts any search text", async () => {
  expect((await call("GET", "/api/price-guide?category=sports")).status).toBe(401);
  for (const q of ['"', "a AND", "NEAR(", "title:", "*", "\u0000", "💥", "x".repeat(300)]) {
    const response = await seller.request("GET", `/api/price-guide?category=sports&q=${encodeURIComponent(q)}`);
    expect(response.status, q).toBe(200);
  }
  for (const query of ["", "category=nope", "category=sports&condition=shiny", "category=sports&x=1"]) {
    expect((await seller.request("GET", `/api/price-guide?${query}`)).status, query).toBe(422);
  }
});
