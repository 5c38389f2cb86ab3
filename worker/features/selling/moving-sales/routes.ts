import { Hono } from "hono";
import {
  type MovingSaleView,
  type OwnMovingSale,
  type OwnMovingSalesReply,
  SaveMovingSale,
} from "#contract/selling/moving-sales";
import { SALES_LIVE_MAX } from "#domain/selling/moving-sale";
import type { AppContext } from "../../../http/context.ts";
import { edgeCache, ITEM_CACHE } from "../../../http/edge-cache.ts";
import { found, unwrap } from "../../../http/errors.ts";
import { idempotent, newIdFor } from "../../../http/idempotency.ts";
import { actorOf, requireAccount, requireActor, requireGoodStatus, requireTrader } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { idParam, validate } from "../../../http/validate.ts";
import { requestContext } from "../../items/present.ts";
import { changeSale, createSale, finishSale } from "./moving-sales.ts";
import { presentOwnSale, presentSale } from "./present.ts";
import { findSale, listOwnSales } from "./queries.ts";

/** Each save may edit thirty listings. */
const writeLimit = throttle("moving-sales");

/** Moving sales (decision 0045), mounted at /api/moving-sales. */
export const movingSaleRoutes = new Hono<AppContext>()
  /** List the signed-in seller's own sales, newest first. */
  .get("/mine", requireActor, async (c) => {
    const context = requestContext(c);
    const rows = await listOwnSales(c.get("services").db, actorOf(c).id);
    const items = rows.map((row) => presentOwnSale(row, context));
    return c.json<OwnMovingSalesReply, 200>({ items, live_max: SALES_LIVE_MAX, server_now: context.now }, 200);
  })
  /** Start a sale of the signed-in seller's items. With an Idempotency-Key, a repeat returns the same sale. */
  .post(
    "/",
    requireGoodStatus,
    writeLimit,
    validate("json", SaveMovingSale),
    idempotent("moving-sales:create"),
    async (c) => {
      const id = await newIdFor(c, "msl");
      const made = unwrap(await createSale(c.get("services"), actorOf(c), id, c.req.valid("json")));
      return c.json<OwnMovingSale, 201>(presentOwnSale(made, requestContext(c)), 201);
    },
  )
  /** Get a sale with its items. Public. */
  .get("/:id", edgeCache(ITEM_CACHE), idParam(), async (c) => {
    const row = found(await findSale(c.get("services").db, c.req.valid("param").id));
    return c.json<MovingSaleView, 200>(presentSale(row, requestContext(c)), 200);
  })
  /** Replace a live sale's texts, items and pickup times. */
  .put("/:id", requireTrader, writeLimit, idParam(), validate("json", SaveMovingSale), async (c) => {
    const { id } = c.req.valid("param");
    const changed = unwrap(await changeSale(c.get("services"), actorOf(c), id, c.req.valid("json")));
    return c.json<OwnMovingSale, 200>(presentOwnSale(changed, requestContext(c)), 200);
  })
  /** End a sale. Its items stay listed. */
  .delete("/:id", requireAccount, writeLimit, idParam(), async (c) => {
    unwrap(await finishSale(c.get("services"), actorOf(c), c.req.valid("param").id));
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  });
