import { Hono } from "hono";
import type { HomeView } from "#contract/items/marketplace";
import { adVisitor } from "../../../http/ad-visitor.ts";
import type { AppContext } from "../../../http/context.ts";
import { requestContext } from "../../items/present.ts";
import { keepNearby, nearOf } from "../../places/near-cookie.ts";
import { homeReply } from "./queries.ts";

/** Get the content of the home page: sections, categories, items, totals and ads. */
export const homepageRoutes = new Hono<AppContext>().get("/", adVisitor, keepNearby, async (c) => {
  return c.json<HomeView, 200>(await homeReply(c.get("services").db, nearOf(c), requestContext(c)), 200);
});
