import { Hono } from "hono";
import type { MarketplaceExtras, RelatedReply } from "#contract/items/marketplace";
import { adVisitor } from "../../http/ad-visitor.ts";
import type { AppContext } from "../../http/context.ts";
import { found } from "../../http/errors.ts";
import { idParam } from "../../http/validate.ts";
import { adsByPlacement } from "../ads/present.ts";
import { presentCard, requestContext } from "../items/present.ts";
import { keepNearby, nearOf } from "../places/near-cookie.ts";
import { presentBundle } from "../selling/bundles/present.ts";
import { PLACEMENTS, readExtras } from "./queries.ts";
import { relatedTo } from "./related.ts";

export const marketplaceRoutes = new Hono<AppContext>()
  /** Get the bundles, recently sold items, trending items and ads that the marketplace page shows between listings. */
  .get("/extras", adVisitor, keepNearby, async (c) => {
    const context = requestContext(c);
    const extras = await readExtras(c.get("services").db, nearOf(c), context.now);
    const reply: MarketplaceExtras = {
      bundles: extras.bundles.map((row) => presentBundle(row, context)),
      recently_sold: extras.recently_sold.map((row) => presentCard(row, context)),
      trending: extras.trending.map((row) => presentCard(row, context)),
      ads: adsByPlacement(PLACEMENTS, extras.ads, context.now),
      server_now: context.now,
    };
    return c.json<MarketplaceExtras, 200>(reply, 200);
  });

/** Recommendations, mounted at /api/items. */
export const relatedRoutes = new Hono<AppContext>()
  /** Get special offers, the seller's other items and recommendations for an item. */
  .get("/:id/related", keepNearby, idParam(), async (c) => {
    const related = found(await relatedTo(c.get("services"), c.req.valid("param").id, nearOf(c), requestContext(c)));
    return c.json<RelatedReply, 200>(related, 200);
  });
