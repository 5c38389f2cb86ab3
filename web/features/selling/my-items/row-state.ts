/** Current state of the seller's own listing, and which actions it allows. */
import type { ItemStatus } from "#contract/items";
import type { OwnItemRow } from "#contract/selling/my-items";
import { dollarsToCents } from "#domain/money";
import { type AdjustedPrice, type Adjustment, adjustPrice } from "#domain/selling/price-adjust";

/** Returns the current status: a hold that has expired since the list was loaded counts as active (D29). */
export function statusNow(item: Pick<OwnItemRow, "status" | "reserved_until">, now: number): ItemStatus {
  const lapsed = item.status === "reserved" && item.reserved_until !== null && item.reserved_until <= now;
  return lapsed ? "active" : item.status;
}

/** Whether bulk delete may delete the item: only active and inactive ones. */
export function isDeletable(item: OwnItemRow, now: number): boolean {
  const status = statusNow(item, now);
  return status === "active" || status === "inactive";
}

/** Whether the item can be marked as sold: not while it is sold, being paid for or traded (D36). */
export function canBeMarkedSold(item: OwnItemRow): boolean {
  return item.status === "active" || item.status === "inactive" || item.status === "reserved";
}

/** Returns the new price by the server's rule, or why the price does not change. */
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
