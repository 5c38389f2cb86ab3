import { Hono } from "hono";
import { PriceGuideQuery, type PriceGuideReply } from "#contract/selling/price-guide";
import type { AppContext } from "../../../http/context.ts";
import { requireActor } from "../../../http/session.ts";
import { validate } from "../../../http/validate.ts";
import { priceGuide } from "./queries.ts";

export const priceGuideRoutes = new Hono<AppContext>()
  /** Get what similar items sold for. */
  .get("/", requireActor, validate("query", PriceGuideQuery), async (c) => {
    const guide = await priceGuide(c.get("services").db, c.req.valid("query"));
    return c.json<PriceGuideReply, 200>({ guide }, 200);
  });
