/** The audit log: who did what to whom, and whether the record is complete (D34, decision 0031). */
import * as z from "zod/mini";
import { instant, normaliseText } from "../fields.ts";

const part = z.optional(z.pipe(z.pipe(z.string(), z.transform(normaliseText)), z.string().check(z.maxLength(200))));
const moment = z.optional(z.pipe(z.coerce.number(), instant));

const filters = {
  /** An id or email address; `service` for automatic actions. */
  actor: part,
  action: z.optional(z.string().check(z.regex(/^[a-z0-9_]{1,60}$/, "That action isn't valid."))),
  /** An id or email address of the affected user or record. */
  subject: part,
  /** `from` is inclusive, `to` exclusive. */
  from: moment,
  to: moment,
};

/** GET /api/admin/audit-log, newest first. */
export const ListAudit = z.strictObject({ ...filters, cursor: z.optional(z.string().check(z.maxLength(300))) });

/** GET /api/admin/audit-log/export.csv */
export const ExportAudit = z.strictObject(filters);

export interface AuditEntry {
  id: number;
  at: number;
  action: string;
  actor: { id: string; name: string | null };
  subject: { id: string; name: string | null; is_person: boolean };
  details: Record<string, unknown>;
  /** Null until the entry is added to the hash chain. */
  hash: string | null;
}

/** POST /api/admin/audit-log/verify: continues after this entry when the log is too long for one request. */
export const VerifyAudit = z.strictObject({ after: z.optional(z.int().check(z.minimum(0))) });

export interface AuditVerdict {
  checked: number;
  broken: { entry_id: number; problem: "changed" | "removed" | "unsealed" | "unlinked" } | null;
  head: { entry_id: number; hash: string } | null;
  next_after: number | null;
}
