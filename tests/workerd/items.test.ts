import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { beforeAll, describe, expect, it } from "vitest";
import type { ErrorBody } from "#contract/errors";
import type { ItemCard, ItemDetail, ItemStatusReply, ListItemsQuery, OwnItem } from "#contract/items";
import type { Page } from "#contract/page";
import { SORTS } from "#domain/catalogue";
import { listStatement } from "../../worker/features/items/queries.ts";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { createItem, LAMP } from "../support/workerd/listings.ts";

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

async function refusal(response: Response): Promise<ErrorBody["error"] & { status: number }> {
  const body = (await response.json()) as ErrorBody;
  return { ...body.error, status: response.status };
}

describe("listing an item", () => {
  it("answers 201 with the owner's view, place, date and zone filled in from the profile and the rules", async () => {
    const before = Date.now();
    const item = await createItem(seller);
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
      seller: { id: seller.id, display_name: "Jane D.", rating_count: 0, average_rating: null },
    });
    expect(item.collection_date).toBeGreaterThanOrEqual(before + 7 * DAY);
    expect(item.collection_date).toBeLessThanOrEqual(Date.now() + 7 * DAY);
  });

  it("keeps cents exact and accepts free items", async () => {
    expect((await createItem(seller, { price: 19.99 })).price).toBe(19.99);
    expect((await createItem(seller, { price: 0 })).price).toBe(0);
    expect((await createItem(seller, { price: "0.10" })).price).toBe(0.1);
  });

  it("makes one row of a retry with the same Idempotency-Key", async () => {
    const send = () =>
      seller.request("POST", "/api/items", { ...LAMP, title: "Only once" }, { "Idempotency-Key": "retry-1" });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([201, 201]);
    const [a, b] = [(await first.json()) as OwnItem, (await second.json()) as OwnItem];
    expect(a.id).toBe(b.id);
    expect((await list(`q=only+once&seller_id=${seller.id}`)).items).toHaveLength(1);
  });

  it("shows strangers the item without any private field", async () => {
    const item = await createItem(seller, {
      minimum_price: 31.25,
      negotiation_enabled: true,
      negotiation_notes: "canary-notes",
      collection_address: "canary-address",
      postcode: "3999",
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
      for (const secret of ["31.25", "3125", "canary-notes", "canary-address", "3999", "Doe", seller.email]) {
        expect(text).not.toContain(secret);
      }
    }
    const detail = (await (await stranger.request("GET", `/api/items/${item.id}`)).json()) as ItemDetail;
    expect(detail.negotiation_available).toBe(true);
    expect(detail.abilities).toEqual({ buy: true, edit: false });
    const own = (await (await seller.request("GET", `/api/items/${item.id}`)).json()) as OwnItem;
    expect(own).toMatchObject({ minimum_price: 31.25, negotiation_notes: "canary-notes", postcode: "3999" });
  });
});

describe("the marketplace list", () => {
  it("walks every order without a temporary sort and by an index made for it", async () => {
    const db = drizzle(env.DB);
    const after = { key: 5, id: "itm_00000000000000000000" };
    const planOf = async (query: ListItemsQuery) => {
      const rows = await db.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${listStatement(query, after)}`);
      return rows.map((row) => row.detail).join("\n");
    };
    for (const sort of SORTS) {
      for (const filters of [
        {},
        { category: "books" },
        { min_price: 100, max_price: 900, condition: "good" },
      ] as const) {
        const plan = await planOf({ sort, ...filters });
        expect(plan, sort).toMatch(/^(SEARCH|SCAN) i USING INDEX items_listed_by_/m);
        expect(plan, sort).not.toContain("TEMP B-TREE");
      }
    }
    for (const sort of ["date_desc", "date_asc"] as const) {
      const sold = await planOf({ sort, status: "sold" });
      expect(sold).toContain("USING INDEX items_sold_by_date");
      const shop = await planOf({ sort, seller_id: "acc_00000000000000000000" });
      expect(shop).toContain("USING INDEX items_by_seller");
      expect(sold + shop).not.toContain("TEMP B-TREE");
    }
  });
});
