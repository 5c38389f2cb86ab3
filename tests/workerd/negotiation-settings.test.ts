import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import type { ErrorBody } from "#contract/errors";
import type { OwnItem, UpdateItemInput } from "#contract/items";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { createItem } from "../support/workerd/listings.ts";

let seller: TestAccount;

beforeAll(async () => {
  seller = await createAccount();
});

const edit = async (id: string, change: UpdateItemInput) => {
  const response = await seller.request("PATCH", `/api/items/${id}`, change);
  return { status: response.status, body: (await response.json()) as OwnItem & ErrorBody };
};
const reserve = async (id: string) =>
  (await env.DB.prepare("SELECT reserve_cents FROM item_knowledge WHERE item_id = ?")
    .bind(id)
    .first<number>("reserve_cents")) ?? null;

describe("negotiation settings of an item", () => {
  it.each([
    ["no minimum", { negotiation_enabled: true }],
    ["a minimum of zero", { negotiation_enabled: true, minimum_price: 0 }],
    ["a minimum above the price", { negotiation_enabled: true, minimum_price: 200.01 }],
  ])("are refused with %s", async (_, change) => {
    const item = await createItem(seller, { price: 200 });
    const { status, body } = await edit(item.id, change);
    expect(status).toBe(422);
    expect(body.error.message).toBe("Please enter a valid minimum price.");
    expect(body.error.details?.fields?.[0]?.field).toBe("minimum_price");
  });

  it("are saved, and visitors learn only that the price is negotiable (A107)", async () => {
    const item = await createItem(seller, { price: 200 });
    const on = await edit(item.id, {
      negotiation_enabled: true,
      minimum_price: 151.17,
      negotiation_notes: "Comes with a charger",
    });
    expect(on.body).toMatchObject({ minimum_price: 151.17, negotiation_notes: "Comes with a charger" });
    const seen = await (await call("GET", `/api/items/${item.id}`)).text();
    expect(seen).toContain('"negotiation_available":true');
    for (const secret of ["151.17", "minimum_price", "charger", "reserve_cents"]) expect(seen).not.toContain(secret);
    expect((await edit(item.id, { negotiation_enabled: false })).body).toMatchObject({
      negotiation_available: false,
      minimum_price: 151.17,
    });
  });

  it("set the reserve price when the minimum changes, and keep it when the asking price changes (A131)", async () => {
    const item = await createItem(seller, { price: 200, negotiation_enabled: true, minimum_price: 151.17 });
    const first = (await reserve(item.id)) ?? 0;
    expect(first).toBeGreaterThan(151_17);
    expect(first).toBeLessThanOrEqual(162_00);
    await edit(item.id, { price: 187 });
    expect(await reserve(item.id)).toBe(first);
    await edit(item.id, { title: "Other words" });
    expect(await reserve(item.id)).toBe(first);
    await edit(item.id, { minimum_price: 100 });
    expect(await reserve(item.id)).toBeLessThan(112_00);
    // The steps of an item stay where they are, so setting the same minimum again reveals no second one.
    await edit(item.id, { price: 200 });
    await edit(item.id, { minimum_price: 151.17 });
    expect(await reserve(item.id)).toBe(first);
    await edit(item.id, { negotiation_enabled: false, minimum_price: null });
    expect(await reserve(item.id)).toBeNull();
  });
});
