import { Hono } from "hono";
import type { FollowingReply } from "#contract/stores";
import { displayName } from "#domain/account/display-name";
import type { AppContext, Ctx } from "../../../http/context.ts";
import { unwrap } from "../../../http/errors.ts";
import { actorOf, requireAccount, requireActor } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { idParam } from "../../../http/validate.ts";
import { follow, unfollow } from "./following.ts";
import { listFollowed } from "./queries.ts";

const limit = throttle("following");

async function following(c: Ctx) {
  const { db, now } = c.get("services");
  const rows = await listFollowed(db, actorOf(c).id);
  const items = rows.map(({ full_name, ...row }) => ({ ...row, display_name: displayName(full_name) }));
  return c.json<FollowingReply, 200>({ items, server_now: now() }, 200);
}

/** Sellers that the signed-in user follows, mounted at /api/following. */
export const followRoutes = new Hono<AppContext>()
  .get("/", requireActor, following)
  /** Follow a seller: once a day at most, a notification says what they listed. */
  .put("/:user_id", requireAccount, limit, idParam("user_id"), async (c) => {
    unwrap(await follow(c.get("services"), actorOf(c).id, c.req.valid("param").user_id));
    return following(c);
  })
  .delete("/:user_id", requireAccount, limit, idParam("user_id"), async (c) => {
    await unfollow(c.get("services"), actorOf(c).id, c.req.valid("param").user_id);
    return following(c);
  });
