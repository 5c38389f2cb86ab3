import { Hono } from "hono";
import type { Page } from "#contract/page";
import {
  type AdminReport,
  type AdminReportDetail,
  DecideReport,
  type ListingReviewFigures,
  ListReports,
  NewReport,
  type ReportReceipt,
} from "#contract/safety";
import { DAY_MS } from "#domain/deadlines";
import type { AppContext, Ctx } from "../../../http/context.ts";
import { found, unwrap } from "../../../http/errors.ts";
import { idempotent, newIdFor } from "../../../http/idempotency.ts";
import { actorOf, requireAccount, requireStaff } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { idParam, validate } from "../../../http/validate.ts";
import { presentListingFigures, presentReport, presentReportDetail } from "./present.ts";
import { contextOf, decidedListings, findReport, listReports } from "./queries.ts";
import { decideReport, fileReport } from "./reports.ts";

const FIGURES_DAYS = 90;

/** Reports of content and users, mounted at /api/reports. Suspended accounts may report too. */
export const reportRoutes = new Hono<AppContext>()
  /** Report a listing, user, message, message thread, review, reply or request. One open report per user and subject. */
  .post("/", requireAccount, throttle("reports"), validate("json", NewReport), idempotent("reports"), async (c) => {
    const id = await newIdFor(c, "rep");
    const report = unwrap(await fileReport(c.get("services"), actorOf(c).id, id, c.req.valid("json")));
    const { subject_type, subject_id, status, created_at } = report;
    return c.json<ReportReceipt, 201>({ id, subject_type, subject_id, status, created_at }, 201);
  });

/** Replies with the report's current state. */
async function reply(c: Ctx, id: string) {
  const { db, now } = c.get("services");
  const row = found(await findReport(db, id));
  return c.json<AdminReportDetail, 200>(presentReportDetail(row, await contextOf(db, row), now()), 200);
}

/** Queue of user reports, messages held by the content filter and listings to review, mounted at /api/admin/reports. */
export const adminReportRoutes = new Hono<AppContext>()
  /** List open reports, oldest first, or decided ones, newest first. */
  .get("/", requireStaff, validate("query", ListReports), async (c) => {
    const { db, now } = c.get("services");
    const { status = "open", kind, cursor } = c.req.valid("query");
    const page = unwrap(await listReports(db, { status, kind, cursor }));
    const at = now();
    const items = page.rows.map((row) => presentReport(row, at));
    return c.json<Page<AdminReport>, 200>({ items, next_cursor: page.next_cursor, server_now: at }, 200);
  })
  /** Get how staff decided about listings in review during the last 90 days, by rule. */
  .get("/listing-figures", requireStaff, async (c) => {
    const { db, now } = c.get("services");
    const at = now();
    const rows = await decidedListings(db, at - FIGURES_DAYS * DAY_MS);
    return c.json<ListingReviewFigures, 200>(presentListingFigures(rows, at), 200);
  })
  /** Get one report with the surrounding messages. */
  .get("/:id", requireStaff, idParam(), async (c) => reply(c, c.req.valid("param").id))
  /** Decide a report, once. The users concerned are notified, and the decision is logged. */
  .post("/:id/decision", requireStaff, validate("json", DecideReport), idParam(), async (c) => {
    const { id } = c.req.valid("param");
    unwrap(await decideReport(c.get("services"), actorOf(c).id, id, c.req.valid("json")));
    return reply(c, id);
  });
