import { Hono } from "hono";
import { type AdEventReply, type AdsReply, ListAds } from "#contract/items/marketplace";
import { adDay, isRunning } from "#domain/ads/ads";
import { adViewer, adVisitor } from "../../http/ad-visitor.ts";
import { clientNetwork } from "../../http/client-ip.ts";
import type { AppContext, Ctx } from "../../http/context.ts";
import { edgeCache, LIST_CACHE } from "../../http/edge-cache.ts";
import { found } from "../../http/errors.ts";
import { countUse, throttle } from "../../http/throttle.ts";
import { idParam, validate } from "../../http/validate.ts";
import { isBot } from "../../http/viewer.ts";
import { countAdEvent } from "./ad-events.ts";
import { adsByPlacement } from "./present.ts";
import { type AdEventKind, adsStatement, findRunningAd, type RawAdRow } from "./queries.ts";

/** Counts an event of a running ad. Returns whether it counted. */
async function countEvent(c: Ctx, id: string, kind: AdEventKind): Promise<boolean> {
  const { db, now } = c.get("services");
  const ad = found(await findRunningAd(db, id));
  if (!isRunning({ ...ad, active: true }, adDay(now())) || isBot(c)) return false;
  const viewer = await adViewer(c);
  if (viewer === null) return false;
  if ((await countUse(c.get("services"), kind, { ip: clientNetwork(c) }, id)) !== null) return false;
  return countAdEvent(db, { ad_id: id, kind, viewer, viewer_id: c.get("actor")?.id ?? null, now: now() });
}

export const adRoutes = new Hono<AppContext>()
  /** Get the ad to show in each requested placement: running today, highest priority first. */
  .get("/", adVisitor, edgeCache(LIST_CACHE), validate("query", ListAds), async (c) => {
    const { placements } = c.req.valid("query");
    const { db, now } = c.get("services");
    const rows = await db.all<RawAdRow>(adsStatement(placements, now()));
    return c.json<AdsReply, 200>({ ads: adsByPlacement(placements, rows, now()) }, 200);
  })
  /** Report an impression: the ad was at least half visible for a second. Counts once per viewer and hour. */
  .post("/:id/impression", throttle("ad-impression"), idParam(), async (c) => {
    const counted = await countEvent(c, c.req.valid("param").id, "impression");
    return c.json<AdEventReply, 200>({ counted }, 200);
  })
  /** Report a click on an ad. Counts once per viewer and day, and only after an impression. */
  .post("/:id/click", throttle("ad-click"), idParam(), async (c) => {
    const counted = await countEvent(c, c.req.valid("param").id, "click");
    return c.json<AdEventReply, 200>({ counted }, 200);
  });
