import { and, asc, desc, eq, gt, lt, ne, or } from "drizzle-orm";
import { Hono } from "hono";
import { MESSAGES } from "#contract/copy";
import type { Page } from "#contract/page";
import {
  type AccountStatusReply,
  type AdminAppeal,
  type AppealView,
  DecideAppeal,
  ListAppeals,
  NewAppeal,
} from "#contract/status";
import { decodeCursor, encodeCursor } from "#domain/cursor";
import { refuse } from "#domain/result";
import { appeals } from "../../db/schema/status.ts";
import type { AppContext } from "../../http/context.ts";
import { respondRefusal } from "../../http/errors.ts";
import { idempotent, requestKey } from "../../http/idempotency.ts";
import { actorOf, requireAccount, requireActor, requireStaff } from "../../http/session.ts";
import { throttle } from "../../http/throttle.ts";
import { validate } from "../../http/validate.ts";
import type { Services } from "../../services.ts";
import { stableId } from "../../stable-id.ts";
import { decideAppeal, fileAppeal, latestAppeal } from "./appeals.ts";
import { type AppealRow, presentAccountStatus, presentAdminAppeal, presentAppeal } from "./present.ts";
import { evidenceOf, statusProfile, suspensionNote } from "./queries.ts";

const DAY = 24 * 60 * 60_000;
const PAGE_SIZE = 20;

/** Account status of the signed-in user, mounted at /api/standing, for accounts of any status. */
export const accountStatusRoutes = new Hono<AppContext>()
  /** Get the signed-in user's account status, the orders that led to it, and their latest appeal. */
  .get("/", requireActor, async (c) => {
    const { db, now } = c.get("services");
    const { id } = actorOf(c);
    const [person, evidence, appeal, note] = await Promise.all([
      statusProfile(db, id),
      evidenceOf(db, id),
      latestAppeal(db, id),
      suspensionNote(db, id),
    ]);
    if (!person) return respondRefusal(c, refuse("not_found", MESSAGES.notFound));
    return c.json<AccountStatusReply, 200>(presentAccountStatus(person, evidence, appeal, note, now()), 200);
  })
  /** Appeal against a suspension or ban. One open appeal at a time. */
  .post(
    "/appeals",
    requireAccount,
    throttle("appeals", 5, DAY, "account"),
    validate("json", NewAppeal),
    idempotent("appeals"),
    async (c) => {
      const services = c.get("services");
      const { id: userId } = actorOf(c);
      const key = requestKey(c);
      const id = key === null ? services.newId("apl") : await stableId("apl", userId, key);
      const filed = await fileAppeal(services, userId, id, c.req.valid("json").message);
      if (!filed.ok) return respondRefusal(c, filed);
      return c.json<AppealView, 201>(presentAppeal(filed.appeal), 201);
    },
  );

/** Loads appeals for staff, each with user, account status and evidence. */
async function forStaff({ db, now }: Services, rows: readonly AppealRow[]): Promise<AdminAppeal[]> {
  const shown = await Promise.all(
    rows.map(async (row) => {
      const [person, evidence, note] = await Promise.all([
        statusProfile(db, row.user_id),
        evidenceOf(db, row.user_id),
        suspensionNote(db, row.user_id),
      ]);
      return person && presentAdminAppeal(row, person, evidence, note, now());
    }),
  );
  return shown.filter((appeal) => appeal !== null);
}

export const adminAppealRoutes = new Hono<AppContext>()
  /** List open appeals, oldest first, or decided ones, newest first. */
  .get("/", requireStaff, validate("query", ListAppeals), async (c) => {
    const services = c.get("services");
    const { status = "open", cursor } = c.req.valid("query");
    const after = cursor === undefined ? null : decodeCursor(cursor, status, {});
    if (cursor !== undefined && after === null) {
      return respondRefusal(c, refuse("bad_request", "That page does not exist any more. Please start again."));
    }
    const open = status === "open";
    const [beyond, order] = open ? [gt, asc] : [lt, desc];
    const rows = await services.db
      .select()
      .from(appeals)
      .where(
        and(
          open ? eq(appeals.status, "open") : ne(appeals.status, "open"),
          after
            ? or(
                beyond(appeals.created_at, after.key),
                and(eq(appeals.created_at, after.key), beyond(appeals.id, after.id)),
              )
            : undefined,
        ),
      )
      .orderBy(order(appeals.created_at), order(appeals.id))
      .limit(PAGE_SIZE + 1);
    const page = rows.slice(0, PAGE_SIZE);
    const last = page.at(-1);
    return c.json<Page<AdminAppeal>, 200>(
      {
        items: await forStaff(services, page),
        next_cursor:
          rows.length > PAGE_SIZE && last ? encodeCursor(status, {}, { key: last.created_at, id: last.id }) : null,
        server_now: services.now(),
      },
      200,
    );
  })
  /** Decide an appeal. The user is notified, the decision is logged, and the account status is recomputed. */
  .post("/:id/decision", requireStaff, validate("json", DecideAppeal), async (c) => {
    const services = c.get("services");
    const decided = await decideAppeal(services, actorOf(c), c.req.param("id"), c.req.valid("json"));
    if (!decided.ok) return respondRefusal(c, decided);
    const [appeal] = await forStaff(services, [decided.appeal]);
    if (!appeal) return respondRefusal(c, refuse("not_found", MESSAGES.notFound));
    return c.json<AdminAppeal, 200>(appeal, 200);
  });
