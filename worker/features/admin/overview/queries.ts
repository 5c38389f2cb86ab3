import type { OverviewReply, QueueName } from "#contract/admin/overview";
import {
  lastDays,
  STATISTICS,
  type Statistic,
  type Statistics,
  sumOf,
  zeroStatistics,
} from "#domain/site/daily-statistics";
import { cronProblem } from "#domain/site/health";
import { createdStatement } from "../../../db/apply-migrations.ts";
import { countDays } from "../../../db/daily-statistics.ts";
import { parseState, stateQuery } from "../../../db/service-state.ts";
import type { Services } from "../../../services.ts";
import { countBaggage } from "../baggage/queries.ts";

/** Maximum age of today's figures when they are read. */
const FRESH_MS = 5 * 60_000;
const MANY = 99;

/** Each query uses an index of waiting rows. `?1` is the current time. */
const QUEUES: Record<QueueName, string> = {
  mail: "SELECT 1 FROM mail_outbox WHERE status = 'queued' AND next_at >= 0",
  notifications: "SELECT 1 FROM notifications WHERE next_at IS NOT NULL AND next_at <= ?1",
  refunds: "SELECT 1 FROM refunds WHERE status IN ('due','sent') AND next_at >= 0",
  payouts: "SELECT 1 FROM transfers WHERE status = 'payable' AND next_at >= 0",
  confirmations: "SELECT 1 FROM orders WHERE status = 'payment_pending_seller_confirmation'",
  // Staff may decide from the first hour; those older than days are also in the queue of stuck records.
  overdue: "SELECT 1 FROM orders WHERE status = 'disputed' AND paid_at IS NULL",
  disputes: `SELECT 1 FROM orders o WHERE status = 'disputed' AND paid_at IS NOT NULL AND NOT EXISTS (SELECT 1
    FROM payment_reversals r WHERE r.intent_id = o.card_intent_id AND r.kind = 'chargeback' AND r.status = 'open')`,
  chargebacks: "SELECT 1 FROM payment_reversals WHERE kind = 'chargeback' AND status = 'open'",
  reports: "SELECT 1 FROM reports WHERE status = 'open'",
  appeals: "SELECT 1 FROM appeals WHERE status = 'open'",
  support: "SELECT 1 FROM support_requests WHERE status = 'open'",
};

const COUNT_QUEUES = `SELECT ${Object.entries(QUEUES)
  .map(([name, sql]) => `(SELECT count(*) FROM (${sql} LIMIT ${MANY})) AS ${name}`)
  .join(", ")}`;

interface StateRow {
  value: string;
  at: number;
}

/** Reads the overview in two round trips: figures, queues and stored results; then stuck records. */
export async function readOverview(services: Services, length: number): Promise<OverviewReply> {
  const { env, db, now } = services;
  const at = now();
  const days = lastDays(at, 2 * length);
  const ask = () =>
    env.DB.batch([
      env.DB.prepare("SELECT day, figure, value FROM daily_figures WHERE day >= ?").bind(days[0]?.day ?? ""),
      stateQuery(env.DB, "figures"),
      stateQuery(env.DB, "cron"),
      stateQuery(env.DB, "audits"),
      env.DB.prepare(COUNT_QUEUES).bind(at),
      createdStatement(env.DB),
    ]);
  let replies = await ask();
  const countedAt = (replies[1]?.results[0] as StateRow | undefined)?.at ?? 0;
  if (at - countedAt > FRESH_MS) {
    await countDays(services);
    replies = await ask();
  }
  const [figures, counted, cronRow, auditRow, queueRow, createdRow] = replies;
  const byDay = new Map<string, Statistics>();
  for (const row of (figures?.results ?? []) as { day: string; figure: Statistic; value: number }[]) {
    if (!STATISTICS.includes(row.figure)) continue;
    const day = byDay.get(row.day) ?? zeroStatistics();
    day[row.figure] = row.value;
    byDay.set(row.day, day);
  }
  const series = days.map(({ day }) => ({ day, ...(byDay.get(day) ?? zeroStatistics()) }));
  const cron = parseState("cron", cronRow?.results[0] as StateRow | undefined);
  const createdAt = (createdRow?.results[0] as { at: number } | undefined)?.at ?? 0;
  const audits = parseState("audits", auditRow?.results[0] as StateRow | undefined);
  return {
    days: series.slice(length),
    totals: sumOf(series.slice(length)),
    before: sumOf(series.slice(0, length)),
    queues: queueRow?.results[0] as Record<QueueName, number>,
    stuck: await countBaggage(db, at),
    audits: audits && { at: audits.at, findings: audits.value.findings },
    cron: {
      at: cron?.at ?? null,
      ms: cron?.value.ms ?? null,
      problem: cronProblem(cron && { at: cron.at, failed: cron.value.failed }, createdAt, at),
    },
    counted_at: (counted?.results[0] as StateRow | undefined)?.at ?? at,
    server_now: at,
  };
}
