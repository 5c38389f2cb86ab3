import { useQuery } from "@tanstack/react-query";
import type { CreatePaymentIntentInput, PaymentIntentReply, PaymentsConfig } from "#contract/payments";
import { ApiError, api, unwrap, withIdempotencyKey } from "../../../lib/api-client.ts";
import type { CardTarget } from "./card-target.ts";

/** Loads how this site takes cards. Cached for as long as the page is open. */
export function usePaymentsConfig() {
  return useQuery({
    queryKey: ["payments", "config"],
    queryFn: ({ signal }) => unwrap(api.api.payments.config.$get({}, { init: { signal } })),
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
    return await unwrap(
      api.functions.v1["create-payment-intent"].$post({ json: intentInput(target) }, withIdempotencyKey(key)),
    );
  } catch (cause) {
    const status = cause instanceof ApiError ? cause.status : 0;
    throw new Error(`Failed to create payment intent: ${status}`, { cause });
  }
}

const signalOf = (signal?: AbortSignal) => (signal ? { init: { signal } } : {});

/** Loads what the server knows about a payment. */
export const fetchIntent = (id: string, signal?: AbortSignal) =>
  unwrap(api.api.payments.intents[":id"].$get({ param: { id } }, signalOf(signal)));

/** Loads what the server knows about a top-up of the balance. */
export const fetchTopup = (id: string, signal?: AbortSignal) =>
  unwrap(api.api.balance.topups[":pi"].$get({ param: { pi: id } }, signalOf(signal)));
