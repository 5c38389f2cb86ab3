import { Hono } from "hono";
import { type BundleListReply, type BundleReply, ListBundles } from "#contract/browse";
import { refuse } from "#contract/errors";
import { MESSAGES } from "#contract/messages";
import { ID_PATTERN } from "#domain/ids";
import type { AppContext } from "../../http/context.ts";
import { respondRefusal } from "../../http/errors.ts";
import { validate } from "../../http/validate.ts";
import { readingOf } from "../items/reading.ts";
import { presentBundle } from "./present.ts";
import { BUNDLES_SHOWN, findBundle, listBundles } from "./queries.ts";

/** Mounted at /api/bundles. */
export const bundleRoutes = new Hono<AppContext>()
  /** Active bundles, newest first. */
  .get("/", validate("query", ListBundles), async (c) => {
    const { limit, seller_id } = c.req.valid("query");
    const reading = readingOf(c);
    const rows = await listBundles(c.get("services").db, limit ?? BUNDLES_SHOWN, seller_id);
    const items = rows.map((row) => presentBundle(row, reading));
    return c.json<BundleListReply, 200>({ items, server_now: reading.now }, 200);
  })
  .get("/:id", async (c) => {
    const id = c.req.param("id");
    const row = ID_PATTERN.test(id) ? await findBundle(c.get("services").db, id) : null;
    if (!row) return respondRefusal(c, refuse("not_found", MESSAGES.notFound));
    const reading = readingOf(c);
    return c.json<BundleReply, 200>({ ...presentBundle(row, reading), server_now: reading.now }, 200);
  });
