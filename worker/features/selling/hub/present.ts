import type { PayoutHoldView, PayoutLine, SellerHub } from "#contract/selling/hub";
import { centsToDollars } from "#domain/money";
import { holdReason } from "#domain/payments/payout-hold";
import type { HoldFacts, HubOrderRow, PayoutRow } from "./queries.ts";

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

export const presentHold = ({ cause, note, ends_at }: HoldFacts): PayoutHoldView => ({
  reason: holdReason(cause, note),
  until: ends_at,
});

/** A bank or staff have yet to decide about the payment, which has no date. */
const UNDECIDED: PayoutHoldView = { reason: "The buyer's bank or our team is looking into this payment.", until: null };

export function presentPayout(row: PayoutRow): PayoutLine {
  const held = row.hold === null ? UNDECIDED : presentHold(JSON.parse(row.hold) as HoldFacts);
  return {
    order_id: row.order_id,
    title: row.title,
    amount: centsToDollars(row.amount_cents),
    kept: centsToDollars(row.kept_cents),
    status: row.status === "payable" ? ("ready" as const) : row.status,
    created_at: row.created_at,
    sent_at: row.sent_at,
    hold: row.status === "held" ? held : null,
  };
}
