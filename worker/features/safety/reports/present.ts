/** Maps reports to the view of staff. Reporters only get a receipt and later the outcome. */
import type { AdminReport, AdminReportDetail, ReportReason, StaffUserView } from "#contract/safety";
import { displayName } from "#domain/account/display-name";
import { type AccountStatus, statusProblem } from "#domain/status/account-status";
import type { ContextRow, ReportRow, UserRow } from "./queries.ts";

export function personOf(json: string): UserRow {
  const row = JSON.parse(json) as UserRow & Record<"is_suspended" | "is_banned" | "account_restricted", unknown>;
  return {
    ...row,
    is_suspended: Boolean(row.is_suspended),
    is_banned: Boolean(row.is_banned),
    account_restricted: Boolean(row.account_restricted),
  };
}

export function presentPerson(json: string, now: number): StaffUserView {
  const row = personOf(json);
  const account: AccountStatus = row;
  return {
    id: row.id,
    full_name: row.full_name,
    email: row.email,
    standing: statusProblem(account, now)?.code ?? ("good" as const),
  };
}

/** Returns the page of the reported subject. A message thread has none, because it is private. */
export function linkOf({
  subject_type,
  subject_id,
  place_id,
}: Pick<ReportRow, "subject_type" | "subject_id" | "place_id">) {
  switch (subject_type) {
    case "item":
      return `/ItemDetail/${subject_id}`;
    case "user":
      return `/Store/${subject_id}`;
    case "review":
      return place_id === null ? null : `/Store/${place_id}`;
    case "request":
      return `/Requests?id=${subject_id}`;
    case "sale":
      return `/MovingSale/${subject_id}`;
    case "message":
    case "conversation":
      return null;
  }
}

export function presentReport(row: ReportRow, now: number): AdminReport {
  return {
    id: row.id,
    kind: row.kind,
    subject_type: row.subject_type,
    subject_id: row.subject_id,
    link: linkOf(row),
    reason: row.reason as ReportReason | "shield",
    details: row.details,
    excerpt: row.excerpt,
    shield_reasons: JSON.parse(row.shield_reasons) as string[],
    reporter: row.reporter === null ? null : presentPerson(row.reporter, now),
    about: presentPerson(row.about, now),
    open_about_them: row.open_about_them,
    status: row.status,
    outcome: row.outcome,
    note: row.note,
    created_at: row.created_at,
    decided_at: row.decided_at,
  };
}

export function presentReportDetail(row: ReportRow, context: readonly ContextRow[], now: number): AdminReportDetail {
  return {
    ...presentReport(row, now),
    context: context.map(({ sender_id, text, state, at }) => ({
      from: sender_id === null ? "event" : sender_id === row.about_id ? "about" : "other",
      text,
      state,
      at,
    })),
    about_display_name: displayName(personOf(row.about).full_name),
    draw_link: row.draw_id === null ? null : `/Giveaway/${row.draw_id}`,
    server_now: now,
  };
}
