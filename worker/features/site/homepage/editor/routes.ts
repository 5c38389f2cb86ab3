import { Hono } from "hono";
import { type HomeEditorReply, SaveHome } from "#contract/site/homepage";
import type { AppContext } from "../../../../http/context.ts";
import { unwrap } from "../../../../http/errors.ts";
import { actorOf, requireStaff } from "../../../../http/session.ts";
import { throttle } from "../../../../http/throttle.ts";
import { validate } from "../../../../http/validate.ts";
import { requestContext } from "../../../items/present.ts";
import { readHome } from "./queries.ts";
import { saveHome } from "./save-home.ts";

export const adminHomepageRoutes = new Hono<AppContext>()
  .get("/", requireStaff, async (c) =>
    c.json<HomeEditorReply, 200>(await readHome(c.get("services"), requestContext(c)), 200),
  )
  /** Replace the content of the home page. */
  .put("/", requireStaff, throttle("admin:homepage"), validate("json", SaveHome), async (c) => {
    const services = c.get("services");
    const { version, document } = c.req.valid("json");
    unwrap(await saveHome(services, actorOf(c).id, version, document));
    return c.json<HomeEditorReply, 200>(await readHome(services, requestContext(c)), 200);
  });
