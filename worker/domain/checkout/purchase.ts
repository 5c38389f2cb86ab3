/** Rules for buying several items at once (D38, D41): payment methods, order of creation, and status. */

import type { Cents } from "../money.ts";
import { byTimeLeft, paymentDeadlines } from "../orders/order-deadlines.ts";
import { isUndone, type OrderStatus } from "../orders/order-status.ts";
import type { TimeLimits } from "../time-limits.ts";
import type { PaidMethod } from "./checkout.ts";

export interface PurchasePart {
  seller_id: string;
  charged_cents: Cents;
  /** Accepted by its seller and configured on this site (D22). Empty for a free item. */
  methods: readonly PaidMethod[];
  collection_date: number;
}

/** Methods that can pay for several items at once. */
export type JointMethod = Exclude<PaidMethod, "crypto">;

export interface CardLimits {
  least_cents: Cents;
  most_cents: Cents;
}

/** Returns whether a card payment can have this amount. */
export const cardCarries = (cents: Cents, { least_cents, most_cents }: CardLimits) =>
  cents >= least_cents && cents <= most_cents;

/**
 * Returns the methods that can pay for all items at once. A bank transfer or cash needs a single seller; a card can pay
 * several. Crypto pays one order at a time. Free items need no method, and free items alone have none.
 */
export function jointMethods(parts: readonly Omit<PurchasePart, "collection_date">[], card: CardLimits): JointMethod[] {
  const paid = parts.filter((part) => part.charged_cents > 0);
  const total = totalOf(paid);
  const sellers = new Set(paid.map((part) => part.seller_id));
  const all = (method: PaidMethod) => paid.length > 0 && paid.every((part) => part.methods.includes(method));
  const joint: JointMethod[] = [];
  if (sellers.size === 1 && all("bank_transfer")) joint.push("bank_transfer");
  if (cardCarries(total, card) && all("stripe")) joint.push("stripe");
  if (sellers.size === 1 && all("cash")) joint.push("cash");
  return joint;
}

/** Why a method that a seller accepts cannot pay for all items at once. Each reason is about one method. */
export type NotTogether =
  | "bank_one_seller"
  | "cash_one_seller"
  | "card_not_all_sellers"
  | "card_amount"
  | "crypto_one_item";

/** Returns the reasons for the methods that at least one seller accepts and that `jointMethods` leaves out. */
export function notTogether(parts: readonly Omit<PurchasePart, "collection_date">[], card: CardLimits): NotTogether[] {
  const paid = parts.filter((part) => part.charged_cents > 0);
  const joint: readonly PaidMethod[] = jointMethods(parts, card);
  const omitted = (method: PaidMethod) => !joint.includes(method) && paid.some((part) => part.methods.includes(method));
  const reasons: NotTogether[] = [];
  if (omitted("bank_transfer")) reasons.push("bank_one_seller");
  if (omitted("stripe")) reasons.push(cardCarries(totalOf(paid), card) ? "card_not_all_sellers" : "card_amount");
  if (omitted("crypto")) reasons.push("crypto_one_item");
  if (omitted("cash")) reasons.push("cash_one_seller");
  return reasons;
}

/** Splits the joint methods into those that finish before the first collection and those that do not (D55). */
export function jointMethodsByTime(parts: readonly PurchasePart[], card: CardLimits, now: number) {
  return byTimeLeft(jointMethods(parts, card), firstCollection(parts), now);
}

/** Returns how items can be paid for together, with the deadline of each method, and why other methods cannot. */
export function jointPayment(
  parts: readonly PurchasePart[],
  card: CardLimits,
  now: number,
  clocks: Pick<TimeLimits, "payment_ms">,
) {
  const { methods, too_late } = jointMethodsByTime(parts, card, now);
  return {
    methods,
    too_late,
    not_together: notTogether(parts, card),
    pay_by: paymentDeadlines(methods, firstCollection(parts), now, clocks),
  };
}

/** Returns the earliest collection of the paid items, which sets one deadline for all. Free items need no payment. */
export function firstCollection(parts: readonly Pick<PurchasePart, "charged_cents" | "collection_date">[]): number {
  return Math.min(...parts.filter((part) => part.charged_cents > 0).map((part) => part.collection_date));
}

export function totalOf(parts: readonly Pick<PurchasePart, "charged_cents">[]): Cents {
  return parts.reduce((sum, part) => sum + part.charged_cents, 0);
}

/**
 * Returns the sequence in which orders are created. Sorted by id, so that of two crossing purchases the one that gets
 * the smallest common item succeeds. Free items come last, because they are given at once and cannot simply be
 * cancelled.
 */
export function orderForPlacing<T extends { item_id: string; charged_cents: Cents }>(parts: readonly T[]): T[] {
  const gift = (part: T) => (part.charged_cents === 0 ? 1 : 0);
  return [...parts].sort((a, b) => gift(a) - gift(b) || (a.item_id < b.item_id ? -1 : 1));
}

/** Returns the status of a placed purchase, from its orders. */
export function purchaseStatus(
  statuses: readonly OrderStatus[],
): "awaiting_payment" | "waiting_for_seller" | "awaiting_collection" | "paid" | "settled" | "cancelled" {
  if (statuses.some((status) => status === "awaiting_payment")) return "awaiting_payment";
  if (statuses.some((status) => status === "payment_pending_seller_confirmation" || status === "disputed")) {
    return "waiting_for_seller";
  }
  if (statuses.some((status) => status === "awaiting_collection")) return "awaiting_collection";
  if (statuses.every(isUndone)) return "cancelled";
  return statuses.some(isUndone) ? "settled" : "paid";
}
