import { RECENTLY_SOLD_SIZE, TRENDING_SIZE } from "#domain/site/carousel";
import { batch, type Database } from "../../db/client.ts";
import { adsStatement, type RawAdRow } from "../ads/queries.ts";
import { type RawCardRow, toCardRow } from "../items/cards.ts";
import { recentlySoldStatement, trendingStatement } from "../items/carousels.ts";
import { BUNDLES_SHOWN, bundlesStatement, type RawBundleRow, toBundleRow } from "../selling/bundles/queries.ts";

/** Placements of ads between the listings. */
export const PLACEMENTS = ["local_deals", "between_items"] as const;

/** Returns what the marketplace page shows between listings, in one round trip. */
export async function readExtras(db: Database, now: number) {
  const [bundles, sold, trending, ads] = await batch<[RawBundleRow, RawCardRow, RawCardRow, RawAdRow]>(db, [
    bundlesStatement(BUNDLES_SHOWN),
    recentlySoldStatement(RECENTLY_SOLD_SIZE),
    trendingStatement(now, TRENDING_SIZE),
    adsStatement(PLACEMENTS, now),
  ]);
  return {
    bundles: bundles.map(toBundleRow),
    recently_sold: sold.map(toCardRow),
    trending: trending.map(toCardRow),
    ads,
  };
}
