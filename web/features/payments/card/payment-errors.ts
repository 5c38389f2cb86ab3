import type { CardError } from "./confirm-card.ts";

/** Title and description of a payment message; the same for every card payment. */
export interface PaymentCopy {
  title: string;
  description: string;
}

export const PAYMENT_ERROR: PaymentCopy = {
  title: "Payment Error",
  description: "An unexpected error occurred. Please try again.",
};

export const INIT_FAILED: PaymentCopy = {
  title: "Failed to initialize payment",
  description: "Failed to initialize payment. Please try again.",
};

export const PAYMENT_FAILED: PaymentCopy = {
  title: "Payment Failed",
  description: "Your payment could not be processed.",
};

export const CHALLENGE_FAILED: PaymentCopy = {
  title: "Payment Failed",
  description: "Your bank couldn't confirm it's you. Please try again or use a different card.",
};

/** Returns the message for an error of the payment provider. */
export function failureCopy(error: CardError): PaymentCopy {
  if (error.code === "card_declined") {
    return {
      title: "Card Declined",
      description:
        error.decline_code === "insufficient_funds"
          ? "Your card has insufficient funds. Please try a different card."
          : "Your card was declined. Please try a different card or contact your bank.",
    };
  }
  if (error.code === "payment_intent_authentication_failure") return CHALLENGE_FAILED;
  if (error.type === "card_error" || error.type === "validation_error") {
    return { title: PAYMENT_FAILED.title, description: error.message || PAYMENT_FAILED.description };
  }
  return PAYMENT_ERROR;
}
