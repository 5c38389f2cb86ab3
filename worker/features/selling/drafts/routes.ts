import { type Context, Hono } from "hono";
import { DRAFT_ID } from "#contract/fields";
import { type DraftListReply, type DraftSaved, SaveDraft } from "#contract/selling/drafts";
import type { AppContext } from "../../../http/context.ts";
import { found, unwrap } from "../../../http/errors.ts";
import { actorOf, requireActor, requireTrader } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { validate } from "../../../http/validate.ts";
import { endDraft, saveDraft } from "./drafts.ts";
import { listDrafts } from "./queries.ts";

/** Returns the id in the path. Its client made it, so it has its own form. */
function draftId(c: Context<AppContext, "/:id">): string {
  const id = c.req.param("id");
  return found(DRAFT_ID.test(id) ? id : null);
}

export const draftRoutes = new Hono<AppContext>()
  /** List the signed-in user's drafts from all devices. */
  .get("/", requireActor, async (c) => {
    const { db, now } = c.get("services");
    const items = await listDrafts(db, actorOf(c).id);
    return c.json<DraftListReply, 200>({ items, server_now: now() }, 200);
  })
  /** Save a draft. */
  .put(
    "/:id",
    requireTrader,
    // A save every two seconds for the length of the window.
    throttle("drafts:save"),
    validate("json", SaveDraft),
    async (c) => {
      const services = c.get("services");
      const id = draftId(c);
      const { version, updated_at } = unwrap(await saveDraft(services, actorOf(c), id, c.req.valid("json")));
      return c.json<DraftSaved, 200>({ id, version, updated_at, server_now: services.now() }, 200);
    },
  )
  /** Discard a draft. Succeeds when it does not exist. */
  .delete("/:id", requireTrader, throttle("drafts:save"), async (c) => {
    const { db, now } = c.get("services");
    await endDraft(db, { ownerId: actorOf(c).id, id: draftId(c), itemId: null }, now());
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  });
