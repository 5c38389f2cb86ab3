import type { Point } from "#domain/places/distance";
import { nearbyFirst, RECENTLY_SOLD_SIZE, TRENDING_SIZE } from "#domain/site/carousel";
import { batch, type Database } from "../../db/client.ts";
import { adsStatement, type RawAdRow } from "../ads/queries.ts";
import { type RawCardRow, toCardRow } from "../items/cards.ts";
import { readNearby, recentlySoldStatement, trendingList, trendingStatement } from "../items/carousels.ts";
import { BUNDLES_SHOWN, bundlesStatement, type RawBundleRow, toBundleRow } from "../selling/bundles/queries.ts";

/** Placements of ads between the listings. */
export const PLACEMENTS = ["local_deals", "between_items"] as const;

/** Returns what the marketplace page shows between listings; what is near the viewer comes first. */
export async function readExtras(db: Database, centre: Point | null, now: number) {
  const [[bundles, sold, trending, ads], [soldNearby = [], trendingNearby = []]] = await Promise.all([
    batch<[RawBundleRow, RawCardRow, RawCardRow, RawAdRow]>(db, [
      bundlesStatement(BUNDLES_SHOWN),
      recentlySoldStatement(RECENTLY_SOLD_SIZE),
      trendingStatement(now, TRENDING_SIZE),
      adsStatement(PLACEMENTS, now),
    ]),
    readNearby(db, centre, [
      { query: { status: "sold" }, limit: RECENTLY_SOLD_SIZE },
      trendingList(now, TRENDING_SIZE),
    ]),
  ]);
  return {
    bundles: bundles.map(toBundleRow),
    recently_sold: nearbyFirst(soldNearby, sold, RECENTLY_SOLD_SIZE).map(toCardRow),
    trending: nearbyFirst(trendingNearby, trending, TRENDING_SIZE).map(toCardRow),
    ads,
  };
}
