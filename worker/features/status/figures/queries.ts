import { sql } from "drizzle-orm";
import type { Decisions } from "#domain/status/decision-figures";
import type { Database } from "../../../db/client.ts";

/** Read at most, the latest ones: enough for a median, and a bound on the work. */
const READ_AT_MOST = 10_000;

const NONE: Decisions = { decided: 0, changed: 0, median_ms: null };

/** Counts the decisions about reports by users and about appeals since then, in one statement. */
export async function countDecisions(db: Database, since: number): Promise<{ reports: Decisions; appeals: Decisions }> {
  const rows = await db.all<Decisions & { kind: "reports" | "appeals" }>(sql`WITH decisions AS (
      SELECT * FROM (SELECT 'reports' AS kind, outcome IN ('removed', 'acted') AS changed, decided_at - created_at AS took
        FROM reports WHERE kind = 'report' AND status = 'decided' AND decided_at > ${since}
        ORDER BY decided_at DESC LIMIT ${READ_AT_MOST})
      UNION ALL
      SELECT * FROM (SELECT 'appeals', status = 'overturned', decided_at - created_at
        FROM appeals WHERE status <> 'open' AND decided_at > ${since} ORDER BY decided_at DESC LIMIT ${READ_AT_MOST})
    ), ordered AS (
      SELECT *, row_number() OVER (PARTITION BY kind ORDER BY took) AS place, count(*) OVER (PARTITION BY kind) AS total
      FROM decisions
    )
    SELECT kind, total AS decided, sum(changed) AS changed,
      max(CASE WHEN place = (total + 1) / 2 THEN took END) AS median_ms
    FROM ordered GROUP BY kind`);
  const of = (kind: "reports" | "appeals") => rows.find((row) => row.kind === kind) ?? NONE;
  return { reports: of("reports"), appeals: of("appeals") };
}
