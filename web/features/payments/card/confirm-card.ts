/**
 * Common types of the card forms, in Stripe.js's shapes, so that the rest of the app works with Stripe's form and with
 * the emulator's.
 */
export interface CardError {
  /** `card_error` and `validation_error` mean that the card was not charged. Other types leave that open. */
  type: string;
  code?: string;
  decline_code?: string;
  message?: string;
  /** The payment intent at the time of the refusal. */
  payment_intent?: Intent;
}

export interface Intent {
  id: string;
  status: string;
  next_action?: { type: string; redirect_to_url?: { url: string | null } | null } | null;
  last_payment_error?: CardError | null;
}

export type IntentResult =
  | { paymentIntent: Intent; error?: undefined }
  | { error: CardError; paymentIntent?: undefined };

/** A complete and valid card. Its data leaves the browser only to the payment provider. */
export interface ReadyCard {
  confirmCard: (clientSecret: string, returnUrl: string) => Promise<IntentResult>;
  retrieveIntent: (clientSecret: string) => Promise<IntentResult>;
}

/** Methods of a card form for its parent. */
export interface CardEntryHandle {
  /** Returns the entered card; null when a field is invalid, which the form then reports and focuses. */
  ready: () => Promise<ReadyCard | null>;
}

/** "pi_1_secret_2" → "pi_1". */
export function intentIdOf(clientSecret: string): string {
  return clientSecret.split("_secret_")[0] ?? clientSecret;
}
