import type { PayoutHoldView, PayoutLine, SellerHub } from "#contract/selling/hub";
import { centsToDollars } from "#domain/money";
import { holdReason } from "#domain/payments/payout-hold";
import { pick } from "#domain/pick";
import type { HoldFacts, HubOrderRow, PayoutRow } from "./queries.ts";

export function presentHubOrder(row: HubOrderRow): SellerHub["orders"][number] {
  return {
    ...pick(row, "id", "title", "image_url", "status", "action", "due_at", "collection_zone"),
    amount: centsToDollars(row.amount_cents),
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
    ...pick(row, "order_id", "title", "created_at", "sent_at"),
    amount: centsToDollars(row.amount_cents),
    kept: centsToDollars(row.kept_cents),
    status: row.status === "payable" ? ("ready" as const) : row.status,
    hold: row.status === "held" ? held : null,
  };
}
