/** What an order that our team undid leaves to be given back, and by whom (D19). */
import type { OrderMethod } from "./order.ts";

/** Only what went through the card provider goes back through us. */
export const goesBackThroughUs = (method: OrderMethod): boolean => method === "stripe";

/** Of what never passed through us: nothing, what the seller received, or, where the payment was in doubt, what may have come. */
export type Owed = "nothing" | "received" | "doubtful";

export function owedBySeller({ amount, received }: { amount: number; received: boolean }): Owed {
  if (amount === 0) return "nothing";
  return received ? "received" : "doubtful";
}
