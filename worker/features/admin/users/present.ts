import type { UserDetail, UserOrder, UserRow } from "#contract/admin/users";
import { checksOf } from "#domain/account/checks";
import type { Permissions } from "#domain/account/permissions";
import { centsToDollars } from "#domain/money";
import { type AccountStatus, statusProblem } from "#domain/status/account-status";
import { penaltyReason, presentAppeal, presentStrike } from "../../status/present.ts";
import type { AppealRow, Evidence } from "../../status/queries.ts";
import type { UserFacts, UserOrderRow, UserRecord } from "./queries.ts";

export function accountStatusOf(row: UserRecord): AccountStatus {
  return {
    role: row.role,
    is_suspended: row.is_suspended === 1,
    suspension_end_date: row.suspension_end_date,
    is_banned: row.is_banned === 1,
    ban_reason: row.ban_reason,
    account_restricted: row.account_restricted === 1,
    restriction_reason: row.restriction_reason,
  };
}

/** The recorded problem, also for staff accounts, which it does not restrict. */
const problemOf = (row: UserRecord, now: number) => statusProblem({ ...accountStatusOf(row), role: "user" }, now);

export function presentPerson(row: UserRecord, now: number): UserRow {
  const problem = problemOf(row, now);
  return {
    id: row.id,
    email: row.email,
    full_name: row.full_name,
    role: row.role,
    account_type: row.account_type,
    suburb: row.suburb,
    city: row.city,
    standing: problem?.code ?? "good",
    until: problem?.until ?? null,
    missed_payments: row.incomplete_transaction_count,
    average_rating: row.average_rating_hundredths === null ? null : row.average_rating_hundredths / 100,
    rating_count: row.rating_count,
    listed_count: row.listed_count,
    created_at: row.created_at,
  };
}

export function presentPersonDetail(
  row: UserRecord & UserFacts,
  evidence: readonly Evidence[],
  appeals: readonly AppealRow[],
  suspensionNote: string | null,
  may: Permissions,
  now: number,
): Omit<UserDetail, "deletion_due_at" | "second_factor"> {
  return {
    ...presentPerson(row, now),
    checks: checksOf(row),
    country: row.country,
    state_region: row.state_region,
    postcode: row.postcode,
    reason: penaltyReason(problemOf(row, now), suspensionNote),
    restricted_since: row.account_restricted === 1 ? row.restriction_applied_at : null,
    seller_balance: centsToDollars(row.seller_balance_cents),
    bought: row.bought,
    sold: row.sold,
    open_disputes: row.open_disputes,
    open_reports: row.open_reports,
    sessions: row.sessions,
    last_seen_at: row.last_seen_at,
    strikes: evidence.map(presentStrike),
    appeals: appeals.map(presentAppeal),
    may,
    server_now: now,
  };
}

export function presentPersonOrder(row: UserOrderRow): UserOrder {
  return {
    id: row.id,
    role: row.role,
    item: { id: row.item_id, title: row.item_title, image_url: row.item_image_url },
    counterparty: { id: row.other_id, full_name: row.other_name ?? "" },
    status: row.status,
    amount: centsToDollars(row.amount_cents),
    created_at: row.created_at,
  };
}
