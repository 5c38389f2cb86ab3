import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Appearance, Stripe, StripePaymentElementOptions } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import { type Theme, useTheme } from "../../../lib/theme.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { CardFormLoading } from "./card-form-loading.tsx";
import type { CardEntryHandle, ReadyCard } from "./confirm-card.ts";
import { failureCopy, PAYMENT_ERROR } from "./payment-errors.ts";

interface StripeCardFormProps {
  ref: Ref<CardEntryHandle>;
  publishableKey: string;
  /** Shown in the Apple Pay or Google Pay window. */
  cents: number;
}

// Stripe's script loads once, and only when a card form is shown (importing `/pure` loads nothing).
let loading: { key: string; stripe: Promise<Stripe | null> } | null = null;

function stripeFor(key: string): Promise<Stripe | null> {
  if (loading?.key === key) return loading.stripe;
  const stripe = loadStripe(key);
  loading = { key, stripe };
  // Allow a retry: the user may disable the blocker that blocked the script.
  stripe.catch(() => {
    loading = null;
  });
  return stripe;
}

/** Stripe's form for cards, Apple Pay and Google Pay. Card data stays in Stripe's frames; we never see it. */
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
      <Notice kind="error" title="The card form didn't load">
        <p className="mt-1">Check your connection. If you use a content blocker, allow stripe.com on this page.</p>
        <Button ref={retry} size="sm" variant="secondary" className="mt-3" onClick={() => setStripe("loading")}>
          Try again
        </Button>
      </Notice>
    );
  }
  if (stripe === "loading") {
    return (
      <>
        <CardFormLoading />
        <FieldError
          message={pressedEarly ? "The card form is still loading. Please try again in a moment." : undefined}
        />
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
      setProblem("The card form is still loading. Please try again in a moment.");
      return null;
    }
    setProblem(undefined);
    // Do not await anything before this: browsers open a wallet window only in response to a press.
    const submitted = await elements.submit();
    if (submitted.error) {
      // Stripe shows validation errors below the field itself.
      if (submitted.error.type !== "validation_error") setProblem(failureCopy(submitted.error).description);
      elements.getElement("payment")?.focus();
      return null;
    }
    const { confirmationToken, error } = await stripe.createConfirmationToken({ elements });
    if (error) {
      setProblem(failureCopy(error).description);
      return null;
    }
    return {
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

/**
 * Our colours and sizes for Stripe's form. Stripe renders in an iframe, so it needs values instead of CSS variables.
 */
function stripeAppearance(theme: Theme): Appearance {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(`--color-${name}`).trim();
  return {
    theme: theme === "dark" ? "night" : "stripe",
    labels: "above",
    disableAnimations: window.matchMedia("(prefers-reduced-motion: reduce)").matches,
    variables: {
      fontFamily: "system-ui, sans-serif",
      fontSizeBase: "15px",
      borderRadius: "12px",
      colorPrimary: color("brand"),
      accessibleColorOnColorPrimary: color("on-brand"),
      colorBackground: color("page"),
      colorText: color("ink"),
      colorTextSecondary: color("muted"),
      colorTextPlaceholder: color("muted"),
      colorDanger: color("hot-ink"),
      iconColor: color("muted"),
      inputColorBorder: color("field"),
      inputBoxShadow: "none",
      inputFocusColorBorder: color("brand"),
      inputFocusBoxShadow: `0 0 0 1px ${color("brand")}`,
      labelColorText: color("ink"),
      labelFontSize: "15px",
      labelFontWeight: "600",
    },
  };
}
