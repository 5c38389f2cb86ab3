import { Hono } from "hono";
import { SiteSettingsBody, type SiteSettingsReply } from "#contract/site/settings";
import type { AppContext } from "../../../http/context.ts";
import { unwrap } from "../../../http/errors.ts";
import { actorOf, requireStaff } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { validate } from "../../../http/validate.ts";
import { readVersions } from "./queries.ts";
import { saveSiteSettings } from "./settings.ts";

export const siteSettingsRoutes = new Hono<AppContext>()
  .get("/", requireStaff, async (c) => c.json<SiteSettingsReply, 200>(await readVersions(c.get("services")), 200))
  /** Save a new version of the site settings. Running holds, orders and fees keep the values they started with. */
  .put("/", requireStaff, throttle("admin:site-settings"), validate("json", SiteSettingsBody), async (c) => {
    const services = c.get("services");
    unwrap(await saveSiteSettings(services, actorOf(c), c.req.valid("json")));
    return c.json<SiteSettingsReply, 200>(await readVersions(services), 200);
  });
