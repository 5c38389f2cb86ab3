/** Creates items through the API. */
import { expect } from "vitest";
import type { CreateItemInput, OwnItem } from "#contract/items";
import type { TestAccount } from "./accounts.ts";

export const LAMP: CreateItemInput = {
  title: "Brass reading lamp",
  description: "Works well. New cord last year.",
  price: 45.5,
  category: "home_garden",
  condition: "good",
  tags: ["lamp", "art deco"],
};

/** Creates an item as this seller and returns the owner's view. */
export async function createItem(seller: TestAccount, overrides: Partial<CreateItemInput> = {}): Promise<OwnItem> {
  const response = await seller.request("POST", "/api/items", { ...LAMP, ...overrides });
  const body = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(201);
  return body as OwnItem;
}
