import { desc, eq } from "drizzle-orm";
import { Hono } from "hono";
import { type Refusal, refuse } from "#contract/errors";
import { MESSAGES } from "#contract/messages";
import type { Page } from "#contract/page";
import {
  ChangeRole,
  ListPeople,
  ListPersonOrders,
  type PersonDetail,
  type PersonOrder,
  type PersonRow,
  SignOutPerson,
  TakeMeasure,
  ViewAs,
} from "#contract/people";
import { decodeCursor, encodeCursor } from "#domain/cursor";
import { powersOver } from "#domain/staff-powers";
import { appeals } from "../../db/schema/standing.ts";
import type { Actor, AppContext, Ctx, Services } from "../../http/context.ts";
import { respondRefusal } from "../../http/errors.ts";
import { idempotent, requestKey } from "../../http/idempotency.ts";
import { actorOf, requireStaff, writeActorCookie } from "../../http/session.ts";
import { throttle } from "../../http/throttle.ts";
import { validate } from "../../http/validate.ts";
import { WRONG_CURSOR } from "../../http/wrong-cursor.ts";
import { evidenceOf, suspensionNote } from "../standing/queries.ts";
import { takeMeasure } from "./measures.ts";
import { beginViewing, changeRole, signOutPerson } from "./powers.ts";
import { presentPerson, presentPersonDetail, presentPersonOrder, standingOf } from "./present.ts";
import { ordersOf, peoplePage, personById } from "./queries.ts";

const PAGE_SIZE = 25;
const APPEALS_SHOWN = 20;
const limited = throttle("admin:users", 60, 10 * 60_000, "account");

async function detailOf({ db, now }: Services, actor: Actor, id: string): Promise<PersonDetail | null> {
  const [row, evidence, filed, note] = await Promise.all([
    personById(db, id, now()),
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
  const may = powersOver(actor, { id, ...standingOf(row) }, now());
  return presentPersonDetail(row, evidence, filed, note, may, now());
}

/** Replies with the user's current state, or the refusal. */
async function answer(c: Ctx, id: string, done: { ok: true } | Refusal) {
  if (!done.ok) return respondRefusal(c, done);
  const person = await detailOf(c.get("services"), actorOf(c), id);
  if (!person) return respondRefusal(c, refuse("not_found", MESSAGES.notFound));
  return c.json<PersonDetail, 200>(person, 200);
}

export const peopleRoutes = new Hono<AppContext>()
  .get("/", requireStaff, validate("query", ListPeople), async (c) => {
    const { db, now } = c.get("services");
    const { cursor, ...filters } = c.req.valid("query");
    const after = cursor === undefined ? null : decodeCursor(cursor, "people", filters);
    if (cursor !== undefined && after === null) return respondRefusal(c, WRONG_CURSOR);
    const rows = await peoplePage(db, filters, after, PAGE_SIZE + 1, now());
    const page = rows.slice(0, PAGE_SIZE);
    const last = page.at(-1);
    return c.json<Page<PersonRow>, 200>(
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
  .get("/:id/orders", requireStaff, validate("query", ListPersonOrders), async (c) => {
    const { db, now } = c.get("services");
    const id = c.req.param("id");
    const { cursor } = c.req.valid("query");
    const after = cursor === undefined ? null : decodeCursor(cursor, "person-orders", { id });
    if (cursor !== undefined && after === null) return respondRefusal(c, WRONG_CURSOR);
    const rows = await ordersOf(db, id, after, PAGE_SIZE + 1);
    const page = rows.slice(0, PAGE_SIZE);
    const last = page.at(-1);
    return c.json<Page<PersonOrder>, 200>(
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
    validate("json", TakeMeasure),
    idempotent("admin:users:measures"),
    async (c) => {
      const services = c.get("services");
      const id = c.req.param("id");
      const event = requestKey(c) ?? services.newId("aud");
      return answer(c, id, await takeMeasure(services, actorOf(c), id, c.req.valid("json"), event));
    },
  )
  /** Change a user's role. Super admins only; not their own, and never the last super admin's. */
  .post("/:id/role", requireStaff, limited, validate("json", ChangeRole), idempotent("admin:users:role"), async (c) => {
    const id = c.req.param("id");
    const { role, note } = c.req.valid("json");
    return answer(c, id, await changeRole(c.get("services"), actorOf(c), id, role, note));
  })
  .post("/:id/sign-out", requireStaff, limited, validate("json", SignOutPerson), async (c) => {
    const id = c.req.param("id");
    return answer(c, id, await signOutPerson(c.get("services"), actorOf(c), id, c.req.valid("json").note));
  })
  /** Start impersonating a user: this browser sees the site as that user, read-only, for half an hour. */
  .post("/:id/view", requireStaff, limited, validate("json", ViewAs), async (c) => {
    const services = c.get("services");
    const actor = actorOf(c);
    const id = c.req.param("id");
    const begun = await beginViewing(services, actor, id, c.req.valid("json").note);
    if (!begun.ok) return respondRefusal(c, begun);
    const viewing = { by: actor.id, until: begun.until };
    await writeActorCookie(c, { id, role: "user", session_id: actor.session_id, viewing });
    return c.json<{ until: number }, 200>({ until: begun.until }, 200);
  });
