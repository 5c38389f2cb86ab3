import { Hono } from "hono";
import { type AuditEntry, type AuditVerdict, ExportAudit, ListAudit, VerifyAudit } from "#contract/admin/audit-log";
import type { Page } from "#contract/page";
import { csvLine } from "#domain/csv";
import { chainAuditLog, insertAuditEntry } from "../../../db/audit-log.ts";
import { verifyAuditLog } from "../../../db/audit-verification.ts";
import type { AppContext } from "../../../http/context.ts";
import { unwrap } from "../../../http/errors.ts";
import { actorOf, requireStaff } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { validate } from "../../../http/validate.ts";
import { AUDIT_COLUMNS, auditCells, presentEntry } from "./present.ts";
import { auditActions, auditPage, listAuditEntries } from "./queries.ts";

/** Entries verified in one call; the client continues until the end. */
const VERIFIED_AT_ONCE = 20_000;
/** Rows of one file; larger exports are split by date. */
const EXPORTED = 20_000;
const EXPORT_PAGE = 1_000;

export const auditRoutes = new Hono<AppContext>()
  .get("/", requireStaff, validate("query", ListAudit), async (c) => {
    const { db, now } = c.get("services");
    const { cursor, ...filters } = c.req.valid("query");
    if (cursor === undefined) await chainAuditLog(db);
    const { rows, next_cursor } = unwrap(await listAuditEntries(db, filters, cursor));
    return c.json<Page<AuditEntry>, 200>({ items: rows.map(presentEntry), next_cursor, server_now: now() }, 200);
  })
  /** List the actions by which audit log entries can be filtered. */
  .get("/actions", requireStaff, async (c) => {
    return c.json<{ actions: string[] }, 200>({ actions: await auditActions(c.get("services").db) }, 200);
  })
  /** Export audit log entries as CSV, with the hashes that prove them. The export itself is logged. */
  .get("/export.csv", requireStaff, throttle("admin:audit-export"), validate("query", ExportAudit), async (c) => {
    const { db, now } = c.get("services");
    const filters = c.req.valid("query");
    const actor_id = actorOf(c).id;
    const entry = { actor_id, action: "audit_log_exported", subject: "audit_log", details: filters, at: now() };
    await db.run(insertAuditEntry(entry));
    await chainAuditLog(db);
    const lines = [csvLine(AUDIT_COLUMNS)];
    let beyond: { at: number; id: number } | null = null;
    while (lines.length <= EXPORTED) {
      const rows = await auditPage(db, filters, beyond, EXPORT_PAGE);
      for (const row of rows) lines.push(csvLine(auditCells(row)));
      const last = rows.at(-1);
      if (!last || rows.length < EXPORT_PAGE) break;
      beyond = { at: last.at, id: last.id };
    }
    return c.body(`\ufeff${lines.join("")}`, 200, {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="audit-log-${new Date(now()).toISOString().slice(0, 10)}.csv"`,
      "Cache-Control": "private, no-store",
    });
  })
  /** Verify the hash chain of the audit log, from the beginning or from where the last call stopped. */
  .post("/verify", requireStaff, throttle("admin:audit-verify"), validate("json", VerifyAudit), async (c) => {
    const { db } = c.get("services");
    const { after = 0 } = c.req.valid("json");
    await chainAuditLog(db);
    return c.json<AuditVerdict, 200>(await verifyAuditLog(db, { after, limit: VERIFIED_AT_ONCE }), 200);
  });
