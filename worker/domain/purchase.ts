/** Rules of buying several things at once (D38, D41): in which order, paid how, and what has become of it. */
import type { PaidMethod } from "./checkout.ts";
import type { Cents } from "./money.ts";
import type { OrderStatus } from "./order-abilities.ts";
import { byTimeLeft } from "./order-deadlines.ts";

/** What one of the things costs, and whom it is bought from. */
export interface PurchasePart {
  seller_id: string;
  charged_cents: Cents;
  /** Accepted by its seller and configured here (D22). Empty for a gift. */
  methods: readonly PaidMethod[];
  /** The day its buyer agrees to. */
  collection_date: number;
}

/** Ways to pay for several things at once. */
export type JointMethod = Exclude<PaidMethod, "crypto">;

/** What a card payment may come to. */
export interface CardLimits {
  least_cents: Cents;
  most_cents: Cents;
}

export const cardCarries = (cents: Cents, { least_cents, most_cents }: CardLimits) =>
  cents >= least_cents && cents <= most_cents;

/**
 * Ways to pay for all of it in one go. A transfer goes to one person, so it needs one seller; a card can pay several.
 * Crypto pays one order at a time. Gifts among them need no method, and a purchase of gifts alone has none.
 */
export function jointMethods(parts: readonly Omit<PurchasePart, "collection_date">[], card: CardLimits): JointMethod[] {
  const paid = parts.filter((part) => part.charged_cents > 0);
  const total = totalOf(paid);
  const sellers = new Set(paid.map((part) => part.seller_id));
  const all = (method: PaidMethod) => paid.length > 0 && paid.every((part) => part.methods.includes(method));
  const joint: JointMethod[] = [];
  if (sellers.size === 1 && all("bank_transfer")) joint.push("bank_transfer");
  if (cardCarries(total, card) && all("stripe")) joint.push("stripe");
  return joint;
}

/** The ways to pay for all of it that finish before the first collection, and those that do not (D55). */
export function jointOffer(parts: readonly PurchasePart[], card: CardLimits, now: number) {
  return byTimeLeft(jointMethods(parts, card), firstCollection(parts), now);
}

/** The earliest collection of what is paid for; one deadline holds for all of it. Gifts wait for no payment. */
export function firstCollection(parts: readonly Pick<PurchasePart, "charged_cents" | "collection_date">[]): number {
  return Math.min(...parts.filter((part) => part.charged_cents > 0).map((part) => part.collection_date));
}

export function totalOf(parts: readonly Pick<PurchasePart, "charged_cents">[]): Cents {
  return parts.reduce((sum, part) => sum + part.charged_cents, 0);
}

/**
 * The order in which orders are made. By id, so that of two crossing purchases the one that gets the smallest common item
 * goes on; gifts last, because they are given at once and are the one thing that is not simply cancelled again.
 */
export function placingOrder<T extends { item_id: string; charged_cents: Cents }>(parts: readonly T[]): T[] {
  const gift = (part: T) => (part.charged_cents === 0 ? 1 : 0);
  return [...parts].sort((a, b) => gift(a) - gift(b) || (a.item_id < b.item_id ? -1 : 1));
}

/** What has become of a placed purchase, from its orders. */
export function purchaseStatus(
  statuses: readonly OrderStatus[],
): "awaiting_payment" | "waiting_for_seller" | "paid" | "settled" | "cancelled" {
  if (statuses.some((status) => status === "awaiting_payment")) return "awaiting_payment";
  if (statuses.some((status) => status === "payment_pending_seller_confirmation" || status === "disputed")) {
    return "waiting_for_seller";
  }
  const over = (status: OrderStatus) => status === "expired" || status === "cancelled" || status === "refunded";
  if (statuses.every(over)) return "cancelled";
  return statuses.some(over) ? "settled" : "paid";
}
