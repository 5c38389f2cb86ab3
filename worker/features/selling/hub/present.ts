import type { SellerHub } from "#contract/selling/hub";
import { centsToDollars } from "#domain/money";
import type { HubOrderRow, PayoutRow } from "./queries.ts";

export function presentHubOrder(row: HubOrderRow): SellerHub["orders"][number] {
  return {
    id: row.id,
    title: row.title,
    image_url: row.image_url,
    status: row.status,
    amount: centsToDollars(row.amount_cents),
    action: row.action,
    due_at: row.due_at,
    collection_zone: row.collection_zone,
  };
}

export function presentPayout(row: PayoutRow) {
  return {
    order_id: row.order_id,
    title: row.title,
    amount: centsToDollars(row.amount_cents),
    status: row.status === "payable" ? ("ready" as const) : row.status,
    created_at: row.created_at,
    sent_at: row.sent_at,
  };
}
