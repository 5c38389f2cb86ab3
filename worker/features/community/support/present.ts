import type { AdminSupportRequest } from "#contract/community/support-queue";
import { presentPerson } from "../../safety/reports/present.ts";
import type { SupportRow } from "./queries.ts";

export function presentSupport(row: SupportRow, now: number): AdminSupportRequest {
  return {
    id: row.id,
    status: row.status,
    topic: row.topic,
    order_id: row.order_id,
    item_name: row.item_name,
    message: row.issue_description,
    email: row.user_email,
    name: row.sender_name,
    account: row.account === null ? null : presentPerson(row.account, now),
    answers: JSON.parse(row.answers) as AdminSupportRequest["answers"],
    created_at: row.created_at,
  };
}
