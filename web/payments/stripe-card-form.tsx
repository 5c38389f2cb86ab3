import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { ConfirmationToken, Stripe, StripePaymentElementOptions } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import { useTheme } from "../lib/theme.ts";
import { Button } from "../ui/button.tsx";
import { FieldError } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { CardFormLoading } from "./card-form-loading.tsx";
import type { CardEntryHandle, ReadyCard } from "./confirm-card.ts";
import { failureWords, PAYMENT_ERROR } from "./payment-words.ts";
import { stripeAppearance } from "./stripe-appearance.ts";
import * as words from "./words.ts";

interface StripeCardFormProps {
  ref: Ref<CardEntryHandle>;
  publishableKey: string;
  /** Shown in the window of Apple Pay or Google Pay. */
  cents: number;
}

// The script is loaded once and only when a card is wanted (`/pure`: importing it loads nothing).
let loading: { key: string; stripe: Promise<Stripe | null> } | null = null;

function stripeFor(key: string): Promise<Stripe | null> {
  if (loading?.key === key) return loading.stripe;
  const stripe = loadStripe(key);
  loading = { key, stripe };
  // A blocked script may be let through later.
  stripe.catch(() => {
    loading = null;
  });
  return stripe;
}

/** Stripe's form for cards, Apple Pay and Google Pay. What is typed stays in Stripe's frames and is never seen by us. */
export default function StripeCardForm({ ref, publishableKey, cents }: StripeCardFormProps) {
  const { theme } = useTheme();
  const [stripe, setStripe] = useState<Stripe | "loading" | "failed">("loading");
  const fields = useRef<CardEntryHandle>(null);
  const retry = useRef<HTMLButtonElement>(null);
  const [pressedEarly, setPressedEarly] = useState(false);
  const options = useMemo(
    () => ({
      mode: "payment" as const,
      amount: cents,
      currency: "aud",
      allowedPaymentMethodTypes: ["card"],
      appearance: stripeAppearance(theme),
      locale: "en-AU" as const,
    }),
    [cents, theme],
  );

  useEffect(() => {
    if (stripe !== "loading") return;
    let left = false;
    stripeFor(publishableKey).then(
      (loaded) => left || setStripe(loaded ?? "failed"),
      () => left || setStripe("failed"),
    );
    return () => {
      left = true;
    };
  }, [publishableKey, stripe]);

  useImperativeHandle(ref, () => ({
    ready: async () => {
      if (fields.current) return fields.current.ready();
      setPressedEarly(stripe === "loading");
      retry.current?.focus();
      return null;
    },
  }));

  if (stripe === "failed") {
    return (
      <Notice kind="error" title={words.cardFormDidNotLoad}>
        <p className="mt-1">{words.cardFormNeedsStripe}</p>
        <Button ref={retry} size="sm" variant="secondary" className="mt-3" onClick={() => setStripe("loading")}>
          {words.tryAgain}
        </Button>
      </Notice>
    );
  }
  if (stripe === "loading") {
    return (
      <>
        <CardFormLoading />
        <FieldError message={pressedEarly ? words.cardFormIsStillLoading : undefined} />
      </>
    );
  }
  return (
    <Elements stripe={stripe} options={options}>
      <Fields ref={fields} onLoadError={() => setStripe("failed")} />
    </Elements>
  );
}

const FIELDS: StripePaymentElementOptions = {
  layout: "tabs",
  fields: { billingDetails: { address: "if_required" } },
  wallets: { link: "never" },
};

function Fields({ ref, onLoadError }: { ref: Ref<CardEntryHandle>; onLoadError: () => void }) {
  const stripe = useStripe();
  const elements = useElements();
  const [loaded, setLoaded] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function readCard(): Promise<ReadyCard | null> {
    if (!stripe || !elements || !loaded) {
      setProblem(words.cardFormIsStillLoading);
      return null;
    }
    setProblem(undefined);
    // Nothing is awaited before this: browsers open a wallet's window only in answer to a press.
    const submitted = await elements.submit();
    if (submitted.error) {
      // What is missing in a field Stripe says below it.
      if (submitted.error.type !== "validation_error") setProblem(failureWords(submitted.error).description);
      elements.getElement("payment")?.focus();
      return null;
    }
    const { confirmationToken, error } = await stripe.createConfirmationToken({ elements });
    if (error) {
      setProblem(failureWords(error).description);
      return null;
    }
    return {
      label: labelOf(confirmationToken),
      confirmCard: (clientSecret, returnUrl) =>
        stripe.confirmPayment({
          clientSecret,
          confirmParams: { confirmation_token: confirmationToken.id, return_url: returnUrl },
          redirect: "if_required",
        }),
      retrieveIntent: (clientSecret) => stripe.retrievePaymentIntent(clientSecret),
    };
  }

  useImperativeHandle(ref, () => ({
    ready: () =>
      readCard().catch(() => {
        setProblem(PAYMENT_ERROR.description);
        return null;
      }),
  }));

  return (
    <>
      <PaymentElement
        options={FIELDS}
        onReady={() => {
          setLoaded(true);
          setProblem(undefined);
        }}
        onChange={() => setProblem(undefined)}
        onLoadError={onLoadError}
      />
      <FieldError message={problem} />
    </>
  );
}

/** "Visa •••• 4242", or the wallet's name. */
function labelOf({ payment_method_preview: { card } }: ConfirmationToken): string {
  const wallet = words.WALLETS[String(card?.wallet?.type)];
  return wallet ?? `${words.BRANDS[card?.brand ?? ""] ?? words.card} •••• ${card?.last4 ?? ""}`;
}
