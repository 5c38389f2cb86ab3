import { Hono } from "hono";
import { type OwnProfile, type SellerProfile, UpdateProfile } from "#contract/account/profiles";
import type { AppContext } from "../../../http/context.ts";
import { found, unwrap } from "../../../http/errors.ts";
import { maskedFor } from "../../../http/impersonation.ts";
import { actorOf, requireActor, requireTrader } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { idParam, validate } from "../../../http/validate.ts";
import { ownProfile, updateProfile } from "./commands.ts";
import { presentOwnProfile, presentSellerProfile, withoutPrivateDetails } from "./present.ts";
import { publicProfileRow } from "./queries.ts";

/** Profile of the signed-in user, mounted at /api/profile. */
export const profileRoutes = new Hono<AppContext>()
  .get("/", requireActor, async (c) => {
    const services = c.get("services");
    const row = unwrap(await ownProfile(services, actorOf(c).id));
    const profile = presentOwnProfile(row, services.now());
    return c.json<OwnProfile, 200>(maskedFor(c, profile, withoutPrivateDetails), 200);
  })
  /** Change fields of the signed-in user's profile. Unknown fields are refused. */
  .patch("/", requireTrader, throttle("profile", 60, 10 * 60_000), validate("json", UpdateProfile), async (c) => {
    const row = unwrap(await updateProfile(c, actorOf(c).id, c.req.valid("json")));
    return c.json<OwnProfile, 200>(presentOwnProfile(row, c.get("services").now()), 200);
  });

/** Get the public profile of a user. */
export const publicProfileRoutes = new Hono<AppContext>().get("/:id", idParam(), async (c) => {
  const row = found(await publicProfileRow(c.get("services").db, c.req.valid("param").id));
  return c.json<SellerProfile, 200>(presentSellerProfile(row), 200);
});
