import { Hono } from "hono";
import { type OwnProfile, type SellerProfile, UpdateProfile } from "#contract/account/profiles";
import { MESSAGES } from "#contract/copy";
import { refuse } from "#domain/result";
import type { AppContext } from "../../../http/context.ts";
import { respondRefusal } from "../../../http/errors.ts";
import { maskedFor } from "../../../http/impersonation.ts";
import { actorOf, requireActor, requireTrader } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { validate } from "../../../http/validate.ts";
import { updateProfile } from "./commands.ts";
import { presentOwnProfile, presentSellerProfile, withoutPrivateDetails } from "./present.ts";
import { ensureProfile, publicProfileRow } from "./queries.ts";

/** Profile of the signed-in user, mounted at /api/profile. */
export const profileRoutes = new Hono<AppContext>()
  .get("/", requireActor, async (c) => {
    const { db, now } = c.get("services");
    const row = await ensureProfile(db, actorOf(c).id, now());
    if (!row) return respondRefusal(c, refuse("not_authenticated", MESSAGES.notAuthenticated));
    const profile = presentOwnProfile(row, now());
    return c.json<OwnProfile, 200>(maskedFor(c, profile, withoutPrivateDetails), 200);
  })
  /** Change fields of the signed-in user's profile. Unknown fields are refused. */
  .patch("/", requireTrader, throttle("profile", 60, 10 * 60_000), validate("json", UpdateProfile), async (c) => {
    const result = await updateProfile(c, actorOf(c).id, c.req.valid("json"));
    if (!result.ok) return respondRefusal(c, result);
    return c.json<OwnProfile, 200>(presentOwnProfile(result.row, c.get("services").now()), 200);
  });

/** Get the public profile of a user. */
export const publicProfileRoutes = new Hono<AppContext>().get("/:id", async (c) => {
  const row = await publicProfileRow(c.get("services").db, c.req.param("id"));
  if (!row) return respondRefusal(c, refuse("not_found", MESSAGES.notFound));
  return c.json<SellerProfile, 200>(presentSellerProfile(row), 200);
});
