import type { AuditEntry } from "#contract/admin/audit-log";
import { pick } from "#domain/pick";
import type { AuditRow } from "./queries.ts";

export function presentEntry(row: AuditRow): AuditEntry {
  return {
    ...pick(row, "id", "at", "action", "hash"),
    actor: { id: row.actor_id, name: row.actor_name },
    subject: { id: row.subject, name: row.subject_name, is_person: row.subject_is_person === 1 },
    details: JSON.parse(row.details) as Record<string, unknown>,
  };
}

export const AUDIT_COLUMNS = [
  "id",
  "at",
  "date",
  "actor_id",
  "actor_name",
  "action",
  "subject",
  "subject_name",
  "details",
  "prev_hash",
  "hash",
] as const;

/** Returns the cells of a CSV row in the order of AUDIT_COLUMNS. `details` is exactly the text that was hashed. */
export function auditCells(row: AuditRow): (string | number | null)[] {
  return [
    row.id,
    row.at,
    new Date(row.at).toISOString(),
    row.actor_id,
    row.actor_name,
    row.action,
    row.subject,
    row.subject_name,
    row.details,
    row.prev_hash,
    row.hash,
  ];
}
