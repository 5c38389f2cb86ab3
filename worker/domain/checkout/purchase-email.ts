/** Combines the emails about the orders of one purchase: one email per event instead of one per order. */
import type { Cents } from "../money.ts";

/** Events that affect a whole payment. Events of a single item keep their own email. */
export const PURCHASE_EVENTS = [
  "placed",
  "cash_agreed",
  "evidence_submitted",
  "payment_confirmed",
  "card_failed",
  "cancelled",
  "expired",
  "inquiry_opened",
  "chargeback_opened",
  "chargeback_won",
  "chargeback_lost",
] as const;
export type PurchaseEvent = (typeof PURCHASE_EVENTS)[number];

export const isPurchaseEvent = (kind: string): kind is PurchaseEvent => PURCHASE_EVENTS.some((one) => one === kind);

/** One order's part of such an email. Dates are formatted in the time zone of the collection. */
export interface PurchaseEmailPart {
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
