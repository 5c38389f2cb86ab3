import { Hono } from "hono";
import {
  LiftSuspension,
  type OwnProfile,
  type SellerProfile,
  type SuspensionReply,
  UpdateProfile,
} from "#contract/account/profiles";
import { MESSAGES } from "#contract/copy";
import { canAdminister, isStaff, isSuspended } from "#domain/status/account-status";
import { profiles } from "../../../db/schema/account.ts";
import type { AppContext } from "../../../http/context.ts";
import { edgeCache, LIST_CACHE } from "../../../http/edge-cache.ts";
import { found, RefusalError, unwrap } from "../../../http/errors.ts";
import { maskedFor } from "../../../http/impersonation.ts";
import { actorOf, requireAccount, requireActor, requireTrader } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { idParam, validate } from "../../../http/validate.ts";
import { presentOwnProfile, presentSellerProfile, withoutPrivateDetails } from "./present.ts";
import { liftEndedSuspension, ownProfile, updateProfile } from "./profiles.ts";
import { profileById, publicProfileRow } from "./queries.ts";

/** Profile of the signed-in user, mounted at /api/profile. */
export const profileRoutes = new Hono<AppContext>()
  .get("/", requireActor, async (c) => {
    const services = c.get("services");
    const row = unwrap(await ownProfile(services, actorOf(c).id));
    const profile = presentOwnProfile(row, services.now());
    return c.json<OwnProfile, 200>(maskedFor(c, profile, withoutPrivateDetails), 200);
  })
  /** Change fields of the signed-in user's profile. Unknown fields are refused. */
  .patch("/", requireTrader, throttle("profile"), validate("json", UpdateProfile), async (c) => {
    const row = unwrap(await updateProfile(c.get("services"), actorOf(c), c.req.valid("json")));
    return c.json<OwnProfile, 200>(presentOwnProfile(row, c.get("services").now()), 200);
  });

/** Get the public profile of a user. */
export const publicProfileRoutes = new Hono<AppContext>().get("/:id", edgeCache(LIST_CACHE), idParam(), async (c) => {
  const row = found(await publicProfileRow(c.get("services").db, c.req.valid("param").id));
  return c.json<SellerProfile, 200>(presentSellerProfile(row, c.get("services").now()), 200);
});

export const profileProcedures = new Hono<AppContext>()
  /**
   * Lift a suspension whose end has passed; no effect before that. For the caller's own account, or any account for
   * staff.
   */
  .post(
    "/check_and_lift_suspension",
    requireAccount,
    throttle("lift-suspension"),
    validate("json", LiftSuspension),
    async (c) => {
      const { db, now } = c.get("services");
      const actor = actorOf(c);
      const id = c.req.valid("json").user_id ?? actor.id;
      if (id !== actor.id) {
        // Only staff whose own account is neither suspended nor banned have staff permissions (A12), in a session that
        // has proved a second factor (A142).
        const caller = await profileById(db, actor.id);
        if (!caller || !isStaff(actor.role) || !canAdminister(caller, now()))
          throw new RefusalError("not_found", MESSAGES.notFound);
      }
      const lifted = await liftEndedSuspension(db, id, now()).returning({ id: profiles.id });
      const row = found(await profileById(db, id));
      return c.json<SuspensionReply, 200>(
        {
          lifted: lifted.length > 0,
          is_suspended: isSuspended(row, now()),
          suspension_end_date: row.suspension_end_date,
          server_now: now(),
        },
        200,
      );
    },
  );
