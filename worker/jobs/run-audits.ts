/** Runs the audits: cron in turn, tests after every file that uses the database, and a restore at its end. */

import { sql } from "drizzle-orm";
import { MINUTE_MS } from "#domain/deadlines";
import { verifyAuditLog } from "../db/audit-verification.ts";
import type { Database } from "../db/client.ts";
import { parseState, type StateRow, stateQuery, storeState } from "../db/service-state.ts";
import { log } from "../log.ts";
import type { Services } from "../services.ts";
import { CIRCLES_AUDITS } from "./audits/circles.ts";
import { GIVEAWAYS_AUDITS } from "./audits/giveaways.ts";
import { MOVING_SALES_AUDITS } from "./audits/moving-sales.ts";
import { OFFERS_AUDITS } from "./audits/offers.ts";
import { ORDERS_AUDITS } from "./audits/orders.ts";
import { OWN_DATA_AUDITS } from "./audits/own-data.ts";
import { PAYMENTS_AUDITS } from "./audits/payments.ts";
import { PEOPLE_AUDITS } from "./audits/people.ts";

const AUDITS = [
  ORDERS_AUDITS,
  OFFERS_AUDITS,
  CIRCLES_AUDITS,
  GIVEAWAYS_AUDITS,
  MOVING_SALES_AUDITS,
  PAYMENTS_AUDITS,
  PEOPLE_AUDITS,
  OWN_DATA_AUDITS,
].flatMap((audits) => Object.entries(audits));

export interface Finding {
  audit: string;
  ids: string[];
}

/** Enough to start an investigation. */
const IDS_SHOWN = 20;

/** Returns the queries with their parameters. */
export function auditStatements(now: number): { name: string; sql: string; params: number[] }[] {
  return AUDITS.map(([name, sql]) => ({
    name,
    sql: `SELECT id FROM (${sql}) LIMIT ${IDS_SHOWN}`,
    params: sql.includes("?1") ? [now] : [],
  }));
}

/**
 * Runs these queries, by default all, in one batch. Reads from a replica where there is one: a replica may be late, but it
 * is whole.
 * @returns the violated ones.
 */
export async function runAudits(db: Database, now: number, questions = auditStatements(now)): Promise<Finding[]> {
  const replica = db.$client.withSession("first-unconstrained");
  const replies = await replica.batch<{ id: string }>(
    questions.map(({ sql, params }) => replica.prepare(sql).bind(...params)),
  );
  return replies.flatMap(({ results }, index) => {
    const question = questions[index];
    return question && results.length > 0 ? [{ audit: question.name, ids: results.map((row) => String(row.id)) }] : [];
  });
}

const TICK_MS = 5 * MINUTE_MS;
const TICKS = 12;
/** Newest audit log entries that are verified every hour; an admin can verify the whole log. */
const CHAIN_CHECKED = 5_000;

/**
 * Runs a twelfth of the audits in each tick, so that each runs once an hour: together they would stop a large database
 * for seconds, because they read whole tables. Violations are logged as errors.
 */
export async function auditInTurn({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  const at = now();
  const turn = Math.floor(at / TICK_MS) % TICKS;
  const questions = auditStatements(at).filter((_, index) => index % TICKS === turn);
  const found = await runAudits(db, at, questions);
  for (const finding of found) log("error", { problem: "audit", ...finding });
  const [stored] = await db.all<StateRow>(stateQuery("audits"));
  const asked = new Set(questions.map(({ name }) => name));
  const others = parseState("audits", stored)?.value.findings.filter(({ audit }) => !asked.has(audit)) ?? [];
  await db.run(storeState("audits", { findings: [...others, ...found] }, at));
  if (turn === 0) await verifyChain(db);
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
