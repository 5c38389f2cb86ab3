/** A seller's own bundles (D38). */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { OwnItem } from "#contract/items";
import type { OwnBundle, OwnBundlesReply } from "#contract/selling/my-items";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { createBundle } from "../support/workerd/browse.ts";
import { hold, refusal, reply } from "../support/workerd/deals.ts";
import { createItem } from "../support/workerd/listings.ts";
import { firstRow, runSql } from "../support/workerd/sql.ts";

const DAY = 86_400_000;

interface Shop {
  seller: TestAccount;
  items: OwnItem[];
  ids: string[];
}

async function shop(...prices: number[]): Promise<Shop> {
  const seller = await createAccount({ suburb: "Brunswick", city: "Melbourne" });
  const items: OwnItem[] = [];
  for (const price of prices) items.push(await createItem(seller, { title: `Part at ${price}`, price }));
  return { seller, items, ids: items.map((item) => item.id) };
}

const make = (who: TestAccount, body: object, headers?: Record<string, string>) =>
  who.request("POST", "/api/bundles", body, headers);
const made = async (who: TestAccount, body: object) => reply<OwnBundle>(await make(who, body), 201);
const mine = async (who: TestAccount) =>
  (await reply<OwnBundlesReply>(await who.request("GET", "/api/bundles/mine"), 200)).items;

async function count(sellerId: string) {
  const row = await firstRow<{ bundles: number; parts: number }>`SELECT (SELECT count(*) FROM bundles WHERE seller_id =
    ${sellerId}) AS bundles, (SELECT count(*) FROM bundle_items WHERE bundle_id IN (SELECT id FROM bundles WHERE
    seller_id = ${sellerId})) AS parts`;
  return row;
}

describe("POST /api/bundles", () => {
  it("creates an active bundle with totals computed by the server, and keeps its address private", async () => {
    const { seller, ids } = await shop(45.5, 20);
    const bundle = await made(seller, {
      title: "  Both lamps ",
      description: "Together only",
      bundle_price: 52.4,
      item_ids: ids,
      collection_date: Date.now() + 3 * DAY,
      collection_address: "1 Hidden Lane",
    });
    expect(bundle).toMatchObject({
      title: "Both lamps",
      bundle_price: 52.4,
      individual_total: 65.5,
      savings: 13.1,
      savings_percentage: 20,
      status: "active",
      available: true,
      editable: true,
      problem: null,
      collection_address: "1 Hidden Lane",
    });
    const shown = await call("GET", `/api/bundles/${bundle.id}`);
    const text = await shown.text();
    expect(shown.status).toBe(200);
    expect(text).not.toContain("Hidden Lane");
    expect((await mine(seller)).map((own) => own.id)).toEqual([bundle.id]);
    expect(await mine(await createAccount())).toEqual([]);
  });

  it("names the first problem of the bundle in the message (A50)", async () => {
    const { seller, ids } = await shop(10, 20);
    const good = { title: "Two", bundle_price: 25, item_ids: ids };
    const cases: [object, string][] = [
      [{ ...good, item_ids: ids.slice(0, 1) }, "Please select at least 2 items for the bundle."],
      [{ ...good, item_ids: [ids[0], ids[0]] }, "Please select at least 2 items for the bundle."],
      [{ ...good, item_ids: [] }, "Please select at least 2 items for the bundle."],
      [{ ...good, title: "  " }, "Please enter a bundle title."],
      [{ ...good, bundle_price: 0 }, "Please enter a valid bundle price."],
      [{ ...good, bundle_price: null }, "Please enter a valid bundle price."],
      [{ ...good, bundle_price: "1e9" }, "Please enter a valid bundle price."],
      [{ ...good, bundle_price: 30 }, "Bundle price must be less than the sum of individual item prices."],
      [{ ...good, collection_date: Date.now() - DAY }, "The pickup date can't be in the past."],
      [{ ...good, collection_date: Date.now() + 211 * DAY }, "The pickup date can be up to 210 days ahead."],
    ];
    for (const [body, message] of cases) {
      expect((await refusal(await make(seller, body), 422)).message, JSON.stringify(body)).toBe(message);
    }
    expect(await count(seller.id)).toEqual({ bundles: 0, parts: 0 });
    await made(seller, { ...good, bundle_price: 29.99, collection_date: Date.now() + 209 * DAY });
  });

  it("accepts only the seller's own items that are for sale, each in one active bundle (A50)", async () => {
    const { seller, ids } = await shop(10, 20, 30, 40);
    const [a, b, c, d] = ids as [string, string, string, string];
    const foreign = await createItem(await createAccount());
    const bundle = (item_ids: string[]) => ({ title: "Two", bundle_price: 5, item_ids });
    const why = async (item_ids: string[]) => (await refusal(await make(seller, bundle(item_ids)), 422)).message;
    expect(await why([a, foreign.id])).toBe("One of these items isn't yours or is no longer listed.");
    await reply(await seller.request("PATCH", `/api/items/${d}`, { status: "inactive" }), 200);
    expect(await why([a, d])).toBe("“Part at 40” isn't for sale, so it can't be part of a bundle.");
    const first = await made(seller, bundle([a, b]));
    expect(await why([b, c])).toBe("“Part at 20” is already in the bundle “Two”.");
    expect(await count(seller.id)).toEqual({ bundles: 1, parts: 2 });
    await reply(await seller.request("DELETE", `/api/bundles/${first.id}`), 200);
    await made(seller, bundle([b, c]));
  });

  it("creates one bundle when two concurrent requests contain the same item", async () => {
    const { seller, ids } = await shop(10, 20, 30);
    const [a, b, c] = ids;
    const answers = await Promise.all([
      make(seller, { title: "One", bundle_price: 5, item_ids: [a, b] }),
      make(seller, { title: "Other", bundle_price: 5, item_ids: [b, c] }),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 422]);
    expect(await count(seller.id)).toEqual({ bundles: 1, parts: 2 });
  });

  it("returns the same bundle when a request is repeated with its idempotency key, even after a lost reply", async () => {
    const { seller, ids } = await shop(10, 20);
    const body = { title: "Two", bundle_price: 25, item_ids: ids };
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const first = await reply<OwnBundle>(await make(seller, body, key), 201);
    await runSql`DELETE FROM idempotency_keys WHERE account_id = ${seller.id}`;
    expect((await reply<OwnBundle>(await make(seller, body, key), 201)).id).toBe(first.id);
    expect(await count(seller.id)).toEqual({ bundles: 1, parts: 2 });
  });

  it("stores nothing when the items of the bundle cannot be written", async () => {
    const { seller, ids } = await shop(10, 20);
    await env.DB.prepare(
      `CREATE TRIGGER test_no_parts BEFORE INSERT ON bundle_items WHEN new.item_id = '${ids[1]}'
        BEGIN SELECT RAISE(ABORT, 'no'); END`,
    ).run();
    expect((await make(seller, { title: "Two", bundle_price: 25, item_ids: ids })).status).toBe(500);
    await runSql`DROP TRIGGER test_no_parts`;
    expect(await count(seller.id)).toEqual({ bundles: 0, parts: 0 });
  });
});

describe("PATCH and DELETE /api/bundles/:id", () => {
  it("replaces the list of items and computes the totals again", async () => {
    const { seller, ids } = await shop(10, 20, 30);
    const [a, b, c] = ids;
    const bundle = await made(seller, { title: "Two", bundle_price: 25, item_ids: [a, b] });
    const path = `/api/bundles/${bundle.id}`;
    const change = { item_ids: [b, c], bundle_price: 40, title: "Other two" };
    const changed = await reply<OwnBundle>(await seller.request("PATCH", path, change), 200);
    expect(changed).toMatchObject({ title: "Other two", individual_total: 50, savings: 10 });
    expect(changed.bundle_items.map((item) => item.item_id).sort()).toEqual([b, c].sort());
    expect((await refusal(await seller.request("PATCH", path, { bundle_price: 50 }), 422)).message).toBe(
      "Bundle price must be less than the sum of individual item prices.",
    );
    expect((await refusal(await seller.request("PATCH", path, { item_ids: [a] }), 422)).message).toBe(
      "Please select at least 2 items for the bundle.",
    );
    expect((await mine(seller))[0]).toMatchObject({ title: "Other two", bundle_price: 40 });
  });

  it("refuses the later of two concurrent edits with the current values", async () => {
    const { seller, ids } = await shop(10, 20);
    const bundle = await made(seller, { title: "Two", bundle_price: 25, item_ids: ids });
    const path = `/api/bundles/${bundle.id}`;
    const { updated_at } = bundle;
    await reply(await seller.request("PATCH", path, { title: "First", updated_at }), 200);
    const late = await refusal(await seller.request("PATCH", path, { title: "Second", updated_at }), 409);
    expect(late).toMatchObject({ code: "stale", details: { current: { title: "First", bundle_price: 25 } } });
    expect((await mine(seller))[0]?.title).toBe("First");
  });

  it("are refused for another seller's bundle, and while the bundle is being bought or once it is sold (A02)", async () => {
    const { seller, ids } = await shop(10, 20);
    const bundle = await made(seller, { title: "Two", bundle_price: 25, item_ids: ids });
    const path = `/api/bundles/${bundle.id}`;
    const other = await createAccount();
    expect((await other.request("PATCH", path, { title: "Mine now" })).status).toBe(404);
    expect((await other.request("DELETE", path)).status).toBe(404);
    const set = (status: string) => runSql`UPDATE bundles SET status = ${status} WHERE id = ${bundle.id}`;
    for (const [status, message] of [
      ["pending", "Someone is buying this bundle, so you can't change it right now."],
      ["sold", "This bundle is sold, so you can't change it."],
    ] as const) {
      await set(status);
      expect((await mine(seller))[0]).toMatchObject({ editable: false, available: false });
      expect((await refusal(await seller.request("PATCH", path, { title: "No" }), 409)).message).toBe(message);
      expect((await refusal(await seller.request("DELETE", path), 409)).message).toBe(message);
    }
    await set("active");
    await reply(await seller.request("DELETE", path), 200);
    expect(await mine(seller)).toEqual([]);
    expect((await seller.request("DELETE", path)).status).toBe(404);
    expect((await seller.request("GET", `/api/items/${ids[0]}`)).status).toBe(200);
  });

  it("tells the seller why the bundle cannot be bought", async () => {
    const { seller, ids } = await shop(10, 20);
    const [a, b] = ids as [string, string];
    await made(seller, { title: "Two", bundle_price: 25, item_ids: ids });
    const problem = async () => (await mine(seller))[0]?.problem;
    expect(await problem()).toBeNull();
    await hold(await createAccount(), a);
    expect(await problem()).toBe("“Part at 10” is on hold for someone.");
    await reply(await seller.request("PATCH", `/api/items/${b}`, { status: "inactive" }), 200);
    expect(await problem()).toBe("“Part at 20” isn't listed for sale.");
    await reply(await seller.request("PATCH", `/api/items/${b}`, { status: "active" }), 200);
    await reply(
      await seller.request("POST", "/api/items/bulk/price-adjust", {
        ids: [b],
        direction: "decrease",
        percent: 50,
      }),
      200,
    );
    await runSql`UPDATE items SET holder_id = NULL, hold_until = NULL WHERE id = ${a}`;
    expect(await problem()).toBe("It no longer costs less than buying its items separately.");
  });

  it("lists the fifty newest bundles of the seller", async () => {
    const { seller, ids } = await shop(10, 20);
    const start = Date.now();
    const newest: string[] = [];
    for (let index = 0; index < 52; index++) {
      newest.unshift(await createBundle(seller, ids, { created_at: start + index, status: "sold" }));
    }
    expect((await mine(seller)).map((bundle) => bundle.id)).toEqual(newest.slice(0, 50));
  });
});
