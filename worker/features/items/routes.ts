import type { SQL } from "drizzle-orm";
import { Hono } from "hono";
import {
  CreateItem,
  type ItemDetail,
  ItemStatusQuery,
  type ItemStatusReply,
  ListItems,
  ListOwnItems,
  type OwnItem,
  UpdateItem,
} from "#contract/items";
import {
  type ItemCountReply,
  type ItemListReply,
  type ItemPlacesReply,
  ListTrending,
  type RelatedReply,
  type TrendingReply,
} from "#contract/items/marketplace";
import type { Page } from "#contract/page";
import type { OwnItemRow } from "#contract/selling/my-items";
import { activityDays } from "#domain/selling/selling-days";
import { TRENDING_SIZE } from "#domain/site/carousel";
import { admitOnce } from "../../http/admission.ts";
import type { AppContext } from "../../http/context.ts";
import { edgeCache, ITEM_CACHE, LIST_CACHE } from "../../http/edge-cache.ts";
import { found, unwrap } from "../../http/errors.ts";
import { requestKey } from "../../http/idempotency.ts";
import { maskedFor } from "../../http/impersonation.ts";
import { actorOf, requireActor, requireTrader } from "../../http/session.ts";
import { throttle } from "../../http/throttle.ts";
import { idParam, validate } from "../../http/validate.ts";
import { matchListingSoon } from "../requests/matching.ts";
import { presentOwnRow, withoutMinimum } from "../selling/my-items/present.ts";
import { readOwnFacts } from "../selling/my-items/queries.ts";
import { notifyWishersSoon } from "../wishlists/jobs.ts";
import { matchNewListingsSoon } from "../wishlists/saved-searches/matching.ts";
import { readCards, toCardRow } from "./cards.ts";
import { trendingStatement } from "./carousels.ts";
import type { Seller } from "./columns.ts";
import { createItem, deleteItem, editItem, idOfNewItem, sellerPlaceQuery } from "./commands.ts";
import { countReply, listReply, placesReply } from "./list-reply.ts";
import { LIST_LIMIT_DEFAULT } from "./listing.ts";
import { presentCard, presentDetail, presentOwn, presentStatus, requestContext, withoutOwnSecrets } from "./present.ts";
import { findStatuses, findVisibleItem, listOwnItems } from "./queries.ts";
import { relatedTo } from "./related.ts";

const editLimit = throttle("items:edit");

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
  /** List an item for sale. With an Idempotency-Key, a repeat returns the same item. */
  .post("/", requireActor, validate("json", CreateItem), async (c) => {
    const services = c.get("services");
    const actor = actorOf(c);
    const input = c.req.valid("json");
    const reads: [SQL] = [sellerPlaceQuery(actor.id)];
    return admitOnce(c, { route: "items:create", limits: ["items:create"], reads }, async ([[place]]: [Seller[]]) => {
      const id = await idOfNewItem(services, actor, { draftId: input.draft_id, key: requestKey(c) });
      const created = unwrap(await createItem(services, actor, id, input, found(place ?? null)));
      matchListingSoon(services, id);
      matchNewListingsSoon(services);
      return c.json<OwnItem, 201>(presentOwn(created, requestContext(c)), 201);
    });
  })
  /** List the signed-in seller's own items, including sold and inactive ones. */
  .get("/mine", requireActor, validate("query", ListOwnItems), async (c) => {
    const { db } = c.get("services");
    const { id: sellerId } = actorOf(c);
    const { status, cursor, limit = LIST_LIMIT_DEFAULT } = c.req.valid("query");
    const context = requestContext(c);
    const page = unwrap(await listOwnItems(db, sellerId, status, cursor, limit));
    const days = activityDays(context.now);
    const ids = page.rows.map((row) => row.id);
    const facts = await readOwnFacts(db, sellerId, ids, days);
    const items = page.rows.map((row) =>
      maskedFor(c, presentOwnRow(row, facts.get(row.id), days, context), withoutMinimum),
    );
    return c.json<Page<OwnItemRow>, 200>({ items, next_cursor: page.next_cursor, server_now: context.now }, 200);
  })
  /** Get the current status and price of several items in one call. Unknown and removed items are omitted. */
  .get("/status", validate("query", ItemStatusQuery), async (c) => {
    const context = requestContext(c);
    const rows = await findStatuses(c.get("services").db, c.req.valid("query").ids);
    const items = rows.map((row) => presentStatus(row, context));
    return c.json<ItemStatusReply, 200>({ items, server_now: context.now }, 200);
  })
  /** List the most viewed items of those listed this week. */
  .get("/trending", edgeCache(LIST_CACHE), validate("query", ListTrending), async (c) => {
    const context = requestContext(c);
    const limit = c.req.valid("query").limit ?? TRENDING_SIZE;
    const rows = await readCards(c.get("services").db, trendingStatement(context.now, limit));
    const items = rows.map((row) => presentCard(toCardRow(row), context));
    return c.json<TrendingReply, 200>({ items, server_now: context.now }, 200);
  })
  /** Get special offers, the seller's other items and recommendations for an item. */
  .get("/:id/related", edgeCache(LIST_CACHE), idParam(), async (c) => {
    const related = found(await relatedTo(c.get("services"), c.req.valid("param").id, requestContext(c)));
    return c.json<RelatedReply, 200>(related, 200);
  })
  /** Get one item. Its owner also gets the private fields; an inactive item is visible only to its owner. */
  .get("/:id", edgeCache(ITEM_CACHE), idParam(), async (c) => {
    const context = requestContext(c);
    const row = unwrap(await findVisibleItem(c.get("services").db, c.req.valid("param").id, context.viewerId));
    if (context.viewerId === row.item.seller_id) {
      return c.json<OwnItem, 200>(maskedFor(c, presentOwn(row, context), withoutOwnSecrets), 200);
    }
    return c.json<ItemDetail, 200>(presentDetail(row, context), 200);
  })
  /**
   * Change one of the signed-in seller's items. `version` must be the version the editor loaded; otherwise 409 `stale`.
   */
  .patch("/:id", requireTrader, editLimit, validate("json", UpdateItem), idParam(), async (c) => {
    const services = c.get("services");
    const { id } = c.req.valid("param");
    const edited = unwrap(await editItem(services, actorOf(c), id, c.req.valid("json")));
    notifyWishersSoon(services);
    matchListingSoon(services, id);
    return c.json<OwnItem, 200>(presentOwn(edited, requestContext(c)), 200);
  })
  /** Remove one of the signed-in seller's items from the marketplace permanently. */
  .delete("/:id", requireTrader, editLimit, idParam(), async (c) => {
    unwrap(await deleteItem(c.get("services"), actorOf(c), c.req.valid("param").id));
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  });
