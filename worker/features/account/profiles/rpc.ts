import { Hono } from "hono";
import { LiftSuspension, type SuspensionReply } from "#contract/account/profiles";
import { MESSAGES } from "#contract/copy";
import { canAdminister, isSuspended } from "#domain/status/account-status";
import { profiles } from "../../../db/schema/account.ts";
import type { AppContext } from "../../../http/context.ts";
import { found, RefusalError } from "../../../http/errors.ts";
import { actorOf, requireAccount } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { validate } from "../../../http/validate.ts";
import { liftEndedSuspension, profileById } from "./queries.ts";

export const profileProcedures = new Hono<AppContext>()
  /**
   * Lift a suspension whose end has passed; no effect before that. For the caller's own account, or any account for
   * staff.
   */
  .post(
    "/check_and_lift_suspension",
    requireAccount,
    throttle("lift-suspension", 60, 60_000, "account"),
    validate("json", LiftSuspension),
    async (c) => {
      const { db, now } = c.get("services");
      const actor = actorOf(c);
      const id = c.req.valid("json").user_id ?? actor.id;
      if (id !== actor.id) {
        // Only staff whose own account is neither suspended nor banned have staff permissions (A12).
        const caller = await profileById(db, actor.id);
        if (!caller || !canAdminister(caller, now())) throw new RefusalError("not_found", MESSAGES.notFound);
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
