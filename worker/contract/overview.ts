/** GET /api/admin/overview: how the marketplace does, and what waits for a person (decision 0063). */
import * as z from "zod/mini";
import type { Figures } from "#domain/figures";
import type { BaggageKind } from "./baggage.ts";

export const OVERVIEW_DAYS = ["7", "30", "90"] as const;
export type OverviewDays = (typeof OVERVIEW_DAYS)[number];
export const OverviewQuery = z.strictObject({ days: z.optional(z.enum(OVERVIEW_DAYS)) });

/** What waits for the service itself, and what for staff. Each counted to at most 99. */
export type QueueName =
  | "mail"
  | "notifications"
  | "refunds"
  | "payouts"
  | "confirmations"
  | "overdue"
  | "disputes"
  | "chargebacks"
  | "reports"
  | "appeals"
  | "support";

export interface OverviewReply {
  /** Oldest first, today last. */
  days: (Figures & { day: string })[];
  totals: Figures;
  /** As many days before them. */
  before: Figures;
  queues: Record<QueueName, number>;
  stuck: Record<BaggageKind, number>;
  /** Null: not run yet. */
  audits: { at: number; findings: { audit: string; ids: string[] }[] } | null;
  cron: { at: number | null; ms: number | null; problem: string | null };
  counted_at: number;
  server_now: number;
}
