import type { UserDetail, UserOrder, UserRow } from "#contract/admin/users";
import { checksOf } from "#domain/account/checks";
import type { Permissions } from "#domain/account/permissions";
import { centsToDollars } from "#domain/money";
import { pick } from "#domain/pick";
import { type AccountStatus, statusProblem } from "#domain/status/account-status";
import { penaltyReason, presentAppeal, presentStrike } from "../../status/present.ts";
import type { AppealRow, Evidence } from "../../status/queries.ts";
import type { UserFacts, UserOrderRow, UserRecord } from "./queries.ts";

export function accountStatusOf(row: UserRecord): AccountStatus {
  return {
    ...pick(row, "role", "suspension_end_date", "ban_reason", "restriction_reason"),
    is_suspended: row.is_suspended === 1,
    is_banned: row.is_banned === 1,
    account_restricted: row.account_restricted === 1,
  };
}

/** The recorded problem, also for staff accounts, which it does not restrict. */
const problemOf = (row: UserRecord, now: number) => statusProblem({ ...accountStatusOf(row), role: "user" }, now);

export function presentPerson(row: UserRecord, now: number): UserRow {
  const problem = problemOf(row, now);
  return {
    ...pick(row, "id", "email", "full_name", "role", "account_type", "suburb", "city", "rating_count"),
    ...pick(row, "listed_count", "created_at"),
    standing: problem?.code ?? "good",
    until: problem?.until ?? null,
    missed_payments: row.incomplete_transaction_count,
    average_rating: row.average_rating_hundredths === null ? null : row.average_rating_hundredths / 100,
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
    ...pick(row, "country", "state_region", "postcode", "bought", "sold", "open_disputes", "open_reports"),
    ...pick(row, "sessions", "last_seen_at"),
    reason: penaltyReason(problemOf(row, now), suspensionNote),
    restricted_since: row.account_restricted === 1 ? row.restriction_applied_at : null,
    seller_balance: centsToDollars(row.seller_balance_cents),
    strikes: evidence.map(presentStrike),
    appeals: appeals.map(presentAppeal),
    may,
    server_now: now,
  };
}

export function presentPersonOrder(row: UserOrderRow): UserOrder {
  return {
    ...pick(row, "id", "role", "status", "created_at"),
    item: { id: row.item_id, title: row.item_title, image_url: row.item_image_url },
    counterparty: { id: row.other_id, full_name: row.other_name ?? "" },
    amount: centsToDollars(row.amount_cents),
  };
}
