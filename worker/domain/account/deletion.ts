/** When an account may be deleted, and what its owner has to finish first (D61). */
import { DAY_MS } from "../deadlines.ts";

/** In this time after the request the person can change their mind. */
export const DELETION_GRACE_MS = 14 * DAY_MS;
/** A deletion that something stands in the way of is tried again after this time. */
export const DELETION_RETRY_MS = DAY_MS;
/** The erasure is repeated after this time, for rows that were being written during the first. */
export const ERASED_AGAIN_MS = DAY_MS;

/** How long the file of an export can be downloaded. */
export const EXPORT_TTL_MS = DAY_MS;

/** What stands in the way of a deletion. */
export const OBSTACLES = [
  "order",
  "dispute",
  "trade",
  "refund",
  "payment",
  "payout",
  "balance",
  "promotion",
  "report",
  "suspension",
  "ban",
  "staff",
] as const;
export type ObstacleKind = (typeof OBSTACLES)[number];

export interface Obstacle {
  kind: ObstacleKind;
  /** How many; for a balance, cents. */
  count: number;
}

/**
 * Returns what stands in the way, in the order in which to deal with it. Staff who answer an email may delete the
 * account of somebody who is suspended or banned.
 */
export function obstaclesTo(counts: Readonly<Partial<Record<ObstacleKind, number>>>, byStaff: boolean): Obstacle[] {
  return OBSTACLES.flatMap((kind): Obstacle[] => {
    const count = counts[kind] ?? 0;
    if (count <= 0 || (byStaff && (kind === "suspension" || kind === "ban"))) return [];
    return [{ kind, count }];
  });
}

export type DeletionStep =
  | { do: "erase" }
  /** Something still stands in the way. */
  | { do: "wait"; until: number }
  /** Erase what arrived since; nothing is due after that. */
  | { do: "erase_again" };

/** Returns what the job does with an account whose time has come. */
export function deletionStep(erasedAt: number | null, obstacles: readonly Obstacle[], now: number): DeletionStep {
  if (erasedAt !== null) return { do: "erase_again" };
  return obstacles.length > 0 ? { do: "wait", until: now + DELETION_RETRY_MS } : { do: "erase" };
}

const NAMES: Record<ObstacleKind, string> = {
  order: "open orders",
  dispute: "disputes",
  trade: "accepted trades",
  refund: "open refunds",
  payment: "payments under way",
  payout: "payouts",
  balance: "ad credit",
  promotion: "promotions",
  report: "open reports",
  suspension: "a suspension",
  ban: "a ban",
  staff: "a staff role",
};

/** Names what stands in the way, for a refusal: "open orders, ad credit". */
export function namesOf(obstacles: readonly Obstacle[]): string {
  return obstacles.map(({ kind }) => NAMES[kind]).join(", ");
}
