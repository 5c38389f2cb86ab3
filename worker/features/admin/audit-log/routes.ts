import { Hono } from "hono";
import { type AuditEntry, type AuditVerdict, ExportAudit, ListAudit, VerifyAudit } from "#contract/admin/audit-log";
import type { Page } from "#contract/page";
import { csvLine } from "#domain/csv";
import { decodeCursor, encodeCursor } from "#domain/cursor";
import { auditStatements, chainAuditLog } from "../../../db/audit-log.ts";
import { verifyAuditLog } from "../../../db/audit-verification.ts";
import type { AppContext } from "../../../http/context.ts";
import { respondRefusal } from "../../../http/errors.ts";
import { actorOf, requireStaff } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { validate } from "../../../http/validate.ts";
import { WRONG_CURSOR } from "../../../http/wrong-cursor.ts";
import { AUDIT_COLUMNS, auditCells, presentEntry } from "./present.ts";
import { auditActions, auditPage } from "./queries.ts";

const PAGE_SIZE = 30;
const MINUTE = 60_000;
/** Entries verified in one call; the client continues until the end. */
const VERIFIED_AT_ONCE = 20_000;
/** Rows of one file; larger exports are split by date. */
const EXPORTED = 20_000;
const EXPORT_PAGE = 1_000;

/** Cursor ids in the form of other lists. */
const cursorId = (id: number) => `aud_${String(id).padStart(8, "0")}`;

export const auditRoutes = new Hono<AppContext>()
  .get("/", requireStaff, validate("query", ListAudit), async (c) => {
    const { db, env, now } = c.get("services");
    const { cursor, ...filters } = c.req.valid("query");
    const after = cursor === undefined ? null : decodeCursor(cursor, "audit", filters);
    if (cursor !== undefined && after === null) return respondRefusal(c, WRONG_CURSOR);
    if (!after) await chainAuditLog(env.DB);
    const beyond = after && { at: after.key, id: Number(after.id.slice(4)) };
    const rows = await auditPage(db, filters, beyond, PAGE_SIZE + 1);
    const page = rows.slice(0, PAGE_SIZE);
    const last = page.at(-1);
    return c.json<Page<AuditEntry>, 200>(
      {
        items: page.map(presentEntry),
        next_cursor:
          rows.length > PAGE_SIZE && last
            ? encodeCursor("audit", filters, { key: last.at, id: cursorId(last.id) })
            : null,
        server_now: now(),
      },
      200,
    );
  })
  /** List the actions by which audit log entries can be filtered. */
  .get("/actions", requireStaff, async (c) => {
    return c.json<{ actions: string[] }, 200>({ actions: await auditActions(c.get("services").db) }, 200);
  })
  /** Export audit log entries as CSV, with the hashes that prove them. The export itself is logged. */
  .get(
    "/export.csv",
    requireStaff,
    throttle("admin:audit-export", 10, 10 * MINUTE, "account"),
    validate("query", ExportAudit),
    async (c) => {
      const { db, env, now } = c.get("services");
      const filters = c.req.valid("query");
      const actor = actorOf(c).id;
      await env.DB.batch(
        auditStatements(env.DB, {
          actor_id: actor,
          action: "audit_log_exported",
          subject: "audit_log",
          details: filters,
          at: now(),
        }),
      );
      await chainAuditLog(env.DB);
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
    },
  )
  /** Verify the hash chain of the audit log, from the beginning or from where the last call stopped. */
  .post(
    "/verify",
    requireStaff,
    throttle("admin:audit-verify", 60, 10 * MINUTE, "account"),
    validate("json", VerifyAudit),
    async (c) => {
      const { env } = c.get("services");
      const { after = 0 } = c.req.valid("json");
      await chainAuditLog(env.DB);
      return c.json<AuditVerdict, 200>(await verifyAuditLog(env.DB, { after, limit: VERIFIED_AT_ONCE }), 200);
    },
  );
