import { Hono } from "hono";
import type { MarketplaceExtras } from "#contract/items/marketplace";
import { adVisitor } from "../../../http/ad-visitor.ts";
import type { AppContext } from "../../../http/context.ts";
import { edgeCache, LIST_CACHE } from "../../../http/edge-cache.ts";
import { adsByPlacement } from "../../ads/present.ts";
import { presentBundle } from "../../selling/bundles/present.ts";
import { presentCard, requestContext } from "../present.ts";
import { PLACEMENTS, readExtras } from "./queries.ts";

export const marketplaceRoutes = new Hono<AppContext>()
  /** Get the bundles, recently sold items, trending items and ads that the marketplace page shows between listings. */
  .get("/extras", adVisitor, edgeCache(LIST_CACHE), async (c) => {
    const context = requestContext(c);
    const extras = await readExtras(c.get("services").db, context.now);
    const reply: MarketplaceExtras = {
      bundles: extras.bundles.map((row) => presentBundle(row, context)),
      recently_sold: extras.recently_sold.map((row) => presentCard(row, context)),
      trending: extras.trending.map((row) => presentCard(row, context)),
      ads: adsByPlacement(PLACEMENTS, extras.ads, context.now),
      server_now: context.now,
    };
    return c.json<MarketplaceExtras, 200>(reply, 200);
  });
