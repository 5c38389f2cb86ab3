/**
 * What the card forms have in common: Stripe.js's own shapes, so that the provider's element and the emulator's form are
 * one thing to everybody else (SERVICES §2.4).
 */
export interface CardError {
  /** `card_error` when the card is to blame; anything else is not the payer's doing. */
  type: string;
  code?: string;
  decline_code?: string;
  message?: string;
}

interface ConfirmedIntent {
  id: string;
  status: string;
  next_action?: { type: string; redirect_to_url?: { url: string | null } | null } | null;
  last_payment_error?: CardError | null;
}

export type ConfirmResult =
  | { paymentIntent: ConfirmedIntent; error?: undefined }
  | { error: CardError; paymentIntent?: undefined };

/** A card that has been entered and looks right. It never leaves the browser except to the provider. */
export interface ReadyCard {
  /** "Visa •••• 4242". */
  label: string;
  confirmCard: (clientSecret: string, returnUrl: string) => Promise<ConfirmResult>;
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
