/** The `trade` ability of an item (D39). */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { beforeAll, describe, expect, it } from "vitest";
import type { ItemDetail } from "#contract/items";
import { items } from "../../worker/db/schema/items.ts";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { createItem } from "../support/workerd/listings.ts";

let seller: TestAccount;
let reader: TestAccount;
beforeAll(async () => {
  [seller, reader] = await Promise.all([createAccount(), createAccount()]);
});

async function mayTrade(id: string, who?: TestAccount): Promise<boolean> {
  const reply = await call("GET", `/api/items/${id}`, undefined, who?.headers);
  expect(reply.status).toBe(200);
  return ((await reply.json()) as ItemDetail).abilities.trade;
}

describe("the trade button", () => {
  it("is shown to signed-in users other than the owner", async () => {
    const { id } = await createItem(seller, { price: 45 });
    expect(await mayTrade(id, reader)).toBe(true);
    expect(await mayTrade(id, seller)).toBe(false);
    expect(await mayTrade(id)).toBe(false);
  });

  it("is not shown on a free or sold item", async () => {
    const gift = await createItem(seller, { price: 0 });
    expect(await mayTrade(gift.id, reader)).toBe(false);
    const { id } = await createItem(seller, { price: 45 });
    await drizzle(env.DB).update(items).set({ status: "sold", sold_at: Date.now() }).where(eq(items.id, id));
    expect(await mayTrade(id, reader)).toBe(false);
  });

  it("is not shown on items of a seller who is not open to trades", async () => {
    const closed = await createAccount({ open_to_trades: false });
    const { id } = await createItem(closed, { price: 45 });
    expect(await mayTrade(id, reader)).toBe(false);
  });
});
