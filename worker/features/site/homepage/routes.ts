import { Hono } from "hono";
import type { HomeView } from "#contract/items/marketplace";
import { adVisitor } from "../../../http/ad-visitor.ts";
import type { AppContext } from "../../../http/context.ts";
import { edgeCache, LIST_CACHE } from "../../../http/edge-cache.ts";
import { requestContext } from "../../items/present.ts";
import { homeReply } from "./queries.ts";

/** Get the content of the home page: sections, categories, items, totals and ads. */
export const homepageRoutes = new Hono<AppContext>().get("/", adVisitor, edgeCache(LIST_CACHE), async (c) => {
  return c.json<HomeView, 200>(await homeReply(c.get("services").db, requestContext(c)), 200);
});
