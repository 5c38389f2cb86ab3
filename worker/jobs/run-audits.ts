/** Runs the audits: cron hourly, tests after every file that uses the database, and a restore at its end. */
import { sql } from "drizzle-orm";
import { verifyAuditLog } from "../db/audit-verification.ts";
import { batch, type Database } from "../db/client.ts";
import { storeState } from "../db/service-state.ts";
import { log } from "../log.ts";
import type { Services } from "../services.ts";
import type { Audit } from "./audits/audit.ts";
import { CIRCLES_AUDITS } from "./audits/circles.ts";
import { GIVEAWAYS_AUDITS } from "./audits/giveaways.ts";
import { MOVING_SALES_AUDITS } from "./audits/moving-sales.ts";
import { OFFERS_AUDITS } from "./audits/offers.ts";
import { ORDERS_AUDITS } from "./audits/orders.ts";
import { OWN_DATA_AUDITS } from "./audits/own-data.ts";
import { PAYMENTS_AUDITS } from "./audits/payments.ts";
import { PEOPLE_AUDITS } from "./audits/people.ts";

const AUDITS: readonly Audit[] = [
  ...ORDERS_AUDITS,
  ...OFFERS_AUDITS,
  ...CIRCLES_AUDITS,
  ...GIVEAWAYS_AUDITS,
  ...MOVING_SALES_AUDITS,
  ...PAYMENTS_AUDITS,
  ...PEOPLE_AUDITS,
  ...OWN_DATA_AUDITS,
];

export interface Finding {
  audit: string;
  ids: string[];
}

/** Enough to start an investigation. */
const IDS_SHOWN = 20;

/** Returns the queries with their parameters. */
export function auditStatements(now: number): { name: string; sql: string; params: number[] }[] {
  return AUDITS.map(({ name, sql }) => ({
    name,
    sql: `SELECT id FROM (${sql}) LIMIT ${IDS_SHOWN}`,
    params: sql.includes("?1") ? [now] : [],
  }));
}

/**
 * Runs all queries in one batch.
 * @returns the violated ones.
 */
export async function runAudits(db: Database, now: number): Promise<Finding[]> {
  const questions = auditStatements(now);
  const replies = await batch<{ id: string }[]>(
    db,
    questions.map((question) => ({ toSQL: () => question })),
  );
  return replies.flatMap((rows, index) => {
    const question = questions[index];
    return question && rows.length > 0 ? [{ audit: question.name, ids: rows.map((row) => String(row.id)) }] : [];
  });
}

const TICK_MS = 5 * 60_000;
const HOUR_MS = 60 * 60_000;
/** Newest audit log entries that are verified every hour; an admin can verify the whole log. */
const CHAIN_CHECKED = 5_000;

/** Runs the audits in the first tick of every hour, because they read whole tables. Violations are logged as errors. */
export async function auditHourly({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  if (now() % HOUR_MS >= TICK_MS) return;
  const findings = await runAudits(db, now());
  for (const finding of findings) log("error", { problem: "audit", ...finding });
  await db.run(storeState("audits", { findings }, now()));
  await verifyChain(db);
}

/**
 * Verifies the end of the hash chain and writes its head to the logs, out of reach of database writers: a logged head
 * that is no longer part of the chain shows that the log was rewritten.
 */
async function verifyChain(db: Database): Promise<void> {
  const [newest] = await db.all<{ id: number | null }>(sql`SELECT max(entry_id) AS id FROM audit_seals`);
  const after = Math.max(0, (newest?.id ?? 0) - CHAIN_CHECKED);
  const { broken, head } = await verifyAuditLog(db, { after, limit: CHAIN_CHECKED });
  if (broken) log("error", { problem: "audit log chain", entry_id: broken.entry_id, is: broken.problem });
  if (head) log("info", { message: "audit log head", ...head });
}
