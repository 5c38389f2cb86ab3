import { Hono } from "hono";
import {
  AdjustPrices,
  type BulkReply,
  DeleteItems,
  type MarkedReply,
  MarkSold,
  type SellingSummary,
  SetStatuses,
  type SoldCandidatesReply,
} from "#contract/selling/my-items";
import type { AppContext } from "../../../http/context.ts";
import { found, unwrap } from "../../../http/errors.ts";
import { idempotent, newIdFor } from "../../../http/idempotency.ts";
import { actorOf, requireActor, requireTrader } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { idParam, validate } from "../../../http/validate.ts";
import { notifyWishersSoon } from "../../wishlists/jobs.ts";
import { adjustPrices, deleteItems, markSold, possibleBuyers, setStatuses, undoSold } from "./my-items.ts";
import { buyerName, presentSummary } from "./present.ts";
import { readSummary } from "./queries.ts";

const changingMany = [requireTrader, throttle("items:bulk")] as const;
const selling = [requireTrader, throttle("items:sold")] as const;

export const sellingRoutes = new Hono<AppContext>()
  /** Get the seller's statistics: totals, counts per tab, and sales of the last twelve months. */
  .get("/summary", requireActor, async (c) => {
    const { db, now } = c.get("services");
    const at = now();
    const summary = await readSummary(db, actorOf(c).id, at);
    return c.json<SellingSummary, 200>(presentSummary(summary, at), 200);
  });

export const ownItemRoutes = new Hono<AppContext>()
  /** Change the prices of several own items by percent. Items that cannot be changed are reported. */
  .post(
    "/bulk/price-adjust",
    ...changingMany,
    validate("json", AdjustPrices),
    idempotent("items:bulk-price"),
    async (c) => {
      const services = c.get("services");
      const planId = await newIdFor(c, "adj");
      const reply = await adjustPrices(services, actorOf(c), planId, c.req.valid("json"));
      notifyWishersSoon(services);
      return c.json<BulkReply, 200>(reply, 200);
    },
  )
  /** Delete several own items. Items that a buyer holds, pays for or has bought are reported and stay. */
  .post("/bulk/delete", ...changingMany, validate("json", DeleteItems), idempotent("items:bulk-delete"), async (c) => {
    const { ids } = c.req.valid("json");
    return c.json<BulkReply, 200>(await deleteItems(c.get("services"), actorOf(c), ids), 200);
  })
  /** Activate or deactivate several own items. */
  .post("/bulk/status", ...changingMany, validate("json", SetStatuses), idempotent("items:bulk-status"), async (c) => {
    const { ids, status } = c.req.valid("json");
    const reply = await setStatuses(c.get("services"), actorOf(c), ids, status);
    notifyWishersSoon(c.get("services"));
    return c.json<BulkReply, 200>(reply, 200);
  })
  /** List the users who may have bought an item, because they ordered it, held it or offered a trade for it. */
  .get("/:id/sold-candidates", requireActor, idParam(), async (c) => {
    const rows = found(await possibleBuyers(c.get("services"), actorOf(c), c.req.valid("param").id));
    const items = rows.map((row) => ({
      id: row.id,
      display_name: buyerName(row.full_name),
      because: row.because,
      last_at: row.last_at,
    }));
    return c.json<SoldCandidatesReply, 200>({ items }, 200);
  })
  /** Mark one of the signed-in seller's items as sold elsewhere, optionally to a known user. */
  .post("/:id/sold", ...selling, validate("json", MarkSold), idempotent("items:sold"), idParam(), async (c) => {
    const { id } = c.req.valid("param");
    const saleId = await newIdFor(c, "hld", id);
    const marked = await markSold(c.get("services"), actorOf(c), id, saleId, c.req.valid("json").buyer_id);
    return c.json<MarkedReply, 200>(unwrap(marked), 200);
  })
  /** Undo marking an item as sold, within ten minutes. */
  .post("/:id/sold/undo", ...selling, idParam(), async (c) => {
    const undone = unwrap(await undoSold(c.get("services"), actorOf(c), c.req.valid("param").id));
    return c.json<MarkedReply, 200>(undone, 200);
  });
