import { useQuery } from "@tanstack/react-query";
import type {
  CreatePaymentIntentInput,
  IntentStatusReply,
  PaymentIntentReply,
  PaymentsConfig,
  TopupStatusReply,
} from "#contract/payments";
import { ApiError, readReply, withIdempotencyKey } from "../../../lib/api-client.ts";
import type { CardTarget } from "./card-target.ts";

/** Loads how this site takes cards. Cached for as long as the page is open. */
export function usePaymentsConfig() {
  return useQuery({
    queryKey: ["payments", "config"],
    queryFn: async ({ signal }) => (await readReply(fetch("/api/payments/config", { signal }))) as PaymentsConfig,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Returns the publishable key of the card form; null where no cards are taken. */
export const cardKey = ({ mode, publishable_key }: PaymentsConfig) => (mode === "off" ? null : publishable_key || null);

function intentInput(target: CardTarget): CreatePaymentIntentInput {
  switch (target.kind) {
    case "order":
      return { currency: "aud", orderId: target.orderId };
    case "purchase":
      return { currency: "aud", purchaseId: target.purchaseId };
    case "topup":
      return { currency: "aud", amount: target.cents, metadata: { type: "balance_topup" } };
  }
}

/** Creates a payment intent. Throws 'Failed to create payment intent: {status}' with the refusal as its cause. */
export async function createIntent(target: CardTarget, key: string): Promise<PaymentIntentReply> {
  try {
    return (await readReply(
      fetch("/functions/v1/create-payment-intent", {
        method: "POST",
        headers: { "Content-Type": "application/json", ...withIdempotencyKey(key).headers },
        body: JSON.stringify(intentInput(target)),
      }),
    )) as PaymentIntentReply;
  } catch (cause) {
    const status = cause instanceof ApiError ? cause.status : 0;
    throw new Error(`Failed to create payment intent: ${status}`, { cause });
  }
}

/** Loads what the server knows about a payment. */
export async function fetchIntent(intentId: string, signal?: AbortSignal): Promise<IntentStatusReply> {
  const path = `/api/payments/intents/${encodeURIComponent(intentId)}`;
  return (await readReply(fetch(path, signal ? { signal } : {}))) as IntentStatusReply;
}

/** Loads what the server knows about a top-up of the balance. */
export async function fetchTopup(intentId: string, signal?: AbortSignal): Promise<TopupStatusReply> {
  const path = `/api/balance/topups/${encodeURIComponent(intentId)}`;
  return (await readReply(fetch(path, signal ? { signal } : {}))) as TopupStatusReply;
}
