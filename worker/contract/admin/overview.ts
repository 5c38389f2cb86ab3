/** GET /api/admin/overview: statistics of the marketplace, and queues that wait for staff (decision 0033). */
import * as z from "zod/mini";
import type { Statistics } from "#domain/site/daily-statistics";
import type { BaggageKind } from "./baggage.ts";

export const OVERVIEW_DAYS = ["7", "30", "90"] as const;
export type OverviewDays = (typeof OVERVIEW_DAYS)[number];
export const OverviewQuery = z.strictObject({ days: z.optional(z.enum(OVERVIEW_DAYS)) });

/** Queues of automatic jobs and of staff. Each count stops at 99. */
export type QueueName =
  | "mail"
  | "notifications"
  | "refunds"
  | "payouts"
  | "confirmations"
  | "overdue"
  | "disputes"
  | "chargebacks"
  | "payout_holds"
  | "books"
  | "reports"
  | "appeals"
  | "support";

export interface OverviewReply {
  /** Oldest first, today last. */
  days: (Statistics & { day: string })[];
  totals: Statistics;
  /** Totals of the preceding period of the same length. */
  before: Statistics;
  queues: Record<QueueName, number>;
  stuck: Record<BaggageKind, number>;
  /** Null before the first run. */
  audits: { at: number; findings: { audit: string; ids: string[] }[] } | null;
  cron: { at: number | null; ms: number | null; problem: string | null };
  /** The jobs about card payments; null while cards are off or before their first run. */
  payments: { at: number; problem: string | null } | null;
  /** What the operator has to fill in before opening (D92); null for nothing. */
  operator: string | null;
  counted_at: number;
  server_now: number;
}
