import { describe, expect, it } from "vitest";
import type { ItemCard } from "#contract/items";
import type { Page } from "#contract/page";
import { createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { runSql } from "../support/workerd/sql.ts";

async function list(who: TestAccount, title: string, status: string): Promise<string> {
  const body = { title, price: 10, category: "books", condition: "good" };
  const { id } = (await (await who.request("POST", "/api/items", body)).json()) as { id: string };
  await runSql`UPDATE items SET status = ${status}, sold_at = CASE ${status} WHEN 'sold' THEN 1 END, rev = 9,
    sold_outside = 1 WHERE id = ${id}`;
  return id;
}

async function mine(who: TestAccount, query: string): Promise<Page<ItemCard>> {
  const response = await who.request("GET", `/api/items/mine?${query}`);
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as Page<ItemCard>;
}

const titles = (page: Page<ItemCard>) => page.items.map((item) => item.title).sort();

describe("GET /api/items/mine?status=…", () => {
  it("lists items with an open order as active, and no items of other users", async () => {
    const seller = await createAccount();
    const other = await createAccount();
    await list(seller, "On sale", "active");
    const paid = await list(seller, "Being paid", "pending_payment");
    await list(seller, "Off sale", "inactive");
    await list(seller, "Gone", "sold");
    await list(other, "Not mine", "active");

    expect(titles(await mine(seller, "status=active"))).toEqual(["Being paid", "On sale"]);
    expect(titles(await mine(seller, "status=inactive"))).toEqual(["Off sale"]);
    expect(titles(await mine(seller, "status=sold"))).toEqual(["Gone"]);
    expect(titles(await mine(seller, ""))).toEqual(["Being paid", "Gone", "Off sale", "On sale"]);
    // Reset the row: without an order the audits would report it.
    await runSql`UPDATE items SET status = 'inactive' WHERE id = ${paid}`;
  });

  it("pages within one status and refuses the cursor of another", async () => {
    const seller = await createAccount();
    await list(seller, "One", "inactive");
    await list(seller, "Two", "active");
    await list(seller, "Three", "inactive");
    const first = await mine(seller, "status=inactive&limit=1");
    const second = await mine(seller, `status=inactive&limit=1&cursor=${first.next_cursor}`);
    expect(titles({ ...first, items: [...first.items, ...second.items] })).toEqual(["One", "Three"]);
    expect(second.next_cursor).toBeNull();
    expect((await seller.request("GET", `/api/items/mine?status=sold&cursor=${first.next_cursor}`)).status).toBe(422);
    expect((await seller.request("GET", "/api/items/mine?status=pending")).status).toBe(422);
  });
});
