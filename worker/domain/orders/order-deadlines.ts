/** Payment comes before collection (D55): no deadline of an order is after its collection. */
import type { PaidMethod } from "../checkout/checkout.ts";
import {
  CONFIRMATION_TIME_MIN_MS,
  DAY_MS,
  DISPUTE_MS,
  PAID_BEFORE_COLLECTION_MS,
  PAYMENT_TIME_MIN_MS,
} from "../deadlines.ts";
import { businessDaysLater } from "../places/business-days.ts";
import type { TimeLimits } from "../time-limits.ts";

/** Methods that are paid before the collection, and so have a payment deadline. */
export type PrepaidMethod = Exclude<PaidMethod, "cash">;

/** Returns the last moment at which a payment leaves the seller time to confirm it. */
const lastPayment = (method: PaidMethod, collectionDate: number) => collectionDate - PAID_BEFORE_COLLECTION_MS[method];

const isPrepaid = <M extends PaidMethod>(method: M): method is Exclude<M, "cash"> => method !== "cash";

/** Returns the payment deadline. Orders paid together use the earliest of their collections. */
export function paymentDeadline(
  method: PrepaidMethod,
  firstCollection: number,
  now: number,
  { payment_ms }: Pick<TimeLimits, "payment_ms">,
): number {
  return Math.min(now + payment_ms[method], lastPayment(method, firstCollection));
}

/** Returns the payment deadline of each method that has one, for an order placed now. */
export function paymentDeadlines<M extends PaidMethod>(
  methods: readonly M[],
  firstCollection: number,
  now: number,
  clocks: Pick<TimeLimits, "payment_ms">,
): Partial<Record<M, number>> {
  const deadlines: Partial<Record<M, number>> = {};
  for (const method of methods) {
    if (isPrepaid(method)) deadlines[method] = paymentDeadline(method, firstCollection, now, clocks);
  }
  return deadlines;
}

/** Returns the deadline for the seller to confirm the payment, in business days of the pickup place (D80). */
export function confirmationDeadline(
  { collection_date, collection_zone }: { collection_date: number; collection_zone: string },
  now: number,
  { confirmation_ms }: Pick<TimeLimits, "confirmation_ms">,
): number {
  const answer = businessDaysLater(now, Math.max(1, Math.round(confirmation_ms / DAY_MS)), collection_zone);
  // Orders placed before this rule may be too close to the collection; the seller still gets the minimum time.
  return Math.max(now + CONFIRMATION_TIME_MIN_MS, Math.min(answer, collection_date));
}

/** Returns the buyer's deadline after "not received"; null when there is no time left to pay and confirm again. */
export function deniedDeadline(
  collectionDate: number,
  now: number,
  { denied_ms }: Pick<TimeLimits, "denied_ms">,
): number | null {
  const deadline = Math.min(now + denied_ms, collectionDate - CONFIRMATION_TIME_MIN_MS);
  return deadline > now ? deadline : null;
}

/** Returns whether a payment by this method can finish before the collection, if the buyer starts now. */
export function leavesTime(method: PaidMethod, collectionDate: number, now: number): boolean {
  return lastPayment(method, collectionDate) - now >= PAYMENT_TIME_MIN_MS[method];
}

/** Splits methods into those that leave time before the collection and those that do not. */
export function byTimeLeft<M extends PaidMethod>(methods: readonly M[], collectionDate: number, now: number) {
  return {
    methods: methods.filter((method) => leavesTime(method, collectionDate, now)),
    too_late: methods.filter((method) => !leavesTime(method, collectionDate, now)),
  };
}

/** Returns whether an order may still be placed. With `evidence` only the seller needs time, to confirm. */
export function canPlace(
  method: PaidMethod,
  firstCollection: number,
  now: number,
  { evidence }: { evidence: boolean },
): boolean {
  return now < (evidence ? firstCollection - CONFIRMATION_TIME_MIN_MS : lastPayment(method, firstCollection));
}

/**
 * Returns until when the buyer may report a problem with a paid order; then its proceeds fall due (D71). A payment that
 * is confirmed after the pickup gives the buyer the same time.
 */
export function reportDeadline({
  collection_date,
  paid_at,
}: {
  collection_date: number;
  paid_at: number | null;
}): number {
  return Math.max(collection_date, paid_at ?? 0) + DISPUTE_MS;
}
