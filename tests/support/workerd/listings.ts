/** Creates items through the API. */
import { expect } from "vitest";
import type { CreateItemInput, OwnItem } from "#contract/items";
import { DAY_MS } from "#domain/deadlines";
import type { TestAccount } from "./accounts.ts";
import { runSql } from "./sql.ts";

export const LAMP: CreateItemInput = {
  title: "Brass reading lamp",
  description: "Works well. New cord last year.",
  price: 45.5,
  category: "home_garden",
  condition: "good",
  tags: ["lamp", "art deco"],
};

/**
 * Creates an item as this seller and returns the owner's view. It is collected in a week, because the default, next
 * Saturday, leaves no time for a bank transfer in tests that run on a Friday.
 */
export async function createItem(seller: TestAccount, overrides: Partial<CreateItemInput> = {}): Promise<OwnItem> {
  const terms = { ...LAMP, collection_date: Date.now() + 7 * DAY_MS, ...overrides };
  const response = await seller.request("POST", "/api/items", terms);
  const body = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(201);
  return body as OwnItem;
}

/** Puts the item on sale at its price since some days ago, so that a fall strikes it out (D95). */
export async function putOnSale(id: string, days: number): Promise<void> {
  await runSql`UPDATE items SET priced_at = ${Date.now() - days * DAY_MS} WHERE id = ${id}`;
}
