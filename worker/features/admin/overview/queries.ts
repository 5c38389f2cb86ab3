import { type SQL, sql } from "drizzle-orm";
import type { OverviewReply, QueueName } from "#contract/admin/overview";
import { MINUTE_MS } from "#domain/deadlines";
import {
  lastDays,
  STATISTICS,
  type Statistic,
  type Statistics,
  sumOf,
  zeroStatistics,
} from "#domain/site/daily-statistics";
import { cronProblem, paymentsProblem } from "#domain/site/health";
import { operatorProblem } from "#domain/site/operator";
import { firstMigrationQuery } from "../../../db/apply-migrations.ts";
import { batch } from "../../../db/client.ts";
import { parseState, type StateRow, stateQuery } from "../../../db/service-state.ts";
import { siteSettings } from "../../../db/site-settings.ts";
import type { Services } from "../../../services.ts";
import { isInForce, isToShare } from "../../payments/queries.ts";
import { countBaggage } from "../baggage/queries.ts";
import { countDays } from "./jobs.ts";

/** Maximum age of today's figures when they are read. */
const FRESH_MS = 5 * MINUTE_MS;
const MANY = 99;

/** Each query uses an index of waiting rows. */
const QUEUES: Record<QueueName, (now: number) => SQL> = {
  mail: () => sql`SELECT 1 FROM mail_outbox WHERE status = 'queued' AND next_at >= 0`,
  notifications: (now) => sql`SELECT 1 FROM notifications WHERE next_at IS NOT NULL AND next_at <= ${now}`,
  refunds: () => sql`SELECT 1 FROM refunds WHERE status IN ('due','sent') AND next_at >= 0`,
  payouts: () => sql`SELECT 1 FROM transfers WHERE status = 'payable' AND next_at >= 0`,
  confirmations: () => sql`SELECT 1 FROM orders WHERE status = 'payment_pending_seller_confirmation'`,
  // Staff may decide from the first hour; those older than days are also in the queue of stuck records.
  overdue: () => sql`SELECT 1 FROM orders WHERE status = 'disputed' AND paid_at IS NULL`,
  disputes: () => sql`SELECT 1 FROM orders o WHERE status = 'disputed' AND paid_at IS NOT NULL AND NOT EXISTS (SELECT 1
    FROM payment_reversals r WHERE r.intent_id = o.card_intent_id AND r.kind = 'chargeback' AND r.status = 'open')`,
  chargebacks: () =>
    sql`SELECT 1 FROM payment_reversals r WHERE r.kind = 'chargeback' AND (r.status = 'open' OR ${isToShare})`,
  payout_holds: (now) => sql`SELECT 1 FROM payout_holds h WHERE ${isInForce(now)}`,
  books: () => sql`SELECT 1 FROM books_differences WHERE settled_at IS NULL`,
  reports: () => sql`SELECT 1 FROM reports WHERE status = 'open'`,
  appeals: () => sql`SELECT 1 FROM appeals WHERE status = 'open'`,
  support: () => sql`SELECT 1 FROM support_requests WHERE status = 'open'`,
};

function countQueues(now: number): SQL {
  const counts = Object.entries(QUEUES).map(
    ([name, waiting]) => sql`(SELECT count(*) FROM (${waiting(now)} LIMIT ${MANY})) AS ${sql.raw(name)}`,
  );
  return sql`SELECT ${sql.join(counts, sql`, `)}`;
}

/** Reads the overview in two round trips: figures, queues and stored results; then stuck records. */
export async function readOverview(services: Services, length: number): Promise<OverviewReply> {
  const { db, now } = services;
  const at = now();
  const days = lastDays(at, 2 * length);
  const ask = () =>
    batch<
      [
        { day: string; figure: Statistic; value: number },
        StateRow,
        StateRow,
        StateRow,
        StateRow,
        Record<QueueName, number>,
        { at: number | null },
      ]
    >(db, [
      sql`SELECT day, figure, value FROM daily_figures WHERE day >= ${days[0]?.day ?? ""}`,
      stateQuery("figures"),
      stateQuery("cron"),
      stateQuery("payments"),
      stateQuery("audits"),
      countQueues(at),
      firstMigrationQuery(),
    ]);
  let replies = await ask();
  const countedAt = replies[1][0]?.at ?? 0;
  if (at - countedAt > FRESH_MS) {
    await countDays(services);
    replies = await ask();
  }
  const [figures, [counted], [cronRow], [paymentsRow], [auditRow], [queues], [created]] = replies;
  if (!queues) throw new Error("no counts");
  const byDay = new Map<string, Statistics>();
  for (const row of figures) {
    if (!STATISTICS.includes(row.figure)) continue;
    const day = byDay.get(row.day) ?? zeroStatistics();
    day[row.figure] = row.value;
    byDay.set(row.day, day);
  }
  const series = days.map(({ day }) => ({ day, ...(byDay.get(day) ?? zeroStatistics()) }));
  const cron = parseState("cron", cronRow);
  const payments = services.stripe() ? parseState("payments", paymentsRow) : null;
  const createdAt = created?.at ?? 0;
  const audits = parseState("audits", auditRow);
  return {
    days: series.slice(length),
    totals: sumOf(series.slice(length)),
    before: sumOf(series.slice(0, length)),
    queues,
    stuck: await countBaggage(db, at),
    audits: audits && { at: audits.at, findings: audits.value.findings },
    cron: {
      at: cron?.at ?? null,
      ms: cron?.value.ms ?? null,
      problem: cronProblem(cron && { at: cron.at, failed: cron.value.failed }, createdAt, at),
    },
    payments: payments && { at: payments.at, problem: paymentsProblem({ at: payments.at, ...payments.value }, at) },
    operator: operatorProblem((await siteSettings(services)).operator),
    counted_at: counted?.at ?? at,
    server_now: at,
  };
}
