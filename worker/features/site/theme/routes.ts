import { Hono } from "hono";
import { SaveTheme, type ThemeReply } from "#contract/site/theme";
import type { AppContext } from "../../../http/context.ts";
import { unwrap } from "../../../http/errors.ts";
import { actorOf, requireThemeStaff } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { validate } from "../../../http/validate.ts";
import { readTheme } from "./queries.ts";
import { saveTheme } from "./theme.ts";

export const themeRoutes = new Hono<AppContext>()
  /**
   * Get the colours of the site. Clients poll every 30 seconds; cacheable for 5 seconds, or 60 while no theme is set.
   */
  .get("/", async (c) => {
    const theme = await readTheme(c.get("services"));
    c.header("Cache-Control", `private, max-age=${theme.theme_config === null ? 60 : 5}`);
    return c.json<ThemeReply, 200>(theme, 200);
  })
  /** Save the colours of the site. */
  .put("/", requireThemeStaff, throttle("admin:theme"), validate("json", SaveTheme), async (c) => {
    const saved = unwrap(await saveTheme(c.get("services"), actorOf(c).id, c.req.valid("json")));
    return c.json<ThemeReply, 200>(saved, 200);
  });
