import { Hono } from "hono";
import type { MarketplaceExtras } from "#contract/items/marketplace";
import { RECENTLY_SOLD_SIZE, TRENDING_SIZE } from "#domain/site/carousel";
import { batch } from "../../../db/client.ts";
import type { AppContext } from "../../../http/context.ts";
import { adsByPlacement, adsStatement, type RawAdRow } from "../../ads/queries.ts";
import { ensureAdVisitor } from "../../ads/visitor.ts";
import { presentBundle } from "../../selling/bundles/present.ts";
import { BUNDLES_SHOWN, bundlesStatement, type RawBundleRow, toBundleRow } from "../../selling/bundles/queries.ts";
import { type RawCardRow, toCardRow } from "../cards.ts";
import { recentlySoldStatement, trendingStatement } from "../carousels.ts";
import { presentCard } from "../present.ts";
import { requestContext } from "../viewer.ts";

const PLACEMENTS = ["local_deals", "between_items"] as const;

export const marketplaceRoutes = new Hono<AppContext>()
  /** Get the bundles, recently sold items, trending items and ads that the marketplace page shows between listings. */
  .get("/extras", async (c) => {
    await ensureAdVisitor(c);
    const context = requestContext(c);
    const [bundles, sold, trending, ads] = await batch<[RawBundleRow, RawCardRow, RawCardRow, RawAdRow]>(
      c.get("services").db,
      [
        bundlesStatement(BUNDLES_SHOWN),
        recentlySoldStatement(RECENTLY_SOLD_SIZE),
        trendingStatement(context.now, TRENDING_SIZE),
        adsStatement(PLACEMENTS, context.now),
      ],
    );
    const reply: MarketplaceExtras = {
      bundles: bundles.map((row) => presentBundle(toBundleRow(row), context)),
      recently_sold: sold.map((row) => presentCard(toCardRow(row), context)),
      trending: trending.map((row) => presentCard(toCardRow(row), context)),
      ads: adsByPlacement(PLACEMENTS, ads, context.now),
      server_now: context.now,
    };
    return c.json<MarketplaceExtras, 200>(reply, 200);
  });
