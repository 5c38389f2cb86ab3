/**
 * What the card forms have in common: Stripe.js's own shapes, so that the rest of the app does not know whether Stripe's
 * form or the local stand-in is on screen.
 */
export interface CardError {
  /** `card_error` and `validation_error`: the card was not charged. Any other type says nothing about that. */
  type: string;
  code?: string;
  decline_code?: string;
  message?: string;
  /** The payment as it was when the request was refused. */
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

/** A card that has been entered and looks right. It never leaves the browser except to the provider. */
export interface ReadyCard {
  /** "Visa •••• 4242". */
  label: string;
  confirmCard: (clientSecret: string, returnUrl: string) => Promise<IntentResult>;
  /** The payment as the provider has it now. */
  retrieveIntent: (clientSecret: string) => Promise<IntentResult>;
}

/** What a card form offers to whoever shows it. */
export interface CardEntryHandle {
  /** The entered card; null when something has to be corrected first, which the form then says and focuses. */
  ready: () => Promise<ReadyCard | null>;
}

/** "pi_1_secret_2" → "pi_1". */
export function intentIdOf(clientSecret: string): string {
  return clientSecret.split("_secret_")[0] ?? clientSecret;
}
