import { Hono } from "hono";
import { AiPreviewBody, type AiPreviewReply, AiSettingsBody, type AiSettingsReply } from "#contract/negotiation";
import { dollarsToCents } from "#domain/money";
import type { AppContext } from "../../../http/context.ts";
import { RefusalError, unwrap } from "../../../http/errors.ts";
import { actorOf, requireStaff } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { validate } from "../../../http/validate.ts";
import { readSettings } from "./queries.ts";
import { checkPhrases, preview, saveSettings } from "./settings.ts";

export const aiSettingsRoutes = new Hono<AppContext>()
  .get("/", requireStaff, async (c) => c.json<AiSettingsReply, 200>(await readSettings(c.get("services")), 200))
  /** Save a new version of the Knowzee settings. */
  .put("/", requireStaff, throttle("admin:ai"), validate("json", AiSettingsBody), async (c) => {
    const saved = unwrap(await saveSettings(c.get("services"), actorOf(c).id, c.req.valid("json")));
    return c.json<AiSettingsReply, 200>(saved, 200);
  })
  /** Try unsaved Knowzee settings on an invented listing. */
  .post("/preview", requireStaff, throttle("admin:ai-preview"), validate("json", AiPreviewBody), async (c) => {
    const { settings, list_price, minimum_price, tone, messages } = c.req.valid("json");
    unwrap(checkPhrases(settings));
    const [list, minimum] = [dollarsToCents(list_price), dollarsToCents(minimum_price)];
    if (list === null || minimum === null || minimum > list) {
      const message = "Please enter a valid minimum price.";
      throw new RefusalError("invalid", message, { fields: [{ field: "minimum_price", message }] });
    }
    const trial = { settings: { ...settings, version: 0 }, list_cents: list, minimum_cents: minimum, tone, messages };
    return c.json<AiPreviewReply, 200>(await preview(c.get("services"), actorOf(c).id, trial), 200);
  });
