import type { SQL } from "drizzle-orm";
import { Hono } from "hono";
import { CreateItem, ListOwnItems, type OwnItem, UpdateItem } from "#contract/items";
import { LIST_LIMIT_DEFAULT, type Page } from "#contract/page";
import type { OwnItemRow } from "#contract/selling/my-items";
import { activityDays } from "#domain/selling/selling-days";
import { admitOnce } from "../../../http/admission.ts";
import type { AppContext } from "../../../http/context.ts";
import { found, unwrap } from "../../../http/errors.ts";
import { requestKey } from "../../../http/idempotency.ts";
import { maskedFor } from "../../../http/impersonation.ts";
import { actorOf, requireActor, requireTrader } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { idParam, validate } from "../../../http/validate.ts";
import type { Seller } from "../../items/columns.ts";
import { presentOwn, requestContext } from "../../items/present.ts";
import { listOwnItems } from "../../items/queries.ts";
import { matchListingSoon } from "../../requests/matching.ts";
import { notifyWishersSoon } from "../../wishlists/jobs.ts";
import { matchNewListingsSoon } from "../../wishlists/saved-searches/matching.ts";
import { presentOwnRow, withoutMinimum } from "../my-items/present.ts";
import { readOwnFacts } from "../my-items/queries.ts";
import { createItem, deleteItem, editItem, idOfNewItem, sellerPlaceQuery } from "./listings.ts";

const editLimit = throttle("items:edit");

/** A seller's listings, mounted at /api/items. */
export const listingRoutes = new Hono<AppContext>()
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
