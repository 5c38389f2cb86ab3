import { desc, eq } from "drizzle-orm";
import { Hono } from "hono";
import type { SessionReply } from "#contract/account/auth";
import { HandleDataRequest } from "#contract/account/own-data";
import {
  ChangeRole,
  Impersonate,
  ListUserOrders,
  ListUsers,
  SignOutUser,
  TakeUserAction,
  type UserDetail,
  type UserOrder,
  type UserRow,
} from "#contract/admin/users";
import type { Page } from "#contract/page";
import { permissionsOver } from "#domain/account/permissions";
import { hasSecondFactor } from "#domain/account/second-factor";
import { appeals } from "../../../db/schema/status.ts";
import { factorsOf, secondFactorAt } from "../../../db/second-factor.ts";
import { currentRole } from "../../../db/sessions.ts";
import type { Actor, AppContext, Ctx } from "../../../http/context.ts";
import { found, unwrap } from "../../../http/errors.ts";
import { idempotent, requestKey } from "../../../http/idempotency.ts";
import { appOrigin } from "../../../http/origin.ts";
import { sessionRole } from "../../../http/second-factor.ts";
import { actorOf, requireActor, requireStaff, writeActorCookie } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { validate } from "../../../http/validate.ts";
import type { Services } from "../../../services.ts";
import { sessionReply } from "../../account/auth/present.ts";
import { approveFirstFactor } from "../../account/second-factor/first-factor.ts";
import { handleDataRequest } from "../../own-data/commands.ts";
import { findPendingDeletion } from "../../own-data/queries.ts";
import { evidenceOf, suspensionNote } from "../../status/queries.ts";
import { accountStatusOf, presentPerson, presentPersonDetail, presentPersonOrder } from "./present.ts";
import { findUser, listUsers, ordersOf } from "./queries.ts";
import { applyUserAction, changeRole, endImpersonation, signOutPerson, startImpersonation } from "./user-actions.ts";

const APPEALS_SHOWN = 20;
const acting = [requireStaff, throttle("admin:users")] as const;

async function detailOf({ db, now }: Services, actor: Actor, id: string): Promise<UserDetail | null> {
  const [row, evidence, filed, note, deletion, factors] = await Promise.all([
    findUser(db, id, now()),
    evidenceOf(db, id),
    db
      .select()
      .from(appeals)
      .where(eq(appeals.user_id, id))
      .orderBy(desc(appeals.created_at), desc(appeals.id))
      .limit(APPEALS_SHOWN),
    suspensionNote(db, id),
    findPendingDeletion(db, id),
    factorsOf(db, id),
  ]);
  if (!row) return null;
  const may = permissionsOver(actor, { id, ...accountStatusOf(row) }, now());
  return {
    ...presentPersonDetail(row, evidence, filed, note, may, now()),
    deletion_due_at: deletion?.due_at ?? null,
    second_factor: hasSecondFactor(factors),
  };
}

/** Replies with the user's current state. */
async function reply(c: Ctx, id: string) {
  const person = found(await detailOf(c.get("services"), actorOf(c), id));
  return c.json<UserDetail, 200>(person, 200);
}

export const adminUserRoutes = new Hono<AppContext>()
  .get("/", requireStaff, validate("query", ListUsers), async (c) => {
    const { db, now } = c.get("services");
    const { cursor, ...filters } = c.req.valid("query");
    const at = now();
    const { rows, next_cursor } = unwrap(await listUsers(db, filters, cursor, at));
    const items = rows.map((row) => presentPerson(row, at));
    return c.json<Page<UserRow>, 200>({ items, next_cursor, server_now: at }, 200);
  })
  .get("/:id", requireStaff, async (c) => reply(c, c.req.param("id")))
  .get("/:id/orders", requireStaff, validate("query", ListUserOrders), async (c) => {
    const { db, now } = c.get("services");
    const { rows, next_cursor } = unwrap(await ordersOf(db, c.req.param("id"), c.req.valid("query").cursor));
    const items = rows.map(presentPersonOrder);
    return c.json<Page<UserOrder>, 200>({ items, next_cursor, server_now: now() }, 200);
  })
  /** Suspend, ban or restrict a user, or lift one of these. The user is notified with the reason. */
  .post("/:id/measures", ...acting, validate("json", TakeUserAction), idempotent("admin:users:measures"), async (c) => {
    const services = c.get("services");
    const id = c.req.param("id");
    const event = requestKey(c) ?? services.newId("aud");
    unwrap(await applyUserAction(services, actorOf(c), id, c.req.valid("json"), event));
    return reply(c, id);
  })
  /** Change a user's role. Super admins only; not their own, and never the last super admin's. */
  .post("/:id/role", ...acting, validate("json", ChangeRole), idempotent("admin:users:role"), async (c) => {
    const id = c.req.param("id");
    const { role, note } = c.req.valid("json");
    unwrap(await changeRole(c.get("services"), actorOf(c), id, role, note));
    return reply(c, id);
  })
  /**
   * Do for a user what they asked for by email: a copy of their data, the deletion of their account, or removing a second
   * factor that they have lost.
   */
  .post("/:id/own-data", ...acting, validate("json", HandleDataRequest), async (c) => {
    const id = c.req.param("id");
    unwrap(await handleDataRequest(c.get("services"), actorOf(c), id, c.req.valid("json")));
    return reply(c, id);
  })
  /**
   * Make the link with which a staff member adds their first second factor, after checking who they are. Super admins
   * only. It works once, in a session of that member.
   */
  .post("/:id/first-factor", ...acting, validate("json", SignOutUser), async (c) => {
    const link = unwrap(
      await approveFirstFactor(c.get("services"), actorOf(c), {
        id: c.req.param("id"),
        note: c.req.valid("json").note,
        origin: appOrigin(c),
      }),
    );
    return c.json<{ link: string }, 200>({ link }, 200);
  })
  .post("/:id/sign-out", ...acting, validate("json", SignOutUser), async (c) => {
    const id = c.req.param("id");
    unwrap(await signOutPerson(c.get("services"), actorOf(c), id, c.req.valid("json").note));
    return reply(c, id);
  })
  /** Start impersonating a user: this browser sees the site as that user, read-only, for half an hour. */
  .post("/:id/view", ...acting, validate("json", Impersonate), async (c) => {
    const services = c.get("services");
    const actor = actorOf(c);
    const id = c.req.param("id");
    const until = unwrap(await startImpersonation(services, actor, id, c.req.valid("json").note));
    const impersonatedBy = { by: actor.id, until };
    await writeActorCookie(c, { id, role: "user", session_id: actor.session_id, impersonatedBy });
    return c.json<{ until: number }, 200>({ until }, 200);
  });

export const impersonationRoutes = new Hono<AppContext>()
  /** End the impersonation of a user and return the session of the staff member. */
  .post("/end", requireActor, throttle("viewing-end"), async (c) => {
    const services = c.get("services");
    const { id, session_id, impersonatedBy: viewing } = actorOf(c);
    if (viewing) {
      await endImpersonation(services, session_id, viewing.by, id);
      const second_factor_at = await secondFactorAt(services.db, session_id);
      const role = sessionRole(services.env, await currentRole(services.db, viewing.by), { second_factor_at });
      await writeActorCookie(c, { id: viewing.by, role, session_id });
    }
    return c.json<SessionReply, 200>(await sessionReply(services, actorOf(c)), 200);
  });
