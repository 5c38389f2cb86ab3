import type { CheckoutMethod } from "#contract/checkout";
import { MESSAGES } from "#contract/copy";
import { ApiError, type ApiErrorCode } from "../../lib/api-client.ts";
import type { ToastInput } from "../../ui/toast.tsx";
import type { DetailsFailure } from "./checkout-state.ts";

/** Refusals whose message tells the buyer what to do. Other errors only say that it failed. */
const WITH_OWN_MESSAGE = new Set<ApiErrorCode>([
  "own_item",
  "holding_limit",
  "email_unconfirmed",
  "too_many_requests",
  "suspended",
  "banned",
  "restricted",
  "offline",
]);

/** Returns the toast for an item that could not be held, with the specified texts. */
export function reserveRefusal(error: unknown): ToastInput {
  const code = error instanceof ApiError ? error.code : "internal";
  switch (code) {
    case "not_authenticated":
      return { title: "Login Required", description: "Please log in to make a purchase." };
    case "item_sold":
      return { title: "Item Sold", description: MESSAGES.justSold, variant: "destructive" };
    case "item_unavailable":
      return { title: "Item Not Available", description: MESSAGES.buyNowHeld, variant: "destructive" };
    default: {
      const reason = error instanceof ApiError && WITH_OWN_MESSAGE.has(error.code) ? ` ${error.message}` : "";
      return { title: "Error", description: `${MESSAGES.reserveFailed}${reason}`, variant: "destructive" };
    }
  }
}

/** Returns why the bank details could not be loaded. */
export function detailsFailure(error: unknown): DetailsFailure {
  if (!(error instanceof ApiError)) return { reason: "", limit: false };
  return { reason: error.message, limit: error.code === "holding_limit" };
}

/**
 * Returns the toast for a failed purchase: the message of a refusal, or the specified text when the server gave no
 * reason.
 */
export function purchaseFailed(error: unknown, method: CheckoutMethod): ToastInput {
  const failed = { title: "Payment Failed", variant: "destructive" } as const;
  if (!(error instanceof ApiError)) return { ...failed, description: "An error occurred during payment processing." };
  if (error.status < 500) return { ...failed, description: error.message };
  if (method === "bank_transfer" || method === "crypto") {
    return { ...failed, title: "Payment Error", description: MESSAGES.submitPaymentFailed };
  }
  return { ...failed, description: MESSAGES.transactionFailed };
}

/** What a failed purchase means for the wizard. */
export type PaymentFailure =
  /** The hold has ended: offer to hold the item again. */
  | "lapsed"
  /** Another attempt of the buyer succeeded: show that order. */
  | "ordered"
  /** A value has changed: show the new values. */
  | "changed"
  /** The outcome is unknown: the same attempt may be repeated with the same key. */
  | "unanswered"
  | "refused";

/** Classifies an error of the purchase request. */
export function paymentFailure(error: unknown): PaymentFailure {
  if (!(error instanceof ApiError)) return "unanswered";
  switch (error.code) {
    case "hold_expired":
    case "not_holder":
      return "lapsed";
    case "order_exists":
      return error.details.order_id === undefined ? "refused" : "ordered";
    case "values_changed":
    case "method_not_accepted":
    case "item_not_free":
    case "acknowledgement_required":
      return "changed";
    case "offline":
    case "too_many_requests":
      return "unanswered";
    default:
      return error.status >= 500 ? "unanswered" : "refused";
  }
}
