import { Hono } from "hono";
import type { Page } from "#contract/page";
import {
  type AccountStatusReply,
  type AdminAppeal,
  type AppealView,
  DecideAppeal,
  ListAppeals,
  NewAppeal,
} from "#contract/status";
import type { AppContext } from "../../http/context.ts";
import { found, unwrap } from "../../http/errors.ts";
import { idempotent, newIdFor } from "../../http/idempotency.ts";
import { actorOf, requireAccount, requireActor, requireStaff } from "../../http/session.ts";
import { throttle } from "../../http/throttle.ts";
import { idParam, validate } from "../../http/validate.ts";
import type { Services } from "../../services.ts";
import { decideAppeal, fileAppeal } from "./commands.ts";
import { presentAccountStatus, presentAdminAppeal, presentAppeal } from "./present.ts";
import { type AppealRow, evidenceOf, latestAppeal, listAppeals, statusProfile, suspensionNote } from "./queries.ts";

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
    return c.json<AccountStatusReply, 200>(presentAccountStatus(found(person), evidence, appeal, note, now()), 200);
  })
  /** Appeal against a suspension or ban. One open appeal at a time. */
  .post(
    "/appeals",
    requireAccount,
    throttle("appeals"),
    validate("json", NewAppeal),
    idempotent("appeals"),
    async (c) => {
      const id = await newIdFor(c, "apl");
      const appeal = unwrap(await fileAppeal(c.get("services"), actorOf(c).id, id, c.req.valid("json").message));
      return c.json<AppealView, 201>(presentAppeal(appeal), 201);
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
    const { rows, next_cursor } = unwrap(await listAppeals(services.db, status, cursor));
    const items = await forStaff(services, rows);
    return c.json<Page<AdminAppeal>, 200>({ items, next_cursor, server_now: services.now() }, 200);
  })
  /** Decide an appeal. The user is notified, the decision is logged, and the account status is recomputed. */
  .post("/:id/decision", requireStaff, validate("json", DecideAppeal), idParam(), async (c) => {
    const services = c.get("services");
    const { id } = c.req.valid("param");
    const decided = unwrap(await decideAppeal(services, actorOf(c), id, c.req.valid("json")));
    const [appeal] = await forStaff(services, [decided]);
    return c.json<AdminAppeal, 200>(found(appeal), 200);
  });
