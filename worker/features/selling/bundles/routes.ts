import { Hono } from "hono";
import { MESSAGES } from "#contract/copy";
import { refuse } from "#contract/errors";
import { type BundleListReply, type BundleReply, ListBundles } from "#contract/items/marketplace";
import { CreateBundle, type OwnBundle, type OwnBundlesReply, UpdateBundle } from "#contract/selling/my-items";
import { ID_PATTERN } from "#domain/ids";
import type { AppContext } from "../../../http/context.ts";
import { respondRefusal } from "../../../http/errors.ts";
import { idempotent, requestKey } from "../../../http/idempotency.ts";
import { maskedFor } from "../../../http/impersonation.ts";
import { actorOf, requireActor, requireGoodStatus, requireTrader } from "../../../http/session.ts";
import { stableId } from "../../../http/stable-id.ts";
import { throttle } from "../../../http/throttle.ts";
import { validate } from "../../../http/validate.ts";
import { requestContext } from "../../items/viewer.ts";
import { createBundle, deleteBundle, updateBundle } from "./commands.ts";
import { listOwnBundles } from "./own-queries.ts";
import { presentBundle, presentOwnBundle, withoutAddress } from "./present.ts";
import { BUNDLES_SHOWN, findBundle, listBundles } from "./queries.ts";

/** Bundles shown on My Items. */
const OWN_BUNDLES_SHOWN = 50;
const NOT_FOUND = refuse("not_found", MESSAGES.notFound);
const writeLimit = throttle("bundles:write", 120, 10 * 60_000, "account");

export const bundleRoutes = new Hono<AppContext>()
  /** List active bundles, newest first, optionally of one seller. */
  .get("/", validate("query", ListBundles), async (c) => {
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
    const services = c.get("services");
    const actor = actorOf(c);
    const key = requestKey(c);
    const id = key === null ? services.newId("bdl") : await stableId("bdl", actor.id, key);
    const made = await createBundle(services, actor, id, c.req.valid("json"));
    if (!made.ok) return respondRefusal(c, made);
    return c.json<OwnBundle, 201>(presentOwnBundle(made.value, requestContext(c)), 201);
  })
  /** Change a bundle, while no purchase of it has begun. */
  .patch("/:id", requireTrader, writeLimit, validate("json", UpdateBundle), async (c) => {
    const id = c.req.param("id");
    if (!ID_PATTERN.test(id)) return respondRefusal(c, NOT_FOUND);
    const changed = await updateBundle(c.get("services"), actorOf(c), id, c.req.valid("json"));
    if (!changed.ok) return respondRefusal(c, changed);
    return c.json<OwnBundle, 200>(presentOwnBundle(changed.value, requestContext(c)), 200);
  })
  /** Delete a bundle. Its items remain for sale. */
  .delete("/:id", requireTrader, writeLimit, async (c) => {
    const id = c.req.param("id");
    const gone = ID_PATTERN.test(id) ? await deleteBundle(c.get("services"), actorOf(c), id) : NOT_FOUND;
    return gone.ok ? c.json<{ ok: true }, 200>({ ok: true }, 200) : respondRefusal(c, gone);
  })
  .get("/:id", async (c) => {
    const id = c.req.param("id");
    const row = ID_PATTERN.test(id) ? await findBundle(c.get("services").db, id) : null;
    if (!row) return respondRefusal(c, NOT_FOUND);
    const context = requestContext(c);
    return c.json<BundleReply, 200>({ ...presentBundle(row, context), server_now: context.now }, 200);
  });
