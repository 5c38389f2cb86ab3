import { Hono } from "hono";
import { type BundleListReply, type BundleReply, ListBundles } from "#contract/items/marketplace";
import { CreateBundle, type OwnBundle, type OwnBundlesReply, UpdateBundle } from "#contract/selling/my-items";
import type { AppContext } from "../../../http/context.ts";
import { edgeCache, LIST_CACHE } from "../../../http/edge-cache.ts";
import { found, unwrap } from "../../../http/errors.ts";
import { idempotent, newIdFor } from "../../../http/idempotency.ts";
import { maskedFor } from "../../../http/impersonation.ts";
import { actorOf, requireActor, requireGoodStatus, requireTrader } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { idParam, validate } from "../../../http/validate.ts";
import { requestContext } from "../../items/present.ts";
import { createBundle, deleteBundle, updateBundle } from "./bundles.ts";
import { presentBundle, presentOwnBundle, withoutAddress } from "./present.ts";
import { BUNDLES_SHOWN, findBundle, listBundles, listOwnBundles } from "./queries.ts";

/** Bundles shown on My Items. */
const OWN_BUNDLES_SHOWN = 50;
const writeLimit = throttle("bundles:write");

export const bundleRoutes = new Hono<AppContext>()
  /** List active bundles, newest first, optionally of one seller. */
  .get("/", edgeCache(LIST_CACHE), validate("query", ListBundles), async (c) => {
    const { limit, seller_id } = c.req.valid("query");
    const context = requestContext(c);
    const rows = await listBundles(c.get("services").db, limit ?? BUNDLES_SHOWN, seller_id);
    const items = rows.map((row) => presentBundle(row, context));
    return c.json<BundleListReply, 200>({ items, server_now: context.now }, 200);
  })
  /** List the signed-in seller's own bundles, newest first, including hidden ones. */
  .get("/mine", requireActor, async (c) => {
    const context = requestContext(c);
    const rows = await listOwnBundles(c.get("services").db, actorOf(c).id, OWN_BUNDLES_SHOWN);
    const items = rows.map((row) => maskedFor(c, presentOwnBundle(row, context), withoutAddress));
    return c.json<OwnBundlesReply, 200>({ items, server_now: context.now }, 200);
  })
  /** Create a bundle of the signed-in seller's items. With an Idempotency-Key, a repeat returns the same bundle. */
  .post("/", requireGoodStatus, writeLimit, validate("json", CreateBundle), idempotent("bundles:create"), async (c) => {
    const id = await newIdFor(c, "bdl");
    const made = unwrap(await createBundle(c.get("services"), actorOf(c), id, c.req.valid("json")));
    return c.json<OwnBundle, 201>(presentOwnBundle(made, requestContext(c)), 201);
  })
  /** Change a bundle, while no purchase of it has begun. */
  .patch("/:id", requireTrader, writeLimit, validate("json", UpdateBundle), idParam(), async (c) => {
    const { id } = c.req.valid("param");
    const changed = unwrap(await updateBundle(c.get("services"), actorOf(c), id, c.req.valid("json")));
    return c.json<OwnBundle, 200>(presentOwnBundle(changed, requestContext(c)), 200);
  })
  /** Delete a bundle. Its items remain for sale. */
  .delete("/:id", requireTrader, writeLimit, idParam(), async (c) => {
    unwrap(await deleteBundle(c.get("services"), actorOf(c), c.req.valid("param").id));
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  })
  .get("/:id", idParam(), async (c) => {
    const row = found(await findBundle(c.get("services").db, c.req.valid("param").id));
    const context = requestContext(c);
    return c.json<BundleReply, 200>({ ...presentBundle(row, context), server_now: context.now }, 200);
  });
