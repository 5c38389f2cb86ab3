/**
 * Payment comes before collection (D55): by when an order is paid and confirmed, and which methods leave time for it. No
 * deadline of an order lies after its collection.
 */
import type { PaidMethod } from "./checkout.ts";
import type { Clocks } from "./clocks.ts";
import { CONFIRMATION_LEAST_MS, PAID_BEFORE_COLLECTION_MS, PAYING_LEAST_MS } from "./deadlines.ts";

/** The last moment at which a payment still leaves the seller time to confirm it. */
const lastPayment = (method: PaidMethod, collectionDate: number) => collectionDate - PAID_BEFORE_COLLECTION_MS[method];

/** By when the buyer has to pay. Orders paid together keep the time before the first of their collections. */
export function paymentDeadline(
  method: PaidMethod,
  firstCollection: number,
  now: number,
  { payment_ms }: Pick<Clocks, "payment_ms">,
): number {
  return Math.min(now + payment_ms[method], lastPayment(method, firstCollection));
}

/** By when the seller has to say whether the money came. */
export function confirmationDeadline(
  collectionDate: number,
  now: number,
  { confirmation_ms }: Pick<Clocks, "confirmation_ms">,
): number {
  // An order placed before this rule may be later than it allows; its seller still gets time to answer.
  return Math.max(now + CONFIRMATION_LEAST_MS, Math.min(now + confirmation_ms, collectionDate));
}

/** How long the buyer has after "not received"; null when there is no time left to pay and confirm again. */
export function deniedDeadline(
  collectionDate: number,
  now: number,
  { denied_ms }: Pick<Clocks, "denied_ms">,
): number | null {
  const deadline = Math.min(now + denied_ms, collectionDate - CONFIRMATION_LEAST_MS);
  return deadline > now ? deadline : null;
}

/** Whether a payment by this method can finish before the collection, if the buyer starts now. */
export function leavesTime(method: PaidMethod, collectionDate: number, now: number): boolean {
  return lastPayment(method, collectionDate) - now >= PAYING_LEAST_MS[method];
}

/** The methods that leave time before the collection, and those that do not. */
export function byTimeLeft<M extends PaidMethod>(methods: readonly M[], collectionDate: number, now: number) {
  return {
    methods: methods.filter((method) => leavesTime(method, collectionDate, now)),
    too_late: methods.filter((method) => !leavesTime(method, collectionDate, now)),
  };
}

/**
 * Whether an order may still be placed. A buyer who has already paid (`evidence`) needs no time to do it, but the seller
 * needs time to confirm.
 */
export function canPlace(
  method: PaidMethod,
  firstCollection: number,
  now: number,
  { evidence }: { evidence: boolean },
): boolean {
  return now < (evidence ? firstCollection - CONFIRMATION_LEAST_MS : lastPayment(method, firstCollection));
}
