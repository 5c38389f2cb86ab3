/** Card payments and the ad credit balance (D16–D21). */
import * as z from "zod/mini";
import { id } from "./fields.ts";
import { queryInteger } from "./items.ts";
import type { Page } from "./page.ts";

/** Stripe's minimum for a card payment. */
export const CARD_MINIMUM_CENTS = 50;
/** Maximum for a card payment. */
export const CARD_MAXIMUM_CENTS = 99_999_999;
export const CARD_LIMITS = { least_cents: CARD_MINIMUM_CENTS, most_cents: CARD_MAXIMUM_CENTS } as const;
/** Minimum and maximum of a top-up. */
export const TOPUP_MINIMUM_CENTS = 500;
export const TOPUP_MAXIMUM_CENTS = 200_000;

/** `emulator`: test payments on this machine; `stripe`: real cards; `off`: card is not offered. */
export type PaymentsMode = "emulator" | "stripe" | "off";

/** GET /api/payments/config */
export interface PaymentsConfig {
  mode: PaymentsMode;
  publishable_key: string | null;
  minimum_cents: number;
  topup_minimum_cents: number;
  topup_maximum_cents: number;
}

/** Stripe's id of a payment intent. */
export const IntentId = z.string().check(z.regex(/^pi_[0-9A-Za-z]{8,80}$/, "That payment ID isn't valid."));

/**
 * POST /functions/v1/create-payment-intent (and /api/payments/intents): starts a card payment. Send exactly one of
 * orderId, purchaseId, itemId (the caller's unpaid order of that item) or a top-up. The server sets the amount of
 * orders and purchases; a different amount is refused with 409 `values_changed` and the current value (D17). Only a
 * top-up uses the amount sent.
 */
export const CreatePaymentIntent = z.strictObject({
  amount: z.optional(
    z
      .int("Enter the amount in whole cents.")
      .check(z.minimum(0, "Enter an amount."), z.maximum(CARD_MAXIMUM_CENTS, "That amount is too large.")),
  ),
  currency: z.optional(z.literal("aud", "Payments are in Australian dollars.")),
  itemId: z.optional(id),
  orderId: z.optional(id),
  purchaseId: z.optional(id),
  metadata: z.optional(z.strictObject({ type: z.optional(z.literal("balance_topup")) })),
});
export type CreatePaymentIntentInput = z.input<typeof CreatePaymentIntent>;

export interface PaymentIntentReply {
  clientSecret: string;
  /** Id of the intent, for `GET /api/payments/intents/:id`. */
  paymentIntentId: string;
  /** Cents that will be charged. */
  amount: number;
  currency: "aud";
}

export type PaymentKind = "order" | "purchase" | "topup";

/** GET /api/payments/intents/:id, for the payer only. */
export interface IntentStatusReply {
  id: string;
  kind: PaymentKind;
  /** `failed`: the last card was declined; the same intent can be tried with another card. */
  status: "processing" | "succeeded" | "failed" | "canceled";
  /** The payment has been applied: the order is confirmed, or the balance increased. */
  credited: boolean;
  /** Cents being refunded or already refunded, because the item was no longer available (D20). */
  refunded_cents: number;
  amount: number;
  order_id: string | null;
  purchase_id: string | null;
  server_now: number;
}

/** An entry of the ad credit statement; dollars, negative for spending. */
export interface BalanceTransactionView {
  id: string;
  user_id: string;
  amount: number;
  description: string;
  /** `chargeback`: removed or returned after the bank's decision; `topup_refund`: the top-up was refunded. */
  type: "topup" | "promotion" | "refund" | "adjustment" | "chargeback" | "topup_refund";
  created_at: number;
}

/** GET /api/balance?cursor=&limit= */
export const ListBalance = z.strictObject({
  cursor: z.optional(z.string().check(z.maxLength(600))),
  limit: z.optional(queryInteger(1, 100)),
});

/** Dollars. */
export interface BalanceReply {
  balance: number;
  transactions: Page<BalanceTransactionView>;
  server_now: number;
}

/** GET /api/balance/topups/:pi */
export interface TopupStatusReply {
  credited: boolean;
  status: IntentStatusReply["status"];
  /** Cents being refunded, because the paid amount differed from the requested one. */
  refunded_cents: number;
  balance: number;
  server_now: number;
}
