import { Hono } from "hono";
import { MESSAGES } from "#contract/copy";
import type { Page } from "#contract/page";
import {
  type AdminReport,
  type AdminReportDetail,
  DecideReport,
  ListReports,
  NewReport,
  type ReportReceipt,
} from "#contract/safety";
import { ID_PATTERN } from "#domain/ids";
import { refuse } from "#domain/result";
import type { AppContext } from "../../../http/context.ts";
import { respondRefusal } from "../../../http/errors.ts";
import { idempotent, requestKey } from "../../../http/idempotency.ts";
import { actorOf, requireAccount, requireStaff } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { validate } from "../../../http/validate.ts";
import { WRONG_CURSOR } from "../../../http/wrong-cursor.ts";
import type { Services } from "../../../services.ts";
import { stableId } from "../../../stable-id.ts";
import { decideReport } from "./decide.ts";
import { fileReport } from "./file.ts";
import { presentReport, presentReportDetail } from "./present.ts";
import { contextOf, findReport, listReports } from "./queries.ts";

const DAY = 24 * 60 * 60_000;
const NOT_FOUND = refuse("not_found", MESSAGES.notFound);

/** Reports of content and users, mounted at /api/reports. Suspended accounts may report too. */
export const reportRoutes = new Hono<AppContext>()
  /** Report a listing, user, message, message thread, review or request. One open report per user and subject. */
  .post(
    "/",
    requireAccount,
    throttle("reports", 20, DAY, "both"),
    validate("json", NewReport),
    idempotent("reports"),
    async (c) => {
      const services = c.get("services");
      const { id: reporterId } = actorOf(c);
      const key = requestKey(c);
      const id = key === null ? services.newId("rep") : await stableId("rep", reporterId, key);
      const filed = await fileReport(services, reporterId, id, c.req.valid("json"));
      if (!filed.ok) return respondRefusal(c, filed);
      const { subject_type, subject_id, status, created_at } = filed.report;
      return c.json<ReportReceipt, 201>({ id, subject_type, subject_id, status, created_at }, 201);
    },
  );

async function detailOf({ db, now }: Services, id: string): Promise<AdminReportDetail | null> {
  const row = ID_PATTERN.test(id) ? await findReport(db, id) : null;
  return row && presentReportDetail(row, await contextOf(db, row), now());
}

/** Queue of user reports and messages held by the content filter, mounted at /api/admin/reports. */
export const adminReportRoutes = new Hono<AppContext>()
  /** List open reports, oldest first, or decided ones, newest first. */
  .get("/", requireStaff, validate("query", ListReports), async (c) => {
    const { db, now } = c.get("services");
    const { status = "open", kind, cursor } = c.req.valid("query");
    const page = await listReports(db, { status, kind, cursor });
    if (!page) return respondRefusal(c, WRONG_CURSOR);
    const at = now();
    const items = page.rows.map((row) => presentReport(row, at));
    return c.json<Page<AdminReport>, 200>({ items, next_cursor: page.next_cursor, server_now: at }, 200);
  })
  /** Get one report with the surrounding messages. */
  .get("/:id", requireStaff, async (c) => {
    const detail = await detailOf(c.get("services"), c.req.param("id"));
    return detail ? c.json<AdminReportDetail, 200>(detail, 200) : respondRefusal(c, NOT_FOUND);
  })
  /** Decide a report, once. The users concerned are notified, and the decision is logged. */
  .post("/:id/decision", requireStaff, validate("json", DecideReport), async (c) => {
    const services = c.get("services");
    const id = c.req.param("id");
    if (!ID_PATTERN.test(id)) return respondRefusal(c, NOT_FOUND);
    const decided = await decideReport(services, actorOf(c).id, id, c.req.valid("json"));
    if (!decided.ok) return respondRefusal(c, decided);
    const detail = await detailOf(services, id);
    return detail ? c.json<AdminReportDetail, 200>(detail, 200) : respondRefusal(c, NOT_FOUND);
  });
