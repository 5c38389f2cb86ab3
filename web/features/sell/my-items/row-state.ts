/** What a listing of one's own is right now, and what that allows. */
import type { ItemStatus } from "#contract/items";
import type { OwnItemRow } from "#contract/selling";
import { dollarsToCents } from "#domain/money";
import { type AdjustedPrice, type Adjustment, adjustPrice } from "#domain/price-adjust";

/** A hold that has run out since the list was loaded holds nothing any more (D29). */
export function statusNow(item: Pick<OwnItemRow, "status" | "reserved_until">, now: number): ItemStatus {
  const lapsed = item.status === "reserved" && item.reserved_until !== null && item.reserved_until <= now;
  return lapsed ? "active" : item.status;
}

/** Bulk delete: only active and inactive ones; what somebody holds, pays for or has bought stays. */
export function isDeletable(item: OwnItemRow, now: number): boolean {
  const status = statusNow(item, now);
  return status === "active" || status === "inactive";
}

/** Any non-sold item, except while it is being paid for or traded (D36). */
export function canBeMarkedSold(item: OwnItemRow): boolean {
  return item.status === "active" || item.status === "inactive" || item.status === "reserved";
}

/** The new price by the rule of the server, or why the price stays. */
export function previewOf(item: OwnItemRow, adjustment: Adjustment, now: number): AdjustedPrice {
  return adjustPrice(
    {
      status: statusNow(item, now),
      price_cents: dollarsToCents(item.price) ?? 0,
      minimum_price_cents: item.minimum_price === null ? null : dollarsToCents(item.minimum_price),
    },
    adjustment,
  );
}
