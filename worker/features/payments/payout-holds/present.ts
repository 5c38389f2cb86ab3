import type { AdminPayoutHold } from "#contract/admin/payout-holds";
import { extendedHoldEnd, holdReason } from "#domain/payments/payout-hold";
import type { HoldRow } from "./queries.ts";

export function presentAdminHold(row: HoldRow, now: number): AdminPayoutHold {
  return {
    id: row.id,
    order: row.order_id === null ? null : { id: row.order_id, title: row.title ?? "" },
    cause: row.cause,
    reason: holdReason(row.cause, row.note),
    created_at: row.created_at,
    ends_at: row.ends_at,
    can_extend: extendedHoldEnd(row, now) !== null,
  };
}
