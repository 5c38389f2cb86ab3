/** Special offers, bulk deletion and ads with values that no screen sends (A51, A53, A101). */
import { expect, it } from "vitest";
import { createAccount } from "../support/workerd/accounts.ts";
import { createSeller, insertItem, refusal, reply } from "../support/workerd/deals.ts";
import cases from "./abuse-catalogue.json" with { type: "json" };

it("the API refuses special offers with a discount above 100%, below zero or not a number (A51)", async () => {
  const seller = await createSeller();
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => insertItem(seller, { price_cents: 4_000 })));
  const offer = (offer_type: string, config: unknown, item_ids = [one, two, three]) =>
    seller.request("POST", "/api/special-offers", { title: "Spring clear-out", offer_type, config, item_ids });
  for (const [type, config] of cases.offers as [string, object][]) {
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
  for (const wrong of cases.ads) {
    const response = await staff.request("POST", "/api/admin/ads", { ...ad, ...wrong });
    expect((await refusal(response, 422)).code, JSON.stringify(wrong)).toBe("invalid");
  }
});
