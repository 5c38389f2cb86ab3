import { Hono } from "hono";
import { type ItemDetail, ItemStatusQuery, type ItemStatusReply, ListItems, type OwnItem } from "#contract/items";
import {
  type ItemCountReply,
  type ItemListReply,
  type ItemPlacesReply,
  ListTrending,
  type TrendingReply,
} from "#contract/items/marketplace";
import { nearbyFirst, TRENDING_SIZE } from "#domain/site/carousel";
import type { AppContext } from "../../http/context.ts";
import { edgeCache, ITEM_CACHE, LIST_CACHE } from "../../http/edge-cache.ts";
import { unwrap } from "../../http/errors.ts";
import { maskedFor } from "../../http/impersonation.ts";
import { idParam, validate } from "../../http/validate.ts";
import { keepNearby, nearOf } from "../places/near-cookie.ts";
import { readCards, toCardRow } from "./cards.ts";
import { readNearby, trendingList, trendingStatement } from "./carousels.ts";
import { countReply, listReply, placesReply } from "./list-reply.ts";
import { presentCard, presentDetail, presentOwn, presentStatus, requestContext, withoutOwnSecrets } from "./present.ts";
import { findStatuses, findVisibleItem } from "./queries.ts";

export const itemRoutes = new Hono<AppContext>()
  /**
   * List marketplace items: available and held ones by default, or sold ones. Search, filter, sort and page by cursor.
   */
  .get("/", edgeCache(LIST_CACHE), validate("query", ListItems), async (c) => {
    const reply = unwrap(await listReply(c.get("services"), c.req.valid("query"), requestContext(c)));
    return c.json<ItemListReply, 200>(reply, 200);
  })
  /** Count the items of a list, with the same filters. */
  .get("/count", edgeCache(LIST_CACHE), validate("query", ListItems), async (c) => {
    return c.json<ItemCountReply, 200>(unwrap(await countReply(c.get("services"), c.req.valid("query"))), 200);
  })
  /** Count the items of a list by suburb, for a map. */
  .get("/places", edgeCache(LIST_CACHE), validate("query", ListItems), async (c) => {
    return c.json<ItemPlacesReply, 200>(unwrap(await placesReply(c.get("services"), c.req.valid("query"))), 200);
  })
  /** Get the current status and price of several items in one call. Unknown and removed items are omitted. */
  .get("/status", validate("query", ItemStatusQuery), async (c) => {
    const context = requestContext(c);
    const rows = await findStatuses(c.get("services").db, c.req.valid("query").ids);
    const items = rows.map((row) => presentStatus(row, context));
    return c.json<ItemStatusReply, 200>({ items, server_now: context.now }, 200);
  })
  /** List the most viewed items of those listed this week. */
  .get("/trending", keepNearby, validate("query", ListTrending), async (c) => {
    const context = requestContext(c);
    const limit = c.req.valid("query").limit ?? TRENDING_SIZE;
    const { db } = c.get("services");
    const [rows, [nearby = []]] = await Promise.all([
      readCards(db, trendingStatement(context.now, limit)),
      readNearby(db, nearOf(c), [trendingList(context.now, limit)]),
    ]);
    const items = nearbyFirst(nearby, rows, limit).map((row) => presentCard(toCardRow(row), context));
    return c.json<TrendingReply, 200>({ items, server_now: context.now }, 200);
  })
  /** Get one item. Its owner also gets the private fields; an inactive item is visible only to its owner. */
  .get("/:id", edgeCache(ITEM_CACHE), idParam(), async (c) => {
    const context = requestContext(c);
    const row = unwrap(await findVisibleItem(c.get("services").db, c.req.valid("param").id, context.viewerId));
    if (context.viewerId === row.item.seller_id) {
      return c.json<OwnItem, 200>(maskedFor(c, presentOwn(row, context), withoutOwnSecrets), 200);
    }
    return c.json<ItemDetail, 200>(presentDetail(row, context), 200);
  });
