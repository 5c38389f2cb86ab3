import type { AdminPayoutHold } from "#contract/admin/payout-holds";
import { extendedHoldEnd, holdReason } from "#domain/payments/payout-hold";
import { pick } from "#domain/pick";
import type { HoldRow } from "./queries.ts";

export function presentAdminHold(row: HoldRow, now: number): AdminPayoutHold {
  return {
    ...pick(row, "id", "cause", "created_at", "ends_at"),
    order: row.order_id === null ? null : { id: row.order_id, title: row.title ?? "" },
    reason: holdReason(row.cause, row.note),
    can_extend: extendedHoldEnd(row, now) !== null,
  };
}
