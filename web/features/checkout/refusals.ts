import type { CheckoutMethod } from "#contract/checkout";
import { MESSAGES } from "#contract/copy";
import { ApiError, type ApiErrorCode } from "../../lib/api-client.ts";
import type { ToastInput } from "../../ui/toast.tsx";
import type { Offer } from "./offer.ts";

/** Said when the buyer has told the seller about a payment. */
export const PAYMENT_INITIATED = "We've let the seller know. They'll confirm once it arrives.";

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

/** Returns the toast for what could not be held or opened, with the specified texts for an item. */
export function openRefusal(error: unknown): ToastInput {
  const code = error instanceof ApiError ? error.code : "internal";
  switch (code) {
    case "not_authenticated":
      return { title: "Login Required", description: "Please log in to make a purchase." };
    case "item_sold":
      return { title: "Item Sold", description: MESSAGES.justSold, variant: "destructive" };
    case "item_unavailable":
      return { title: "Item Not Available", description: MESSAGES.buyNowHeld, variant: "destructive" };
    case "hold_expired":
      return {
        title: "Your hold has ended",
        description: "Hold the items in your cart again to buy them.",
        variant: "destructive",
      };
    default: {
      const reason = error instanceof ApiError && WITH_OWN_MESSAGE.has(error.code) ? ` ${error.message}` : "";
      return { title: "Error", description: `${MESSAGES.reserveFailed}${reason}`, variant: "destructive" };
    }
  }
}

/** Returns the toast for a bundle that cannot be bought. */
export function bundleRefusal(error: unknown): ToastInput {
  if (error instanceof ApiError && error.code === "not_authenticated") return openRefusal(error);
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return {
    title: "You can't buy this bundle right now",
    description: refused ? error.message : "It didn't load. Please try again.",
    variant: "destructive",
  };
}

/**
 * Returns the toast for a failed purchase: the message of a refusal, or the specified text when the server gave no
 * reason.
 */
export function purchaseFailed(error: unknown, { kind }: Offer["of"], method: CheckoutMethod): ToastInput {
  const failed = { title: "Payment Failed", variant: "destructive" } as const;
  if (!(error instanceof ApiError)) return { ...failed, description: "An error occurred during payment processing." };
  if (error.code === "offline") {
    return {
      ...failed,
      title: "No answer yet",
      description: "We don't know yet whether that went through. Try again: you can't buy it twice.",
    };
  }
  if (isGone(error.code)) return { ...failed, title: "Item Not Available", description: error.message };
  if (error.status < 500) return { ...failed, description: error.message };
  if (method === "bank_transfer" || method === "crypto") {
    return { ...failed, title: "Payment Error", description: MESSAGES.submitPaymentFailed };
  }
  const { transactionFailed, processPurchaseFailed } = MESSAGES;
  return { ...failed, description: kind === "item" ? transactionFailed : processPurchaseFailed };
}

const isGone = (code: ApiErrorCode) => code === "item_unavailable" || code === "item_sold" || code === "not_found";

/** What a failed purchase means for the checkout. */
export type PurchaseFailure =
  /** The hold has ended: offer to hold again. */
  | "lapsed"
  /** Another attempt of the buyer succeeded: show that order. */
  | "ordered"
  /** Someone else has it: close. */
  | "gone"
  /** A value has changed: show the new values. */
  | "changed"
  /** The transaction hash is wrong, or was used before: correct it. */
  | "hash"
  /** Too many payments are unconfirmed (A47): choose another method. */
  | "limit"
  /** The outcome is unknown: the same attempt may be repeated with the same key. */
  | "unanswered"
  | "refused";

/** Classifies an error of the purchase request. */
export function purchaseFailure(error: unknown, { kind }: Offer["of"]): PurchaseFailure {
  if (!(error instanceof ApiError)) return "unanswered";
  if (error.details.fields?.some(({ field }) => field === "cryptoTxHash")) return "hash";
  switch (error.code) {
    case "hold_expired":
    case "not_holder":
      return "lapsed";
    case "order_exists":
      if (kind !== "item") return "gone";
      return error.details.order_id === undefined ? "refused" : "ordered";
    case "values_changed":
    case "method_not_accepted":
    case "item_not_free":
    case "acknowledgement_required":
      return "changed";
    case "holding_limit":
      return "limit";
    case "offline":
    case "too_many_requests":
      return "unanswered";
    default:
      if (isGone(error.code)) return "gone";
      return error.status >= 500 ? "unanswered" : "refused";
  }
}
