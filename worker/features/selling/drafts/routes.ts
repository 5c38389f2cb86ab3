import { Hono } from "hono";
import { MESSAGES } from "#contract/copy";
import { DRAFT_ID } from "#contract/fields";
import { type DraftListReply, type DraftSaved, SaveDraft } from "#contract/selling/drafts";
import { refuse } from "#domain/result";
import type { AppContext } from "../../../http/context.ts";
import { respondRefusal } from "../../../http/errors.ts";
import { actorOf, requireActor, requireTrader } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { validate } from "../../../http/validate.ts";
import { endDraft, saveDraft } from "./commands.ts";
import { listDrafts } from "./queries.ts";

const TEN_MINUTES = 10 * 60_000;
const NOT_FOUND = refuse("not_found", MESSAGES.notFound);

export const draftRoutes = new Hono<AppContext>()
  /** List the signed-in user's drafts from all devices. */
  .get("/", requireActor, async (c) => {
    const { env, now } = c.get("services");
    const items = await listDrafts(env.DB, actorOf(c).id);
    return c.json<DraftListReply, 200>({ items, server_now: now() }, 200);
  })
  /** Save a draft. */
  .put(
    "/:id",
    requireTrader,
    // A save every two seconds for the length of the window.
    throttle("drafts:save", 300, TEN_MINUTES, "account"),
    validate("json", SaveDraft),
    async (c) => {
      const services = c.get("services");
      const id = c.req.param("id");
      if (!DRAFT_ID.test(id)) return respondRefusal(c, NOT_FOUND);
      const saved = await saveDraft(services, actorOf(c), id, c.req.valid("json"));
      if (!saved.ok) return respondRefusal(c, saved);
      const { version, updated_at } = saved;
      return c.json<DraftSaved, 200>({ id, version, updated_at, server_now: services.now() }, 200);
    },
  )
  /** Discard a draft. Succeeds when it does not exist. */
  .delete("/:id", requireTrader, throttle("drafts:save", 300, TEN_MINUTES, "account"), async (c) => {
    const { db, now } = c.get("services");
    const id = c.req.param("id");
    if (!DRAFT_ID.test(id)) return respondRefusal(c, NOT_FOUND);
    await endDraft(db, { ownerId: actorOf(c).id, id, itemId: null }, now());
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  });
