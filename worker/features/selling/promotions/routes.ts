import { Hono } from "hono";
import { ListPromotions, NewPromotion, type PromotionReply, type PromotionsReply } from "#contract/selling/promotions";
import { AD_PLACEMENTS, adDay } from "#domain/ads/ads";
import { centsToDollars } from "#domain/money";
import { DAILY_CENTS } from "#domain/selling/promotions";
import type { AppContext, Ctx } from "../../../http/context.ts";
import { unwrap } from "../../../http/errors.ts";
import { idempotent, newIdFor } from "../../../http/idempotency.ts";
import { actorOf, requireActor, requireTrader } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { idParam, validate } from "../../../http/validate.ts";
import { balanceOf } from "../../payments/queries.ts";
import { owedCents } from "../../payments/top-ups/queries.ts";
import { presentPromotion } from "./present.ts";
import { cancelPromotion, promote } from "./promotions.ts";
import { listPromotions, type PromotionRow } from "./queries.ts";

const SHOWN = 12;

const spending = [requireTrader, throttle("promotions")] as const;

async function replyOf(c: Ctx, row: PromotionRow): Promise<PromotionReply> {
  const { db, now } = c.get("services");
  const balance = await balanceOf(db, actorOf(c).id);
  return { promotion: presentPromotion(row, now(), adDay(now())), balance: centsToDollars(balance) };
}

/** Promotions of the signed-in seller, mounted at /api/promotions. Other users see them as ads. */
export const promotionRoutes = new Hono<AppContext>()
  .get("/", requireActor, validate("query", ListPromotions), async (c) => {
    const { db, now } = c.get("services");
    const { id: ownerId } = actorOf(c);
    const { cursor, limit } = c.req.valid("query");
    const [balance, owed, listed] = await Promise.all([
      balanceOf(db, ownerId),
      owedCents(db, ownerId),
      listPromotions(db, ownerId, cursor, limit ?? SHOWN),
    ]);
    const page = unwrap(listed);
    const today = adDay(now());
    return c.json<PromotionsReply, 200>(
      {
        items: page.rows.map((row) => presentPromotion(row, now(), today)),
        next_cursor: page.next_cursor,
        balance: centsToDollars(balance),
        owed: centsToDollars(owed),
        today,
        prices: AD_PLACEMENTS.map((placement) => ({ placement, daily: centsToDollars(DAILY_CENTS[placement]) })),
        server_now: now(),
      },
      200,
    );
  })
  /** Promote an item in a placement for some days, paid with ad credit. */
  .post("/", ...spending, validate("json", NewPromotion), idempotent("promotions"), async (c) => {
    const id = await newIdFor(c, "prm");
    const promotion = unwrap(await promote(c.get("services"), actorOf(c).id, id, c.req.valid("json")));
    return c.json<PromotionReply, 201>(await replyOf(c, promotion), 201);
  })
  /** End a promotion early; the days that have not begun are returned as ad credit. Idempotent. */
  .post("/:id/cancel", ...spending, idempotent("promotions:cancel"), idParam(), async (c) => {
    const promotion = unwrap(await cancelPromotion(c.get("services"), actorOf(c).id, c.req.valid("param").id));
    return c.json<PromotionReply, 200>(await replyOf(c, promotion), 200);
  });
