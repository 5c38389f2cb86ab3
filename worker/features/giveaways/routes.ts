import { Hono } from "hono";
import {
  type DrawPage,
  EnterGiveaway,
  type ItemGiveawayReply,
  LeaveGiveaway,
  PickRecipient,
  SetGiveaway,
  type StaffGiveaway,
} from "#contract/giveaways";
import { clientNetwork } from "../../http/client-ip.ts";
import type { AppContext, Ctx } from "../../http/context.ts";
import { found, unwrap } from "../../http/errors.ts";
import { actorOf, requireAccount, requireGoodStatus, requireStaff } from "../../http/session.ts";
import { countUse, throttle } from "../../http/throttle.ts";
import { idParam, validate } from "../../http/validate.ts";
import { enterGiveaway, leaveGiveaway, pickRecipient, setGiveaway } from "./commands.ts";
import { presentDraw, presentForStaff, presentItemGiveaway } from "./present.ts";
import { findDraw, findForStaff, findItemGiveaway, listDrawn, listRequests } from "./queries.ts";

const giving = throttle("giveaways");
const entering = throttle("giveaways:enter");

async function reply(c: Ctx, itemId: string) {
  const { db, now } = c.get("services");
  const viewerId = c.get("actor")?.id ?? null;
  const facts = await findItemGiveaway(db, itemId, viewerId);
  const picks = facts?.mode === "pick" && facts.giver_id === viewerId;
  const requests = facts && picks ? await listRequests(db, facts.id) : null;
  return c.json<ItemGiveawayReply, 200>(
    { giveaway: facts && presentItemGiveaway(facts, requests, viewerId), server_now: now() },
    200,
  );
}

/** The giveaway of an item, mounted at /api/items. */
export const itemGiveawayRoutes = new Hono<AppContext>()
  /** Get the giveaway that runs for an item, with the caller's own entry. */
  .get("/:id/giveaway", throttle("giveaways:read"), idParam(), (c) => reply(c, c.req.valid("param").id))
  /** Choose how the caller's free item is given away. Ending a giveaway notifies everyone who is in. */
  .put("/:id/giveaway", requireGoodStatus, giving, idParam(), validate("json", SetGiveaway), async (c) => {
    const { id } = c.req.valid("param");
    const sent = c.req.valid("json");
    const choice =
      sent.mode === "first_come" ? null : { mode: sent.mode, hours: sent.mode === "draw" ? sent.hours : null };
    unwrap(await setGiveaway(c.get("services"), actorOf(c).id, id, choice));
    return reply(c, id);
  })
  /** Enter the draw, or ask the giver for the item. */
  .put("/:id/giveaway/entry", requireGoodStatus, entering, idParam(), validate("json", EnterGiveaway), async (c) => {
    const services = c.get("services");
    const { id } = c.req.valid("param");
    const { giveaway_id: giveawayId, code = null, note = "" } = c.req.valid("json");
    const host = new URL(c.req.url).host;
    const countNew = () => countUse(services, "giveaways:entry", { ip: clientNetwork(c) }, giveawayId);
    unwrap(await enterGiveaway(services, actorOf(c).id, id, { giveawayId, code, note }, host, countNew));
    return reply(c, id);
  })
  /** Leave the draw, take the request back, or decline the offered item. */
  .delete("/:id/giveaway/entry", requireAccount, entering, idParam(), validate("json", LeaveGiveaway), async (c) => {
    const { id } = c.req.valid("param");
    unwrap(await leaveGiveaway(c.get("services"), actorOf(c).id, id, c.req.valid("json").giveaway_id));
    return reply(c, id);
  })
  /** Offer the caller's item to one of the people who asked for it. */
  .post("/:id/giveaway/pick", requireGoodStatus, giving, idParam(), validate("json", PickRecipient), async (c) => {
    const { id } = c.req.valid("param");
    const { giveaway_id: giveawayId, entry_id: entryId } = c.req.valid("json");
    unwrap(await pickRecipient(c.get("services"), actorOf(c).id, id, { giveawayId, entryId }));
    return reply(c, id);
  });

/** Draws as anyone can check them, mounted at /api/giveaways. */
export const giveawayRoutes = new Hono<AppContext>().get("/:id", throttle("giveaways:read"), idParam(), async (c) => {
  const { db, now } = c.get("services");
  const { id } = c.req.valid("param");
  const draw = found(await findDraw(db, id, c.get("actor")?.id ?? null));
  return c.json<DrawPage, 200>(presentDraw(draw, await listDrawn(db, id), now()), 200);
});

/** Mounted at /api/admin/giveaways. */
export const adminGiveawayRoutes = new Hono<AppContext>()
  /** Get a giveaway with the people behind its entries. */
  .get("/:id", requireStaff, idParam(), async (c) => {
    const giveaway = found(await findForStaff(c.get("services").db, c.req.valid("param").id));
    return c.json<StaffGiveaway, 200>(presentForStaff(giveaway), 200);
  });
