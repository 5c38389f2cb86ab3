/** Special offers, bulk deletion and ads with values that no screen sends (A51, A53, A101). */
import { expect, it } from "vitest";
import { createAccount } from "../support/workerd/accounts.ts";
import { createSeller, insertItem, refusal, reply } from "../support/workerd/deals.ts";

it("the API refuses special offers with a discount above 100%, below zero or not a number (A51)", async () => {
  const seller = await createSeller();
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => insertItem(seller, { price_cents: 4_000 })));
  const offer = (offer_type: string, config: unknown, item_ids = [one, two, three]) =>
    seller.request("POST", "/api/special-offers", { title: "Spring clear-out", offer_type, config, item_ids });
  for (const [type, config] of [
    ["percentage_off", { percentage: 101 }],
    ["percentage_off", { percentage: 100.5 }],
    ["percentage_off", { percentage: 0 }],
    ["percentage_off", { percentage: -20 }],
    ["percentage_off", { percentage: "20; DROP TABLE items" }],
    ["percentage_off", { percentage: null }],
    ["percentage_off", {}],
    ["bulk_discount", { min_quantity: 2, discount_type: "dollar", discount_amount: -5 }],
    ["bulk_discount", { min_quantity: 2, discount_type: "dollar", discount_amount: 1e12 }],
    ["bulk_discount", { min_quantity: -1, discount_type: "percentage", discount_percentage: 10 }],
    ["bulk_discount", { min_quantity: 2, discount_type: "percentage", discount_percentage: 150 }],
    ["bogo", { buy_quantity: 0, get_quantity: 1 }],
    ["bogo", { buy_quantity: 1, get_quantity: 1e9 }],
    ["bundle", { bundle_price: 0 }],
    ["bundle", { bundle_price: -1 }],
    ["everything_free", { percentage: 100 }],
  ] as const) {
    const refused = await offer(type, config);
    expect([type, JSON.stringify(config), refused.status]).toEqual([type, JSON.stringify(config), 422]);
  }
  const mine = await reply<{ items: unknown[] }>(await seller.request("GET", "/api/special-offers/mine"), 200);
  expect(mine.items).toEqual([]);
});

it("the API deletes at most 100 items in one bulk call, and none when the list contains an invalid id (A53)", async () => {
  const seller = await createSeller();
  const item = await insertItem(seller);
  const remove = (ids: unknown) => seller.request("POST", "/api/items/bulk/delete", { ids, confirm: "DELETE" });
  const ids = (n: number) => Array.from({ length: n }, (_, i) => `itm_${String(i).padStart(20, "0")}`);
  for (const list of [[], ids(101), ids(900), [item, "' OR 1=1"], [item, 7], item, null]) {
    expect((await remove(list)).status).toBe(422);
  }
  expect((await seller.request("GET", `/api/items/${item}`)).status).toBe(200);
  const made = await reply<{ done: number; skipped: number }>(await remove([item, ...ids(99)]), 200);
  expect(made).toMatchObject({ done: 1, skipped: 99 });
});

it("the API refuses an ad whose switch is not a boolean, or whose dates, link or priority are invalid (A101)", async () => {
  const staff = await createAccount({ role: "admin" });
  const ad = {
    title: "Corner Bakery",
    description: "",
    image_id: null,
    link_url: "https://bakery.example/deal",
    placement: "sidebar",
    priority: 3,
    active: true,
    start_date: null,
    end_date: null,
  };
  for (const wrong of [
    { active: "true" },
    { active: 1 },
    { start_date: "2026-02-30" },
    { start_date: "tomorrow" },
    { end_date: 1_795_000_000_000 },
    { start_date: "2026-11-25", end_date: "2026-11-24" },
    { link_url: "javascript:alert(1)" },
    { link_url: "data:text/html,x" },
    { link_url: "//evil.example" },
    { link_url: "http://plain.example" },
    { priority: "9" },
  ]) {
    const response = await staff.request("POST", "/api/admin/ads", { ...ad, ...wrong });
    expect((await refusal(response, 422)).code, JSON.stringify(wrong)).toBe("invalid");
  }
});
