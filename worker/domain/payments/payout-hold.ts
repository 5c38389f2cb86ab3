/** Holds on payouts (D71). Each has a reason and an end; then the money is sent as usual. */
import { DAY_MS } from "../deadlines.ts";

/**
 * `staff`: ordered by staff. `ban`: staff have banned the seller. `report`: the buyer of this order reported a copy or
 * fraud. `first_sales`: one of the seller's first card sales.
 */
export type HoldCause = "staff" | "ban" | "report" | "first_sales";

/** How long a hold lasts, and how much longer each extension makes it. */
export const PAYOUT_HOLD_MS = 14 * DAY_MS;
/** No hold lasts longer, and no proceeds are held for longer after they fell due. */
export const PAYOUT_HOLD_MAX_MS = 90 * DAY_MS;

/** A seller who has owed for longer than this takes no cards (D72). */
export const DEBT_MS = 14 * DAY_MS;

/** How many of a seller's card sales are paid out later, and how many days after the collection. */
export const FIRST_SALES = 3;
export const FIRST_SALES_DAYS = 7;

export interface HoldSpan {
  created_at: number;
  ends_at: number;
}

/** Returns the end of a hold that staff extend now; null when it already lasts as long as it may. */
export function extendedHoldEnd({ created_at, ends_at }: HoldSpan, now: number): number | null {
  const end = Math.min(now + PAYOUT_HOLD_MS, created_at + PAYOUT_HOLD_MAX_MS);
  return end > ends_at ? end : null;
}

/** Returns the reason that the seller reads. Staff write their own. */
export function holdReason(cause: HoldCause, note: string | null): string {
  switch (cause) {
    case "report":
      return "We're checking a report about this sale.";
    case "first_sales":
      return "Your first card sales are paid out a few days after pickup.";
    default:
      return note ?? "Our team is checking your sales.";
  }
}
