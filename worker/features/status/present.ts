/**
 * Maps account status and evidence to the user's view, and appeals to the view of staff. Neither contains other users'
 * data.
 */

import { MESSAGES } from "#contract/copy";
import type { AccountStatusReply, AdminAppeal, AppealView, StrikeView } from "#contract/status";
import { centsToDollars } from "#domain/money";
import { pick } from "#domain/pick";
import { type AccountStatus, statusProblem } from "#domain/status/account-status";
import type { AppealRow, Evidence, StatusProfile } from "./queries.ts";

const EXCUSES: Record<NonNullable<Evidence["excuse"]>, string> = {
  staff: "Doesn't count because staff are exempt.",
  banned: "Doesn't count because the account was already banned.",
  suspended: "Doesn't count because the account was suspended while this payment was due.",
};

function noteOf(strike: Evidence): string | null {
  if (strike.overturned_at !== null) return "Removed. It no longer counts.";
  if (strike.excuse !== null) return EXCUSES[strike.excuse];
  return strike.counted ? null : "Counted together with another order from the same time.";
}

export function presentStrike(strike: Evidence): StrikeView {
  return {
    ...pick(strike, "order_id", "item_title", "item_image_url", "placed_at", "counted"),
    amount: centsToDollars(strike.amount_cents),
    missed_at: strike.at,
    note: noteOf(strike),
  };
}

export function presentAppeal(row: AppealRow): AppealView {
  return {
    ...pick(row, "id", "kind", "message", "status", "answer", "created_at", "decided_at"),
  };
}

/** Returns the account status in one word. */
export function accountStatus(account: AccountStatus, now: number): AccountStatusReply["standing"] {
  return statusProblem(account, now)?.code ?? "good";
}

/**
 * Returns the reason of a penalty.
 * @param note what staff wrote when they suspended the user; null for a missed payment.
 */
export const penaltyReason = (problem: ReturnType<typeof statusProblem>, note: string | null): string | null =>
  problem?.code === "suspended" ? (note ?? MESSAGES.suspensionReason) : (problem?.reason ?? null);

export function presentAccountStatus(
  person: StatusProfile,
  evidence: readonly Evidence[],
  appeal: AppealRow | null,
  suspensionNote: string | null,
  now: number,
): AccountStatusReply {
  const problem = statusProblem(person, now);
  const appealable = problem?.code === "banned" || problem?.code === "suspended";
  return {
    standing: problem?.code ?? "good",
    reason: penaltyReason(problem, suspensionNote),
    until: problem?.until ?? null,
    strikes: evidence.map(presentStrike),
    appeal: appeal && presentAppeal(appeal),
    may_appeal: appealable && appeal?.status !== "open",
    server_now: now,
  };
}

export function presentAdminAppeal(
  row: AppealRow,
  person: StatusProfile,
  evidence: readonly Evidence[],
  suspensionNote: string | null,
  now: number,
): AdminAppeal {
  return {
    ...presentAppeal(row),
    user: { id: person.id, email: person.email, full_name: person.full_name },
    standing: accountStatus(person, now),
    reason: penaltyReason(statusProblem(person, now), suspensionNote),
    incomplete_transaction_count: person.incomplete_transaction_count,
    strikes: evidence.map(presentStrike),
  };
}
