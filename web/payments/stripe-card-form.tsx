import { CardElement, Elements, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { type Ref, useId, useImperativeHandle, useState } from "react";
import { FieldError } from "../ui/field.tsx";
import type { CardEntryHandle } from "./confirm-card.ts";
import { failureWords } from "./payment-words.ts";
import * as words from "./words.ts";

interface StripeCardFormProps {
  ref: Ref<CardEntryHandle>;
  publishableKey: string;
  disabled: boolean;
}

// The provider's script is loaded once and only when a card is wanted (`/pure`: importing it loads nothing).
let loading: { key: string; stripe: Promise<Stripe | null> } | null = null;

function stripeFor(key: string): Promise<Stripe | null> {
  if (loading?.key !== key) {
    const stripe = loadStripe(key);
    loading = { key, stripe };
    // A blocked script may be let through later.
    stripe.catch(() => {
      loading = null;
    });
  }
  return loading?.stripe ?? loadStripe(key);
}

/** Stripe's own card field: the number is typed into the provider's frame and never seen by us. */
export default function StripeCardForm({ publishableKey, ...rest }: StripeCardFormProps) {
  return (
    <Elements stripe={stripeFor(publishableKey)}>
      <Card {...rest} />
    </Elements>
  );
}

function Card({ ref, disabled }: Omit<StripeCardFormProps, "publishableKey">) {
  const stripe = useStripe();
  const elements = useElements();
  const [problem, setProblem] = useState<string>();
  const id = useId();
  // Their frame takes colours, not our variables.
  const [ink, muted] = colours();

  useImperativeHandle(ref, () => ({
    ready: async () => {
      const card = elements?.getElement(CardElement);
      if (!stripe || !card) {
        setProblem(words.cardFormIsStillLoading);
        return null;
      }
      const { paymentMethod, error } = await stripe.createPaymentMethod({ type: "card", card });
      if (error) {
        setProblem(failureWords(error).description);
        card.focus();
        return null;
      }
      const brand = paymentMethod.card?.brand ?? "card";
      return {
        label: `${brand.charAt(0).toUpperCase()}${brand.slice(1)} •••• ${paymentMethod.card?.last4 ?? ""}`,
        // Stripe.js shows the bank's question by itself, over the page: no return address is needed.
        confirmCard: (clientSecret) => stripe.confirmCardPayment(clientSecret, { payment_method: paymentMethod.id }),
        retrieveIntent: (clientSecret) => stripe.retrievePaymentIntent(clientSecret),
      };
    },
  }));

  return (
    <div>
      <p id={id} className="mb-1.5 font-semibold">
        {words.card}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: the fields are inside the provider's frame */}
      <div role="group" aria-labelledby={id} className="rounded-md border border-field bg-page px-3.5 py-3.5">
        <CardElement
          onChange={() => setProblem(undefined)}
          options={{
            disabled,
            hidePostalCode: true,
            style: { base: { fontSize: "15px", color: ink, "::placeholder": { color: muted } } },
          }}
        />
      </div>
      <FieldError message={problem} />
    </div>
  );
}

function colours(): [string, string] {
  const style = getComputedStyle(document.documentElement);
  return [style.getPropertyValue("--color-ink").trim(), style.getPropertyValue("--color-muted").trim()];
}
