/** What the orders of one purchase say together: one email for each event instead of one for each order. */
import type { Cents } from "./money.ts";

/** Events that happen to a whole payment. What happens to one item at a time keeps its own email. */
export const PURCHASE_EVENTS = [
  "placed",
  "evidence_submitted",
  "payment_confirmed",
  "card_failed",
  "cancelled",
  "expired",
  "chargeback_opened",
  "chargeback_won",
  "chargeback_lost",
] as const;
export type PurchaseEvent = (typeof PURCHASE_EVENTS)[number];

export const isPurchaseEvent = (kind: string): kind is PurchaseEvent => PURCHASE_EVENTS.some((one) => one === kind);

/** One order's part in such an email. Dates are written out, in the zone of the collection. */
export interface PurchaseMailPart {
  order_id: string;
  kind: PurchaseEvent;
  side: "buyer" | "seller";
  title: string;
  amount_cents: Cents;
  reference: string | null;
  paid_by: string | null;
  pay_by: string;
  confirm_by: string;
  collection: string;
  at: string;
}
