/** Verifies the hash chain of the audit log: whether entries were changed or removed (D34, decision 0031). */
import { sql } from "drizzle-orm";
import type { AuditVerdict } from "#contract/admin/audit-log";
import { auditHead, entryHash, GENESIS, type StoredEntry } from "./audit-log.ts";
import type { Database } from "./client.ts";

interface Link extends Omit<StoredEntry, "id"> {
  id: number | null;
  entry_id: number;
  prev_hash: string | null;
  hash: string | null;
}

const PAGE = 1_000;

/** Returns one page of entries with their hashes, `after` to `upTo`. The entry or its hash may be missing. */
function linksAfter(db: Database, after: number, upTo: number): Promise<Link[]> {
  return db.all<Link>(sql`
    SELECT l.id AS entry_id, s.prev_hash, s.hash, l.id, l.actor_id, l.action, l.subject, l.details, l.at
      FROM audit_log l LEFT JOIN audit_seals s ON s.entry_id = l.id WHERE l.id > ${after} AND l.id <= ${upTo}
    UNION ALL SELECT s.entry_id, s.prev_hash, s.hash, NULL, NULL, NULL, NULL, NULL, NULL FROM audit_seals s
      WHERE s.entry_id > ${after} AND s.entry_id <= ${upTo}
        AND NOT EXISTS (SELECT 1 FROM audit_log l WHERE l.id = s.entry_id)
    ORDER BY 1 LIMIT ${PAGE}`);
}

async function problemOf(link: Link, prev: string): Promise<NonNullable<AuditVerdict["broken"]>["problem"] | null> {
  if (link.id === null) return "removed";
  if (link.hash === null) return "unsealed";
  if (link.prev_hash !== prev) return "unlinked";
  return link.hash === (await entryHash(prev, { ...link, id: link.id })) ? null : "changed";
}

/** Recalculates the chain from the entries and stops at the first mismatch. */
export async function verifyAuditLog(
  db: Database,
  { after = 0, limit }: { after?: number; limit: number },
): Promise<AuditVerdict> {
  const head = await auditHead(db);
  const report: AuditVerdict = { checked: 0, broken: null, head, next_after: null };
  if (!head) return report;
  const [before] = await db.all<{ hash: string }>(
    sql`SELECT hash FROM audit_seals WHERE entry_id <= ${after} ORDER BY entry_id DESC LIMIT 1`,
  );
  let prev = before?.hash ?? GENESIS;
  let at = after;
  while (report.checked < limit) {
    const links = await linksAfter(db, at, head.entry_id);
    for (const link of links) {
      const problem = await problemOf(link, prev);
      if (problem) return { ...report, broken: { entry_id: link.entry_id, problem } };
      prev = link.hash ?? prev;
      at = link.entry_id;
      report.checked++;
    }
    if (links.length < PAGE) return report;
  }
  return { ...report, next_after: at };
}
