import { beforeAll, describe, expect, it } from "vitest";
import type { ItemCard } from "#contract/items";
import type { Page } from "#contract/page";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { createItem } from "../support/workerd/listings.ts";

let seller: TestAccount;

async function titles(query: string): Promise<{ titles: string[]; next: string | null }> {
  const response = await call("GET", `/api/items?seller_id=${seller.id}&${query}`);
  expect(response.status).toBe(200);
  const page = (await response.json()) as Page<ItemCard>;
  return { titles: page.items.map((item) => item.title), next: page.next_cursor };
}

beforeAll(async () => {
  seller = await createAccount();
  for (const [title, category] of [
    ["Passport holder", "other"],
    ["Paperback set", "books"],
    ["Roof racks", "automotive"],
  ]) {
    await createItem(seller, { title, category });
  }
});

describe("GET /api/items with several categories", () => {
  it("lists exactly these categories, in any letter case and when repeated", async () => {
    expect((await titles("categories=other,automotive")).titles).toEqual(["Roof racks", "Passport holder"]);
    expect((await titles("categories=Other,AUTOMOTIVE,other")).titles).toEqual(["Roof racks", "Passport holder"]);
    expect((await titles("categories=books")).titles).toEqual(["Paperback set"]);
  });

  it("pages by a cursor that is valid only for these categories", async () => {
    const first = await titles("categories=other,automotive&limit=1");
    expect(first.titles).toEqual(["Roof racks"]);
    const cursor = encodeURIComponent(first.next ?? "");
    expect(await titles(`categories=other,automotive&limit=1&cursor=${cursor}`)).toEqual({
      titles: ["Passport holder"],
      next: null,
    });
    const foreign = await call("GET", `/api/items?seller_id=${seller.id}&categories=books&limit=1&cursor=${cursor}`);
    expect(foreign.status).toBe(422);
  });

  it("refuses unknown categories", async () => {
    for (const bad of ["other,", "boats", "other;automotive", ""]) {
      expect((await call("GET", `/api/items?categories=${encodeURIComponent(bad)}`)).status, bad).toBe(422);
    }
  });
});
