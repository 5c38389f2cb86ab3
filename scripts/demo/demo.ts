import { accountStatusRows } from "./account-status.ts";
import { demoAccounts } from "./accounts.ts";
import { circleRows } from "./circles.ts";
import { communityRows } from "./community.ts";
import { decisionRows } from "./decisions.ts";
import { giveawayRows } from "./giveaways.ts";
import { listingReviewRows } from "./listing-review.ts";
import { listingRows } from "./listings.ts";
import { missedPickupRows } from "./missed-pickup.ts";
import { movingSaleRows } from "./moving-sale.ts";
import { negotiationRows } from "./negotiations.ts";
import { offerRows } from "./offers.ts";
import type { DemoUser } from "./people.ts";
import { Pictures } from "./pictures.ts";
import { promotionRows } from "./promotions.ts";
import type { Tables } from "./rows.ts";

/** Returns every row of the demo marketplace, and its pictures. Only timestamps depend on the day. */
export function demoMarketplace(now: number, passwordHash: string): { tables: Tables[]; pictures: Pictures } {
  const pictures = new Pictures();
  const { rows: accounts, sellers, user } = demoAccounts(now, passwordHash);
  const listings = listingRows(now, sellers, pictures);
  const giveaways = giveawayRows(now, { items: listings.items, people: [user("buyer@demo.local"), ...sellers] });
  const sale = movingSaleRows(now, { items: listings.items, seller: user("seller@demo.local") });
  return {
    tables: [
      accounts,
      listings,
      sale,
      accountStatusRows({ now, user, sellers: sellers.slice(1), pictures }),
      giveaways,
      offerRows(now, {
        items: listings.items,
        seller: user("seller@demo.local"),
        buyers: [user("buyer@demo.local"), ...sellers.slice(4, 6)],
      }),
      negotiationRows(now, {
        items: listings.items,
        knowledge: listings.item_knowledge,
        seller: user("seller@demo.local"),
        buyers: [user("buyer@demo.local"), ...sellers.slice(6, 9)],
      }),
      circleRows(now, { items: listings.items, seller: user("seller@demo.local") }),
      missedPickupRows(now, {
        items: listings.items,
        seller: sellers[7] as DemoUser,
        buyer: sellers[5] as DemoUser,
      }),
      listingReviewRows(now, { items: listings.items, seller: sellers[9] as DemoUser }),
      promotionRows(now, { items: listings.items, sellers, pictures }),
      decisionRows({
        now,
        people: sellers.slice(4, 10),
        accused: sellers.slice(10, 14),
        adminId: user("admin@demo.local").id,
      }),
      communityRows({ now, authors: sellers.slice(10), adminId: user("admin@demo.local").id }),
      { app_keys: [{ name: "demo-data", value: "1", created_at: now }] },
    ],
    pictures,
  };
}
