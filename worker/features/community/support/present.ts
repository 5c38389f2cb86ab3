import type { AdminSupportRequest } from "#contract/community/support-queue";
import { pick } from "#domain/pick";
import { presentPerson } from "../../safety/reports/present.ts";
import type { SupportRow } from "./queries.ts";

export function presentSupport(row: SupportRow, now: number): AdminSupportRequest {
  return {
    ...pick(row, "id", "status", "topic", "order_id", "item_name", "created_at"),
    message: row.issue_description,
    email: row.user_email,
    name: row.sender_name,
    account: row.account === null ? null : presentPerson(row.account, now),
    answers: JSON.parse(row.answers) as AdminSupportRequest["answers"],
  };
}
