import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { OwnItem } from "#contract/items";
import type { BundleCard, BundleListReply } from "#contract/items/marketplace";
import { bundles, items } from "../../worker/db/schema/items.ts";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { createBundle, db } from "../support/workerd/browse.ts";
import { createItem } from "../support/workerd/listings.ts";
import { newId } from "../support/workerd/rooms.ts";

let seller: TestAccount;

beforeAll(async () => {
  seller = await createAccount({ full_name: "Jane Doe", suburb: "Brunswick", city: "Melbourne" });
});

async function parts(...prices: number[]): Promise<OwnItem[]> {
  const made: OwnItem[] = [];
  for (const price of prices) made.push(await createItem(seller, { title: `Part at ${price}`, price }));
  return made;
}

const idsOf = (made: { id: string }[]) => made.map((item) => item.id);

async function bundle(id: string): Promise<BundleCard> {
  const reply = await call("GET", `/api/bundles/${id}`);
  expect(reply.status).toBe(200);
  return (await reply.json()) as BundleCard;
}

async function list(query = ""): Promise<BundleCard[]> {
  const reply = await call("GET", `/api/bundles?${query}`);
  expect(reply.status).toBe(200);
  return ((await reply.json()) as BundleListReply).items;
}

describe("GET /api/bundles/:id", () => {
  it("computes total and savings from the current prices of the parts, not from the stored total", async () => {
    const made = await parts(45.5, 20, 10.49);
    const id = await createBundle(seller, idsOf(made), { bundle_price_cents: 5_000, individual_total_cents: 99_999 });
    expect(await bundle(id)).toMatchObject({
      id,
      title: "Everything together",
      bundle_price: 50,
      individual_total: 75.99,
      savings: 25.99,
      // 25.99 / 75.99 = 34.2 %
      savings_percentage: 34,
      available: true,
      status: "active",
      collection_summary: "Brunswick, Melbourne",
      bundle_items: [
        { item_id: made[0]?.id, quantity: 1, price: 45.5 },
        { price: 20 },
        { price: 10.49, title: "Part at 10.49", condition: "good", status: "active" },
      ],
      seller_id: seller.id,
      seller: { display_name: "Jane D." },
    });
  });

  it("marks the bundle as unavailable while a part is held, and once a part is sold", async () => {
    const made = await parts(20, 30);
    const id = await createBundle(seller, idsOf(made));
    const buyer = await createAccount();
    const [first] = made;
    const held = await buyer.request("POST", "/api/rpc/reserve_item", {
      item_id: first?.id,
      reservation_type: "buy_now",
    });
    expect(held.status).toBe(200);
    expect(await bundle(id)).toMatchObject({
      available: false,
      bundle_items: [{ status: "active" }, { status: "reserved" }],
    });
    expect((await buyer.request("DELETE", `/api/items/${first?.id}/reservation`)).status).toBe(200);
    expect((await bundle(id)).available).toBe(true);
    await db
      .update(items)
      .set({ status: "sold", sold_outside: true })
      .where(eq(items.id, first?.id ?? ""));
    expect((await bundle(id)).available).toBe(false);
  });

  it("marks the bundle as unavailable when the parts cost less than the bundle", async () => {
    const made = await parts(20, 30);
    const id = await createBundle(seller, idsOf(made), { bundle_price_cents: 4_000 });
    expect((await bundle(id)).available).toBe(true);
    expect((await seller.request("PATCH", `/api/items/${made[1]?.id}`, { price: 15 })).status).toBe(200);
    expect(await bundle(id)).toMatchObject({
      available: false,
      individual_total: 35,
      savings: 0,
      savings_percentage: 0,
    });
  });

  it("answers 404 while a part is inactive or deleted, and for a deleted bundle", async () => {
    const made = await parts(20, 30);
    const id = await createBundle(seller, idsOf(made));
    const [first, second] = made;
    const seen = async () => ({
      listed: idsOf(await list(`seller_id=${seller.id}`)).includes(id),
      status: (await call("GET", `/api/bundles/${id}`)).status,
    });
    expect(await seen()).toEqual({ listed: true, status: 200 });
    await seller.request("PATCH", `/api/items/${first?.id}`, { status: "inactive" });
    expect(await seen()).toEqual({ listed: false, status: 404 });
    await seller.request("PATCH", `/api/items/${first?.id}`, { status: "active" });
    expect(await seen()).toEqual({ listed: true, status: 200 });
    await seller.request("DELETE", `/api/items/${second?.id}`);
    expect(await seen()).toEqual({ listed: false, status: 404 });
    const gone = await createBundle(seller, idsOf(await parts(1, 2)), { status: "deleted" });
    expect((await call("GET", `/api/bundles/${gone}`)).status).toBe(404);
  });

  it("hides the collection address, and shows a placeholder for a seller without a name", async () => {
    const nameless = await createAccount({ full_name: "" });
    const one = await createItem(nameless, { price: 10 });
    const two = await createItem(nameless, { price: 20 });
    const id = await createBundle(nameless, [one.id, two.id]);
    const reply = await call("GET", `/api/bundles/${id}`);
    const text = await reply.text();
    expect(text).not.toContain("Hidden Lane");
    expect((JSON.parse(text) as BundleCard).seller.display_name).toBe("Anonymous Seller");
  });
});

describe("GET /api/bundles", () => {
  it("returns the newest twenty active bundles, or those of one seller", async () => {
    const other = await createAccount();
    const one = await createItem(other, { price: 10 });
    const two = await createItem(other, { price: 20 });
    const start = Date.now() + 60_000;
    const ids: string[] = [];
    for (let index = 0; index < 22; index++) {
      ids.unshift(await createBundle(other, [one.id, two.id], { created_at: start + index }));
    }
    await createBundle(other, [one.id, two.id], { created_at: start + 100, status: "sold" });
    const sold = await createItem(other, { price: 30 });
    await db.update(items).set({ status: "sold" }).where(eq(items.id, sold.id));
    await createBundle(other, [one.id, sold.id], { created_at: start + 101 });
    expect(idsOf(await list())).toEqual(ids.slice(0, 20));
    expect(idsOf(await list("limit=3"))).toEqual(ids.slice(0, 3));
    expect(idsOf(await list(`seller_id=${other.id}&limit=50`))).toEqual(ids);
    expect(await list(`seller_id=${newId("acc")}`)).toEqual([]);
    for (const bad of ["limit=0", "limit=51", "limit=x", "seller_id=nobody", "page=2"]) {
      expect((await call("GET", `/api/bundles?${bad}`)).status, bad).toBe(422);
    }
    await db.update(bundles).set({ status: "deleted" }).where(eq(bundles.seller_id, other.id));
  });

  it("answers 404, never 500, for a malformed id of a bundle", async () => {
    for (const id of ["x", "bdl_00000000000000000000", "%00", "'--"]) {
      expect((await call("GET", `/api/bundles/${id}`)).status, id).toBe(404);
    }
  });
});
