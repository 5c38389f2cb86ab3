/** Inserts bundles, special offers and ads directly into the database. */
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { bundleItems, bundles, specialOfferItems, specialOffers } from "../../../worker/db/schema/items.ts";
import { advertisements } from "../../../worker/db/schema/site-content.ts";
import { createServices } from "../../../worker/services.ts";
import type { TestAccount } from "./accounts.ts";

export const db = drizzle(env.DB);
export const { newId } = createServices(env, () => undefined);

/** Creates a bundle of these items, by default for $10. */
export async function createBundle(
  seller: TestAccount,
  itemIds: readonly string[],
  overrides: Partial<typeof bundles.$inferInsert> = {},
): Promise<string> {
  const id = newId("bdl");
  const now = Date.now();
  await db.insert(bundles).values({
    id,
    seller_id: seller.id,
    title: "Everything together",
    bundle_price_cents: 1_000,
    individual_total_cents: 99_999,
    collection_address: "1 Hidden Lane",
    created_at: now,
    updated_at: now,
    ...overrides,
  });
  for (const item_id of itemIds) await db.insert(bundleItems).values({ bundle_id: id, item_id });
  return id;
}

/** Creates a special offer of this seller on these items, by default 20% off. */
export async function createOffer(
  seller: { id: string },
  itemIds: readonly string[],
  overrides: Partial<typeof specialOffers.$inferInsert> = {},
): Promise<string> {
  const id = newId("ofr");
  await db.insert(specialOffers).values({
    id,
    seller_id: seller.id,
    title: "Spring clear-out",
    offer_type: "percentage_off",
    config: { percentage: 20 },
    created_at: Date.now(),
    ...overrides,
  });
  for (const item_id of itemIds) await db.insert(specialOfferItems).values({ offer_id: id, item_id });
  return id;
}

export async function createAd(overrides: Partial<typeof advertisements.$inferInsert> = {}): Promise<string> {
  const id = newId("adv");
  await db.insert(advertisements).values({
    id,
    title: "Corner bakery",
    placement: "local_deals",
    created_at: Date.now(),
    ...overrides,
  });
  return id;
}
