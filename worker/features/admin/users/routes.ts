import { desc, eq } from "drizzle-orm";
import { Hono } from "hono";
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
import { MESSAGES } from "#contract/copy";
import type { Page } from "#contract/page";
import { permissionsOver } from "#domain/account/permissions";
import { decodeCursor, encodeCursor } from "#domain/cursor";
import { type Refusal, refuse } from "#domain/result";
import { appeals } from "../../../db/schema/status.ts";
import type { Actor, AppContext, Ctx } from "../../../http/context.ts";
import { respondRefusal } from "../../../http/errors.ts";
import { idempotent, requestKey } from "../../../http/idempotency.ts";
import { actorOf, requireStaff, writeActorCookie } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { validate } from "../../../http/validate.ts";
import { WRONG_CURSOR } from "../../../http/wrong-cursor.ts";
import type { Services } from "../../../services.ts";
import { evidenceOf, suspensionNote } from "../../status/queries.ts";
import { changeRole, signOutPerson, startImpersonation } from "./permissions.ts";
import { accountStatusOf, presentPerson, presentPersonDetail, presentPersonOrder } from "./present.ts";
import { findUser, listUsers, ordersOf } from "./queries.ts";
import { applyUserAction } from "./user-actions.ts";

const PAGE_SIZE = 25;
const APPEALS_SHOWN = 20;
const limited = throttle("admin:users", 60, 10 * 60_000, "account");

async function detailOf({ db, now }: Services, actor: Actor, id: string): Promise<UserDetail | null> {
  const [row, evidence, filed, note] = await Promise.all([
    findUser(db, id, now()),
    evidenceOf(db, id),
    db
      .select()
      .from(appeals)
      .where(eq(appeals.user_id, id))
      .orderBy(desc(appeals.created_at), desc(appeals.id))
      .limit(APPEALS_SHOWN),
    suspensionNote(db, id),
  ]);
  if (!row) return null;
  const may = permissionsOver(actor, { id, ...accountStatusOf(row) }, now());
  return presentPersonDetail(row, evidence, filed, note, may, now());
}

/** Replies with the user's current state, or the refusal. */
async function answer(c: Ctx, id: string, done: { ok: true } | Refusal) {
  if (!done.ok) return respondRefusal(c, done);
  const person = await detailOf(c.get("services"), actorOf(c), id);
  if (!person) return respondRefusal(c, refuse("not_found", MESSAGES.notFound));
  return c.json<UserDetail, 200>(person, 200);
}

export const adminUserRoutes = new Hono<AppContext>()
  .get("/", requireStaff, validate("query", ListUsers), async (c) => {
    const { db, now } = c.get("services");
    const { cursor, ...filters } = c.req.valid("query");
    const after = cursor === undefined ? null : decodeCursor(cursor, "people", filters);
    if (cursor !== undefined && after === null) return respondRefusal(c, WRONG_CURSOR);
    const rows = await listUsers(db, filters, after, PAGE_SIZE + 1, now());
    const page = rows.slice(0, PAGE_SIZE);
    const last = page.at(-1);
    return c.json<Page<UserRow>, 200>(
      {
        items: page.map((row) => presentPerson(row, now())),
        next_cursor:
          rows.length > PAGE_SIZE && last
            ? encodeCursor("people", filters, { key: last.created_at, id: last.id })
            : null,
        server_now: now(),
      },
      200,
    );
  })
  .get("/:id", requireStaff, async (c) => answer(c, c.req.param("id"), { ok: true }))
  .get("/:id/orders", requireStaff, validate("query", ListUserOrders), async (c) => {
    const { db, now } = c.get("services");
    const id = c.req.param("id");
    const { cursor } = c.req.valid("query");
    const after = cursor === undefined ? null : decodeCursor(cursor, "person-orders", { id });
    if (cursor !== undefined && after === null) return respondRefusal(c, WRONG_CURSOR);
    const rows = await ordersOf(db, id, after, PAGE_SIZE + 1);
    const page = rows.slice(0, PAGE_SIZE);
    const last = page.at(-1);
    return c.json<Page<UserOrder>, 200>(
      {
        items: page.map(presentPersonOrder),
        next_cursor:
          rows.length > PAGE_SIZE && last
            ? encodeCursor("person-orders", { id }, { key: last.created_at, id: last.id })
            : null,
        server_now: now(),
      },
      200,
    );
  })
  /** Suspend, ban or restrict a user, or lift one of these. The user is notified with the reason. */
  .post(
    "/:id/measures",
    requireStaff,
    limited,
    validate("json", TakeUserAction),
    idempotent("admin:users:measures"),
    async (c) => {
      const services = c.get("services");
      const id = c.req.param("id");
      const event = requestKey(c) ?? services.newId("aud");
      return answer(c, id, await applyUserAction(services, actorOf(c), id, c.req.valid("json"), event));
    },
  )
  /** Change a user's role. Super admins only; not their own, and never the last super admin's. */
  .post("/:id/role", requireStaff, limited, validate("json", ChangeRole), idempotent("admin:users:role"), async (c) => {
    const id = c.req.param("id");
    const { role, note } = c.req.valid("json");
    return answer(c, id, await changeRole(c.get("services"), actorOf(c), id, role, note));
  })
  .post("/:id/sign-out", requireStaff, limited, validate("json", SignOutUser), async (c) => {
    const id = c.req.param("id");
    return answer(c, id, await signOutPerson(c.get("services"), actorOf(c), id, c.req.valid("json").note));
  })
  /** Start impersonating a user: this browser sees the site as that user, read-only, for half an hour. */
  .post("/:id/view", requireStaff, limited, validate("json", Impersonate), async (c) => {
    const services = c.get("services");
    const actor = actorOf(c);
    const id = c.req.param("id");
    const begun = await startImpersonation(services, actor, id, c.req.valid("json").note);
    if (!begun.ok) return respondRefusal(c, begun);
    const viewing = { by: actor.id, until: begun.until };
    await writeActorCookie(c, { id, role: "user", session_id: actor.session_id, impersonatedBy: viewing });
    return c.json<{ until: number }, 200>({ until: begun.until }, 200);
  });
